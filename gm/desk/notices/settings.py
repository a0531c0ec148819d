"""What players set for themselves. Plain values for templates."""

from __future__ import annotations

import msgspec


class Zone(msgspec.Struct, frozen=True):
    """The time zone in which the reader is told times from now on. now: the time of their letter in that zone."""

    zone: str
    now: str


class DigestOn(msgspec.Struct, frozen=True):
    """The reader has a digest, after so long, and so much waits for it now. live: the game has no turns."""

    every: str
    count: int
    live: bool


class SetTo(msgspec.Struct, frozen=True):
    """A setting of the reader's as it now stands."""

    name: str
    value: str


class Stopped(msgspec.Struct, frozen=True):
    """A player asked for less mail: what they no longer get, and how to leave. over: the game is, so no mail comes.

    complained: they did not write to us, but their mail program reported a mail of ours as unwanted.
    """

    seat_name: str
    game: str
    over: bool = False
    complained: bool = False
