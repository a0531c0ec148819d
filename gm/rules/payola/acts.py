"""What a letter of Payola can ask for besides CLEAR and TRY (sections 2.3, 2.5, 4)."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gm.rules import Seat
from gm.rules.lines.commands import Ask, Clear, Try
from gm.rules.payola.state import Offer
from gm.rules.provinces.own import FileAdjustments, FileRetreats, PassOver


class FileSheet(msgspec.Struct, frozen=True, tag="sheet"):
    """File an offer sheet, replacing the earlier one."""

    offers: tuple[Offer, ...]
    warnings: tuple[str, ...] = ()


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """Put an acceptance list in force."""

    powers: tuple[Seat, ...]


class Transfer(msgspec.Struct, frozen=True, tag="transfer"):
    """Give money to another seat, at once."""

    amount: int
    to: Seat


class AskBalance(Ask, frozen=True):
    """Ask for the sender's own account in a year; 0: this year."""

    year: int = 0


Act: TypeAlias = PassOver | FileSheet | FileRetreats | FileAdjustments | Accept | Transfer | AskBalance | Clear | Try
