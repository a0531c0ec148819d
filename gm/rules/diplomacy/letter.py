"""A letter to a game of Diplomacy, read as one act: all of it is right, or nothing happens and every fault is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from gm.rules import Letter, Line, Orders, Problem, Problems, Seat
from gm.rules.diplomacy.acts import Act, Decide, FileMoves
from gm.rules.diplomacy.conditions import Conditions
from gm.rules.diplomacy.cutting import ALONE, Cut, Cutter
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.reading import LineReader
from gm.rules.diplomacy.state import State, builds_due, lines_on_file, may_order, with_builds_on_file
from gm.rules.lines.commands import Clear, Ready, Try, Unready, why_not_ready
from gm.rules.lines.letters import MOST_WRONG, SHOWN, Fault, out_of_place, sorted_problems
from gm.rules.lines.words import bare, ends_condition, first_word
from gm.rules.provinces.ahead import Withdrawn, kept, to_come
from gm.rules.provinces.campaign import order_of
from gm.rules.provinces.cutting import Pieces, alone, explained
from gm.rules.provinces.forms import Forms
from gm.rules.provinces.headings import differing
from gm.rules.provinces.own import GONE, ORDER_WORDS, FileAdjustments, FileRetreats, OwnReader, PassOver, one_line
from gm.rules.provinces.reading import Reader
from gm.rules.provinces.rules import CODES

WORDS = ("ORDERS", "READY", "TRY", "CLEAR")
BESIDE = ("TRY", "READY")  # may stand on the line of an order
MOST_LINES = 200


class LetterReader:
    """Reads one letter from one seat for the phase now due."""

    def __init__(self, reader: Reader, state: State, seat: Seat) -> None:
        self._reader, self._state, self._seat = reader, state, seat
        self._lines = LineReader(reader, state, seat)
        self._forms = Forms(reader.names, seat, BESIDE)
        self._cutter = Cutter(reader.names, ORDER_WORDS[state.kind], seat)
        self._problems: list[Problem] = []
        self._written: list[tuple[Pieces, Any]] = []
        self._passed: list[tuple[str, str]] = []

    def read(self, letter: Letter) -> Orders | Problems:
        """Return what the letter asks for, or everything that is wrong with it."""
        withdrawn, given = Withdrawn(self._state, letter, self._reader.names), letter
        conditions = Conditions(withdrawn.letter.lines if self._state.options.ahead else (), self._reader.names)
        letter = replace(withdrawn.letter, lines=conditions.chosen(self._state)) if letter.ahead else withdrawn.letter
        found = self._cutter.cut(self._forms.split(letter.lines), self._lines.read)
        phase = self._named(found)
        if to_come(self._state, phase) and found.orders:
            self._problems += conditions.problems
            read = self._kept(phase, found, letter)
            return replace(read, drops=withdrawn.phases) if isinstance(read, Orders) else read
        phase = phase or letter.phase.upper()
        self._problems += found.problems
        self._problems += conditions.now(self._state.next_movement) if not letter.ahead else []
        if not self._state.options.ahead:
            ends = [line for line in letter.lines if not line.command and ends_condition(line.text)]
            self._problems += [words.problem(line, "conditions") for line in ends]
        acts = [act for line in found.commands if (act := self._command(line)) is not None]
        self._read_orders(found.orders[:MOST_LINES])
        if len(found.orders) > MOST_LINES:
            line, _ = found.orders[MOST_LINES][0]
            self._problems.append(words.problem((line, 1), "too-many", most=MOST_LINES))
        bound = bool(found.orders) or any(isinstance(act, Ready | Unready | Clear) for act in acts)
        late = out_of_place(phase, self._state.code, CODES, rank=order_of, due="the phase now due") if bound else ""
        if late:
            return Problems((), self._again(given), late)
        filed = self._filed(any(isinstance(act, Clear) for act in acts))
        self._check_ready(found, acts, letter.refused)
        dry = any(isinstance(act, Try) for act in acts)
        self._problems += withdrawn.beside_trial() if dry else []
        if self._problems:
            return Problems(sorted_problems(self._problems), tuple(line.text for line in letter.lines))
        told = conditions.decided(self._state) if letter.ahead else ()
        passed = [PassOver(tuple(self._passed))] if self._passed else []
        now = (*([Decide(told)] if told else []), *passed, *self._in_order(acts, filed, letter.wrong))
        return Orders(acts=now, unread=found.outside, dry=dry, drops=withdrawn.phases)

    def _kept(self, phase: str, found: Cut, letter: Letter) -> Orders | Problems:
        """Return the letter as one that is kept for a phase to come, or why it is not; READY waits with its orders."""
        beside = [line for line in found.commands if first_word(line.text) != "READY"]
        return kept(self._state, phase, letter, beside, self._problems)

    def _named(self, found: Cut) -> str:
        """Return the phase that the letter's headings name, which must agree; "" if they name none."""
        named = [(line, code) for line, one in found.headings if (code := one.code(self._state))]
        self._problems += differing(named)
        return named[0][1] if named else ""

    def _command(self, line: Line) -> Act | None:
        act = alone(line, first_word(line.text), ALONE)
        if isinstance(act, Problem):
            self._problems.append(act)
            return None
        return act

    def _read_orders(self, orders: Sequence[Pieces]) -> None:
        """Read each order; of a wrong one, tell what it was probably meant as, if that can be told."""
        for pieces in orders:
            if len(self._problems) > MOST_WRONG:
                break
            value = self._lines.read(pieces, [value for _, value in self._written])
            if not isinstance(value, Fault):
                self._written.append((pieces, value))
                continue
            problem = value.problem
            if problem.code == GONE:
                self._passed.append((one_line(pieces), problem.message))
                continue
            if len(self._problems) < SHOWN:
                known = self._cutter.known
                problem = explained(problem, pieces, self._reader.names, known, self._lines.read)
            self._problems.append(problem)

    def _filed(self, cleared: bool) -> list[Act]:
        """Return one act for all order lines together, checked as a whole. Of two orders for a unit the last counts.

        cleared: what is on file is withdrawn first.
        """
        if not self._written or self._problems:
            return []
        values = [value for _, value in self._written]
        if self._state.kind == "M":
            return [FileMoves(dict(values), tuple(self._lines.ways(self._written)))]
        if self._state.kind == "R":
            return [FileRetreats(dict(values))]
        line = self._written[-1][0][0][0]
        self._problems += OwnReader(self._reader, self._state, self._seat).miscounted(values, line)
        board, most = self._reader.board, builds_due(self._reader.board, self._state, self._seat)
        together = tuple(values) if cleared else with_builds_on_file(board, self._state, self._seat, values)
        if len(values) <= most < len(together):
            self._problems.append(words.problem((line, 1), "builds-together", most=most, number=len(together)))
        return [FileAdjustments(together)]

    def _check_ready(self, found: Cut, acts: Sequence[Act], refused: bool) -> None:
        """Ask back a READY that finds nothing on file where the seat could order something.

        That is among the moves, or in any phase after a letter that was *refused*.
        """
        board, state, seat = self._reader.board, self._state, self._seat
        said = next((act for act in acts if isinstance(act, Ready)), None)
        if said is None or self._problems:
            return
        kept = bool(lines_on_file(board, state, seat)) and not any(isinstance(act, Clear) for act in acts)
        asks_back = (state.kind == "M" or refused) and may_order(board, state, seat)
        line = next(line for line in found.commands if bare(line.text).startswith("READY"))
        why = why_not_ready(line, said, bool(self._written) or kept, asks_back)
        self._problems += [why] if why is not None else []

    def _in_order(self, acts: Sequence[Act], filed: Sequence[Act], wrong: int) -> tuple[Act, ...]:
        """Return what is to be done: CLEAR first, then the orders, and READY last, unless a line is wrong."""
        clear = [act for act in acts if isinstance(act, Clear)][:1]
        final = [Ready() if isinstance(act, Ready) else act for act in acts if isinstance(act, Ready | Unready)][-1:]
        if wrong:
            final = [act for act in final if isinstance(act, Unready)]
        return (*clear, *filed, *final)

    def _again(self, letter: Letter) -> tuple[str, ...]:
        """Return the lines of a letter for another phase, without its headings, to be sent for the one now due."""
        lines = [line for line in letter.lines if not line.command]
        parts = self._forms.split(lines)
        headings = {line for line, _ in self._cutter.cut(parts, self._lines.read).headings}
        named: dict[int, list[str]] = {line.number: [] for line in headings}
        for part in parts:
            if part.number in named and part not in headings:
                named[part.number].append(part.text.strip())
        return tuple(text for line in lines for text in named.get(line.number, [line.text]))
