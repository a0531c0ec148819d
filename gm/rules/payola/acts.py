"""The commands of Payola besides offers: ACCEPT, TRANSFER, BALANCE, CLEAR, TRY (sections 2.3, 2.5, 4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from gm.rules import Line, Problem
from gm.rules.diplomacy.board import Board
from gm.rules.diplomacy.orders import Adjustment, RetreatOrder
from gm.rules.lines.commands import Ask, Clear, Try
from gm.rules.lines.faults import near, problem_of
from gm.rules.lines.words import without_remark
from gm.rules.payola.faults import words
from gm.rules.payola.offers import Offer


class FileSheet(msgspec.Struct, frozen=True, tag="sheet"):
    """File an offer sheet; it replaces the earlier one."""

    offers: tuple[Offer, ...]
    warnings: tuple[str, ...] = ()


class FileRetreats(msgspec.Struct, frozen=True, tag="retreats"):
    """File retreats for own dislodged units, by province."""

    orders: dict[str, RetreatOrder]


class FileAdjustments(msgspec.Struct, frozen=True, tag="adjustments"):
    """File builds or removals."""

    orders: tuple[Adjustment, ...]


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """Put an acceptance list in force."""

    powers: tuple[str, ...]


class Transfer(msgspec.Struct, frozen=True, tag="transfer"):
    """Give money to another seat, at once."""

    amount: int
    to: str


class AskBalance(Ask, frozen=True):
    """Ask for the own account."""


Act: TypeAlias = FileSheet | FileRetreats | FileAdjustments | Accept | Transfer | AskBalance | Clear | Try
WORDS = ("OFFERS", "END", "ACCEPT", "TRANSFER", "BALANCE", "TRY", "CLEAR")
ALONE: Mapping[str, Act] = {"BALANCE": AskBalance(), "TRY": Try(), "CLEAR": Clear()}
TRANSFER = re.compile(r"\s*TRANSFER\s+(?P<amount>\S+)\s+(?P<to>TO\s+)?(?P<seat>\S.*?)\s*", re.IGNORECASE)


def read_accept(board: Board, line: Line) -> Accept | Problem:
    """`ACCEPT EFGIART`: every power of the game once, by its letter; spaces are free (4.1)."""
    letters = {power.letter: code for code, power in board.powers.items()}
    text = without_remark(line.text)
    start = text.upper().index("ACCEPT") + len("ACCEPT")
    written = [(n + 1, text[n].upper()) for n in range(start, len(text)) if text[n] not in " \t\xa0,:."]
    seen = [letter for _, letter in written]
    unknown = [(n, letter) for n, letter in written if letter not in letters]
    repeated = [(n, letter) for i, (n, letter) in enumerate(written) if letter in letters and letter in seen[:i]]
    missing = [letter for letter in letters if letter not in seen]
    if not (unknown or repeated or missing):
        return Accept(tuple(letters[letter] for letter in seen))
    faults = [("unknown", [v for _, v in unknown]), ("repeated", [v for _, v in repeated]), ("missing", missing)]
    said = "; ".join(f"{name}: {' '.join(dict.fromkeys(found))}" for name, found in faults if found)
    column = min([n for n, _ in unknown + repeated], default=written[0][0] if written else start + 1)
    names = ", ".join(f"{letter} {board.powers[code].name}" for letter, code in letters.items())
    return Problem(line.number, column, "accept", words("accept", names=names, said=said))


def read_transfer(board: Board, line: Line, sender: str, balance: int, forfeited: Sequence[str]) -> Transfer | Problem:
    """`TRANSFER 10 TO FRANCE` (2.3). *balance*: what the sender has left before this line."""
    text = without_remark(line.text)
    match = TRANSFER.fullmatch(text)
    if match is None or not match["to"]:
        return problem_of(line, "transfer", words("transfer"))
    amount, seat = match["amount"], " ".join(match["seat"].split()).rstrip(" .:").upper()
    at_amount, at_seat = match.start("amount") + 1, match.start("seat") + 1
    if not (amount.isascii() and amount.isdigit()) or len(amount) > 9 or int(amount) == 0:
        return Problem(line.number, at_amount, "amount", words("amount"))
    if seat not in board.powers:
        hints = tuple(near(seat, sorted(board.powers), 3, cutoff=0.5))
        return Problem(line.number, at_seat, "unknown-power", words("unknown-power"), hints)
    if seat == sender:
        return Problem(line.number, at_seat, "own-seat", words("own-seat"))
    if seat in forfeited:
        return Problem(line.number, at_seat, "no-account", words("no-account", power=board.powers[seat].name))
    if int(amount) > balance:
        return Problem(line.number, at_amount, "too-much", words("too-much", balance=balance))
    return Transfer(int(amount), seat)
