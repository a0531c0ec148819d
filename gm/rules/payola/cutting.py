"""Cutting a letter's lines into offers and commands: what is read, what belongs together, what is left unread.

A letter is one act: every fault in it is found, and none of it happens while there is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from gm.rules import Line, Problem
from gm.rules.diplomacy.words import DASHES, NAME_WORDS, Names, plain, tokens
from gm.rules.lines.faults import Fault
from gm.rules.lines.words import first_word, without_remark
from gm.rules.payola import faults

LONG_REMARK = 60  # a remark that reaches this column may have been wrapped by the mail program
BEGINNING = 120  # characters in which the first three words of a line are looked for
ORDER_SIGNS = frozenset({"DASH", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "VIA"})
# Abbreviations that are words of English: in lower case, in prose, they name no province.
PROSE = frozenset({"war", "gas", "bar", "pie", "den", "rum", "con", "ion"})
AMOUNT_SIGNS = tuple("0123456789:")
Pieces = list[tuple[int, str]]


class Cut(msgspec.Struct, frozen=True):
    """A letter cut up: the lines inside the reading, those outside, and where OFFERS and its phase stand."""

    inside: tuple[Line, ...]
    outside: tuple[Line, ...]
    heading: str | None
    problems: tuple[Problem, ...]
    heading_line: int = 1
    heading_column: int = 1


def begins_offer(text: str, names: Names) -> bool:
    """Whether a line begins as an offer does: with a digit, ':' or a unit."""
    if text.lstrip().startswith(AMOUNT_SIGNS):
        return True
    found = tokens([(1, without_remark(text).lstrip()[:BEGINNING])], names)[:3]
    kinds = [token.type for token in found] + ["", "", ""]
    if kinds[0] == "KIND":
        return kinds[1] in ("PLACE", "AMBIGUOUS") or (kinds[1] == "UNKNOWN" and kinds[2] in ORDER_SIGNS)
    return kinds[0] == "PLACE" and kinds[1] in ORDER_SIGNS | {""}


def names_a_place(text: str, names: Names) -> bool:
    """Whether a line that is not read names a unit or a province, so that an order may be hidden in it."""
    words = re.findall(r"[^\W_]+", without_remark(text))
    for start, word in enumerate(words):
        if word.upper() in names.codes and word not in PROSE:
            return True
        if any(plain("".join(words[start : start + n])) in names.full for n in range(1, NAME_WORDS + 1)):
            return True
    return False


def cut(lines: Sequence[Line], names: Names, words: frozenset[str], reads: Callable[[Pieces], Any]) -> Cut:
    """Find the stretch that is read: between OFFERS and END, else from the first to the last offer or command.

    words: the command words of this ruleset, in capitals. reads: what a line reads as (a value, or the Fault).
    """
    offers = [n for n, line in enumerate(lines) if not line.command and first_word(line.text) == "OFFERS"]
    problems = [
        Problem(lines[n].number, 1, "second-offers", faults.words("second-offers"))
        for n in offers[1:]
    ]
    marks = [
        n for n, line in enumerate(lines)
        if line.command or first_word(line.text) in words or begins_offer(line.text, names)
    ]  # fmt: skip
    if not marks:
        return Cut((), _told(lines), None, tuple(problems))
    start, stop = offers[0] if offers else marks[0], marks[-1]
    if not lines[stop].command and first_word(lines[stop].text) not in words:
        stop = _goes_on(lines, stop, reads)
    ends = [n for n in marks if n > start and not lines[n].command and first_word(lines[n].text) == "END"]
    if offers and ends:
        stop = ends[0]
    inside = [n for n in range(start, stop + 1)]
    commands = [n for n in marks if n not in inside and (lines[n].command or first_word(lines[n].text) in words)]
    outside = [line for n, line in enumerate(lines) if n not in inside and n not in commands]
    problems += [_hidden(line) for line in outside if names_a_place(line.text, names)]
    read = tuple(lines[n] for n in sorted([*inside, *commands]))
    return Cut(read, _told(outside), *_heading(lines, offers, problems))


def _goes_on(lines: Sequence[Line], last: int, reads: Callable[[Pieces], Any]) -> int:
    """The last line of the offer that begins at *last*, below which no offer or command begins."""
    pieces: Pieces = [(lines[last].number, lines[last].text)]
    for n in range(last + 1, len(lines)):
        if not without_remark(lines[n].text).strip():
            continue
        piece = (lines[n].number, lines[n].text)
        if _belongs(pieces[-1][1], piece[1]):
            pieces, last = [*pieces, piece], n
            continue
        mended = isinstance(reads(pieces), Fault) and not isinstance(reads([*pieces, piece]), Fault)
        return n if mended else last
    return last


def _heading(
    lines: Sequence[Line], offers: Sequence[int], problems: Sequence[Problem]
) -> tuple[str | None, tuple[Problem, ...], int, int]:
    """What stands behind OFFERS ("" for nothing, None without OFFERS), the problems, and its line and column."""
    if not offers:
        return None, tuple(problems), 1, 1
    line = lines[offers[0]]
    text = without_remark(line.text).rstrip(" \t\xa0:.")
    start = text.upper().index("OFFERS")
    rest = text[start + 6 :].lstrip(" \t\xa0:.")
    return rest, tuple(problems), line.number, (len(text) - len(rest) if rest else start) + 1


def _told(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(line for line in lines if line.text.strip() and not line.command)


def _hidden(line: Line) -> Problem:
    return Problem(line.number, 1, "outside", faults.words("outside"))


def joined(
    lines: Sequence[Line], is_command: Callable[[Line], bool], reads: Callable[[Pieces], Any]
) -> Iterator[tuple[Line, Pieces, Any]]:
    """Each offer line with its continuations and what it reads as (a value, or the Fault), and each command alone.

    A line beginning with '|', or following one that ends in '|', '-', ':' or a comma, belongs to the line above;
    otherwise two lines are joined only if the first alone is wrong and both together are right. Blank lines and
    remarks between them are as if they were not there.
    """
    lines = [line for line in lines if without_remark(line.text).strip()]
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
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
            together = reads(longer)
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


def lacks_amount(text: str, names: Names) -> bool:
    """Whether a line begins as an offer whose amount is left out."""
    bare = without_remark(text).strip()
    return begins_offer(bare, names) and not bare[0].isdigit()


def wrapped_remarks(lines: Sequence[Line], names: Names) -> Iterator[Problem]:
    """A long remark above an offer without an amount: the offer may be the rest of the remark."""
    for above, below in pairwise(lines):
        if "%" in above.text and len(above.text.rstrip()) >= LONG_REMARK and lacks_amount(below.text, names):
            column = len(below.text) - len(below.text.lstrip()) + 1
            yield Problem(below.number, column, "wrapped-remark", faults.words("wrapped-remark"))
