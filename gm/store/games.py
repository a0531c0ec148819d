"""The tables of games and of their snapshots: the state of a game after an entry of its journal, as JSON."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Literal

import msgspec

from gm.store.database import Database, Table, as_json, columns, from_iso
from gm.store.parts import Parts
from gm.store.texts import Texts


class Listed(msgspec.Struct, frozen=True):
    """A game, without its state."""

    name: str
    ruleset: str
    over: str  # how it ended, "" while it runs
    next_strike: datetime | None  # when its clock strikes next, None if it does not


class Glanced(Listed, frozen=True):
    """A game that is not over, with how it stands as JSON; "" for one that is over, or if that is not kept yet."""

    glance: str


class Snapshot(msgspec.Struct, frozen=True):
    """A game after entry *n*."""

    n: int
    state: str  # JSON that nothing in this room looks into


LISTED, SNAPSHOT = columns(Listed), columns(Snapshot)
WHICH = {"live": "over = ''", "over": "over != ''", "all": "1 = 1"}


class Games(Table):
    """The table of games: a row for each."""

    def __init__(self, db: Database, parts: Parts) -> None:
        super().__init__(db)
        self._parts = parts

    def save(
        self,
        name: str,
        ruleset: str,
        n: int,
        state: msgspec.Struct,
        over: str,
        strike: datetime | None,
        offer: object,
        kept: bool,
        glance: object,
        key: str,
    ) -> None:
        """Store the state of a game after entry *n* as the current one, and for good if *kept*.

        offer: what the game offers newcomers, None for nothing. glance: how it stands, for whoever only looks. key: a
        secret of the game (see gm.store.parts).
        """
        db = self._db
        if db.late.waiting.pop(name, None) is None:  # else that of the entry before was not written yet
            db.change("delete from snapshots where game = ? and n = ? and kept = 0", [name, n - 1])
        short = self._parts.short(name, state, kept, key)  # at once: a state that is wrong fails its own letter alone
        write = partial(db.insert, "snapshots", game=name, n=n, state=short, kept=int(kept))
        if kept or not db.in_transaction:
            write()
        else:
            db.late.waiting[name] = write
        db.change(
            "insert into games (name, ruleset, over, entries, next_strike, offer, glance, opened) "
            "values (?, ?, ?, ?, ?, ?, ?, (select at from journal where game = ? and n = 1)) "
            "on conflict (name) do update set over = excluded.over, entries = excluded.entries, "
            "next_strike = excluded.next_strike, offer = excluded.offer, glance = excluded.glance",
            [name, ruleset, over, n, strike, "" if offer is None else as_json(offer), self._glance(glance), name],
        )

    def _glance(self, glance: object) -> object:
        return self._db.to_store("games", {"glance": as_json(glance)})["glance"]

    def keep_glance(self, name: str, glance: object) -> None:
        """Store how a game stands, where that is not kept yet."""
        self._db.change("update games set glance = ? where name = ?", [self._glance(glance), name])

    def not_glanced(self) -> list[str]:
        """The names of the games that are not over, and of which it is not kept how they stand."""
        return self._db.values("select name from games where over = '' and glance = '' order by name")

    def glance(self, name: str) -> str | None:
        """How a game stands as JSON, "" if that is not kept yet, None if there is no such game."""
        found: str | None = self._db.value("select glance from games where name = ?", [name])
        return found

    def state(self, name: str) -> str | None:
        """The current state of a game as JSON, None if there is no such game."""
        query = "select s.state from games g join snapshots s on s.game = g.name and s.n = g.entries where g.name = ?"
        state: str | None = self._db.value(query, [name])
        return None if state is None else self._parts.whole(name, state)

    def entries(self, name: str) -> int:
        """The number of a game's last entry, even while it sleeps; 0 if there is no such game."""
        return int(self._db.value("select entries from games where name = ?", [name]) or 0)

    def has(self, name: str) -> bool:
        """Whether there is a game of this name."""
        return self._db.value("select 1 from games where name = ?", [name]) is not None

    def find(self, name: str) -> Listed | None:
        """A game without its state, None if there is none of this name."""
        return self._db.one(Listed, f"select {LISTED} from games where name = ?", [name])

    def listed(self, which: Literal["live", "over", "all"]) -> list[Listed]:
        """The games that are live, over, or all; live ones first, by name."""
        return self._db.all(Listed, f"select {LISTED} from games where {WHICH[which]} order by over != '', name")

    def glanced(self, which: Literal["live", "over", "all"]) -> list[Glanced]:
        """The same games, each with how it stands."""
        query = f"select {LISTED}, case when over = '' then glance else '' end as glance from games"
        return self._db.all(Glanced, f"{query} where {WHICH[which]} order by over != '', name")

    def names(self) -> list[str]:
        """The names of all games, sorted."""
        return self._db.values("select name from games order by name")

    def ended(self, how: str) -> list[str]:
        """The names of the games that ended with these words, sorted."""
        return self._db.values("select name from games where over = ? order by name", [how])

    def alive(self) -> list[str]:
        """The names of the games that are not over, sorted."""
        return self._db.values("select name from games where over = '' order by name")

    def count_alive(self) -> int:
        """The number of games that are not over."""
        return int(self._db.value("select count(*) from games where over = ''"))

    def beginning(self, word: str, most: int) -> list[str]:
        """Up to *most* names of games that begin with *word*; games that are over come last."""
        query = "select name from games where name >= ? and name < ? order by over != '', name limit ?"
        return self._db.values(query, [word, f"{word}~", most])

    def next_strike(self, game: str = "", but: Collection[str] = ()) -> tuple[str, datetime] | None:
        """The game whose clock strikes next, and when; None if no clock is running. game: of this one alone.

        but: games that are left out.
        """
        which, args = ("name = ? and ", [game]) if game else ("", [])
        if but:
            which = f"{which}name not in ({', '.join('?' for _ in but)}) and "
        query = f"select name, next_strike from games where {which}next_strike is not null"
        row = self._db.first(f"{query} order by next_strike, name limit 1", [*args, *but])
        return None if row is None else (row[0], from_iso(row[1]))

    def strikes(self, before: datetime, most: int) -> list[str]:
        """The first *most* games whose clocks strike before a time, in that order."""
        query = "select name from games where next_strike < ? order by next_strike, name limit ?"
        return self._db.values(query, [before, most])

    def offers(self) -> list[object]:
        """What games offer newcomers, sorted by the games' names."""
        offers = self._db.values("select offer from games where offer != '' order by name")
        return [msgspec.json.decode(offer) for offer in offers]


