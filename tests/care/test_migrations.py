"""An upgrade keeps running games: databases written by earlier versions are migrated, and their games go on."""

from __future__ import annotations

import re
import sqlite3
import threading
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from helpers.store import let_sql_unpack

import gm.desk.books.fsck
import gm.store.journal
from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.store import schema
from gm.store.database import from_iso
from gm.store.engine import Unavailable
from gm.store.packing import MAGIC
from gm.store.store import Store

DUMPS = {path.stem: path for path in (Path(__file__).parent / "schemas").glob("*.sql")}
NAMES = list(schema.MIGRATIONS)
GM = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
ALICE, BOB, EVE = "alice@example.com", "bob@example.com", "eve@example.net"
SHEET = "1 : A BUR - PAR"
TOKEN = re.compile(rb"gm\+[a-z2-7]{20}@")


def database(folder: Path, name: str) -> Path:
    """The database of the dump *name*, as its version left it."""
    path = folder / "gm.sqlite"
    conn = sqlite3.connect(path)
    conn.executescript(DUMPS[name].read_text(encoding="utf-8"))
    conn.close()
    return path


def without_token(raw: bytes) -> bytes:
    """A mail without its reply address, which the database forgets once it is sent."""
    return TOKEN.sub(b"gm+10000000000000000001@", raw)


def tables(store: Store) -> dict[str, str]:
    """Every table and index by its name: how it was made, without what is a matter of layout."""
    rows = store.rows("select name, sql from sqlite_master where sql is not null")
    return {row["name"]: re.sub(r"[\s\"]+", "", row["sql"].lower()) for row in rows}


class Upgraded:
    """A game of an earlier version, in the hands of this one."""

    def __init__(self, path: Path) -> None:
        conn = sqlite3.connect(path)  # the players have the mails as they were sent
        query = "select recipient, raw from outbox order by id"
        self.sent = {to: raw for to, raw in conn.execute(query) if not raw.startswith(MAGIC)}
        conn.close()
        self.store = Store(path)
        self.office = Office(self.store, GM, "operator@example.org", disclose)
        self.at = from_iso(self.store.rows("select max(received) as at from inbox")[0]["at"])
        self.letters = 100

    def write(self, sender: str, text: str) -> str:
        """A reply to the last mail that was sent to *sender*; what becomes of it."""
        newest = self.store.rows("select raw from outbox where recipient = ? order by id desc limit 1", [sender])[0]
        sent = newest["raw"] if TOKEN.search(newest["raw"]) else self.sent[sender]
        mail = message_from_bytes(sent, policy=policy.default)
        self.letters += 1
        self.at += timedelta(minutes=1)
        head = {"From": sender, "To": mail["Reply-To"], "Subject": f"Re: {mail['Subject']}"}
        head |= {"Message-ID": f"<{self.letters}@client.example>", "In-Reply-To": mail["Message-ID"]}
        raw = "".join(f"{name}: {value}\n" for name, value in head.items()) + f"\n{text}\n"
        return self.office.receive(f"1/{self.letters}", raw.encode(), self.at, self.at).state

    def filed(self) -> tuple[str, ...]:
        """What France has on file."""
        game = self.office.game("spring")
        return tuple(ruleset(game.ruleset).rules.view(game.state, "FRANCE").filed)

    def strike(self, until: datetime) -> None:
        """Let everything happen that is due before *until*."""
        while self.office.strike_before(until):
            pass


@pytest.fixture(params=sorted(DUMPS))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return database(tmp_path, request.param)


def test_every_schema_but_the_present_one_has_a_game_that_its_version_wrote() -> None:
    assert set(NAMES[:-1]) <= set(DUMPS) <= set(NAMES)


@pytest.mark.parametrize("name", sorted(DUMPS))
def test_a_dump_is_of_the_schema_that_it_is_named_for(tmp_path: Path, name: str) -> None:
    conn = sqlite3.connect(database(tmp_path, name))
    done = [row[0] for row in conn.execute("select name from migrations order by rowid")]
    conn.close()
    assert done == NAMES[: NAMES.index(name) + 1]


def test_after_an_upgrade_every_table_and_index_is_that_of_a_new_database(old: Path, tmp_path: Path) -> None:
    upgraded, fresh = Store(old), Store(tmp_path / "fresh.sqlite")
    assert tables(upgraded) == tables(fresh)
    assert len(tables(fresh)) > 15
    for store in (upgraded, fresh):
        assert store.rows("pragma integrity_check") == [{"integrity_check": "ok"}]
        store.close()


def test_nothing_that_was_told_or_came_in_is_changed_by_an_upgrade(old: Path) -> None:
    kept = (
        "select game, reader, number, n, at, subject, body, message_id from ledger order by 1, 2, 3",
        "select game, n, at, kind, data, version, before, hash from journal order by game, n",
        "select id, key, digest, raw, state, reason, game from inbox order by id",
        "select id, recipient, message_id, raw, state from outbox order by id",
        "select game, seat, address, name, left from players order by game, seat",
    )
    conn = sqlite3.connect(old)
    before = [conn.execute(query).fetchall() for query in kept]
    conn.close()
    store = Store(old)
    before = [[tuple(map(store.opened, row)) for row in rows] for rows in before]  # the last version packed some
    after = [[tuple(row.values()) for row in store.rows(query)] for query in kept]
    before[3], after[3] = (
        [(*row[:3], without_token(row[3]) if row[4] == "sent" else row[3], row[4]) for row in rows[3]]
        for rows in (before, after)
    )
    assert after == before
    store.close()
    assert all(before)


