"""Judging one position: from sheets to what all units do, in the plain form that `gm judge payola` uses."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gm.rules import Given, Line, Problem, Ruling, Seat, as_seat
from gm.rules.lines.letters import Fault, plain
from gm.rules.lines.positions import check_names, instead, shaped
from gm.rules.payola.acts import Accept
from gm.rules.payola.commands import read_accept
from gm.rules.payola.cutting import own_word, wrapped_remarks
from gm.rules.payola.determination import determine
from gm.rules.payola.faults import words
from gm.rules.payola.reading import SheetReader, check_size
from gm.rules.payola.state import Offer, convert, default_list, savings, write_choice
from gm.rules.provinces.board import Unit
from gm.rules.provinces.cutting import Pieces, joined
from gm.rules.provinces.judging import season_of, units_given
from gm.rules.provinces.reading import Reader


class PositionGiven(msgspec.Struct, frozen=True):
    """A position as it is given (docs/formats.md)."""

    phase: str = ""
    units: dict[str, list[str]] = {}
    balance: dict[str, int] = {}
    accept: dict[str, str | None] = {}
    sheets: dict[str, str] = {}


def judge_sheets(reader: Reader, raw: Given) -> Ruling:
    """Return orders, totals and accounts for the sheets of a position, or only the problems of the sheets.

    If it names its phase, S1901M or the like, seas that are closed then are closed. Raises ValueError if the position
    itself cannot be meant.
    """
    given = shaped(raw, PositionGiven)
    season = season_of(given.phase)[0] if given.phase else ""
    if season in ("S", "F"):
        reader = reader.on(reader.board.in_season(season))
    for key, powers in (("balance", given.balance), ("accept", given.accept), ("sheets", given.sheets)):
        check_names(key, powers, reader.board.powers, "power")
    units = units_given(reader, given.units)
    sheets: dict[str, tuple[Offer, ...]] = {}
    problems: dict[str, list[Ruling]] = {}
    for power, text in given.sheets.items():
        sheets[power], found = read_sheet(reader, units, as_seat(power), text)
        if found:
            problems[power] = [plain(p) for p in found]
    if problems:
        return {"problems": problems}
    return _judged(reader, given, units, sheets)


def read_sheet(
    reader: Reader, units: Mapping[str, Unit], power: Seat, text: str
) -> tuple[tuple[Offer, ...], list[Problem]]:
    """Return the offers of a sheet and everything that is wrong with it. A sheet here holds only offers."""
    sheets = SheetReader(reader, units, power)
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    problems = [
        words.problem((line.number, 1), "command")
        for line in lines
        if own_word(line.text) in ("ACCEPT", "TRANSFER", "BALANCE", "TRY", "CLEAR")
    ]

    def read(pieces: Pieces) -> Offer | Fault:
        try:
            return sheets.read(pieces)
        except Fault as fault:
            return fault

    offers: list[Offer] = []
    for _, _, value in joined(lines, lambda line: own_word(line.text) in COMMANDS, read):
        if isinstance(value, Fault):
            problems.append(value.problem)
        elif value is not None:
            offers.append(value)
    problems += wrapped_remarks(lines, reader.names)
    own = [u.province for u in units.values() if u.power == power]
    fault = check_size(offers, own) if not problems else None
    if fault is not None:
        problems.append(fault.problem)
    if not offers and not problems:
        problems.append(words.problem((1, 1), "empty"))
    return tuple(offers), sorted(problems, key=lambda p: (p.line, p.column))


COMMANDS = frozenset({"OFFERS", "END", "ACCEPT", "TRANSFER", "BALANCE", "TRY", "CLEAR"})


def _judged(
    reader: Reader, given: PositionGiven, units: Mapping[str, Unit], sheets: Mapping[str, tuple[Offer, ...]]
) -> Ruling:
    board = reader.board
    powers = [as_seat(p) for p in dict.fromkeys((*given.units, *sheets, *given.accept, *given.balance))]
    balance = {power: given.balance.get(power, 0) for power in powers}
    bids = {
        power: convert(sheets.get(power, ()), sorted(u.province for u in units.values() if u.power == power))
        for power in powers
    }
    acceptance = {p: _acceptance(reader, given, p) for p in powers}
    available = {p: max(0, balance[p] - savings(sheets.get(p, ()))) for p in powers}
    made = determine({province: unit.power for province, unit in units.items()}, bids, acceptance, available)

    def text(province: str) -> str:
        return f"{units[province]} {write_choice(made.orders[province], province, units, board.army)}"

    return {
        "orders": {str(units[p]): text(p) for p in units},
        "total": {str(units[p]): made.total[p] for p in units},
        "paid": {power: {str(units[p]): n for p, n in made.paid[power].items()} for power in powers},
        "spent": made.spent,
        "balance": {power: balance[power] - made.spent[power] for power in powers},
        "reductions": made.reductions,
    }


def _acceptance(reader: Reader, given: PositionGiven, power: Seat) -> tuple[Seat, ...]:
    text = given.accept.get(power)
    if text is None:
        return default_list(reader.board, power)
    read = read_accept(reader.board, reader.names, Line(1, f"ACCEPT {text}"))
    if not isinstance(read, Accept):
        raise ValueError(f"accept: {power}: {read.message}{instead(read.hints)}")
    return read.powers
