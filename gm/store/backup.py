"""Backing up the database while it is in use, and restoring it from a backup.

A backup is complete, checked, and readable only by its owner. Nothing here knows what a game is.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

import msgspec

from gm.store import age
from gm.store.engine import StoreError
from gm.store.outbox import State
from gm.store.schema import NewerDatabase, applied
from gm.store.sqlite import BUSY, Sqlite
from gm.store.store import Store, Tables
from gm.store.vault import SealedDatabase

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a database in use
BREATH = 0.001  # seconds for others between two games
Check = Callable[[Store], list[str]]


class BackupError(Exception):
    """A backup cannot be made or used, and nothing has changed. The text says why."""


class Backup(msgspec.Struct, frozen=True):
    """What a backup holds: its size in bytes, and how many games, running games and mails to be sent.

    newest: when the newest letter came, as stored; "" if none has.
    """

    size: int
    games: int
    running: int
    waiting: int
    newest: str


class Restored(msgspec.Struct, frozen=True):
    """What was restored, and where the former database is now (None if there was none).

    heads: by game, the hash of the last entry that the former database had; empty if that could not be read.
    """

    backup: Backup
    before: Path | None
    heads: dict[str, str]


def back_up(
    database: Path, target: Path, force: bool = False, note: Callable[[], None] = lambda: None
) -> Backup:
    """Copy *database* to *target* as of one moment, even while it is in use. Raises BackupError.

    force: replace an existing file, once the copy is made and checked. note: called before the copy is made.
    """
    if not database.is_file():
        raise BackupError(f"there is no database {database}")
    if target.exists() and not force:
        raise BackupError(f"{target} is there already; --force replaces it")
    if target.exists() and (not target.is_file() or target.samefile(database)):
        raise BackupError(f"{target} cannot be replaced by a backup")
    part = target.with_name(f".{target.name}.part")
    note()
    with _told(f"{target} cannot be written"), _removed(part):
        _copy(database, part, still=False)
        made = _examine(part, "the database is damaged")
        settle(part, target)
    return made


def broken_journals(copy: Path, key: bytes | None, seconds: float) -> list[str]:
    """The running games whose journal is broken in a backup that nobody uses, as far as *seconds* allow to look.

    Raises StoreError, SealedDatabase.
    """
    until, broken = time.monotonic() + seconds, []
    with contextlib.closing(Sqlite(_connect(copy, "&immutable=1"))) as engine:
        tables = Tables(engine, key)
        for name in tables.games.alive():
            if time.monotonic() > until:
                break
            if not _is_unbroken(tables, name):
                broken.append(name)
            time.sleep(BREATH)
    return broken


def _is_unbroken(tables: Tables, game: str) -> bool:
    try:
        return tables.journal.is_unbroken(game)
    except StoreError:
        raise
    except Exception:  # an entry that is damaged as it was packed or sealed cannot even be read
        return False


def plain_beside(database: Path) -> Path:
    """Where a copy lies in the clear for a moment, before it is encrypted or while it is restored.

    A killed gm may leave one; the next of these acts, and `gm lock`, remove it, and `gm doctor` tells of it.
    """
    return database.with_name(f".{database.name}.plain")


def back_up_encrypted(
    database: Path, target: Path, recipients: Sequence[str], force: bool, note: Callable[[], None]
) -> Backup:
    """Like back_up, encrypted to these public keys. Nothing readable is written but beside the database, for a moment.

    Raises BackupError and WrongKey.
    """
    age.check_recipients(recipients)
    if target.exists() and (not force or not target.is_file() or target.samefile(database)):
        raise BackupError(f"{target} is there already; --force replaces it")
    plain, part = plain_beside(database), target.with_name(f".{target.name}.part")
    with _told(f"{target} cannot be written"), _removed(plain), _removed(part):
        made = back_up(database, plain, note=note)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        age.encrypt(plain, part, recipients)
        settle(part, target)
    return made


@contextlib.contextmanager
def decrypted(source: Path, database: Path, identity: Path | None) -> Iterator[Path]:
    """The backup *source*, opened beside *database* for as long as it is used if it is encrypted, else as it is.

    Raises BackupError and WrongKey.
    """
    if not source.is_file() or not age.is_encrypted(source):
        yield source
        return
    if identity is None:
        raise BackupError(f"{source} is encrypted: --identity names the file with the secret key")
    plain = plain_beside(database)
    with _told(f"{plain} cannot be written"), _removed(plain):
        os.close(os.open(plain, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        age.decrypt(source, plain, identity)
        yield plain


def restore(
    source: Path,
    database: Path,
    at: datetime,
    check: Check,
    force: bool = False,
    key: bytes | None = None,
    note: Callable[[Store], None] = lambda store: None,
) -> Restored:
    """Replace *database* by the backup *source*, migrated to this version. Raises BackupError.

    No other process may have the database open. The former one is kept beside it, with *at* in its name. *check*
    returns a line for each fault in the backup's games; if there are any, the backup is refused unless *force*. key:
    what the backup may be sealed with. note: writes into it before it takes the database's place.
    """
    if not source.is_file():
        raise BackupError(f"there is no file {source}")
    if database.exists() and source.samefile(database):
        raise BackupError(f"{source} is the database itself")
    new = database.with_name(f".{database.name}.restoring")
    with _told(f"{database} cannot be replaced"), _removed(new):
        # A backup may be in a read-only place; the files beside it tell whether it is in use.
        _copy(source, new, still=not any(source.with_name(source.name + end).exists() for end in BESIDE))
        _examine(new, f"{source} is damaged")
        _bring_up(new, source, check, force, key, note)
        made = _examine(new, f"{source} is damaged")
        give_away(new, database if database.exists() else database.parent)
        before = set_aside(database, aside_of(database, at))
        settle(new, database)
    return Restored(made, before, heads(before) if before is not None else {})


def heads(database: Path) -> dict[str, str]:
    """The hash of the last entry of each journal; empty if the database, which nobody uses, cannot be read."""
    conn = _connect(database, "&immutable=1")
    try:
        return {game: head for game, head, _ in conn.execute("select game, hash, max(n) from journal group by game")}
    except sqlite3.DatabaseError:
        return {}
    finally:
        conn.close()


def _copy(source: Path, target: Path, still: bool) -> None:
    """Copy one moment of *source* to *target*, with no files beside it. Raises BackupError if it is not gm's.

    still: nobody has *source* open, and nothing may be written beside it.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    here, there = _connect(source, "&immutable=1" if still else ""), _connect(target)
    try:
        if not applied(Sqlite(here)):
            raise BackupError(f"{source} is no database of gm's")
        here.backup(there)
        there.execute("pragma journal_mode = delete")
    except NewerDatabase as error:
        raise BackupError(f"{source}: {error}") from None
    except (StoreError, sqlite3.DatabaseError) as error:
        raise BackupError(f"{source} cannot be copied: {error}") from None
    finally:
        here.close()
        there.close()


