"""One game as a single file, and back: export, import, archive. It works on rows and knows no rules."""

from __future__ import annotations

import base64
import gzip
import io
import os
import zlib
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec

from gm import __version__
from gm.desk.books.fsck import check_game
from gm.desk.game.refusal import OperatorError
from gm.store.database import iso
from gm.store.engine import Unavailable
from gm.store.outbox import State
from gm.store.schema import MIGRATIONS
from gm.store.store import Store
from gm.store.whole import WrongRow, in_our_schema, insert_rows, remove_rows, rows_of

FORMAT = 1
SUFFIX = ".gm"
MOST_FAULTS = 3  # shown of a file that is refused
LONGEST_HEADER = 64 * 1024
Rows = list[tuple[str, dict[str, object]]]


class ExchangeError(OperatorError):
    """The file or the game cannot be taken, and nothing has changed. The text says why."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a file. schema: the database's last migration; rows: how many lines follow."""

    format: int
    game: str
    ruleset: str
    over: str
    gm: str
    schema: str
    at: datetime
    hash: str
    rows: int


# -- files -------------------------------------------------------------------------------------------------------


def pack(store: Store, game: str, at: datetime) -> bytes:
    """The file of a game as it stands: gzipped JSON lines, a header and then one (table, row) per line.

    The same game at the same time gives the same bytes.
    """
    with store.parcels.awake(game):
        rows, last = list(rows_of(store, game)), store.journal.last_hash(game)
    facts = next(row for table, row in rows if table == "games")
    header = Header(
        FORMAT, game, facts["ruleset"], over=facts["over"], gm=__version__, schema=list(MIGRATIONS)[-1], at=at,
        hash=last, rows=len(rows),
    )  # fmt: skip
    made = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=made, mtime=0) as file:
        file.write(msgspec.json.encode(header) + b"\n")
        for table, row in rows:
            file.write(_line(table, row) + b"\n")
    return made.getvalue()


def _line(table: str, row: Mapping[str, object]) -> bytes:
    """A row as a line; bytes (raw mails) are written in base64, which keeps them distinct from text."""
    plain = {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.items()
    }
    return msgspec.json.encode((table, plain))


def _lines(data: bytes) -> list[bytes]:
    """The rows of a file, sorted: an earlier version of gm wrote them in another order."""
    return sorted(_line(table, row) for table, row in unpack(data)[1])


