"""A game that is over becomes small by `gm compact`, and is what it was as soon as somebody looks at it or writes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from helpers.store import all_sent, token_of, told
from operating import CONFIG, GM, Desk
from test_exchange import other, sorted_rows

from gm.config.loading import database_key, load_config
from gm.desk.arrival.reception import Handled
from gm.desk.books.bounces import note
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store.backup import back_up, restore
from gm.store.inbox import State
from gm.store.packing import PNG
from gm.store.store import Store

__all__ = ["other"]
AT = datetime(2030, 3, 1, 12, tzinfo=UTC)
KEY = b"k" * 32


@pytest.fixture(params=["plain", "sealed"])
def over(request: pytest.FixtureRequest, desk: Desk) -> Iterator[Desk]:
    """The game at its end, with a mail that came back; its mails have no pictures, which would not come back."""
    config = desk.folder / "gm.toml"
    config.write_text(CONFIG.replace("[imap]", 'format = "text"\n[imap]'), encoding="utf-8")
    note(desk.store, desk.store.outbox.all()[0], True, "550 no such user", AT)
    desk.end()
    if request.param == "sealed":
        assert desk.run("key", str(desk.folder / "key")).status == 0
        config.write_text(config.read_text().replace("[imap]", 'database_key_file = "key"\n[imap]'), encoding="utf-8")
        desk.store.close()
        assert desk.run("lock").status == 0
        desk.store = Store(desk.database, database_key(load_config(config)))
        desk.office = Office(desk.store, GM, "operator@example.org", disclose)
    yield desk


def asleep(desk: Desk) -> bool:
    """Whether the game sleeps."""
    return desk.store.parcels.names() == ["spring"]


def compact(desk: Desk) -> list[str]:
    """Compact the game; its rows as they were before."""
    before = sorted_rows(desk.store, without=())
    said = desk.run("compact", "spring")
    assert said.status == 0 and said.out.startswith("1 compacted; the database takes ")
    assert asleep(desk) and desk.store.journal.last("spring") is None
    return before


def write(desk: Desk, head: str, text: str, number: int = 50) -> Handled:
    """A late letter of FRANCE's player; what becomes of it."""
    raw = f"From: alice@far.example\n{head}\nMessage-ID: <{number}@far.example>\n\n{text}\n"
    return desk.office.receive(f"2/{number}", raw.encode(), AT, AT)


def test_a_game_comes_back_row_for_row_with_its_numbers(over: Desk) -> None:
    before = compact(over)
    assert over.store.parcels.wake("spring") and not asleep(over)
    assert sorted_rows(over.store, without=()) == before
    assert check_store(over.store) == ([], 1)
    assert compact(over) == before


def test_nothing_that_was_said_is_left_in_free_pages_or_in_the_log(over: Desk) -> None:
    over.store.conn.execute("pragma wal_autocheckpoint = 0")
    query = "select raw from outbox where game = 'spring' union all select body from ledger"
    packed = [data for (data,) in over.store.execute(query)]
    compact(over)
    files = b"".join(path.read_bytes() for path in over.database.parent.glob("gm.sqlite*"))
    assert [one for one in packed if isinstance(one, bytes) and one[12:80] in files] == []
    assert over.store.value("pragma freelist_count") == 0


def test_it_is_found_by_a_reply_address(over: Desk) -> None:
    token = token_of(over.store, "FRANCE", 0)
    compact(over)
    assert write(over, f"To: gm+{token}@example.org\nSubject: hello", "HISTORY").state == "done"
    assert not asleep(over)
    assert "WELCOME" in told(over.store, "FRANCE").upper() or "S1901M" in told(over.store, "FRANCE")
    assert check_store(over.store) == ([], 1)


def test_it_is_found_by_the_mail_that_is_replied_to(over: Desk) -> None:
    mail = next(mail for mail in over.store.outbox.all() if mail.reader == "FRANCE")
    compact(over)
    assert write(over, f"To: gm@example.org\nSubject: x\nIn-Reply-To: <{mail.message_id}>", "HISTORY").game == "spring"
    assert not asleep(over) and check_store(over.store) == ([], 1)


def test_it_is_found_by_its_name(over: Desk) -> None:
    compact(over)
    write(over, "To: gm@example.org\nSubject: [spring]", "STATUS")
    assert not asleep(over) and check_store(over.store) == ([], 1)


@pytest.mark.parametrize("way", ["return path", "message id"])
def test_it_is_found_by_a_bounce(over: Desk, way: str) -> None:
    mail = next(mail for mail in over.store.outbox.all() if mail.reader == "GERMANY")
    compact(over)
    to = GM.return_path(mail.message_id) if way == "return path" else "gm@example.org"
    report = (
        f"Return-Path: <>\nFrom: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: Undelivered\n"
        "Auto-Submitted: auto-replied\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n'
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n"
        "Final-Recipient: rfc822; carla@far.example\nAction: failed\nStatus: 5.1.1\n\n--b\n"
        f"Content-Type: text/rfc822-headers\n\nMessage-ID: <{mail.message_id}>\n\n--b--\n"
    )
    handled = over.office.receive("2/1", report.encode(), AT, AT)
    assert handled.reason.startswith("a hard bounce") and handled.game == "spring"
    assert not asleep(over)
    assert over.store.rows("select outbox from bounces where reader = 'GERMANY'") == [{"outbox": mail.id}]


