"""The one clock of the house: a machine's clock that jumps moves no deadline and strikes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy

import pytest
from helpers.hands import Still
from helpers.store import told
from test_clock import (
    DEADLINE,
    HOUR,
    MINUTE,
    OPERATOR,
    SECOND,
    SHEET,
    START,
    Box,
    course,
    due,
    office,
    strike,
    tell_story,
)

from gm.desk.books.outage import Watch
from gm.desk.office import Office
from gm.doctor.clock import HOUSE, Sure, ahead, check_jump, in_short
from gm.serve import digest
from gm.serve.houseclock import FAR, LONG, SETTLE, HouseClock
from gm.store.database import iso
from gm.store.store import Store

__all__ = ["office"]
DAY = timedelta(days=1)
SETTLED, LONGER = timedelta(seconds=SETTLE), timedelta(seconds=LONG)


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty database, made at START."""
    made = Store(":memory:")
    date(made, START)
    yield made
    made.close()


def date(store: Store, made: datetime) -> None:
    """Let a database have been made then."""
    store.change("update facts set value = ? where name = 'made'", [made])


def begun(store: Store, hands: Still) -> HouseClock:
    """A clock that has been sure once."""
    clock = HouseClock(store, hands)
    clock.look()
    return clock


def jumped(store: Store, by: timedelta) -> tuple[Still, HouseClock]:
    """A clock in doubt: after an hour the machine's jumped."""
    hands = Still(START)
    clock = begun(store, hands)
    pass_by(hands, clock, HOUR)
    hands.wrong = by
    assert clock.look() == timedelta(0)
    return hands, clock


