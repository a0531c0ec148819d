"""A letter to the stone game: one turn, which stands or falls as a whole, and whatever else is in the letter.

A letter whose turn is refused only has its questions answered. Everybody knows the position, so all checks may use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from lark import Lark, Token
from msgspec.structs import replace

from gm.rules import Letter, Line, Orders, Problem, Problems, Seat
from gm.rules.hex_negotiation.acts import MakeTurn, Swap
from gm.rules.hex_negotiation.examples import written
from gm.rules.hex_negotiation.faults import words
from gm.rules.hex_negotiation.legality import check_turn, only_turn
from gm.rules.hex_negotiation.reading import ORDERS, cells_of, is_meant, lacks_a_word, read_turn, words_of
from gm.rules.hex_negotiation.state import CODES, State, colour_of
from gm.rules.lines.commands import DRAW, Ask, AskBoard, read_alone
from gm.rules.lines.letters import Fault, out_of_place, own_lines, sorted_problems, to_retry
from gm.rules.lines.slips import explained, in_form
from gm.rules.lines.words import bare
from gm.rules.pictures.stones import NAMES

WORDS = ("PLACE", "REPLACE", "SWAP", "BOARD", "PROPOSE")
ALONE: Mapping[str, msgspec.Struct] = {"BOARD": AskBoard(), "SWAP": Swap(), **DRAW}


class LetterReader:
    """Reads one letter from one seat."""

    def __init__(self, reader: Lark, state: State, seat: Seat) -> None:
        self._reader, self._state, self._seat = reader, state, seat
        self._acts: list[tuple[int, msgspec.Struct]] = []  # with the line of each: acts are done in the order written
        self._asks: list[Ask] = []
        self._problems: list[Problem] = []
        self._unread: list[Line] = []
        self._turn: list[Token] = []
        self._texts: dict[int, str] = {}  # its lines, by their numbers
        self._swaps: list[Line] = []

    def read(self, letter: Letter) -> Orders | Problems:
        """Return what the letter asks for, and what is wrong with it."""
        for line in own_lines(letter):
            self._line(line)
        late = self._out_of_place(letter)
        if late is not None:
            return late
        self._make_turn()
        asks = tuple(dict.fromkeys(self._asks))
        if self._problems or letter.wrong:
            return Problems(sorted_problems(self._problems), tuple(line.text for line in letter.lines), asks=asks)
        acts = [act for _, act in sorted(self._acts, key=lambda one: one[0])]
        return Orders((*acts, *asks), tuple(self._unread), asks=asks)

    def _line(self, line: Line) -> None:
        try:
            act = read_alone(line, ALONE)
        except Fault as fault:
            self._problems.append(fault.problem)
            return
        found = words_of(line.text, line.number)
        if isinstance(act, Ask):
            self._asks.append(act)
        elif act == Swap():
            self._swaps.append(line)
        elif act is not None:
            if act not in (one for _, one in self._acts):
                self._acts.append((line.number, act))
        elif is_meant(words_of(in_form(line.text))):
            if not self._repeats(found):
                self._turn += found
                self._texts[line.number] = line.text
        elif bare(line.text):
            self._unread.append(line)

    def _repeats(self, found: Sequence[Token]) -> bool:
        """Return whether the words of a line stand in the turn already."""
        return any(self._turn[at : at + len(found)] == found for at in range(len(self._turn)))

    def _out_of_place(self, letter: Letter) -> Problems | None:
        """Return the answer to a letter meant for another turn than the one now due; None if it is for this one."""
        said = out_of_place(letter.phase.upper(), self._state.phase.code, CODES, _order_of)
        if not said or not (self._turn or self._swaps):
            return None
        return Problems((), to_retry(letter), said, asks=tuple(dict.fromkeys(self._asks)))

    # -- the turn ----------------------------------------------------------------------------------------------

    def _make_turn(self) -> None:
        if not (self._turn or self._swaps):
            return
        line = min([token.line or 1 for token in self._turn] + [swap.number for swap in self._swaps])
        if self._state.owing != self._seat:
            own, mover = (NAMES[colour] for colour in (colour_of(self._state, self._seat), self._state.to_play))
            self._problems.append(words.problem((line, 1), "not-your-turn", mover=mover, own=own))
        elif self._turn and self._swaps:
            only = only_turn(self._state.position, cells_of(self._turn))
            hints = ("SWAP", written(only)) if only else ()
            self._problems.append(words.problem((self._swaps[0].number, 1), "swap-and-turn", hints))
        elif self._swaps:
            self._swap(line)
        else:
            self._stones(line)

    def _swap(self, line: int) -> None:
        state = self._state
        if state.may_swap:
            self._acts.append((line, Swap()))
            return
        why = "no-swap.off" if not state.options.pie else "no-swap.done" if state.swapped else "no-swap"
        self._problems.append(words.problem((line, 1), why))

    def _stones(self, line: int) -> None:
        try:
            turn, faults = check_turn(self._state.position, read_turn(self._reader, self._turn))
        except Fault as fault:
            turn, faults = None, [self._explained(fault.problem)]
        only = only_turn(self._state.position, cells_of(self._turn)) if faults else None
        if only is not None and lacks_a_word(self._turn, only.gained):
            turn, faults = only, []
        elif only is not None:
            faults = [replace(sorted_problems(faults)[0], hints=(written(only),))]
        self._problems += faults
        if turn is not None:
            self._acts.append((line, MakeTurn(turn)))

    def _explained(self, problem: Problem) -> Problem:
        """Return the problem of a line of the turn with what that line was probably meant as."""
        line, text = problem.line, self._texts[problem.line]
        return explained(problem, text, words_of(text, line), ORDERS, lambda other: self._is_right({line: other}))

    def _is_right(self, texts: Mapping[int, str]) -> bool:
        """Return whether the turn can be read with these texts of some of its lines."""
        lines = {**self._texts, **texts}
        try:
            read_turn(self._reader, [token for number in lines for token in words_of(lines[number], number)])
        except Fault:
            return False
        return True


def _order_of(code: str) -> tuple[int, bool]:
    return int(code.strip("TS")), code.endswith("S")