class Snapshots(Table):
    """The table of snapshots: that of the last entry, and those kept for good."""

    def __init__(self, db: Database, texts: Texts, parts: Parts) -> None:
        super().__init__(db)
        self._texts, self._parts = texts, parts

    def after(self, game: str, n: int) -> str | None:
        """The state of a game after entry *n* as JSON, None if it was not kept."""
        state: str | None = self._db.value("select state from snapshots where game = ? and n = ?", [game, n])
        return None if state is None else self._parts.whole(game, state)

    def of(self, game: str) -> list[Snapshot]:
        """All snapshots of a game that are kept, in order."""
        return [Snapshot(one.n, self._parts.whole(game, one.state)) for one in self.outlines(game)]

    def outlines(self, game: str) -> list[Snapshot]:
        """The same with marks in the place of long texts and parts: for whoever asks how the game's clock stood."""
        return self._db.all(Snapshot, f"select {SNAPSHOT} from snapshots where game = ? order by n", [game])

    def replace(self, game: str, n: int, state: str) -> None:
        """Put another state in the place of the one kept after entry *n*."""
        self._db.change("delete from snapshots where game = ? and n = ?", [game, n])
        self._db.insert("snapshots", game=game, n=n, state=self._texts.short(game, state), kept=1)

    def nearest(self, game: str, n: int) -> Snapshot | None:
        """The last snapshot at or before entry *n*, None if there is none."""
        query = f"select {SNAPSHOT} from snapshots where game = ? and n <= ? order by n desc limit 1"
        found = self._db.one(Snapshot, query, [game, n])
        return None if found is None else Snapshot(found.n, self._parts.whole(game, found.state))
