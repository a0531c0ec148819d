"""How a game stands, for whoever only looks at it: kept beside the game whenever that changes, and nothing sealed.

It is read without the game, its rules and the rest of the desk. It names people by their salted hashes alone.
"""

from __future__ import annotations

from datetime import date, datetime

import msgspec

from gm.rules import Person, Seat


class ClockFacts(msgspec.Struct, frozen=True):
    """The phase now due and its times, all None when no clock is running."""

    phase: str | None = None
    opened: datetime | None = None
    deadline: datetime | None = None
    until: datetime | None = None
    grace: bool | None = None
    waiting: bool | None = None
    paused: datetime | None = None


class Away(msgspec.Struct, frozen=True):
    """Days on which a player is away, and from when on a deadline may fall again."""

    first: date
    last: date
    back: datetime


class Sits(msgspec.Struct, frozen=True):
    """Who writes for a player, now or later."""

    person: Person
    since: datetime
    until: datetime


class Place(msgspec.Struct, frozen=True):
    """A seat. name: its code, with what it is called now; owes, filed: None if it owes nothing."""

    seat: Seat
    name: str
    owes: str | None = None
    filed: bool | None = None
    wait: bool = False
    away: tuple[Away, ...] = ()
    sitter: Sits | None = None


class Without(msgspec.Struct, frozen=True):
    """A person without a seat (gm.desk.game.game.Guest)."""

    person: Person
    role: str
    number: int
    approved: bool
    seat: str
    wishes: tuple[Seat, ...]


class Glance(msgspec.Struct, frozen=True):
    """A game. live: letters act as they come; forming: it has not begun."""

    title: str
    timezone: str
    live: bool
    forming: bool
    clock: ClockFacts
    seats: tuple[Place, ...]
    guests: tuple[Without, ...]

    def missing(self) -> list[Seat]:
        """The seats that owe something and have nothing on file."""
        return [one.seat for one in self.seats if one.filed is False]
