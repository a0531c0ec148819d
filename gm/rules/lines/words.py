"""The words of a line: what says nothing is left out, and each word keeps its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from lark import Token

BULLETS = " \t\xa0>*•–—→-"  # what may stand before a line: the signs of lists, and of quotations
STOPS = ".:!,;"  # what may stand behind a word that stands alone
LEAD = re.compile(rf"\A[{BULLETS}]*(?:\d{{1,2}}[.)](?=\s))?")  # the number of a line in a list is no number of men


def without_remark(text: str) -> str:
    """The line up to its remark (%)."""
    return text.split("%", 1)[0]


def bare(text: str) -> str:
    """A line as it is compared with a command: in capitals, one blank between words, no remark and no signs around."""
    return " ".join(without_remark(text).upper().split()).strip(BULLETS + STOPS)


@lru_cache(256)  # a line is asked for it again and again while its letter is read
def first_word(text: str) -> str:
    """The first word of a line in capitals, without signs around it; "" if there is none."""
    words = without_remark(text).lstrip(BULLETS).split(maxsplit=1)
    return words[0].rstrip(STOPS).upper() if words else ""


def tokens(
    pattern: re.Pattern[str], text: str, line: int, kind: Callable[[re.Match[str]], tuple[str, str]]
) -> Iterator[Token]:
    """The words of a line, found by *pattern*, without its remark and the signs or the number of a list before it.

    kind: the kind of a word and its text; a word of no kind ("") says nothing.
    """
    for match in pattern.finditer(LEAD.sub(lambda one: " " * len(one[0]), without_remark(text))):
        name, word = kind(match)
        if name:
            yield Token(name, word, match.start(), line, match.start() + 1, end_pos=match.end())
