"""The store on a PostgreSQL server: letters, other processes, lost connections, and what an operator does wrong."""

from __future__ import annotations

import itertools
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from helpers.postgres import Cluster

from benchmarks.letters import OPERATOR, begin, letters
from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store import pgschema, schema
from gm.store.engine import Collided, StoreError, Unavailable
from gm.store.inbox import State
from gm.store.postgres import Postgres
from gm.store.reading import open_to_look
from gm.store.schema import MIGRATIONS, NewerDatabase
from gm.store.server import Server
from gm.store.sqlite import Sqlite, open_file
from gm.store.store import Store, Tables

pytestmark = pytest.mark.servers
MOST = 12  # round trips of a letter
Make = Callable[[], Server]


@pytest.fixture
def where(make: Make) -> Server:
    """A database on the server."""
    return make()


@pytest.fixture
def office(where: Server) -> Iterator[Office]:
    """An office there with a game that has begun."""
    office = begin(where)
    yield office
    office.store.close()


def engine_of(store: Store) -> Postgres:
    """The connection of a store."""
    assert isinstance(store.engine, Postgres)
    return store.engine


def another(office: Office, where: Server) -> Office:
    """Another process with the same database."""
    return Office(Store(where), office.sender, OPERATOR, disclose)


def receive(office: Office, number: int, raw: bytes) -> None:
    """Let an office receive a letter."""
    last = office.store.journal.last("spring")
    assert last is not None
    at = last.at + timedelta(minutes=1)
    assert office.receive(f"1/{number}", raw, at, at).state == State.DONE


# -- letters -------------------------------------------------------------------------------------------------------


def trips_of(office: Office, number: int, raw: bytes) -> int:
    """How often the server is waited for while a letter is handled, to the end of its transaction."""
    before = engine_of(office.store).trips
    at = office.store.journal.last_at("spring") + timedelta(minutes=1)
    asked = engine_of(office.store).trips - before
    with office.store.transaction():
        office.receive(f"1/{number}", raw, at, at)
    return engine_of(office.store).trips - before - asked


def test_a_letter_takes_at_most_twelve_round_trips(office: Office) -> None:
    raws = letters(office.store, 12)
    for number, raw in enumerate(raws[:10]):
        receive(office, number, raw)
    assert 4 < trips_of(office, 10, raws[10]) <= MOST
    assert 4 < trips_of(office, 11, raws[11]) <= MOST


def test_letters_of_one_look_are_committed_together(office: Office, where: Server) -> None:
    raws, at = letters(office.store, 4), office.store.journal.last_at("spring") + timedelta(minutes=1)
    other = another(office, where)
    with office.store.transaction():
        for number, raw in enumerate(raws):
            office.receive(f"1/{number}", raw, at, at)
        assert other.store.games.entries("spring") == 1
    assert other.store.games.entries("spring") == 5


def test_what_a_letter_did_wrong_is_undone_alone(office: Office) -> None:
    first, second = letters(office.store, 2)
    with office.store.transaction():
        receive(office, 1, first)
        with pytest.raises(KeyError), office.store.transaction():
            receive(office, 2, second)
            raise KeyError
    assert office.store.games.entries("spring") == 2
    receive(office, 2, second)
    assert check_store(office.store) == ([], 1)


def test_a_statement_that_fails_shows_at_the_end_of_its_part(office: Office) -> None:
    with office.store.transaction():
        office.store.facts.keep("x", 1)
        with pytest.raises(StoreError, match="duplicate key"), office.store.transaction():
            office.store.insert("facts", name="x", value="2")
        assert office.store.facts.recall("x", int) == 1
    assert office.store.facts.recall("x", int) == 1


@pytest.mark.parametrize("what", ["message_id", "subject", "sender"])
def test_a_letter_with_what_no_text_may_hold_is_no_obstacle(office: Office, what: str) -> None:
    raw = letters(office.store, 1)[0]
    long = "".join(f"{number:x}" for number in range(3000))
    head = {
        "message_id": f"Message-ID: <{long}@example.org>\r\n", "subject": "Subject: a\0b\r\n",
        "sender": f"From: {long}@example.org\r\n",
    }[what].encode()  # fmt: skip
    name = head.partition(b":")[0]
    lines = [line for line in raw.split(b"\n") if not line.lower().startswith(name.lower() + b":")]
    at = office.store.journal.last_at("spring") + timedelta(minutes=1)
    handled = office.receive("1/1", head + b"\n".join(lines), at, at)
    assert handled.state in State
    assert office.store.inbox.state("1/1") is not None, "it would be read again and again"


