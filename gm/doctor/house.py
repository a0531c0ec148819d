"""How many mails leave the house, and whether that is as many as its provider allows: for the operator alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec

from gm.config.loading import Limits
from gm.store.database import iso
from gm.store.facts import Facts

FACT = "mails sent"
LASTS = timedelta(days=1)  # for which the operator is told that a limit was reached


class Leaving(msgspec.Struct, frozen=True):
    """How many mails have left in an hour and a day of UTC, and when one of the limits was last reached."""

    hour: datetime
    in_hour: int
    day: datetime
    in_day: int
    reached: datetime | None = None


def note_sent(facts: Facts, limits: Limits, count: int, now: datetime) -> None:
    """Note that so many mails have left. Runs inside a transaction."""
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    day = hour.replace(hour=0)
    last = facts.recall(FACT, Leaving)
    in_hour = count + (last.in_hour if last is not None and last.hour == hour else 0)
    in_day = count + (last.in_day if last is not None and last.day == day else 0)
    full = in_hour >= limits.mails_per_hour or in_day >= limits.mails_per_day
    reached = now if full else last.reached if last is not None else None
    facts.keep(FACT, {
        "hour": iso(hour), "in_hour": in_hour, "day": iso(day), "in_day": in_day,
        "reached": iso(reached) if reached else None,
    })  # fmt: skip


def reached(facts: Facts, now: datetime) -> datetime | None:
    """When a limit of the house was last reached, None if not within a day."""
    last = facts.recall(FACT, Leaving)
    when = last.reached if last is not None else None
    return when if when is not None and now - when < LASTS else None


def sent_now(facts: Facts, now: datetime) -> tuple[int, int]:
    """How many mails have left in this hour and on this day."""
    last = facts.recall(FACT, Leaving)
    if last is None:
        return 0, 0
    in_hour = last.in_hour if now - last.hour < timedelta(hours=1) else 0
    return in_hour, last.in_day if now - last.day < timedelta(days=1) else 0
