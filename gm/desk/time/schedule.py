"""When deadlines fall: by an interval or by the clock, skipping holidays. Pure arithmetic on aware times.

It knows kinds of phases only by name, and neither games nor mails. A local time skipped by a change of the clocks
is moved later by as much as the clocks jump; of a local time that comes twice, the second counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

DAY = timedelta(days=1)
WEEK = tuple(range(7))  # Monday is 0
LONGEST_GAP = 366  # days in a row without a possible deadline; more is refused when a game is read
SEARCH = LONGEST_GAP + 14  # most days that a search goes through


class Weekly(msgspec.Struct, frozen=True):
    """Moments in each week: (day of the week, Monday is 0; minute of the day), in a time zone."""

    moments: tuple[tuple[int, int], ...]
    zone: str


class Calendar(msgspec.Struct, frozen=True):
    """What a game says about its deadlines besides their intervals.

    clocks: by kind of phase (including grace), for those that end by the clock. holidays: first and last day of each,
    in the zone of the deadline concerned. weekdays and at (minute of the day, None for any): where a deadline by
    interval may fall, in *zone*. least: the fewest seconds that a phase by the clock lasts. absence: for how many days
    in all a player may be absent, 0 for none. extend: whether players may vote for more time.
    """

    clocks: dict[str, Weekly] = {}
    holidays: tuple[tuple[date, date], ...] = ()
    weekdays: tuple[int, ...] = WEEK
    at: int | None = None
    zone: str = "UTC"
    least: int = 12 * 3600
    absence: int = 14
    extend: bool = True


def due_after(opened: datetime, kind: str, deadlines: Mapping[str, int], calendar: Calendar) -> datetime:
    """When a phase of this kind that opens at *opened* is due; for "grace", when grace that begins then ends.

    deadlines: the intervals in seconds, by kind. An interval of zero (of grace) stays zero.
    """
    if kind in calendar.clocks:
        return _allowed(opened + timedelta(seconds=calendar.least), kind, calendar)
    if deadlines[kind] == 0:
        return opened
    return _allowed(opened + timedelta(seconds=deadlines[kind]), kind, calendar)


def shift(deadline: datetime, lost: timedelta, kind: str, calendar: Calendar) -> datetime:
    """The deadline when *lost* is given back: the first time from *deadline* + *lost* on at which it may fall."""
    return _allowed(deadline + lost, kind, calendar) if lost else deadline


def first_from(earliest: datetime, deadline: datetime, kind: str, calendar: Calendar) -> datetime:
    """The deadline moved so as not to fall before *earliest*; one by interval keeps its time of day."""
    if kind in calendar.clocks or calendar.at is not None:
        return _allowed(earliest, kind, calendar)
    return _first(earliest, calendar.zone, _same_time(deadline, calendar), calendar)


def shortest(deadlines: Mapping[str, int], calendar: Calendar) -> timedelta:
    """The shortest that a phase may be; grace does not count."""
    intervals = [seconds for kind, seconds in deadlines.items() if kind != "grace"]
    clocks = [calendar.least for kind in calendar.clocks if kind != "grace"]
    return timedelta(seconds=min(intervals + clocks))


def longest_gap(days: frozenset[int], holidays: tuple[tuple[date, date], ...]) -> int:
    """The most days in a row, counted from a holiday's start, that are holidays or not in *days*; at most 367."""
    return max((_gap(first, days, holidays) for first, _ in holidays), default=0 if days else LONGEST_GAP + 1)


def _gap(first: date, days: frozenset[int], holidays: tuple[tuple[date, date], ...]) -> int:
    for count in range(LONGEST_GAP + 1):
        day = first + count * DAY
        if day.weekday() in days and not _is_holiday(day, holidays):
            return count
    return LONGEST_GAP + 1


def _is_holiday(day: date, holidays: tuple[tuple[date, date], ...]) -> bool:
    return any(first <= day <= last for first, last in holidays)


def _allowed(earliest: datetime, kind: str, calendar: Calendar) -> datetime:
    """The first time from *earliest* on at which a deadline of this kind may fall, in UTC."""
    weekly = calendar.clocks.get(kind)
    if weekly is not None:
        return _first(earliest, weekly.zone, _clocks(weekly.moments), calendar)
    if calendar.at is not None:
        moments = tuple((day, calendar.at) for day in calendar.weekdays)
        return _first(earliest, calendar.zone, _clocks(moments), calendar)
    local = earliest.astimezone(ZoneInfo(calendar.zone))
    if _may_fall(local.date(), calendar):
        return earliest
    return _first(earliest, calendar.zone, _same_time(earliest, calendar), calendar)


def _same_time(at: datetime, calendar: Calendar) -> tuple[tuple[int, time], ...]:
    """The time of day of *at* on every weekday on which a deadline by interval may fall."""
    clock = at.astimezone(ZoneInfo(calendar.zone)).time()
    return tuple((day, clock) for day in calendar.weekdays)


def _may_fall(day: date, calendar: Calendar) -> bool:
    return day.weekday() in calendar.weekdays and not _is_holiday(day, calendar.holidays)


def _clocks(moments: tuple[tuple[int, int], ...]) -> tuple[tuple[int, time], ...]:
    return tuple((day, time(minute // 60, minute % 60)) for day, minute in moments)


def _first(earliest: datetime, zone: str, moments: tuple[tuple[int, time], ...], calendar: Calendar) -> datetime:
    """The first of the weekly moments from *earliest* on that is not on a holiday; *earliest* if none is near."""
    there = ZoneInfo(zone)
    # Start a day early: the clocks may jump over midnight and carry a moment with them.
    day = earliest.astimezone(there).date() - DAY
    for _ in range(SEARCH):
        # Two days at a time: a change of the clocks may also swap two moments.
        both = [*_on(day, moments, there), *_on(day + DAY, moments, there)]
        found = [at for at in both if at >= earliest and not _on_holiday(at, there, calendar)]
        if found:
            return min(found)
        day += DAY
    return earliest


def _on(day: date, moments: tuple[tuple[int, time], ...], zone: ZoneInfo) -> Iterator[datetime]:
    return (settled(day, clock, zone) for weekday, clock in moments if weekday == day.weekday())


def _on_holiday(at: datetime, zone: ZoneInfo, calendar: Calendar) -> bool:
    return _is_holiday(at.astimezone(zone).date(), calendar.holidays)


def settled(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """A local time in UTC: if skipped, later by as much as the clocks jump; if it comes twice, the second."""
    first = datetime.combine(day, clock.replace(tzinfo=None, fold=0), zone)
    there_and_back = first.astimezone(UTC).astimezone(zone)
    if there_and_back.replace(tzinfo=None) != first.replace(tzinfo=None):
        return first.astimezone(UTC)
    return first.replace(fold=1).astimezone(UTC)