def test_a_letter_that_the_mailbox_shows_again_does_not_act_again(over: Desk) -> None:
    rows = over.store.rows("select key, raw from inbox where state = 'done'")
    ((key, raw),) = [(row["key"], row["raw"]) for row in rows]
    compact(over)
    assert over.office.receive(key, raw, AT, AT).reason == "handled before"
    assert asleep(over)


def test_a_letter_that_was_copied_in_the_mailbox_does_not_act_again(desk: Desk) -> None:
    head = f"From: alice@far.example\nTo: gm+{token_of(desk.store)}@example.org\nMessage-ID: <7@far.example>"
    raw = f"{head}\n\nPRESS TO ENGLAND\nonce\nEND\n".encode()
    assert desk.office.receive("1/7", raw, AT, AT).state == "done"
    desk.end()
    compact(desk)
    assert desk.office.receive("2/7", raw, AT, AT).reason == "a copy acted before"


def test_the_report_the_log_and_history_are_as_before(over: Desk, tmp_path: Path) -> None:
    for name in ("before", "after"):
        assert over.run("report", "spring", "--out", str(tmp_path / name)).status == 0
        if name == "before":
            log = over.run("log", "spring").out
            compact(over)
    for path in (tmp_path / "before").iterdir():
        assert path.read_bytes() == (tmp_path / "after" / path.name).read_bytes()
    assert over.run("log", "spring").out == log


def test_fsck_checks_it_and_lets_it_sleep(over: Desk) -> None:
    compact(over)
    assert over.run("fsck").out == "1 game checked, 0 differences\n"
    assert asleep(over)
    assert over.run("list", "--all").status == 0 and asleep(over)


def test_whoever_read_it_while_it_was_looked_at_cannot_trust_that_afterwards(over: Desk) -> None:
    """It sleeps again, and nobody else has written: only the stamp can say so."""
    compact(over)
    with over.store.transaction():
        before = over.store.stamp
    with over.store.parcels.awake("spring"):
        meanwhile = over.store.stamp
    with over.store.transaction():
        assert over.store.stamp not in (before, meanwhile)
    assert asleep(over)


def test_what_is_changed_in_a_sleeping_game_is_found(desk: Desk) -> None:
    desk.end()
    desk.store.change("update ledger set subject = 'x' where reader = 'FRANCE' and number = 0")
    compact(desk)
    faults, _ = check_store(desk.store)
    assert faults == ["spring: entry 1: mail FRANCE/0 differs"]


def test_it_can_be_exported_and_sleeps_on(over: Desk, other: Desk, tmp_path: Path) -> None:
    before = sorted_rows(over.store)
    compact(over)
    assert over.run("export", "spring", str(tmp_path / "spring.gm")).status == 0
    assert asleep(over)
    assert other.run("import", str(tmp_path / "spring.gm")).status == 0
    assert sorted_rows(other.store) == before and check_store(other.store) == ([], 1)


@pytest.mark.parametrize("words", [("archive", "spring"), ("export", "spring", "{out}/spring.gm", "--remove", "--yes")])
def test_it_can_leave_the_database(over: Desk, tmp_path: Path, words: tuple[str, ...]) -> None:
    compact(over)
    assert over.run(*(word.replace("{out}", str(tmp_path)) for word in words)).status == 0
    assert over.run("list", "--all").out == "there are no games\n"
    for table in ("parcels", "asleep", "journal", "outbox", "pieces"):
        assert over.store.rows(f"select * from {table} where game = 'spring'") == []
    assert over.store.inbox.state("1/0") == State.KNOWN


def test_it_can_be_purged(over: Desk) -> None:
    compact(over)
    assert over.run("purge", "spring", "--yes").status == 0
    assert over.run("compact", "spring").status == 0 and asleep(over)
    assert "ardent" not in repr(over.store.rows("select * from players")).lower()
    assert check_store(over.store) == ([], 1)
    over.run("purge", "spring", "--texts", "--yes")
    over.run("compact", "spring")
    assert check_store(over.store) == ([], 1)


def test_a_backup_of_it_can_be_restored(over: Desk, tmp_path: Path) -> None:
    before = compact(over)
    back_up(over.database, tmp_path / "copy.sqlite")
    key = database_key(load_config(over.folder / "gm.toml"))
    restore(tmp_path / "copy.sqlite", tmp_path / "new.sqlite", AT, lambda store: check_store(store)[0], key=key)
    store = Store(tmp_path / "new.sqlite", key)
    assert store.parcels.wake("spring") and sorted_rows(store, without=()) == before
    store.close()


