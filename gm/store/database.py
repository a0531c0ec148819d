"""A connection to the database: it runs statements, returns rows as Structs, and commits changes together.

PostgreSQL can run the tables' statements, too; what only SQLite knows is here and in `schema`, `reading` and
`backup`.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache, partial
from typing import Any, ClassVar, NewType, TypeVar, get_type_hints

import msgspec

from gm.store.packing import PACKED, pack, pack_mail, unpack, with_token
from gm.store.vault import Vault

PLAIN = {str, int, float, bytes, datetime, int | None, datetime | None}
R = TypeVar("R", bound=msgspec.Struct)
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
    """`with transaction(conn):` commits everything inside it together, or nothing. It locks for writing at once.

    Inside another transaction it is a savepoint: it can fail alone, and is committed with the outer one.
    *begun*, *undone*: are called when an outer one has begun, and when what one has changed is undone.
    *late*: what is written at the end of the outer one.
    """

    def __init__(
        self, conn: sqlite3.Connection, begun: Callable[[], None] = _nothing, undone: Callable[[], None] = _nothing,
        late: Late | None = None,
    ) -> None:  # fmt: skip
        self._conn, self._begun, self._undone, self._late = conn, begun, undone, late or Late("")

    def __enter__(self) -> None:
        self._part = self._conn.in_transaction
        self._conn.execute("savepoint part" if self._part else "begin immediate")
        self._waiting = {**self._late.waiting}
        if not self._part:
            self._begun()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self._undo()
            return
        try:
            if not self._part:
                self._late.write()
            self._conn.execute("release part" if self._part else "commit")
        except BaseException:  # such as a full or failing disk, which nobody has noticed before
            self._undo()
            raise

    def _undo(self) -> None:
        self._undone()
        self._late.waiting = self._waiting
        if self._conn.in_transaction:  # a full or failing disk may have rolled everything back already
            self._conn.execute("rollback to part" if self._part else "rollback")
            if self._part:
                self._conn.execute("release part")


class Database:
    """A connection, for the modules of gm/store. vault: seals what is written and opens what is read; None: nothing is.

    `execute` alone gives what is stored; whoever uses it opens it by `opened`. keep_piece, piece: keep a file of a
    game's mails and find it by its hash; without the first, nothing is packed that is written. wake: wakes the game
    that has something of a mark (see gm.store.parcels); False if none sleeps that has.
    """

    def __init__(self, conn: sqlite3.Connection, vault: Vault | None = None) -> None:
        self.conn, self.vault = conn, vault
        self._stamp, self._version = object(), -1
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
        packed = self._packed(table, values)
        return packed if self.vault is None else self.vault.sealed(table, packed)

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
        self.conn.close()

    def transaction(self) -> transaction:
        """A context manager that commits all changes inside it together, or none."""
        return transaction(self.conn, self._look, self._forget, self.late)

    @property
    def stamp(self) -> object:
        """What is the same for as long as whatever was read or written here still stands, but for our own changes.

        Outside a transaction it is never the same: another process may write at any time.
        """
        return self._stamp if self.conn.in_transaction else object()

    def _look(self) -> None:
        """Look, as a transaction begins, whether another connection has changed anything."""
        self._files.clear()
        version = self.conn.execute("pragma data_version").fetchone()[0]
        if version != self._version:
            self._version = version
            self._forget()

    def _forget(self) -> None:
        self._stamp = object()

    def execute(self, statement: str, args: Sequence[object] = ()) -> sqlite3.Cursor:
        """Run one statement. Times in *args* are converted to the stored form."""
        if self.late.waiting and self.late.table in statement:
            self.late.write()
        return self.conn.execute(statement, [iso(arg) if isinstance(arg, datetime) else arg for arg in args])

    def rows(self, query: str, args: Sequence[object] = ()) -> list[dict[str, object]]:
        """The rows of a query as dicts."""
        cursor = self.execute(query, args)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, map(self.opened, row), strict=True)) for row in cursor]

    def row(self, query: str, args: Sequence[object] = ()) -> dict[str, object] | None:
        """The first row of a query as a dict, None if there is none."""
        cursor = self.execute(query, args)
        row = cursor.fetchone()
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
        return [self.opened(row[0]) for row in self.execute(query, args)]

    def value(self, query: str, args: Sequence[object] = ()) -> Any:
        """The first column of the first row of a query, None if there is no row."""
        row = self.execute(query, args).fetchone()
        return None if row is None else self.opened(row[0])

    def change(self, statement: str, args: Sequence[object] = ()) -> int:
        """Run an update or delete, and return how many rows it changed."""
        return self.execute(statement, args).rowcount

    def insert(self, table: str, **values: object) -> None:
        """Insert one row."""
        self.execute(_insertion(table, tuple(values)), tuple(self.to_store(table, values).values()))

    def insert_stored(self, table: str, values: Mapping[str, object]) -> int:
        """Insert one row whose values are packed already, and return its number."""
        stored = values if self.vault is None else self.vault.sealed(table, values)
        return int(self.execute(_insertion(table, tuple(stored)), tuple(stored.values())).lastrowid or 0)

    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Insert rows, all with the same columns, in one statement."""
        stored = [self.to_store(table, values) for values in rows]
        if stored:
            several = f"{_insertion(table, tuple(stored[0]))}{_more(len(stored[0])) * (len(stored) - 1)}"
            self.execute(several, [value for values in stored for value in values.values()])

    def insert_numbered(self, table: str, **values: object) -> int:
        """Insert one row into a table with numbered rows, and return its number."""
        stored = self.to_store(table, values)
        return int(self.value(f"{_insertion(table, tuple(values))} returning id", tuple(stored.values())))


@cache
def _insertion(table: str, names: tuple[str, ...]) -> str:
    quoted, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" for _ in names)
    return f"insert into {table} ({quoted}) values ({marks})"


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
