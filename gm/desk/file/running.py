"""What game.toml says of late players and of games that stand still: checked against its rules and its pace."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from msgspec import UNSET

from gm.config.durations import parse_duration
from gm.desk.file.fields import Fields
from gm.rules.registration import Ruleset
from gm.rules.ruleset import Pace

MOST_MISSED = 100
LEAST_YEARS, MOST_YEARS = 2, 100
MOST_TIME = timedelta(days=14)  # for whoever takes over
SOONEST = timedelta(hours=1)  # between two mails to everybody


def check_running(fields: Fields, rules: Ruleset, pace: Pace) -> None:
    """Raise GameFileError if a key says something that means nothing in this game."""
    wrong = (*_late_notice(pace), *_dismiss_after(rules, pace), *_draw_after(rules, pace), *_takeover(rules, pace))
    for key, why in wrong:
        raise fields.fault("clock" if key in fields.table("clock") else "options", key, why)


def _late_notice(pace: Pace) -> Iterator[tuple[str, str]]:
    if pace.late_notice is UNSET:
        return
    if pace.nmr != "wait":
        yield "late_notice", 'it is for games that wait for what is missing: nmr = "wait"'
    if parse_duration(pace.late_notice) < SOONEST:
        yield "late_notice", "at least 1h: everybody gets a mail each time"


def _dismiss_after(rules: Ruleset, pace: Pace) -> Iterator[tuple[str, str]]:
    if pace.dismiss_after is UNSET:
        return
    if rules.card.live:
        yield "dismiss_after", "in this game what is owed has times of its own"
    if not 0 <= pace.dismiss_after <= MOST_MISSED:
        yield "dismiss_after", f"a number from 0 to {MOST_MISSED} is expected"


def _takeover(rules: Ruleset, pace: Pace) -> Iterator[tuple[str, str]]:
    if pace.takeover is UNSET:
        return
    if rules.card.live:
        yield "takeover", "in this game what is owed has times of its own"
    if pace.commit:
        yield "takeover", "with commit the window behind the deadline always has its length"
    if not timedelta(0) < parse_duration(pace.takeover) <= MOST_TIME:
        yield "takeover", f"more than nothing is expected, and at most {MOST_TIME.days}d"


def _draw_after(rules: Ruleset, pace: Pace) -> Iterator[tuple[str, str]]:
    if pace.draw_after is UNSET:
        return
    if not rules.years:
        yield "draw_after", "this game has no years in which what everybody sees changes hands"
    if not LEAST_YEARS <= pace.draw_after <= MOST_YEARS:
        yield "draw_after", f"a number from {LEAST_YEARS} to {MOST_YEARS} is expected: everybody is told a year before"
