"""What the operator does, for those whom it concerns. Plain values for templates."""

from __future__ import annotations

import msgspec


class Rolled(msgspec.Struct, frozen=True):
    """The operator has taken the game back to a phase, or forward again. kept: the orders on file at the time stand.

    due: "" while the game is paused. before: the time to just before which the game goes back, "" if none was named.
    live: the game has no phases. filing: what is sent is kept until the phase is judged.
    """

    forward: bool
    title: str
    kept: bool
    due: str
    before: str = ""
    live: bool = False
    filing: bool = True


class Announced(msgspec.Struct, frozen=True):
    """The operator's own words: to everybody, or to one player (alone) whom the disclosure names."""

    lines: tuple[str, ...]
    alone: str


class ActedFor(msgspec.Struct, frozen=True):
    """The operator wrote a letter in a player's name: to that player, and to the disclosure."""

    name: str
    lines: tuple[str, ...]


WHOLE = "a copy of the database"  # a look so frequent that reports count it


class VouchedFor(msgspec.Struct, frozen=True):
    """The operator has let a letter count of which nobody knew who wrote it: to its player, and to the disclosure."""

    name: str
    lines: tuple[str, ...]


class Processed(msgspec.Struct, frozen=True):
    """The operator has had the phase judged: public. due: when it was due otherwise, "" if it waited for somebody."""

    title: str
    due: str


class OperatorActed(msgspec.Struct, frozen=True):
    """The operator has acted for these seats since the last public event: public, but not what was done."""

    names: tuple[str, ...]


class Looked(msgspec.Struct, frozen=True):
    """The operator looked at sealed matter, for the disclosure."""

    at: str
    what: str


class Restored(msgspec.Struct, frozen=True):
    """The operator has put an earlier copy of the database in place: public.

    since: up to when the copy knows the letters, in words. head: the last entry of the journal that was undone, by its
    hash; "" if the replaced database could not be read.
    """

    since: str
    head: str


class DoneBy(msgspec.Struct, frozen=True):
    """Which of several operators did what the mail tells: to those who are told that, and to the disclosure."""

    name: str
