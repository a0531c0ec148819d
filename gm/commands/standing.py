"""How a game stands, as facts that the operator may always see: nothing sealed is read here, nor is the game."""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.desk.game.glance import Glance
from gm.desk.game.refusal import NoGame
from gm.rules import Seat
from gm.store.store import Tables

NOBODY = "(vacant)"
PURGED = "(purged)"


class Bounces(msgspec.Struct, frozen=True):
    """How mail to a seat fails: how often, when last, and what its server said."""

    n: int
    at: datetime
    said: str


class SeatFacts(msgspec.Struct, frozen=True, rename={"filed": "in"}):
    """A seat: who plays it, what they owe and whether it is in, whether their mail fails. None: nobody, or nothing."""

    seat: Seat
    name: str | None
    address: str | None
    owes: str | None
    filed: bool | None
    wait: bool
    bounces: Bounces | None


def look(tables: Tables, game: str) -> Glance:
    """How a game stands. Raises NoGame."""
    kept = tables.games.glance(game)
    if kept is None:
        raise NoGame(game)
    return glance_at(tables, game, kept)


def glance_at(tables: Tables, game: str, kept: str) -> Glance:
    """How a game stands, as that is kept, or made from the game where it is not: an earlier version wrote it."""
    if kept:
        return msgspec.json.decode(kept, type=Glance)
    from gm.desk.books.glances import glance_of
    from gm.desk.entries.events import load_game

    state = tables.games.state(game)
    assert state is not None
    return glance_of(load_game(state))


def seat_facts(tables: Tables, game: str, seen: Glance) -> list[SeatFacts]:
    """How each seat of a game stands."""
    found = []
    for one in seen.seats:
        player, written = tables.players.find(game, one.seat), tables.inbox.last_done(game, one.seat)
        fails = tables.bounces.failing(game, one.seat, written)
        found.append(SeatFacts(
            one.seat, player.name if player else None, player.address if player else None,
            owes=one.owes, filed=one.filed, wait=one.wait,
            bounces=Bounces(fails.n, fails.at, fails.said) if fails else None,
        ))  # fmt: skip
    return found


def called(name: str | None, address: str | None) -> str:
    """A player as shown to the operator; None stands for nobody."""
    if address is None:
        return NOBODY
    return f"{name} <{address}>".strip() if address else PURGED
