"""What a letter of the stone game can ask for besides BOARD and a draw (gm.rules.lines.commands)."""

from __future__ import annotations

import msgspec

from gm.rules.hex_negotiation.position import Played


class MakeTurn(msgspec.Struct, frozen=True):
    """A turn of stones."""

    turn: Played


class Swap(msgspec.Struct, frozen=True):
    """SWAP."""
