"""A letter of orders as a whole: which lines are the ruleset's, and whether it is for the phase now due."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from gm.rules import Letter, Line
from gm.rules.lines.faults import words

Rank = TypeVar("Rank", int, tuple[int, ...])


def own_lines(letter: Letter) -> Iterator[Line]:
    """Yield the lines that the desk has not read as its own, without blank ones."""
    return (line for line in letter.lines if line.text.strip() and not line.command)


def to_retry(letter: Letter) -> tuple[str, ...]:
    """Return what to give back of a letter that is out of place: all lines but the desk's."""
    return tuple(line.text for line in letter.lines if not line.command)


def out_of_place(named: str, now: str, codes: str, rank: Callable[[str], Rank], due: str = "now due") -> str:
    """Return why a letter for the phase *named* does nothing while *now* is due; "" if it is for *now* or names none.

    codes: a regular expression for phase codes; rank: the sort key of a code; due: "now due", or other words for it.
    """
    if not re.fullmatch(codes, named) or rank(named) == rank(now):
        return ""
    if rank(named) < rank(now):
        return words("over", named=named, due=due, now=now)
    return words("not-begun", named=named, now=now)
