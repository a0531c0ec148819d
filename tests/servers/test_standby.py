"""The server of the database dies, and its standby takes over: no letter is lost, and nothing strikes unasked."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from helpers.postgres import LONGEST, Cluster
from helpers.served import DOMAIN, GAME, SEATS, letter, post, run, serving, until
from test_several_workers import CONFIG, DEADLINE, HOUR, MINUTE, OPERATOR, SECOND, START, One

from gm.desk.books.fsck import check_store
from gm.desk.books.outage import Watch
from gm.desk.file.gamefile import read_game_file
from gm.doctor.finding import Finding
from gm.doctor.server import check_keeping, check_place
from gm.serve.caretaker import Caretaker
from gm.serve.houseserver import HouseServer
from gm.serve.troubles import Outage
from gm.store.engine import Unavailable
from gm.store.moving import OURS
from gm.store.reading import open_to_read
from gm.store.server import SERVER, Place, Server
from gm.store.store import Store, Tables

pytestmark = pytest.mark.servers
LETTERS = 12
DONE = "state in ('done', 'answered')"
SYNCHRONOUS = {"synchronous_commit": "on"}


class Pair:
    """A primary and its synchronous standby, both made with deploy/standby.sh."""

    def __init__(self) -> None:
        self.primary = Cluster(SYNCHRONOUS)
        self.standby: Cluster | None = None

    def join(self) -> Cluster:
        """Make the standby, and let commits wait for it."""
        self.standby = Cluster(SYNCHRONOUS, of=self.primary)
        said = self.primary.standby("attach", self.primary.url("postgres"))
        assert "on the standby's disk, too" in said, said
        return self.standby

    def url(self, database: str) -> str:
        """A URL with both."""
        assert self.standby is not None
        hosts = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}"
        return f"postgresql://gm@{hosts}/{database}?target_session_attrs=read-write"

    def promote(self) -> None:
        """Promote the standby."""
        assert self.standby is not None
        said = self.standby.standby("promote", self.standby.url("postgres"))
        assert "it is promoted" in said, said

    def close(self) -> None:
        """End both."""
        for one in (self.primary, self.standby):
            if one is not None:
                one.close()


@pytest.fixture
def pair(cluster: Cluster) -> Iterator[Pair]:
    """A primary, and a standby that is made when it is asked for; skipped where there is no PostgreSQL."""
    made = Pair()
    yield made
    made.close()


def findings(where: Server) -> list[Finding]:
    """What gm doctor says about a server."""
    with closing(open_to_read(where)) as engine:
        return list(check_keeping(engine))


def place(where: Server) -> list[Finding]:
    """What gm doctor says about where the database is."""
    with closing(open_to_read(where)) as engine:
        return list(check_place(engine, Tables(engine).facts))


def test_a_primary_dies_while_letters_act_and_none_is_lost_or_acts_twice(pair: Pair, tmp_path: Path) -> None:
    standby = pair.join()
    pair.primary.ask("create database gm")
    where = Server(pair.url("gm"), tmp_path / "gm.sqlite")

    async def test() -> None:
        async with serving(tmp_path, where) as (served, mails):
            await served.begin()
            await served.start()

            async def write() -> None:
                for number in range(LETTERS):
                    await post(letter(SEATS[number % 7], f"PRESS TO {SEATS[(number + 1) % 7]}\nWord {number}.\nEND",
                                      f"m{number}"), mails)  # fmt: skip
                    await asyncio.sleep(0.05)

            writing = asyncio.create_task(write())
            await until(lambda: served.count("inbox", DONE) >= 2, "the first letters")
            await asyncio.to_thread(pair.primary.stop, signal.SIGQUIT)
            await asyncio.to_thread(pair.promote)
            await writing
            served.forget()
            await until(lambda: served.count("inbox", DONE) == LETTERS, "all letters to have acted on the standby")
            assert served.alive and "nothing strikes: the database was on system" in served.text()
            await until(served.sent, "all mails sent")
            [found] = await asyncio.to_thread(place, where)
            assert found.level == "bad"
            assert await served.stop() == 0
            store = served.store
            assert store.value("select count(distinct message_id) from inbox") == LETTERS
            entered = [entry for entry in store.journal.entries("spring") if entry.kind == "letter"]
            assert len(entered) == len({entry.data["mail"] for entry in entered}) == LETTERS
            assert check_store(store) == ([], 1)
            await served.start(words=("serve", "--database-is-right"))
            await until(lambda: "is taken for right" in served.text(), "the confirmation")
            assert place(where) == [] and served.text().count("nothing strikes: ") == 1
            assert standby.ask("select pg_is_in_recovery()") == [(False,)]
            assert await served.stop() == 0

    run(test())


def test_the_script_refuses_what_would_do_harm(pair: Pair, tmp_path: Path) -> None:
    primary = pair.primary.url("postgres")
    assert "no standby streams" in pair.primary.standby("attach", primary)
    assert "no standby" in pair.primary.standby("promote", primary)
    standby = pair.join()
    assert "the primary still runs" in standby.standby("promote", standby.url("postgres"))
    assert "name the primary" in standby.standby("attach", standby.url("postgres"))
    assert "is not empty" in standby.standby("make", primary, str(standby.folder / "data"))
    assert standby.ask("select pg_is_in_recovery()") == [(True,)]


def test_the_doctor_says_what_outlives_the_server(pair: Pair, tmp_path: Path) -> None:
    alone = pair.primary.made("gm", tmp_path / "gm.sqlite")
    assert [(one.level, "no synchronous standby" in one.what) for one in findings(alone)] == [("ok", True)]
    standby = pair.join()
    Store(alone).close()
    assert [(one.level, "synchronous standby is attached" in one.what) for one in findings(alone)] == [("ok", True)]
    reads = Server(standby.url("gm"), tmp_path / "gm.sqlite")
    assert [one.level for one in findings(reads)] == ["warn"]
    limit = time.monotonic() + LONGEST
    while standby.ask("select to_regclass('facts') is not null", "gm") != [(True,)]:  # what it has it shows a bit later
        assert time.monotonic() < limit
        time.sleep(0.05)
    assert place(reads) == []
    with pytest.raises(Unavailable, match="only reads"):
        Store(reads)
    pair.primary.ask("create role ordinary login")
    pair.primary.ask("grant all on all tables in schema public to ordinary", "gm")
    ordinary = Server(alone.url.replace("gm@", "ordinary@"), tmp_path / "gm.sqlite")
    assert [one.level for one in findings(ordinary)] == ["skip"]
    pair.primary.ask("grant pg_monitor to ordinary")
    assert [one.level for one in findings(ordinary)] == ["ok"]
    standby.stop()
    assert [one.level for one in findings(alone)] == ["bad"]


@pytest.mark.parametrize("commits", ["off", "local", "remote_write"])
def test_what_gm_commits_is_on_the_disk_whatever_the_server_says(
    cluster: Cluster, tmp_path: Path, commits: str
) -> None:
    name = f"commits_{commits}"
    where = cluster.made(name, tmp_path / "gm.sqlite")
    cluster.ask(f"alter database {name} set synchronous_commit = {commits}")
    with closing(Store(where)) as store:
        assert store.value("select current_setting('synchronous_commit')") == "on"
    assert [one.level for one in findings(where)] == ["warn", "ok"]
    assert commits in findings(where)[0].what


# -- another server ------------------------------------------------------------------------------------------------


def test_a_server_is_remembered_and_another_one_is_in_doubt_until_the_operator_says_it_is_right(
    cluster: Cluster, tmp_path: Path
) -> None:
    where = cluster.made("elsewhere", tmp_path / "gm.sqlite")
    with closing(Store(where)) as store:
        first = HouseServer(store)
        assert not first.sure
        first.look()
        here = store.engine.place()
        assert first.sure and first.doubt is None and here is not None and here.timeline == 1
        assert store.facts.recall(SERVER, Place) == here
        for other in (Place(here.system, 7), Place("1", 1)):
            store.facts.keep(SERVER, other)
            later = HouseServer(store)
            later.look()
            assert not later.sure and later.doubt is not None and (later.doubt.was, later.doubt.now) == (other, here)
            assert [one.level for one in place(where)] == ["bad"]
            HouseServer(store, trusted=True).look()  # as another daemon is started with --database-is-right
            assert store.facts.recall(SERVER, Place) == here
            later.look()
            assert later.sure and later.doubt is None and place(where) == []


def test_a_word_of_the_operator_holds_for_one_server_only(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(cluster.made("one_word", tmp_path / "gm.sqlite"))) as store:
        server = HouseServer(store, trusted=True)
        server.look()
        assert server.sure
        here = store.engine.place()
        assert here is not None
        monkeypatch.setattr(store.engine, "place", lambda: Place(here.system, 2))  # planted: a server that took over
        assert not server.sure
        server.look()
        assert not server.sure and server.doubt is not None


def test_a_server_that_was_replaced_and_is_back_is_not_believed(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store(cluster.made("back", tmp_path / "gm.sqlite"))) as store:
        here = store.engine.place()
        assert here is not None
        newer = Place(here.system, here.timeline + 1)
        server = HouseServer(store)
        monkeypatch.setattr(store.engine, "place", lambda: newer)  # planted: a server that took over
        server.look()
        assert server.sure
        store.facts.keep(SERVER, here)  # its own database knows nothing of the promotion
        monkeypatch.setattr(store.engine, "place", lambda: here)  # planted: the one before is back
        server.look()
        assert not server.sure and server.doubt is not None and server.doubt.was == newer


def test_a_user_who_may_not_ask_which_server_it_is_is_served_all_the_same(tmp_path: Path) -> None:
    closed = Cluster()
    try:
        where = closed.made("gm", tmp_path / "gm.sqlite")
        closed.ask("create role ordinary login")
        closed.ask("revoke execute on function pg_control_system() from public", "gm")
        closed.ask("grant all on schema public to ordinary", "gm")
        with closing(Store(Server(where.url.replace("gm@", "ordinary@"), where.beside))) as store:
            server = HouseServer(store)
            server.look()
            assert store.engine.place() is None and server.sure
    finally:
        closed.close()


def test_where_a_database_was_does_not_move_along_with_it() -> None:
    assert SERVER in OURS


def test_a_database_in_a_file_is_never_in_doubt() -> None:
    server = HouseServer(Store(":memory:"))
    server.look()
    assert server.sure and server.doubt is None


def mails_of_a_look(caretaker: Caretaker, one: One) -> int:
    """How many mails a look around sends the operator."""
    before = one.store.value("select count(*) from outbox where recipient = ?", [OPERATOR])
    caretaker.look(one.clock.now())
    return int(one.store.value("select count(*) from outbox where recipient = ?", [OPERATOR])) - int(before)


def test_nothing_strikes_in_doubt_but_letters_act(cluster: Cluster, tmp_path: Path) -> None:
    where = cluster.made("in_doubt", tmp_path / "gm.sqlite")
    one = One(where)
    text = GAME.format(name="spring").replace('grace = "1h"', 'grace = "0s"')
    seats = "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
    one.office.open_game(read_game_file(text + seats), START, "ab" * 32)
    one.hands.at = DEADLINE + HOUR
    one.office.strike_before(DEADLINE, DEADLINE)  # the reminder of half time
    one.store.facts.keep(SERVER, Place("1", 1))
    one.file("FRANCE", DEADLINE - MINUTE)
    one.file("ITALY", DEADLINE + SECOND)
    Watch(one.office).read_up_to(DEADLINE + HOUR)
    while one.work():
        continue
    assert one.acted() == ["time", "letter"]  # Italy's waits for the clock
    server = HouseServer(one.store)
    server.look()
    config = msgspec.structs.replace(CONFIG, gm=msgspec.structs.replace(CONFIG.gm, state=tmp_path))
    caretaker = Caretaker(config, one.office, lambda: None, one.clock, server=server)
    caretaker.look(one.clock.now())  # tells of whatever else there is, too
    assert one.store.facts.recall("trouble server", Outage) is not None
    assert mails_of_a_look(caretaker, one) == 0
    HouseServer(one.store, trusted=True).look()
    server.look()
    assert mails_of_a_look(caretaker, one) == 1  # that it is over
    while one.work():
        continue
    assert one.acted() == ["time", "letter", "time", "letter"]
    one.store.close()
