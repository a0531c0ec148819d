"""A connection to the database: it runs statements, returns rows as Structs, and commits changes together.

The tables' statements are such that SQLite and PostgreSQL can run them; where the two differ, `engine` stands between.
"""

from __future__ import annotations

import hashlib
import logging
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, NewType, NoReturn, TypeVar, get_type_hints

import msgspec

from gm.store.engine import NUMBERED, Collided, Cursor, Engine, Frozen
from gm.store.packing import PACKED, pack, pack_mail, unpack, with_token
from gm.store.vault import Vault

if TYPE_CHECKING:
    from sqlite3 import Connection

log = logging.getLogger("gm")
AGAIN = (0.01, 0.03, 0.1, 0.3, 1.0)  # seconds, about, until a transaction is tried again that met another
MOVING = "moving"  # the fact that the database is being moved, or was
# Columns of text that hold what is packed, too.
HELD = {table: names - {"raw"} for table, names in PACKED.items() if table != "pieces" and names != {"raw"}}
PLAIN = {str, int, float, bytes, datetime, int | None, datetime | None}
R = TypeVar("R", bound=msgspec.Struct)
T = TypeVar("T")
V = TypeVar("V")


def iso(at: datetime) -> str:
    """A time as it is stored: in UTC, as text that sorts by time."""
    return f"{at.astimezone(UTC).isoformat(timespec='seconds')[:-6]}Z"


def from_iso(text: str) -> datetime:
    """A stored time."""
    return datetime.fromisoformat(text)


def as_json(value: object) -> str:
    """*value* as JSON with sorted keys: the same text for the same value."""
    return msgspec.json.encode(value, order="sorted").decode()


def token_hash(token: str) -> str:
    """What the table of tokens knows of a token. It has a hundred random bits: nobody can guess it from this."""
    return hashlib.sha256(token.encode()).hexdigest()


@cache
def columns(kind: type[msgspec.Struct]) -> str:
    """The fields of *kind* as the columns of a select. Quoted, because `left` is a keyword of SQL."""
    return ", ".join(f'"{name}"' for name in kind.__struct_fields__)


def listed(*values: str) -> str:
    """Constants as a list of SQL: `('held', 'failed')`."""
    quoted = ", ".join(f"'{value}'" for value in values)
    return f"({quoted})"


@cache
def _json_columns(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name, of in get_type_hints(kind).items() if not _is_plain(of))


def _is_plain(of: Any) -> bool:
    while isinstance(of, NewType):
        of = of.__supertype__
    return of in PLAIN or (isinstance(of, type) and issubclass(of, StrEnum))


def _nothing() -> None:
    """Do nothing."""


