"""What a letter can ask for: one Struct for each kind of line. Whether it is allowed is not known here."""

from __future__ import annotations

import msgspec

from gm.rules import NO_SEAT, Seat
from gm.rules.lines.commands import Ask


class Play(msgspec.Struct, frozen=True):
    """PLAY red ON 2 NEXT blue. pile 0: a new one; to "": nobody is named."""

    colour: str
    pile: int = 0
    to: Seat = NO_SEAT


class Next(msgspec.Struct, frozen=True):
    """NEXT blue."""

    to: Seat


class Kill(msgspec.Struct, frozen=True):
    """KILL green, out of a captured pile."""

    colour: str


class Discard(msgspec.Struct, frozen=True):
    """DISCARD 2 green."""

    colour: str
    count: int


class Transfer(msgspec.Struct, frozen=True):
    """TRANSFER 1 green TO red. RESCUE 1 green is a transfer to the player in distress."""

    colour: str
    count: int
    to: Seat


class Refuse(msgspec.Struct, frozen=True):
    """REFUSE a rescue."""


class AskTable(Ask, frozen=True):
    """TABLE: show the position again."""


Act = Play | Next | Kill | Discard | Transfer | Refuse
