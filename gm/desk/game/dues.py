"""Deadlines for a player's own calendar: which ones are new to them, and the file attached to their mail.

Nothing in it is secret: everybody is told what is due when, and whether the player owes something is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from gm.desk.game.game import Clock, Game, short
from gm.desk.time.times import in_words
from gm.post.outbound.calendar import Entry, write_calendar
from gm.post.outbound.compose import Attachment, Sender
from gm.registry import ruleset
from gm.rules import Reader, Seat

ICS = 'text/calendar; charset="utf-8"; method=PUBLISH'
CAN_MOVE = "If the deadline moves, a mail brings another entry in place of this one."
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


class Due(msgspec.Struct, frozen=True):
    """A phase and when it is due. cancelled: it no longer is."""

    phase: str
    at: datetime
    cancelled: bool = False


def dues_of(before: Game, game: Game, seat: Seat | None, at: datetime) -> tuple[Due, ...]:
    """The deadlines that an event at *at* makes new to a reader's calendar, if they keep one."""
    if seat is None or not game.seats[seat].calendar:
        return ()
    return new_dues(before.clock, game.clock, at) if before.seats[seat].calendar else now_due(game.clock)


def new_dues(before: Clock | None, after: Clock | None, at: datetime) -> tuple[Due, ...]:
    """What an event at *at* changes in the calendar: a phase that ended early is cancelled, the next one added."""
    if _shown(before) == _shown(after):
        return ()
    found = []
    if before is not None and (after is None or after.phase != before.phase) and before.due > at:
        found.append(Due(before.phase, before.due, True))
    return (*found, *now_due(after))


def now_due(clock: Clock | None) -> tuple[Due, ...]:
    """The phase now due, cancelled while the game is paused; () if there is none."""
    return (Due(clock.phase, clock.due, clock.paused is not None),) if clock is not None else ()


def _shown(clock: Clock | None) -> tuple[object, ...]:
    return (clock.phase, clock.due, clock.paused is not None) if clock is not None else ()


def calendar_file(game: Game, reader: Reader, dues: Sequence[Due], at: datetime, sender: Sender) -> list[Attachment]:
    """The calendar file with these deadlines, of which there is at least one, as a list of one attachment."""
    text = write_calendar([_entry(game, reader, due, at=at, domain=sender.domain) for due in dues], sender.address)
    return [Attachment(f"{game.name}.ics", ICS, text)]


def _entry(game: Game, reader: Reader, due: Due, at: datetime, domain: str) -> Entry:
    """A calendar entry, identified by game, seat and phase; its sequence counts minutes, so a later one replaces it."""
    uid = short(game.secret(reader, f"calendar {due.phase}", 0), 32)
    sequence = max(0, int((at - EPOCH).total_seconds()) // 60)
    more = f"{in_words(due.at, game.zone(reader))}\n{CAN_MOVE}"
    summary = f"time is up ({due.phase})" if ruleset(game.ruleset).card.live else f"{due.phase} is due"
    more = "" if due.cancelled else more
    return Entry(
        f"{uid}@{domain}", sequence, at, at=due.at, summary=f"{game.name}: {summary}", description=more,
        cancelled=due.cancelled,
    )  # fmt: skip
