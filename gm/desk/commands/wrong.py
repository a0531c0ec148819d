"""What a wrong line keeps from being done in games where right lines count beside it, and what to send back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from gm.desk.commands.table import COMMANDS
from gm.desk.letter.conversation import as_written
from gm.desk.letter.cutting import CutLetter
from gm.desk.notices.phrases import phrase
from gm.rules import Line, Problem
from gm.rules.lines.letters import not_reached
from gm.rules.ruleset import Card


def held_back(card: Card, cut: CutLetter, problems: Sequence[Problem]) -> list[Problem]:
    """Problems for the desk's commands that wrong lines hold back: messages, and in some games all below the first."""
    lines = {problem.line for problem in problems}
    first = min(lines, default=0)
    held = []
    for request in cut.commands if lines else ():
        below = card.letter == "until" and request.line > first
        if request.line in lines or not COMMANDS[request.name].acts:
            continue
        if request.name in ("press", "broadcast"):
            held.append(Problem(request.line, 1, "unsent", phrase("fault.unsent", line=first)))
        elif below:
            held.append(not_reached(request.line, first))
    return held


def to_send_back(
    card: Card, cut: CutLetter, lines: Sequence[Line], wrong: Collection[int], mended: Mapping[int, str]
) -> tuple[str, ...]:
    """The lines to mend and send back: those that did nothing, a message with all its text.

    Where a later letter replaces an earlier one, it is the whole letter. wrong: the numbers of lines that did nothing;
    mended: what is known of them to be right.
    """
    lines = [replace(line, text=mended.get(line.number, line.text)) for line in lines]
    if card.letter == "each":
        return tuple(as_written(line.text) for line in lines)
    spans = {command.line: command.until for command in cut.commands if command.line in wrong}
    numbers = {n for line in wrong for n in range(line, max(line, spans.get(line, 0)) + 1)}
    return tuple(as_written(line.text) for line in lines if line.number in numbers)
