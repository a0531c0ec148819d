"""The store: what the desk keeps and asks for. Every change happens inside `with store.transaction()`."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlite_utils import Database

from gm import __version__
from gm.store.schema import applied, migrate, transaction

GENESIS = "0" * 64
PAGES_KEPT = 6_000  # kilobytes of the database that SQLite keeps in memory
BUSY = 10.0  # seconds to wait for another process that is writing


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
    return datetime.fromisoformat(text)


def as_json(value: Any) -> str:
    """*value* as JSON with sorted keys, the same bytes for the same value."""
    return msgspec.json.encode(value, order="sorted").decode()


def entry_hash(game: str, n: int, at: str, kind: str, data: str, version: str, before: str) -> str:
    """The hash of a journal entry."""
    return hashlib.sha256("\n".join((before, game, str(n), at, kind, version, data)).encode()).hexdigest()


class Store:
    """One database, opened by one process."""

    def __init__(self, path: Path | str) -> None:
        """Brings the schema up to this version's. Raises NewerDatabase, sqlite3.DatabaseError if it is none."""
        if str(path) != ":memory:":
            with suppress(OSError):  # it is there already, or cannot be: SQLite says why
                Path(path).touch(mode=0o600, exist_ok=False)  # and all beside it is as private
        conn = sqlite3.connect(str(path), isolation_level=None, timeout=BUSY)
        try:
            applied(conn)  # before anything is written
        except Exception:
            conn.close()
            raise
        conn.execute("pragma journal_mode = wal")
        conn.execute("pragma synchronous = full")
        conn.execute(f"pragma cache_size = -{PAGES_KEPT}")
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
        cursor = self.db.conn.execute(query, args)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def row(self, query: str, args: Sequence[Any] = ()) -> dict[str, Any] | None:
        """The first row of a query, if there is one."""
        cursor = self.db.conn.execute(query, args)
        row = cursor.fetchone()
        return None if row is None else dict(zip([column[0] for column in cursor.description], row, strict=True))

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

    def append(self, game: str, at: datetime, kind: str, data: Any) -> tuple[int, str]:
        """Add an entry to a game's journal, chained to the one before; its number and its hash."""
        last = self.row("select n, hash from journal where game = ? order by n desc limit 1", [game])
        n, before = (last["n"] + 1, last["hash"]) if last else (1, GENESIS)
        text, when = as_json(data), iso(at)
        digest = entry_hash(game, n, when, kind, text, __version__, before)
        self.insert(
            "journal", game=game, n=n, at=when, kind=kind, data=text, version=__version__, before=before, hash=digest
        )
        return n, digest

    def last_hash(self, game: str) -> str:
        """The hash of the last entry of a game's journal; "" if it has none."""
        row = self.row("select hash from journal where game = ? order by n desc limit 1", [game])
        return row["hash"] if row else ""

    def last_at(self, game: str) -> datetime:
        """The time of the last entry of a game's journal, which has one."""
        row = self.row("select at from journal where game = ? order by n desc limit 1", [game])
        assert row is not None
        return from_iso(row["at"])

    def journal(self, game: str, first: int = 1, last: int = 2**62) -> Iterator[Journaled]:
        """The entries of a game in order, all or from *first* to *last*."""
        query = "select * from journal where game = ? and n between ? and ? order by n"
        for row in self.rows(query, [game, first, last]):
            yield Journaled(
                row["game"], row["n"], from_iso(row["at"]), row["kind"], json.loads(row["data"]),
                row["version"], row["before"], row["hash"],
            )  # fmt: skip

    # -- games -------------------------------------------------------------------------------------------------

    def save_game(
        self, name: str, ruleset: str, n: int, state: str, over: str, strike: datetime | None, offer: str, kept: bool
    ) -> None:
        """Keep the state of a game after entry *n*: as the current one, and for good if it is *kept*.

        offer: what the game offers to newcomers, as JSON, "" for nothing.
        """
        self.change("delete from snapshots where game = ? and n = ? and not kept", [name, n - 1])
        self.insert("snapshots", game=name, n=n, state=state, kept=int(kept))
        when = iso(strike) if strike else None
        if not self.change(
            "update games set over = ?, entries = ?, next_strike = ?, offer = ? where name = ?",
            [over, n, when, offer, name],
        ):
            opened = self.rows("select at from journal where game = ? and n = 1", [name])[0]["at"]
            self.insert(
                "games", name=name, ruleset=ruleset, over=over, entries=n, next_strike=when, opened=opened, offer=offer
            )

    def game_state(self, name: str) -> str | None:
        """The current state of a game as JSON, None if there is no such game."""
        row = self.row(
            "select s.state from games g join snapshots s on s.game = g.name and s.n = g.entries where g.name = ?",
            [name],
        )
        return row["state"] if row else None

    def has_game(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return self.row("select 1 as one from games where name = ?", [name]) is not None

    def next_strike(self) -> tuple[str, datetime] | None:
        """The game whose clock strikes next, and when."""
        row = self.row(
            "select name, next_strike from games where next_strike is not null order by next_strike, name limit 1"
        )
        return (row["name"], from_iso(row["next_strike"])) if row else None

    # -- players -----------------------------------------------------------------------------------------------

    def seat_player(
        self, game: str, seat: str, since: int, address: str, name: str, digest: str, also: Sequence[str] = ()
    ) -> None:
        """Somebody takes a seat with entry *since*. also: other addresses from which he may write."""
        self.insert(
            "players", game=game, seat=seat, since=since, address=address, name=name, hash=digest, also=as_json(also)
        )
        for one in (address, *also):
            self.change("insert or ignore into addresses values (?, ?, ?)", [one, game, seat])

    def unseat_player(self, game: str, seat: str, n: int) -> None:
        """Whoever sat there has left with entry *n*."""
        self.change("update players set left = ? where game = ? and seat = ? and left is null", [n, game, seat])
        self.change("delete from addresses where game = ? and seat = ?", [game, seat])

    def move_player(self, game: str, seat: str, address: str) -> None:
        """A player's mail goes to *address* from now on; the old one stays his, for writing."""
        player = self.player(game, seat)
        assert player is not None
        also = [player["address"], *json.loads(player["also"])]
        left = as_json([one for one in dict.fromkeys(also) if one != address])
        self.change(
            "update players set address = ?, also = ? where game = ? and seat = ? and left is null",
            [address, left, game, seat],
        )
        self.change("insert or ignore into addresses values (?, ?, ?)", [address, game, seat])

    def player(self, game: str, seat: str) -> dict[str, Any] | None:
        """Who sits on a seat now."""
        return self.row("select * from players where game = ? and seat = ? and left is null", [game, seat])

    def seats_in(self, game: str, address: str) -> list[str]:
        """The seats of a game that the writer at an address has now, under this address or another of his."""
        rows = self.rows("select seat from addresses where address = ? and game = ? order by seat", [address, game])
        return [row["seat"] for row in rows]

    def seats_of(self, address: str) -> list[dict[str, Any]]:
        """His seats in all games that are not over: game and seat."""
        return self.rows(
            "select a.game, a.seat from games g cross join addresses a on a.address = ? and a.game = g.name "
            "where g.over = '' order by g.name, a.seat", [address],
        )  # fmt: skip

    def seats_over(self, address: str, most: int) -> list[dict[str, Any]]:
        """His seats in games that are over: game and seat; the first *most*, by the names of the games."""
        return self.rows(
            "select a.game, a.seat from addresses a cross join games g on g.name = a.game "
            "where a.address = ? and g.over != '' order by a.game, a.seat limit ?", [address, most],
        )  # fmt: skip

    # -- persons without a seat --------------------------------------------------------------------------------

    def introduce(self, game: str, person: str, address: str, name: str, n: int, also: Sequence[str] = ()) -> None:
        """Keep the address of a person whom the journal knows by the hash *person* alone, since entry *n*."""
        self.change(
            "insert into people values (?, ?, ?, ?, ?, ?) on conflict (game, person) do nothing",
            [game, person, address, name, as_json(also), n],
        )

    def person(self, game: str, person: str) -> dict[str, Any] | None:
        """A person without a seat: address and name."""
        return self.row("select * from people where game = ? and person = ?", [game, person])

    def known_in(self, address: str) -> list[dict[str, Any]]:
        """The games that are not over which know somebody at an address as a person without a seat: game and person."""
        return self.rows(
            "select p.game, p.person from games g cross join people p on p.address = ? and p.game = g.name "
            "where g.over = '' order by g.name", [address],
        )  # fmt: skip

    def made(self) -> datetime:
        """When this database was made: mail from before is none of ours."""
        row = self.row("select value from facts where name = 'made'")
        assert row is not None
        return from_iso(row["value"])
