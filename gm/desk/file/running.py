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
SOONEST = timedelta(hours=1)  # between two mails to everybody


def check_running(fields: Fields, rules: Ruleset, pace: Pace) -> None:
    """Raise GameFileError if a key says something that means nothing in this game."""
    for key, why in (*_late_notice(pace), *_dismiss_after(rules, pace), *_draw_after(rules, pace)):
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


def _draw_after(rules: Ruleset, pace: Pace) -> Iterator[tuple[str, str]]:
    if pace.draw_after is UNSET:
        return
    if not rules.years:
        yield "draw_after", "this game has no years in which what everybody sees changes hands"
    if not LEAST_YEARS <= pace.draw_after <= MOST_YEARS:
        yield "draw_after", f"a number from {LEAST_YEARS} to {MOST_YEARS} is expected: everybody is told a year before"
