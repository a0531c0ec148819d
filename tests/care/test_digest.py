"""The operator's digest and alarms: what they say, and that each is sent only once, even across restarts."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections import namedtuple
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from email import message_from_bytes, policy
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from caring import DAY, HOUR, MINUTE, OPERATOR, PASSWORD, START, begin, configured, office_on, write
from helpers.served import until
from hypothesis import given
from hypothesis import strategies as st

from gm.demo.postoffice import PostOffice
from gm.desk.books.bounces import note
from gm.desk.books.fsck import check_store
from gm.serve import caretaker, digest
from gm.serve.caretaker import Caretaker
from gm.serve.daemon import Daemon
from gm.store.database import iso
from gm.store.engine import Collided, Unavailable
from gm.store.sqlite import Sqlite
from gm.store.store import Store

Usage = namedtuple("Usage", "total used free")
SHEET = "4 : A PAR - BUR\nACCEPT FAEGIRT"
SEVEN = START.replace(hour=7) + DAY  # the first digest after the game has begun: Tue 6 Jan 2026


class House:
    """A daemon's caretaker with its office, and a disk as large as we like."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, more: str = "", zone: str = "UTC") -> None:
        self.folder, self.monkeypatch, self.more, self.zone = folder, monkeypatch, more, zone
        self.woken = 0
        self.free(10**11)
        self.start()

    def start(self) -> None:
        """Start gm (again)."""
        self.config = configured(self.folder, more=self.more, zone=self.zone)
        self.store = Store(self.config.gm.database)
        self.office = office_on(self.store)
        self.caretaker = Caretaker(self.config, self.office, self.wake)

    def wake(self) -> None:
        self.woken += 1

    def restart(self) -> None:
        """As after kill -9: only what is committed is known."""
        self.store.close()
        self.start()

    def free(self, size: int) -> None:
        """The disk has so much room from now on."""
        # planted: a disk as full as the test says
        self.monkeypatch.setattr(shutil, "disk_usage", lambda folder: Usage(10**12, 0, size))

    def look(self, at: datetime) -> None:
        """The caretaker looks, and what it tells the operator is sent."""
        self.caretaker.look(at)
        self.store.change("update outbox set state = 'sent' where recipient = ?", [OPERATOR])

    def sent(self) -> None:
        """Everything in the outbox has been sent."""
        self.store.change("update outbox set state = 'sent'")

    def mails(self) -> list[tuple[str, str]]:
        """Subject and text of every mail about gm itself to the operator."""
        rows = self.store.rows("select raw from outbox where recipient = ? and game = '' order by id", [OPERATOR])
        found = []
        for row in rows:
            mail = message_from_bytes(row["raw"], policy=policy.default)
            found.append((str(mail["Subject"]), mail.get_content().replace("\r", "")))  # type: ignore[attr-defined]
        return found

    def subjects(self) -> list[str]:
        return [subject.removeprefix("[gm] ") for subject, _ in self.mails()]

    def digest(self, at: datetime = SEVEN) -> str:
        """The text of the digest that is sent at *at*."""
        self.sent()
        self.look(at)
        subject, text = self.mails()[-1]
        assert subject.startswith("[gm] digest: ")
        return text


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    made = House(tmp_path, monkeypatch)
    begin(made.office)
    made.sent()
    made.look(START)
    yield made
    made.store.close()


# -- when the digest is sent -------------------------------------------------------------------------------------


def test_the_digest_is_sent_at_its_hour_and_once_a_day(house: House) -> None:
    for minutes in range(0, 3 * 24 * 60, 7):
        house.look(START + minutes * MINUTE)
    assert house.subjects() == ["digest: all is well"] * 3
    queued = [
        row["queued"][:13] for row in house.store.rows("select queued from outbox where recipient = ?", [OPERATOR])
    ]
    assert queued == ["2026-01-06T07", "2026-01-07T07", "2026-01-08T07"]


def test_not_in_the_hour_before(house: House) -> None:
    house.look(SEVEN - timedelta(seconds=1))
    assert house.mails() == []
    house.look(SEVEN)
    assert house.subjects() == ["digest: all is well"]


def test_a_new_database_does_not_begin_with_a_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path, monkeypatch)
    house.look(START)
    house.look(START + HOUR)
    assert house.mails() == []
    house.store.close()


def test_after_days_off_one_digest_is_sent(house: House) -> None:
    house.restart()
    for minutes in range(5):
        house.look(START + 10 * DAY + minutes * MINUTE)
    assert len(house.mails()) == 1


