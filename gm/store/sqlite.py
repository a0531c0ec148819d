"""SQLite behind the database: one file, and one process at a time that writes."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Literal

from gm.store.engine import Engine, StoreError, Unavailable

VERSION = sqlite3.sqlite_version
PAGES_KEPT = 6_000  # kilobytes of the database that SQLite keeps in memory
BUSY = 10.0  # seconds to wait for another process that is writing
MOST = 3  # faults of a damaged file that are told


def told(error: Exception) -> StoreError:
    """An error of SQLite's as one of the store. A full disk, a lock and a file out of reach can wait."""
    waits = isinstance(error, sqlite3.OperationalError | sqlite3.InternalError)
    return (Unavailable if waits else StoreError)(str(error))


@contextmanager
def errors_told() -> Iterator[None]:
    """Raise errors of SQLite's as those of the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise told(error) from error


class Sqlite(Engine):
    """A connection to SQLite."""

    name: ClassVar[Literal["sqlite", "postgres"]] = "sqlite"
    alone: ClassVar[bool] = True
    errors = sqlite3.Error

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn

    def copied(self) -> Sqlite:
        """A copy that is gone once it is closed."""
        copy = sqlite3.connect("", isolation_level=None)  # a file without a name
        self.conn.backup(copy)
        return Sqlite(copy)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun."""
        return self.conn.in_transaction

    def told(self, error: Exception) -> StoreError:
        """An error of SQLite's as one of the store."""
        return told(error)

    def execute(self, statement: str, args: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement."""
        return self.conn.execute(statement, args)

    def later(self, statement: str, args: Sequence[Any] = ()) -> None:
        """Run a statement: there is no way to the database that could be saved."""
        self.conn.execute(statement, args)

    def ask(self, query: str, then: Callable[[Any], None]) -> None:
        """Hand *then* the first value that a query gives, None if none."""
        then((self.conn.execute(query).fetchone() or (None,))[0])

    def begin(self) -> None:
        """Begin a transaction, and lock the file for writing at once."""
        self.conn.execute("begin immediate")

    def begin_alone(self) -> None:
        """The same: nobody else changes anything meanwhile."""
        self.begin()

    def begin_last(self) -> None:
        """The same: any transaction is the only one."""
        self.begin()

    def commit(self) -> None:
        """Commit it."""
        self.conn.execute("commit")

    def rollback(self) -> None:
        """Undo it."""
        self.conn.execute("rollback")

    def savepoint(self) -> None:
        """Begin a part of it that can fail alone."""
        self.conn.execute("savepoint part")

    def release(self) -> None:
        """End such a part."""
        self.conn.execute("release part")

    def undo_part(self) -> None:
        """Undo such a part, and end it."""
        self.conn.execute("rollback to part")
        self.conn.execute("release part")

    def seen(self) -> object:
        """SQLite's number of what other connections have changed."""
        return self.conn.execute("pragma data_version").fetchone()[0]

    def lock_game(self, name: str) -> None:
        """Nothing is to be done: who writes has the whole file."""

    def claim(self, name: str, then: Callable[[Any], None]) -> None:
        """Nothing is to be done: the same."""
        then(True)

    def time(self) -> None:
        """There is no server."""
        return

    def place(self) -> None:
        """There is no server."""
        return

    def tables(self) -> set[str]:
        """The names of the tables."""
        with errors_told():
            return {name for (name,) in self.conn.execute("select name from sqlite_master where type = 'table'")}

    def columns(self, table: str) -> list[str]:
        """The columns of a table."""
        with errors_told():
            return [row[1] for row in self.conn.execute(f"pragma table_info({table})")]

    def keys(self, table: str) -> list[str]:
        """The columns of a table's primary key."""
        rows = [(row[5], row[1]) for row in self.conn.execute(f"pragma table_info({table})") if row[5]]
        return [name for _, name in sorted(rows)]

    def numbers(self, table: str) -> str:
        """The column that numbers the rows of a table."""
        return "rowid"

    def drop_all(self) -> None:
        """Nothing is to be done: a new file takes the place of an old one."""

    def held(self, value: object) -> object:
        """A value as a column holds it that has both text and bytes: as it is."""
        return value

    def count_on(self) -> None:
        """Nothing is to be done: SQLite goes by the rows."""

    def damage(self) -> str:
        """What is damaged in the file itself, "" if nothing is. Reads the whole file."""
        try:
            found = [str(row[0]) for row in self.conn.execute(f"pragma integrity_check({MOST})")]
        except sqlite3.OperationalError as error:
            raise told(error) from error  # locked or out of reach, which says nothing about damage
        except sqlite3.DatabaseError as error:
            return str(error)
        return "" if found == ["ok"] else "; ".join(found)

    def hurry(self) -> None:
        """Never wait for the disk from now on."""
        self.conn.execute("pragma synchronous = off")

    def overwrite(self) -> None:
        """Overwrite whatever is deleted from now on."""
        self.conn.execute("pragma secure_delete = on")

    def scrub(self) -> bool:
        """Overwrite what was deleted, in the file and those beside it; False if a reader kept old pages in use."""
        self.conn.execute("vacuum")
        return bool(self.conn.execute("pragma wal_checkpoint(truncate)").fetchone()[0] == 0)

    def size(self) -> int:
        """The bytes of the file; 0 for a database in memory."""
        path = self.file()
        return path.stat().st_size if path is not None else 0

    def file(self) -> Path | None:
        """The file of the database, None if it is in memory."""
        name = self.conn.execute("select file from pragma_database_list where name = 'main'").fetchone()[0]
        return Path(name) if name else None

    def interrupt(self) -> None:
        """End a statement that runs in another thread."""
        self.conn.interrupt()

    def serve(self, check: Callable[[], object]) -> bool:
        """The same as alone."""
        return self.serve_alone()

    def serve_alone(self) -> bool:
        """Nothing is to be done: a daemon holds the lock beside the file."""
        return True

    def close(self) -> None:
        """Close it."""
        self.conn.close()


def open_file(path: Path | str) -> Sqlite:
    """Open a database to write; an empty one is made if there is none. Raises StoreError if that cannot be done."""
    if str(path) != ":memory:":
        with suppress(OSError):  # it exists, or cannot be created: SQLite will say why
            Path(path).touch(mode=0o600, exist_ok=False)  # and the files beside it are as private
    with errors_told():
        return Sqlite(sqlite3.connect(str(path), isolation_level=None, timeout=BUSY))


def set_up(engine: Sqlite) -> None:
    """Let the database have a write-ahead log, wait for the disk with each commit, and keep some pages in memory.

    Raises StoreError.
    """
    with errors_told():
        _write_ahead(engine.conn)
        engine.conn.execute("pragma synchronous = full")
        engine.conn.execute(f"pragma cache_size = -{PAGES_KEPT}")


def _write_ahead(conn: sqlite3.Connection) -> None:
    """Let the database have a write-ahead log. SQLite would fail at once while another process does the same.

    Raises sqlite3.OperationalError after BUSY seconds.
    """
    until = time.monotonic() + BUSY
    while True:
        try:
            conn.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
