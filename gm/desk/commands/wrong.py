"""What a wrong line keeps from being done in games where right lines count beside it, and what it was meant as."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from gm.desk.commands.table import COMMANDS
from gm.desk.letter.conversation import as_written
from gm.desk.letter.cutting import CutLetter
from gm.desk.notices.phrases import phrase
from gm.rules import Line, Problem
from gm.rules.lines.letters import not_reached
from gm.rules.lines.slips import slips_of
from gm.rules.lines.words import STOPS, first_word
from gm.rules.ruleset import Card

# Faults of lines that cannot be read; those of lines that are read and not allowed say nothing about what was meant.
UNREAD = frozenset({
    "slip", "outside", "command", "misplaced", "unfinished", "transfer", "look-alike", "unknown-word", "unknown-sign",
    "unknown-province", "unknown-power", "unknown-colour", "unknown-seat", "unknown-zone", "unknown-choice",
})  # fmt: skip
WORD = re.compile(rf"[^\s{re.escape(STOPS)}]+")
PLACED = re.compile(r"[^\W_]+(?:/[^\W_]+)?")  # a word, a number, a place with its coast


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
    texts = {line.number: mended.get(line.number, line.text).split("\n") for line in lines}
    lines = [replace(line, text=text) for line in lines for text in texts[line.number]]
    if card.letter == "each":
        return tuple(as_written(line.text) for line in lines)
    spans = {command.line: command.until for command in cut.commands if command.line in wrong}
    numbers = {n for line in wrong for n in range(line, max(line, spans.get(line, 0)) + 1)}
    return tuple(as_written(line.text) for line in lines if line.number in numbers)


def meant_as(problem: Problem, text: str, known: frozenset[str], does: Callable[[Line], object]) -> tuple[str, ...]:
    """The right lines that one that cannot be read may have been meant as, one for each meaning; () if none is known.

    They are what its problem proposes, or the line with its wrong word spelt as one of *known*. does: what a line alone
    would do; None if nothing.
    """
    if problem.code not in UNREAD:
        return ()
    wrong = _wrong_word(problem, text)
    alone = problem.code != "unknown-word" or text.strip() == wrong[1]  # else a single word is a part of the line
    whole = [hint for hint in problem.hints if alone or " " in hint]
    spelt = [f"{wrong[0]}{word}{wrong[2]}" for word in _spelt(wrong[1], problem.hints, known)]
    for tried in (whole, spelt):
        found: list[tuple[object, str]] = []
        for line in dict.fromkeys(tried):
            act = line if line.startswith("%") else does(Line(problem.line, line))  # as a remark, it does nothing
            if act is not None and act not in [one for one, _ in found]:
                found.append((act, line))
        if found:
            return tuple(line for _, line in found)
    return ()


def in_its_place(problem: Problem, text: str) -> tuple[str, ...]:
    """The line with each of the hints of its problem in the place of the wrong word."""
    found = next((one for one in PLACED.finditer(text) if one.start() + 1 == problem.column), None)
    if found is None:
        return ()
    lines = (f"{text[: found.start()]}{hint}{text[found.end() :]}" for hint in problem.hints)
    return tuple(line.strip() for line in lines if line != text)


def words_meant(problem: Problem, text: str, known: frozenset[str]) -> tuple[str, ...]:
    """The words that the wrong word of a line, or else its first, is a slip of."""
    return slips_of(_wrong_word(problem, text)[1].upper(), known) or slips_of(first_word(text), known)


def _wrong_word(problem: Problem, text: str) -> tuple[str, str, str]:
    """What stands before the wrong word of a line, the word, and what stands behind it."""
    for one in WORD.finditer(text):
        if one.start() < problem.column <= one.end():
            return text[: one.start()], one[0], text[one.end() :]
    return text, "", ""


def _spelt(word: str, hints: Iterable[str], known: frozenset[str]) -> Sequence[str]:
    """What a misspelt word may be: what it is one slip from, or else what its problem proposes for it."""
    near = {hint.upper(): hint for hint in hints if " " not in hint} if word else {}
    slips = slips_of(word.upper(), known.union(near))
    return [near.get(one, one) for one in slips] or [*near.values()]
