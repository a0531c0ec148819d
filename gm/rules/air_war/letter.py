"""A letter to an Air War: moves, cities or first chips stand or fall as a whole; fire stands line by line.

If the set falls, the letter only has its questions answered. Checks use only what both sides know and the letter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from lark import Token
from msgspec.structs import replace

from gm.rules import Letter, Line, Orders, Problem, Problems
from gm.rules.air_war.acts import File
from gm.rules.air_war.aiming import check_fire, wasted
from gm.rules.air_war.checking import check_cities, check_moves, check_placing
from gm.rules.air_war.faults import words
from gm.rules.air_war.reading import WALK, is_meant, read_cities, read_orders, read_placing
from gm.rules.air_war.state import CHIPS, CITIES, CODES, FIRE, LETTERS, MOVES, State
from gm.rules.air_war.writing import chips_written, cities_written, fire_written
from gm.rules.lines.commands import Ask, Clear, ProposeDraw, Ready, Try, Unready
from gm.rules.lines.letters import SHOWN, Fault, out_of_place, own_lines, sorted_problems, to_retry
from gm.rules.lines.words import first_word, without_remark
from gm.rules.pictures.war import other
from gm.rules.war.commands import COMMANDS, Command, asked_back, may_try, not_ready, read_command
from gm.rules.war.reading import LineReader
from gm.rules.war.standing import STAND, Stand, refused

ALONE = COMMANDS[:4]
Read = TypeVar("Read")
WORDS = (*COMMANDS, STAND, "AIR", "FIRE", "HOLD", "CITIES", "PLACE")
STAGES = "".join(LETTERS[kind] for kind in (CITIES, CHIPS, MOVES, FIRE))


class LetterReader:
    """Reads one letter from one side for the round now due."""

    def __init__(self, reader: LineReader, state: State, side: str) -> None:
        self._reader, self._state, self._side = reader, state, side
        self._position = state.position
        self._commands: list[tuple[Line, Command]] = []
        self._problems: list[Problem] = []
        self._unread: list[Line] = []
        self._orders: list[tuple[Line, list[Token]]] = []

    def read(self, letter: Letter) -> Orders | Problems:
        """Return what the letter asks for, or everything that is wrong with it."""
        for line in own_lines(letter):
            self._line(line)
        self._refuse_standing()
        asks = self._said(Ask)
        late = self._out_of_place(letter.phase.upper())
        if late:
            return Problems((), to_retry(letter), late, asks)
        filed = [replace(act, standing=letter.ahead) for act in self._filed()]
        wrong = bool(self._problems or letter.wrong)
        if wrong and (self._state.kind != FIRE or may_try(self._problems, letter.lines)):
            return Problems(sorted_problems(self._problems), tuple(line.text for line in letter.lines), asks=asks)
        ready = self._ready(bool(filed), wrong, letter.refused)
        unready = self._said(Unready)
        acts = (*self._said(Clear), *filed, *self._said(Stand, ProposeDraw), *(unready or ready), *asks)
        problems = sorted_problems(self._problems)
        return Orders(acts, tuple(self._unread), dry=bool(self._said(Try)), asks=asks, problems=problems)

    def _ready(self, filed: bool, wrong: bool, refused: bool) -> tuple[Ready, ...]:
        """Return READY if it is said and counts. filed, wrong: the letter has orders, or a wrong line."""
        state, side = self._state, self._side
        said = [(line, command) for line, command in self._commands if isinstance(command, Ready)]
        if wrong:
            self._problems += not_ready([line for line, _ in said])
            return ()
        kept = side in state.filed and not self._said(Clear)
        moves = state.kind == MOVES and bool(state.position.chips[side])
        fires = state.kind == FIRE and refused and bool(state.position.aimers(side))
        problems = asked_back(said, filed or kept, moves or fires)
        self._problems += problems
        return () if problems or not said else (Ready(),)

    def _said(self, *kinds: type) -> tuple[Command, ...]:
        """Return the commands of these kinds, each once."""
        return tuple(dict.fromkeys(command for _, command in self._commands if isinstance(command, kinds)))

    # -- the lines ---------------------------------------------------------------------------------------------

    def _line(self, line: Line) -> None:
        try:
            command = read_command(line, self._state.options.ahead)
        except Fault as fault:
            self._problems.append(fault.problem)
            return
        if command is None:
            self._other(line)
        else:
            self._commands.append((line, command))

    def _refuse_standing(self) -> None:
        """Take the standing orders that cannot be set for wrong lines."""
        state = self._state
        wrong = refused(self._commands, state.board, state.options.ahead, bool(self._said(Try)))
        self._commands = [one for one in self._commands if one[0] not in wrong]
        self._problems += wrong.values()

    def _other(self, line: Line) -> None:
        """Take a line as an order or as prose."""
        found = self._reader.tokens(line.text, line.number)
        word = first_word(line.text)
        if word in ALONE and any(token.type == "FIELD" for token in found):
            self._problems.append(words.problem(found[0], "too-many-words", word=word))
        elif is_meant(self._reader, line.text):
            self._orders.append((line, found))
        elif without_remark(line.text).strip():
            self._unread.append(line)

    def _out_of_place(self, named: str) -> str:
        """Return why orders for another round than the one now due do nothing; "" if there are none."""
        bound = self._orders or self._said(Ready, Unready, Clear, Try)
        return out_of_place(named, self._state.code, CODES, _order_of) if bound else ""

    # -- what is filed -----------------------------------------------------------------------------------------

    def _filed(self) -> list[File]:
        """Return what the order lines put on file; nothing if none of them is right."""
        makes: dict[str, Callable[[], list[File]]] = {
            CITIES: self._cities, CHIPS: self._chips, MOVES: self._moves, FIRE: self._fire,
        }  # fmt: skip
        return makes[self._state.kind]() if self._orders else []

    def _each(self, reads: Callable[[Line, list[Token]], Sequence[Read]]) -> list[Read]:
        """Return what *reads* makes of every line, and note its faults."""
        made: list[Read] = []
        for line, found in self._orders:
            try:
                made += reads(line, found)
            except Fault as fault:
                few = len(self._problems) < SHOWN
                self._problems.append(self._reader.explained(fault.problem, line.text) if few else fault.problem)
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
        """Return the words of a line of the start. Raises Fault if it is an order of a cycle."""
        wrong = next((token for token in found if token.type in ("AIR", "FIRE", "HOLD", "CITIES", "PLACE")), None)
        if wrong is not None and wrong.type != word:
            what = "three fields for cities" if word == "CITIES" else "first chips"
            raise words.fault(wrong, "not-now", what=what, word=word)
        return found

    def _moves(self) -> list[File]:
        orders = self._each(lambda _, found: list(read_orders(self._reader, found, self._state.board, WALK)))
        moves, problems = check_moves(self._position, self._side, orders)
        self._problems += problems
        return [File(tuple(map(str, moves)))]

    def _fire(self) -> list[File]:
        """Return the fire of the right lines; HOLD FIRE says that there is none."""
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
        """Return whether a line that begins with HOLD may stand: it says HOLD FIRE, and no other line orders fire."""
        try:
            self._reader.parse(found, "hold_fire")
        except Fault as fault:
            self._problems.append(fault.problem)
            return False
        if self._orders:
            self._problems.append(words.problem(found[0], "held", line=self._orders[0][0].number))
        return not self._orders


def _order_of(code: str) -> tuple[int, int]:
    return int(code[1:-1]), STAGES.index(code[-1])
