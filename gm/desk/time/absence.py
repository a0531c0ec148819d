"""Days on which a player is away, and their effect on a deadline. Pure arithmetic, without seats or games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec

from gm.desk.time.schedule import DAY, Calendar, first_from, settled

REST = timedelta(hours=12)  # after the last day: nothing is due at the midnight of a player's return


class Absence(msgspec.Struct, frozen=True):
    """Whole days, first and last, in the zone that the player had when they announced them.

    moved: it has moved a deadline, so its days are used up even if the player returns early. over: they are back.
    """

    first: date
    last: date
    zone: str
    moved: bool = False
    over: bool = False

    def spoils(self, deadline: datetime) -> bool:
        """Whether a deadline falls within the absence or less than REST after it."""
        return not self.over and settled(self.first, time(0), ZoneInfo(self.zone)) < deadline < self.back()

    def ends(self) -> tuple[datetime, datetime]:
        """When it begins and ends: midnights in its zone; the same time twice if it does not count."""
        zone = ZoneInfo(self.zone)
        begins = settled(self.first, time(0), zone)
        return begins, begins if self.over else settled(self.last + DAY, time(0), zone)

    def covers(self, at: datetime) -> bool:
        """Whether the player is away at *at*."""
        begins, over = self.ends()
        return begins <= at < over

    def back(self) -> datetime:
        """The earliest time at which a deadline may fall again."""
        return settled(self.last + DAY, time(0), ZoneInfo(self.zone)) + REST


def beyond(deadline: datetime, absences: Iterable[Absence], kind: str, calendar: Calendar) -> datetime:
    """The deadline, or the first time after all these absences at which it may fall."""
    left = list(absences)
    while found := next((one for one in left if one.spoils(deadline)), None):
        deadline = first_from(found.back(), deadline, kind, calendar)
        left.remove(found)  # each is used at most once, so this ends
    return deadline


def count_days(absences: Iterable[Absence]) -> int:
    """The number of days in these absences, none counted twice."""
    return len({one.first + n * DAY for one in absences for n in range((one.last - one.first).days + 1)})


def used(absences: Iterable[Absence], deadline: datetime) -> tuple[Absence, ...]:
    """The absences, with those that moved *deadline* marked."""
    return tuple(msgspec.structs.replace(one, moved=True) if one.spoils(deadline) else one for one in absences)


def cut_short(absences: Sequence[Absence], today: date) -> tuple[Absence, ...]:
    """The absences of a player who is back *today*. Days that are past or have moved a deadline are used and count."""
    back = (
        msgspec.structs.replace(one, over=True)
        if one.moved
        else msgspec.structs.replace(one, last=min(one.last, today - DAY))
        for one in absences
    )
    return tuple(one for one in back if one.first <= one.last)


def still_to_come(absences: Iterable[Absence], today: date) -> tuple[Absence, ...]:
    """The absences that are not over, earliest first."""
    left = (one for one in absences if one.last >= today and not one.over)
    return tuple(sorted(left, key=lambda one: (one.first, one.last)))
