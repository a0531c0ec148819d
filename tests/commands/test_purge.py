"""After a purge no name, no address and no mail of the game is in the database; its journal and report are whole."""

from __future__ import annotations

import gzip
import sqlite3
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from operating import Desk

from gm.desk.books.bounces import note
from gm.desk.books.fsck import check_store
from gm.desk.books.purge import KEPT, PERSONAL, WOKEN, purge_game
from gm.desk.file.gamefile import read_game_file
from gm.offline.verify import verify_report
from gm.report.disclosure import disclose
from gm.store.players import SeatOf
from gm.store.store import Store
from gm.store.whole import game_tables

PERSONS = ("alice@far", "lissy@near", "bob@far", "carla@far", "olga@far", "Ardent", "Bold", "Olga", "dagger, you know")
SECOND = """[game]
name = "second"
ruleset = "payola"
[seats]
FRANCE = { address = "bob@far.example", name = "Bob Bold" }
"""


@pytest.fixture
def over(desk: Desk) -> Desk:
    """The game at its end, with whatever may be known of its players."""
    now = datetime.now(UTC).replace(microsecond=0)
    mail = next(mail for mail in desk.store.outbox.all() if mail.reader == "FRANCE")
    note(desk.store, mail, True, "550 no such user <alice@far.example>", now)
    desk.store.people.introduce("spring", "f" * 32, "olga@far.example", "Olga", 1)
    desk.office.alarm("again", {"sender": "lissy@near.example"}, now)
    desk.store.insert("buckets", address="letters/spring/olga@far.example", level=1.0, at="")
    desk.end()
    return desk


def found(folder: Path) -> list[str]:
    """The persons that can be found in the files of the database, or in what is packed in it."""
    store = Store(folder / "gm.sqlite")
    names = [row["name"] for row in store.rows("select name from sqlite_master where type = 'table'")]
    packed = repr([store.rows(f"select * from {name}") for name in names])
    store.close()
    data = packed.encode().lower() + b"".join(path.read_bytes() for path in folder.glob("gm.sqlite*")).lower()
    return [person for person in PERSONS if person.lower().encode() in data]


def test_every_table_of_a_game_is_either_kept_or_purged(desk: Desk) -> None:
    assert sorted([*KEPT, *PERSONAL, *WOKEN]) == sorted(game_tables(desk.store.engine))


def test_nothing_of_a_person_is_left_in_the_files(over: Desk) -> None:
    assert sorted(found(over.database.parent)) == sorted(PERSONS)
    packed = [raw for (raw,) in over.store.execute("select raw from outbox where game = 'spring'")]
    said = over.run("purge", "spring", "--yes")
    assert (said.status, said.out) == (0, "spring holds no names, addresses and mails any more\n")
    assert found(over.database.parent) == []
    files = b"".join(path.read_bytes() for path in over.database.parent.glob("gm.sqlite*"))
    assert packed and [raw for raw in packed if raw[9:200] in files] == []


def test_a_purged_game_is_whole(over: Desk) -> None:
    chain = over.store.rows("select * from journal")
    over.run("purge", "spring", "--yes")
    assert over.store.rows("select * from journal") == chain
    assert check_store(over.store) == ([], 1)
    assert over.run("fsck").out == "1 game checked, 0 differences\n"


def test_the_report_of_a_purged_game_can_be_made_and_verified(over: Desk, tmp_path: Path) -> None:
    over.run("purge", "spring", "--yes")
    assert over.run("report", "spring", "--out", str(tmp_path)).status == 0
    text = (tmp_path / "spring-report.txt").read_text(encoding="utf-8")
    assert "a player whose name was not kept" in " ".join(text.split())
    assert "the dagger sleeps" in text
    assert [person for person in PERSONS if person in text] == []
    assert over.run("verify", str(tmp_path / "spring-report.html")).status == 0


def test_a_purged_game_is_shown_so(over: Desk) -> None:
    over.run("purge", "spring", "--yes")
    for command in ("show", "seats"):
        assert "(purged)" in over.run(command, "spring").out
    assert over.run("log", "spring").status == 0


WRITTEN = ("dagger", "halberd", "A PAR - BUR", "cutlass", "zanzibar")


