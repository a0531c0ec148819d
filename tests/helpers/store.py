"""Looking into the database of a test."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from gm.desk.entries.events import load_game
from gm.rules import Reader
from gm.store.packing import unpack
from gm.store.store import Store


def bodies(store: Store, reader: str, game: str = "spring", but: str = "") -> list[str]:
    """The texts of all mails to a reader, in order, except those of kind *but*."""
    rows = store.rows(
        "select body from ledger where game = ? and reader = ? and kind != ? order by number", [game, reader, but]
    )
    return [row["body"] for row in rows]


def dumped(store: Store) -> str:
    """Everything that stands in the rows of all tables, unpacked where it is packed."""
    tables = sorted(store.engine.tables() - {"pieces"})
    rows = (row for table in tables for row in store.tuples(f"select * from {table}"))
    return "\n".join(repr([store.opened(value) for value in row]) for row in rows)


def told(store: Store, reader: str, game: str = "spring") -> str:
    """The texts of all mails to a reader, each on one line."""
    return "\n".join(" ".join(body.split()) for body in bodies(store, reader, game))


def token_of(store: Store, reader: str = "FRANCE", number: int = 0, game: str = "spring") -> str:
    """The token in the reply address of a mail, which the database itself does not know."""
    return load_game(store.games.state(game) or "").token(Reader(reader), number)


def all_sent(store: Store) -> None:
    """Note that every mail that waits was sent."""
    with store.transaction():
        for mail in store.outbox.unsent():
            store.outbox.sent(mail.id, 1, "250 2.0.0 Ok: queued", mail.queued)


def let_sql_unpack(store: Store) -> None:
    """Let statements of a test write `plain(body)` for what is stored in a column that may be packed."""
    store.conn.create_function("plain", 1, store.opened)


def changed_by_hand(database: Path, statement: str) -> None:
    """Change the database as somebody with another tool would; `plain(body)` is what a packed column holds."""
    conn = sqlite3.connect(database)
    conn.create_function("plain", 1, lambda value: unpack(value, lambda digest: b""))
    conn.execute(statement)
    conn.commit()
    conn.close()