def _connect(path: Path, how: str = "") -> sqlite3.Connection:
    uri = f"file:{quote(str(path.absolute()))}?mode=rw{how}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY)


def _examine(path: Path, damaged: str) -> Backup:
    """What the database at *path* holds. Raises BackupError, beginning with *damaged*, if it is damaged."""
    conn = _connect(path)
    try:
        if broken := Sqlite(conn).damage():
            raise BackupError(f"{damaged}: {broken}")
        games, running, waiting, newest = conn.execute(
            "select (select count(*) from games), (select count(*) from games where over = ''), "
            f"(select count(*) from outbox where state = '{State.WAITING}'), (select max(received) from inbox)"
        ).fetchone()
    except (StoreError, sqlite3.DatabaseError) as error:
        raise BackupError(f"{damaged}: {error}") from None
    finally:
        conn.close()
    return Backup(path.stat().st_size, games, running, waiting=waiting, newest=newest or "")


def _bring_up(
    path: Path, source: Path, check: Check, force: bool, key: bytes | None, note: Callable[[Store], None]
) -> None:
    """Migrate the copy to this version, check its games and write a note into it. Raises BackupError."""
    try:
        store = Store(path, key)
    except SealedDatabase as error:
        raise BackupError(f"{source}: {error}") from None
    except StoreError as error:
        raise BackupError(f"{source} cannot be brought up to this version: {error}") from None
    try:
        faults = check(store)
        with store.transaction():
            note(store)
    finally:
        store.close()
    if faults and not force:
        more = f"; and {len(faults) - 3} more" if len(faults) > 3 else ""
        raise BackupError(
            f"{source} does not check out: {'; '.join(faults[:3])}{more}. --force restores it all the same"
        )


def aside_of(database: Path, at: datetime) -> Path:
    """Where the database is kept that a restore at this time replaces."""
    return database.with_name(f"{database.name}.before-restore-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}")


def set_aside(database: Path, before: Path) -> Path | None:
    """Link the database to a second name beside it, with its log if that cannot be written into it.

    Returns that name, None if there is no database. Raises BackupError.
    """
    if not database.exists():
        return None
    if before.exists():
        raise BackupError(f"{before} is there already; try again")
    log, kept = Path(f"{database}-wal"), Path(f"{before}-wal")
    if log.exists():
        os.link(log, kept)  # SQLite removes it even if it cannot read the database
    try:
        needed = not _written_out(database)
    except BackupError:
        kept.unlink(missing_ok=True)
        raise
    if not needed:
        kept.unlink(missing_ok=True)
    for end in BESIDE:
        Path(f"{database}{end}").unlink(missing_ok=True)
    # Linked, not moved: if the database were missing for a moment, a daemon would create an empty one.
    os.link(database, before)
    return before


def _written_out(database: Path) -> bool:
    """Write the files beside *database* into it; False if it is too damaged for that.

    Raises BackupError if another process has it open.
    """
    conn = _connect(database)
    try:
        alone = conn.execute("pragma journal_mode = delete").fetchone()[0] == "delete"
    except sqlite3.OperationalError as error:
        raise BackupError(f"another gm has {database} open; end it first ({error})") from None
    except sqlite3.DatabaseError:
        return False
    finally:
        conn.close()
    if not alone:
        raise BackupError(f"another gm has {database} open; end it first")
    return True


def give_away(made: Path, like: Path) -> None:
    """Give a file *made* by root to the daemon's user, who owns *like*."""
    owner = like.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        os.chown(made, owner.st_uid, owner.st_gid)


def settle(part: Path, target: Path) -> None:
    """Move the finished file to its place; when this returns, both are on the disk."""
    _sync(part)
    os.replace(part, target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextlib.contextmanager
def _told(what: str) -> Iterator[None]:
    """Raise an OSError as a BackupError that begins with *what*."""
    try:
        yield
    except OSError as error:
        raise BackupError(f"{what}: {error.strerror or error}") from None


@contextlib.contextmanager
def _removed(part: Path) -> Iterator[None]:
    """Remove what is left of an unfinished file, before and after."""
    for end in ("", *BESIDE, "-journal"):
        Path(f"{part}{end}").unlink(missing_ok=True)
    try:
        yield
    finally:
        for end in ("", *BESIDE, "-journal"):
            Path(f"{part}{end}").unlink(missing_ok=True)
