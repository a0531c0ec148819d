"""Times as the operator writes them: new deadlines, as a change (+1d) or a time (Fri 20:00), and past times.

Nothing here reads the clock: callers pass the time.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from gm.config.durations import parse_duration
from gm.desk.time.times import DAYS

A_TIME = 'a time such as 2026-02-01T18:00Z or "Fri 20:00"'
EXPECTED = f"expected a change such as +1d or -12h, or {A_TIME}"
OF_DAY = re.compile(r"(?:(?P<day>[A-Za-z]{3,9}),?\s+)?(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s+(?P<zone>\S+))?")
CHANGE = re.compile(r"\d+\s*[mhdw]", re.IGNORECASE)  # a change without its sign
MOST_SECONDS = 10**9  # in a change: about thirty years


def change_of(text: str, deadline: datetime, at: datetime, zone: str) -> str:
    """The change of *deadline* that *text* asks for at time *at*, such as +90s or -12h.

    A time without a zone is in *zone*; a day of the week means the next one. Raises ValueError.
    """
    if text[:1] in ("+", "-"):
        if parse_duration(text[1:]).total_seconds() >= MOST_SECONDS:
            raise ValueError("that is more than thirty years away")
        return text
    seconds = int((read_time(text, at, zone) - deadline).total_seconds())
    if seconds == 0:
        raise ValueError("the deadline is at that time already")
    if abs(seconds) >= MOST_SECONDS:
        raise ValueError("that is more than thirty years away")
    return f"{seconds:+d}s"


def read_time(text: str, at: datetime, zone: str) -> datetime:
    """The time that *text* names, in UTC; a time of day means the next one. Raises ValueError."""
    words = text.strip()
    near = f"; did you mean +{words}?" if CHANGE.fullmatch(words) else ""
    match = OF_DAY.fullmatch(words)
    return _of_day(match, at, zone, 1) if match is not None else _of_calendar(words, zone, f"{EXPECTED}{near}")


def past_time(text: str, at: datetime, zone: str) -> datetime:
    """The past time that *text* names, in UTC; a time of day means the last one. Raises ValueError."""
    words = text.strip()
    match = OF_DAY.fullmatch(words)
    found = _of_day(match, at, zone, -1) if match is not None else _of_calendar(words, zone, f"expected {A_TIME}")
    if found > at:
        raise ValueError("that time has not come yet")
    return found


def _of_calendar(words: str, zone: str, expected: str) -> datetime:
    """The time that a date and time of day name, in UTC. Raises ValueError, which says what was *expected*."""
    try:
        found = datetime.fromisoformat(words)
    except ValueError:
        raise ValueError(expected) from None
    if len(words) <= len("2026-02-01"):
        raise ValueError(f"{words} has no time of day; {expected}")
    try:
        return found.astimezone(UTC) if found.tzinfo else _utc(found, ZoneInfo(zone))
    except OverflowError:
        raise ValueError("that leads beyond all calendars") from None


def _of_day(match: re.Match[str], at: datetime, zone: str, way: int) -> datetime:
    """The next time after *at*, or (*way* -1) the last one up to it, when a clock shows what *match* says."""
    there = _zone(match["zone"] or zone)
    try:
        clock = time(int(match["hour"]), int(match["minute"]))
    except ValueError:
        raise ValueError(f"a day has no {match['hour']}:{match['minute']}") from None
    today = at.astimezone(there).date()
    period = 7 if match["day"] else 1
    first = way * ((way * (_weekday(match["day"]) - today.weekday())) % 7) if match["day"] else 0
    found = _at(today + timedelta(days=first), clock, there)
    if (found > at) == (way > 0):
        return found
    return _at(today + timedelta(days=first + way * period), clock, there)


def _at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    return _utc(datetime.combine(day, clock), zone)


def _utc(there: datetime, zone: ZoneInfo) -> datetime:
    """A local time in UTC; if it occurs twice the second one, as for every deadline."""
    return max(there.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"there is no time zone {name}; one is Europe/Paris") from None


def _weekday(word: str) -> int:
    """The number of a day of the week, from its first three letters; Monday is 0."""
    short = word[:3].capitalize()
    if short not in DAYS:
        raise ValueError(f"there is no day {word}; there are {', '.join(DAYS)}")
    return DAYS.index(short)
