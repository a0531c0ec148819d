"""When deadlines fall: by an interval and by the clock, over changes of summer time, weekends and holidays."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st

from gm.desk.file.gamefile import GameFile, GameFileError, read_game_file
from gm.desk.game.clockwork import given_back, resumed, start_clock
from gm.desk.game.game import Clock
from gm.desk.time.schedule import LONGEST_GAP, Calendar, due_after, longest_gap, shift, shortest
from gm.desk.time.schedule_text import read_days, read_holiday, read_weekly
from gm.rules import Phase

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HEAD = '[game]\nname = "spring"\nruleset = "payola"\ntimezone = "Europe/Paris"\n'


def read(rest: str) -> GameFile:
    return read_game_file(HEAD + rest)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def due(opened: str, movement: str, calendar: str = "", kind: str = "movement") -> str:
    """When a phase that opens then is due, in UTC, in a game in Paris."""
    file = read(f'[deadlines]\nmovement = "{movement}"\n[calendar]\n{calendar}\n')
    return due_after(utc(opened), kind, file.deadlines, file.calendar).isoformat()[:16]


# 5 January 2026 is a Monday. Paris is an hour ahead of UTC, two from 29 March to 25 October 2026.
@each_row(
    ("opened", "interval", "expected"),
    [
        ("2026-01-05T18:00", "3d", "2026-01-08T18:00"),
        ("2026-01-30T18:00", "3d", "2026-02-02T18:00"),
        ("2026-04-30T18:00", "1d", "2026-05-01T18:00"),
        ("2026-12-30T20:00", "3d", "2027-01-02T20:00"),
        ("2028-02-26T18:00", "3d", "2028-02-29T18:00"),
        ("2026-02-26T18:00", "3d", "2026-03-01T18:00"),
        # An interval is an interval: a day over the change is still 24 hours.
        ("2026-03-28T18:00", "1d", "2026-03-29T18:00"),
        ("2026-10-24T18:00", "1d", "2026-10-25T18:00"),
    ],
)
def test_a_phase_by_interval_is_due_after_just_that_time(opened: str, interval: str, expected: str) -> None:
    assert due(opened, interval) == expected


@each_row(
    ("opened", "clock", "expected"),
    [
        ("2026-01-05T18:00", "Tue, Fri 20:00", "2026-01-06T19:00"),
        ("2026-01-05T18:00", "Tue, Fri 20:00 America/New_York", "2026-01-07T01:00"),
        ("2026-01-05T18:00", "Tue, Fri 20:00 UTC", "2026-01-06T20:00"),
        # It lasts 12 hours at least: from 07:00 it is due at 20:00 in Paris, a minute later on Friday.
        ("2026-01-06T07:00", "Tue, Fri 20:00", "2026-01-06T19:00"),
        ("2026-01-06T07:01", "Tue, Fri 20:00", "2026-01-09T19:00"),
        ("2026-01-09T18:00", "Mon-Fri 18:00", "2026-01-12T17:00"),
        ("2026-01-09T18:00", "Mon-Fri 18:00, Sat 12:00", "2026-01-10T11:00"),
        ("2026-01-10T18:00", "Fri-Mon 18:00", "2026-01-11T17:00"),
        ("2026-01-05T18:00", "08:00 22:00", "2026-01-06T07:00"),
        ("2026-01-05T19:01", "08:00 22:00", "2026-01-06T21:00"),
        # The same time by the clock before and after the changes.
        ("2026-03-27T18:00", "Mon 20:00", "2026-03-30T18:00"),
        ("2026-10-23T18:00", "Mon 20:00", "2026-10-26T19:00"),
        # Year's end and leap day: 1 January 2027 is a Friday, 29 February 2028 a Tuesday.
        ("2026-12-30T18:00", "Fri 20:00", "2027-01-01T19:00"),
        ("2028-02-26T18:00", "Tue 20:00", "2028-02-29T19:00"),
    ],
)
def test_a_phase_by_the_clock_is_due_at_its_next_time(opened: str, clock: str, expected: str) -> None:
    assert due(opened, clock) == expected


@pytest.mark.parametrize(
    ("opened", "clock", "expected"),
    [
        # 02:30 does not exist in Paris on 29 March: the clocks jump an hour, and so does the deadline, to 03:30.
        ("2026-03-28T08:00", "Sun 02:30", "2026-03-29T01:30"),
        # It exists twice on 25 October: at 00:30 and 01:30 UTC.
        ("2026-10-24T08:00", "Sun 02:30", "2026-10-25T01:30"),
        # In Santiago the jump is at midnight, of 6 September: 00:00 becomes 01:00, which is 04:00 UTC.
        ("2026-09-04T12:00", "Sun 00:00 America/Santiago", "2026-09-06T04:00"),
        # On Lord Howe Island it is half an hour: 02:15 becomes 02:45 at +11:00.
        ("2026-10-02T12:00", "Sun 02:15 Australia/Lord_Howe", "2026-10-03T15:45"),
    ],
)
def test_a_time_that_does_not_exist_is_later_and_of_two_the_second_counts(
    opened: str, clock: str, expected: str
) -> None:
    assert due(opened, clock) == expected


WINTER = 'holidays = ["2026-12-24..2027-01-02", "2026-05-01", 2028-02-29]'


@each_row(
    ("opened", "when", "calendar", "expected"),
    [
        ("2026-12-22T18:00", "3d", WINTER, "2027-01-03T18:00"),
        ("2026-12-22T18:00", "3d", WINTER + '\nweekdays = "Mon-Fri"', "2027-01-04T18:00"),
        ("2026-12-20T18:00", "3d", WINTER, "2026-12-23T18:00"),
        ("2026-04-29T08:00", "Tue, Fri 20:00", WINTER, "2026-05-05T18:00"),
        ("2028-02-26T18:00", "Tue 20:00", WINTER, "2028-03-07T19:00"),
        # Whole days where the deadline is: in Auckland 1 May has begun at noon of 30 April UTC.
        ("2026-04-29T13:00", "1d", WINTER + '\nzone = "Pacific/Auckland"', "2026-05-01T13:00"),
        ("2026-04-29T11:00", "1d", WINTER + '\nzone = "Pacific/Auckland"', "2026-04-30T11:00"),
        ("2026-01-08T18:00", "3d", 'weekdays = "Mon-Fri"', "2026-01-12T18:00"),
        ("2026-01-08T18:00", "3d", 'weekdays = "Mon-Fri"\nat = "20:00"', "2026-01-12T19:00"),
        ("2026-01-05T18:00", "3d", 'at = "20:00"', "2026-01-08T19:00"),
        ("2026-01-05T19:00", "3d", 'at = "20:00"', "2026-01-08T19:00"),
        ("2026-01-05T19:01", "3d", 'at = "20:00"', "2026-01-09T19:00"),
        ("2026-01-05T19:01", "3d", 'at = "20:00"\nzone = "UTC"', "2026-01-08T20:00"),
        # From Saturday, 20:00 by the winter's clock, to Monday, 20:00 by the summer's.
        ("2026-03-26T19:00", "2d", 'weekdays = "Mon-Fri"', "2026-03-30T18:00"),
        ("2026-01-06T07:01", "Tue, Fri 20:00", 'least = "1h"', "2026-01-06T19:00"),
        ("2026-01-06T07:00", "Tue, Fri 20:00", 'least = "4d"', "2026-01-13T19:00"),
    ],
)
def test_a_deadline_falls_only_where_the_calendar_lets_it(opened: str, when: str, calendar: str, expected: str) -> None:
    assert due(opened, when, calendar) == expected


def test_kinds_of_phases_may_differ_and_grace_goes_by_the_calendar_too() -> None:
    file = read(
        '[deadlines]\nmovement = "Tue, Fri 20:00"\nretreat = "Mon-Fri 18:00"\ngrace = "1d"\n'
        '[calendar]\nweekdays = "Mon-Fri"\n'
    )
    assert file.deadlines == {"adjustment": 86400, "grace": 86400}
    assert set(file.calendar.clocks) == {"movement", "retreat"}
    clock = start_clock(
        Phase("S1901M", "movement", "Spring 1901"), utc("2026-01-07T12:00"), file.deadlines, file.calendar
    )
    # Friday at 20:00 in Paris; grace would end on Saturday, so it ends on Monday.
    assert (clock.deadline, clock.until) == (utc("2026-01-09T19:00"), utc("2026-01-12T19:00"))
    assert clock.reminders == (utc("2026-01-08T15:30"), utc("2026-01-08T19:00"))


def test_no_grace_stays_none_on_whatever_day_the_deadline_falls() -> None:
    file = read('[deadlines]\nmovement = "Sat 20:00"\ngrace = "0s"\n[calendar]\nweekdays = "Mon-Fri"\n')
    clock = start_clock(Phase("S1901M", "movement", ""), utc("2026-01-07T12:00"), file.deadlines, file.calendar)
    assert clock.deadline == clock.until == utc("2026-01-10T19:00")


@each_row(
    ("when", "calendar", "deadline", "lost", "expected"),
    [
        ("3d", "", "2026-01-08T18:00", 5 * HOUR, "2026-01-08T23:00"),
        ("3d", 'weekdays = "Mon-Fri"', "2026-01-09T18:00", 4 * HOUR, "2026-01-09T22:00"),
        ("3d", 'weekdays = "Mon-Fri"', "2026-01-09T18:00", 4 * HOUR + DAY, "2026-01-12T22:00"),
        ("3d", 'at = "20:00"', "2026-01-08T19:00", HOUR, "2026-01-09T19:00"),
        ("3d", 'holidays = ["2026-01-09"]', "2026-01-08T18:00", DAY, "2026-01-10T18:00"),
        ("Tue, Fri 20:00", "", "2026-01-06T19:00", 2 * HOUR, "2026-01-09T19:00"),
        ("Tue, Fri 20:00", "", "2026-01-06T19:00", 3 * DAY, "2026-01-09T19:00"),
        ("Tue, Fri 20:00", "", "2026-01-06T19:00", 3 * DAY + HOUR, "2026-01-13T19:00"),
        # Nothing lost, nothing moves: not even a deadline that the operator has put on a holiday.
        ("3d", 'holidays = ["2026-01-08"]', "2026-01-08T18:00", 0 * DAY, "2026-01-08T18:00"),
    ],
)
def test_a_deadline_given_time_back_is_so_much_later_and_then_at_the_first_allowed_time(
    when: str, calendar: str, deadline: str, lost: timedelta, expected: str
) -> None:
    file = read(f'[deadlines]\nmovement = "{when}"\n[calendar]\n{calendar}\n')
    assert shift(utc(deadline), lost, "movement", file.calendar) == utc(expected)


START = utc("2026-01-05T18:00")
CLOCK = Clock("S1901M", START, START + 3 * DAY, START + 4 * DAY, reminders=(START + 2 * DAY,), complete=START + HOUR)


def test_time_given_back_moves_all_that_was_to_come() -> None:
    given = given_back(CLOCK, 2 * HOUR, "movement", Calendar())
    assert (given.deadline, given.until) == (START + 3 * DAY + 2 * HOUR, START + 4 * DAY + 2 * HOUR)
    assert (given.complete, given.reminders) == (START + 3 * HOUR, (START + 2 * DAY + 2 * HOUR,))


def test_in_grace_its_end_moves_by_the_rule_for_grace() -> None:
    clock = msgspec.structs.replace(CLOCK, grace=True, reminders=())  # until Friday 18:00
    given = given_back(clock, DAY, "movement", Calendar(weekdays=(0, 1, 2, 3, 4)))
    assert (given.until, given.grace) == (START + 7 * DAY, True)
    assert given.deadline < given.until


def test_a_game_that_goes_on_after_a_pause_keeps_to_its_calendar() -> None:
    clock = msgspec.structs.replace(CLOCK, paused=START + DAY)
    goes = resumed(clock, START + 3 * DAY, "movement", Calendar(weekdays=(0, 1, 2, 3, 4)))
    # Two days back: the deadline would be Saturday, and is on Monday; the end of grace is a day behind it.
    assert (goes.deadline, goes.until) == (START + 7 * DAY, START + 8 * DAY)
    assert (goes.complete, goes.paused) == (START + 3 * DAY, None)


def test_the_shortest_phase_is_the_shortest_interval_or_what_a_phase_by_the_clock_lasts_at_least() -> None:
    file = read('[deadlines]\nmovement = "3d"\nretreat = "20:00"\nadjustment = "2d"\ngrace = "1h"\n')
    assert shortest(file.deadlines, file.calendar) == 12 * HOUR
    assert shortest({"movement": 60, "grace": 1}, Calendar()) == timedelta(minutes=1)


# -- for any calendar ------------------------------------------------------------------------------------------

ZONES = ("UTC", "Europe/Paris", "America/Santiago", "Australia/Lord_Howe", "Pacific/Auckland", "Asia/Kathmandu")
DAYS_OF_2026 = st.dates(date(2026, 1, 1), date(2027, 1, 31))
SPANS = st.lists(st.tuples(DAYS_OF_2026, st.integers(0, 40)).map(lambda s: (s[0], s[0] + s[1] * DAY)), max_size=5)
OPENED = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)).map(lambda t: t.replace(microsecond=0, tzinfo=UTC))
WEEKDAYS = st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days)))
CALENDARS = st.builds(
    Calendar, holidays=SPANS.map(tuple), weekdays=WEEKDAYS, at=st.none() | st.integers(0, 1439),
    zone=st.sampled_from(ZONES),
)  # fmt: skip


@given(OPENED, st.integers(1, 10 * 86400), CALENDARS)
def test_a_deadline_is_never_early_and_never_on_a_holiday(opened: datetime, seconds: int, calendar: Calendar) -> None:
    found = due_after(opened, "movement", {"movement": seconds}, calendar)
    assert found >= opened + timedelta(seconds=seconds)
    there = found.astimezone(ZoneInfo(calendar.zone))
    assert not any(first <= there.date() <= last for first, last in calendar.holidays)
    if not calendar.holidays and calendar.weekdays == tuple(range(7)) and calendar.at is None:
        assert found == opened + timedelta(seconds=seconds)


@given(OPENED, WEEKDAYS, st.integers(0, 1439), st.sampled_from(ZONES))
def test_between_a_phase_by_the_clock_and_its_deadline_lies_no_other_such_time(
    opened: datetime, days: tuple[int, ...], minute: int, zone: str
) -> None:
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    text = f"{', '.join(names[d] for d in days)} {minute // 60:02}:{minute % 60:02} {zone}"
    calendar = Calendar({"movement": read_weekly(text, "UTC")})
    found = due_after(opened, "movement", {}, calendar)
    at = opened + 12 * HOUR
    assert at <= found <= at + 8 * DAY
    while at < found:
        there = at.astimezone(ZoneInfo(zone))
        named = there.weekday() in days and there.hour * 60 + there.minute == minute and not there.second
        assert not named or there.replace(fold=1).astimezone(UTC) != at.astimezone(UTC)
        at = at.replace(second=0) + timedelta(minutes=1)


# -- reading ---------------------------------------------------------------------------------------------------


@each_row(
    ("text", "expected"),
    [
        ("Mon-Fri", (0, 1, 2, 3, 4)),
        ("Mon – Fri", (0, 1, 2, 3, 4)),
        ("Sat-Mon", (0, 5, 6)),
        ("tuesday, FRI.", (1, 4)),
        ("Tu Th", (1, 3)),
        ("Mon-Sun", (0, 1, 2, 3, 4, 5, 6)),
    ],
)
def test_days_are_read_however_they_are_written(text: str, expected: tuple[int, ...]) -> None:
    assert read_days(text) == expected


@pytest.mark.parametrize("text", ["Tue, Fri 20:00 Europe/Paris", "tue fri 20:00 paris", "Fri 20:00 Tue 20:00 Paris"])
def test_a_time_of_the_week_is_read_however_it_is_written(text: str) -> None:
    weekly = read_weekly(text, "UTC")
    assert (weekly.moments, weekly.zone) == (((1, 1200), (4, 1200)), "Europe/Paris")


@each_row(
    ("rest", "said"),
    [
        ('[deadlines]\nmovement = "Tue, Fri"', "line 6: deadlines.movement: days and a time of day are expected"),
        ('[deadlines]\nmovement = "Tue 25:00"', "line 6: deadlines.movement: '25:00' is no time of day"),
        ('[deadlines]\nmovement = "Tue 8:0"', "line 6: deadlines.movement: '8:0' is no time of day"),
        ('[deadlines]\nmovement = "Tux 20:00"', "line 6: deadlines.movement: 'Tux' is no day of the week"),
        ('[deadlines]\nretreat = "Tue 20:00 Europe/Pari"', "line 6: deadlines.retreat: there is no time zone "
         "'Europe/Pari'; Europe/Paris"),
        ('[deadlines]\nmovement = "3 days"', "line 6: deadlines.movement: expected a number with"),
        ('[deadlines]\nmovement = 3', "line 6: deadlines.movement: a duration is expected"),
        ('[deadlines]\nmovement = "0d"', "line 6: deadlines.movement: a phase needs more than no time"),
        ('[calendar]\nholiday = []', "line 6: calendar.holiday: no such key; there are holidays,"),
        ('[calendar]\nholidays = "2026-05-01"', "line 6: calendar.holidays: a list of at most 100"),
        ('[calendar]\nholidays = ["2026-02-29"]', "line 6: calendar.holidays: 2026-02-29: there is no such day"),
        ('[calendar]\nholidays = ["1 May"]', "line 6: calendar.holidays: '1 May': a day such as 2026-05-01"),
        ('[calendar]\nholidays = ["2026-05-02..2026-05-01"]', "line 6: calendar.holidays: 2026-05-02..2026-05-01: the "
         "first day is after the last"),
        ('[calendar]\nholidays = [7]', "line 6: calendar.holidays: a day such as 2026-05-01"),
        ('[calendar]\nholidays = ["0001-01-01"]', "line 6: calendar.holidays: 0001-01-01: years from 1970 to 2500"),
        ('[calendar]\nholidays = ["1970-01-01..2500-12-31"]', "line 6: calendar.holidays: they leave no day for"),
        ('[calendar]\nweekdays = ""', "line 6: calendar.weekdays: days such as Mon-Fri"),
        ('[calendar]\nweekdays = "Mon-Fry"', "line 6: calendar.weekdays: 'Fry' is no day of the week"),
        ('[calendar]\nat = "8pm"', "line 6: calendar.at: '8pm' is no time of day"),
        ('[calendar]\nat = 20', "line 6: calendar.at: a string is expected"),
        ('[calendar]\nzone = "Mars"', "line 6: calendar.zone: there is no time zone 'Mars'"),
        ('[calendar]\nleast = "0s"', "line 6: calendar.least: a phase needs more than no time"),
        ('[calendar]\nleast = "soon"', "line 6: calendar.least: expected a number with"),
        ('[calendar]\nabsence = "36h"', "line 6: calendar.absence: whole days are expected"),
        ('[calendar]\nextend = "no"', "line 6: calendar.extend: true or false is expected"),
        ('calendar = 3', "calendar"),
    ],
)  # fmt: skip
def test_a_fault_of_the_file_names_key_and_line(rest: str, said: str) -> None:
    with pytest.raises(GameFileError) as error:
        read(rest)
    assert said in str(error.value)


def test_holidays_on_every_monday_of_two_years_leave_no_time_for_a_deadline_on_mondays() -> None:
    mondays = [(date(2026, 1, 5) + 7 * n * DAY).isoformat() for n in range(100)]
    holidays = f"[calendar]\nholidays = {mondays}\n"
    assert read(f'[deadlines]\nmovement = "Mon, Tue 20:00"\n{holidays}').calendar.holidays
    with pytest.raises(
        GameFileError, match=r"line 8: calendar\.holidays: they leave no day for movement in more than 366"
    ):
        read(f'[deadlines]\nmovement = "Mon 20:00"\n{holidays}')


def test_a_gap_of_a_leap_year_is_the_longest_that_is_let_through() -> None:
    every_day = frozenset(range(7))
    year = (read_holiday("2028-01-01..2028-12-31"),)
    assert longest_gap(every_day, year) == LONGEST_GAP == 366
    assert longest_gap(every_day, (read_holiday("2028-01-01..2029-01-01"),)) > LONGEST_GAP
    assert longest_gap(frozenset(), ()) > LONGEST_GAP
    opened = utc("2027-12-31T18:00")
    found = due_after(opened, "movement", {"movement": 86400}, Calendar(holidays=year))
    assert found == utc("2029-01-01T18:00")


def test_a_calendar_without_any_day_ends_its_search() -> None:
    forever = Calendar(holidays=((date(1970, 1, 1), date(2500, 1, 1)),))
    assert due_after(START, "movement", {"movement": 3600}, forever) == START + HOUR


def test_a_game_of_before_the_calendar_has_none_and_its_intervals() -> None:
    clock = '{"phase":"S1901M","opened":"2026-01-05T18:00:00Z","deadline":"2026-01-08T18:00:00Z",'
    clock += '"until":"2026-01-09T18:00:00Z","grace":false,"complete":null,"reminders":[],"waiting":false,"letters":0}'
    found = msgspec.json.decode(clock, type=Clock)
    assert (found.asked, found.extended) == (False, False)
    assert msgspec.json.decode("{}", type=Calendar) == Calendar()


def test_a_calendar_is_the_same_after_it_was_written_and_read() -> None:
    file = read(f'[deadlines]\nmovement = "Tue, Fri 20:00"\n[calendar]\n{WINTER}\nat = "20:00"\nweekdays = "Mon-Fri"\n')
    assert msgspec.json.decode(msgspec.json.encode(file.calendar), type=Calendar) == file.calendar
    assert msgspec.convert(msgspec.to_builtins(file.calendar), Calendar) == file.calendar
