"""Days as players write them: `FROM 1 Aug TO 10 Aug`, `2026-08-01 - 2026-08-10`, `1.8. to 10.8.`, `Aug 1-10`.

It reads text, and knows neither games nor clocks: it is told what day today is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

import msgspec

from gm.config.durations import parse_duration
from gm.desk.notices.phrases import phrase

MONTHS = (
    "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER",
    "DECEMBER",
)  # fmt: skip
TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d\d?-\d\d?)(?!\d)|(?P<dotted>\d\d?\.\s?\d\d?(?!\d)(?:\.\s?(?:\d{4})?)?)|(?P<year>\d{4})(?!\d)"
    r"|(?P<day>\d\d?)(?:st|nd|rd|th|\.(?!\.))?(?![\w])|(?P<to>\.\.+|[-–—]|(?:to|until|till|through|thru)\b)"
    r"|(?P<free>,|(?:from|on)\b)|(?P<relative>(?:today|tomorrow)\b)|(?P<month>[a-z]+)\.?|(?P<other>\S+)",
    re.IGNORECASE,
)
LENGTH = re.compile(r"(?:(?:by|for)\s+)?([0-9]{1,4})\s*(minutes?|hours?|days?|weeks?|[mhdw])", re.IGNORECASE)
BETWEEN = re.compile(r"(?<=[a-z])(?:\s*,(?:\s*and\b)?|\s+and\b|\s)\s*(?=\d)", re.IGNORECASE)  # two lengths
FAR = 50  # how many years ahead a day may be
HALF_A_YEAR = timedelta(days=183)  # days without a year that are farther apart are in the wrong order


class UnreadDate(ValueError):
    """Words that do not name days. found: those words, for the column."""

    def __init__(self, said: str, found: str) -> None:
        super().__init__(said)
        self.found = found


class _Named(msgspec.Struct):
    """A day as it was named; parts may be missing. text: as written."""

    text: str = ""
    day: int = 0
    month: int = 0
    year: int = 0

    def dated(self, year: int) -> date | None:
        """The day in that year; None if the year does not have it."""
        try:
            return date(year, self.month, self.day)
        except ValueError:
            return None

    def near(self, today: date, step: int) -> date:
        """The day itself or, without a year, the next one from *today* (step 1) or the last one up to it (-1)."""
        years = [self.year] if self.year else [today.year + step * n for n in range(9)]
        dated = [day for year in years if (day := self.dated(year))]
        found = next((day for day in dated if self.year or (day - today).days * step >= 0), None)
        if found is None or found.year > today.year + FAR:
            raise UnreadDate(phrase("fault.no-day", day=self.text), self.text)
        return found


def may_be_days(text: str) -> bool:
    """Whether *text* can name days at all: a sentence that begins like a command usually does not."""
    return any(token.lastgroup in ("iso", "dotted", "day", "relative") for token in TOKEN.finditer(text))


def read_length(text: str) -> timedelta | None:
    """`2d`, `2 days`, `by 36 hours` as a length of time; None for anything else."""
    found = LENGTH.fullmatch(text.strip(" .:,"))
    return parse_duration(found[1] + found[2][0]) if found else None


def read_lengths(text: str) -> list[timedelta]:
    """Lengths of time one after another, as in `2d 6h` or `2 days, 6 hours and 1h`; [] if anything else is there."""
    found = [read_length(part) for part in BETWEEN.split(text.strip(" .:,"))]
    return [one for one in found if one is not None] if None not in found else []


def read_span(text: str, today: date) -> tuple[date, date]:
    """Read the first and the last day, *today* at the earliest. A single day is both; `TO 10 Aug` begins today.

    A day without a year is the next such day; the first may already be past if the last is not. Raises UnreadDate.
    """
    sides = _sides(text)
    named = [_named(side, today) for side in sides if side]
    if not named or len(sides) > 2 or not sides[-1]:
        raise UnreadDate(phrase("fault.days"), text.strip())
    if len(named) == 2:
        _share(named[0], named[1])
    if not all(one.month for one in named):
        raise UnreadDate(phrase("fault.days"), text.strip())
    last = named[-1].near(today, 1)
    first = named[0].near(last, -1) if len(named) == 2 else today if len(sides) == 2 else last
    if last < today:
        raise UnreadDate(phrase("fault.past"), named[-1].text)
    if first > last or (len(named) == 2 and not named[0].year and last - first > HALF_A_YEAR):
        raise UnreadDate(phrase("fault.backwards"), named[0].text)
    return max(first, today), last


def _sides(text: str) -> list[list[re.Match[str]]]:
    """The tokens on each side of TO; a single side if there is no TO."""
    sides: list[list[re.Match[str]]] = [[]]
    for token in TOKEN.finditer(text):
        if token.lastgroup == "to":
            sides.append([])
        elif token.lastgroup != "free":
            sides[-1].append(token)
    return sides


def _named(side: Sequence[re.Match[str]], today: date) -> _Named:
    """The day that these words name, or the parts of it that they name."""
    named = _Named(" ".join(token[0] for token in side))
    for token in side:
        for part, value in _parts(token, today).items():
            if getattr(named, part):
                raise UnreadDate(phrase("fault.days"), token[0])
            setattr(named, part, value)
    if not named.day:
        raise UnreadDate(phrase("fault.days"), named.text)
    return named


def _parts(token: re.Match[str], today: date) -> dict[str, int]:
    """The parts of a day that one word names."""
    text = token[0]
    match token.lastgroup:
        case "iso":
            return dict(zip(("year", "month", "day"), map(int, text.split("-")), strict=True))
        case "dotted":
            return dict(zip(("day", "month", "year"), map(int, re.findall(r"\d+", text)), strict=False))
        case "year" | "day" as part:
            return {part: int(re.findall(r"\d+", text)[0])}
        case "relative":
            day = today + timedelta(days=text.lower() == "tomorrow")
            return {"day": day.day, "month": day.month, "year": day.year}
        case "month":
            return {"month": _month(text)}
    raise UnreadDate(phrase("fault.days"), text)


def _month(text: str) -> int:
    word = text.rstrip(".").upper()
    for number, name in enumerate(MONTHS, 1):
        if len(word) >= 3 and (name.startswith(word) or (word == "SEPT" and number == 9)):
            return number
    raise UnreadDate(phrase("fault.days"), text)


def _share(first: _Named, last: _Named) -> None:
    """`1-10 Aug 2026`: fill in what one side leaves out from the other, but a year only from the second."""
    first.month = first.month or last.month
    last.month = last.month or first.month
    if last.year and not first.year and (first.month, first.day) <= (last.month, last.day):
        first.year = last.year
