"""One game as a single file, and back: export, import, archive. It knows tables and no game's rules.

Which tables belong to a game is read from the database: those with a column `game`. So a new one is never forgotten.
"""

from __future__ import annotations

import base64
import gzip
import io
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlite_utils import Database

from gm import __version__
from gm.desk.fsck import check_game
from gm.desk.operating.refusal import OperatorError
from gm.store.schema import MIGRATIONS, carry_out, migrate
from gm.store.store import Store

FORMAT = 1
SUFFIX = ".gm"
MOST_FAULTS = 3  # told of a file that is refused
LONGEST_HEADER = 64 * 1024
Rows = list[tuple[str, dict[str, Any]]]


class ExchangeError(OperatorError):
    """The file or the game cannot be taken; nothing has changed. The text says why."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a file. schema: the name of the database's last migration; rows: how many lines follow."""

    format: int
    game: str
    ruleset: str
    over: str
    gm: str
    schema: str
    at: datetime
    hash: str
    rows: int


# -- a game's rows -----------------------------------------------------------------------------------------------


def game_tables(conn: sqlite3.Connection) -> dict[str, str]:
    """Every table that holds rows of a game, with the column that names the game; those referred to come first."""
    names = [row[0] for row in conn.execute("select name from sqlite_master where type = 'table' order by name")]
    columns = {name: columns_of(conn, name) for name in names}
    found = {name: "game" for name in names if "game" in columns[name]} | {"games": "name"}
    return dict(sorted(found.items(), key=lambda item: (bool(set(columns[item[0]]) & set(found)), item[0])))


def columns_of(conn: sqlite3.Connection, table: str) -> list[str]:
    """The columns of a table, in order."""
    return [row[1] for row in conn.execute(f"pragma table_info({table})")]


