"""Reading one line: an order for a unit of the sender's, a retreat, a build; or its fault and place.

Checks use only what everybody sees (the board as it stands) and whose letter it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token

from gm.rules import Seat
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.state import State
from gm.rules.lines.letters import Fault
from gm.rules.provinces.cutting import Pieces, written
from gm.rules.provinces.faults import words as shared
from gm.rules.provinces.judging import text_of
from gm.rules.provinces.orders import Adjustment, Move, Order, RetreatOrder
from gm.rules.provinces.own import CLOSED, OwnReader, gone, winter_only
from gm.rules.provinces.reading import (
    Reader,
    find_unit,
    mean_legally,
    names_a_way,
    order_written,
    subtrees,
    unit_written,
)

MOVES = "order_line"
Written = tuple[str, Order] | tuple[str, RetreatOrder] | Adjustment


class LineReader:
    """Reads lines of one seat for the phase now due."""

    def __init__(self, reader: Reader, state: State, seat: Seat) -> None:
        self._reader, self._state, self._seat = reader, state, seat
        self._own = OwnReader(reader, state, seat)

    def read(self, pieces: Pieces, before: Sequence[Written] = ()) -> Written | Fault:
        """Return what a line orders, or its fault. before: what the lines above it have been read as."""
        found = self._reader.tokens(written(pieces))
        try:
            return self._read(found, before)
        except Fault as fault:
            return gone(self._state, found, self._seat) or fault

    def _read(self, found: list[Token], before: Sequence[Written]) -> Written:
        if self._state.kind == "A":
            return self._in_winter(found, before)
        if found and found[0].type in CLOSED[self._state.kind]:
            raise winter_only(self._state, found)
        return self._move(found) if self._state.kind == "M" else self._retreat(found)

    def _move(self, found: list[Token]) -> tuple[str, Order]:
        head, tail = subtrees(self._reader.parse(found, MOVES))
        named, board, units = unit_written(head), self._reader.board, self._state.units
        unit = find_unit(board, units, named)
        if unit.power != self._seat:
            raise shared.fault(named.token, "foreign-unit.own", unit=unit)
        return unit.province, mean_legally(board, units, unit, order_written(tail))

    def ways(self, orders: Sequence[tuple[Pieces, tuple[str, Order]]]) -> Iterator[str]:
        """Warn of orders, given with their lines, that say which fleets shall carry an army."""
        for pieces, (province, order) in orders:
            found = self._reader.tokens(written(pieces))
            if isinstance(order, Move) and order.via and names_a_way(self._reader.parse(found, MOVES)):
                units = self._state.units
                yield shared("path", order=text_of(self._reader.board, units[province], order, units))

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
