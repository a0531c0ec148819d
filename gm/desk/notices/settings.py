"""What a player sets for himself. Plain values, ready for templates."""

from __future__ import annotations

import msgspec


class Zone(msgspec.Struct, frozen=True):
    """The time zone in which the reader is told times from now on; now: the time of his letter in it."""

    zone: str
    now: str


class SetTo(msgspec.Struct, frozen=True):
    """A setting of the reader's as it now stands."""

    name: str
    value: str


class Stopped(msgspec.Struct, frozen=True):
    """A player asked for less mail: what he gets no more, and how to leave. over: the game is, so no mail comes."""

    seat_name: str
    game: str
    over: bool = False
