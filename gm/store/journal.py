"""The table of journals: everything in a game, in order, each entry chained by its hash to the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from gm import __version__
from gm.rules import Seat
from gm.store.database import Database, Table, as_json, columns, from_iso, iso
from gm.store.texts import Texts

GENESIS = "0" * 64


class Journaled(msgspec.Struct, frozen=True):
    """One entry of a game's journal; *hash* covers everything else."""

    game: str
    n: int  # from 1
    at: datetime
    kind: str
    data: Any
    version: str  # of gm, when it was written
    before: str  # the hash of the entry before
    hash: str
    leaf: str = ""  # the hash of the data; "" in entries of before 0.3, which cannot be purged

    @property
    def purged(self) -> bool:
        """Whether the data are gone, and only their hash is left."""
        return bool(self.leaf) and self.data is None


class Last(msgspec.Struct, frozen=True):
    """The last entry of a journal."""

    n: int
    at: datetime
    version: str
    hash: str


ENTRY, LAST = columns(Journaled), columns(Last)


PURGED = "null"  # the data of an entry that has none any more


def entry_hash(game: str, n: int, at: str, kind: str, data: str, version: str, before: str, leaf: str = "") -> str:
    """The hash of a journal entry: over its data, or over the hash of them if it has one; "" if that is another's."""
    if leaf and data != PURGED and leaf != data_hash(data):
        return ""
    return hashlib.sha256("\n".join((before, game, str(n), at, kind, version, leaf or data)).encode()).hexdigest()


def data_hash(data: str) -> str:
    """The hash of the data of an entry, as JSON."""
    return hashlib.sha256(data.encode()).hexdigest()


class Journal(Table):
    """The table of journals. Nothing in it is ever changed."""

    def __init__(self, db: Database, texts: Texts) -> None:
        super().__init__(db)
        self._texts = texts

    def append(self, game: str, at: datetime, kind: str, data: object, last: Last | None) -> Last:
        """Add an entry to a game's journal behind the *last* one, None for the first; returns the new one.

        If another version of gm wrote the entry before it, the snapshot of that entry is kept for good.
        """
        n, before = (last.n + 1, last.hash) if last is not None else (1, GENESIS)
        if last is not None and last.version != __version__:
            self._db.change("update snapshots set kept = 1 where game = ? and n = ?", [game, last.n])
        text = as_json(data)
        if n == 1:
            self._texts.keep(game, msgspec.to_builtins(data))
        leaf = data_hash(text)
        digest = entry_hash(game, n, iso(at), kind=kind, data=text, version=__version__, before=before, leaf=leaf)
        self._db.insert(
            "journal", game=game, n=n, at=at, kind=kind, data=self._texts.short(game, text) if n == 1 else text,
            version=__version__, before=before, hash=digest, leaf=leaf,
        )  # fmt: skip
        return Last(n, from_iso(iso(at)), __version__, digest)

    def last(self, game: str) -> Last | None:
        """The last entry of a game's journal, None if it has none."""
        return self._db.one(Last, f"select {LAST} from journal where game = ? order by n desc limit 1", [game])

    def last_at(self, game: str) -> datetime:
        """The time of the last entry of a game's journal, which must have one."""
        last = self.last(game)
        assert last is not None
        return last.at

    def last_hash(self, game: str) -> str:
        """The hash of the last entry of a game's journal, "" if it has none."""
        last = self.last(game)
        return last.hash if last is not None else ""

    def entries(self, game: str, first: int = 1, last: int = 2**62) -> list[Journaled]:
        """The entries of a game from *first* to *last*, in order."""
        query = f"select {ENTRY} from journal where game = ? and n between ? and ? order by n"
        found = self._db.all(Journaled, query, [game, first, last])
        return [self._whole(entry) if entry.n == 1 else entry for entry in found]

    def _whole(self, entry: Journaled) -> Journaled:
        """The first entry with its long texts."""
        return replace(entry, data=msgspec.json.decode(self._texts.whole(entry.game, as_json(entry.data))))

    def of_kind(self, game: str, kind: str) -> list[Journaled]:
        """The entries of one kind, in order."""
        query = f"select {ENTRY} from journal where game = ? and kind = ? order by n"
        return self._db.all(Journaled, query, [game, kind])

    def strike(self, game: str, at: datetime) -> Journaled | None:
        """The last strike of the clock that was due at *at*, None if there was none."""
        query = f"select {ENTRY} from journal where game = ? and kind = 'time' and at = ? order by n desc limit 1"
        return self._db.one(Journaled, query, [game, at])

    def last_letter(self, game: str, seat: Seat) -> Any:
        """The data of a seat's last letter, None if it sent none. Read entry by entry: it is nearly always near."""
        query = "select data from journal where game = ? and kind = 'letter' order by n desc"
        letters = (msgspec.json.decode(data) for (data,) in self._opened(query, [game]))
        return next((letter for letter in letters if letter is not None and letter["seat"] == seat), None)

    def _opened(self, query: str, args: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, one after the other."""
        return (tuple(map(self._db.opened, row)) for row in self._db.stream(query, args))

    def purge_texts(self, game: str, kinds: Sequence[str]) -> bool:
        """Remove the data of all entries of these kinds; False, with nothing done, if one of them has no hash of them.

        The chain holds without them.
        """
        marks = ", ".join("?" for _ in kinds)
        where = f"where game = ? and kind in ({marks})"
        if self._db.value(f"select 1 from journal {where} and leaf = '' limit 1", [game, *kinds]) is not None:
            return False
        self._db.change(f"update journal set data = ? {where}", [self._db.engine.held(PURGED), game, *kinds])
        return True

    def times(self, game: str) -> dict[int, datetime]:
        """When each entry was made, in order."""
        rows = self._db.stream("select n, at from journal where game = ? order by n", [game])
        return {n: datetime.fromisoformat(at) for n, at in rows}

    def made_at(self, game: str, n: int) -> datetime:
        """When entry *n* was made; there must be one."""
        return datetime.fromisoformat(self._db.value("select at from journal where game = ? and n = ?", [game, n]))

    def newest_of_all(self) -> datetime | None:
        """When the newest entry was made in a game that is not over, None if there is none."""
        query = "select max(at) from games g join journal j on j.game = g.name and j.n = g.entries where g.over = ''"
        at = self._db.value(query)
        return datetime.fromisoformat(at) if at else None

    def is_unbroken(self, game: str) -> bool:
        """Whether a game's journal has as many entries as the game, numbered and chained by their hashes."""
        last, number = GENESIS, 0
        query = "select n, at, kind, data, version, before, hash, leaf from journal where game = ? order by n"
        for n, at, kind, data, version, before, digest, leaf in self._opened(query, [game]):
            number += 1
            data = self._texts.whole(game, data) if n == 1 else data
            if (n, before) != (number, last) or digest != entry_hash(
                game, n, at, kind=kind, data=data, version=version, before=before, leaf=leaf
            ):
                return False
            last = digest
        entries = self._db.value("select entries from games where name = ?", [game])
        return number == entries and self._texts.are_whole(game)