def test_a_restart_sends_no_second_digest(house: House) -> None:
    house.look(SEVEN)
    house.restart()
    house.look(SEVEN + MINUTE)
    assert len(house.mails()) == 1


def test_a_digest_whose_transaction_did_not_end_was_neither_sent_nor_noted(house: House) -> None:
    with pytest.raises(RuntimeError), house.store.transaction():
        digest.send(house.office, ZoneInfo("UTC"), digest.Room("1 GB", False), SEVEN)
        raise RuntimeError("kill -9")
    house.restart()
    assert house.mails() == []
    house.look(SEVEN)
    assert len(house.mails()) == 1


def test_a_digest_that_met_another_process_is_written_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_digest, tries = digest.begin, []

    def collides(store: Store, now: datetime) -> None:
        begin_digest(store, now)
        tries.append(now)
        if len(tries) < 3:
            digest.send(house.office, ZoneInfo("UTC"), digest.Room("1 GB", False), now)
            raise Collided("another process did something at the same time")

    monkeypatch.setattr(digest, "begin", collides)  # planted: another process in between
    house.look(SEVEN)
    assert len(tries) == 3 and len(house.mails()) == 1


def test_without_an_hour_there_is_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path, monkeypatch, '[operator]\ndigest = ""')
    for hours in range(72):
        house.look(START + hours * HOUR)
    assert house.mails() == []
    house.store.close()


def test_the_hour_is_that_of_the_operators_zone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path, monkeypatch, '[operator]\ndigest = "21:30"', zone="America/New_York")
    house.look(START)
    house.look(datetime(2026, 1, 6, 2, 29, tzinfo=UTC))
    assert house.mails() == []
    house.look(datetime(2026, 1, 6, 2, 30, tzinfo=UTC))
    assert len(house.mails()) == 1
    house.store.close()


@given(
    st.sampled_from(
        ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kolkata"]
    ),
    st.times(),
    st.dates(date(2011, 12, 20), date(2012, 11, 20)),
)
def test_every_day_has_one_digest_in_any_zone(zone: str, hour: time, day: date) -> None:
    """A year with a day that Apia leaves out, and with clocks put forward and back."""
    store, there = Store(":memory:"), ZoneInfo(zone)
    hour = hour.replace(second=0, microsecond=0)
    at = datetime.combine(day, time(), UTC)
    digest.begin(store, at)
    sent = []
    for _ in range(10 * 24 * 4):
        at += 15 * MINUTE
        if digest.is_due(store, hour, there, at):
            sent.append(at)
            store.facts.keep("digest", {"at": iso(at), "inbox": 0, "outbox": 0})
    store.close()
    assert 9 <= len(sent) <= 11
    assert all(HOUR * 22 <= later - earlier <= HOUR * 26 for earlier, later in pairwise(sent))


# -- what the digest says ----------------------------------------------------------------------------------------


def test_where_nothing_is_to_be_said_it_says_so_with_the_counts(house: House) -> None:
    write(house.office, 1, START + HOUR, SHEET)
    assert house.digest() == (
        "All is well.\n\nSince Mon 5 Jan 18:00 UTC: 1 letter in, 1 mail written. 1 game is\n"
        "running. 100.0 GB free on the disk.\n"
    )


def test_the_next_one_counts_from_the_last(house: House) -> None:
    write(house.office, 1, START + HOUR, SHEET)
    house.digest()
    assert "Since Tue 6 Jan 07:00 UTC: 0 letters in, 0 mails written." in house.digest(SEVEN + DAY)


def strike(house: House, until: datetime) -> None:
    while house.office.strike_before(until):
        pass


def test_who_is_late_is_named_with_phase_and_deadline(house: House) -> None:
    write(house.office, 1, START + HOUR, SHEET)
    strike(house, START + 3 * DAY + HOUR)
    text = house.digest(SEVEN + 3 * DAY)
    assert "LATE PLAYERS\n  spring S1901M, due Thu 8 Jan 18:00 UTC: ENGLAND (bob@gm.test)\n" in text
    assert house.subjects()[-1] == "digest: one thing needs your attention"
    assert "FRANCE" not in text


def test_nobody_is_late_before_the_deadline_or_with_orders_on_file(house: House) -> None:
    strike(house, START + 2 * DAY)
    assert "LATE" not in house.digest(SEVEN + DAY)