# -- other processes -----------------------------------------------------------------------------------------------


def test_a_letter_that_another_process_handled_meanwhile_counts(office: Office, where: Server) -> None:
    other, raws = another(office, where), letters(office.store, 4)
    for number, one in enumerate((office, other, office, other)):
        receive(one, number, raws[number])
    assert [entry.n for entry in office.store.journal.entries("spring")] == list(range(1, 6))
    assert check_store(office.store) == ([], 1)


def test_two_processes_that_change_a_game_at_once_both_do_and_the_later_is_done_again(
    office: Office, where: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "gm")
    raws, at = letters(office.store, 8), office.store.journal.last_at("spring") + timedelta(minutes=1)
    gate, done = threading.Barrier(2), []

    def work(numbers: range) -> None:
        mine = another(office, where)
        for number in numbers:
            gate.wait(20)
            done.append(mine.receive(f"1/{number}", raws[number], at, at).state)
        mine.store.close()

    workers = [threading.Thread(target=work, args=(numbers,)) for numbers in (range(0, 4), range(4, 8))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert done == [State.DONE] * 8
    assert office.store.games.entries("spring") == 9
    assert check_store(office.store) == ([], 1)
    assert any("done again: another process" in record.getMessage() for record in caplog.records)


def test_what_meets_another_process_again_and_again_is_given_up(office: Office) -> None:
    tries = []

    def act() -> None:
        tries.append(1)
        raise Collided("again")

    with pytest.raises(Collided):
        office.store.act(act)
    assert 2 < len(tries) < 10


def test_a_row_that_is_there_already_is_tried_again_before_it_is_a_fault(office: Office) -> None:
    tries = []

    def act() -> None:
        tries.append(1)
        office.store.insert("facts", name="x", value="1")
        if len(tries) < 3:
            office.store.insert("facts", name="x", value="1")

    office.store.act(act)
    assert len(tries) == 3 and office.store.facts.recall("x", int) == 1
    with pytest.raises(StoreError, match="duplicate key") as refused:
        office.store.act(lambda: office.store.insert("facts", name="x", value="1"))
    assert not isinstance(refused.value, Unavailable)


def test_a_game_is_locked_before_it_is_read(office: Office, where: Server) -> None:
    with office.store.transaction():
        office.game("spring")
        office.store.games.entries("spring")
        with closing(psycopg.connect(where.url)) as conn, pytest.raises(
            psycopg.errors.LockNotAvailable
        ):
            conn.execute("select 1 from games where name = 'spring' for update nowait")


def test_a_database_is_served_by_one_daemon(make: Make) -> None:
    where = make()
    first, second = Store(where), Store(where)
    assert first.engine.serve_alone() and not second.engine.serve_alone()
    first.close()
    assert second.engine.serve_alone()


# -- lost connections ----------------------------------------------------------------------------------------------


def cut(cluster: Cluster, where: Server) -> None:
    """Cut all connections to a database, on the server."""
    database = where.url.rpartition("/")[2]
    cluster.ask(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database}'")


def test_a_connection_that_is_lost_between_letters_is_made_again(
    cluster: Cluster, office: Office, where: Server
) -> None:
    for number, raw in enumerate(letters(office.store, 3)):
        try:
            receive(office, number, raw)
        except Unavailable:  # as whoever notices first
            receive(office, number, raw)
        cut(cluster, where)
    with pytest.raises(Unavailable):
        office.store.games.names()
    assert office.store.games.entries("spring") == 4
    assert check_store(office.store) == ([], 1)


def test_what_was_begun_when_a_connection_was_lost_is_undone_and_can_be_done_again(
    cluster: Cluster, office: Office, where: Server
) -> None:
    first, second = letters(office.store, 2)
    with pytest.raises(Unavailable), office.store.transaction():
        receive(office, 1, first)
        cut(cluster, where)
        receive(office, 2, second)
    assert office.store.games.entries("spring") == 1
    receive(office, 1, first)
    assert office.store.games.entries("spring") == 2


@pytest.mark.parametrize("trip", range(1, 16))
def test_a_letter_acts_once_wherever_the_connection_is_lost(
    office: Office, where: Server, cluster: Cluster, trip: int
) -> None:
    raw, engine = letters(office.store, 1)[0], engine_of(office.store)
    at, send, trips = office.store.journal.last_at("spring") + timedelta(minutes=1), engine.send, itertools.count(1)

    def cutting(*last: object) -> object:
        number = next(trips)
        if number == trip:
            cut(cluster, where)
        return send(*last)  # type: ignore[arg-type]

    # planted: the connection is cut on one of the trips
    engine.send = cutting  # type: ignore[method-assign]
    for _ in range(3):
        with pytest.MonkeyPatch.context():
            try:
                office.receive("1/1", raw, at, at)
                break
            except Unavailable:
                continue
    # planted: and no more
    engine.send = send  # type: ignore[method-assign]
    assert office.store.games.entries("spring") == 2
    assert office.store.value("select count(*) from inbox") == 1
    assert check_store(office.store) == ([], 1)


def test_a_server_that_stops_and_starts_again_is_found_again(tmp_path: Path) -> None:
    cluster = Cluster({"fsync": "on"})
    try:
        office = begin(cluster.made("gm", tmp_path / "gm.sqlite"))
        first, second = letters(office.store, 2)
        receive(office, 1, first)
        cluster.stop(signal.SIGQUIT)
        for _ in range(2):
            with pytest.raises(Unavailable):
                receive(office, 2, second)
        cluster.start()
        receive(office, 2, second)
        assert office.store.games.entries("spring") == 3
        assert check_store(office.store) == ([], 1)
    finally:
        cluster.close()


# -- the schema ----------------------------------------------------------------------------------------------------


def test_both_engines_have_the_same_tables_columns_and_keys(make: Make) -> None:
    here, there = Store(":memory:").engine, Store(make()).engine
    assert isinstance(here, Sqlite) and here.tables() == there.tables()
    for table in here.tables():
        assert sorted(here.columns(table)) == sorted(there.columns(table)), table
        assert here.keys(table) == there.keys(table), table


def test_a_migration_of_sqlites_has_one_of_the_same_name() -> None:
    names = list(MIGRATIONS)
    assert names[names.index(pgschema.FIRST) :] == list(pgschema.MIGRATIONS)


def test_what_is_only_looked_at_is_seen_as_of_one_moment_and_cannot_be_written(office: Office, where: Server) -> None:
    tables = Tables(open_to_look(where))
    assert tables.games.entries("spring") == 1
    receive(office, 1, letters(office.store, 1)[0])
    assert tables.games.entries("spring") == 1
    tables.facts.keep("x", 1)
    with pytest.raises(StoreError, match="read-only"):
        tables.games.names()
    tables.close()


# -- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://gm@127.0.0.1:1/gm", "cannot be used: .*refused"),
        ("postgresql://gm@nowhere.invalid/gm", "cannot be used"),
        ("postgresql://gm@127.0.0.1:abc/gm", "cannot be used|no URL"),
        ("postgresql://gm@127.0.0.1/gm?sslmod=on", "no URL"),
        ("postgresql://gm@127.0.0.1:{port}/nothing", 'database "nothing" does not exist'),
        ("postgresql://nobody@127.0.0.1:{port}/postgres", 'role "nobody" does not exist'),
    ],
)
def test_a_wrong_url_says_what_is_wrong_and_tells_no_password(
    cluster: Cluster, tmp_path: Path, url: str, told: str
) -> None:
    where = Server(url.format(port=cluster.port), tmp_path / "gm.sqlite", "a secret word")
    with pytest.raises(StoreError, match=told) as refused:
        Store(where)
    assert "secret" not in str(refused.value) + repr(where)


