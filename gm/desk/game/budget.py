"""How much a game lets each player say, and how many may watch. A player's budget hangs on their own letters alone.

What counts is how many readers a player's messages reach, in a full hour and in a day of UTC. Moves, deals and answers
are no messages and never count.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Budget(msgspec.Struct, frozen=True):
    """How many readers the messages of one player reach at most in an hour and in a day, and how many may watch."""

    per_hour: int = 300
    per_day: int = 1_500
    watchers: int = 30


class Sent(msgspec.Struct, frozen=True):
    """How many readers a player's messages have reached in the hour and the day of the last one, which began then."""

    hour: datetime | None = None
    in_hour: int = 0
    day: datetime | None = None
    in_day: int = 0


def now_sent(sent: Sent, at: datetime) -> Sent:
    """What was sent in the hour and the day of *at*."""
    hour = at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    day = hour.replace(hour=0)
    return Sent(hour, sent.in_hour if sent.hour == hour else 0, day, sent.in_day if sent.day == day else 0)


def with_more(sent: Sent, readers: int, at: datetime) -> Sent:
    """The same with a message to so many readers."""
    now = now_sent(sent, at)
    return Sent(now.hour, now.in_hour + readers, now.day, now.in_day + readers)


class Full(NamedTuple):
    """A budget without room for a message: how much it has, in an hour or in a day, and when there is room again."""

    most: int
    in_day: bool
    again: datetime


def fullness(budget: Budget, sent: Sent, readers: int, at: datetime) -> Full | None:
    """Whether there is no room for a message to so many readers; None if there is.

    The first message of an hour or a day has room, however many read it.
    """
    now = now_sent(sent, at)
    assert now.hour is not None and now.day is not None
    if now.in_day and now.in_day + readers > budget.per_day:
        return Full(budget.per_day, True, now.day + DAY)
    if now.in_hour and now.in_hour + readers > budget.per_hour:
        return Full(budget.per_hour, False, now.hour + HOUR)
    return None