def test_nothing_sealed_is_in_it(house: House) -> None:
    write(house.office, 1, START + HOUR, SHEET)
    write(house.office, 2, START + HOUR, "PRESS TO ENGLAND\nthe dagger is in the cloak\nEND")
    strike(house, START + 3 * DAY + HOUR)
    text = house.digest(SEVEN + 3 * DAY)
    assert not [word for word in ("PAR", "BUR", "FAEGIRT", "dagger") if word in text]


def test_a_paused_game_is_told_and_nobody_is_late_in_it(house: House) -> None:
    house.office.operate("spring", ["pause"], START + HOUR)
    text = house.digest(SEVEN + 10 * DAY)
    assert "GAMES THAT WAIT\n  spring is paused since Mon 5 Jan 19:00 UTC (gm resume spring)\n" in text
    assert "LATE" not in text


def test_whose_mail_bounces_is_told_until_he_writes(house: House) -> None:
    mail = next(mail for mail in house.store.outbox.all() if mail.reader == "FRANCE")
    note(house.store, mail, True, "550 5.1.1 no such user", START + HOUR)
    note(house.store, mail, True, "550 5.1.1 no such user", START + 2 * HOUR)
    text = " ".join(house.digest().split())
    assert "spring FRANCE, alice@gm.test: 2 times, last Mon 5 Jan 20:00 UTC: 550 5.1.1 no such user" in text
    write(house.office, 1, SEVEN + HOUR, "STATUS")
    assert "BOUNCES" not in house.digest(SEVEN + DAY)


def test_letters_put_aside_are_told_once_with_the_reason_and_never_their_text(house: House) -> None:
    write(house.office, 1, START + HOUR, "the dagger is in the cloak", game="nogame", who="eve")
    text = house.digest()
    assert "LETTERS PUT ASIDE SINCE THEN (gm inbox; 1 in all)\n  1 eve@gm.test: about no game\n" in text
    assert "dagger" not in text
    assert "PUT ASIDE" not in house.digest(SEVEN + DAY)


def test_mails_that_are_not_sent_are_told(house: House) -> None:
    house.sent()
    for number, state in ((1, "refused"), (2, "held")):
        house.store.change("update outbox set state = ? where id = ?", [state, number])
    house.look(SEVEN)
    text = house.mails()[-1][1]
    assert "MAILS NOT SENT (gm outbox)\n  1 held\n  1 refused\n" in text
    assert house.subjects()[-1] == "digest: 2 things need your attention"


def test_many_lines_under_one_heading_are_cut(house: House) -> None:
    for number in range(30):
        house.store.insert(
            "inbox", key=f"x/{number}", message_id="", digest="", received=iso(START), sender="eve@gm.test",
            subject="", raw=b"", state="held", reason="about no game",
        )  # fmt: skip
    text = house.digest()
    assert text.count("eve@gm.test") == 20 and "  ... and 10 more\n" in text


def test_little_room_on_the_disk_is_told(house: House) -> None:
    house.free(400_000_000)
    house.look(START + HOUR)
    assert "DISK\n  Little room is left: 400 MB.\n" in house.digest()


def test_no_line_of_it_is_wider_than_72_columns_whatever_others_wrote(house: House) -> None:
    mail = next(mail for mail in house.store.outbox.all() if mail.reader == "FRANCE")
    note(house.store, mail, True, "550 " + "so long an answer " * 20, START + HOUR)
    for number in range(3):
        write(house.office, number, START + HOUR, "x", game="nogame", who="somebody.with.a.long.name" * 2)
    strike(house, START + 3 * DAY + HOUR)
    assert max(map(len, house.digest(SEVEN + 3 * DAY).split("\n"))) <= 72


def test_finished_games_are_not_looked_at(house: House) -> None:
    for number in range(20):
        begin(house.office, f"old{number}")
        house.office.operate(f"old{number}", ["abort"], START + MINUTE)
    house.store.change("update snapshots set state = '{broken' where game != 'spring'")
    house.restart()
    steps = 0

    def step() -> int:
        nonlocal steps
        steps += 1
        return 0

    house.store.conn.set_progress_handler(step, 1)
    house.digest()
    few = steps
    house.store.conn.set_progress_handler(None, 1)
    for number in range(20, 120):
        begin(house.office, f"old{number}", SEVEN)
        house.office.operate(f"old{number}", ["abort"], SEVEN + MINUTE)
    house.digest(SEVEN + DAY)  # these are new; from here on they are old
    steps = 0
    house.store.conn.set_progress_handler(step, 1)
    house.sent()
    sending = steps
    house.look(SEVEN + 2 * DAY)
    assert steps - sending < 2 * few


