"""When deadlines fall, as game.toml says in its tables [deadlines] and [calendar]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import TypeVar

from gm.desk.file.fields import Fields
from gm.desk.time.schedule import LONGEST_GAP, Calendar, Weekly, longest_gap
from gm.desk.time.schedule_text import read_clock, read_days, read_holiday, read_weekly

KEYS = ("holidays", "weekdays", "at", "zone", "least", "absence", "extend")
MOST_HOLIDAYS = 100
Value = TypeVar("Value")


def read_deadlines(fields: Fields, defaults: Mapping[str, str], zone: str) -> tuple[dict[str, int], dict[str, Weekly]]:
    """The intervals in seconds and the deadlines by the clock (in *zone* if they name none), each by kind of phase.

    defaults: for the kinds that the file does not name, including grace.
    """
    given = fields.table("deadlines")
    known = tuple(defaults)
    for key in given:
        if key not in known:
            raise fields.unknown("deadlines", key, "kind of phase", known)
    wanted = {**defaults, **given}
    weekly = partial(read_weekly, zone=zone)
    clocks = {key: _read(fields, "deadlines", key, weekly) for key, value in wanted.items() if _is_weekly(value)}
    intervals = {key: value for key, value in wanted.items() if key not in clocks}
    found = {key: int(fields.duration("deadlines", key, value).total_seconds()) for key, value in intervals.items()}
    for key in known:
        if key != "grace" and found.get(key) == 0:
            raise fields.fault("deadlines", key, "a phase needs more than no time")
    return found, clocks


def _is_weekly(value: object) -> bool:
    return isinstance(value, str) and (":" in value or value.strip()[:1].isalpha())


def _read(fields: Fields, table: str, key: str, read: Callable[[str], Value], default: str | None = None) -> Value:
    """What *read* makes of a text in the file; its ValueError becomes a fault of that key."""
    text = fields.text(table, key, default)
    try:
        return read(text)
    except ValueError as error:
        raise fields.fault(table, key, str(error)) from None


def read_calendar(fields: Fields, clocks: dict[str, Weekly], zone: str) -> Calendar:
    """Read the table [calendar]. *clocks*: the deadlines by the clock; *zone*: the game's time zone."""
    given = fields.table("calendar")
    for key in given:
        if key not in KEYS:
            raise fields.unknown("calendar", key, "key", KEYS)
    extend = given.get("extend", True)
    if not isinstance(extend, bool):
        raise fields.fault("calendar", "extend", "true or false is expected")
    made = Calendar(
        clocks, _holidays(fields), _read(fields, "calendar", "weekdays", read=read_days, default="Mon-Sun"),
        at=_read(fields, "calendar", "at", read=read_clock, default="00:00") if "at" in given else None,
        zone=fields.zone("calendar", "zone", fields.text("calendar", "zone", zone)), least=_least(fields),
        absence=_absence(fields), extend=extend,
    )  # fmt: skip
    _check_gaps(fields, made)
    return made


def _least(fields: Fields) -> int:
    least = fields.duration("calendar", "least", fields.table("calendar").get("least", "12h"))
    if not least:
        raise fields.fault("calendar", "least", "a phase needs more than no time")
    return int(least.total_seconds())


def _absence(fields: Fields) -> int:
    absence = fields.duration("calendar", "absence", fields.table("calendar").get("absence", "14d"))
    if absence % timedelta(days=1):
        raise fields.fault("calendar", "absence", "whole days are expected, such as 14d, or 0d for none")
    return absence.days


def _holidays(fields: Fields) -> tuple[tuple[date, date], ...]:
    given = fields.table("calendar").get("holidays", [])
    if not isinstance(given, list) or len(given) > MOST_HOLIDAYS:
        raise fields.fault("calendar", "holidays", f"a list of at most {MOST_HOLIDAYS} days or spans is expected")
    try:
        return tuple(sorted(read_holiday(one) for one in given))
    except ValueError as error:
        raise fields.fault("calendar", "holidays", str(error)) from None


def _check_gaps(fields: Fields, calendar: Calendar) -> None:
    """Raise GameFileError unless there is always a day soon on which a deadline may fall."""
    days = {kind: frozenset(day for day, _ in weekly.moments) for kind, weekly in calendar.clocks.items()}
    for kind, found in {**days, "a deadline by interval": frozenset(calendar.weekdays)}.items():
        if longest_gap(found, calendar.holidays) > LONGEST_GAP:
            said = f"they leave no day for {kind} in more than {LONGEST_GAP} days"
            raise fields.fault("calendar", "holidays", said)