def test_what_people_wrote_can_be_purged_and_the_chain_and_the_report_hold(over: Desk, tmp_path: Path) -> None:
    def left() -> list[str]:
        over.store.conn.execute("pragma wal_checkpoint(truncate)")
        rows = over.store.rows("select data from journal union all select body from ledger union all "
                               "select notices from ledger union all select state from snapshots")  # fmt: skip
        return [word for word in WRITTEN if word in str(rows)]

    report = disclose(over.store, "spring")
    assert sorted(left()) == sorted({"dagger", "halberd", "A PAR - BUR", "cutlass"})
    said = over.run("purge", "spring", "--texts", "--yes")
    assert (said.status, said.out) == (0, "spring holds no names, addresses, texts and mails any more\n")
    assert "dagger" not in left() and "halberd" not in left() and "cutlass" not in left()
    assert over.store.journal.is_unbroken("spring") and check_store(over.store) == ([], 1)
    again = disclose(over.store, "spring")
    assert verify_report(again[1]).ok and len(again[0]) > len(report[0]) * 0.9
    for words in (("log", "spring"), ("log", "spring", "--reveal", "--yes"), ("show", "spring"), ("seats", "spring")):
        assert over.run(*words).status == 0, words
    file = tmp_path / "spring.gm"
    assert over.run("export", "spring", str(file)).status == 0 and b"halberd" not in gzip.decompress(file.read_bytes())
    over.store.change("update games set next_strike = null")
    assert over.run("purge", "spring", "--texts", "--yes").status == 0


def test_a_journal_whose_texts_are_changed_instead_of_purged_is_broken(over: Desk) -> None:
    over.run("purge", "spring", "--texts", "--yes")
    over.store.change("update journal set data = '{}' where kind = 'letter'")
    assert not over.store.journal.is_unbroken("spring") and check_store(over.store)[0]


def test_texts_of_a_game_whose_journal_would_not_hold_without_them_stay(over: Desk) -> None:
    over.store.change("update journal set leaf = '' where n = 2")
    assert over.run("purge", "spring", "--texts", "--yes").status == 1


def test_a_purge_asks_first(over: Desk) -> None:
    before = over.store.rows("select * from players")
    said = over.run("purge", "spring", typed="n\n")
    assert said.status == 1 and "for ever?" in said.both
    assert over.store.rows("select * from players") == before


def test_a_purge_may_be_done_again(over: Desk) -> None:
    over.run("purge", "spring", "--yes")
    before = list(over.store.conn.iterdump())
    assert over.run("purge", "spring", "--yes").status == 0
    assert list(over.store.conn.iterdump()) == before


def test_a_running_game_is_not_purged(desk: Desk) -> None:
    said = desk.run("purge", "spring", "--yes")
    assert (said.status, said.both) == (1, "Error: spring is not over\n")
    assert "Ardent" in found(desk.database.parent)


@pytest.mark.parametrize("state", ["waiting", "held"])
def test_a_game_whose_mails_are_still_to_be_sent_is_not_purged(over: Desk, state: str) -> None:
    over.store.change("update outbox set state = ? where id = 1", [state])
    said = over.run("purge", "spring", "--yes")
    assert said.status == 1 and "mails of spring are still waiting or held (1): see gm outbox" in said.both
    assert "Ardent" in found(over.database.parent)


def test_who_plays_in_another_game_too_is_known_from_there_alone(over: Desk) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    over.office.open_game(read_game_file(SECOND), now)
    assert over.office.receive("7/1", b"From: bob@far.example\nSubject: hm\n\nwhere am I?\n", now, now).state == "held"
    over.run("purge", "spring", "--yes")
    assert found(over.database.parent) == ["bob@far", "Bold"]
    assert over.store.players.seats_of("bob@far.example") == [SeatOf("second", "FRANCE")]
    assert b"where am I" in over.store.rows("select raw from inbox where key = '7/1'")[0]["raw"]
    assert check_store(over.store) == ([], 2)


def test_a_mail_of_nobody_in_particular_finds_no_seat_in_a_purged_game(over: Desk) -> None:
    over.run("purge", "spring", "--yes")
    assert over.store.players.seats_of("") == []


