"""A letter of orders as a whole: which of its lines are the ruleset's, and whether it is for what is now due."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from gm.rules import Letter, Line


def own_lines(letter: Letter) -> Iterator[Line]:
    """The lines that the desk has not read as its own; blank ones are left out."""
    return (line for line in letter.lines if line.text.strip() and not line.command)


def to_retry(letter: Letter) -> tuple[str, ...]:
    """What is given back of a letter that is out of place: all lines but the desk's."""
    return tuple(line.text for line in letter.lines if not line.command)


def out_of_place(named: str, now: str, codes: str, rank: Callable[[str], Any], due: str = "now due") -> str:
    """Why a letter for the phase *named* does nothing while *now* is due; "" if it is for that, or names none.

    codes: what codes of phases look like; rank: what they are compared by; due: what is now due, in words.
    """
    if not re.fullmatch(codes, named) or rank(named) == rank(now):
        return ""
    if rank(named) < rank(now):
        return f"{named} is over: {due} is {now}"
    return f"{named} has not begun: now due is {now}"