def test_a_database_of_a_newer_version_is_refused_and_stays_as_it_is(make: Make, cluster: Cluster) -> None:
    where = make()
    Store(where).close()
    cluster.ask("insert into migrations values ('later')", where.url.rpartition("/")[2])
    with pytest.raises(NewerDatabase, match="newer version of gm"):
        Store(where)
    with pytest.raises(NewerDatabase):
        open_to_look(where)


def test_a_schema_that_is_half_made_is_refused(make: Make, cluster: Cluster) -> None:
    where = make()
    Store(where).close()
    cluster.ask("delete from migrations where name = 'packed'", where.url.rpartition("/")[2])
    with pytest.raises(StoreError, match="half made"):
        Store(where)


def test_a_schema_that_cannot_be_made_whole_is_not_made_at_all(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    where = make()
    # planted: a schema that fails halfway
    monkeypatch.setitem(pgschema.MIGRATIONS, "packed", f"{pgschema.SCHEMA}; create table facts (name text not null)")
    with pytest.raises(StoreError, match="already exists"):
        Store(where)
    monkeypatch.undo()
    Store(where).close()


def test_a_database_with_tables_of_others_is_left_alone(make: Make, cluster: Cluster) -> None:
    where = make()
    cluster.ask("create table theirs (n integer)", where.url.rpartition("/")[2])
    with pytest.raises(StoreError, match="not gm's"):
        Store(where)


def test_a_server_that_has_no_more_connections_says_so(tmp_path: Path) -> None:
    cluster = Cluster({"max_connections": "4", "superuser_reserved_connections": "0"})
    try:
        where = cluster.made("gm", tmp_path / "gm.sqlite")
        stores = [Store(where) for _ in range(4)]
        with pytest.raises(Unavailable, match="too many clients"):
            Store(where)
        for store in stores:
            store.close()
    finally:
        cluster.close()


def test_a_server_that_only_reads_is_refused_for_writing_and_can_be_looked_at(make: Make, cluster: Cluster) -> None:
    where = make()
    store = Store(where)
    name = where.url.rpartition("/")[2]
    cluster.ask(f"alter database {name} set default_transaction_read_only = on")
    with pytest.raises(Unavailable, match="only reads"):
        Store(where)
    assert Tables(open_to_look(where)).games.names() == []
    store.engine.execute("set default_transaction_read_only = on")  # as if it had become a standby meanwhile
    with pytest.raises(Unavailable, match="only reads"), store.transaction():
        store.facts.keep("x", 1)


def test_a_database_in_another_encoding_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    where = cluster.made("latin", tmp_path, ["encoding 'LATIN1'", "locale 'C'", "template template0"])
    with pytest.raises(StoreError, match="LATIN1"):
        Store(where)


@contextmanager
def old_server(version: str) -> Iterator[int]:
    """A port at which something says that it is a PostgreSQL of this version, and lets everybody in."""

    def packet(kind: bytes, data: bytes) -> bytes:
        return kind + (len(data) + 4).to_bytes(4, "big") + data

    def answer() -> None:
        conn, _ = listener.accept()
        with conn:
            while (size := int.from_bytes(conn.recv(4), "big")) == 8:  # does it speak TLS, or GSS?
                conn.recv(4)
                conn.sendall(b"N")
            conn.recv(size - 4)
            settings = {"server_version": version, "client_encoding": "UTF8", "standard_conforming_strings": "on"}
            told = [packet(b"S", b"\0".join((name.encode(), word.encode(), b""))) for name, word in settings.items()]
            conn.sendall(packet(b"R", bytes(4)) + b"".join(told) + packet(b"K", bytes(8)) + packet(b"Z", b"I"))
            conn.recv(100)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=answer)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(20)


def test_a_postgresql_that_is_too_old_is_refused(tmp_path: Path) -> None:
    with old_server("14.9 (Debian)") as port, pytest.raises(StoreError, match="PostgreSQL 14; gm needs 15"):
        Store(Server(f"postgresql://gm@127.0.0.1:{port}/gm", tmp_path))


def test_a_store_that_cannot_be_opened_leaves_no_connection(make: Make, cluster: Cluster) -> None:
    where = make()
    Store(where).close()
    name = where.url.rpartition("/")[2]
    cluster.ask("insert into migrations values ('later')", name)
    for _ in range(3):
        with pytest.raises(NewerDatabase):
            Store(where)
    assert cluster.ask(f"select count(*) from pg_stat_activity where datname = '{name}'") == [(0,)]


def test_a_file_is_opened_as_before(tmp_path: Path) -> None:
    engine = open_file(tmp_path / "gm.sqlite")
    schema.migrate(engine)
    assert (tmp_path / "gm.sqlite").stat().st_mode & 0o777 == 0o600
    engine.close()
