"""PostgreSQL behind the database, by psycopg: any number of processes write, each sees the others' work whole or not.

What is only written waits until something is read, and travels with it: see _Waiting. A transaction sees everything as
of one moment. Before it reads a game it locks the game's row, and fails with Collided if that was changed since; so
does whoever writes what another has written since. Whoever began it does it again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from gm.store.engine import NUMBERED, Collided, Engine, StoreError, Unavailable
from gm.store.pgserver import check_server, place_of
from gm.store.pgvalues import TEXT, as_parameter, load_as_sqlite
from gm.store.server import Place, Server

LINGERS = 2.0  # seconds for which the server may not know yet that the daemon before has died
PREPARED = 3  # times that a statement is sent before the server keeps it prepared
REACH = 5  # seconds to wait for the server
LOCKED = "10s"  # the same for what another process has locked
# Locks: of daemons, of who changes the schema, and of what a transaction claims.
SERVES, SCHEMA, CLAIMS = 0x676D_0001, 0x676D_0002, 0x676D_0003
STILL = "30s"  # after so long, a transaction of a process that stands still is undone: others want what it locked
# The server gives up a machine that is gone after 11 seconds: what it held is taken over.
SERVERS_ALIVE = "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
# A server that is gone is given up after 15 seconds, not after hours.
ALIVE = {"keepalives_idle": 5, "keepalives_interval": 5, "keepalives_count": 2, "tcp_user_timeout": 15_000}
logging.getLogger("psycopg").setLevel(logging.ERROR)  # of a connection that is lost, told() says enough
GONE = (TransactionStatus.UNKNOWN, TransactionStatus.IDLE)


def _nothing() -> None:
    """Nothing is to be done."""


@cache
def _translated(statement: str) -> str:
    return statement.replace("%", "%%").replace("?", "%s")


def told(error: Exception) -> StoreError:
    """An error of psycopg's as one of the store."""
    text = " ".join(str(error).split())
    if isinstance(error, errors.SerializationFailure | errors.DeadlockDetected):
        return Collided(f"another process did something at the same time ({text})")
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return Unavailable(f"the server only reads, as a standby does; name the one that writes ({text})")
    waits = isinstance(error, psycopg.OperationalError | psycopg.InternalError | psycopg.InterfaceError)
    return (Unavailable if waits else StoreError)(text)


class _Waiting(NamedTuple):
    """A statement that waits to be sent. then: gets the first value that it gives. part: it begins a part.

    idle: without others, it need not be sent at all.
    """

    statement: str
    args: Sequence[Any] = ()
    then: Callable[[Any], None] | None = None
    part: bool = False
    idle: bool = False


BEGIN = _Waiting("begin isolation level repeatable read", idle=True)


