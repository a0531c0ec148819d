"""Letters for a movement phase to come, in games that keep them (`ahead`): which are kept, which are refused, and why.

What a letter that is kept orders is not looked at: it is read when its phase begins, on the board as it is then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from gm.rules import Kept, Letter, Line, Orders, Phase, Problem, Problems
from gm.rules.lines.letters import own_lines, sorted_problems
from gm.rules.lines.words import bare, first_word
from gm.rules.provinces.campaign import Campaign, order_of
from gm.rules.provinces.faults import words
from gm.rules.provinces.headings import heading
from gm.rules.provinces.names import Names

SETTING = ("ahead", "letters for movement phases to come are kept (HELP AHEAD)")
MOVEMENT = re.compile(r"[SF]\d{4}M")
MOST_PHASES = 4
MOST_LINES, MOST_LENGTH = 200, 6000  # of what is kept for a phase; lengths in characters
WITHDRAWS = "CLEAR"


def to_come(state: Campaign, code: str) -> bool:
    """Return whether *code* is a movement phase after the phase now due, in a game that keeps letters for it."""
    return state.options.ahead is True and bool(MOVEMENT.fullmatch(code)) and order_of(code) > order_of(state.code)


def kept(
    state: Campaign, code: str, letter: Letter, beside: Sequence[Line], problems: Iterable[Problem] = ()
) -> Orders | Problems:
    """Return a letter for the phase *code*, which is to come, as one that is kept, or why it is not.

    beside: its lines that are commands of the rules, which do not wait; problems: what else is wrong with it.
    """
    lines = tuple(own_lines(letter))
    found = [*problems, *(words.problem(line, "ahead-beside", phase=code) for line in beside)]
    if _number(code) - _number(state.code) > MOST_PHASES:
        found.append(words.problem(lines[0], "ahead-far", most=MOST_PHASES, last=_after(state, MOST_PHASES)))
    if len(lines) > MOST_LINES or sum(len(line.text) for line in lines) > MOST_LENGTH:
        found.append(words.problem(lines[0], "ahead-long", lines=MOST_LINES, length=f"{MOST_LENGTH:,}"))
    if found:
        return Problems(sorted_problems(found), tuple(line.text for line in letter.lines))
    return Orders((), keeps=Kept(_phase(state, code), lines))


class Withdrawn:
    """The lines of a letter that withdraw what is kept for a phase to come: CLEAR F1901M.

    letter: the letter in which they are marked as read. phases: those phases.
    """

    def __init__(self, state: Campaign, letter: Letter, names: Names) -> None:
        found = {line: code for line in letter.lines if (code := _withdrawn(state, line, names))}
        self._lines = tuple(found)
        self.phases = tuple(_phase(state, code) for code in dict.fromkeys(found.values()))
        marked = tuple(replace(line, command=True) if line in found else line for line in letter.lines)
        self.letter = replace(letter, lines=marked) if found else letter

    def beside_trial(self) -> list[Problem]:
        """Return the problems of these lines in a letter that only tries what it would do."""
        return [words.problem(line, "ahead-trial") for line in self._lines]


def _withdrawn(state: Campaign, line: Line, names: Names) -> str:
    """Return the phase for which a line withdraws what is kept; "" if it does not."""
    if not state.options.ahead or line.command or first_word(line.text) != WITHDRAWS:
        return ""
    named = heading(bare(line.text).removeprefix(WITHDRAWS), names)
    code = named.code(state) if named is not None else ""
    return code if to_come(state, code) else ""


def _number(code: str) -> int:
    """Return how many movement phases there have been when a phase begins, since year 0."""
    return 2 * int(code[1:5]) + (code[0] != "S")


def _after(state: Campaign, number: int) -> str:
    """Return the code of the movement phase that comes *number* movement phases after the one now due, or last due."""
    year, fall = divmod(_number(state.code) + number, 2)
    return f"{'F' if fall else 'S'}{year}M"


def _phase(state: Campaign, code: str) -> Phase:
    return replace(state, season=code[0], year=int(code[1:5]), kind=code[5]).phase