def rows_of(conn: sqlite3.Connection, game: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """All rows of a game, as (table, row), each table's in the order in which they were written."""
    for table, column in game_tables(conn).items():
        (made,) = conn.execute("select sql from sqlite_master where type = 'table' and name = ?", [table]).fetchone()
        order = "" if made.lower().endswith("without rowid") else " order by rowid"
        cursor = conn.execute(f"select * from {table} where {column} = ?{order}", [game])
        names = [part[0] for part in cursor.description]
        for row in cursor:
            yield table, dict(zip(names, row, strict=True))


def insert_row(conn: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> int:
    """Insert one row; its rowid."""
    marks = ", ".join("?" for _ in row)
    return conn.execute(f"insert into {table} ({', '.join(row)}) values ({marks})", list(row.values())).lastrowid or 0


# -- files -------------------------------------------------------------------------------------------------------


def pack(store: Store, game: str, at: datetime) -> bytes:
    """The file of a game as it stands: gzip'd JSON lines, a header and then (table, row) each.

    The same game at the same time makes the same bytes.
    """
    rows = list(rows_of(store.db.conn, game))
    facts = next(row for table, row in rows if table == "games")
    header = Header(
        FORMAT, game, facts["ruleset"], facts["over"], __version__, list(MIGRATIONS)[-1], at, store.last_hash(game),
        len(rows),
    )  # fmt: skip
    made = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=made, mtime=0) as file:
        file.write(msgspec.json.encode(header) + b"\n")
        for table, row in rows:
            file.write(_line(table, row) + b"\n")
    return made.getvalue()


def _line(table: str, row: Mapping[str, Any]) -> bytes:
    """A row as a line; bytes (mails as they came) are written in base64, so that text and bytes stay apart."""
    plain = {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.items()
    }
    return msgspec.json.encode((table, plain))


def unpack(data: bytes) -> tuple[Header, Rows]:
    """What a file holds. Raises ExchangeError, naming the line."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            header = read_header(file)
            rows = [_read_row(line, number, header.game) for number, line in enumerate(file, 2)]
    except (OSError, EOFError, zlib.error) as error:
        raise ExchangeError(f"this is no file of gm export, or a part of one ({error})") from None
    if len(rows) != header.rows:
        raise ExchangeError(f"{header.rows} rows are expected, and {len(rows)} are there")
    return header, rows


def read_header(file: gzip.GzipFile) -> Header:
    """The header of an open file. Raises ExchangeError, and OSError for what is no gzip."""
    try:
        header = msgspec.json.decode(file.readline(LONGEST_HEADER), type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ExchangeError("line 1: this is no file of gm export") from None
    if header.format != FORMAT:
        raise ExchangeError(f"it has format {header.format}; this gm reads format {FORMAT}")
    return header


def _read_row(line: bytes, number: int, game: str) -> tuple[str, dict[str, Any]]:
    try:
        table, row = msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ExchangeError(f"line {number}: a table and its row are expected") from None
    if row.get("name" if table == "games" else "game") != game:
        raise ExchangeError(f"line {number}: the row is of another game than {game}")
    return table, row


def write_file(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all. Raises ExchangeError if there is one already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a rename it never replaces anything
        _keep_name(path.parent)
    except FileExistsError:
        raise ExchangeError(f"{path} is there already") from None
    finally:
        part.unlink(missing_ok=True)


def _keep_name(folder: Path) -> None:
    """Have the names in a folder outlive a power cut: rows may be removed since their file is there."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# -- import ------------------------------------------------------------------------------------------------------


def import_game(store: Store, data: bytes, send: bool = False) -> Header:
    """Take a game from a file, checked against its journal before anything is committed.

    Its mails that wait come in as held unless *send*. Raises ExchangeError.
    """
    header, rows = unpack(data)
    rows = _in_our_schema(header, rows)
    with store.transaction():
        if store.has_game(header.game):
            raise ExchangeError(f"there is a game {header.game} already")
        _insert(store, header.game, rows)
        if not send:
            store.change("update outbox set state = 'held' where game = ? and state = 'waiting'", [header.game])
        faults = _faults(store, header.game)
        if faults:
            more = f" and {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
            raise ExchangeError(f"it is not as its journal says: {'; '.join(faults[:MOST_FAULTS])}{more}")
    return header


def _in_our_schema(header: Header, rows: Rows) -> Rows:
    """The rows as a database of this version holds them: an older one is made, filled and migrated."""
    names = list(MIGRATIONS)
    if header.schema not in names:
        raise ExchangeError(f"gm {header.gm} wrote it, and this older gm {__version__} cannot read it")
    conn = sqlite3.connect(":memory:", isolation_level=None)
    try:
        db = Database(conn)
        conn.execute("create table migrations (name text primary key)")
        for name in names[: names.index(header.schema) + 1]:
            carry_out(conn, name)
        _fill(conn, rows)
        migrate(db)
        return list(rows_of(conn, header.game))
    finally:
        conn.close()


def _fill(conn: sqlite3.Connection, rows: Rows) -> None:
    columns = {table: {*columns_of(conn, table)} for table in game_tables(conn)}
    for number, (table, row) in enumerate(rows, 2):
        if not row.keys() <= columns.get(table, set()):
            raise ExchangeError(f"line {number}: there is no such table or column in {table}")
        try:
            insert_row(conn, table, {name: _value(value) for name, value in row.items()})
        except (sqlite3.Error, LookupError, ValueError, OverflowError) as error:
            raise ExchangeError(f"line {number}: {error}") from None


def _value(value: Any) -> Any:
    return base64.b64decode(value["base64"], validate=True) if isinstance(value, dict) else value


def _insert(store: Store, game: str, rows: Rows) -> None:
    """Insert rows under numbers of this database; a column named like a table is a number of that table."""
    conn = store.db.conn
    numbers: dict[tuple[str, Any], int] = {}
    tables = game_tables(conn)
    for table, row in rows:
        changed = {name: numbers.get((name, value), value) if name in tables else value for name, value in row.items()}
        if table == "inbox":
            changed["key"] = _foreign_key(game, row["key"])
        number = changed.pop("id", None)
        new = insert_row(conn, table, changed)
        if number is not None:
            numbers[table, number] = new


def _foreign_key(game: str, key: str) -> str:
    """The key of a letter from another database: that of a mail still to come in our mailbox may be the same."""
    return key if key.startswith(f"{game}/") else f"{game}/{key}"


def _faults(store: Store, game: str) -> list[str]:
    try:
        return list(check_game(store, game))
    except sqlite3.OperationalError:
        raise
    except Exception as error:  # whatever is in a file, it must not end otherwise than with a clear refusal
        return [f"its journal cannot be read ({type(error).__name__})"]


# -- export and archive ------------------------------------------------------------------------------------------


def export_game(store: Store, game: str, path: Path, at: datetime, remove: bool = False) -> None:
    """Write a game into a file, read it back and check it; *remove*: then take the game out of the database.

    Raises ExchangeError.
    """
    with store.transaction():
        data = pack(store, game, at)
        if remove:  # nothing may happen to the game in between
            write_file(path, data)
            _check_file(path)
            _remove(store, game)
    if not remove:
        write_file(path, data)
        _check_file(path)


def archive_game(store: Store, game: str, at: datetime) -> Path:
    """Put a finished game away into the archive, out of the database. Raises ExchangeError."""
    with store.transaction():
        check_at_rest(store, game, ("waiting",))
        path = archive_of(store) / f"{game}{SUFFIX}"
        data = pack(store, game, at)
        if not path.exists():
            write_file(path, data)
            _check_file(path)
        elif unpack(path.read_bytes())[1] != unpack(data)[1]:  # else we were stopped before the rows were removed
            raise ExchangeError(f"{path} is there already, and not the same; move it away first")
        _remove(store, game)
    return path


def archive_of(store: Store) -> Path:
    """The folder of archived games, beside the database."""
    row = store.row("select file from pragma_database_list where name = 'main'")
    assert row is not None
    return Path(row["file"]).parent / "archive"


def archived(folder: Path) -> list[Header]:
    """The games in an archive, by name. What is no such file is left out."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            with gzip.open(path) as file:
                found.append(read_header(file))
        except (ExchangeError, OSError, EOFError, zlib.error):
            continue
    return found


def check_at_rest(store: Store, game: str, states: tuple[str, ...]) -> None:
    """Whether nothing will happen to a game any more, with no mails in *states*. Raises ExchangeError if it may."""
    row = store.row("select over, next_strike from games where name = ?", [game])
    assert row is not None
    if not row["over"]:
        raise ExchangeError(f"{game} is not over")
    if row["next_strike"]:
        raise ExchangeError(f"{game} is over, but something is still due, at {row['next_strike']}")
    marks = ", ".join("?" for _ in states)
    query = f"select count(*) as n from outbox where game = ? and state in ({marks})"
    count = store.rows(query, [game, *states])[0]["n"]
    if count:
        raise ExchangeError(f"mails of {game} are still {' or '.join(states)} ({count}): see gm outbox")


def _check_file(path: Path) -> None:
    """Read back a file just written, the game in it against its journal. Raises ExchangeError, and the file is gone."""
    store = Store(":memory:")
    try:
        import_game(store, path.read_bytes())
    except ExchangeError as error:
        path.unlink()
        raise ExchangeError(f"it could not be taken back from the file ({error}); see gm fsck") from None
    finally:
        store.close()


def _remove(store: Store, game: str) -> None:
    """Take every row of a game out of the database; that its letters were handled stays known by their keys."""
    store.change(
        "update inbox set message_id = '', digest = '', sender = '', subject = '', raw = x'', state = 'known', "
        "reason = 'of a game that was put away', game = '', seat = '', n = null, hold = null "
        "where game = ? and key not like ? || '/%'",
        [game, game],
    )
    for table, column in game_tables(store.db.conn).items():
        store.change(f"delete from {table} where {column} = ?", [game])