class Late:
    """What is written as late as can be: before its transaction is committed, or before anybody looks at its table.

    What came later of the same game takes its place, and then it is never written.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.waiting: dict[str, Callable[[], None]] = {}

    def write(self) -> None:
        """Write what waits."""
        waiting, self.waiting = self.waiting, {}
        for write in waiting.values():
            write()


class transaction:
    """`with transaction(engine):` commits everything inside it together, or nothing.

    Inside another transaction it is a savepoint: it can fail alone, and is committed with the outer one.
    *begun*, *undone*: are called when an outer one has begun, and when what one has changed is undone.
    *late*: what is written at the end of the outer one.
    """

    def __init__(
        self, engine: Engine, begun: Callable[[], None] = _nothing, undone: Callable[[], None] = _nothing,
        late: Late | None = None,
    ) -> None:  # fmt: skip
        self._engine, self._begun, self._undone, self._late = engine, begun, undone, late or Late("")

    def __enter__(self) -> None:
        self._part = self._engine.in_transaction
        self._waiting = {**self._late.waiting}
        try:
            if self._part:
                self._engine.savepoint()
            else:
                self._engine.begin()
                self._begun()
        except BaseException as error:
            self._fail(error)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self._undo()
            return
        try:
            if self._part:
                self._engine.release()
            else:
                self._late.write()
                self._engine.commit()
        except BaseException as failed:  # such as a full or failing disk, which nobody has noticed before
            self._fail(failed)

    def _fail(self, error: BaseException) -> NoReturn:
        self._undo()
        if isinstance(error, self._engine.errors):
            raise self._engine.told(error) from error
        raise error

    def _undo(self) -> None:
        self._undone()
        self._late.waiting = self._waiting
        if self._engine.in_transaction:  # a full or failing disk may have rolled everything back already
            if self._part:
                self._engine.undo_part()
            else:
                self._engine.rollback()


class Database:
    """A connection, for the modules of gm/store. vault: seals what is written and opens what is read; None: nothing is.

    `execute` alone gives what is stored; whoever uses it opens it by `opened`. keep_piece, piece: keep a file of a
    game's mails and find it by its hash; without the first, nothing is packed that is written. wake: wakes the game
    that has something of a mark (see gm.store.parcels); False if none sleeps that has. heeds: whether it refuses to
    write once the database is being moved. undone: another object each time that something was undone here.
    """

    def __init__(self, engine: Engine, vault: Vault | None = None) -> None:
        self.engine, self.vault = engine, vault
        self._stamp, self._version, self.heeds = object(), object(), True
        self.undone = object()
        self.late = Late("snapshots")
        self.keep_piece: Callable[[str, bytes], str] | None = None
        self.piece: Callable[[str], bytes] = lambda digest: b""
        self._files: dict[bytes, bytes] = {}  # files of mails that were stored in this transaction, by their texts
        self.wake: Callable[[int], bool] = lambda mark: False

    def opened(self, value: V) -> V:
        """A value as it was before it was packed and sealed, if it was."""
        value = value if self.vault is None else self.vault.open(value)
        return unpack(value, self.piece) if isinstance(value, bytes) else value

    def fixed(self, text: str) -> str:
        """Text as a column holds it that is sealed and searched."""
        return text if self.vault is None else self.vault.fix(text)

    def to_store(self, table: str, values: Mapping[str, object]) -> Mapping[str, object]:
        """A row of a table as it is stored: packed, then sealed."""
        return self._sealed(table, self._packed(table, values))

    def _sealed(self, table: str, packed: Mapping[str, object]) -> Mapping[str, object]:
        stored = packed if self.vault is None else self.vault.sealed(table, packed)
        held = HELD.get(table)
        if self.engine.name == "sqlite" or held is None:
            return stored
        return {name: self.engine.held(value) if name in held else value for name, value in stored.items()}

    def _packed(self, table: str, values: Mapping[str, object]) -> Mapping[str, object]:
        names = PACKED.get(table, frozenset())
        if self.keep_piece is None or not names or (table == "snapshots" and not values["kept"]):
            return values  # a snapshot that is not kept for good is soon replaced
        if table == "outbox":
            return {**values, "raw": self._packed_mail(values)}
        return {name: pack(value) if name in names else value for name, value in values.items()}

    def _packed_mail(self, values: Mapping[str, object]) -> object:
        """A mail of ours: the files of a game's mail are kept once, and the token is forgotten once it is sent."""
        raw, game, keep = values["raw"], str(values["game"]), self.keep_piece
        if not isinstance(raw, bytes) or not raw:
            return raw
        packed = pack_mail(raw, partial(keep, game) if keep is not None and game else None, self._files)
        return with_token(packed, "") if values.get("state") == "sent" else packed

    def close(self) -> None:
        """Close the database."""
        self.engine.close()

    @property
    def conn(self) -> Connection:
        """The connection to SQLite, for those who look at its files; there is none to another engine."""
        from gm.store.sqlite import Sqlite

        assert isinstance(self.engine, Sqlite)
        return self.engine.conn

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun."""
        return self.engine.in_transaction

    def transaction(self) -> transaction:
        """A context manager that commits all changes inside it together, or none."""
        return transaction(self.engine, self._look, self._note_undone, self.late)

    def act(self, do: Callable[[], T]) -> T:
        """Do *do* in a transaction, and return what it returns; all of it again if another process came in between.

        Within another transaction it is that which must be done again. Raises Collided after some tries.
        """
        for pause in () if self.in_transaction else AGAIN:
            try:
                self.engine.patient = True
                with self.transaction():
                    return do()
            except Collided as error:
                log.info("done again: %s", error)
                time.sleep(pause * random.uniform(0.5, 1.5))
            finally:
                self.engine.patient = False
        with self.transaction():
            return do()

    @property
    def stamp(self) -> object:
        """What is the same for as long as whatever was read or written here still stands, but for our own changes.

        Outside a transaction it is never the same: another process may write at any time.
        """
        return self._stamp if self.engine.in_transaction else object()

    def _look(self) -> None:
        """Look, as a transaction begins, whether another connection has changed anything."""
        self._files.clear()
        version = self.engine.seen()
        if version != self._version:
            self._forget()
            if self.heeds:
                self.engine.ask(f"select value from facts where name = '{MOVING}'", _check_at_home)
            self._version = version

    def _forget(self) -> None:
        self._stamp = object()

    def _note_undone(self) -> None:
        self.undone = object()
        self._forget()

    def execute(self, statement: str, args: Sequence[object] = ()) -> Cursor:
        """Run one statement. Times in *args* are converted to the stored form. Raises StoreError."""
        if self.late.waiting and self.late.table in statement:
            self.late.write()
        try:
            return self.engine.execute(statement, [iso(arg) if isinstance(arg, datetime) else arg for arg in args])
        except self.engine.errors as error:
            raise self.engine.told(error) from error

    def _later(self, statement: str, args: Sequence[object]) -> None:
        """Run one statement of which nothing is wanted, as execute() does; what is wrong with it may show later."""
        if self.late.waiting and self.late.table in statement:
            self.late.write()
        try:
            self.engine.later(statement, [iso(arg) if isinstance(arg, datetime) else arg for arg in args])
        except self.engine.errors as error:
            raise self.engine.told(error) from error

    def lock_game(self, name: str) -> None:
        """Let nobody else change a game before this transaction ends."""
        self.engine.lock_game(name)

    def tuples(self, query: str, args: Sequence[object] = ()) -> list[Any]:
        """The rows of a query as they are stored."""
        return list(self.stream(query, args))

    def stream(self, query: str, args: Sequence[object] = ()) -> Iterator[Any]:
        """The same, one after the other."""
        cursor = self.execute(query, args)
        with self.engine.errors_told():
            yield from cursor

    def first(self, query: str, args: Sequence[object] = ()) -> Any:
        """The first row of a query as it is stored, None if there is none."""
        cursor = self.execute(query, args)
        try:
            return cursor.fetchone()
        except self.engine.errors as error:
            raise self.engine.told(error) from error

    def rows(self, query: str, args: Sequence[object] = ()) -> list[dict[str, object]]:
        """The rows of a query as dicts."""
        cursor = self.execute(query, args)
        try:
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, map(self.opened, row), strict=True)) for row in cursor]
        except self.engine.errors as error:
            raise self.engine.told(error) from error

    def row(self, query: str, args: Sequence[object] = ()) -> dict[str, object] | None:
        """The first row of a query as a dict, None if there is none."""
        cursor = self.execute(query, args)
        try:
            row = cursor.fetchone()
        except self.engine.errors as error:
            raise self.engine.told(error) from error
        names = [column[0] for column in cursor.description]
        return None if row is None else dict(zip(names, map(self.opened, row), strict=True))

    def all(self, kind: type[R], query: str, args: Sequence[object] = ()) -> list[R]:
        """The rows of a query. Fields of *kind* other than text, numbers, bytes and times are stored as JSON."""
        return [_read(kind, row) for row in self.rows(query, args)]

    def one(self, kind: type[R], query: str, args: Sequence[object] = ()) -> R | None:
        """The first row of a query, None if there is none."""
        row = self.row(query, args)
        return None if row is None else _read(kind, row)

    def values(self, query: str, args: Sequence[object] = ()) -> list[Any]:
        """The first column of a query."""
        return [self.opened(row[0]) for row in self.stream(query, args)]

    def value(self, query: str, args: Sequence[object] = ()) -> Any:
        """The first column of the first row of a query, None if there is no row."""
        row = self.first(query, args)
        return None if row is None else self.opened(row[0])

    def change(self, statement: str, args: Sequence[object] = ()) -> None:
        """Run an update or delete."""
        self._later(statement, args)

    def changed(self, statement: str, args: Sequence[object] = ()) -> int:
        """Run an update or delete, and return how many rows it changed."""
        return self.execute(statement, args).rowcount

    def insert(self, table: str, **values: object) -> None:
        """Insert one row."""
        self._later(_insertion(table, tuple(values)), tuple(self.to_store(table, values).values()))

    def insert_new(self, table: str, **values: object) -> None:
        """Insert one row, unless there is one with its key."""
        stored = self.to_store(table, values)
        self._later(f"{_insertion(table, tuple(values))} on conflict do nothing", tuple(stored.values()))

    def insert_stored(self, table: str, values: Mapping[str, object]) -> int:
        """Insert one row whose values are packed already, and return its number; 0 if its table has none."""
        stored = self._sealed(table, values)
        if table not in NUMBERED:
            self._later(_insertion(table, tuple(stored)), tuple(stored.values()))
            return 0
        return int(self.value(f"{_insertion(table, tuple(stored))} returning id", tuple(stored.values())))

    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Insert rows, all with the same columns, in one statement."""
        stored = [self.to_store(table, values) for values in rows]
        if stored:
            several = f"{_insertion(table, tuple(stored[0]))}{_more(len(stored[0])) * (len(stored) - 1)}"
            self._later(several, [value for values in stored for value in values.values()])

    def insert_numbered(self, table: str, **values: object) -> int:
        """Insert one row into a table with numbered rows, and return its number."""
        stored = self.to_store(table, values)
        return int(self.value(f"{_insertion(table, tuple(values))} returning id", tuple(stored.values())))


