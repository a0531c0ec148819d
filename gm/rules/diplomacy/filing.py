"""What a letter does at once: orders are filed, made final or cleared, and TRY shows what they would do.

Nothing told to the sender here goes beyond the position, which everybody sees, and their own orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from gm.rules import DISCLOSURE, Notice, Orders, Seat, Step, to
from gm.rules.diplomacy import notices as said
from gm.rules.diplomacy.acts import Decide, FileMoves
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.phases import rehearsed
from gm.rules.diplomacy.state import WHAT, State, builds_due, lines_on_file
from gm.rules.lines.commands import Clear, Ready, Unready
from gm.rules.lines.letters import note
from gm.rules.lines.words import plural
from gm.rules.provinces.board import Board
from gm.rules.provinces.judging import text_of
from gm.rules.provinces.orders import Convoy, Move, Support
from gm.rules.provinces.own import FileAdjustments, FileRetreats, PassOver

V = TypeVar("V")
FILES = (FileMoves, FileRetreats, FileAdjustments)


class Filing:
    """Carries out the acts of one letter."""

    def __init__(self, board: Board, state: State, seat: Seat) -> None:
        self.state = state
        self._board, self._seat = board, seat
        self._records: list[Notice] = []
        self._told: list[Notice] = []  # above what is on file now
        self._warnings: tuple[str, ...] = ()  # how orders of the letter are read
        self._touched = False
        self._more = False  # whether the letter files anything

    def act(self, orders: Orders) -> Step:
        """Return the step that the acts make; a dry run changes nothing."""
        before = self.state
        self._more = any(isinstance(act, FILES) for act in orders.acts)
        for act in orders.acts:
            self._do(act)
        if orders.dry:
            passed = [one for one in self._told if isinstance(one.body, said.PassedOver)]
            return Step(before, (*passed, note(to(self._seat), self._rehearsed(orders))))
        told = [note(to(self._seat), self.ordered(before))] if self._touched else []
        return Step(self.state, (*self._told, *told, *self._records))

    def _do(self, act: object) -> None:
        state, seat = self.state, self._seat
        match act:
            case FileMoves(orders=orders, warnings=warnings):
                self._warnings = warnings
                self._file(replace(state, orders=_with(state.orders, seat, orders)))
            case FileRetreats(orders=orders):
                self._file(replace(state, retreats=_with(state.retreats, seat, orders)))
            case FileAdjustments(orders=adjusted):
                self._file(replace(state, adjustments={**state.adjustments, seat: adjusted}))
            case Decide(conditions=conditions):
                self._told.append(note(to(seat), said.Decided(conditions)))
            case PassOver(orders=orders):
                self._told.append(note(to(seat), said.PassedOver(orders)))
                self._touched = True
            case Ready():
                self.state = replace(state, ready=tuple(sorted({*state.ready, seat})))
                self._touched = True
                self._record("ready")
            case Unready():
                self.state = self._unready(state)
                self._touched = True
                self._record("no longer ready")
            case Clear():
                self._clear()

    def _file(self, state: State) -> None:
        """Put orders on file; READY must be said again."""
        self.state = self._unready(state)
        self._touched = True
        self._record(f"{WHAT[state.kind]} filed", lines_on_file(self._board, state, self._seat))

    def _unready(self, state: State) -> State:
        return replace(state, ready=tuple(seat for seat in state.ready if seat != self._seat))

    def _clear(self) -> None:
        state, seat = self.state, self._seat
        had = bool(lines_on_file(self._board, state, seat))
        self.state = replace(
            self._unready(state),
            orders=_without(state.orders, seat),
            retreats=_without(state.retreats, seat),
            adjustments=_without(state.adjustments, seat),
        )
        self._told.append(note(to(seat), said.Cleared(state.code, WHAT[state.kind], had, self._more)))
        self._record("cleared")

    def _record(self, what: str, lines: tuple[str, ...] = ()) -> None:
        record = said.ActRecord(self.state.code, self._seat, what, lines)
        self._records.append(note(DISCLOSURE, record))

    def ordered(self, before: State) -> said.Ordered:
        """Return what is on file now, given the state before the letter."""
        state, seat = self.state, self._seat
        lines = lines_on_file(self._board, state, seat)
        return said.Ordered(
            phase=state.code,
            title=state.phase.title,
            what=WHAT[state.kind],
            lines=lines,
            lacking=tuple(map(str, state.lacking(seat))),
            gone=tuple(line for line in lines_on_file(self._board, before, seat) if line not in lines),
            warnings=(*self._warnings, *self._unmatched(), *self._builds_left()),
            final=seat in state.ready,
        )

    def _unmatched(self) -> Iterator[str]:
        """Warn of orders that help another one of the seat's own units than that which it has on file."""
        orders = self.state.orders.get(self._seat, {})
        for province, order in sorted(orders.items()):
            if not isinstance(order, Support | Convoy) or order.of not in orders:
                continue
            other = orders[order.of]
            goes = other.to[:3] if isinstance(other, Move) else ""
            if goes != order.to[:3]:
                yield words("unmatched", order=self._text(province), other=self._text(order.of))

    def _builds_left(self) -> Iterator[str]:
        """Warn of builds that are neither ordered nor waived."""
        most = builds_due(self._board, self.state, self._seat)
        number = len(self.state.adjustments.get(self._seat, ()))
        if 0 < number < most:
            yield words("builds-left", most=most, number=number, are=plural(number, "is", "are"))

    def _text(self, province: str) -> str:
        state = self.state
        order = state.orders[self._seat][province]
        return text_of(self._board, state.units[province], order, state.units)

    def _rehearsed(self, orders: Orders) -> said.Rehearsed:
        """Return what the letter would put on file, and what would become of it if all other units held."""
        state, seat = self.state, self._seat
        return said.Rehearsed(
            phase=state.code,
            title=state.phase.title,
            lines=lines_on_file(self._board, state, seat),
            outcomes=rehearsed(self._board, state, seat) if state.kind == "M" else (),
            lacking=tuple(map(str, state.lacking(seat))),
            cleared=any(isinstance(act, Clear) for act in orders.acts),
            final=seat in state.ready,
        )


def _with(filed: Mapping[Seat, Mapping[str, V]], seat: Seat, orders: Mapping[str, V]) -> dict[Seat, dict[str, V]]:
    """Return what is on file with *orders* of a seat in the place of what it had on file for the same units."""
    return {**{one: dict(own) for one, own in filed.items()}, seat: {**filed.get(seat, {}), **orders}}


def _without(filed: Mapping[Seat, V], seat: Seat) -> dict[Seat, V]:
    return {one: own for one, own in filed.items() if one != seat}
