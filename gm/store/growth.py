"""How much the database has grown: by what, and because of whom."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gm.store.database import Database

# What grows, the table, and how many bytes a row of it takes apart from small things.
PARTS = (
    ("letters", "inbox", "length(raw)"),
    ("mails", "outbox", "length(raw)"),
    ("pictures and reports", "pieces", "length(data)"),
    ("journals", "journal", "length(cast(data as blob))"),
    ("journals", "ledger", "length(cast(body as blob)) + length(cast(notices as blob))"),
    ("journals", "disclosed", "length(cast(body as blob))"),
    ("journals", "snapshots", "length(cast(state as blob))"),
)
ROW = 200  # bytes of a row for all the rest of it, and for its place in the indexes


class Grown(msgspec.Struct, frozen=True):
    """Bytes that were added. whom: a game, or who wrote a letter that belongs to none, or "" for gm's own mails."""

    kind: str
    whom: str
    size: int


def marks(db: Database) -> dict[str, int]:
    """Where each table ends now."""
    numbers = {table: db.engine.numbers(table) for _, table, _ in PARTS}
    return {table: int(db.value(f"select coalesce(max({one}), 0) from {table}")) for table, one in numbers.items()}


def grown(db: Database, since: Mapping[str, int]) -> list[Grown]:
    """What was added since the tables ended at *since*, and is still there; the most first."""
    found: dict[tuple[str, str], int] = {}
    for kind, table, size in PARTS:
        # Not the column alone: SQLite would go through an index of all games instead of the newest rows.
        whom = "case when game = '' then sender else game end" if table == "inbox" else "game || ''"
        query = f"select {whom}, sum({size} + {ROW}) from {table} where {db.engine.numbers(table)} > ? group by 1"
        for name, added in db.tuples(query, [since.get(table, 0)]):
            found[kind, name] = found.get((kind, name), 0) + int(added)
    return sorted((Grown(*key, size) for key, size in found.items()), key=lambda one: (-one.size, one.kind, one.whom))


def by(grown: list[Grown], field: str) -> dict[str, int]:
    """The bytes by kind or by whom, the most first."""
    sums: dict[str, int] = {}
    for one in grown:
        sums[getattr(one, field)] = sums.get(getattr(one, field), 0) + one.size
    return dict(sorted(sums.items(), key=lambda item: -item[1]))
