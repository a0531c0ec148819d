"""Parsing the texts in game.toml that say when deadlines fall. A ValueError says what is wrong.

`Tue, Fri 20:00 Europe/Paris`, `Mon-Fri`, `20:00`, `2026-12-24..2027-01-02`.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from gm.desk.time.schedule import WEEK, Weekly
from gm.desk.time.times import DAYS
from gm.desk.time.zones import find_zone, near_zones

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
LOOKS_LIKE_CLOCK = re.compile(r"[0-9]+:[0-9]*")
RANGE = re.compile(r"\s*[-–]\s*")
EXPECTED_DAYS = f"days such as Mon-Fri or {DAYS[1]}, {DAYS[4]} are expected"
EXPECTED_CLOCK = "a time of day from 00:00 to 23:59 is expected, such as 20:00"
EXPECTED_HOLIDAY = "a day such as 2026-05-01 is expected, or the first and the last such as 2026-12-24..2027-01-02"
FIRST_YEAR, LAST_YEAR = 1970, 2500


def read_weekly(text: str, zone: str) -> Weekly:
    """`Tue, Fri 20:00 Europe/Paris`: days, their time of day, and a zone if it is not *zone*.

    Without days, every day is meant; there may be several times and several groups. Raises ValueError.
    """
    words = [word for word in re.split(r"[\s,]+", RANGE.sub("-", text.strip())) if word]
    days: list[int] = []
    moments: set[tuple[int, int]] = set()
    timed = False  # whether the days named last have a time
    for number, word in enumerate(words):
        if LOOKS_LIKE_CLOCK.fullmatch(word):
            minute = read_clock(word)
            moments |= {(day, minute) for day in (days or WEEK)}
            timed = True
        elif timed and not _is_day(word):
            return Weekly(tuple(sorted(moments)), read_zone(" ".join(words[number:])))
        else:
            days = [*([] if timed else days), *read_days(word)]
            timed = False
    if not timed:
        raise ValueError("days and a time of day are expected, such as Tue, Fri 20:00")
    return Weekly(tuple(sorted(moments)), zone)


def read_days(text: str) -> tuple[int, ...]:
    """`Mon-Fri`, `Tue, Fri`, `Sat-Mon`: days of the week in order, Monday 0. Raises ValueError."""
    found: set[int] = set()
    words = [word for word in re.split(r"[\s,]+", RANGE.sub("-", text.strip())) if word]
    for word in words:
        first, _, last = word.partition("-")
        begin, end = _day(first), _day(last or first)
        found |= {(begin + n) % 7 for n in range((end - begin) % 7 + 1)}
    if not found:
        raise ValueError(EXPECTED_DAYS)
    return tuple(sorted(found))


def _is_day(word: str) -> bool:
    try:
        read_days(word)
    except ValueError:
        return False
    return True


def _day(word: str) -> int:
    short = word.rstrip(".").upper()
    for number, name in enumerate(DAY_NAMES):
        if len(short) >= 2 and name.upper().startswith(short):
            return number
    raise ValueError(f"{word!r} is no day of the week: {EXPECTED_DAYS}")


def read_clock(text: str) -> int:
    """`20:00` as the minute of the day. Raises ValueError."""
    match = CLOCK.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no time of day: {EXPECTED_CLOCK}")
    return int(match[1]) * 60 + int(match[2])


def read_zone(text: str) -> str:
    """A time zone, by name or by its city alone. Raises ValueError."""
    zone = find_zone(text)
    if not zone:
        near = near_zones(text)
        raise ValueError(f"there is no time zone {text!r}; {' or '.join(near) if near else 'one is Europe/Paris'}")
    return zone


def read_holiday(found: object) -> tuple[date, date]:
    """`2026-05-01`, `2026-12-24..2027-01-02` or a TOML date as (first day, last day). Raises ValueError."""
    if isinstance(found, date) and not isinstance(found, datetime):
        first = last = found
    elif isinstance(found, str):
        begin, _, end = found.partition("..")
        first, last = _date(begin), _date(end or begin)
    else:
        raise ValueError(EXPECTED_HOLIDAY)
    if first > last:
        raise ValueError(f"{found}: the first day is after the last")
    if first.year < FIRST_YEAR or last.year > LAST_YEAR:
        raise ValueError(f"{found}: years from {FIRST_YEAR} to {LAST_YEAR} are expected")
    return first, last


def _date(text: str) -> date:
    if not re.fullmatch(r"\s*\d{4}-\d\d-\d\d\s*", text, re.ASCII):
        raise ValueError(f"{text!r}: {EXPECTED_HOLIDAY}")
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"{text.strip()}: there is no such day") from None
