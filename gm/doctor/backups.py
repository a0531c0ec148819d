"""Whether backups are made: when the last good one was, where it lies, and whether that disk is another."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from gm.config.loading import Config
from gm.doctor.finding import Finding, bad, ok, skip, warn
from gm.store.database import Database, iso
from gm.store.engine import StoreError
from gm.store.facts import Facts
from gm.store.reading import open_to_read
from gm.store.schema import MIGRATIONS, applied
from gm.store.shelf import MADE, Made

LATE = 2  # times `every`: a good backup that is older is late
TODO = "name a folder as backup.folder, or see that something else runs gm backup"


def check_backups(config: Config) -> list[Finding]:
    """Check the backups that gm makes by itself."""
    folder, database = config.backup.folder, config.gm.database
    if config.database is not None:
        todo = "see that pg_dump runs, and that its files leave the machine"
        return [skip("backup", "gm makes no copies of a database on a server", todo)]
    if folder is None:
        return [skip("backup", "gm makes no backups by itself", TODO)]
    found = _place(folder, database)
    return found if not database.exists() else [*found, _last(config, database)]


def _place(folder: Path, database: Path) -> list[Finding]:
    """Check the folder, if it is there: gm makes it with the first backup."""
    if not folder.exists():
        return []
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        return [bad("backup", f"{folder} cannot be written to", "see who owns it; run the doctor as gm's user")]
    if database.parent.exists() and folder.stat().st_dev == database.parent.stat().st_dev:
        todo = "copy them elsewhere, encrypted; one disk is lost as a whole"
        return [warn("backup", f"{folder} is on the same disk as the database", todo)]
    return [ok("backup", f"{folder} is on another disk than the database")]


def _last(config: Config, database: Path) -> Finding:
    """When the last good one was made."""
    try:
        with closing(open_to_read(database)) as engine:
            known = len(applied(engine)) == len(MIGRATIONS)
            last = Facts(Database(engine)).recall(MADE, Made) if known else None
    except StoreError:
        told = f"the database cannot say when the last good one was made; they lie in {config.backup.folder}"
        return skip("backup", told, "gm restore checks one before it changes anything")
    if last is None:
        return warn("backup", "none has been made yet", "gm serve makes the first one a minute after it has started")
    told = f"the last good one was made at {iso(last.at)}: {last.file}, {last.size:,} bytes"
    if not Path(last.file).exists():
        return warn("backup", f"{told}; it is not there any more", "see who has removed it")
    if datetime.now(UTC) - last.at > LATE * config.backup.every:
        return warn("backup", f"{told}; that is long ago", "see whether gm serve runs, and its log")
    return ok("backup", told)
