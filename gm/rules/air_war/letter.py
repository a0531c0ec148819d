"""A letter to an Air War: a set of moves, a choice or a placing stands or falls as a whole; fire stands line by line.

A letter whose set falls does nothing at all but answer questions. Checks use what both sides know and the letter alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from lark import Token

from gm.rules import Letter, Line, Orders, Problem, Problems
from gm.rules.air_war.aiming import check_fire, wasted
from gm.rules.air_war.checking import check_cities, check_moves, check_placing
from gm.rules.air_war.reading import WALK, is_meant, read_cities, read_orders, read_placing, words_of
from gm.rules.air_war.state import CHIPS, CITIES, CODES, FIRE, LETTERS, MOVES, State
from gm.rules.air_war.writing import chips_written, cities_written, fire_written
from gm.rules.reading import Fault, problem, without_remark
from gm.rules.war.lines import LineReader, first_word
from gm.rules.war.sides import other

ALONE = ("READY", "CLEAR", "BOARD", "TRY")
WORDS = (*ALONE, "REPORT", "PROPOSE", "AIR", "FIRE", "HOLD", "CITIES", "PLACE")
REPORT = re.compile(r"REPORT(?:\s+(?:CYCLE\s+|C)?(\d{1,6})[MF]?)?", re.IGNORECASE)
PROPOSE = re.compile(r"PROPOSE\s+(?:A\s+)?DRAW", re.IGNORECASE)
STAGES = "".join(LETTERS[kind] for kind in (CITIES, CHIPS, MOVES, FIRE))


class File(msgspec.Struct, frozen=True):
    """What is to be on file, in normal form, and what is to be said of it."""

    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()


class Ready(msgspec.Struct, frozen=True):
    """READY: what is on file is final."""


class Clear(msgspec.Struct, frozen=True):
    """CLEAR: nothing is on file."""


class Propose(msgspec.Struct, frozen=True):
    """PROPOSE DRAW."""


class AskBoard(msgspec.Struct, frozen=True):
    """BOARD."""


class AskReport(msgspec.Struct, frozen=True):
    """REPORT of a cycle; None: the last."""

    cycle: int | None


class LetterReader:
    """Reads one letter of one side for the round now due."""

    def __init__(self, reader: LineReader, state: State, side: str) -> None:
        self._reader, self._state, self._side = reader, state, side
        self._position = state.position
        self._acts: list[Any] = []
        self._asks: list[Any] = []
        self._problems: list[Problem] = []
        self._unread: list[Line] = []
        self._orders: list[tuple[Line, list[Token]]] = []
        self._alone: dict[str, Line] = {}

    def read(self, letter: Letter) -> Orders | Problems:
        """What the letter asks for, or all that is wrong with it."""
        for line in letter.lines:
            if line.text.strip() and not line.command:
                self._line(line)
        asks = tuple(dict.fromkeys(self._asks))
        late = self._out_of_place(letter)
        if late is not None:
            return msgspec.structs.replace(late, asks=asks)
        filed = self._filed()
        if self._problems and self._state.kind != FIRE:
            return Problems(self._sorted(), tuple(line.text for line in letter.lines), asks=asks)
        self._not_ready()
        clear = [Clear()] if "CLEAR" in self._alone else []
        ready = [Ready()] if "READY" in self._alone else []
        acts = (*clear, *filed, *dict.fromkeys(self._acts), *ready, *asks)
        dry = "TRY" in self._alone
        return Orders(acts, tuple(self._unread), dry=dry, asks=asks, problems=self._sorted())

    def _sorted(self) -> tuple[Problem, ...]:
        return tuple(sorted(self._problems, key=lambda p: (p.line, p.column)))

    # -- the lines ---------------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        text = without_remark(line.text).strip(" \t\xa0.:!>*-")
        word = text.upper()
        found = REPORT.fullmatch(text)
        if word in ALONE:
            self._alone.setdefault(word, line)
            self._asks += [AskBoard()] if word == "BOARD" else []
        elif found:
            self._asks.append(AskReport(int(found[1]) if found[1] else None))
        elif PROPOSE.fullmatch(text):
            self._acts.append(Propose())
        else:
            self._other(line)

    def _other(self, line: Line) -> None:
        """An order, or prose."""
        found = words_of(self._reader, line.text, line.number)
        word = first_word(line.text)
        if word in ALONE and any(token.type == "FIELD" for token in found):
            self._problems.append(problem(found[0], "too-many-words", f"{word} stands alone on its line"))
        elif is_meant(found):
            self._orders.append((line, found))
        elif without_remark(line.text).strip():
            self._unread.append(line)

    def _out_of_place(self, letter: Letter) -> Problems | None:
        """The answer to orders for another round than the one now due; None if there are none such."""
        named, now = letter.phase.upper(), self._state.code
        bound = self._orders or any(word in self._alone for word in ("READY", "CLEAR", "TRY"))
        if not bound or not re.fullmatch(CODES, named) or named == now:
            return None
        gone = _order_of(named) < _order_of(now)
        said = f"{named} is over: now due is {now}" if gone else f"{named} has not begun: now due is {now}"
        return Problems((), tuple(line.text for line in letter.lines if not line.command), said)

    # -- what is filed -----------------------------------------------------------------------------------------

    def _filed(self) -> list[File]:
        """What the order lines put on file; nothing if there is none that is right."""
        makes: dict[str, Callable[[], list[File]]] = {
            CITIES: self._cities, CHIPS: self._chips, MOVES: self._moves, FIRE: self._fire,
        }  # fmt: skip
        return makes[self._state.kind]() if self._orders else []

    def _each(self, reads: Callable[[Line, list[Token]], Sequence[Any]]) -> list[Any]:
        """What *reads* makes of every line; its faults are noted."""
        made: list[Any] = []
        for line, found in self._orders:
            try:
                made += reads(line, found)
            except Fault as fault:
                self._problems.append(fault.problem)
        return made

    def _cities(self) -> list[File]:
        board = self._state.board
        named = self._each(lambda _, found: read_cities(self._reader, self._fitting(found, "CITIES"), board))
        if self._problems:
            return []
        cities, self._problems = check_cities(board, other(self._side), named)
        return [File(cities_written(cities))]

    def _chips(self) -> list[File]:
        board, chips = self._state.board, self._state.options.chips
        named = self._each(lambda _, found: read_placing(self._reader, self._fitting(found, "PLACE"), board))
        if self._problems:
            return []
        placed, self._problems = check_placing(board, self._side, named, chips)
        return [File(chips_written(placed))]

    def _fitting(self, found: list[Token], word: str) -> list[Token]:
        """The words of a line of the start. Raises Fault if it is an order of a cycle."""
        wrong = next((token for token in found if token.type in ("AIR", "FIRE", "HOLD", "CITIES", "PLACE")), None)
        if wrong is not None and wrong.type != word:
            what = "three fields for cities" if word == "CITIES" else "first chips"
            raise Fault(problem(wrong, "not-now", f"now {what} are to be named: {word} and fields"))
        return found

    def _moves(self) -> list[File]:
        orders = self._each(lambda _, found: list(read_orders(self._reader, found, self._state.board, WALK)))
        moves, problems = check_moves(self._position, self._side, orders)
        self._problems += problems
        return [File(tuple(map(str, moves)))]

    def _fire(self) -> list[File]:
        """The fire of the right lines; HOLD FIRE says that there is none."""
        board = self._state.board
        held = [found for _, found in self._orders if found[0].type == "HOLD"]
        self._orders = [(line, found) for line, found in self._orders if found[0].type != "HOLD"]
        orders = self._each(lambda _, found: list(read_orders(self._reader, found, board, "")))
        holds = [self._holds(found) for found in held]
        shots, problems = check_fire(self._position, self._side, orders)
        self._problems += problems
        if not shots and not any(holds):
            return []
        targets = wasted(self._position, self._side, shots)
        notes = tuple(f"no enemy chip stands on {field}: fire at it kills nobody" for field in targets)
        return [File(fire_written(shots), notes)]

    def _holds(self, found: list[Token]) -> bool:
        """Whether a line that begins with HOLD may stand: it says HOLD FIRE, and no other line orders fire."""
        try:
            self._reader.parse(found, "hold_fire")
        except Fault as fault:
            self._problems.append(fault.problem)
            return False
        if self._orders:
            said = f"line {self._orders[0][0].number} orders fire: leave one of the two out"
            self._problems.append(problem(found[0], "held", said))
        return not self._orders

    def _not_ready(self) -> None:
        """Beside a wrong line READY does nothing: what is on file may not be what its sender means."""
        if self._problems and "READY" in self._alone:
            line = self._alone.pop("READY")
            said = "beside a wrong line this does nothing: say it again when all is as you want it"
            self._problems.append(Problem(line.number, 1, "not-ready", said))


def _order_of(code: str) -> tuple[int, int]:
    return int(code[1:-1]), STAGES.index(code[-1])
