"""What the operator does, to those whom it concerns. Plain values, ready for templates."""

from __future__ import annotations

import msgspec


class Rolled(msgspec.Struct, frozen=True):
    """The operator has taken the game back to a phase, or forward again. kept: the orders on file then stand.

    due: "" while the game is paused. before: to how it stood before that time, "" if he named none. live: it has no
    phases. filing: what is sent is kept until the phase is judged.
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


class Looked(msgspec.Struct, frozen=True):
    """The operator looked at sealed matter, for the disclosure."""

    at: str
    what: str


class Halted(msgspec.Struct, frozen=True):
    """What was about to be done would have left books that cannot be; the game stands still. To the operator."""

    game: str
    why: str