def pass_by(hands: Still, clock: HouseClock, time: timedelta, step: timedelta = MINUTE) -> timedelta:
    """Time passes, with a look now and then; by how much the clock was put right."""
    moved = timedelta(0)
    for _ in range(time // step):
        hands.at += step
        moved += clock.look()
    return moved


# -- jumps ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [5 * HOUR, -5 * HOUR, 365 * DAY, 10 * SECOND])
def test_a_jump_for_forty_seconds_brings_doubt_and_no_other_time(store: Store, by: timedelta) -> None:
    hands, clock = jumped(store, by)
    assert not clock.sure
    for _ in range(8):
        pass_by(hands, clock, 5 * SECOND, 5 * SECOND)
        assert (clock.sure, clock.now()) == (False, hands.at)
    hands.wrong = timedelta(0)
    assert (clock.look(), clock.sure, clock.now()) == (timedelta(0), True, hands.at)


@pytest.mark.parametrize("by", [5 * HOUR, -5 * HOUR])
def test_a_jump_that_stays_is_a_clock_put_right(store: Store, by: timedelta) -> None:
    hands, clock = jumped(store, by)
    assert pass_by(hands, clock, SETTLED - MINUTE) == timedelta(0)
    assert not clock.sure
    assert pass_by(hands, clock, MINUTE) == by
    assert (clock.sure, clock.now()) == (True, hands.at + by)


def test_a_clock_that_jumps_again_and_again_is_never_believed(store: Store) -> None:
    hands, clock = jumped(store, HOUR)
    for count in range(20):
        hands.wrong = (count % 3 + 1) * HOUR
        assert pass_by(hands, clock, SETTLED - MINUTE) == timedelta(0)
        assert (clock.sure, clock.now()) == (False, hands.at)


def test_a_clock_that_is_moved_slowly_is_followed(store: Store) -> None:
    hands = Still(START)
    clock = begun(store, hands)
    for _ in range(60):
        hands.wrong += 2 * SECOND
        pass_by(hands, clock, MINUTE)
        assert clock.sure
    assert abs(clock.now() - hands.wall()) <= 2 * SECOND


def test_a_machine_that_slept_has_not_jumped(store: Store) -> None:
    hands = Still(START)
    clock = begun(store, hands)
    hands.at += 8 * HOUR
    assert (clock.look(), clock.sure, clock.now()) == (timedelta(0), True, START + 8 * HOUR)


def test_what_a_killed_daemon_knew_of_the_time_the_next_one_knows(store: Store) -> None:
    hands, _ = jumped(store, 5 * HOUR)
    again = HouseClock(store, hands)
    assert again.now() == hands.at
    again.look()
    assert not again.sure


def test_a_clock_is_put_right_together_with_what_was_noted_by_it_or_not_at_all(store: Store) -> None:
    hands, clock = jumped(store, 5 * HOUR)
    before, hands.at = store.facts.recall(HOUSE, Sure), hands.at + SETTLED

    def die(by: timedelta) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        clock.look(moved=die)
    assert (store.facts.recall(HOUSE, Sure), clock.sure, clock.now()) == (before, False, hands.at)
    told: list[timedelta] = []
    assert clock.look(moved=told.append) == 5 * HOUR
    assert told == [5 * HOUR]


# -- the mailbox speaks --------------------------------------------------------------------------------------------


def test_mail_that_came_by_the_old_time_shows_that_the_machine_is_wrong_and_the_house_goes_on(store: Store) -> None:
    hands, clock = jumped(store, 5 * HOUR)
    clock.look(fresh=hands.at - 20 * SECOND)
    assert (clock.sure, clock.now()) == (True, hands.at)
    assert pass_by(hands, clock, 2 * LONGER) == timedelta(0)
    hands.synchronised = True  # for an hour by now: then it is the mail server's clock that is wrong
    assert clock.look() == 5 * HOUR


@pytest.mark.parametrize("wrong", [-365 * DAY, -5 * HOUR, -10 * MINUTE, 10 * MINUTE, 5 * HOUR, 365 * DAY])
def test_a_mail_server_whose_clock_is_wrong_neither_stops_the_clock_nor_moves_it(
    store: Store, wrong: timedelta
) -> None:
    hands = Still(START)
    clock = begun(store, hands)
    for _ in range(30):
        hands.at += MINUTE
        assert clock.look(fresh=hands.at + wrong) == timedelta(0)
        assert (clock.sure, clock.now()) == (True, hands.at)


@pytest.mark.parametrize("wrong", [-5 * HOUR, 5 * HOUR])
def test_a_mail_server_whose_clock_is_wrong_does_not_speak_in_a_doubt(store: Store, wrong: timedelta) -> None:
    hands, clock = jumped(store, 2 * HOUR)
    clock.look(fresh=hands.at + wrong)
    assert not clock.sure
    assert pass_by(hands, clock, SETTLED) == 2 * HOUR


# -- the machine is booted ---------------------------------------------------------------------------------------------


def booted(store: Store, shown: datetime) -> tuple[Still, HouseClock]:
    """The machine was off for an hour, and is booted with a clock that shows that; gm starts half a minute later."""
    begun(store, Still(START))
    at = START + HOUR
    hands = Still(at + 30 * SECOND, "second", booted=at)
    hands.wrong = shown - at
    clock = HouseClock(store, hands)
    clock.look()
    return hands, clock


@pytest.mark.parametrize("shown", [datetime(1970, 1, 1, tzinfo=UTC), START - DAY, START + 365 * DAY])
def test_a_boot_with_a_wrong_clock_is_in_doubt_until_something_sets_it(store: Store, shown: datetime) -> None:
    hands, clock = booted(store, shown)
    for _ in range(48):
        pass_by(hands, clock, HOUR, HOUR)
        assert not clock.sure
        assert clock.now() < hands.at
    hands.wrong, hands.synchronised = timedelta(0), True
    assert (clock.look(), clock.sure, clock.now()) == (timedelta(0), True, hands.at)


def test_a_machine_that_was_booted_again_at_once_is_believed(store: Store) -> None:
    begun(store, Still(START))
    hands = Still(START + 2 * MINUTE, "second", booted=START + MINUTE)
    clock = HouseClock(store, hands)
    assert (clock.look(), clock.sure, clock.now()) == (timedelta(0), True, hands.at)


def test_a_machine_that_was_off_for_a_night_is_believed_when_its_clock_has_run_well_for_a_while(store: Store) -> None:
    hands, clock = booted(store, START + HOUR)
    assert not clock.sure
    pass_by(hands, clock, SETTLED)
    assert (clock.sure, clock.now()) == (True, hands.at)


def test_mail_that_came_at_another_time_makes_a_boot_wait_longer_and_not_for_ever(store: Store) -> None:
    hands, clock = booted(store, START + HOUR)
    clock.look(fresh=hands.at + 5 * HOUR)
    pass_by(hands, clock, LONGER - MINUTE)
    assert not clock.sure
    pass_by(hands, clock, MINUTE)
    assert (clock.sure, clock.now()) == (True, hands.at)


def test_the_operators_word_ends_every_doubt(store: Store) -> None:
    hands, _ = booted(store, START + FAR + DAY)
    clock = HouseClock(store, hands, trusted=True)
    assert (clock.look(), clock.sure, clock.now()) == (timedelta(0), True, hands.wall())
    hands.wrong += 5 * HOUR
    assert HouseClock(store, hands, trusted=True).look() == 5 * HOUR
    hands.wrong = timedelta(0)
    clock.look()
    assert not clock.sure  # it was said once, of that moment


# -- what the operator sees ------------------------------------------------------------------------------------------


def test_a_jump_is_seen_by_whoever_reads_the_database_on_the_same_boot(store: Store) -> None:
    hands = Still(START)
    begun(store, hands)
    assert ahead(store.facts, hands) == timedelta(0)
    hands.wrong = 5 * HOUR
    assert ahead(store.facts, hands) == 5 * HOUR
    hands.name = "second"
    assert ahead(store.facts, hands) == timedelta(0)


def test_the_doctor_tells_of_a_jump(store: Store) -> None:
    assert list(check_jump(store.facts)) == []
    HouseClock(store).look()
    assert list(check_jump(store.facts)) == []
    sure = store.facts.recall(HOUSE, Sure)
    assert sure is not None
    store.facts.keep(HOUSE, Sure(sure.boot, sure.up, sure.at - 5 * HOUR))
    (finding,) = check_jump(store.facts)
    assert finding.level == "bad" and "has jumped" in finding.what


@pytest.mark.parametrize(
    ("drift", "words"),
    [(5 * HOUR + 2 * SECOND, "5 hours ahead of"), (-90 * SECOND, "90 seconds behind"), (-365 * DAY, "365 days behind")],
)
def test_a_drift_is_told_in_short(drift: timedelta, words: str) -> None:
    assert in_short(drift) == words


# -- in the daemon ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [5 * HOUR, -5 * HOUR])
def test_forty_seconds_of_another_time_move_no_deadline_and_strike_nothing(
    office: Office, monkeypatch: pytest.MonkeyPatch, by: timedelta
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)

    def jump() -> None:
        hands.at, hands.wrong = hands.at + MINUTE, by

    def wait() -> None:
        hands.at += 8 * SECOND

    def back() -> None:
        hands.wrong = timedelta(0)

    box = Box([jump, *[wait] * 5, back, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    assert (course(office), due(office)) == ([("time", START + HOUR / 2)], DEADLINE)
    rows = office.store.rows("select raw from outbox where recipient = ?", [OPERATOR])
    mails = "\n".join(str(message_from_bytes(row["raw"], policy=policy.default)) for row in rows)
    assert mails.count("The clock of this machine has jumped") == mails.count("agree again") == 1
    assert office.store.value("select max(queued) from outbox") < iso(START + HOUR)


def test_a_letter_during_a_jump_is_answered_by_the_right_time(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)

    def jump() -> None:
        hands.at, hands.wrong = hands.at + MINUTE, 5 * HOUR
        box.put("FRANCE", SHEET, hands.at, "meanwhile")

    box = Box([jump, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    assert course(office)[1:] == [("letter", hands.at)]
    assert "due Mon 5 Jan 19:00 UTC, in 28 min" in told(office.store, "FRANCE")
    assert not office.store.rows("select id from outbox where queued > ?", [START + HOUR])


def test_a_letter_after_a_deadline_in_doubt_waits_for_the_strike(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(DEADLINE - MINUTE)

    def jump() -> None:
        hands.at, hands.wrong = DEADLINE + 20 * SECOND, 5 * HOUR
        box.put("FRANCE", SHEET, DEADLINE - SECOND, "in-time")
        box.put("ITALY", "STATUS", DEADLINE + SECOND + hands.wrong, "too-late")  # the mailbox is on the same machine

    def still() -> None:
        assert [mail.key for mail in box.mails] == ["1/too-late"]
        assert course(office)[1:] == [("letter", DEADLINE - SECOND)]
        hands.at += 5 * SECOND

    def back() -> None:
        hands.wrong = timedelta(0)

    box = Box([jump, still, still, back, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    found = DEADLINE + 20 * SECOND  # when it was first seen, by the right time
    assert course(office)[1:] == [("letter", DEADLINE - SECOND), ("time", DEADLINE), ("letter", found)]


def test_mail_that_comes_by_the_old_time_lets_the_clock_strike_on(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(DEADLINE - MINUTE)

    def jump() -> None:
        hands.at, hands.wrong = DEADLINE + 20 * SECOND, 5 * HOUR
        box.put("ITALY", "STATUS", DEADLINE + SECOND, "too-late")

    box = Box([jump, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    assert course(office)[1:] == [("time", DEADLINE), ("letter", DEADLINE + SECOND)]


def test_a_wrong_clock_that_is_put_right_moves_no_deadline_and_gives_nothing_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)
    hands.at, hands.wrong = hands.at + 25 * MINUTE, -25 * MINUTE  # it has been behind all the time

    def put_right() -> None:
        hands.at, hands.wrong = hands.at + MINUTE, timedelta(0)

    def wait() -> None:
        assert course(office) == [("time", START + HOUR / 2)]
        hands.at += SETTLED / 10

    box = Box([put_right, *[wait] * 10, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    assert course(office)[1:] == [("time", hands.at)]
    assert office.game("spring").closed == "S1901M"


def test_an_outage_that_ends_in_doubt_is_given_back_once_the_clock_is_sure(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watch(office).read_up_to(START + 10 * MINUTE)
    HouseClock(office.store, Still(START + 10 * MINUTE)).look()
    strike(office, START + 31 * MINUTE, START + 31 * MINUTE)
    hands = Still(START + 3 * HOUR)
    hands.wrong = 5 * HOUR
    box = Box([])
    box.put("FRANCE", SHEET, START + 2 * HOUR, "meanwhile")

    def nothing() -> None:
        assert len(course(office)) == 1
        hands.at += 10 * SECOND

    def back() -> None:
        hands.wrong = timedelta(0)

    box = Box([nothing, nothing, back, lambda: None])
    box.put("FRANCE", SHEET, START + 2 * HOUR, "meanwhile")
    tell_story(office, hands, box, monkeypatch)
    assert [kind for kind, _ in course(office)] == ["time", "outage", "letter"]
    assert due(office) == DEADLINE + 2 * HOUR + 51 * MINUTE


@pytest.mark.parametrize("shown", [datetime(1970, 1, 1, tzinfo=UTC), START + 365 * DAY])
def test_a_boot_with_a_wrong_clock_strikes_nothing_until_it_is_set(
    office: Office, monkeypatch: pytest.MonkeyPatch, shown: datetime
) -> None:
    Watch(office).read_up_to(START + 10 * MINUTE)
    HouseClock(office.store, Still(START + 10 * MINUTE)).look()
    date(office.store, START)
    hands = Still(START + 2 * HOUR, "second", booted=START + 2 * HOUR - MINUTE)
    hands.wrong = shown - hands.at

    def nothing() -> None:
        assert course(office) == []
        hands.at += MINUTE

    def set_right() -> None:
        hands.wrong, hands.synchronised = timedelta(0), True

    box = Box([*[nothing] * 30, set_right, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    assert course(office)[0] == ("outage", START + 2 * HOUR + 30 * MINUTE)
    assert due(office) == DEADLINE + 2 * HOUR + 20 * MINUTE


def test_mails_that_waited_by_a_wrong_clock_wait_no_longer_than_they_would_have(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)
    office.store.change("update outbox set next_try = ?", [START + 5 * HOUR])
    before = office.store.value("select count(*) from outbox")
    hands.wrong = 4 * HOUR  # so they wait for half an hour

    def set_right() -> None:
        hands.wrong = timedelta(0)

    def wait() -> None:
        hands.at += SETTLED / 2

    tell_story(office, hands, Box([set_right, wait, wait, wait, lambda: None]), monkeypatch)
    count = office.store.value("select count(*) from outbox")
    assert len(office.store.outbox.due(START + HOUR - SECOND, 100)) == count - before
    assert len(office.store.outbox.due(START + HOUR, 100)) == count


# -- what was noted by the clock -----------------------------------------------------------------------------------


def noted(store: Store, now: datetime) -> None:
    """Note a few things by the clock: a bucket, a mail that is to leave in an hour, and when the digest was sent."""
    with store.transaction():
        store.buckets.keep("answers/spring/FRANCE", 0.0, now)
        store.outbox.add("g", "A", "a@x", message_id="m@x", raw=b"Subject: a\r\n\r\nx", queued=now, withheld=False,
                         leaves=now + HOUR, press=True)  # fmt: skip
        digest.begin(store, now)
        store.facts.keep("read through", iso(now))


@pytest.mark.parametrize("by", [timedelta(days=30), -timedelta(days=30), 5 * HOUR, -5 * HOUR])
def test_what_was_noted_by_a_wrong_clock_moves_along_when_it_is_put_right(store: Store, by: timedelta) -> None:
    noted(store, START)
    made, house = store.facts.made(), Sure("first", 1.0, START)
    store.facts.keep(HOUSE, house)
    with store.transaction():
        store.facts.move(by, but=HOUSE)
        store.buckets.move(by)
        store.outbox.move(by)
    level = store.buckets.find("answers/spring/FRANCE")
    assert level is not None and level.at == START + by
    assert [mail.next_try for mail in store.outbox.all()] == [START + by + HOUR]
    assert store.facts.recall("read through", datetime) == START + by
    last = store.facts.recall("digest", digest.Last)
    assert last is not None and last.at == START + by
    assert (store.facts.made(), store.facts.recall(HOUSE, Sure)) == (made, house)


def test_a_clock_that_was_a_month_ahead_and_is_put_right_keeps_nobody_waiting(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wrong time is accepted, an answer is taken by it, and then the right time is accepted again."""
    strike(office, DEADLINE, START + HOUR / 2)
    hands, store = Still(START + HOUR), office.store

    def ahead_of_time() -> None:
        hands.wrong = 30 * DAY

    def wait() -> None:
        hands.at += SETTLED / 4

    def take() -> None:
        noted(store, hands.wall())

    def right() -> None:
        hands.wrong = timedelta(0)

    box = Box([wait, ahead_of_time, *[wait] * 6, take, right, *[wait] * 6, lambda: None])
    tell_story(office, hands, box, monkeypatch)
    level = store.buckets.find("answers/spring/FRANCE")
    assert level is not None and level.at <= hands.at
    mail = next(mail for mail in store.outbox.all() if mail.message_id == "m@x")
    assert mail.next_try <= hands.at + HOUR


def test_the_commands_of_the_operator_go_by_the_daemons_time_in_doubt_after_a_boot(store: Store) -> None:
    begun(store, Still(START))
    hands, clock = booted(store, START + 30 * DAY)
    clock.look()
    assert not clock.sure
    assert abs(hands.wall() - ahead(store.facts, hands) - clock.now()) < SECOND
    hands.synchronised = True
    clock.look()
    assert clock.sure and not ahead(store.facts, hands)
