"""Several mailboxes: each is read, letters act in order of receipt, and clocks wait for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
import test_clock as clock
from helpers.hands import Still
from helpers.served import GM
from helpers.store import told
from test_clock import DEADLINE, HOUR, MINUTE, OPERATOR, SECOND, SHEET, START, Box, Shelf, course, strike

from gm.config.loading import Config, Gm, NamedMaildir, Smtp
from gm.desk.books.fsck import check_store
from gm.desk.books.outage import Watch, last_read, settle_marks
from gm.desk.office import Office
from gm.post.boxes.maildir import MaildirMailbox
from gm.post.boxes.named import NamedMailbox
from gm.serve import carrier, daemon, reader, worker
from gm.serve.daemon import Daemon
from gm.serve.houseclock import HouseClock

office = clock.office  # a fixture
CONFIG = Config(
    gm=Gm(address=GM, operator=OPERATOR), smtp=Smtp(host="localhost"),
    mailbox=(NamedMaildir(name="north", path=Path("/n")), NamedMaildir(name="south", path=Path("/s"))),
)  # fmt: skip


class Quiet(Box):
    """A mailbox in memory that has no story of its own."""

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0.01)

    async def open(self) -> None:
        if self.away:
            raise clock.MailboxGone("away")


class South(Quiet):
    """Such a mailbox that goes out of reach and comes back, perhaps with a letter of the second before the deadline."""

    def go(self) -> None:
        self.away = True

    def come(self) -> None:
        self.away = False

    def bring(self) -> None:
        self.put("FRANCE", SHEET, DEADLINE - SECOND, "in-time")
        self.come()


class Told(Box):
    """The mailbox by whose waits the story goes on; each step waits until the other has been looked at."""

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(0.05)
        self.step()


def tell(
    office: Office, hands: Still, north: Box, south: Box, monkeypatch: pytest.MonkeyPatch, seconds: float = 20
) -> None:
    """Run the daemon with these two mailboxes to the end of the story of the first."""
    boxes = {"north": north, "south": south}
    # network: the story's own mailboxes and way out
    monkeypatch.setattr(reader, "make_mailbox", lambda box, *_: NamedMailbox(box.name, boxes[box.name]))
    monkeypatch.setattr(carrier, "make_sender", lambda _: Shelf())
    # time: no pause between tries, nor at the end
    monkeypatch.setattr(reader, "BACK_OFF", (0.01,))
    monkeypatch.setattr(daemon, "LAST_MAIL", 0.01)

    async def run() -> None:
        running = Daemon(CONFIG, office, clock=HouseClock(office.store, hands))
        north.end = running.stop
        await asyncio.wait_for(running.run(), seconds)

    asyncio.run(run())


def test_mails_with_the_same_key_in_two_mailboxes_both_act(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    north, south = Told([lambda: None]), Quiet([])
    north.put("FRANCE", SHEET, START + MINUTE, "one")
    south.put("ITALY", SHEET, START + MINUTE, "one")
    south.mails[0] = clock.Arrival(
        north.mails[0].key, START + MINUTE, clock.letter("ITALY", "STATUS", "two").as_bytes(), 100
    )  # fmt: skip
    tell(office, Still(START + 2 * MINUTE), north, south, monkeypatch)
    assert not north.mails and not south.mails
    keys = office.store.values("select key from inbox order by key")
    assert keys == ["north:1/one", "south:1/one"]
    assert [kind for kind, _ in course(office)] == ["letter", "letter"]


def test_a_clock_waits_until_each_mailbox_was_read_past_its_time(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands, south = Still(DEADLINE - MINUTE), South([])

    def past() -> None:
        hands.at = DEADLINE + MINUTE

    def still() -> None:
        assert len(course(office)) == 1
        assert "FRANCE" not in office.game("spring").state.sheets

    north = Told([lambda: None, south.go, past, still, still, south.bring, *[lambda: None] * 8])
    tell(office, hands, north, south, monkeypatch)
    assert course(office)[1:] == [("letter", DEADLINE - SECOND), ("time", DEADLINE)]
    assert "received in time" not in told(office.store, "FRANCE")


def test_a_letter_after_a_deadline_waits_for_the_mailbox_that_is_out_of_reach(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands, south = Still(DEADLINE - MINUTE), South([])

    def late() -> None:
        hands.at = DEADLINE + MINUTE
        north.put("ITALY", "STATUS", DEADLINE + 2 * SECOND, "late")

    def still() -> None:
        assert len(course(office)) == 1

    north = Told([lambda: None, south.go, late, still, still, south.bring, *[lambda: None] * 8])
    tell(office, hands, north, south, monkeypatch)
    assert [kind for kind, _ in course(office)[1:]] == ["letter", "time", "letter"]
    phases = office.store.rows("select reader, phase from ledger where kind = 'answer' order by n")
    assert [(row["reader"], row["phase"]) for row in phases] == [("FRANCE", "S1901M"), ("ITALY", "F1901M")]


def test_the_time_during_which_one_mailbox_was_out_of_reach_is_given_back_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands, south = Still(DEADLINE - MINUTE), South([])

    def much_later() -> None:
        hands.at = DEADLINE + 3 * HOUR

    north = Told([lambda: None, south.go, much_later, lambda: None, south.come, *[lambda: None] * 8])
    tell(office, hands, north, south, monkeypatch)
    assert [kind for kind, _ in course(office)[1:]].count("outage") == 1
    assert check_store(office.store) == ([], 1)
    assert last_read(office.store, "north") is not None and last_read(office.store, "south") is not None


def test_a_named_mailbox_puts_its_own_mails_away(tmp_path: Path) -> None:
    async def story() -> None:
        boxes = []
        for name in ("north", "south"):
            home = tmp_path / name
            for folder in ("new", "cur", "tmp"):
                (home / folder).mkdir(parents=True)
            (home / "new" / "1.mail").write_bytes(b"Subject: x\n\ny\n")
            boxes.append(NamedMailbox(name, MaildirMailbox(home)))
            await boxes[-1].open()
        shown: list[Sequence[str]] = [[one.key for one in await box.look()] for box in boxes]
        assert shown == [["north:1.mail"], ["south:1.mail"]]
        await boxes[0].done([*shown[0], *shown[1]])
        assert (tmp_path / "north" / ".Done" / "cur").exists() and len(await boxes[1].look()) == 1
        await boxes[1].pass_over(shown[1])
        assert not await boxes[1].look()

    asyncio.run(story())




def test_what_one_mailbox_lost_is_given_back_though_another_was_out_of_reach_later(office: Office) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    north, south = Watch(office, "north"), Watch(office, "south")
    gone = DEADLINE - 10 * MINUTE
    with office.store.transaction():
        north.note(gone)
        south.note(DEADLINE + 3 * HOUR)
    south.come_back(DEADLINE + 4 * HOUR + 10 * MINUTE, DEADLINE + 4 * HOUR + 10 * MINUTE)
    back = DEADLINE + 6 * HOUR
    north.come_back(back, back)
    clock_now = office.game("spring").clock
    assert clock_now is not None and clock_now.due == DEADLINE + (back - gone)
    assert check_store(office.store) == ([], 1)


def test_a_mailbox_that_is_renamed_or_new_begins_with_the_oldest_mark(office: Office) -> None:
    with office.store.transaction():
        Watch(office, "north").note(START)
        Watch(office, "south").note(START + HOUR)
    settle_marks(office.store, ["", "south"])
    assert last_read(office.store) == START and last_read(office.store, "south") == START + HOUR
    assert last_read(office.store, "north") is None


def test_a_small_letter_after_a_large_one_acts_with_its_own_text(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = clock.letter("FRANCE", f"{SHEET}\n" + "> quoted words\n" * 8000, "large").as_bytes()

    def then() -> None:
        north.put("ITALY", "OFFERS\n3 : A VEN H\nEND", START + 2 * MINUTE, "small")

    north = Told([then, lambda: None])
    north.mails.append(clock.Arrival("1/large", START + MINUTE, large, len(large)))
    tell(office, Still(START + 3 * MINUTE), north, Quiet([]), monkeypatch)
    assert set(office.game("spring").state.sheets) == {"FRANCE", "ITALY"}
    rows = office.store.rows("select message_id, seat from inbox order by id")
    assert [row["seat"] for row in rows] == ["FRANCE", "ITALY"]
    office.apart.rest()


def test_a_game_whose_clock_cannot_strike_holds_up_no_other(
    office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock.begin(office, "autumn", movement="7d")
    strike(office, DEADLINE, START + HOUR / 2)
    whole = office.store.rows("select n, state from snapshots where game = 'spring'")
    office.store.change("update snapshots set state = '{broken' where game = 'spring'")
    office.forget()
    hands, told = Still(DEADLINE - MINUTE), []

    def past() -> None:
        hands.at = DEADLINE + MINUTE
        raw = clock.letter("ITALY", "STATUS", "x", "autumn").as_bytes()
        box.mails.append(clock.Arrival("1/x", DEADLINE + SECOND, raw, len(raw)))

    def mended() -> None:
        told.append((set(caplog.messages), [kind for kind, _ in course(office)], len(box.mails)))
        for row in whole:
            query = "update snapshots set state = ? where game = 'spring' and n = ?"
            office.store.change(query, [row["state"], row["n"]])

    # time: a broken game is tried again soon
    monkeypatch.setattr(worker, "MEND", 0.01)
    monkeypatch.setattr(worker, "LONG", 0.01)
    box = Told([past, lambda: None, lambda: None, mended, *[lambda: None] * 9])
    clock.tell_story(office, hands, box, monkeypatch)
    ((said, kinds, left),) = told
    assert any(one.startswith("the clock of spring could not strike") for one in said)
    assert (kinds, left) == (["time"], 0)
    assert [kind for kind, _ in course(office, "autumn")] == ["letter"]
    assert [kind for kind, _ in course(office)] == ["time", "time"]