def test_a_sleeping_game_can_be_sealed_and_opened(desk: Desk) -> None:
    desk.end()
    before = [row for row in compact(desk) if "image/png" not in row]
    (data,) = desk.store.execute("select data from parcels").fetchone()
    desk.store.lock(KEY)
    assert desk.store.execute("select data from parcels").fetchone()[0] != data
    desk.store.unlock()
    assert desk.store.execute("select data from parcels").fetchone()[0] == data
    desk.store.lock(KEY)
    assert desk.store.parcels.wake("spring")
    assert [row for row in sorted_rows(desk.store, without=()) if "image/png" not in row] == before


def test_a_game_that_runs_or_whose_mails_wait_is_left_alone(desk: Desk) -> None:
    assert "spring is not over" in desk.run("compact", "spring").both
    assert desk.run("compact").out.startswith("0 compacted")
    assert desk.run("abort", "spring", "--yes").status == 0
    desk.store.change("update games set next_strike = null")
    assert "are still waiting" in desk.run("compact", "spring").both
    assert desk.run("compact").out.startswith("0 compacted")
    all_sent(desk.store)
    assert desk.run("compact").out.startswith("1 compacted")
    assert desk.run("compact", "spring").out.startswith("0 compacted")
    assert "there is no game summer" in desk.run("compact", "summer").both


def test_pictures_are_drawn_again_for_a_mail_that_is_sent_again(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "gm.toml").write_text(CONFIG.replace("[imap]", 'format = "html"\n[imap]'), encoding="utf-8")
    desk = Desk(tmp_path)
    game = '[game]\nname = "spring"\nruleset = "payola"\n[seats]\nFRANCE = "alice@far.example"\n'
    office = Office(desk.store, GM, "operator@example.org", disclose, html=True)
    office.open_game(read_game_file(game), AT, "ab" * 32)
    before = {mail.id: mail.raw for mail in desk.store.outbox.all()}
    shown = {number for number, raw in before.items() if b"Content-Type: image/png" in raw}
    assert shown and [data for data in desk.store.values("select data from pieces") if data.startswith(PNG)]
    desk.end()
    compact(desk)
    desk.store.parcels.wake("spring")
    assert not [data for data in desk.store.values("select data from pieces") if data.startswith(PNG)]
    number = min(shown)
    assert desk.run("outbox", "resend", str(number)).status == 0
    (mail,) = desk.store.outbox.due(datetime.now(UTC), 10)
    assert mail.raw == before[number]
    desk.store.close()


@pytest.mark.parametrize("glanced", [True, False])
def test_whoever_looks_at_it_sees_what_was_there_before(over: Desk, glanced: bool) -> None:
    looks = [("show", "spring"), ("seats", "spring"), ("log", "spring"), ("log", "spring", "--json")]
    before = [over.run(*words).both for words in looks]
    for words, said in zip(looks, before, strict=True):
        if not glanced:  # as a game that was over before gm kept how it stands
            over.store.change("update games set glance = ''")
        compact(over)
        seen = over.run(*words)
        assert seen.status == 0 and seen.both == said, words
        assert not asleep(over)


def test_a_game_whose_answers_still_follow_is_left_alone(desk: Desk) -> None:
    desk.end()
    desk.store.change("update outbox set state = 'withheld', bucket = 'answers/spring/FRANCE' where id = 1")
    assert "0 compacted" in desk.run("compact").out
    said = desk.run("compact", "spring")
    assert said.status == 1 and "answers of spring are still to follow (1)" in said.both
    assert desk.run("purge", "spring", "--yes").status == 1


def test_a_purge_is_not_undone_by_who_had_the_game_in_memory(desk: Desk) -> None:
    """The daemon reads a game that is over, for a letter that enters nothing; then texts are purged, and it writes."""
    write(desk, f"To: gm+{token_of(desk.store, 'FRANCE')}@example.org\nSubject: x", "NOTE\nkeep the halberd\nEND", 76)
    desk.end()
    assert "halberd" in str(desk.store.games.state("spring"))
    assert write(desk, "To: gm@example.org\nSubject: [spring]", "CONFIRM", 77).game == "spring"
    all_sent(desk.store)
    assert desk.run("purge", "spring", "--texts", "--yes").status == 0
    write(desk, f"To: gm+{token_of(desk.store, 'FRANCE')}@example.org\nSubject: x", "HISTORY", 78)
    assert "halberd" not in str(desk.store.games.state("spring"))


def test_a_letter_to_two_games_that_sleep_is_known_in_both(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    with store.transaction():
        for game in ("spring", "summer"):
            number = store.inbox.add(f"1/{game}", "a@b", "digest", whole="w", received=AT, sender="a@b", subject="",
                                     state=State.DONE)  # fmt: skip
            store.inbox.settle(number, State.DONE, "", game=game, seat="FRANCE", hold=None, raw=b"x", lost="")
            store.parcels.put_to_sleep(game)
    assert sorted(store.inbox.copies_done("a@b", "digest", AT)) == ["spring", "summer"]
    store.parcels.wake("spring")
    assert sorted(store.inbox.copies_done("a@b", "digest", AT)) == ["spring", "summer"]
