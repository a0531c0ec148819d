"""Cutting a letter's lines into offers and commands: what is read, what belongs together, what is left unread.

A letter is one act: every fault in it is found, and none of it happens while there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from gm.rules import Line, Problem
from gm.rules.diplomacy.reading import Fault
from gm.rules.diplomacy.words import DASHES, Names, plain, tokens
from gm.rules.payola.sheet import without_remark

LONG_REMARK = 60  # a remark that reaches this column may have been wrapped by the mail program
ORDER_SIGNS = frozenset({"DASH", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "VIA"})
# Abbreviations that are words of English: in lower case, in prose, they name no province.
PROSE = frozenset({"war", "gas", "bar", "pie", "den", "rum", "con", "ion"})
Pieces = list[tuple[int, str]]


class Cut(msgspec.Struct, frozen=True):
    """A letter cut up: the lines inside the reading, those outside, and where OFFERS and its phase stand."""

    inside: tuple[Line, ...]
    outside: tuple[Line, ...]
    heading: str | None
    problems: tuple[Problem, ...]


def first_word(text: str) -> str:
    """The first word of a line in capitals, "" if it begins with anything else."""
    words = without_remark(text).split()
    return words[0].rstrip(".:,;!").upper() if words else ""


def begins_offer(text: str, names: Names) -> bool:
    """Whether a line begins as an offer does: with a digit, ':' or a unit."""
    found = tokens([(1, without_remark(text))], names)[:3]
    kinds = [token.type for token in found] + ["", "", ""]
    if kinds[0] in ("NUMBER", "COLON"):
        return True
    if kinds[0] == "KIND":
        return kinds[1] in ("PLACE", "AMBIGUOUS") or (kinds[1] == "UNKNOWN" and kinds[2] in ORDER_SIGNS)
    return kinds[0] == "PLACE" and kinds[1] in ORDER_SIGNS | {""}


def names_a_place(text: str, names: Names) -> bool:
    """Whether a line that is not read names a unit or a province, so that an order may be hidden in it."""
    for word in without_remark(text).replace("-", " ").split():
        bare = plain(word)
        if bare in names.full or (bare in names.codes and word.strip(".,;:!?()") not in PROSE):
            return True
    return False


def cut(lines: Sequence[Line], names: Names, words: frozenset[str]) -> Cut:
    """Find the stretch that is read: between OFFERS and END, else from the first to the last offer or command.

    words: the command words of this ruleset, in capitals.
    """
    offers = [n for n, line in enumerate(lines) if not line.command and first_word(line.text) == "OFFERS"]
    problems = [
        Problem(lines[n].number, 1, "second-offers", "a letter has one sheet: OFFERS stands here a second time")
        for n in offers[1:]
    ]
    marks = [
        n for n, line in enumerate(lines)
        if line.command or first_word(line.text) in words or begins_offer(line.text, names)
    ]  # fmt: skip
    if not marks:
        return Cut((), _told(lines), None, tuple(problems))
    start, stop = (offers[0], marks[-1]) if offers else (marks[0], marks[-1])
    ends = [n for n in marks if n > start and not lines[n].command and first_word(lines[n].text) == "END"]
    if offers and ends:
        stop = ends[0]
    inside = [n for n in range(start, stop + 1)]
    commands = [n for n in marks if n not in inside and (lines[n].command or first_word(lines[n].text) in words)]
    outside = [line for n, line in enumerate(lines) if n not in inside and n not in commands]
    heading = without_remark(lines[offers[0]].text).strip()[6:].strip(" :") if offers else None
    problems += [_hidden(line) for line in outside if names_a_place(line.text, names)]
    read = tuple(lines[n] for n in sorted([*inside, *commands]))
    return Cut(read, _told(outside), heading, tuple(problems))


def _told(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.text.strip() and not line.command)


def _hidden(line: Line) -> Problem:
    message = "this line is outside the offers but names a unit or a place: is it an order?"
    return Problem(line.number, 1, "outside", message)


def joined(
    lines: Sequence[Line], is_command: Callable[[Line], bool], reads: Callable[[Pieces], Any]
) -> Iterator[tuple[Line, Pieces, Any]]:
    """Each offer line with its continuations and what it reads as (a value, or the Fault), and each command alone.

    A line beginning with '|', or following one that ends in '|', '-', ':' or a comma, belongs to the line above;
    otherwise two lines are joined only if the first alone is wrong and both together are right.
    """
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if not without_remark(line.text).strip():
            continue
        pieces: Pieces = [(line.number, line.text)]
        if is_command(line):
            yield line, pieces, None
            continue
        while index < len(lines) and not is_command(lines[index]) and _belongs(pieces[-1][1], lines[index].text):
            pieces.append((lines[index].number, lines[index].text))
            index += 1
        value = reads(pieces)
        if isinstance(value, Fault) and index < len(lines) and not is_command(lines[index]):
            longer = [*pieces, (lines[index].number, lines[index].text)]
            together = reads(longer) if lines[index].text.strip() else value
            if not isinstance(together, Fault):
                pieces, value = longer, together
                index += 1
        yield line, pieces, value


def _belongs(above: str, below: str) -> bool:
    below = without_remark(below).strip()
    if below.startswith("|"):
        return True
    above = without_remark(above).rstrip()
    return bool(below) and bool(above) and above[-1] in "|:," + DASHES


def wrapped_remarks(lines: Sequence[Line], lacks_amount: Callable[[Line], bool]) -> Iterator[Problem]:
    """A long remark above an offer without an amount: the offer may be the rest of the remark."""
    for above, below in pairwise(lines):
        if "%" in above.text and len(above.text.rstrip()) >= LONG_REMARK and lacks_amount(below):
            message = (
                "this may be the end of the remark above, broken by your mail program: "
                "write an amount before it, or shorten the remark"
            )
            yield Problem(below.number, 1, "wrapped-remark", message)
