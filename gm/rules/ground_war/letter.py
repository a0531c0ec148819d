"""A letter to a Ground War: right lines stand, wrong ones are told; checked only by what the sender knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.rules import Letter, Line, Orders, Problem, Problems
from gm.rules.ground_war.acts import Act, FileOrders
from gm.rules.ground_war.faults import words
from gm.rules.ground_war.own import Own, own_of
from gm.rules.ground_war.reading import is_order, read_sheet
from gm.rules.ground_war.state import CODES, Filed, State
from gm.rules.lines.commands import Ask, Clear, Ready, Try, Unready
from gm.rules.lines.letters import Fault, out_of_place, own_lines, sorted_problems
from gm.rules.lines.words import BULLETS, asks, bare, first_word
from gm.rules.war.commands import COMMANDS, AskReport, Command, asked_back, may_try, not_ready, read_command
from gm.rules.war.reading import LineReader
from gm.rules.war.standing import STAND, is_stand, refused

WORDS = ("MAN", "MEN", "TRUCK", "JUMP", "FIRE", "HOLD", *COMMANDS, STAND)
SHAPES = {
    **{word: f"{word} alone on its line" for word in ("READY", "CLEAR", "BOARD", "TRY")},
    "REPORT": "REPORT 7",
    "PROPOSE": "PROPOSE DRAW",
}
LONGEST = 3  # first words of lines taken for wrongly written commands
ENDS_READY = re.compile(r"[\s,;.]+(?:AND\s+)?READY[\s.!?]*\Z", re.IGNORECASE)
TRIED = re.compile(rf"(?P<lead>[{BULLETS}]*)TRY(?=\s)", re.IGNORECASE)


def read_letter(reader: LineReader, state: State, side: str, letter: Letter) -> Orders | Problems:
    """Return what the letter asks for, with its wrong lines; Problems only if all of it belongs to another round."""
    ahead = state.options.ahead
    lines = [part for line in own_lines(letter) for part in _parts(reader, line, ahead)]
    dry = [line for line in lines if _tries(reader, line)]
    lines = [_without_try(line) if line in dry else line for line in lines]
    orders = [line for line in lines if not is_stand(line, ahead) and is_order(reader, line.text)]
    commands = [line for line in lines if line not in orders and is_command(line, ahead)]
    unread = tuple(line for line in lines if line not in orders and line not in commands)
    tries = bool(dry) or any(bare(line.text) == "TRY" for line in commands)
    said, problems = _acts(commands, state, side, tries)
    acts: list[Act] = [act for _, act in said]
    questions = tuple(dict.fromkeys(act for act in acts if isinstance(act, Ask)))
    bound = orders or any(isinstance(act, Ready | Unready | Clear) for act in acts)
    late = out_of_place(letter.phase.upper(), state.code, CODES, rank=_rank, due="the round now due") if bound else ""
    if late:
        return Problems((), tuple(line.text for line in lines), late, questions)
    sheet = read_sheet(reader, own_of(state, side), orders)
    problems = [*problems, *sheet.problems]
    if may_try(problems, commands):
        return Problems(sorted_problems(problems), tuple(line.text for line in lines), asks=questions)
    ready = [(line, act) for line, act in said if isinstance(act, Ready)]
    if problems or letter.wrong:
        problems += not_ready([line for line, _ in ready])
    elif ready:
        filed = Clear() not in acts and state.filed.get(side, Filed()) != Filed()
        asks_back = may_order(own_of(state, side), letter.refused)
        problems += asked_back(ready, filed or sheet.filed != Filed(), asks_back)
    if problems or letter.wrong or Unready() in acts:
        acts = [act for act in acts if not isinstance(act, Ready)]
    acts = [Ready() if isinstance(act, Ready) else act for act in acts]
    done = tuple(dict.fromkeys(act for act in acts if not isinstance(act, Try)))
    return Orders(
        acts=_in_order(done, sheet.filed, letter.ahead),
        unread=unread,
        retry=(),
        dry=tries,
        asks=questions,
        problems=sorted_problems(problems),
    )


def may_order(own: Own, refused: bool) -> bool:
    """Return whether a side has men to order, and READY without orders may be a slip: among moves, or if *refused*."""
    return bool((own.moves and own.men) or (refused and own.fire and own.aiming()))


def _parts(reader: LineReader, line: Line, ahead: object) -> tuple[Line, ...]:
    """Split an order, or standing orders, followed by READY on the same line."""
    match = ENDS_READY.search(line.text)
    first = Line(line.number, line.text[: match.start()]) if match is not None else line
    named = is_stand(first, ahead) and len(first.text.split()) > 1  # "Stand ready" names nobody
    if match is None or not (named or is_order(reader, first.text)):
        return (line,)
    return first, Line(line.number, "READY?" if asks(line.text) else "READY")


def _tries(reader: LineReader, line: Line) -> bool:
    """Return whether TRY precedes an order on the same line."""
    return TRIED.match(line.text) is not None and is_order(reader, _without_try(line).text)


def _without_try(line: Line) -> Line:
    """Return the line without its TRY, keeping every column."""
    return Line(line.number, TRIED.sub(lambda match: f"{match['lead']}   ", line.text, count=1))


def _acts(
    commands: Sequence[Line], state: State, side: str, tries: bool
) -> tuple[list[tuple[Line, Command]], list[Problem]]:
    """Return the right commands, with their lines, and the faults of the others. *tries*: the letter does nothing."""
    last = max((int(cycle) for cycle in state.told.get(side, {})), default=0)
    said: list[tuple[Line, Command]] = []
    problems: list[Problem] = []
    for line in commands:
        try:
            said.append((line, command_on(line, last, state.options.ahead)))
        except Fault as fault:
            problems.append(fault.problem)
    wrong = refused(said, state.position.board, state.options.ahead, tries)
    return [one for one in said if one[0] not in wrong], [*problems, *wrong.values()]


def _in_order(acts: Sequence[Act], filed: Filed, standing: bool) -> tuple[Act, ...]:
    """Put CLEAR first, then the orders as one act, then READY and the rest."""
    clear = [act for act in acts if isinstance(act, Clear)]
    orders = [FileOrders(filed, standing)] if filed != Filed() else []
    return (*clear, *orders, *(act for act in acts if not isinstance(act, Clear)))


def _rank(code: str) -> tuple[int, int]:
    number = re.sub(r"\D", "", code)
    return int(number[:6] or 0), "MFSN".find(code[-1:])


def is_command(line: Line, ahead: object = False) -> bool:
    """Return whether a line is one of these commands, right or wrong; a longer one is prose.

    ahead: whether the game keeps standing orders.
    """
    if first_word(line.text) in SHAPES:
        return len(bare(line.text).split()) <= LONGEST
    try:
        return read_command(line, ahead) is not None
    except Fault:
        return True


def command_on(line: Line, told: int, ahead: object) -> Command:
    """Return the command on *line*. *told*: the last cycle of which anything was told. Raises Fault."""
    command = read_command(line, ahead)
    if command is None:
        raise words.fault(line, "command", shape=SHAPES[first_word(line.text)])
    if not isinstance(command, AskReport):
        return command
    if command.cycle is not None and command.cycle > told:
        name = "no-cycle.but" if told else "no-cycle"
        raise words.fault(line, name, (f"REPORT {told}",), cycle=command.cycle, last=told)
    return AskReport(told) if command.cycle is None else command
