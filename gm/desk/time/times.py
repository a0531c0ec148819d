"""Times in words: in the reader's zone and in UTC, and how long until then."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from gm.rules.lines.words import count

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NEAR = timedelta(minutes=10)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def in_words(at: datetime, zone: str) -> str:
    """`Thu 8 Jan 19:00 Paris (18:00 UTC)`; the day is repeated if it differs in UTC."""
    utc = at.astimezone(UTC)
    local = at.astimezone(ZoneInfo(zone))
    if local.utcoffset() == timedelta(0) and zone in ("UTC", "Etc/UTC", "GMT"):
        return f"{_day(utc)} {_clock(utc)} UTC"
    city = zone.rsplit("/", 1)[-1].replace("_", " ")
    there = _clock(utc) if utc.date() == local.date() else f"{DAYS[utc.weekday()]} {_clock(utc)}"
    return f"{_day(local)} {_clock(local)} {city} ({there} UTC)"


def to_the_minute(at: datetime, now: datetime) -> datetime:
    """A time to come without its seconds, unless it is so near that they matter; anything else as it is."""
    return at.replace(second=0, microsecond=0) if at - now >= NEAR else at


def in_brief(at: datetime, zone: str) -> str:
    """`Thu 8 Jan 19:00`, for a subject: in the reader's zone, which the mail names."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{_day(local)} {_clock(local)}"


def day_of(at: datetime, zone: str) -> str:
    """The day of *at* in a zone, as 2026-01-08."""
    return at.astimezone(ZoneInfo(zone)).date().isoformat()


def short_day(day: date) -> str:
    """`1 Aug`, as commands have it."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def day_in_words(day: date) -> str:
    """`Sat 1 Aug 2026`."""
    return f"{_day(day)} {day.year}"


def _day(at: date) -> str:
    return f"{DAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]}"


def _clock(at: datetime) -> str:
    return f"{at:%H:%M:%S}" if at.second else f"{at:%H:%M}"


def how_soon(now: datetime, then: datetime) -> str:
    """`in 3 days`, `in 5 hours`, `in 20 minutes`, `now`."""
    seconds = int((then - now).total_seconds())
    for name, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        number = round(seconds / length)
        if number >= (2 if name == "day" else 1):
            return f"in {count(number, name)}"
    return "now" if seconds <= 0 else f"in {count(seconds, 'second')}"


def how_old(then: datetime, now: datetime) -> str:
    """The age of something in a few characters: `50s`, `20m`, `5h`, `3d`."""
    seconds = max(0, int((now - then).total_seconds()))
    for letter, length in (("d", 86400), ("h", 3600), ("m", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length}{letter}"
    return f"{seconds}s"
