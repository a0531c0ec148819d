"""How a game stands, as facts that the operator may always see: nothing sealed is read here."""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.desk.books.bounces import failing
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.registry import ruleset
from gm.rules import Seat

NOBODY = "(vacant)"
PURGED = "(purged)"


class ClockFacts(msgspec.Struct, frozen=True):
    """The phase now due and its times, all None when no clock is running."""

    phase: str | None = None
    opened: datetime | None = None
    deadline: datetime | None = None
    until: datetime | None = None
    grace: bool | None = None
    waiting: bool | None = None
    paused: datetime | None = None


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


def clock_facts(game: Game) -> ClockFacts:
    """How the clock of a game stands."""
    clock = game.clock
    if clock is None:
        return ClockFacts()
    return ClockFacts(
        clock.phase, clock.opened, clock.deadline, until=clock.until, grace=clock.grace, waiting=clock.waiting,
        paused=clock.paused,
    )  # fmt: skip


def seat_facts(office: Office, game: Game) -> list[SeatFacts]:
    """How each seat of a game stands."""
    duties = {duty.seat: duty for duty in ruleset(game.ruleset).rules.duties(game.state)} if game.clock else {}
    found = []
    for seat, sitting in game.seats.items():
        player, duty = office.store.players.find(game.name, seat), duties.get(seat)
        fails = failing(office.store, game.name, seat)
        found.append(SeatFacts(
            seat, player.name if player else None, player.address if player else None,
            owes=duty.what if duty else None, filed=duty.filed if duty else None, wait=sitting.wait,
            bounces=Bounces(fails.n, fails.at, fails.said) if fails else None,
        ))  # fmt: skip
    return found


def missing(game: Game) -> list[Seat]:
    """The seats that owe something and have nothing on file."""
    if game.clock is None:
        return []
    return [duty.seat for duty in ruleset(game.ruleset).rules.duties(game.state) if not duty.filed]


def called(name: str | None, address: str | None) -> str:
    """A player as shown to the operator; None stands for nobody."""
    if address is None:
        return NOBODY
    return f"{name} <{address}>".strip() if address else PURGED
