"""What a plain sentence asks about: one table for all games, by words and not by sentences.

The table is templates/desk/questions.toml. Neither commands nor games are known here: a topic is a word, and what
answers it is in gm.desk.commands.plainly.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from gm.registry import resource
from gm.rules.lines.slips import one_slip, talks

LONGEST, LONGEST_SENTENCE = 40, 400  # words and characters of a sentence that asks
WORD = re.compile(r"[a-z]+|\d+")
ADDRESS = re.compile(r"[^\s@]{1,64}@\S+")  # its dots end no sentence
SENTENCE = re.compile(r"[.!?;\n]+")
MUCH = 7
WEIGHTS = (("little", 1), ("some", 2), ("much", MUCH), ("against", -4))
OF_PEOPLE = frozenset({"i", "we", "my", "our", "us", "these", "this"})
PAIR = 3
LEAST = 4  # what must speak for a topic
LONG = 6  # letters of a word of which a slip is told from another word
SHORT = 2  # words that may ask without any that asks: "map", "deadline please"


class Topic(msgspec.Struct, frozen=True):
    """What sentences may ask about: what each word counts, and rows of words that count more together."""

    name: str
    words: Mapping[str, int]
    rows: tuple[tuple[frozenset[str], ...], ...]

    def known(self) -> frozenset[str]:
        """All its words."""
        return frozenset(self.words).union(*(group for row in self.rows for group in row))

    def weight(self, said: frozenset[str]) -> int:
        """How much a sentence of these words speaks for it."""
        together = sum(PAIR * (len(row) - 1) for row in self.rows if _stands(row, said))
        return together + sum(self.words.get(word, 0) for word in said)


def _stands(row: Sequence[frozenset[str]], said: frozenset[str]) -> bool:
    """Whether a word of each group is said, not the same for all."""
    found = [group & said for group in row]
    return all(found) and len(frozenset().union(*found)) >= len(row)


class Table:
    """The table, read once."""

    def __init__(self, written: Mapping[str, Any]) -> None:
        self._short = {one: written["short"][one] for one in sorted(written["short"], key=len, reverse=True)}
        ends = "|".join(rf"(?<=\w){re.escape(one)}\b" for one in self._short if one.startswith(("'", "n'")))
        whole = "|".join(rf"\b{re.escape(one)}\b" for one in self._short if not one.startswith(("'", "n'")))
        self._shortened = re.compile(f"{whole}|{ends}")
        pairs = [(f" {several} ", f" {one} ") for one, all_of in written["together"].items() for several in all_of]
        self._together = sorted(pairs, key=lambda pair: len(pair[0]), reverse=True)
        self._forms = {form: word for word, forms in written["forms"].items() for form in forms.split()}
        self._groups: dict[str, str] = written["groups"]
        self.asking = self._group("ASK")
        self._wanting = self._group("WANT")
        self.topics = tuple(self._topic(name, one) for name, one in written["topic"].items())
        self._known = frozenset(word for one in self.topics for word in one.known())
        self._telling = sorted({word for one in self.topics for word, weight in one.words.items() if weight == MUCH})

    def _topic(self, name: str, written: Mapping[str, Any]) -> Topic:
        words = {self._stem(word): weight for key, weight in WEIGHTS for word in written.get(key, "").split()}
        return Topic(name, words, tuple(tuple(map(self._group, row.split())) for row in written.get("pairs", ())))

    def _group(self, written: str) -> frozenset[str]:
        words = [word for one in written.split("/") for word in self._groups.get(one, one).split()]
        return frozenset(map(self._stem, words))

    def _stem(self, word: str) -> str:
        return stem(self._forms.get(word, word))

    def _as_meant(self, word: str) -> str:
        """The stem of a word, or of the long one that speaks much for a topic and of which it is a slip."""
        found = self._stem(word)
        if len(word) < LONG or found in self._known:
            return found
        return next((one for one in self._telling if len(one) >= LONG and one_slip(found, one)), found)

    def words(self, sentence: str, names: Collection[str]) -> frozenset[str]:
        """The stems of a sentence's words, short forms written out. names: players, in small letters."""
        text = sentence.lower().replace("\u2019", "'").replace("\u2018", "'")
        text = self._shortened.sub(lambda one: self._short[one[0]], text)
        found = WORD.findall(text)
        text = f" {' '.join(found)} "
        for several, one in self._together:
            text = text.replace(several, one)
        named = ["player"] if any(word in names for word in found) else []
        return frozenset(map(self._as_meant, [*text.split(), *named]))

    def wants(self, words: frozenset[str]) -> bool:
        """Whether a sentence of these words may want something of us: not "Board games are fun"."""
        return len(words) <= SHORT or not words.isdisjoint(self._wanting)


def stem(word: str) -> str:
    """A word without its ending, so that send, sends and sending are one."""
    if len(word) > 4 and word.endswith("ies"):
        word = f"{word[:-3]}y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word[: -len(ending)]
            word = word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


@cache
def table() -> Table:
    """The table of what sentences ask about."""
    text = (resource("templates") / "desk" / "questions.toml").read_text(encoding="utf-8")
    return Table(tomllib.loads(text))


def asked_in(text: str, names: Collection[str]) -> str:
    """The topic that a sentence asks about; "" if none. names: what players are called, in small letters."""
    if _is_long(text):
        return ""
    words = table().words(text, names)
    wants = text.rstrip().endswith("?") or table().wants(words)
    if not words or not wants:
        return ""
    weighed = [(topic.weight(words), topic.name) for topic in table().topics]
    most = max(weight for weight, _ in weighed)
    return next(name for weight, name in weighed if weight == most) if most >= LEAST else ""


def _is_long(text: str) -> bool:
    return len(text) > LONGEST_SENTENCE or len(text.split()) > LONGEST


def page_in(text: str, pages: Sequence[str]) -> str:
    """The page of HELP that a sentence asks about by its name; "" if none."""
    if _is_long(text):
        return ""
    words = table().words(text, ())
    if words.isdisjoint(table().asking):
        return ""
    return next((page for page in pages if table().words(page, ()) <= words), "")


def is_sentence(text: str) -> bool:
    """Whether a line has a word that only sentences have, as no order or command, however misspelt."""
    return talks(text.split()) or not OF_PEOPLE.isdisjoint(text.lower().split())


def sentences(lines: Sequence[str]) -> list[str]:
    """The sentences of a text, also those that go on in the next line."""
    text = "\n".join(ADDRESS.sub("", line).strip() for line in lines)
    joined = re.sub(r"(?<=[\w,])\n(?=[a-z])", " ", text)
    return [one.strip() for one in SENTENCE.split(joined) if one.strip()]
