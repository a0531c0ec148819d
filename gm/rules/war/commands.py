"""The words of both war games that are not orders, one to a line: READY, CLEAR, BOARD, REPORT, TRY, PROPOSE, STAND."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gm.rules import Line, Problem
from gm.rules.lines.commands import (
    DRAW,
    READY,
    Ask,
    AskBoard,
    Clear,
    ProposeDraw,
    Ready,
    Try,
    Unready,
    read_alone,
    why_not_ready,
)
from gm.rules.lines.words import bare
from gm.rules.war.faults import words
from gm.rules.war.standing import Stand, read_stand


class AskReport(Ask, frozen=True):
    """REPORT: everything told in a cycle; None: the last one."""

    cycle: int | None


Command: TypeAlias = Ready | Unready | Clear | Try | AskBoard | AskReport | ProposeDraw | Stand
ALONE: Mapping[str, Command] = {
    "NOT READY": Unready(), **READY, "CLEAR": Clear(), "BOARD": AskBoard(), "TRY": Try(), **DRAW,
}  # fmt: skip
COMMANDS = ("READY", "CLEAR", "BOARD", "TRY", "REPORT", "PROPOSE")  # the first words of these commands
REPORT = re.compile(r"REPORT(?:\s+(?:CYCLE\s+|C)?(\d{1,6})[MFSN]?)?")


def read_command(line: Line, ahead: object = False) -> Command | None:
    """Return the command that a line consists of, or None. ahead: whether the game keeps standing orders.

    Raises Fault (see read_alone and read_stand).
    """
    found = REPORT.fullmatch(bare(line.text))
    if found is None:
        return read_stand(line, ahead) or read_alone(line, ALONE)
    return AskReport(int(found[1]) if found[1] else None)


def may_try(problems: Sequence[Problem], lines: Sequence[Line]) -> bool:
    """Return whether one of the wrong lines is probably TRY: then nothing of the letter may go on file."""
    tries = {line.number for line in lines if bare(line.text) == "TRY"}
    return any(problem.hints == ("TRY",) or problem.line in tries for problem in problems)


def asked_back(ready: Sequence[tuple[Line, Ready]], filed: bool, asks_back: bool) -> list[Problem]:
    """Return why READY does not count, which is said on these lines (see why_not_ready); [] if it does."""
    found = [why_not_ready(line, said, filed, asks_back) for line, said in ready[:1]]
    return [problem for problem in found if problem is not None]


def not_ready(lines: Sequence[Line]) -> list[Problem]:
    """Refuse READY beside a wrong line, since what is on file may not be what its sender means. *lines*: of READY."""
    return [words.problem((line.number, 1), "not-ready") for line in lines[:1]]
