"""When the clock strikes: only for what the mailbox can no longer contradict, and never unseen by the players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from helpers.hands import Still
from helpers.served import DOMAIN, GAME, GM, SEATS, letter
from helpers.store import told

from gm.config.loading import Config, Gm, Imap, Smtp
from gm.desk.books.fsck import check_store
from gm.desk.books.outage import LEAST, PROMPT, Watch
from gm.desk.entries.events import apply
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.post.boxes.mailbox import Arrival, MailboxGone
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.serve import carrier, daemon, reader
from gm.serve.daemon import Daemon
from gm.serve.houseclock import HouseClock
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
HOUR, MINUTE, SECOND = timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
DEADLINE = START + HOUR
SHEET = "OFFERS\n4 : A PAR - BUR\nEND"
OPERATOR = f"operator@{DOMAIN}"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """An office with the game "spring": an hour for each phase, no grace."""
    store = Store(tmp_path / "gm.sqlite")
    made = Office(store, Sender("The GameMaster", GM, f"gm+{{token}}@{DOMAIN}"), OPERATOR, disclose)
    begin(made, "spring")
    yield made
    store.close()


def begin(office: Office, name: str, movement: str = "1h", grace: str = "0s", early: str = "0s") -> None:
    """Begin a game, its first phase due after *movement*; there is no grace unless it is given."""
    text = GAME.format(name=name).replace('movement = "1h"', f'movement = "{movement}"')
    text = text.replace('grace = "1h"', f'grace = "{grace}"')
    text = text.replace('early_after = "0s"', f'early_after = "{early}"')
    text += "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
    office.open_game(read_game_file(text), START, "ab" * 32)


def arrive(
    office: Office, seat: str, text: str, received: datetime, now: datetime | None = None, game: str = "spring"
) -> None:
    """A letter is read from the mailbox."""
    count = office.store.rows("select count(*) as n from inbox")[0]["n"]
    raw = letter(seat, text, f"l{count}", game).as_bytes()
    handled = office.receive(f"1/{count}", raw, received, now or received)
    assert handled.state == "done"


def strike(office: Office, limit: datetime, now: datetime) -> int:
    """Let everything strike that is due before *limit*; how often it did."""
    count = 0
    while office.strike_before(limit, now):
        count += 1
        assert count < 100
    return count


def course(office: Office, game: str = "spring") -> list[tuple[str, datetime]]:
    """The entries of a journal, without the opening: what, and when."""
    return [(entry.kind, entry.at) for entry in office.store.journal.entries(game)][1:]


def phases(office: Office, game: str = "spring") -> list[tuple[str, datetime, datetime]]:
    """The phases that there have been: code, when it opened, when it closed or is due."""
    found: dict[str, tuple[str, datetime, datetime]] = {}
    after: Game | None = None
    for entry in office.store.journal.entries(game):
        after = apply(after, entry.at, entry.kind, entry.data).game
        if after.clock is not None and after.clock.phase not in found:
            found[after.clock.phase] = (after.clock.phase, after.clock.opened, after.clock.deadline)
        if after.closed in found and after.closed_at is not None:
            found[after.closed] = (*found[after.closed][:2], after.closed_at)
    return list(found.values())


class Box:
    """A mailbox in memory, and the story of the test: each wait for mail is where its next step happens."""

    def __init__(self, steps: Sequence[Callable[[], None]]) -> None:
        self.mails: list[Arrival] = []
        self.over: set[str] = set()  # those that were passed over
        self.away = False
        self.batch = 50  # mails at one look
        self.end: Callable[[], None] = lambda: None
        self.steps = list(steps)

    def step(self) -> None:
        """The story goes on, or ends."""
        if self.steps:
            self.steps.pop(0)()
        else:
            self.end()

    async def open(self) -> None:
        if self.away:
            self.step()
            raise MailboxGone("away")

    async def look(self) -> tuple[Arrival, ...]:
        if self.away:
            raise MailboxGone("away")
        return tuple(mail for mail in self.mails if mail.key not in self.over)[: self.batch]

    async def pass_over(self, keys: Sequence[str]) -> None:
        self.over |= set(keys)

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        self.mails = [mail for mail in self.mails if mail.key not in keys]

    async def wait(self, seconds: float) -> None:
        assert 0 < seconds <= 30
        self.step()
        await asyncio.sleep(0)

    async def close(self) -> None:
        return None

    def put(self, seat: str, text: str, received: datetime, name: str) -> None:
        """A letter comes."""
        raw = letter(seat, text, name).as_bytes()
        self.mails.append(Arrival(f"1/{name}", received, raw, len(raw)))


class Shelf:
    """In place of the way out: nothing leaves."""

    async def send(self, *_: object) -> None:
        await asyncio.Event().wait()

    async def close(self) -> None:
        return None


def tell_story(
    office: Office, hands: Still, box: Box, monkeypatch: pytest.MonkeyPatch, out: type[Shelf] = Shelf
) -> None:
    """Run the daemon with this mailbox, this clock and this way out to the story's end."""
    config = Config(
        gm=Gm(address=GM, operator=OPERATOR), imap=Imap(host="localhost", user="gm"), smtp=Smtp(host="localhost")
    )
    # network: the story's own mailbox and way out
    monkeypatch.setattr(reader, "make_mailbox", lambda *_: box)
    monkeypatch.setattr(carrier, "make_sender", lambda _: out())
    # time: no pause between tries, nor at the end
    monkeypatch.setattr(reader, "BACK_OFF", (0.01,))
    monkeypatch.setattr(daemon, "LAST_MAIL", 0.01)

    async def run() -> None:
        running = Daemon(config, office, clock=HouseClock(office.store, hands))
        box.end = running.stop
        await asyncio.wait_for(running.run(), 10)

    asyncio.run(run())


