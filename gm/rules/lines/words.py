"""The words of a line: what means nothing is left out, and each word keeps its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lark import Token

BLANKS = " \t\xa0"
SIGNS = ">*•–—→-"  # what may stand before a line: signs of lists and of quotations
BULLETS = BLANKS + SIGNS
STOPS = ".:!,;?"  # what may follow a word that stands alone
NUMBERS = {
    "ONE": "1", "TWO": "2", "THREE": "3", "FOUR": "4", "FIVE": "5", "SIX": "6", "SEVEN": "7", "EIGHT": "8", "NINE": "9",
    "TEN": "10",
}  # fmt: skip
ASKED = re.compile(r"\?[\s.:!,;?]*\Z")  # the end of a question
COURTEOUS = re.compile(r"[\s,;.!-]{1,5}(?:please|pls|plz|thanks|thank you|thx|cheers)[\s.!]*\Z", re.IGNORECASE)
QUESTION = "QUESTION"  # the token kind of the question mark at the end of a line
LEAD = re.compile(rf"\A[{BULLETS}]*(?:\d{{1,2}}[.)](?=\s))?")  # a list number is no number of men


def without_remark(text: str) -> str:
    """Return the line without its remark: from % on, or all of it if it begins with //."""
    return "" if text.lstrip(BLANKS).startswith("//") else text.split("%", 1)[0]


def without_courtesy(text: str) -> str:
    """Return the line without a word of courtesy at its end: please, thanks."""
    return COURTEOUS.sub("", text)


def asks(text: str) -> bool:
    """Return whether a line ends in a question mark."""
    return ASKED.search(without_remark(text)) is not None


ENDS_CONDITION = ("ENDIF", "END IF")


def bare(text: str) -> str:
    """Return a line as compared with commands: in capitals, with single spaces, without remark or surrounding signs."""
    return " ".join(without_remark(text).upper().split()).strip(BULLETS + STOPS)


def ends_condition(text: str) -> bool:
    """Return whether a line closes a condition, as other judges have them: ENDIF."""
    return bare(text) in ENDS_CONDITION


def is_marked(text: str) -> bool:
    """Return whether a line begins with a sign of a list or of a quotation."""
    return text.lstrip().startswith(tuple(SIGNS))


def unmarked(text: str) -> str:
    """Return a line without its remark and surrounding signs; spaces replace those before it, to keep the columns."""
    written = without_remark(text).rstrip(BLANKS + STOPS)
    inner = written.lstrip(BULLETS)
    return " " * (len(written) - len(inner)) + inner


def plural(number: int, one: str, more: str = "") -> str:
    """Return *one* for 1, otherwise *more*, or *one* with an s if there is none."""
    return one if number == 1 else more or f"{one}s"


def count(number: int, one: str, more: str = "") -> str:
    """Return a number with what it counts: `1 line`, `2 lines`."""
    return f"{number} {plural(number, one, more)}"


def listed(words: Sequence[str]) -> str:
    """Return words as a sentence lists them: `one, two and three`; "" if there are none."""
    *most, last = words or [""]
    return f"{', '.join(most)} and {last}" if most else last


def are(noun: str) -> str:
    """Return "is" or "are", as goes with a noun such as a duty: `offers`, `builds (up to 1)`, `an acceptance list`."""
    head = noun.partition(" (")[0]
    return "are" if head.endswith("s") or " and " in head else "is"


def of_phase(noun: str, title: str) -> str:
    """Return a duty with its phase: `offers for Spring 1901 movement`, but `Fall 1901 retreats`."""
    head, bracket, rest = noun.partition(" (")
    return f"{title}{bracket}{rest}" if title.endswith(f" {head}") else f"{noun} for {title}"


@lru_cache(256)  # called again and again for the same line while its letter is read
def first_word(text: str) -> str:
    """Return the first word of a line in capitals, without surrounding signs; "" if there is none."""
    words = without_remark(text).lstrip(BULLETS).split(maxsplit=1)
    return words[0].rstrip(STOPS).upper() if words else ""


def tokens(
    pattern: re.Pattern[str], text: str, line: int, kind: Callable[[re.Match[str]], tuple[str, str]]
) -> Iterator[Token]:
    """Yield the words of a line, found by *pattern*, without its remark and the list sign or number before it.

    A question mark at the end is a word of the kind QUESTION. kind: gives the kind and text of any other word; a word
    whose kind is "" is skipped.
    """
    from lark import Token  # large: whoever only counts words does without it

    written = LEAD.sub(lambda one: " " * len(one[0]), without_remark(text))
    asked = ASKED.search(written)
    for match in pattern.finditer(written[: asked.start()] if asked else written):
        name, word = kind(match)
        if name:
            yield Token(name, word, match.start(), line, match.start() + 1, end_pos=match.end())
    if asked:
        yield Token(QUESTION, "?", asked.start(), line, asked.start() + 1, end_pos=asked.start() + 1)


def kinds_of(found: Sequence[Token]) -> list[str]:
    """Return the kinds of words, without a question mark at the end, on which their meaning does not depend."""
    return [token.type for token in found if token.type != QUESTION]
