"""When the clock strikes: only for what the mailbox can no longer contradict, and never unseen by the players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from served import DOMAIN, GAME, GM, SEATS, letter

from gm import carrier, daemon
from gm.config import Config, Gm, Imap, Smtp
from gm.daemon import Daemon
from gm.desk.events import load_game
from gm.desk.fsck import check_store
from gm.desk.gamefile import read_game_file
from gm.desk.office import PROMPT, Office
from gm.post.compose import Sender
from gm.post.mailbox import Arrival, MailboxGone
from gm.registry import RULESETS, ruleset
from gm.report.disclosure import disclose
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


def begin(office: Office, name: str, movement: str = "1h") -> None:
    """Begin a game, its first phase due after *movement*; there is no grace."""
    text = GAME.format(name=name).replace('movement = "1h"', f'movement = "{movement}"')
    text = text.replace('grace = "1h"', 'grace = "0s"')
    text += "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
    office.open_game(read_game_file(text, {one: ruleset(one) for one in RULESETS}), START, "ab" * 32)


def arrive(office: Office, seat: str, text: str, received: datetime, now: datetime | None = None) -> None:
    """A letter is read from the mailbox."""
    count = office.store.rows("select count(*) as n from inbox")[0]["n"]
    handled = office.receive(f"1/{count}", letter(seat, text, f"l{count}").as_bytes(), received, now or received)
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
    return [(entry.kind, entry.at) for entry in office.store.journal(game)][1:]


def told(office: Office, reader: str, game: str = "spring") -> str:
    """All that a reader was sent."""
    rows = office.store.rows("select body from ledger where game = ? and reader = ? order by number", [game, reader])
    return "\n".join(" ".join(row["body"].split()) for row in rows)


def phases(office: Office, game: str = "spring") -> list[tuple[str, datetime, datetime]]:
    """The phases that there have been: code, when it opened, when it closed or is due."""
    found: dict[str, tuple[str, datetime, datetime]] = {}
    for entry in office.store.journal(game):
        row = office.store.row("select state from snapshots where game = ? and n = ?", [game, entry.n])
        assert row is not None
        after = load_game(row["state"])
        if after.clock is not None and after.clock.phase not in found:
            found[after.clock.phase] = (after.clock.phase, after.clock.opened, after.clock.deadline)
        if after.closed in found and after.closed_at is not None:
            found[after.closed] = (*found[after.closed][:2], after.closed_at)
    return list(found.values())


class Hands:
    """A clock that stands where it is put, in place of the daemon's."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self, _: object) -> datetime:
        return self.at


class Box:
    """A mailbox in memory, and the story of the test: each wait for mail is where its next step happens."""

    def __init__(self, steps: Sequence[Callable[[], None]]) -> None:
        self.mails: list[Arrival] = []
        self.away = False
        self.end: Callable[[], None] = lambda: None
        self._steps = list(steps)

    def step(self) -> None:
        """The story goes on, or ends."""
        if self._steps:
            self._steps.pop(0)()
        else:
            self.end()

    async def open(self) -> None:
        if self.away:
            self.step()
            raise MailboxGone("away")

    async def look(self) -> tuple[Arrival, ...]:
        if self.away:
            raise MailboxGone("away")
        return tuple(self.mails)

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


