"""The clock of a phase: started, moved, given back what was lost, stopped and set going again. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from msgspec import UNSET

from gm.desk.game.game import Clock, Game
from gm.desk.time.schedule import Calendar, due_after, shift
from gm.registry import ruleset
from gm.rules import Phase, Seat

QUIET = timedelta(hours=6)  # at most, after the mail that opens a phase


def start_clock(phase: Phase, at: datetime, deadlines: dict[str, int], calendar: Calendar) -> Clock:
    """The clock of a phase that opens at *at*, with its reminders."""
    deadline = due_after(at, phase.kind, deadlines, calendar)
    until = due_after(deadline, "grace", deadlines, calendar)
    return Clock(phase.code, at, deadline, until, reminders=reminders(at, deadline))


def moved(clock: Clock, deadline: datetime, calendar: Calendar) -> Clock:
    """The clock with another deadline; the end of grace and the remaining reminders move by as much."""
    by = deadline - clock.deadline
    until = deadline if clock.until == clock.deadline else max(deadline, shift(clock.until, by, "grace", calendar))
    left = tuple(due + by for due in clock.reminders)
    return msgspec.structs.replace(clock, deadline=deadline, until=until, reminders=left)


def given_back(clock: Clock, lost: timedelta, kind: str, calendar: Calendar) -> Clock:
    """The clock of a phase of this kind with everything due moved later by the time *lost*.

    It moves further where no deadline may fall then (gm.desk.time.schedule).
    """
    if clock.grace:
        until = shift(clock.until, lost, "grace", calendar)
        left = tuple(due + (until - clock.until) for due in clock.reminders)
        clock = msgspec.structs.replace(clock, deadline=clock.deadline + lost, until=until, reminders=left)
    else:
        clock = moved(clock, shift(clock.deadline, lost, kind, calendar), calendar)
    return msgspec.structs.replace(clock, complete=clock.complete + lost if clock.complete else None)


def stood(clock: Clock, at: datetime) -> timedelta:
    """How long a paused clock has stood, rounded up to the minute so that deadlines stay readable times."""
    assert clock.paused is not None
    lost = at - clock.paused
    return lost + -lost % timedelta(minutes=1)


def resumed(clock: Clock, at: datetime, kind: str, calendar: Calendar) -> Clock:
    """A paused clock set going again at *at*, with the time of the pause given back."""
    goes = given_back(clock, stood(clock, at), kind, calendar)
    return msgspec.structs.replace(goes, complete=at if clock.complete else None, paused=None, stands=UNSET)


def quiet_until(opened: datetime, deadline: datetime) -> datetime:
    """Until when nobody is reminded: the mail that opened the phase has just told what is due."""
    return opened + min((deadline - opened) / 4, QUIET)


def reminders(opened: datetime, deadline: datetime) -> tuple[datetime, ...]:
    """When to remind: at half time and 24 hours before the deadline, if not too early; once if within an hour."""
    half = opened + timedelta(seconds=int((deadline - opened).total_seconds()) // 2)
    times = sorted(t for t in {half, deadline - timedelta(hours=24)} if opened < t >= quiet_until(opened, deadline))
    if len(times) == 2 and times[1] - times[0] <= timedelta(hours=1):
        times = times[:1]
    return tuple(times)


def own_times(game: Game) -> dict[Seat, datetime]:
    """When each player who has chosen times of their own is reminded next; those are left out who will not be.

    The times go by the deadline as it now is. Those before the phase has gone on for a while, and those that the player
    has had, or had passed when they chose, are over; so are those that somebody going back in the game has skipped.
    """
    clock = game.clock
    if clock is None or clock.grace or game.reminders == "none" or ruleset(game.ruleset).card.live:
        return {}
    found, quiet = {}, quiet_until(clock.opened, clock.deadline)
    for seat, sitting in game.seats.items():
        over = max(time for time in (clock.opened, sitting.reminded, game.rolled) if time is not None)
        times = [clock.deadline - timedelta(seconds=before) for before in sitting.remind_at]
        left = [at for at in times if over < at < clock.deadline and at >= quiet]
        if left and sitting.taken and sitting.reminders:
            found[seat] = min(left)
    return found