def test_a_deadline_strikes_only_when_the_mailbox_has_been_read_up_to_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(DEADLINE - MINUTE)

    def still(count: int) -> None:
        assert office.game("spring").clock is not None
        assert len(course(office)) == count

    def to_the_deadline() -> None:
        still(1)  # the reminder of half time
        hands.at = DEADLINE

    def away() -> None:
        still(1)  # in the second of the deadline letters may still come
        hands.at, box.away = DEADLINE + MINUTE, True

    def still_away() -> None:
        still(1)  # a minute late by now, but we cannot know what came

    def back() -> None:
        still(1)
        box.away = False
        box.put("FRANCE", SHEET, DEADLINE - SECOND, "in-time")

    box = Box([to_the_deadline, away, still_away, back])
    tell_story(office, hands, box, monkeypatch)
    assert course(office) == [("time", START + HOUR / 2), ("letter", DEADLINE - SECOND), ("time", DEADLINE)]
    assert "received in time" not in told(office.store, "FRANCE")
    assert office.game("spring").clock.opened == DEADLINE  # type: ignore[union-attr]


def test_a_letter_of_the_deadlines_own_second_is_in_time_and_one_of_the_next_is_not(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    Watch(office).read_up_to(DEADLINE - MINUTE)
    hands = Still(DEADLINE + SECOND)
    box = Box([])
    box.put("FRANCE", SHEET, DEADLINE, "in-time")
    box.put("ITALY", "STATUS", DEADLINE + SECOND, "too-late")
    tell_story(office, hands, box, monkeypatch)
    assert course(office) == [
        ("time", START + HOUR / 2), ("letter", DEADLINE), ("time", DEADLINE), ("letter", DEADLINE + SECOND),
    ]  # fmt: skip
    rows = office.store.rows("select reader, phase from ledger where kind = 'answer' order by n")
    assert [(row["reader"], row["phase"]) for row in rows] == [("FRANCE", "S1901M"), ("ITALY", "F1901M")]


def test_a_deadline_waits_for_every_batch_of_the_letters_that_have_piled_up(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    Watch(office).read_up_to(DEADLINE - MINUTE)
    box = Box([lambda: None] * 9)
    box.batch = 1
    for number in range(6):
        box.put("ITALY", "STATUS", DEADLINE - (30 - number) * SECOND, f"asks-{number}")
    box.put("FRANCE", SHEET, DEADLINE - SECOND, "in-time")
    tell_story(office, Still(DEADLINE + SECOND), box, monkeypatch)
    (letter,) = [entry for entry in office.store.journal.entries("spring") if entry.data.get("seat") == "FRANCE"]
    (struck,) = [entry for entry in office.store.journal.entries("spring") if entry.at == DEADLINE]
    assert (letter.at, letter.n < struck.n) == (DEADLINE - SECOND, True)


def test_a_mail_server_whose_clock_is_ahead_does_not_make_ours_strike_early(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = START + 10 * MINUTE
    box = Box([])
    box.put("FRANCE", SHEET, START + 24 * HOUR, "from-the-future")
    tell_story(office, Still(now), box, monkeypatch)
    assert course(office) == [("letter", now)]


def test_a_letter_in_time_that_is_found_after_its_phase_was_judged_is_answered_so_and_the_operator_is_told(
    office: Office,
) -> None:
    strike(office, DEADLINE + SECOND, DEADLINE + SECOND)
    arrive(office, "FRANCE", SHEET, DEADLINE - MINUTE, DEADLINE + MINUTE)
    said = "Your mail was received in time (Mon 5 Jan 18:59 UTC) for S1901M, but reached us after"
    assert said in told(office.store, "FRANCE")
    assert not office.game("spring").state.sheets
    rows = office.store.rows("select recipient from outbox where reader = '(operator)'")
    assert [row["recipient"] for row in rows] == [OPERATOR]
    # To the operator, nothing of what is in it.
    assert "PAR" not in told(office.store, "(operator)")
    assert "received in time" not in told(office.store, "ITALY")
    assert check_store(office.store) == ([], 1)


def test_after_a_long_outage_one_phase_is_judged_and_the_next_gets_its_full_time_from_now_on(office: Office) -> None:
    now = START + timedelta(days=3)
    strike(office, now, now)
    assert phases(office) == [("S1901M", START, now), ("F1901M", now, now + HOUR)]


def test_no_phase_opens_and_ends_unseen_however_short_phases_and_however_long_the_outage(office: Office) -> None:
    for movement in ("1m", "3m", "10m", "2h"):
        for outage in (MINUTE, PROMPT - SECOND, PROMPT, PROMPT + SECOND, HOUR, 30 * HOUR):
            name = f"g{movement}-{int(outage.total_seconds())}"
            begin(office, name, movement)
            deadline = office.game(name).clock.deadline  # type: ignore[union-attr]
            now = deadline + outage
            while office.strike_before(now, now):
                pass
            seen = phases(office, name)
            assert len(seen) == 2
            assert seen[1][2] > now


def test_what_is_due_is_judged_at_its_own_time_if_we_are_only_a_little_late(office: Office) -> None:
    now = DEADLINE + PROMPT - SECOND
    strike(office, DEADLINE, START + HOUR / 2)
    strike(office, now, now)
    assert phases(office)[-1] == ("F1901M", DEADLINE, DEADLINE + HOUR)


def due(office: Office, game: str = "spring") -> datetime:
    """The deadline of the phase now due."""
    clock = office.game(game).clock
    assert clock is not None
    return clock.until if clock.grace else clock.deadline


def test_letters_of_an_outage_are_in_time_and_are_read_after_the_time_was_given_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watch(office).read_up_to(START + 50 * MINUTE)
    strike(office, DEADLINE, START + HOUR / 2)
    now = START + timedelta(days=1)
    box = Box([])
    box.put("FRANCE", SHEET, DEADLINE - MINUTE, "before")
    box.put("ITALY", "OFFERS\n3 : A ROM - APU\nEND", DEADLINE + MINUTE, "after")
    tell_story(office, Still(now), box, monkeypatch)
    assert course(office) == [("time", START + HOUR / 2), ("outage", now), ("letter", now), ("letter", now)]
    # Ten minutes were left, and ten minutes are.
    assert due(office) == now + 10 * MINUTE
    assert set(office.game("spring").state.sheets) == {"FRANCE", "ITALY"}
    for seat in ("FRANCE", "ITALY", "ENGLAND"):
        assert "We were out of reach from Mon 5 Jan 18:50 UTC to Tue 6 Jan 18:00 UTC" in told(office.store, seat)
        assert "is now Tue 6 Jan 18:10 UTC" in told(office.store, seat)
    rows = office.store.rows("select raw from outbox where recipient = ?", [OPERATOR])
    assert len(rows) == 1 and b"out of reach for 23 hours" in rows[0]["raw"]
    assert check_store(office.store) == ([], 1)


@pytest.mark.parametrize(
    ("since", "to", "expected"),
    [
        # Five minutes, or less than an hour with the deadline in it, or an hour.
        (DEADLINE - PROMPT + SECOND, DEADLINE, DEADLINE),
        (DEADLINE - PROMPT, DEADLINE, DEADLINE + PROMPT),
        (DEADLINE - PROMPT, DEADLINE - SECOND, DEADLINE),
        (START, START + LEAST - SECOND, DEADLINE),
        (START, START + LEAST, DEADLINE + LEAST),
        (START - timedelta(days=3), START + 59 * MINUTE, DEADLINE),  # before the phase nothing could be lost
        (START - timedelta(days=3), DEADLINE + HOUR, DEADLINE + 2 * HOUR),
    ],
)
def test_an_outage_is_given_back_if_it_was_long_or_something_was_due(
    office: Office, since: datetime, to: datetime, expected: datetime
) -> None:
    watch = Watch(office)
    watch.read_up_to(since)
    watch.come_back(to, to)
    assert due(office) == expected
    assert ("out of reach" in told(office.store, "ITALY")) == (expected != DEADLINE)


def test_the_new_deadline_is_at_a_full_minute(office: Office) -> None:
    Watch(office).read_up_to(START + MINUTE)
    Watch(office).come_back(START + 3 * HOUR + MINUTE + SECOND, START + 3 * HOUR + 2 * MINUTE)
    assert due(office) == DEADLINE + 3 * HOUR + MINUTE


def test_an_outage_in_grace_moves_its_end_and_not_the_deadline_that_has_passed(office: Office) -> None:
    begin(office, "slow", grace="2h")
    strike(office, DEADLINE + SECOND, DEADLINE + SECOND)
    assert due(office, "slow") == DEADLINE + 2 * HOUR
    Watch(office).read_up_to(DEADLINE + HOUR)
    Watch(office).come_back(DEADLINE + 5 * HOUR, DEADLINE + 5 * HOUR)
    assert due(office, "slow") == DEADLINE + 6 * HOUR
    assert "the end of grace of Spring 1901 is now Tue 6 Jan 01:00 UTC" in told(office.store, "FRANCE", "slow")


def test_a_phase_that_was_complete_runs_as_long_after_the_outage_as_it_would_have(office: Office) -> None:
    begin(office, "slow", "1d", early="30m")
    for seat in SEATS:
        arrive(office, seat, "ACCEPT FAEGIRT\n0 $", START + MINUTE, game="slow")
    Watch(office).read_up_to(START + 11 * MINUTE)
    now = START + 10 * HOUR + MINUTE
    Watch(office).come_back(now, now)
    at = now + 24 * MINUTE  # it is 4:01, thirty minutes would be over at 4:21, and the next full five are 4:25
    strike(office, at, at)
    assert office.game("slow").closed == ""
    strike(office, at + SECOND, at + SECOND)
    assert (office.game("slow").closed, office.game("slow").closed_at) == ("S1901M", at)


def test_a_paused_game_is_given_nothing_back_by_an_outage_since_it_gets_all_when_it_goes_on(office: Office) -> None:
    office.operate("spring", ["pause"], START + MINUTE)
    Watch(office).read_up_to(START + 2 * MINUTE)
    Watch(office).come_back(START + 3 * HOUR, START + 3 * HOUR)
    office.operate("spring", ["resume"], START + 4 * HOUR)
    assert due(office) == START + 4 * HOUR + 59 * MINUTE


class Killed(Exception):
    """We die here."""


def test_killed_while_time_is_given_back_each_game_gets_it_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(office, "summer")
    since, to, later = START + 30 * MINUTE, START + 10 * HOUR, START + 10 * HOUR + 7 * MINUTE
    Watch(office).read_up_to(since)
    enter = office.enter

    def die(game: Game, *args: object, **named: object) -> object:
        if game.name == "summer":
            raise Killed
        return enter(game, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(office, "enter", die)  # planted: a kill
    with pytest.raises(Killed):
        Watch(office).come_back(to, to)
    monkeypatch.undo()
    assert not office.store.rows("select id from outbox where recipient = ?", [OPERATOR])
    Watch(office).come_back(later, later)
    # The seven minutes that it took to start again are too few to move "spring" a second time.
    assert (due(office, "spring"), due(office, "summer")) == (DEADLINE + (to - since), DEADLINE + (later - since))
    assert len(office.store.rows("select id from outbox where recipient = ?", [OPERATOR])) == 1
    Watch(office).come_back(later + MINUTE, later + MINUTE)
    assert due(office, "summer") == DEADLINE + (later - since)
    assert check_store(office.store) == ([], 2)


def test_a_mailbox_that_stays_away_is_an_outage_too(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)

    def away() -> None:
        hands.at, box.away = hands.at + MINUTE, True

    def still_away() -> None:
        hands.at += 3 * HOUR

    def back() -> None:
        box.away = False

    box = Box([away, still_away, back])
    tell_story(office, hands, box, monkeypatch)
    assert course(office)[-1] == ("outage", START + 3 * HOUR + 32 * MINUTE)
    # Read last at 18:31, and again at 21:32.
    assert due(office) == DEADLINE + 3 * HOUR + MINUTE


def test_a_machine_that_slept_was_out_of_reach(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)

    def sleep() -> None:
        hands.at += 10 * HOUR

    tell_story(office, hands, Box([sleep, lambda: None]), monkeypatch)
    assert course(office)[-1] == ("outage", START + 10 * HOUR + 31 * MINUTE)
    assert due(office) == DEADLINE + 10 * HOUR


def test_while_the_mailbox_is_read_nothing_is_given_back_and_the_note_is_written_once_a_minute(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Still(START + 31 * MINUTE)
    notes: list[object] = []

    def go_on() -> None:
        notes.append(office.store.facts.recall("alive", str))
        hands.at += 25 * SECOND

    tell_story(office, hands, Box([go_on] * 6), monkeypatch)
    times = ["18:31:00", "18:31:00", "18:31:00", "18:32:15", "18:32:15", "18:32:15"]
    assert notes == [f"2026-01-05T{at}Z" for at in times]
    assert len(course(office)) == 1


def test_a_letter_of_an_outage_that_came_before_the_deadline_and_is_found_later_is_told_that_it_was_in_time(
    office: Office,
) -> None:
    now = START + timedelta(days=1)
    strike(office, now, now)
    arrive(office, "FRANCE", SHEET, DEADLINE, now + MINUTE)
    assert "received in time" in told(office.store, "FRANCE")
    assert told(office.store, "(operator)") != ""


def test_a_reminder_that_was_late_itself_does_not_make_a_letter_after_the_deadline_one_in_time(office: Office) -> None:
    now = DEADLINE + 2 * MINUTE
    strike(office, now, now)
    arrive(office, "FRANCE", SHEET, DEADLINE + MINUTE, now)
    assert "received in time" not in told(office.store, "FRANCE")