def test_a_migration_happens_once(old: Path) -> None:
    Store(old).close()
    before = Store(old)
    rows = before.rows("select * from tokens order by token")
    before.close()
    again = Store(old)
    assert again.rows("select * from tokens order by token") == rows
    again.close()


def test_after_an_upgrade_the_games_check_out(old: Path) -> None:
    store = Store(old)
    assert check_store(store) == ([], 1)
    store.close()


def test_after_an_upgrade_orders_are_filed_judged_and_checked(old: Path) -> None:
    game = Upgraded(old)
    assert game.filed() == ("5 : A BUR - MUN",)
    assert game.write(ALICE, f"{SHEET}\nACCEPT FAEGIRT") == "done"
    assert game.filed() == (SHEET,)
    clock = game.office.game("spring").clock
    assert clock is not None and clock.phase == "F1901M"
    game.strike(clock.until + timedelta(seconds=1))
    after = game.office.game("spring")
    assert after.closed == "F1901M" and after.clock is not None
    results = game.store.rows("select body from ledger where reader = 'FRANCE' order by number desc limit 1")
    assert "A BUR - PAR" in results[0]["body"]
    assert check_store(game.store) == ([], 1)
    game.store.close()


def test_a_position_other_than_this_version_rebuilds_is_noted_after_an_upgrade(old: Path) -> None:
    store, notes = Store(old), list[str]()
    let_sql_unpack(store)
    last = store.rows("select entries from games")[0]["entries"]
    richer = "update snapshots set state = json_set(plain(state), '$.state.balances.FRANCE', 999) where n = ?"
    store.change(richer, [last])
    assert check_store(store, remark=notes.append) == ([], 1)
    assert [note for note in notes if f"entry {last}" in note and "another position" in note]
    store.close()


def test_whoever_was_asked_something_before_the_first_upgrade_is_asked_again(tmp_path: Path) -> None:
    game = Upgraded(database(tmp_path, "first"))
    assert game.write(BOB, "CONFIRM") == "done"
    assert game.office.game("spring").seats["ENGLAND"].taken
    assert game.write(BOB, "RESIGN") == "done"
    assert game.write(BOB, "CONFIRM") == "done"
    assert not game.office.game("spring").seats["ENGLAND"].taken
    assert check_store(game.store) == ([], 1)
    game.store.close()


def test_whoever_was_asked_something_before_a_later_upgrade_can_confirm_it_after(tmp_path: Path) -> None:
    game = Upgraded(database(tmp_path, "real-mail"))
    assert game.write(BOB, "CONFIRM") == "done"
    assert not game.office.game("spring").seats["ENGLAND"].taken
    game.store.close()


def test_a_migration_that_fails_leaves_the_database_as_it_was(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fails = "create table half (way text); insert into nowhere values (1)"
    Store(old).close()
    monkeypatch.setattr(schema, "MIGRATIONS", {**schema.MIGRATIONS, "later": fails})
    with pytest.raises(Unavailable):
        Store(old)
    monkeypatch.undo()
    store = Store(old)
    assert "half" not in tables(store)
    assert check_store(store) == ([], 1)
    store.close()


def test_mail_that_came_while_gm_was_being_replaced_is_not_taken_for_mail_from_before_gm(tmp_path: Path) -> None:
    store = Store(database(tmp_path, "first"))
    (row,) = store.rows("select opened from games")
    assert store.facts.made() == from_iso(row["opened"])
    store.close()


def test_what_an_earlier_version_made_of_a_game_stays_though_snapshots_in_between_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Upgraded(database(tmp_path, "real-mail"))
    for text in (SHEET, "2 : A BUR - PAR"):
        assert game.write(ALICE, text) == "done"
    (row,) = game.store.rows("select entries from games")
    query = "select kept from snapshots where n >= ? order by n"
    assert game.store.rows(query, [row["entries"] - 1]) == [{"kept": 0}]
    game.store.close()
    for module in (gm.store.journal, gm.desk.books.fsck):
        monkeypatch.setattr(module, "__version__", "later")
    again = Upgraded(tmp_path / "gm.sqlite")
    again.letters = 200
    assert again.write(ALICE, "3 : A BUR - PAR") == "done"
    assert again.write(ALICE, "4 : A BUR - PAR") == "done"
    assert [kept["n"] for kept in again.store.rows("select n from snapshots where n >= ? order by n", [row["entries"]])
            ] == [row["entries"], row["entries"] + 2]
    assert check_store(again.store) == ([], 1)
    again.store.close()


def test_a_database_that_another_is_just_bringing_up_is_waited_for(old: Path) -> None:
    """SQLite itself does not wait where the way of writing is about to change."""
    other = sqlite3.connect(old, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    done = threading.Timer(0.3, other.close)
    done.start()
    Store(old).close()
    done.join()


def test_two_that_bring_a_database_up_at_the_same_time_do_it_once(old: Path) -> None:
    def bring_up() -> None:
        try:
            Store(old).close()
        except Exception as error:
            failed.append(error)

    failed: list[Exception] = []
    both = [threading.Thread(target=bring_up) for _ in range(4)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert failed == []
    store = Store(old)
    assert check_store(store) == ([], 1)
    store.close()