class Postgres(Engine):
    """A connection to a PostgreSQL server, which is made again when it was lost, but never within a transaction.

    looks: nothing is written, and all is seen as of one moment. The first connection is made at once. trips: how often
    the server was waited for.
    """

    name: ClassVar[Literal["sqlite", "postgres"]] = "postgres"
    alone: ClassVar[bool] = False
    errors = psycopg.Error

    def __init__(self, server: Server, looks: bool = False) -> None:
        """Raises StoreError, which never quotes a password."""
        self._server, self._looks, self._hurries = server, looks, False
        self._shares: bool | None = None  # whether it serves among others, None if it does not serve
        self._check: Callable[[], object] = _nothing  # is called once it serves again
        self._waiting: list[_Waiting] = []
        self._begun, self._locked = False, set[str]()
        self.trips = 0
        self._connect()
        if looks:
            self._begun = True
            self._waiting.append(_Waiting("begin isolation level repeatable read read only"))

    # -- the connection ------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._conn = _connected(self._server)
        try:
            check_server(self._conn, self._looks)
            self._place = None if self._looks else place_of(self._conn)
            if self._hurries:
                self._conn.execute("set synchronous_commit = off")
            if self._shares is not None:
                self._take_lock(self._shares)
                self._check()
        except psycopg.Error as error:
            self._conn.close()
            raise told(error) from error
        except StoreError:
            self._conn.close()
            raise

    def _reached(self) -> None:
        """Connect again if the connection was lost. Raises Unavailable if the server is out of reach."""
        if self._conn.closed or self._conn.broken or self._conn.prepare_threshold is None:
            self._conn.close()
            self._connect()

    def serve(self, check: Callable[[], object]) -> bool:
        """Serve this database, for as long as this is connected; False if it is served alone, or just being changed."""
        self._check = check
        return self._serve(shares=True)

    def serve_alone(self) -> bool:
        """Let no daemon serve this database, for as long as this is connected; False if one does."""
        return self._serve(shares=False)

    def _serve(self, shares: bool) -> bool:
        until = time.monotonic() + LINGERS
        while True:
            try:
                self._take_lock(shares)
            except Unavailable:
                if time.monotonic() > until:
                    return False
                time.sleep(0.1)
            else:
                self._shares = shares
                return True

    def _take_lock(self, shares: bool) -> None:
        lock = "pg_try_advisory_lock_shared" if shares else "pg_try_advisory_lock"
        taken = self._conn.execute(f"select {lock}({SERVES})").fetchone()
        if taken is None or not taken[0]:
            raise Unavailable("another gm works on this database, and nobody else may meanwhile")

    # -- statements ----------------------------------------------------------------------------------------------

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun."""
        return self._begun

    def told(self, error: Exception) -> StoreError:
        """An error of psycopg's as one of the store.

        A row that is there already may have come just now, from another process: done again, it is seen beforehand.
        """
        if self.patient and isinstance(error, errors.UniqueViolation):
            return Collided(f"another process was quicker ({' '.join(str(error).split())})")
        return told(error)

    def execute(self, statement: str, args: Sequence[Any] = ()) -> Any:
        """Run a statement now, after those that wait."""
        return self.send(_Waiting(statement, args))

    def later(self, statement: str, args: Sequence[Any] = ()) -> None:
        """Run a statement, at the latest before the next that is executed."""
        self._waiting.append(_Waiting(statement, args))
        if not self._begun:
            self.send()

    def ask(self, query: str, then: Callable[[Any], None]) -> None:
        """Hand *then* the first value that a query gives, None if none, once the next statement is executed."""
        self._waiting.append(_Waiting(query, then=then, idle=True))

    def send(self, *last: _Waiting) -> Any:
        """Send what waits, and *last*; return the cursor of the last one."""
        flight, self._waiting = [*self._waiting, *last], []
        if not flight:
            return None
        if not self._begun:
            self._reached()
        self.trips += 1
        try:
            cursors = self._flown(flight)
        except psycopg.Error:
            # psycopg takes a statement for prepared even if the flight that was to prepare it failed: none is from now
            # on, and once the transaction is over there is a new connection.
            self._conn.prepare_threshold = None
            raise
        for one, cursor in zip(flight, cursors, strict=True):
            if one.then is not None:
                one.then((cursor.fetchone() or (None,))[0])
        return cursors[-1]

    def _flown(self, flight: Sequence[_Waiting]) -> list[psycopg.Cursor[Any]]:
        if len(flight) == 1:
            return [self._sent(flight[0])]
        with self._conn.pipeline():
            return [self._sent(one) for one in flight]

    def _sent(self, one: _Waiting) -> psycopg.Cursor[Any]:
        cursor = self._conn.cursor(binary=True)
        if one.args:
            cursor.execute(_translated(one.statement), [as_parameter(arg) for arg in one.args])
        else:
            cursor.execute(one.statement)
        return cursor

    # -- transactions --------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a transaction. Its first lock lets `gm move` wait for its end, before it says that the database moves.
        """
        self._reached()
        self._locked.clear()
        self._waiting.append(BEGIN)
        self._waiting.append(_Waiting("lock table facts in row share mode", idle=True))
        self._begun = True

    def begin_alone(self) -> None:
        """Begin a transaction in which nobody else changes the schema."""
        self._reached()
        self._begun = True
        self._waiting.append(_Waiting("begin isolation level read committed"))
        self._waiting.append(_Waiting(f"select pg_advisory_xact_lock({SCHEMA})"))
        try:
            self.send(_Waiting(f"select pg_advisory_xact_lock({SERVES})"))
        except errors.LockNotAvailable:
            raise Unavailable("its schema is to be changed, and a gm serve works on it: stop that first") from None

    def begin_last(self) -> None:
        """Begin a transaction that waits for the end of all that write, and before whose end no other such begins."""
        self._reached()
        self._begun = True
        self._waiting.append(_Waiting("begin isolation level read committed"))
        self._waiting.append(_Waiting("lock table facts in exclusive mode"))

    def commit(self) -> None:
        """Commit it."""
        if self._waiting[:1] == [BEGIN] and all(one.idle for one in self._waiting):
            self._waiting.clear()  # nothing was asked and nothing written
        else:
            self.send(_Waiting("commit"))
        self._begun = False

    def rollback(self) -> None:
        """Undo it. A lost connection has undone it already."""
        self._begun = False
        self._waiting.clear()
        if self._conn.info.transaction_status not in GONE:
            try:
                self.send(_Waiting("rollback"))
            except psycopg.Error:
                self._conn.close()

    def savepoint(self) -> None:
        """Begin a part of it that can fail alone."""
        self._waiting.append(_Waiting("savepoint part", part=True, idle=True))

    def release(self) -> None:
        """End such a part: whatever is wrong with its statements shows now."""
        if self._waiting and self._waiting[-1].part:
            self._waiting.pop()  # nothing was done in it
        else:
            self.send(_Waiting("release part"))

    def undo_part(self) -> None:
        """Undo such a part, and end it. With it go the locks that were taken in it."""
        self._locked.clear()
        begins = max((n for n, one in enumerate(self._waiting) if one.part), default=None)
        if begins is not None:
            del self._waiting[begins:]  # nothing of it was sent
            return
        self._waiting[:] = [_Waiting("rollback to part"), _Waiting("release part")]

    def seen(self) -> object:
        """Another object each time: nothing says as surely as SQLite does that nobody else has changed anything."""
        return object()

    def lock_game(self, name: str) -> None:
        """Let nobody else change a game before this transaction ends."""
        if self._begun and not self._looks and name not in self._locked:
            self._locked.add(name)
            self._waiting.append(_Waiting("select 1 from games where name = ? for update", (name,), idle=True))

    def claim(self, name: str, then: Callable[[Any], None]) -> None:
        """Let nobody else claim this before the transaction ends; *then* is handed whether that was possible."""
        query = f"select pg_try_advisory_xact_lock({CLAIMS}, hashtext(?))"
        self._waiting.append(_Waiting(query, (name,), then=then, idle=True))

    def time(self) -> datetime | None:
        """The time of the server."""
        with self.errors_told():
            found: datetime = self.execute("select clock_timestamp()").fetchone()[0]
        return found

    def place(self) -> Place | None:
        """Which server this is connected to."""
        return self._place

    # -- what is there -------------------------------------------------------------------------------------------

    def tables(self) -> set[str]:
        """The names of the tables."""
        found = self.execute("select tablename from pg_tables where schemaname = current_schema()")
        return {name for (name,) in found.fetchall()}

    def columns(self, table: str) -> list[str]:
        """The columns of a table, but for what only numbers its rows."""
        query = (
            "select column_name::text from information_schema.columns where table_schema = current_schema() "
            "and table_name = ? and column_name != 'rowid' order by ordinal_position"
        )
        return [name for (name,) in self.execute(query, [table]).fetchall()]

    def keys(self, table: str) -> list[str]:
        """The columns of a table's primary key."""
        query = (
            "select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid "
            "and a.attnum = any(i.indkey) where i.indrelid = ?::regclass and i.indisprimary "
            "order by array_position(i.indkey::int2[], a.attnum)"
        )
        return [name for (name,) in self.execute(query, [table]).fetchall()]

    def numbers(self, table: str) -> str:
        """The column that numbers the rows of a table."""
        return "id" if table in NUMBERED else "rowid"

    def drop_all(self) -> None:
        """Remove all tables."""
        for table in sorted(self.tables()):
            self.later(f"drop table {table}")
        for domain in ("held", "blob"):
            self.later(f"drop domain if exists {domain}")

    def held(self, value: object) -> object:
        """A value as a column holds it that has both text and bytes: text with a mark before it."""
        return TEXT + str(value).encode() if isinstance(value, str) else value

    def count_on(self) -> None:
        """Number the next rows behind those that were inserted with their numbers."""
        for table in sorted(NUMBERED):
            self.later(
                f"select setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 0) + 1, false) from {table}"
            )

    def damage(self) -> str:
        """Nothing: the server looks after its files itself. What cannot be read is an error when it is."""
        return ""

    def hurry(self) -> None:
        """Never wait for the disk from now on."""
        self._hurries = True
        self.execute("set synchronous_commit = off")

    def overwrite(self) -> None:
        """Nothing is to be done: what is deleted stays in the files until `scrub`."""

    def scrub(self) -> bool:
        """Write the tables anew without what was deleted; False if others kept them in use."""
        try:
            for table in sorted(self.tables()):
                self.execute(f"vacuum full {table}")
        except errors.LockNotAvailable:
            return False
        return True

    def size(self) -> int:
        """The bytes that the database takes on its server."""
        return int(self.execute("select pg_database_size(current_database())").fetchone()[0])

    def interrupt(self) -> None:
        """End a statement that runs in another thread."""
        self._conn.cancel_safe()

    def close(self) -> None:
        """Close the connection."""
        self._conn.close()


