"""Reading one line: an order for a unit of the sender's, a retreat, a build; or its fault and place.

Checks use only what everybody sees (the board as it stands) and whose letter it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lark import Token

from gm.rules import Line, Seat
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.state import State
from gm.rules.lines.letters import Fault
from gm.rules.lines.words import BLANKS
from gm.rules.provinces.cutting import Pieces, begins_order, kinds_at_start, written
from gm.rules.provinces.faults import words as shared
from gm.rules.provinces.judging import STARTS as JUDGED
from gm.rules.provinces.names import Names
from gm.rules.provinces.orders import Adjustment, Order, RetreatOrder
from gm.rules.provinces.own import WINTER_WORDS, OwnReader, winter_only
from gm.rules.provinces.reading import Reader, find_unit, mean_legally, order_written, subtrees, unit_written

MOVES = "moves_line"
LINES = {"R": "retreat_line", "A": "builds_line"}
STARTS = (*JUDGED, MOVES, LINES["A"])
LISTED = re.compile(rf"[{BLANKS}]*(?:[*•–—-]+[{BLANKS}]*|\d{{1,2}}[.)](?=\s)\s*)")  # the sign of an item of a list
OF_POWER = re.compile(r"\s*(?P<power>[^\W\d_]{3,})\s*(?P<colon>:)\s*(?=\w)")  # `France: A PAR - BUR`
TRIED = re.compile(r"\s*TRY(?=[\s:])[\s:]*", re.IGNORECASE)
ENDS_READY = re.compile(r"[\s,;.]+(?:AND\s+)?(?P<ready>READY[\s.!?]*)\Z", re.IGNORECASE)
EMPHASIS = "! "
BETWEEN = re.compile(r"[,;]")

Written = tuple[str, Order] | tuple[str, RetreatOrder] | Adjustment


class LineReader:
    """Reads lines of one seat for the phase now due."""

    def __init__(self, reader: Reader, state: State, seat: Seat) -> None:
        self._reader, self._state, self._seat = reader, state, seat
        self._own = OwnReader(reader, state, seat, LINES)

    def read(self, pieces: Pieces, before: Sequence[Written] = ()) -> Written | Fault:
        """Return what a line orders, or its fault. before: what the lines above it have been read as."""
        try:
            return self._read(pieces, before)
        except Fault as fault:
            return fault

    def _read(self, pieces: Pieces, before: Sequence[Written]) -> Written:
        found = self._reader.tokens(written(pieces))
        if self._state.kind == "A":
            return self._in_winter(found, before)
        if found and found[0].type in WINTER_WORDS:
            raise winter_only(self._state, pieces)
        return self._move(found) if self._state.kind == "M" else self._retreat(found)

    def _move(self, found: list[Token]) -> tuple[str, Order]:
        head, tail = subtrees(self._reader.parse(found, MOVES))
        named, board, units = unit_written(head), self._reader.board, self._state.units
        unit = find_unit(board, units, named)
        if unit.power != self._seat:
            raise shared.fault(named.token, "foreign-unit.own", unit=unit)
        return unit.province, mean_legally(board, units, unit, order_written(tail))

    def _retreat(self, found: list[Token]) -> Written:
        if not self._owes() and self._is_move(found):
            raise words.fault(found[0], "orders-closed", phase=self._state.next_movement)
        return self._own.read(found, ())

    def _in_winter(self, found: list[Token], before: Sequence[Written]) -> Written:
        if self._is_move(found):
            raise words.fault(found[0], "orders-closed", phase=self._state.next_movement)
        return self._own.read(found, before)

    def _owes(self) -> bool:
        return any(lost.unit.power == self._seat for lost in self._state.dislodged.values())

    def _is_move(self, found: list[Token]) -> bool:
        try:
            self._reader.parse(found, MOVES)
        except Fault:
            return False
        return True


def in_form(line: Line, names: Names, seat: Seat) -> Iterator[Line]:
    """Yield the orders of a line, each with its columns, as orders are written; anything else as it is.

    The sign of a list is left out, and so is the name of the sender's power before a colon; commas may part orders.
    TRY may stand before an order, and READY behind it.
    """
    if line.command:
        yield line
        return
    text = _without_power(_filled(line.text, LISTED.match(line.text), names), names, seat)
    tries, ready = TRIED.match(text), ENDS_READY.search(text)
    if tries is not None and _begins(text[tries.end() :], names):
        yield Line(line.number, tries[0])
        text = " " * tries.end() + text[tries.end() :]
    if ready is not None and _begins(text, names):
        yield Line(line.number, " " * ready.start("ready") + ready["ready"])
        text = text[: ready.start()]
    for start, end in _parts(text.rstrip(EMPHASIS), names):
        yield Line(line.number, " " * start + text[start:end].rstrip(EMPHASIS), line.command)


def _begins(text: str, names: Names) -> bool:
    return begins_order(kinds_at_start(text, names))


def _without_power(text: str, names: Names, seat: Seat) -> str:
    """Return a line without the name of the sender's power before a colon; of another power the name stays."""
    named = OF_POWER.match(text)
    power = names.called.get(named["power"].upper()) if named is not None else None
    if named is None or power is None:
        return text
    end = named.end() if power == seat else named.start("colon") + 1
    kept = "" if power == seat else text[: end - 1]
    return kept.ljust(end) + text[end:]


def _filled(text: str, sign: re.Match[str] | None, names: Names) -> str:
    """Return a line with spaces for the sign before it, if an order follows."""
    if sign is None or not _begins(text[sign.end() :], names):
        return text
    return " " * sign.end() + text[sign.end() :]


def _parts(text: str, names: Names) -> list[tuple[int, int]]:
    """Return where the orders of a line begin and end, if there are several between commas; else the whole line."""
    marks = [0, *(match.end() for match in BETWEEN.finditer(text)), len(text) + 1]
    found = [(start, end - 1) for start, end in pairwise(marks) if text[start : end - 1].strip()]
    several = len(found) > 1 and all(_begins(text[start:end], names) for start, end in found)
    return found if several else [(0, len(text))]
