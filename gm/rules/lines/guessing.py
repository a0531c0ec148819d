"""What every game needs to guess what a line in plain words means: numbers, denials, READY. Nothing is done by a guess.

A guess is a line that its writer may send. Words that the game does not know are left out of it, but for those that
change what stands beside them: where there is one of these, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from gm.rules.lines.slips import denies, slips_of
from gm.rules.lines.talk import TALK
from gm.rules.lines.words import NUMBERS as FIGURES

LISTED = re.compile(r"(?<!\S)(\d{1,2})[.)]\s+")
READY = re.compile(r"\b(?:READY|RE+DY|RE+ADY|RDY|RAEDY|REDAY|READDY)\b", re.IGNORECASE)
STAYS = re.compile(  # of a line in which nobody does anything
    r"\b(?:every(?:one|body|thing)|all|both|I|we|they)\b.{0,30}\b(?:stays?|holds?|remains?|stands?|sits?)\b"
    r"|\b(?:no|nothing)\s+(?:moves?|orders?|to\s+(?:do|order|move))\b|\bstay(?:ing)?\s+put\b",
    re.IGNORECASE,
)
NUMBERS: Mapping[str, str] = {
    **FIGURES, "SINGLE": "1", "BOTH": "2", "COUPLE": "2", "PAIR": "2", "DOZEN": "12", "TWELVE": "12",
}  # fmt: skip
HARMLESS = re.compile(
    r"\b(?:not?\s+(?:sure|worries|problem|hurry|rush)\b|no\.?\s*(?=\d)|(?:when|if)(?:ever)?\s+you\b)", re.IGNORECASE
)
ALTER = frozenset({"TWICE", "THRICE", "DOUBLE", "TRIPLE", "TIMES", "HALF", "HALVE"})  # a number beside them
WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
APOSTROPHE = re.compile(r"['\u2019].*")


def denied(text: str) -> bool:
    """Return whether a word of a line changes what stands beside it, so that nothing can be guessed: not, only, or."""
    words = WORD.findall(HARMLESS.sub("", text))
    if any(word.upper() in ALTER for word in words):
        return True
    return any(denies(word) or denies(APOSTROPHE.sub("", word)) or denies(word.replace("'", "")) for word in words)


def unlisted(text: str) -> str:
    """Return a line without the numbers of the list that it holds: 1. ... 2. ..."""
    numbers = [int(one[1]) for one in LISTED.finditer(text)]
    listed = len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]
    return LISTED.sub("; ", text).removeprefix("; ") if listed else text


def spelt(word: str, known: Collection[str]) -> str:
    """Return the one of *known*, in capitals, that a word is, or is a slip of; "" if it is none, or may be several."""
    upper = APOSTROPHE.sub("", word).upper()
    if upper in known:
        return upper
    if upper.lower() in TALK:
        return ""
    slips = slips_of(upper, frozenset(one for one in known if len(one) > 3))
    return slips[0] if len(slips) == 1 else ""
