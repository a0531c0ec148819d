"""Large letters: while one is read, mail goes out and the clock waits.

One that needs too much memory is answered. How long reading takes decides nothing but that the operator is told.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
import test_clock as clock
from helpers.large import QUOTED, SPENT, TAGS, end_helpers, helpers
from helpers.served import DOMAIN
from helpers.store import told
from test_clock import DEADLINE, HOUR, MINUTE, SECOND, SHEET, START, Box, Shelf, Still, course, strike, tell_story

from gm.desk.books.outage import Watch
from gm.desk.game.refusal import OperatorError
from gm.desk.office import Office
from gm.post.boxes.mailbox import Arrival
from gm.post.inbound.apart import Apart, is_large
from gm.post.inbound.letter import Mail
from gm.post.inbound.limits import OVER_BUDGET, UNFINISHED
from gm.post.inbound.passwords import Meaning
from gm.store.inbox import State

opened = clock.office  # a fixture


@pytest.fixture
def office(opened: Office) -> Iterator[Office]:
    """An office with the game "spring", shortly before its first deadline."""
    end_helpers()
    strike(opened, DEADLINE, START + HOUR / 2)
    Watch(opened).read_up_to(DEADLINE - 2 * MINUTE)
    yield opened
    opened.apart.rest()


def raw(seat: str, text: bytes, name: str, kind: bytes = b"text/plain") -> bytes:
    who, where = seat.lower().encode(), DOMAIN.encode()
    head = b"From: %s@%s\nTo: gm@%s\nSubject: [spring]\nMessage-ID: <%s@x.org>\n" % (who, where, where, name.encode())
    return head + b"Content-Type: %s\n\n" % kind + text


def put(box: Box, received: datetime, name: str, mail: bytes) -> None:
    box.mails.append(Arrival(f"1/{name}", received, mail, len(mail)))


def large(seat: str, name: str) -> bytes:
    return raw(seat, SHEET.encode() + b"\n" + QUOTED, name)


def costly(seat: str, name: str) -> bytes:
    return raw(seat, TAGS, name, b"text/html")


class Slow(Apart):
    """A process that has not read a large mail until *what* happens."""

    def __init__(self, what: Callable[[], None]) -> None:
        super().__init__()
        self.what = what

    def read(self, raw: bytes, meaning: Meaning) -> Mail:
        if is_large(raw):
            self.what()
        return super().read(raw, meaning)


def letters(office: Office) -> list[tuple[str, str]]:
    """Whose letters have entered the game, in their order, and why they could not be read."""
    entered = [entry.data for entry in office.store.journal.entries("spring") if entry.kind == "letter"]
    return [(str(data["seat"]), str(data.get("trouble", ""))) for data in entered]


def test_a_strike_waits_for_a_large_letter_received_before_it(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Still(DEADLINE - MINUTE)
    box = Box([])

    def late() -> None:  # the deadline comes while the letter is read
        hands.at = DEADLINE + 2 * SECOND

    office.apart = Slow(late)
    put(box, DEADLINE - MINUTE, "a", large("FRANCE", "a"))
    tell_story(office, hands, box, monkeypatch)
    assert [kind for kind, _ in course(office)] == ["time", "letter", "time"]  # the first is a reminder
    assert letters(office) == [("FRANCE", "")]


def test_letters_are_handled_in_their_order_whatever_their_size(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Still(DEADLINE - MINUTE)
    box = Box([])
    for number, seat in enumerate(("FRANCE", "ITALY", "ENGLAND", "RUSSIA", "TURKEY")):
        mail = large(seat, seat) if number % 2 else raw(seat, SHEET.encode(), seat)
        put(box, DEADLINE - MINUTE, seat, mail)
    tell_story(office, hands, box, monkeypatch)
    assert [seat for seat, _ in letters(office)] == ["FRANCE", "ITALY", "ENGLAND", "RUSSIA", "TURKEY"]


def test_mail_goes_out_while_a_large_letter_is_read(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Still(DEADLINE - MINUTE)
    box = Box([])
    sent = threading.Event()

    class Door(Shelf):
        async def send(self, *_: object) -> None:
            sent.set()
            await super().send()

    office.apart = Slow(lambda: went.append(sent.wait(20)))
    went: list[bool] = []
    put(box, DEADLINE - MINUTE, "a", raw("FRANCE", SHEET.encode(), "a"))
    put(box, DEADLINE - MINUTE, "b", large("ITALY", "b"))
    tell_story(office, hands, box, monkeypatch, Door)
    assert went == [True] and len(letters(office)) == 2


@pytest.mark.parametrize(
    ("budget", "entered"),
    [(Apart(memory=1_000_000), [("FRANCE", OVER_BUDGET)]), (Apart(cpu=SPENT), [])],
    ids=["memory", "time"],
)
def test_a_letter_over_its_budget_is_answered_or_put_aside_and_the_game_goes_on(
    office: Office, monkeypatch: pytest.MonkeyPatch, budget: Apart, entered: list[tuple[str, str]]
) -> None:
    hands = Still(DEADLINE - MINUTE)
    box = Box([lambda: setattr(hands, "at", DEADLINE + 2 * SECOND)])
    office.apart = budget
    put(box, DEADLINE - 3 * SECOND, "a", raw("ITALY", SHEET.encode(), "a"))
    put(box, DEADLINE - 2 * SECOND, "b", costly("FRANCE", "b"))
    put(box, DEADLINE - SECOND, "c", raw("ENGLAND", SHEET.encode(), "c"))
    tell_story(office, hands, box, monkeypatch)
    assert letters(office) == [("ITALY", ""), *entered, ("ENGLAND", "")]
    assert "time" in [kind for kind, _ in course(office)]
    assert (OVER_BUDGET in told(office.store, "FRANCE")) == bool(entered)
    assert not helpers()


def test_a_letter_that_could_not_be_read_in_time_is_kept_whole_and_acts_when_it_can_be(office: Office) -> None:
    page, picture = b"\n--b\nContent-Type: text/html\n\n" + TAGS, b"\n--b\nContent-Type: image/png\n\n" + b"x" * 100_000
    text = b"--b\n\n" + SHEET.encode() + page + picture + b"\n--b--\n"
    mail = raw("FRANCE", text, "a", b"multipart/mixed; boundary=b")
    office.apart = Apart(cpu=SPENT)
    assert office.receive("1/7", mail, DEADLINE - MINUTE, DEADLINE - MINUTE).state == State.FAILED
    (listed,) = office.store.inbox.put_aside()
    stored = office.store.inbox.aside(listed.id)
    assert stored is not None and (stored.raw, stored.reason) == (mail, UNFINISHED)
    said = office.store.rows("select raw from outbox where recipient = ?", [f"operator@{DOMAIN}"])
    assert [b"UID 7 of the mailbox" in one["raw"] for one in said] == [True]
    with pytest.raises(OperatorError, match="30 seconds"):
        office.redo(stored, DEADLINE)
    assert letters(office) == [] and UNFINISHED not in told(office.store, "FRANCE")
    office.apart.rest()
    office.apart = Apart()
    assert office.redo(stored, DEADLINE).state == State.DONE
    assert letters(office) == [("FRANCE", "")]


def test_no_process_is_left_when_the_mailbox_is_empty(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[int]] = []
    hands = Still(DEADLINE - MINUTE)
    box = Box([lambda: seen.append(helpers())])
    put(box, DEADLINE - MINUTE, "a", large("FRANCE", "a"))
    tell_story(office, hands, box, monkeypatch)
    assert seen == [[]] and letters(office) == [("FRANCE", "")]


def test_small_letters_need_no_other_process(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = Still(DEADLINE - MINUTE)
    box = Box([])

    def never() -> None:
        raise AssertionError("a small letter was read elsewhere")

    office.apart = Slow(never)
    put(box, DEADLINE - MINUTE, "a", raw("FRANCE", SHEET.encode(), "a"))
    tell_story(office, hands, box, monkeypatch)
    assert letters(office) == [("FRANCE", "")]
