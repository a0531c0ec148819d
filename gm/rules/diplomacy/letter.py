"""A letter to a game of Diplomacy, read as one act: all of it is right, or nothing happens and every fault is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm.rules import Letter, Line, Orders, Problem, Problems, Seat
from gm.rules.diplomacy.acts import Act, FileMoves
from gm.rules.diplomacy.cutting import ALONE, Cut, Cutter
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.reading import LineReader, in_form
from gm.rules.diplomacy.state import State
from gm.rules.lines.commands import Clear, Ready, Try, Unready
from gm.rules.lines.letters import Fault, out_of_place, sorted_problems
from gm.rules.lines.words import first_word
from gm.rules.provinces.campaign import order_of
from gm.rules.provinces.cutting import SHOWN, Pieces, alone, explained
from gm.rules.provinces.own import ORDER_WORDS, FileAdjustments, FileRetreats, OwnReader
from gm.rules.provinces.reading import Reader
from gm.rules.provinces.rules import CODES

WORDS = ("ORDERS", "READY", "TRY", "CLEAR")
MOST_LINES = 200
LAST = 5  # where the kind of a phase stands in its code


class LetterReader:
    """Reads one letter from one seat for the phase now due."""

    def __init__(self, reader: Reader, state: State, seat: Seat) -> None:
        self._reader, self._state, self._seat = reader, state, seat
        self._lines = LineReader(reader, state, seat)
        self._cutter = Cutter(reader.names, ORDER_WORDS[state.kind], seat)
        self._problems: list[Problem] = []
        self._written: list[tuple[Pieces, Any]] = []

    def read(self, letter: Letter) -> Orders | Problems:
        """Return what the letter asks for, or everything that is wrong with it."""
        names = self._reader.names
        lines = [one for line in letter.lines for one in in_form(line, names, self._seat)]
        found = self._cutter.cut(lines, self._lines.read)
        self._problems += found.problems
        phase = self._phase(found, letter.phase)
        acts = [act for line in found.commands if (act := self._command(line)) is not None]
        self._read_orders(found.orders[:MOST_LINES])
        if len(found.orders) > MOST_LINES:
            line, _ = found.orders[MOST_LINES][0]
            self._problems.append(words.problem((line, 1), "too-many", most=MOST_LINES))
        bound = bool(found.orders) or any(isinstance(act, Ready | Unready | Clear) for act in acts)
        late = out_of_place(phase, self._state.code, CODES, rank=order_of, due="the phase now due") if bound else ""
        if late:
            return Problems((), self._again(letter), late)
        filed = self._filed()
        if self._problems:
            return Problems(sorted_problems(self._problems), tuple(line.text for line in letter.lines))
        dry = any(isinstance(act, Try) for act in acts)
        return Orders(acts=self._in_order(acts, filed, letter.wrong), unread=found.outside, dry=dry)

    def _phase(self, found: Cut, subject: str) -> str:
        """Return the phase that the letter is for: that of its headings, which must agree, else that of its subject."""
        named = [(line, self._whole_code(code)) for line, code in found.phases]
        for line, code in named[1:]:
            if code != named[0][1]:
                self._problems.append(words.problem(line, "two-phases", code=named[0][1]))
        return named[0][1] if named else subject.upper()

    def _whole_code(self, code: str) -> str:
        """Return the code of a phase that may be named by its season alone: that now due, or else that of the moves."""
        if len(code) > LAST:
            return code
        now = self._state.code
        return now if now.startswith(code) else f"{code}{'A' if code[0] == 'W' else 'M'}"

    def _command(self, line: Line) -> Act | None:
        act = alone(line, first_word(line.text), ALONE)
        if isinstance(act, Problem):
            self._problems.append(act)
            return None
        return act

    def _read_orders(self, orders: Sequence[Pieces]) -> None:
        """Read each order; of a wrong one, tell what it was probably meant as, if that can be told."""
        for pieces in orders:
            value = self._lines.read(pieces, [value for _, value in self._written])
            if not isinstance(value, Fault):
                self._written.append((pieces, value))
                continue
            problem = value.problem
            if len(self._problems) < SHOWN:
                known = self._cutter.known
                problem = explained(problem, pieces, self._reader.names, known, self._lines.read)
            self._problems.append(problem)

    def _filed(self) -> list[Act]:
        """Return one act for all order lines together, checked as a whole. Of two orders for a unit the last counts."""
        if not self._written or self._problems:
            return []
        values = [value for _, value in self._written]
        if self._state.kind == "M":
            return [FileMoves(dict(values))]
        if self._state.kind == "R":
            return [FileRetreats(dict(values))]
        own = OwnReader(self._reader, self._state, self._seat)
        self._problems += own.miscounted(values, self._written[-1][0][0][0])
        return [FileAdjustments(tuple(values))]

    def _in_order(self, acts: Sequence[Act], filed: Sequence[Act], wrong: int) -> tuple[Act, ...]:
        """Return what is to be done: CLEAR first, then the orders, and READY last, unless a line is wrong."""
        clear = [act for act in acts if isinstance(act, Clear)][:1]
        final = [act for act in acts if isinstance(act, Ready | Unready)][-1:]
        if wrong:
            final = [act for act in final if isinstance(act, Unready)]
        return (*clear, *filed, *final)

    def _again(self, letter: Letter) -> tuple[str, ...]:
        """Return the lines of a letter for another phase, without its headings, to be sent for the one now due."""
        lines = [line for line in letter.lines if not line.command]
        headings = {line.number for line, _ in self._cutter.cut(lines, self._lines.read).phases}
        return tuple(line.text for line in lines if line.number not in headings)
