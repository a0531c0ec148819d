"""All rows of one game, from every table with a column `game`, so that a new table is never forgotten.

sqlite-utils reads the schema. It is imported only here, because no letter needs it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from gm.store.database import Database
from gm.store.schema import MIGRATIONS, carry_out, migrate

if TYPE_CHECKING:
    from sqlite_utils import Database as Schema

Row = dict[str, Any]
# The mails that the files in the first belong to have them when they are read; a game is woken before it is looked at.
APART = frozenset({"pieces", "parcels", "asleep"})


class WrongRow(Exception):
    """A row that the database rejects. The text says which row (counted from 0) and why."""

    def __init__(self, number: int, why: object) -> None:
        super().__init__(number, why)
        self.number, self.why = number, why


def _schema(conn: sqlite3.Connection) -> Schema:
    from sqlite_utils import Database as Schema

    return Schema(conn, recursive_triggers=False, execute_plugins=False)


def game_tables(conn: sqlite3.Connection) -> dict[str, str]:
    """Every table with rows of a game, and its column that names the game; tables referred to come first."""
    columns = {table.name: set(table.columns_dict) for table in _schema(conn).tables}
    found = {name: "game" for name in sorted(columns) if "game" in columns[name]} | {"games": "name"}
    return dict(sorted(found.items(), key=lambda item: (bool(columns[item[0]] & set(found)), item[0])))


def rows_of(db: Database, game: str) -> Iterator[tuple[str, Row]]:
    """All rows of a game as (table, row), each table's in the order of its keys; nothing in them is sealed."""
    schema = _schema(db.conn)
    for name, column in game_tables(db.conn).items():
        if name in APART:
            continue
        table = schema.table(name)
        order = ", ".join(f'"{key}"' for key in table.pks)
        for row in table.rows_where(f"{column} = ?", [game], order_by=order):
            yield name, {key: db.opened(value) for key, value in row.items()}


def remove_rows(conn: sqlite3.Connection, game: str) -> None:
    """Remove all rows of a game."""
    for name, column in game_tables(conn).items():
        _schema(conn).table(name).delete_where(f"{column} = ?", [game])


def insert_rows(db: Database, rows: Iterable[tuple[str, Row]], key: Callable[[str], str]) -> None:
    """Insert rows, renumbered for this database. *key* turns a letter's key into one of this database.

    A column that has the name of a table holds a row number of that table.
    """
    numbers: dict[tuple[str, object], int] = {}
    tables = game_tables(db.conn)
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
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        conn.execute("create table migrations (name text primary key)")
        for name in names[: names.index(schema) + 1]:
            carry_out(conn, name)
        _fill(Database(conn), rows)
        migrate(conn)
        return list(rows_of(Database(conn), game))


def _fill(db: Database, rows: Iterable[tuple[str, Mapping[str, object]]]) -> None:
    columns = {table.name: set(table.columns_dict) for table in _schema(db.conn).tables}
    tables = game_tables(db.conn)
    for number, (table, row) in enumerate(rows):
        if table not in tables or not row.keys() <= columns[table]:
            raise WrongRow(number, f"there is no such table or column in {table}")
        try:
            db.insert(table, **row)
        except (sqlite3.Error, LookupError, ValueError, OverflowError) as error:
            raise WrongRow(number, error) from None
