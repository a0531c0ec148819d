"""Deadlines for a player's own calendar: which of them are new to him, and the file that is attached to his mail.

Nothing secret is in it: what is due when is told to everybody, and whether he owes something is not said.
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

ICS = 'text/calendar; charset="utf-8"; method=PUBLISH'
CAN_MOVE = "If the deadline moves, a mail brings another entry in place of this one."
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)


class Due(msgspec.Struct, frozen=True):
    """A phase and when it is due. cancelled: it is not any more."""

    phase: str
    at: datetime
    cancelled: bool = False


def new_dues(before: Clock | None, after: Clock | None, at: datetime) -> tuple[Due, ...]:
    """What an event at *at* has changed in the calendar: a phase that ended before its time, and the one now due."""
    if _shown(before) == _shown(after):
        return ()
    found = []
    if before is not None and (after is None or after.phase != before.phase) and before.due > at:
        found.append(Due(before.phase, before.due, True))
    return (*found, *now_due(after))


def now_due(clock: Clock | None) -> tuple[Due, ...]:
    """The phase now due; while the game is paused it is not."""
    return (Due(clock.phase, clock.due, clock.paused is not None),) if clock is not None else ()


def _shown(clock: Clock | None) -> tuple[object, ...]:
    return (clock.phase, clock.due, clock.paused is not None) if clock is not None else ()


def calendar_file(game: Game, reader: str, dues: Sequence[Due], at: datetime, sender: Sender) -> list[Attachment]:
    """The file with these deadlines, none if there are none."""
    if not dues:
        return []
    text = write_calendar([_entry(game, reader, due, at, sender.domain) for due in dues], sender.address)
    return [Attachment(f"{game.name}.ics", ICS, text)]


def _entry(game: Game, reader: str, due: Due, at: datetime, domain: str) -> Entry:
    """An entry is known by game, seat and phase, and replaced by any later one: its sequence counts minutes."""
    uid = short(game.secret(reader, f"calendar {due.phase}", 0), 32)
    sequence = max(0, int((at - EPOCH).total_seconds()) // 60)
    more = f"{in_words(due.at, game.zone(reader))}\n{CAN_MOVE}"
    summary = f"time is up ({due.phase})" if ruleset(game.ruleset).card.live else f"{due.phase} is due"
    more = "" if due.cancelled else more
    return Entry(f"{uid}@{domain}", sequence, at, due.at, f"{game.name}: {summary}", more, due.cancelled)