@cache
def _insertion(table: str, names: tuple[str, ...]) -> str:
    quoted, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" for _ in names)
    return f"insert into {table} ({quoted}) values ({marks})"


def _check_at_home(moving: str | None) -> None:
    """Raise Frozen if the database is being moved, or was."""
    if moving is not None:
        raise Frozen(str(msgspec.json.decode(moving)["told"]))


def _more(columns: int) -> str:
    return f", ({', '.join('?' * columns)})"


def _read(kind: type[R], row: dict[str, Any]) -> R:
    for name in _json_columns(kind):
        row[name] = msgspec.json.decode(row[name])
    return msgspec.convert(row, kind)


class Table:
    """The statements about one table."""

    table: ClassVar[str]

    def __init__(self, db: Database) -> None:
        self._db = db

    def purge(self, game: str) -> None:
        """Remove a game's personal data: all its rows, unless a table overrides this."""
        self._db.change(f"delete from {self.table} where game = ?", [game])


class Numbered(Table):
    """A table with numbered rows."""

    def newest(self) -> int | None:
        """The number of the newest row, None if there is none."""
        number: int | None = self._db.value(f"select max(id) from {self.table}")
        return number

    def count(self, after: int) -> int:
        """How many rows there are after number *after*."""
        return int(self._db.value(f"select count(*) from {self.table} where id > ?", [after]))
