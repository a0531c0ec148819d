"""How a game stands, as facts that the operator may always see: nothing sealed is read here."""

from __future__ import annotations

from typing import Any

from gm.desk.books.bounces import failing
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.registry import ruleset
from gm.store.database import iso

NOBODY = "(vacant)"
PURGED = "(purged)"


def clock_facts(game: Game) -> dict[str, Any]:
    """The phase now due and its times, all None when no clock is running."""
    clock = game.clock
    return {
        "phase": clock.phase if clock else None,
        "opened": clock.opened if clock else None,
        "deadline": clock.deadline if clock else None,
        "until": clock.until if clock else None,
        "grace": clock.grace if clock else None,
        "waiting": clock.waiting if clock else None,
        "paused": clock.paused if clock else None,
    }


def seat_facts(office: Office, game: Game) -> list[dict[str, Any]]:
    """The facts of each seat: who plays it, what they owe and whether it is in, whether their mail fails.

    owes: None for nothing.
    """
    duties = {duty.seat: duty for duty in ruleset(game.ruleset).rules.duties(game.state)} if game.clock else {}
    found = []
    for seat, sitting in game.seats.items():
        player = office.store.players.find(game.name, seat)
        duty = duties.get(seat)
        fails = failing(office.store, game.name, seat)
        found.append({
            "seat": seat,
            "name": player.name if player else None,
            "address": player.address if player else None,
            "owes": duty.what if duty else None,
            "in": duty.filed if duty else None,
            "wait": sitting.wait,
            "bounces": {"n": fails.n, "at": iso(fails.at), "said": fails.said} if fails else None,
        })  # fmt: skip
    return found


def missing(game: Game) -> list[str]:
    """The seats that owe something and have nothing on file."""
    if game.clock is None:
        return []
    return [duty.seat for duty in ruleset(game.ruleset).rules.duties(game.state) if not duty.filed]


def called(name: str | None, address: str | None) -> str:
    """A player as shown to the operator; None stands for nobody."""
    if address is None:
        return NOBODY
    return f"{name} <{address}>".strip() if address else PURGED
