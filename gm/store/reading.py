"""Looking at a database without a trace: nothing is brought up to date, and no file is made beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

WAIT = 2.0  # seconds for a database that is locked
MOST = 3  # faults that are told


def open_to_read(database: Path) -> sqlite3.Connection:
    """The database, to read only, in whichever thread. Raises sqlite3.OperationalError."""
    # Where nobody has it open, SQLite would make files beside it, for a reader too, and they would stay.
    alone = not Path(f"{database}-wal").exists()
    uri = f"file:{quote(str(database.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    return sqlite3.connect(uri, uri=True, timeout=WAIT, check_same_thread=False)


def damage(conn: sqlite3.Connection) -> str:
    """What is broken in the file itself, "" for nothing. It reads all of it."""
    try:
        found = [str(row[0]) for row in conn.execute(f"pragma integrity_check({MOST})")]
    except sqlite3.OperationalError:
        raise  # locked, or out of reach: that says nothing of it
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)
