"""What comes of being late: all are told again and again that a phase waits, and who misses too much is dismissed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import UNSET
from msgspec.structs import replace

from gm.config.durations import parse_duration
from gm.desk import notices as said
from gm.desk.game.agreed import end_if_agreed
from gm.desk.game.outgoing import MailKind
from gm.desk.game.seating import leave
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.rules import Seat


def next_late_notice(turn: Turn) -> tuple[datetime, ...]:
    """When everybody is next told that the phase still waits, counted from now; () in games in which nobody is."""
    every = turn.game.pace.late_notice
    return () if every is UNSET else (turn.at + parse_duration(every),)


def still_waits(turn: Turn) -> None:
    """Tell everybody at the same time that the phase still waits, and set when they are told again.

    A notice that only the late ones get would tell who is late by whom it does not reach.
    """
    clock = turn.game.clock
    assert clock is not None
    turn.game = replace(turn.game, clock=replace(clock, reminders=next_late_notice(turn)))
    title, late = turn.phase().title, turn.absent()
    names = tuple(map(turn.name, late)) if turn.game.pace.show_late else ()

    def make(seat: Seat | None) -> said.StillWaits:
        return said.StillWaits(title, names, yours=seat in late)

    turn.note_each(make, False)
    turn.send(MailKind.NOTICE, phrase("subject.still-waits"))


def dismiss(turn: Turn, seats: Sequence[Seat]) -> None:
    """Dismiss the players of these seats, each as if they had resigned; not once the game is over.

    Nobody else is told that they have not: that would tell what they have missed. Where that would decide the game, and
    others must go as well, they stay: whose name comes first must not lose for that.
    """
    for seat in seats:
        if not turn.game.over and (len(seats) == 1 or not _decides(turn, seat)):
            turn.left.append(seat)
            turn.dismissed.append(seat)
            leave(turn, seat)
            end_if_agreed(turn)
            turn.look_at_completeness()


def _decides(turn: Turn, seat: Seat) -> bool:
    """Whether the game is over once this seat has lost its player."""
    return turn.rules.outcome(turn.rules.seat_left(turn.game.state, seat).state) is not None
