"""The words of the Ground War that are no orders, one a line: READY, CLEAR, BOARD, REPORT, TRY, PROPOSE DRAW."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gm.rules import Line
from gm.rules.ground_war.state import Filed
from gm.rules.lines.faults import Fault, problem_of
from gm.rules.lines.words import bare, first_word
from gm.rules.war.commands import AskReport, Command, read_command


class FileOrders(msgspec.Struct, frozen=True, tag="orders"):
    """Put these orders on file; they replace the earlier ones of the round."""

    filed: Filed


Act: TypeAlias = FileOrders | Command
WORDS = (
    "MAN", "MEN", "TRUCK", "JUMP", "FIRE", "HOLD", "READY", "CLEAR", "BOARD", "REPORT", "TRY", "PROPOSE",
)  # fmt: skip
SHAPES = {
    **{word: f"{word} alone on its line" for word in ("READY", "CLEAR", "BOARD", "TRY")},
    "REPORT": "REPORT 7",
    "PROPOSE": "PROPOSE DRAW",
}
LONGEST = 3  # words of a line that begins so and is taken for a command written wrongly


def is_command(line: Line) -> bool:
    """Whether a line is one of these commands, rightly or wrongly written; a longer one is prose."""
    return first_word(line.text) in SHAPES and len(bare(line.text).split()) <= LONGEST


def command_on(line: Line, told: int) -> Command:
    """The command on *line*. *told*: the last cycle of which anything was told. Raises Fault."""
    command = read_command(line)
    if command is None:
        raise Fault(problem_of(line, "command", f"written as: {SHAPES[first_word(line.text)]}"))
    if not isinstance(command, AskReport):
        return command
    if command.cycle is not None and command.cycle > told:
        said = f"nothing was told of cycle {command.cycle} yet" + (f"; the last is {told}" if told else "")
        raise Fault(problem_of(line, "no-cycle", said, (f"REPORT {told}",)))
    return AskReport(told) if command.cycle is None else command
