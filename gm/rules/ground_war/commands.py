"""The words of the Ground War that are no orders, one a line: READY, CLEAR, BOARD, REPORT, TRY, PROPOSE DRAW."""

from __future__ import annotations

import re
from typing import TypeAlias

import msgspec

from gm.rules import Line, Problem
from gm.rules.ground_war.state import Filed
from gm.rules.reading import without_remark
from gm.rules.war.lines import first_word


class FileOrders(msgspec.Struct, frozen=True, tag="orders"):
    """Put these orders on file; they replace the earlier ones of the round."""

    filed: Filed


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """What is on file is final."""


class Clear(msgspec.Struct, frozen=True, tag="clear"):
    """Nothing is on file."""


class AskBoard(msgspec.Struct, frozen=True, tag="board"):
    """Ask for what one knows of the board."""


class AskReport(msgspec.Struct, frozen=True, tag="report"):
    """Ask for everything told in a cycle."""

    cycle: int


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """Propose a draw, or agree to it."""


class Try(msgspec.Struct, frozen=True, tag="try"):
    """Only show what the letter would do."""


Act: TypeAlias = FileOrders | Ready | Clear | AskBoard | AskReport | Propose | Try
WORDS = (
    "MAN", "MEN", "TRUCK", "JUMP", "FIRE", "HOLD", "READY", "CLEAR", "BOARD", "REPORT", "TRY", "PROPOSE",
)  # fmt: skip
SHAPES = {
    "READY": (re.compile(r"READY"), "READY alone on its line"),
    "CLEAR": (re.compile(r"CLEAR"), "CLEAR alone on its line"),
    "BOARD": (re.compile(r"BOARD"), "BOARD alone on its line"),
    "TRY": (re.compile(r"TRY"), "TRY alone on its line"),
    "REPORT": (re.compile(r"REPORT(?:\s+(?:CYCLE\s+|C)?(?P<cycle>\d{1,5})[MFSN]?)?"), "REPORT 7"),
    "PROPOSE": (re.compile(r"PROPOSE\s+(?:A\s+)?DRAW"), "PROPOSE DRAW"),
}
LONGEST = 3  # words of a line that begins so and is taken for a command written wrongly


def is_command(line: Line) -> bool:
    """Whether a line is one of these commands, rightly or wrongly written; a longer one is prose."""
    word = first_word(line.text)
    return word in SHAPES and (_match(line, word) is not None or len(line.text.split()) <= LONGEST)


def read_command(line: Line, told: int) -> Act | Problem:
    """The command on *line*. *told*: the last cycle of which anything was told."""
    word = first_word(line.text)
    match = _match(line, word)
    column = len(line.text) - len(line.text.lstrip()) + 1
    if match is None:
        return Problem(line.number, column, "command", f"written as: {SHAPES[word][1]}")
    if word != "REPORT":
        found: dict[str, Act] = {"READY": Ready(), "CLEAR": Clear(), "BOARD": AskBoard(), "TRY": Try()}
        return found.get(word, Propose())
    cycle = int(match["cycle"]) if match["cycle"] else told
    if cycle > told:
        said = f"nothing was told of cycle {cycle} yet" + (f"; the last is {told}" if told else "")
        return Problem(line.number, column, "no-cycle", said, (f"REPORT {told}",))
    return AskReport(cycle)


def _match(line: Line, word: str) -> re.Match[str] | None:
    text = " ".join(without_remark(line.text).upper().replace("\xa0", " ").split()).strip(" .:!,;>*-")
    return SHAPES[word][0].fullmatch(text)
