"""All rows of one game, from every table with a column `game`, so that a new table is never forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import Any

from gm.store.database import Database
from gm.store.engine import Engine, StoreError
from gm.store.schema import MIGRATIONS, carry_out, migrate
from gm.store.sqlite import Sqlite

Row = dict[str, Any]
# The mails that the files in the first belong to have them when they are read; a game is woken before it is looked at.
APART = frozenset({"pieces", "parcels", "asleep"})


class WrongRow(Exception):
    """A row that the database rejects. The text says which row (counted from 0) and why."""

    def __init__(self, number: int, why: object) -> None:
        super().__init__(number, why)
        self.number, self.why = number, why


def game_tables(engine: Engine) -> dict[str, str]:
    """Every table with rows of a game, and its column that names the game; tables referred to come first."""
    columns = {name: set(engine.columns(name)) for name in engine.tables()}
    found = {name: "game" for name in sorted(columns) if "game" in columns[name]} | {"games": "name"}
    return dict(sorted(found.items(), key=lambda item: (bool(columns[item[0]] & set(found)), item[0])))


def rows_of(db: Database, game: str) -> Iterator[tuple[str, Row]]:
    """All rows of a game as (table, row), each table's in the order of its keys; nothing in them is sealed."""
    for name, column in game_tables(db.engine).items():
        if name in APART:
            continue
        wanted = ", ".join(f'"{one}"' for one in db.engine.columns(name))
        order = ", ".join(f'"{key}"' for key in db.engine.keys(name)) or db.engine.numbers(name)
        for row in db.rows(f"select {wanted} from {name} where {column} = ? order by {order}", [game]):
            yield name, row


def remove_rows(db: Database, game: str) -> None:
    """Remove all rows of a game."""
    for name, column in game_tables(db.engine).items():
        db.change(f"delete from {name} where {column} = ?", [game])


def insert_rows(db: Database, rows: Iterable[tuple[str, Row]], key: Callable[[str], str]) -> None:
    """Insert rows, renumbered for this database. *key* turns a letter's key into one of this database.

    A column that has the name of a table holds a row number of that table.
    """
    numbers: dict[tuple[str, object], int] = {}
    tables = game_tables(db.engine)
    for table, row in rows:
        changed = {name: numbers.get((name, value), value) if name in tables else value for name, value in row.items()}
        if table == "inbox":
            changed["key"] = key(row["key"])
        number = changed.pop("id", None)
        if number is None:
            db.insert(table, **changed)
        else:
            numbers[table, number] = db.insert_numbered(table, **changed)


def in_our_schema(schema: str, game: str, rows: Iterable[tuple[str, Mapping[str, object]]]) -> list[tuple[str, Row]]:
    """Convert the rows of a database whose last migration was *schema* to this version's schema.

    A database of that schema is made, filled and migrated. Raises WrongRow.
    """
    names = list(MIGRATIONS)
    with closing(Sqlite(sqlite3.connect(":memory:", isolation_level=None))) as engine:
        engine.execute("create table migrations (name text primary key)")
        for name in names[: names.index(schema) + 1]:
            carry_out(engine, name)
        _fill(Database(engine), rows)
        migrate(engine)
        return list(rows_of(Database(engine), game))


def _fill(db: Database, rows: Iterable[tuple[str, Mapping[str, object]]]) -> None:
    columns = {name: set(db.engine.columns(name)) for name in db.engine.tables()}
    tables = game_tables(db.engine)
    for number, (table, row) in enumerate(rows):
        if table not in tables or not row.keys() <= columns[table]:
            raise WrongRow(number, f"there is no such table or column in {table}")
        try:
            db.insert(table, **row)
        except (StoreError, LookupError, ValueError, OverflowError) as error:
            raise WrongRow(number, error) from None
