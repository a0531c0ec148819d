"""Reading a database without leaving a trace: nothing is migrated, and no file is made beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

WAIT = 2.0  # seconds to wait for a locked database
MOST = 3  # faults reported


def open_to_read(database: Path) -> sqlite3.Connection:
    """Open the database read-only, for use in any thread. Raises sqlite3.OperationalError."""
    # If nobody has it open, SQLite would make files beside it, even for a reader, and they would stay.
    alone = not Path(f"{database}-wal").exists()
    uri = f"file:{quote(str(database.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    return sqlite3.connect(uri, uri=True, timeout=WAIT, check_same_thread=False)


def damage(conn: sqlite3.Connection) -> str:
    """What is damaged in the file itself, "" if nothing is. Reads the whole file."""
    try:
        found = [str(row[0]) for row in conn.execute(f"pragma integrity_check({MOST})")]
    except sqlite3.OperationalError:
        raise  # locked or out of reach, which says nothing about damage
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)
