"""What a letter to a game of Diplomacy can ask for: the orders of its sender's units, and short commands."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gm.rules.lines.commands import Clear, Ready, Try, Unready
from gm.rules.provinces.orders import Order
from gm.rules.provinces.own import FileAdjustments, FileRetreats, PassOver


class FileMoves(msgspec.Struct, frozen=True, tag="moves"):
    """File orders for units of the sender, by province; those of other units stand. warnings: how some are read."""

    orders: dict[str, Order]
    warnings: tuple[str, ...] = ()


class Decide(msgspec.Struct, frozen=True, tag="decide"):
    """Tell the sender which conditions of the letter hold: each in words, and whether."""

    conditions: tuple[tuple[str, bool], ...]


Act: TypeAlias = Decide | PassOver | FileMoves | FileRetreats | FileAdjustments | Ready | Unready | Clear | Try
