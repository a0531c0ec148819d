"""Reading a database without leaving a trace: nothing is migrated, and no file is made beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

from gm.store.engine import Engine
from gm.store.schema import MIGRATIONS, applied, migrate
from gm.store.server import Server
from gm.store.sqlite import Sqlite, errors_told

WAIT = 2.0  # seconds to wait for a locked database


def open_to_read(where: Path | Server) -> Engine:
    """Open the database read-only, for use in any thread. Raises StoreError."""
    if isinstance(where, Server):
        from gm.store.postgres import Postgres  # few have it

        return Postgres(where, looks=True)
    # If nobody has it open, SQLite would make files beside it, even for a reader, and they would stay.
    alone = not Path(f"{where}-wal").exists()
    uri = f"file:{quote(str(where.absolute()))}?mode=ro{'&immutable=1' if alone else ''}"
    with errors_told():
        return Sqlite(sqlite3.connect(uri, uri=True, timeout=WAIT, check_same_thread=False))


class OlderDatabase(Exception):
    """An earlier version of gm made the database, and nobody has brought it up to date. The text says what to do."""


def open_to_look(where: Path | Server) -> Engine:
    """Open the database of this version to read; an empty one in memory if there is none.

    Raises OlderDatabase, NewerDatabase, or StoreError if it cannot be read.
    """
    if not isinstance(where, Server) and not where.exists():
        return _empty()
    engine = open_to_read(where)
    try:
        done = applied(engine)
        if not done and isinstance(where, Server):
            engine.close()
            return _empty()
        if len(done) < len(MIGRATIONS):
            raise OlderDatabase(
                "it was made by an earlier version of gm, and looking changes nothing: gm serve brings it up to date, "
                "as does any command that acts; a copy is kept beside it"
            )
    except BaseException:
        engine.close()
        raise
    return engine


def _empty() -> Engine:
    engine = Sqlite(sqlite3.connect(":memory:", isolation_level=None))
    migrate(engine)
    return engine