def test_a_letter_from_before_the_purge_is_not_read_again(over: Desk) -> None:
    (row,) = over.store.rows("select key, raw from inbox where game = 'spring' and state = 'done'")
    over.run("purge", "spring", "--yes")
    now = datetime.now(UTC).replace(microsecond=0)
    assert over.office.receive(row["key"], row["raw"], now, now).state == "known"


def test_an_alarm_that_names_a_player_goes_though_its_text_is_encoded(over: Desk) -> None:
    mail = EmailMessage()
    mail.set_content("two letters, é, of lissy@near.example", cte="base64")
    over.store.insert(
        "outbox", game="", reader="(operator)", recipient="operator@example.org", message_id="a", raw=mail.as_bytes(),
        queued=datetime.now(UTC), state="sent", next_try=datetime.now(UTC),
    )  # fmt: skip
    over.run("purge", "spring", "--yes")
    assert over.store.rows("select id from outbox") == []


def test_an_archived_copy_is_told_of(over: Desk) -> None:
    over.run("archive", "spring")
    copy = over.folder / "state" / "archive" / "spring.gm"
    over.run("import", str(copy))
    assert f"{copy} still does: remove it" in over.run("purge", "spring", "--yes").out


def test_a_reader_of_the_database_keeps_old_pages_and_it_is_told(over: Desk) -> None:
    reader = sqlite3.connect(over.database, isolation_level=None)
    reader.execute("begin")
    reader.execute("select * from games").fetchall()
    over.store.conn.execute("pragma busy_timeout = 0")
    assert not purge_game(over.store, "spring")
    reader.close()
    assert purge_game(over.store, "spring")
    assert found(over.database.parent) == []


FORMING = '[game]\nname = "autumn"\nruleset = "payola"\n[joining]\n'


class Post:
    """Letters to the game autumn, and the questions that they raise confirmed."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.count = desk, 0

    def write(self, sender: str, text: str, head: str = "Subject: [autumn]") -> str:
        """A letter comes in; what becomes of it."""
        self.count += 1
        now = datetime.now(UTC).replace(microsecond=0)
        raw = f"From: {sender}\n{head}\nMessage-ID: <{self.count}@far.example>\n\n{text}\n".encode()
        return self.desk.office.receive(f"9/{self.count}", raw, now, now).state

    def ask(self, sender: str, text: str) -> None:
        """A letter that asks for something, and the CONFIRM to the mail that asks back."""
        assert self.write(sender, text) in ("done", "held")
        (row,) = self.desk.store.rows(
            "select message_id from ledger where game = 'autumn' and reader != '(operator)' order by rowid desc limit 1"
        )
        assert self.write(sender, "CONFIRM", f"Subject: Re: x\nIn-Reply-To: <{row['message_id']}>") == "done"


def test_a_game_that_found_its_players_by_mail_keeps_none_of_them(desk: Desk) -> None:
    persons = ["emil@far", "eager", "fay@far", "fair", "gus@far", "gentle", "hal@far"]
    now = datetime.now(UTC).replace(microsecond=0)
    desk.office.open_game(read_game_file(FORMING), now)
    post = Post(desk)
    post.ask("Emil Eager <emil@far.example>", "JOIN autumn AS ITALY")
    post.ask("Fay Fair <fay@far.example>", "JOIN autumn PREFER RUSSIA")
    assert desk.run("begin", "autumn", "--yes").status == 0
    post.ask("Gus Gentle <gus@far.example>", "OBSERVE autumn")
    post.ask("Emil Eager <emil@far.example>", "SET ADDRESS hal@far.example")
    assert {row["role"] for row in desk.json("seats", "autumn")["others"]} == {"observer"}
    assert desk.run("abort", "autumn", "--yes").status == 0
    desk.store.change("update games set next_strike = null where name = 'autumn'")
    desk.store.change("update outbox set state = 'sent'")

    def left() -> list[str]:
        data = b"".join(path.read_bytes() for path in desk.database.parent.glob("gm.sqlite*")).lower()
        return [person for person in persons if person.encode() in data]

    assert left() == persons
    assert desk.run("purge", "autumn", "--yes").status == 0
    assert left() == []
    assert check_store(desk.store, "autumn") == ([], 1)