def is_served(server: Server) -> bool:
    """Whether a daemon serves a database. Raises StoreError."""
    query = (
        "select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ? "
        "and database = (select oid from pg_database where datname = current_database()) limit 1"
    )
    with closing(Postgres(server, looks=True)) as engine, engine.errors_told():
        return engine.execute(query, [SERVES]).fetchone() is not None


def _connected(server: Server) -> psycopg.Connection[Any]:
    """A connection. Raises StoreError, which says why there is none; not psycopg's own of a URL, which quotes it."""
    try:
        conninfo_to_dict(server.url)
    except psycopg.ProgrammingError:
        raise StoreError("database.url is no URL as PostgreSQL knows them: postgresql://user@host/database") from None
    timeouts = f"-c lock_timeout={LOCKED} -c idle_in_transaction_session_timeout={STILL}"
    settings = f"{timeouts} {SERVERS_ALIVE} -c client_encoding=UTF8 -c timezone=UTC"
    given: dict[str, str | int | None] = {
        "connect_timeout": REACH, "options": settings, "application_name": "gm", "password": server.password
    }  # fmt: skip
    try:
        conn = psycopg.connect(make_conninfo(server.url, **ALIVE, **given), autocommit=True)
    except psycopg.Error as error:
        found = told(error)
        raise Unavailable(f"the server of the database cannot be used: {found}") from None
    conn.prepare_threshold = PREPARED
    load_as_sqlite(conn)
    return conn
