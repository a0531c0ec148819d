"""The database: whether it is undamaged, has this version's schema and unbroken journals, and is in use by a daemon."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from gm.config.loading import Config, ConfigError, database_key
from gm.doctor.clock import check_jump
from gm.doctor.disk import in_megabytes
from gm.doctor.finding import Finding, bad, ok, warn
from gm.doctor.growth import check_growth
from gm.doctor.house import reached
from gm.doctor.letters import check_letters
from gm.doctor.server import check_keeping, check_place
from gm.doctor.where import where_of
from gm.rules.lines.words import count
from gm.store.backup import plain_beside
from gm.store.database import iso
from gm.store.engine import Engine, StoreError, Unavailable
from gm.store.halfway import half_restored
from gm.store.reading import open_to_read
from gm.store.schema import MIGRATIONS, NewerDatabase, applied
from gm.store.server import Server
from gm.store.store import Tables
from gm.store.upgrade import copies
from gm.store.vault import SealedDatabase

LATE = timedelta(hours=1)  # a mail that has waited longer is stuck
AHEAD = timedelta(minutes=5)
BACKUP = "stop gm and restore the last good backup (gm restore)"


def check_database(config: Config) -> list[Finding]:
    """Check the configured database and the lock beside it."""
    if config.database is not None:
        return _of_server(config)
    database = config.gm.database
    running = daemon_runs(database)
    plain = plain_beside(database)
    left = [bad("database", f"{plain} is a copy in the clear, left by a killed gm", "remove it")] * plain.exists()
    found = [*left, *[ok("daemon", "gm serve is running")] * running, *_copies(database)]
    if not database.exists():
        return [*found, warn("database", f"there is no {database}", "gm makes it when it is first started")]
    try:
        with closing(open_to_read(database)) as engine:
            return [*found, *_look(engine, database_key(config), running)]
    except ConfigError as error:
        return [*found, bad("database", "; ".join(error.problems), "gm key makes a key; see who may read it")]
    except SealedDatabase as error:
        return [*found, bad("database", str(error), "without its key nobody can read it, nor can gm")]
    except NewerDatabase as error:
        return [*found, bad("database", str(error), "install that version of gm")]
    except Unavailable as error:
        return [*found, bad("database", f"{database} cannot be read: {error}", "see who owns it and who uses it")]
    except StoreError as error:
        return [*found, bad("database", f"{database} is damaged: {error}", BACKUP)]


def _of_server(config: Config) -> list[Finding]:
    """Check a database that is on a server."""
    found: list[Finding] = []
    try:
        with closing(open_to_read(where_of(config))) as engine:
            running = is_served(config)
            found += [ok("daemon", "gm serve is running")] * running
            if not applied(engine):
                return [*found, warn("database", "it is empty", "gm makes its tables when it is first started")]
            found += check_keeping(engine)
            with engine.errors_told():
                size = ok("database", f"it takes {in_megabytes(engine.size())} on its server")
            return [*found, *_look(engine, database_key(config), running), size]
    except ConfigError as error:
        return [*found, bad("database", "; ".join(error.problems), "see who may read it")]
    except SealedDatabase as error:
        return [*found, bad("database", str(error), "without its key nobody can read it, nor can gm")]
    except NewerDatabase as error:
        return [*found, bad("database", str(error), "install that version of gm")]
    except StoreError as error:
        return [*found, bad("database", str(error), "see docs/operator.md, A database server")]


def is_served(config: Config) -> bool:
    """Whether a daemon serves the database of a configuration; on whatever machine, if the database has a server."""
    if daemon_runs(config.gm.database) or config.database is None:
        return daemon_runs(config.gm.database)
    from gm.store.postgres import is_served as on_server

    with suppress(ConfigError, StoreError):
        where = where_of(config)
        return isinstance(where, Server) and on_server(where)
    return False


def _copies(database: Path) -> Iterator[Finding]:
    """Name the copies that were made before upgrades."""
    for copy in copies(database):
        told = f"{copy} is the database before an upgrade ({in_megabytes(copy.stat().st_size)})"
        yield ok("database", f"{told}: the way back; remove it once you will not go back")


def daemon_runs(database: Path) -> bool:
    """Whether a daemon holds the lock of *database*."""
    try:
        file = os.open(f"{database}.lock", os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def _look(engine: Engine, key: bytes | None, running: bool) -> Iterator[Finding]:
    done = applied(engine)
    if not done:
        yield bad("database", "it is no database of gm's", "name another file as gm.database")
        return
    if broken := engine.damage():
        yield bad("database", f"it is damaged: {broken}", BACKUP)
        return
    if len(done) < len(MIGRATIONS):
        todo = "it is brought up to date when this version starts, and a copy of it as it is now is kept beside it"
        yield warn("database", "it was made by an earlier version of gm", todo)
    else:
        yield ok("database", "it is whole, and of this version's schema")
    tables = Tables(engine, key)
    yield from _key(tables, key)
    if len(done) == len(MIGRATIONS):
        if half_restored(tables) is not None:
            yield bad("database", "a restore of it has not ended", "run gm restore again, with the same backup")
        if not running:
            yield _unserved(tables)
        yield from _journals(tables)
        yield from check_jump(tables.facts)
        if engine.name == "postgres":
            yield from check_place(engine, tables.facts)
        yield check_growth(tables)
        yield from _outbox(tables)
        yield from check_letters(tables)
        yield from _house(tables)
    yield from _times(tables)


def _key(tables: Tables, key: bytes | None) -> Iterator[Finding]:
    """Say whether the database is sealed."""
    if tables.vault is not None:
        yield ok("database", "it is sealed with the key that the configuration names")
    elif key is not None:
        yield warn("database", "the configuration names a key, but the database is not sealed", "gm lock seals it")


def _unserved(tables: Tables) -> Finding:
    """Say that no daemon runs, which is well only where no game needs one."""
    told = "gm serve is not running"
    if not tables.games.alive():
        return ok("daemon", told)
    return warn("daemon", f"{told}: no letter is read, and no deadline strikes", "systemctl start gm, or gm serve")


def _journals(tables: Tables) -> Iterator[Finding]:
    """Check the hash chains of the live games. The games are not rebuilt; gm fsck does that."""
    names = tables.games.alive()
    broken = [name for name in names if not tables.journal.is_unbroken(name)]
    if broken:
        yield bad("database", f"the journal is broken in {', '.join(broken)}", "gm fsck tells where")
    else:
        games = count(len(tables.games.names()), "game")
        yield ok("database", f"{games}, {len(names)} of them running; their journals are unbroken")


def _times(tables: Tables) -> Iterator[Finding]:
    """Check that nothing has happened in the future."""
    newest = tables.journal.newest_of_all()
    if newest is not None and newest > datetime.now(UTC) + AHEAD:
        told = f"something happened at {iso(newest)}, which is still to come by this machine's clock"
        yield bad("clock", told, "set the clock right before gm serves")


def _outbox(tables: Tables) -> Iterator[Finding]:
    stuck = tables.outbox.stuck(datetime.now(UTC) - LATE)
    if stuck is not None:
        told = f"{stuck.count} mails wait to be sent, the oldest since {iso(stuck.since)}"
        yield warn("outbox", told, "gm outbox tells why")
    else:
        yield ok("outbox", "no mail waits for more than an hour")


def _house(tables: Tables) -> Iterator[Finding]:
    when = reached(tables.facts, datetime.now(UTC))
    if when is not None:
        told = f"a limit of mails_per_hour or mails_per_day was reached at {iso(when)}"
        yield warn("house", told, "fewer games or watchers make room, or another provider")
