"""The table of long texts, such as boards: each is kept once for a game, however many of its snapshots repeat it.

Whoever reads an entry or a snapshot gets the whole text, and the hash of an entry covers it; only what is stored has a
mark in its place.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from gm.store.database import Table

LONG = 2_000  # characters; a text of the first entry with as many is kept here
MARK = "kept text"  # what stands for a text: an object with this key alone, and its hash
BEGIN = f'{{"{MARK}":"'
REMEMBERED = 64
SEEN = 60  # characters by which a text is looked for


@lru_cache(REMEMBERED)
def _written(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _marked(json: str, text: str, mark: str) -> str:
    """Return *json* with *mark* for each long *text*. str.replace() prepares its search, which takes longer than it."""
    parts, begin, at = [], 0, json.find(text[:SEEN])
    while at >= 0:
        if json.startswith(text, at):
            parts += [json[begin:at], mark]
            begin = at + len(text)
        at = json.find(text[:SEEN], max(begin, at + 1))
    return "".join((*parts, json[begin:]))


def _mark(digest: str) -> str:
    return f'{BEGIN}{digest}"}}'


class Texts(Table):
    """The table of long texts."""

    table = "texts"

    def keep(self, game: str, facts: object) -> None:
        """Keep the long texts among *facts*, plain values, so that they are left out wherever they occur."""
        for text in dict.fromkeys(_long(facts)):
            self._db.insert("texts", game=game, hash=_hash(text), text=text)

    def short(self, game: str, json: str) -> str:
        """Return some JSON of a game with marks in the place of its long texts."""
        for digest, text in self._of(game) if len(json) > LONG else ():
            json = _marked(json, _written(text), _mark(digest))
        return json

    def whole(self, game: str, json: str) -> str:
        """Return some JSON of a game with its long texts in it again. A text that is not there leaves its mark."""
        for digest, text in self._of(game) if BEGIN in json else ():
            json = json.replace(_mark(digest), _written(text))
        return json

    def are_whole(self, game: str) -> bool:
        """Return whether each text is the one that its hash names."""
        return all(_hash(text) == digest for digest, text in self._of(game))

    def _of(self, game: str) -> list[tuple[str, str]]:
        # Without those of gm.store.parts, which are not named by a hash alone.
        rows = self._db.stream("select hash, text from texts where game = ? and hash < 'g' order by hash", [game])
        return [(digest, self._db.opened(text)) for digest, text in rows]


def _long(value: Any) -> Iterator[str]:
    """Yield the long texts in plain values."""
    if isinstance(value, str) and len(value) >= LONG:
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _long(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _long(part)
