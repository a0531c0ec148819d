"""`gm move`: everything arrives, games running, and at most one database lives, whatever dies when."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from helpers.postgres import Cluster

from benchmarks.letters import begin, letters, office_of
from gm.desk.books.fsck import check_store
from gm.store.engine import Frozen
from gm.store.moving import Moved, MoveError, move, stay
from gm.store.reading import open_to_look
from gm.store.server import Server
from gm.store.store import Store, Tables

pytestmark = pytest.mark.servers
Make = Callable[[], Server]
DIES = (1, 2, 3, 12, 21, 22, 23, 24, 25, 26, 99)  # at the last of these there is nothing left to die at
TIMES = itertools.count()
AT = datetime(2026, 11, 24, 12, tzinfo=UTC)


class Killed(BaseException):
    """The process dies here."""


def played(where: Path | Server, key: bytes | None = None) -> Store:
    """A database with a running game and some letters in it."""
    office = begin(where)
    if key is not None:
        office.store.lock(key)
    at = office.store.journal.last_at("spring") + timedelta(minutes=1)
    for number, raw in enumerate(letters(office.store, 12)):
        office.receive(f"1/{number}", raw, at, at)
    return office.store


def faults(store: Store) -> list[str]:
    return check_store(store)[0]


def moved(source: Store, target: Path | Server, key: bytes | None = None, dies: int = 0) -> Moved:
    """Move a database, as a process that dies when it begins so many things; 0: it does not die."""
    begun: list[str] = []

    def step(what: str) -> None:
        begun.append(what)
        if len(begun) == dies:
            raise Killed(what)

    return move(source, target, faults, AT + timedelta(seconds=next(TIMES)), key, step)


def alive(where: Path | Server, key: bytes | None = None) -> bool:
    """Whether somebody can write into a database."""
    with closing(Tables(open_to_look(where), key)) as tables:
        if not tables.games.names():
            return False
    with closing(Store(where, key)) as store:
        try:
            with store.transaction():
                store.facts.keep("written", 1)
                store.facts.forget("written")
                store.games.names()
        except Frozen:
            return False
        return True


def goes_on(where: Path | Server, key: bytes | None = None) -> None:
    """The next letter of the game is done, and its books are right."""
    with closing(Store(where, key)) as store:
        entries = store.games.entries("spring")
        at = store.journal.last_at("spring") + timedelta(minutes=1)
        office_of(store).receive(f"2/{secrets.token_hex(4)}", letters(store, 13)[12], at, at)
        assert store.games.entries("spring") == entries + 1
        assert faults(store) == []


def test_a_database_moves_to_a_server_and_back_with_all_that_is_in_it(tmp_path: Path, make: Make) -> None:
    file, server = tmp_path / "gm.sqlite", make()
    source = played(file)
    before = {table: source.tuples(f"select count(*) from {table}") for table in source.engine.tables()}
    assert moved(source, server).games == 1
    assert (alive(file), alive(server)) == (False, True)
    with closing(Store(server)) as there:
        for table, counted in before.items():
            extra = 1 if table == "facts" else 0  # that it came
            assert there.tuples(f"select count(*) from {table}") == [(counted[0][0] + extra,)], table
    goes_on(server)
    back = tmp_path / "back.sqlite"
    assert moved(Store(server), back).games == 1
    assert (alive(server), alive(back)) == (False, True)
    goes_on(back)


def test_it_moves_back_into_the_file_that_it_came_from_which_is_kept(tmp_path: Path, make: Make) -> None:
    file, server = tmp_path / "gm.sqlite", make()
    with closing(played(file)) as source:
        moved(source, server)
    aside = moved(Store(server), file).aside
    assert aside is not None and aside.exists() and not alive(aside)
    assert alive(file) and not alive(server)
    with closing(Store(file)) as source:
        moved(source, server)
    assert alive(server) and not alive(file)
    goes_on(server)


def test_a_sealed_database_stays_sealed(tmp_path: Path, make: Make, cluster: Cluster) -> None:
    file, server, key = tmp_path / "gm.sqlite", make(), secrets.token_bytes(32)
    moved(played(file, key), server, key)
    data = cluster.ask("select encode(data, 'escape') from journal", server.url.rpartition("/")[2])
    assert all("gm-sealed" in str(text) for (text,) in data)
    goes_on(server, key)
    with closing(Store(server, key)) as store:
        store.unlock()
        assert faults(store) == []


@pytest.mark.parametrize("back", [False, True])
def test_a_move_that_is_killed_anywhere_leaves_at_most_one_alive_and_ends_when_it_is_run_again(
    tmp_path: Path, make: Make, back: bool
) -> None:
    home: Path | Server = make() if back else tmp_path / "gm.sqlite"
    played(home).close()
    for dies in DIES:
        target: Path | Server = tmp_path / f"{dies}.sqlite" if back else make()
        with closing(Store(home)) as source:
            try:
                moved(source, target, dies=dies)
                break  # there is nothing more at which it could die
            except Killed:
                pass
        assert [alive(home), alive(target)].count(True) <= 1
        with closing(Store(home)) as source:
            if dies % 3 == 0 and stay(source):  # somebody gives it up first
                assert alive(home)
            assert moved(source, target).games == 1
        assert (alive(home), alive(target)) == (False, True)
        with closing(Store(home)) as source:
            assert moved(source, target).before, "run once more, it finds that it is done"
        with closing(Store(target)) as source:
            moved(source, home)  # for the next one
    assert dies in DIES[-2:]
    goes_on(target)


def test_a_database_that_holds_games_is_not_overwritten(tmp_path: Path, make: Make) -> None:
    file, server = tmp_path / "gm.sqlite", make()
    played(server).close()
    source = played(file)
    with pytest.raises(MoveError, match="holds a database already"):
        moved(source, server)
    assert alive(file) and alive(server)


def test_a_copy_with_a_fault_is_not_taken(tmp_path: Path, make: Make) -> None:
    file, server = tmp_path / "gm.sqlite", make()
    source = played(file)
    with pytest.raises(MoveError, match="does not check out: one; two; three; and 1 more"):
        move(source, server, lambda copy: ["one", "two", "three", "four"], AT)
    assert (alive(file), alive(server)) == (True, False)
    assert moved(source, server).games == 1


def test_a_daemon_that_has_the_database_open_refuses_to_write_once_it_moves(tmp_path: Path, make: Make) -> None:
    file, server = tmp_path / "gm.sqlite", make()
    source = played(file)
    daemon = Store(file)
    with daemon.transaction():
        daemon.facts.keep("x", 1)
    moved(source, server)
    with pytest.raises(Frozen, match="it was moved to postgresql://"), daemon.transaction():
        daemon.facts.keep("x", 2)
    assert daemon.facts.recall("x", int) == 1
    there = Store(server)
    moved(Store(server), tmp_path / "back.sqlite")
    with pytest.raises(Frozen, match="it was moved to"), there.transaction():
        there.facts.keep("x", 2)
        there.facts.recall("x", int)
    assert there.facts.recall("x", int) == 1


def test_who_is_just_writing_ends_before_anything_is_copied(make: Make, tmp_path: Path) -> None:
    server = make()
    played(server).close()
    writer, source = Store(server), Store(server)
    source.engine.execute("set lock_timeout = '300ms'")
    with writer.transaction():
        writer.facts.keep("x", 1)
        writer.facts.recall("x", int)
        with pytest.raises(Exception, match="lock timeout"):
            moved(source, tmp_path / "gm.sqlite")
    assert alive(server)
    assert moved(source, tmp_path / "gm.sqlite").games == 1