def unpack(data: bytes) -> tuple[Header, Rows]:
    """The header and rows of a file. Raises ExchangeError, naming the line."""
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
    """The header of an open file. Raises ExchangeError, or OSError if it is not gzip."""
    try:
        header = msgspec.json.decode(file.readline(LONGEST_HEADER), type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ExchangeError("line 1: this is no file of gm export") from None
    if header.format != FORMAT:
        raise ExchangeError(f"it has format {header.format}; this gm reads format {FORMAT}")
    return header


def _read_row(line: bytes, number: int, game: str) -> tuple[str, dict[str, object]]:
    try:
        table, row = msgspec.json.decode(line, type=tuple[str, dict[str, object]])
        row = {name: _value(value) for name, value in row.items()}
    except (msgspec.MsgspecError, LookupError, ValueError):
        raise ExchangeError(f"line {number}: a table and its row are expected") from None
    if row.get("name" if table == "games" else "game") != game:
        raise ExchangeError(f"line {number}: the row is of another game than {game}")
    return table, row


def _value(value: object) -> object:
    return base64.b64decode(value["base64"], validate=True) if isinstance(value, dict) else value


def write_file(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all. Raises ExchangeError if it exists already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.unlink(missing_ok=True)  # a killed gm may have left one; it is never written into: it may be somebody else's
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # unlike a rename, it never replaces anything
        _keep_name(path.parent)
    except FileExistsError:
        raise ExchangeError(f"{path} is there already") from None
    finally:
        part.unlink(missing_ok=True)


def _keep_name(folder: Path) -> None:
    """Sync a folder so that its names survive a power cut: rows may be removed because their file is there."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


# -- import ------------------------------------------------------------------------------------------------------


def import_game(store: Store, data: bytes, send: bool = False) -> Header:
    """Import a game from a file, checking it against its journal before anything is committed.

    Its waiting mails come in as held unless *send*. Raises ExchangeError.
    """
    header, rows = unpack(data)
    rows = _in_our_schema(header, rows)
    with store.transaction():
        if store.games.has(header.game):
            raise ExchangeError(f"there is a game {header.game} already")
        insert_rows(store, rows, partial(_foreign_key, header.game))
        if not send:
            store.outbox.hold(header.game)
        faults = _faults(store, header.game)
        if faults:
            more = f" and {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
            raise ExchangeError(f"it is not as its journal says: {'; '.join(faults[:MOST_FAULTS])}{more}")
    return header


def _in_our_schema(header: Header, rows: Rows) -> Rows:
    """The rows in this version's schema: older ones go into a database of their own version, which is migrated."""
    names = list(MIGRATIONS)
    if header.schema not in names:
        raise ExchangeError(f"gm {header.gm} wrote it, and this older gm {__version__} cannot read it")
    try:
        return in_our_schema(header.schema, header.game, rows)
    except WrongRow as error:
        raise ExchangeError(f"line {error.number + 2}: {error.why}") from None


def _foreign_key(game: str, key: str) -> str:
    """A key for a letter from another database: its own may be that of a mail still to come in our mailbox."""
    return key if key.startswith(f"{game}/") else f"{game}/{key}"


def _faults(store: Store, game: str) -> list[str]:
    try:
        return list(check_game(store, game))
    except Unavailable:
        raise
    except Exception as error:  # whatever is in the file, the refusal must be clear
        return [f"its journal cannot be read ({type(error).__name__})"]


# -- export and archive ------------------------------------------------------------------------------------------


def export_game(store: Store, game: str, path: Path, at: datetime, remove: bool = False) -> None:
    """Write a game to a file, read it back and check it. *remove*: then take the game out of the database.

    Raises ExchangeError.
    """
    with store.transaction():
        data = pack(store, game, at)
        if remove:  # nothing may happen to the game in between
            write_file(path, data)
            _check_file(path)
            take_out(store, game)
    if not remove:
        write_file(path, data)
        _check_file(path)


def archive_game(store: Store, game: str, at: datetime) -> Path:
    """Move a finished game out of the database into the archive; return its file. Raises ExchangeError."""
    with store.transaction():
        check_at_rest(store, game, (State.WAITING,))
        path = archive_of(store) / f"{game}{SUFFIX}"
        data = pack(store, game, at)
        if not path.exists():
            write_file(path, data)
            _check_file(path)
        elif _lines(path.read_bytes()) != _lines(data):  # if the same, we were stopped before removing the rows
            raise ExchangeError(f"{path} is there already, and not the same; move it away first")
        take_out(store, game)
    return path


def archive_of(store: Store) -> Path:
    """The folder of archived games, beside the database."""
    return archive_beside(store.path)


def archive_beside(database: Path) -> Path:
    """The folder of archived games of the database in a file."""
    return database.parent / "archive"


def archived(folder: Path) -> list[Header]:
    """The headers of the games in an archive, by name. Other files are left out."""
    found = []
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        try:
            with gzip.open(path) as file:
                found.append(read_header(file))
        except (ExchangeError, OSError, EOFError, zlib.error):
            continue
    return found


def check_at_rest(store: Store, game: str, states: tuple[State, ...]) -> None:
    """Raise ExchangeError unless the game is at rest: nothing more will happen to it, and no mail is in *states*."""
    found = store.games.find(game)
    assert found is not None
    if not found.over:
        raise ExchangeError(f"{game} is not over")
    if found.next_strike is not None:
        raise ExchangeError(f"{game} is over, but something is still due, at {iso(found.next_strike)}")
    if count := store.outbox.count_in(game, *states):
        raise ExchangeError(f"mails of {game} are still {' or '.join(states)} ({count}): see gm outbox")
    if count := store.outbox.awaits_room(game):
        raise ExchangeError(f"answers of {game} are still to follow ({count}), within hours: see gm outbox")


def _check_file(path: Path) -> None:
    """Read back a file just written and check its game. If that fails, remove it and raise ExchangeError."""
    store = Store(":memory:")
    try:
        import_game(store, path.read_bytes())
    except ExchangeError as error:
        path.unlink()
        raise ExchangeError(f"it could not be taken back from the file ({error}); see gm fsck") from None
    finally:
        store.close()


def take_out(store: Store, game: str) -> None:
    """Remove every row of a game from the database; the keys of its letters stay known as handled."""
    store.parcels.wake(game)
    store.inbox.put_away(game)
    remove_rows(store, game)
