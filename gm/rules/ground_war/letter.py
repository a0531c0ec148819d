"""A letter to a Ground War: its right lines stand, its wrong ones are told; checked by what its sender knows alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.rules import Letter, Line, Orders, Problem, Problems
from gm.rules.ground_war.commands import (
    Act,
    AskBoard,
    AskReport,
    Clear,
    FileOrders,
    Ready,
    Try,
    is_command,
    read_command,
)
from gm.rules.ground_war.own import own_of
from gm.rules.ground_war.reading import is_order, read_sheet
from gm.rules.ground_war.state import Filed, State
from gm.rules.war.lines import LineReader

ENDS_READY = re.compile(r"[\s,;.]+(?:AND\s+)?READY[\s.!]*\Z", re.IGNORECASE)
TRIED = re.compile(r"(?P<space>\s*)TRY(?=\s)", re.IGNORECASE)


def read_letter(reader: LineReader, state: State, side: str, letter: Letter) -> Orders | Problems:
    """What the letter asks for, with its wrong lines; Problems only if all of it belongs to another round."""
    lines = [part for line in letter.lines if not line.command and line.text.strip() for part in _parts(reader, line)]
    dry = [line for line in lines if _tries(reader, line)]
    lines = [_without_try(line) if line in dry else line for line in lines]
    orders = [line for line in lines if is_order(reader, line.text)]
    commands = [line for line in lines if line not in orders and is_command(line)]
    unread = tuple(line for line in lines if line not in orders and line not in commands)
    acts, problems = _acts(commands, state, side)
    asks = tuple(dict.fromkeys(act for act in acts if isinstance(act, AskBoard | AskReport)))
    bound = orders or any(isinstance(act, Ready | Clear) for act in acts)
    phase = letter.phase.upper() or state.code
    if bound and phase != state.code:
        return Problems((), tuple(line.text for line in lines), _out_of_place(phase, state.code), asks)
    sheet = read_sheet(reader, own_of(state, side), orders)
    problems = [*problems, *sheet.problems]
    if problems:
        acts, problems = _without_ready(acts, problems, commands)
    problems.sort(key=lambda p: (p.line, p.column))
    tries = bool(dry) or any(isinstance(act, Try) for act in acts)
    done = tuple(dict.fromkeys(act for act in acts if not isinstance(act, Try)))
    return Orders(_in_order(done, sheet.filed), unread, (), tries, asks, tuple(problems))


def _parts(reader: LineReader, line: Line) -> tuple[Line, ...]:
    """An order with READY behind it on one line is both."""
    match = ENDS_READY.search(line.text)
    if match is None or not is_order(reader, line.text[: match.start()]):
        return (line,)
    return Line(line.number, line.text[: match.start()]), Line(line.number, "READY")


def _tries(reader: LineReader, line: Line) -> bool:
    """Whether TRY stands before an order on one line."""
    return TRIED.match(line.text) is not None and is_order(reader, _without_try(line).text)


def _without_try(line: Line) -> Line:
    """The line without its TRY, every column as it was."""
    return Line(line.number, TRIED.sub(lambda match: f"{match['space']}   ", line.text, count=1))


def _acts(commands: Sequence[Line], state: State, side: str) -> tuple[list[Act], list[Problem]]:
    last = max((int(cycle) for cycle in state.told.get(side, {})), default=0)
    read = [read_command(line, last) for line in commands]
    acts = [one for one in read if not isinstance(one, Problem)]
    return acts, [one for one in read if isinstance(one, Problem)]


def _without_ready(
    acts: Sequence[Act], problems: Sequence[Problem], commands: Sequence[Line]
) -> tuple[list[Act], list[Problem]]:
    """Beside a wrong line READY does nothing: what is on file may not be what its sender means."""
    lines = [line for line in commands if line.text.strip(" .:!").upper() == "READY"][:1]
    said = "beside a wrong line this does nothing: say it again when all is as you want it"
    found = [Problem(line.number, 1, "not-ready", said) for line in lines]
    return [act for act in acts if not isinstance(act, Ready)], [*problems, *found]


def _in_order(acts: Sequence[Act], filed: Filed) -> tuple[Act, ...]:
    """CLEAR first, then the orders as one act, then READY and the rest."""
    clear = [act for act in acts if isinstance(act, Clear)]
    orders = [FileOrders(filed)] if filed != Filed() else []
    return (*clear, *orders, *(act for act in acts if not isinstance(act, Clear)))


def _out_of_place(phase: str, now: str) -> str:
    if _rank(phase) > _rank(now):
        return f"{phase} has not begun: now due is {now}"
    return f"{phase} is over: the round now due is {now}"


def _rank(code: str) -> tuple[int, int]:
    number = re.sub(r"\D", "", code)
    return int(number[:6] or 0), "MFSN".find(code[-1:])
