"""Reading a database without leaving a trace: nothing is migrated, and no file is made beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

from gm.store.schema import MIGRATIONS, applied, migrate

WAIT = 2.0  # seconds to wait for a locked database
MOST = 3  # faults reported


def open_to_read(database: Path) -> sqlite3.Connection:
    """Open the database read-only, for use in any thread. Raises sqlite3.OperationalError."""
    # If nobody has it open, SQLite would make files beside it, even for a reader, and they would stay.
    alone = not Path(f"{database}-wal").exists()
    uri = f"file:{quote(str(database.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    return sqlite3.connect(uri, uri=True, timeout=WAIT, check_same_thread=False)


class OlderDatabase(Exception):
    """An earlier version of gm made the database, and nobody has brought it up to date. The text says what to do."""


def open_to_look(database: Path) -> sqlite3.Connection:
    """Open the database of this version to read; an empty one in memory if there is none.

    Raises OlderDatabase, NewerDatabase, or sqlite3.DatabaseError if it cannot be read.
    """
    if not database.exists():
        conn = sqlite3.connect(":memory:", isolation_level=None)
        migrate(conn)
        return conn
    conn = open_to_read(database)
    try:
        if len(applied(conn)) < len(MIGRATIONS):
            raise OlderDatabase(
                "it was made by an earlier version of gm, and looking changes nothing: gm serve brings it up to date, "
                "as does any command that acts; a copy is kept beside it"
            )
    except BaseException:
        conn.close()
        raise
    return conn


def damage(conn: sqlite3.Connection) -> str:
    """What is damaged in the file itself, "" if nothing is. Reads the whole file."""
    try:
        found = [str(row[0]) for row in conn.execute(f"pragma integrity_check({MOST})")]
    except sqlite3.OperationalError:
        raise  # locked or out of reach, which says nothing about damage
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)
