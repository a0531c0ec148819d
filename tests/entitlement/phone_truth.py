"""What the rules of Negotiation let one player know about a game, taken from the game itself and not from mails.

It reads the table "who is told what" as a projection of the state, the books, and what was noted for the report.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.desk.game.game import Game
from gm.rules.negotiation.books import Books
from gm.rules.negotiation.state import State
from gm.store.store import Store


def known(game: Game, store: Store, seat: str) -> Any:
    """All that *seat* may know by now; "" stands for an observer. In the end all know who had won and owed what."""
    state: State = game.state
    told = (state.vacant, state.closing, state.how, bool(game.over))
    if state.how:  # by the settlement, all know what everybody has won and owed
        told = (*told, state.books.wins, state.books.owed, state.winners)
    if not seat:
        return msgspec.to_builtins(told)
    return msgspec.to_builtins((told, _boards(state.books, seat), _affairs(state, seat), _results(store, seat)))


def _boards(books: Books, seat: str) -> Any:
    """His boards, his column among them."""
    column = {
        f"{other} {place}": number
        for other in books.players
        for place, number in books.places(other).items()
        if place[1:] == seat and place != "START"
    }
    rows = (books.won, books.lost, books.lent, books.owed, books.held, books.passed)
    own = [row[seat] for row in rows]
    boxes = (books.wins[seat], books.losses[seat], books.uncommitted(seat), books.entered[seat])
    return books.places(seat), boxes, books.borrowed(seat), own, column


def _affairs(state: State, seat: str) -> Any:
    """What he has to do with others: deals, actions, what of his waits, and his own instructions."""
    action = state.action_of(seat)
    return (
        None if action is None else replace(action, risk=action.risk if action.by == seat else {}),
        [one for one in state.proposals if seat in (one.by, one.to)],
        [(one.number, one.act, one.since) for one in state.waiting if one.by == seat],
        [one for one in state.waiting if one.proposal is not None and seat in (one.proposal.by, one.proposal.to)],
        [one for one in state.closed if seat in (one.by, one.to)],
        state.standing.get(seat),
    )  # fmt: skip


def _results(store: Store, seat: str) -> Any:
    """What was found out in his actions: quotes and RISK of a CALL, the figures of an ATTACK of his own."""
    name, found = f"Player {seat}", []
    for row in store.rows("select body from disclosed where kind = 'actionrecord' order by rowid"):
        one = json.loads(row["body"])
        if name not in (one["by"], one["to"]):
            continue
        keys = ["at", "begun", "by", "to", "number", "kind", "what", "answer", "result", "told"]
        if one["answer"] == "CALL":
            keys += ["risk", "quoted", "offense", "defense"]
        if one["answer"] == "DEFEND" and one["by"] == name:
            keys += ["risk", "quoted", "uncommitted", "winnings", "defense"]
        found.append({key: one[key] for key in keys})
    return found
