"""Before this version changes a database of an earlier one, the database is copied beside itself: the way back."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from gm import __version__
from gm.store.reading import open_to_read
from gm.store.schema import MIGRATIONS, applied

BEFORE = ".before-"  # then the version that changed it, and when; gm restore names its copies otherwise


class NoUpgrade(Exception):
    """The database could not be copied, so it was not changed either. The text says why."""


def _done(database: Path) -> set[str]:
    """The migrations of a database. Raises NewerDatabase, and StoreError if it cannot be read."""
    with closing(open_to_read(database)) as conn:
        return applied(conn)


def _is_older(database: Path) -> bool:
    """Whether an earlier version of gm made it, and nobody has brought it up to date."""
    return 0 < len(_done(database)) < len(MIGRATIONS)


@contextlib.contextmanager
def kept_before(database: Path, at: datetime) -> Iterator[Path | None]:
    """While the database is opened to write: the copy made of it as it was, None if nothing of it will be changed.

    If nothing was changed in the end, the copy is removed. Raises NoUpgrade if the database cannot be copied, and
    otherwise as `applied` does.
    """
    if not database.exists() or not _is_older(database):
        yield None
        return
    with _one_at_a_time(database):
        kept = _copied(database, at) if _is_older(database) else None
        try:
            yield kept
        finally:
            if kept is not None and _done(kept) == _done(database):
                kept.unlink()


def copies(database: Path) -> list[Path]:
    """The copies that were made before upgrades, by name."""
    return sorted(database.parent.glob(f"{database.name}{BEFORE}[0-9]*"))


@contextlib.contextmanager
def _one_at_a_time(database: Path) -> Iterator[None]:
    """Wait for another gm that is just bringing a database in this folder up to date."""
    folder = os.open(database.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _copied(database: Path, at: datetime) -> Path:
    """A checked copy of the database, which belongs to whom the database belongs to. Raises NoUpgrade."""
    from gm.store.backup import BackupError, back_up, give_away  # it encrypts, too: whoever only looks needs none of it

    kept = database.with_name(f"{database.name}{BEFORE}{__version__}-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    try:
        back_up(database, kept)
    except BackupError as error:
        raise NoUpgrade(
            f"an earlier version of gm made it, and it could not be copied before it is brought up to date: {error}. "
            "Nothing was changed"
        ) from None
    give_away(kept, database)
    return kept
