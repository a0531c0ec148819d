"""The store: what the desk keeps and asks for. Every change happens inside `with store.transaction()`."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlite_utils import Database

from gm import __version__
from gm.store.schema import migrate, transaction

GENESIS = "0" * 64


class Journaled(msgspec.Struct, frozen=True):
    """One entry of a game's journal; *hash* covers everything else and the hash before it."""

    game: str
    n: int
    at: datetime
    kind: str
    data: Any
    version: str
    before: str
    hash: str


def iso(at: datetime) -> str:
    """A time as it is stored: UTC, sorting as text."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_iso(text: str) -> datetime:
    """A stored time."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)


def as_json(value: Any) -> str:
    """*value* as JSON with sorted keys, the same bytes for the same value."""
    return json.dumps(msgspec.to_builtins(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def entry_hash(game: str, n: int, at: str, kind: str, data: str, version: str, before: str) -> str:
    """The hash of a journal entry."""
    return hashlib.sha256("\n".join((before, game, str(n), at, kind, version, data)).encode()).hexdigest()


class Store:
    """One database, opened by one process."""

    def __init__(self, path: Path | str) -> None:
        conn = sqlite3.connect(str(path), isolation_level=None, timeout=30)
        conn.execute("pragma journal_mode = wal")
        conn.execute("pragma synchronous = full")
        self.db = Database(conn)
        migrate(self.db)

    def close(self) -> None:
        """Close the database."""
        self.db.conn.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes inside are committed together, or none of them."""
        with transaction(self.db.conn):
            yield

    def rows(self, query: str, args: Sequence[Any] = ()) -> list[dict[str, Any]]:
        """The rows of a query as dicts."""
        return list(self.db.query(query, list(args)))

    def row(self, query: str, args: Sequence[Any] = ()) -> dict[str, Any] | None:
        """The first row of a query, if there is one."""
        return next(iter(self.db.query(query, list(args))), None)

    def insert(self, table: str, **values: Any) -> int:
        """Insert one row; its rowid."""
        marks = ", ".join("?" for _ in values)
        cursor = self.db.conn.execute(
            f"insert into {table} ({', '.join(values)}) values ({marks})", list(values.values())
        )
        return cursor.lastrowid or 0

    def change(self, statement: str, args: Sequence[Any] = ()) -> int:
        """Run an update or delete; how many rows it touched."""
        return self.db.conn.execute(statement, list(args)).rowcount

    # -- the journal -------------------------------------------------------------------------------------------

    def append(self, game: str, at: datetime, kind: str, data: Any) -> int:
        """Add an entry to a game's journal, chained to the one before; its number."""
        last = self.row("select n, hash from journal where game = ? order by n desc limit 1", [game])
        n, before = (last["n"] + 1, last["hash"]) if last else (1, GENESIS)
        text, when = as_json(data), iso(at)
        digest = entry_hash(game, n, when, kind, text, __version__, before)
        self.insert(
            "journal", game=game, n=n, at=when, kind=kind, data=text, version=__version__, before=before, hash=digest
        )
        return n

    def journal(self, game: str) -> Iterator[Journaled]:
        """The entries of a game in order."""
        for row in self.rows("select * from journal where game = ? order by n", [game]):
            yield Journaled(
                row["game"], row["n"], from_iso(row["at"]), row["kind"], json.loads(row["data"]),
                row["version"], row["before"], row["hash"],
            )  # fmt: skip

    # -- games -------------------------------------------------------------------------------------------------

    def save_game(self, name: str, ruleset: str, n: int, state: str, over: str, strike: datetime | None) -> None:
        """Keep the state of a game after entry *n*, as current and as a snapshot."""
        self.insert("snapshots", game=name, n=n, state=state)
        when = iso(strike) if strike else None
        if not self.change(
            "update games set state = ?, over = ?, entries = ?, next_strike = ? where name = ?",
            [state, over, n, when, name],
        ):
            opened = self.rows("select at from journal where game = ? and n = 1", [name])[0]["at"]
            self.insert(
                "games", name=name, ruleset=ruleset, state=state, over=over, entries=n, next_strike=when, opened=opened
            )

    def game_state(self, name: str) -> str | None:
        """The current state of a game as JSON, None if there is no such game."""
        row = self.row("select state from games where name = ?", [name])
        return row["state"] if row else None

    def next_strike(self) -> tuple[str, datetime] | None:
        """The game whose clock strikes next, and when."""
        row = self.row(
            "select name, next_strike from games where next_strike is not null order by next_strike, name limit 1"
        )
        return (row["name"], from_iso(row["next_strike"])) if row else None

    # -- players -----------------------------------------------------------------------------------------------

    def seat_player(self, game: str, seat: str, since: int, address: str, name: str, digest: str) -> None:
        """Somebody takes a seat with entry *since*."""
        self.insert("players", game=game, seat=seat, since=since, address=address, name=name, hash=digest)

    def unseat_player(self, game: str, seat: str, n: int) -> None:
        """Whoever sat there has left with entry *n*."""
        self.change("update players set left = ? where game = ? and seat = ? and left is null", [n, game, seat])

    def player(self, game: str, seat: str) -> dict[str, Any] | None:
        """Who sits on a seat now."""
        return self.row("select * from players where game = ? and seat = ? and left is null", [game, seat])

    def seats_of(self, address: str) -> list[dict[str, Any]]:
        """The seats that an address has now."""
        return self.rows("select * from players where address = ? and left is null order by game, seat", [address])