def tell_story(office: Office, hands: Hands, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the daemon with this mailbox and this clock to the story's end."""
    config = Config(
        gm=Gm(address=GM, operator=OPERATOR), imap=Imap(host="localhost", user="gm"), smtp=Smtp(host="localhost")
    )
    monkeypatch.setattr(daemon, "datetime", hands)
    monkeypatch.setattr(daemon, "make_mailbox", lambda *_: box)
    monkeypatch.setattr(carrier, "make_sender", lambda _: Shelf())
    monkeypatch.setattr(daemon, "BACK_OFF", (0.01,))
    monkeypatch.setattr(daemon, "LAST_MAIL", 0.01)

    async def run() -> None:
        running = Daemon(config, office)
        box.end = running.stop
        await asyncio.wait_for(running.run(), 10)

    asyncio.run(run())


def test_a_deadline_strikes_only_when_the_mailbox_has_been_read_up_to_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands(START + 31 * MINUTE)

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
    assert "received in time" not in told(office, "FRANCE")
    assert office.game("spring").clock.opened == DEADLINE  # type: ignore[union-attr]


def test_a_letter_of_the_deadlines_own_second_is_in_time_and_one_of_the_next_is_not(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    strike(office, DEADLINE, START + HOUR / 2)
    hands = Hands(DEADLINE + SECOND)
    box = Box([])
    box.put("FRANCE", SHEET, DEADLINE, "in-time")
    box.put("ITALY", "STATUS", DEADLINE + SECOND, "too-late")
    tell_story(office, hands, box, monkeypatch)
    assert course(office) == [
        ("time", START + HOUR / 2), ("letter", DEADLINE), ("time", DEADLINE), ("letter", DEADLINE + SECOND),
    ]  # fmt: skip
    rows = office.store.rows("select reader, phase from ledger where kind = 'answer' order by n")
    assert [(row["reader"], row["phase"]) for row in rows] == [("FRANCE", "S1901M"), ("ITALY", "F1901M")]


def test_a_mail_server_whose_clock_is_ahead_does_not_make_ours_strike_early(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = START + 10 * MINUTE
    box = Box([])
    box.put("FRANCE", SHEET, START + 24 * HOUR, "from-the-future")
    tell_story(office, Hands(now), box, monkeypatch)
    assert course(office) == [("letter", now)]


def test_a_letter_in_time_that_is_found_after_its_phase_was_judged_is_answered_so_and_the_operator_is_told(
    office: Office,
) -> None:
    strike(office, DEADLINE + SECOND, DEADLINE + SECOND)
    arrive(office, "FRANCE", SHEET, DEADLINE - MINUTE, DEADLINE + MINUTE)
    said = "Your mail was received in time (Mon 5 Jan 18:59 UTC) for S1901M, but reached us after"
    assert said in told(office, "FRANCE")
    assert not office.game("spring").state.sheets
    rows = office.store.rows("select recipient from outbox where reader = '(operator)'")
    assert [row["recipient"] for row in rows] == [OPERATOR]
    # To the operator, nothing of what is in it.
    assert "PAR" not in told(office, "(operator)")
    assert "received in time" not in told(office, "ITALY")
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


def test_letters_of_an_outage_count_by_their_time_of_receipt(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    now = START + timedelta(days=1)
    box = Box([])
    box.put("FRANCE", SHEET, DEADLINE - MINUTE, "before")
    box.put("ITALY", "OFFERS\n3 : A ROM - APU\nEND", DEADLINE + MINUTE, "after")
    tell_story(office, Hands(now), box, monkeypatch)
    # The reminder, France, the deadline, Italy.
    assert [kind for kind, _ in course(office)] == ["time", "letter", "time", "letter"]
    assert phases(office) == [("S1901M", START, now), ("F1901M", now, now + HOUR)]
    assert "received in time" not in told(office, "FRANCE")
    # After the deadline: not for that phase, nor for the one that nobody had seen yet, and no fault of ours.
    assert not office.game("spring").state.sheets
    assert "S1901M is over" in told(office, "ITALY")
    assert "received in time" not in told(office, "ITALY") and told(office, "(operator)") == ""
    assert check_store(office.store) == ([], 1)


def test_a_letter_of_an_outage_that_came_before_the_deadline_and_is_found_later_is_told_that_it_was_in_time(
    office: Office,
) -> None:
    now = START + timedelta(days=1)
    strike(office, now, now)
    arrive(office, "FRANCE", SHEET, DEADLINE, now + MINUTE)
    assert "received in time" in told(office, "FRANCE")
    assert told(office, "(operator)") != ""


def test_a_reminder_that_was_late_itself_does_not_make_a_letter_after_the_deadline_one_in_time(office: Office) -> None:
    now = DEADLINE + 2 * MINUTE
    strike(office, now, now)
    arrive(office, "FRANCE", SHEET, DEADLINE + MINUTE, now)
    assert "received in time" not in told(office, "FRANCE")