# -- alarms ------------------------------------------------------------------------------------------------------


def test_a_disk_that_fills_is_told_once_until_it_is_over(house: House) -> None:
    for free in (499_000_000, 300_000_000, 499_000_000, 520_000_000):
        house.free(free)
        house.look(START + HOUR)
        house.restart()
    assert house.subjects() == ["the disk is nearly full"]
    assert "Only 499 MB are free on the disk of" in house.mails()[0][1]
    house.free(560_000_000)
    house.look(START + 2 * HOUR)
    house.look(START + 3 * HOUR)
    assert house.subjects() == ["the disk is nearly full", "the disk has room again"]
    assert "You were told otherwise Mon 5 Jan 19:00 UTC." in house.mails()[1][1]
    house.free(100_000_000)
    house.look(START + 4 * HOUR)
    assert house.subjects()[2:] == ["the disk is nearly full"]


def test_mail_that_waits_for_more_than_an_hour_is_told_once_until_it_is_sent(house: House) -> None:
    house.store.change("update outbox set state = 'waiting', answer = '451 later' where id = 1")
    house.look(START + HOUR - MINUTE)
    assert house.mails() == []
    for minutes in (0, 1, 90):
        house.look(START + HOUR + minutes * MINUTE)
    assert house.subjects() == ["mails cannot be sent"]
    text = house.mails()[0][1]
    assert "1 mail has waited for more than an hour, the oldest since Mon 5 Jan\n18:00 UTC." in text
    assert "the mail server says: 451 later" in text
    house.sent()
    house.look(START + 3 * HOUR)
    assert house.subjects() == ["mails cannot be sent", "mails are sent again"]


def test_a_mailbox_out_of_reach_for_an_hour_is_told_once_until_it_is_reached(house: House) -> None:
    house.caretaker.mailbox_gone(START)
    house.look(START + 59 * MINUTE)
    assert house.mails() == []
    house.caretaker.mailbox_gone(START + 50 * MINUTE)
    house.look(START + HOUR)
    house.look(START + 2 * HOUR)
    assert house.subjects() == ["the mailbox is out of reach"]
    assert "The mailbox has been out of reach since Mon 5 Jan 18:00 UTC." in house.mails()[0][1]
    house.caretaker.mailbox_reached()
    house.look(START + 3 * HOUR)
    house.sent()
    assert house.subjects()[1:] == ["the mailbox is in reach again"]
    text = house.digest()
    assert "The mailbox was out of reach from Mon 5 Jan 18:00 UTC to Mon 5 Jan" in text
    assert "OUTAGE" not in house.digest(SEVEN + DAY)


def test_an_outage_that_outlasts_restarts_is_one(house: House) -> None:
    for minutes in (0, 25, 50, 75):
        house.restart()
        house.caretaker.mailbox_gone(START + minutes * MINUTE)
        house.look(START + (minutes + 1) * MINUTE)
    assert house.subjects() == ["the mailbox is out of reach"]
    assert "since Mon 5 Jan 18:00 UTC" in house.mails()[0][1]


def test_short_outages_are_told_in_the_digest_alone(house: House) -> None:
    house.caretaker.mailbox_gone(START + HOUR)
    house.look(START + HOUR)
    house.caretaker.mailbox_reached()
    house.look(START + HOUR + 5 * MINUTE)
    assert house.mails() == []
    assert "out of reach from Mon 5 Jan 19:00 UTC" in house.digest()


def test_a_damaged_database_is_found_within_a_day_and_told_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(house.caretaker.read_through(START))
    # planted: damage that no file of a test has
    monkeypatch.setattr(Sqlite, "damage", lambda engine: "row 3 is missing")
    asyncio.run(house.caretaker.read_through(START + DAY - MINUTE))
    house.look(START + DAY - MINUTE)
    assert "the database is damaged" not in house.subjects()
    for minutes in (0, 1, 2):
        asyncio.run(house.caretaker.read_through(START + DAY + minutes * MINUTE))
        house.look(START + DAY + minutes * MINUTE)
        house.restart()
    assert house.subjects().count("the database is damaged") == 1
    assert "(row 3 is missing)" in " ".join(house.mails()[-1][1].split())
    monkeypatch.undo()
    asyncio.run(house.caretaker.read_through(START + 2 * DAY + HOUR))
    house.look(START + 2 * DAY + HOUR)
    assert "the database is whole" in house.subjects()


