"""Moving a database, games running, to another place: from a file to a server, and back.

Whatever dies when, at most one of the two lives. The source is marked first, and nobody writes into it from then on.
What is copied is marked, too, until it is checked; then the source is given up for good, and only then the copy lives.
Run again, a move that did not end begins anew, or does what was left to do.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from gm.store.backup import BackupError, Check, give_away, set_aside, settle
from gm.store.database import HELD, MOVING, as_json, iso
from gm.store.engine import UNNUMBERED, Engine, StoreError
from gm.store.schema import MIGRATIONS as NAMES
from gm.store.schema import NewerDatabase, applied, carry_out
from gm.store.server import SERVER, Server
from gm.store.store import Store, open_engine
from gm.store.vault import SealedDatabase

ARRIVED, STAYED = "moved here", "stayed"  # facts: the move by which it came, and one that was given up
OURS = (MOVING, ARRIVED, STAYED, SERVER)  # facts that are not copied
PAGE = 200  # rows that are read and inserted in one go
Step = Callable[[str], None]


class MoveError(Exception):
    """The database cannot be moved, and is where it was. The text says why."""


class Mark(msgspec.Struct, frozen=True):
    """The fact that nobody may write into a database. move: tells moves apart; to: where it goes, as people write it.

    told: what whoever wants to write is told.
    """

    state: Literal["leaving", "gone", "arriving"]
    move: str
    to: str
    told: str


class Moved(msgspec.Struct, frozen=True):
    """What was moved. before: what was done already when this run began; aside: where a former file is now, if any."""

    games: int
    before: bool = False
    aside: Path | None = None


def move(
    source: Store, target: Path | Server, check: Check, at: datetime, key: bytes | None = None,
    step: Step = lambda what: None,
) -> Moved:  # fmt: skip
    """Move a database that no daemon serves. check: returns a line for each fault of the copy. Raises MoveError.

    key: what it may be sealed with. step: is called with each thing that is begun.
    """
    source.heeds = False
    mark = source.facts.recall(MOVING, Mark)
    if mark is not None and mark.state == "arriving":
        raise MoveError(mark.told)
    if mark is not None and mark.state == "gone":
        if mark.to != str(target):
            raise MoveError(f"it was moved to {mark.to} already")
        step("letting it live")
        return Moved(_let_live(target, mark.move, key), before=True)
    step("marking")
    mark = _leave(source, target, mark)
    try:
        with told_as_move_error():
            aside = _copy(source, target, mark, at, step)
            step("checking")
            games = _check(source, target, mark, check, key)
    except Exception:
        stay(source)
        raise
    step("giving it up")
    _mark(source, Mark("gone", mark.move, mark.to, f"it was moved to {mark.to} at {iso(at)}: let [database] name that"))
    step("letting it live")
    _let_live(target, mark.move, key)
    return Moved(games, aside=aside)


@contextmanager
def told_as_move_error() -> Iterator[None]:
    """Raise what is wrong with either database as a MoveError."""
    try:
        yield
    except (StoreError, NewerDatabase, SealedDatabase, BackupError) as error:
        raise MoveError(str(error)) from error
    except OSError as error:
        raise MoveError(f"{error.filename or 'a file'} cannot be written: {error.strerror}") from error


def stay(source: Store) -> bool:
    """Give up a move that has not ended: the database lives on where it is. False if there is none to give up."""
    source.heeds = False
    mark = source.facts.recall(MOVING, Mark)
    if mark is None or mark.state != "leaving":
        return False
    with source.transaction():
        source.facts.keep(STAYED, mark.move)
        source.facts.forget(MOVING)
    return True


# -- the marks -----------------------------------------------------------------------------------------------------


def _leave(source: Store, target: Path | Server, before: Mark | None) -> Mark:
    """Mark the source: when this returns, nobody writes into it any more, and nobody is just writing."""
    if before is not None and before.to == str(target):
        move = before.move
    else:
        move = source.facts.recall(STAYED, str) or secrets.token_hex(8)
    told = f"gm move has not brought it to {target} yet: run that again, or gm move --stay"
    mark = Mark("leaving", move, str(target), told)
    _mark(source, mark)
    return mark


def _mark(store: Store, mark: Mark) -> None:
    statement = "insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value"
    with store.engine.errors_told():
        store.engine.begin_last()
        try:
            store.engine.later(statement, [MOVING, as_json(mark)])
            store.engine.commit()
        except BaseException:
            if store.engine.in_transaction:
                store.engine.rollback()
            raise


def _let_live(target: Path | Server, move: str, key: bytes | None) -> int:
    """Remove the mark of a copy whose source is given up, if that is not done; return how many games it has."""
    if not isinstance(target, Server) and not target.exists():
        raise MoveError(f"{target} is gone, to which it was moved")
    with told_as_move_error(), closing(Store(target, key)) as copy:
        copy.heeds = False
        mark, games = copy.facts.recall(MOVING, Mark), len(copy.games.names())
        if copy.facts.recall(ARRIVED, str) == move and mark is None:
            return games
        if mark is None or (mark.state, mark.move) != ("arriving", move):
            raise MoveError(f"{target} is not what was copied there: somebody has put another database in its place")
        with copy.transaction():
            copy.facts.keep(ARRIVED, move)
            copy.facts.forget(MOVING)
        return games


# -- the copy ------------------------------------------------------------------------------------------------------


def _copy(source: Store, target: Path | Server, mark: Mark, at: datetime, step: Step) -> Path | None:
    """Copy the source to its target; return where a former file is now, None if there was none."""
    step("looking at what is there")
    _check_room(target, mark.move)
    if isinstance(target, Server):
        with closing(open_engine(target)) as engine:
            _fill(source, engine, mark, step)
        return None
    part = target.with_name(f".{target.name}.moving")
    for end in ("", "-journal", "-wal", "-shm"):
        Path(f"{part}{end}").unlink(missing_ok=True)
    with closing(open_engine(part)) as engine:
        _fill(source, engine, mark, step)
    give_away(part, target.parent)
    step("putting it in place")
    aside = set_aside(target, target.with_name(f"{target.name}.before-move-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"))
    settle(part, target)
    return aside


def _check_room(target: Path | Server, move: str) -> None:
    """Raise MoveError if there is something at the target that must not be replaced."""
    if not isinstance(target, Server) and not target.exists():
        if not target.parent.is_dir():
            raise MoveError(f"there is no folder {target.parent}")
        return
    with closing(open_engine(target)) as engine:
        if not applied(engine):
            return
        found = engine.execute("select value from facts where name = ?", [MOVING]).fetchone()
    mark = None if found is None else msgspec.json.decode(found[0], type=Mark)
    if mark is None or not (mark.state == "gone" or (mark.state, mark.move) == ("arriving", move)):
        raise MoveError(f"{target} holds a database already: name an empty one")


def _fill(source: Store, engine: Engine, mark: Mark, step: Step) -> None:
    """Make the schema and copy all rows, in one transaction, with the mark of a copy."""
    told = f"gm move has not brought it here yet: run that again where it comes from (move {mark.move})"
    with engine.errors_told(), source.engine.errors_told():
        engine.begin_alone()
        engine.drop_all()
        engine.execute("create table if not exists migrations (name text primary key)")
        for name in NAMES:
            carry_out(engine, name)
        engine.later("delete from facts")
        for table in sorted(source.engine.tables() - {"migrations"}):
            step(f"copying {table}")
            _copy_table(source.engine, engine, table)
        arriving = as_json(Mark("arriving", mark.move, mark.to, told))
        engine.later(f"delete from facts where name in ({', '.join('?' * len(OURS))})", OURS)
        engine.later("insert into facts (name, value) values (?, ?)", [MOVING, arriving])
        engine.count_on()
        step("committing")
        engine.commit()


def _copy_table(source: Engine, target: Engine, table: str) -> None:
    names, held = source.columns(table), HELD.get(table, frozenset())
    quoted, marks = ", ".join(f'"{name}"' for name in names), f"({', '.join('?' * len(names))})"
    for rows in _pages(source, table, names):
        values = [
            target.held(one) if name in held else one for row in rows for name, one in zip(names, row, strict=True)
        ]
        target.execute(f"insert into {table} ({quoted}) values {', '.join([marks] * len(rows))}", values)


def _pages(engine: Engine, table: str, names: Sequence[str]) -> Iterator[list[Any]]:
    """The rows of a table, some at a time, in the order in which they were inserted."""
    quoted = ", ".join(f'"{name}"' for name in names)
    if table in UNNUMBERED:
        rows = engine.execute(f"select {quoted} from {table} order by {quoted}").fetchall()
        yield from (rows[start : start + PAGE] for start in range(0, len(rows), PAGE))
        return
    number, last = engine.numbers(table), 0
    query = f"select {number}, {quoted} from {table} where {number} > ? order by {number} limit {PAGE}"
    while rows := engine.execute(query, [last]).fetchall():
        yield [row[1:] for row in rows]
        last = rows[-1][0]


# -- whether it is the same ----------------------------------------------------------------------------------------


def _check(source: Store, target: Path | Server, mark: Mark, check: Check, key: bytes | None) -> int:
    """Raise MoveError unless the copy has the same rows, and its games check out; return how many games there are."""
    with closing(Store(target, key)) as copy:
        copy.heeds = False
        for table in sorted(source.engine.tables() - {"migrations"}):
            if digest(source.engine, table) != digest(copy.engine, table):
                raise MoveError(f"{table} is not the same in the copy")
        if faults := check(copy):
            more = f"; and {len(faults) - 3} more" if len(faults) > 3 else ""
            raise MoveError(f"the copy does not check out: {'; '.join(faults[:3])}{more}")
        return len(copy.games.names())


def digest(engine: Engine, table: str) -> str:
    """A digest of the rows of a table, whichever engine has it; but for the facts that tell of moves."""
    names, found = engine.columns(table), hashlib.sha256()
    for rows in _pages(engine, table, sorted(names)):
        for row in rows:
            if table != "facts" or not set(row) & set(OURS):
                found.update(msgspec.msgpack.encode([_same(value) for value in row]))
    return found.hexdigest()


def _same(value: object) -> object:
    """A value as either engine gives it: text in PostgreSQL has no NUL."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value
