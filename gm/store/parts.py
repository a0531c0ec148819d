"""Long parts of a game's state, each kept once: what grows with a game is not written anew with each of its entries.

A part is a field of a field of the game, such as what its rules keep of the phases that were judged. As long as it is
the same object as when it was last looked at, it is neither made JSON nor stored again: a mark stands in its place.
Long sequences are kept in runs, of which only the last is ever another one. Whoever reads gets the whole.
"""

from __future__ import annotations

import hmac
import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from gm.store.database import Database, Table, as_json
from gm.store.texts import LONG, Texts

MARK = re.compile(r'\{"kept part":"([0-9a-f]{64})"\}')  # inside a string its quotes would have backslashes
OURS = "part "  # before the name of each, in the table that has other texts, too
RUN = 8  # elements of a sequence that are kept together
MOST = 256  # games whose parts are remembered
DEEPEST = 20  # parts within parts; a file that is imported may have made-up ones, which are within themselves
LARGEST = 100_000_000  # characters of a state


class Part(NamedTuple):
    """What a field held, and what stands for it."""

    value: object
    short: msgspec.Raw


class _Known(NamedTuple):
    """The parts of a game, and the stamp of the store when they were kept.

    names: of those that the table is known to have; undone: as in the store when they were put there.
    """

    stamp: object
    parts: dict[tuple[str, str], Part]
    names: set[str]
    undone: object


class Parts(Table):
    """The long parts of games, in the table of texts."""

    table = "texts"

    def __init__(self, db: Database, texts: Texts) -> None:
        super().__init__(db)
        self._texts = texts
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._marked: dict[str, str] = {}  # by their names, the parts that are just being marked

    def short(self, game: str, state: msgspec.Struct, anew: bool, key: str) -> str:
        """Return a game as JSON, with marks in the place of its long parts. anew: look again which these are.

        key: a secret of the game. Without it nobody can try whether a part says this or that: its name is not sealed.
        """
        known = self._known.get(game)
        if anew or known is None or known.stamp is not self._db.stamp:
            parts = dict(self._found(game, state, key))
            names = known.names if known is not None and known.undone is self._db.undone else None
            known = _Known(self._db.stamp, parts, self._keep_marked(game, names), self._db.undone)
            self._known[game] = known
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        self._known.move_to_end(game)
        json = as_json(_marked(state, known.parts))
        return json if known.parts else self._texts.short(game, json)

    def whole(self, game: str, json: str) -> str:
        """Return some JSON of a game with its long parts in it again.

        One that is not there leaves its mark, and so do those that would come too deep, or make it too large.
        """
        query = "select text from texts where game = ? and hash = ?"
        for _ in range(DEEPEST):
            marks = MARK.findall(json)
            texts = {digest: self._db.value(query, [game, OURS + digest]) for digest in set(marks)}
            if not marks or None in texts.values() or sum(len(texts[one]) for one in marks) > LARGEST - len(json):
                break
            json = MARK.sub(lambda found: texts[found[1]], json)  # noqa: B023 - it is called at once
        return self._texts.whole(game, json)

    def _found(self, game: str, state: msgspec.Struct, key: str) -> Iterator[tuple[tuple[str, str], Part]]:
        for outer in state.__struct_fields__:
            inside = getattr(state, outer)
            for inner in inside.__struct_fields__ if isinstance(inside, msgspec.Struct) else ():
                value = getattr(inside, inner)
                if value is not UNSET and len(as_json(value)) >= LONG:
                    yield (outer, inner), Part(value, msgspec.Raw(self._kept(game, value, key).encode()))

    def _kept(self, game: str, value: object, key: str) -> str:
        """Return JSON that stands for a value."""
        json = as_json(value)
        if len(json) < LONG:
            return json
        if isinstance(value, tuple) and len(value) > RUN:
            runs = (as_json(value[start : start + RUN])[1:-1] for start in range(0, len(value), RUN))
            return f"[{','.join(run if len(run) < LONG else self._mark(game, run, key) for run in runs)}]"
        if isinstance(value, dict) and all(isinstance(name, str) for name in value):
            json = f"{{{','.join(f'{as_json(name)}:{self._kept(game, value[name], key)}' for name in sorted(value))}}}"
        return json if len(json) < LONG else self._mark(game, json, key)

    def _mark(self, game: str, json: str, key: str) -> str:
        """Return the mark of some JSON, which is then to be kept."""
        digest = hmac.digest(key.encode(), json.encode(), "sha256").hex()
        self._marked[OURS + digest] = json
        return f'{{"kept part":"{digest}"}}'

    def _keep_marked(self, game: str, names: set[str] | None) -> set[str]:
        """Keep what was marked, unless it is kept already; return the names of what is kept now.

        names: of what is kept, as far as it is known; None if it is not. No part goes as long as its game runs.
        """
        marked, self._marked = self._marked, {}
        if marked and names is None:
            query = f"select hash from texts where game = ? and hash in ({', '.join('?' for _ in marked)})"
            names = set(self._db.values(query, [game, *marked]))
        for name in marked.keys() - (names or set()):
            self._db.insert_new("texts", game=game, hash=name, text=self._texts.short(game, marked[name]))
        return marked.keys() | (names or set())


def _marked(state: msgspec.Struct, parts: dict[tuple[str, str], Part]) -> msgspec.Struct:
    """Return the game with what stands for them in the place of the parts that it still has."""
    changed: dict[str, dict[str, msgspec.Raw]] = {}
    for (outer, inner), part in parts.items():
        if getattr(getattr(state, outer), inner, None) is part.value:
            changed.setdefault(outer, {})[inner] = part.short
    inside = {outer: replace(getattr(state, outer), **shorts) for outer, shorts in changed.items()}
    return replace(state, **inside) if inside else state