def test_a_database_that_cannot_be_read_through_now_is_neither_damaged_nor_whole(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(database: Path) -> Sqlite:
        raise Unavailable("database is locked")

    house.store.facts.keep("trouble database", {"since": iso(START)})
    house.restart()
    monkeypatch.setattr(caretaker, "open_to_read", locked)  # planted: a lock
    asyncio.run(house.caretaker.read_through(START + HOUR))
    house.look(START + HOUR)
    assert house.mails() == []


def test_a_daemon_that_is_stopped_does_not_wait_until_a_large_database_is_read_through(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(engine: Sqlite) -> str:
        engine.conn.create_function("begun", 0, begun.set)
        query = "with recursive n (i) as (select begun() union all select 1 from n) select count(*) from n"
        try:
            engine.execute(query)
        finally:
            ended.set()
        return ""

    async def stopped() -> None:
        reading = asyncio.create_task(house.caretaker.read_through(START))
        await asyncio.to_thread(begun.wait, 10)
        reading.cancel()

    # size: as if the database were so large that reading it through never ended
    monkeypatch.setattr(Sqlite, "damage", endless)
    asyncio.run(stopped())
    assert ended.is_set()


def test_a_game_that_stands_still_is_told_once_until_it_goes_on(house: House) -> None:
    house.caretaker.signs.broken = ["spring"]
    house.look(START + MINUTE)
    house.look(START + 2 * MINUTE)
    assert house.subjects() == ["a game stands still"] and "spring" in house.mails()[0][1]
    house.caretaker.signs.broken = []
    house.look(START + 3 * MINUTE)
    assert house.subjects()[1:] == ["all games go on again"]


def test_alarms_are_told_however_many_answers_the_operator_had(house: House) -> None:
    for _ in range(40):
        house.office.alarm("again", {"sender": "eve@gm.test"}, START)
    house.free(1_000_000)
    house.look(START)
    assert house.subjects()[-1] == "the disk is nearly full"


def test_where_nothing_is_new_nothing_is_written(house: House) -> None:
    house.look(START + MINUTE)
    before, woken = house.store.conn.total_changes, house.woken
    house.look(START + 2 * MINUTE)
    assert (house.store.conn.total_changes, house.woken) == (before, woken)


def test_the_games_check_out_with_all_that(house: House) -> None:
    house.free(1_000_000)
    house.look(START)
    house.digest()
    assert check_store(house.store) == ([], 1)


# -- in the daemon -----------------------------------------------------------------------------------------------


def test_the_daemon_sends_the_digest_and_notices_that_the_mailbox_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caretaker, "EVERY", 0.02)  # time: looks come at once

    async def serve() -> list[bytes]:
        async with PostOffice(["gm", "operator"], password=PASSWORD) as office:
            config = configured(tmp_path, office.imap_port, office.smtp_port)
            store = Store(config.gm.database)
            store.facts.keep("digest", {"at": iso(datetime.now(UTC) - 2 * DAY), "inbox": 0, "outbox": 0})
            daemon = Daemon(config, office_on(store))
            running = asyncio.create_task(daemon.run())
            await until(lambda: office.mailbox_bytes("operator"), "a digest")
            mails = office.mailbox_bytes("operator")
        await until(lambda: store.row("select 1 from facts where name = 'outage'"), "an outage")
        daemon.stop()
        await running
        store.close()
        return mails

    (mail,) = asyncio.run(serve())
    assert b"Subject: [gm] digest: all is well" in mail


def test_a_caretaker_that_fails_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(caretaker, "EVERY", 0.01)  # time: looks come at once
    looks: list[int] = []

    def fails(self: Caretaker, now: datetime) -> None:
        looks.append(1)
        raise Unavailable("disk full, a secret")

    monkeypatch.setattr(Caretaker, "look", fails)  # planted: a look that fails
    config = configured(tmp_path)
    store = Store(config.gm.database)

    async def care() -> None:
        task = asyncio.create_task(Caretaker(config, office_on(store), lambda: None).run())
        await until(lambda: len(looks) > 2, "looks")
        task.cancel()

    asyncio.run(care())
    store.close()
    assert "gm cannot look after itself: Unavailable" in caplog.text
    assert "secret" not in caplog.text
