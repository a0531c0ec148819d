"""Who is in time with what a phase asks of them: noted as it shows, for the players' records. Pure.

Nothing is noted against whoever was away and had said so, of a phase that the operator ends before its deadline, or of
a phase in which letters act as they come. An outage moves the deadline, so nobody is late because of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from gm.rules import Seat

if TYPE_CHECKING:
    from gm.desk.game.telling import Telling

OWING, FILED, MISSING = "owing", "filed", "missing"


def note_owing(turn: Telling) -> None:
    """The deadline passes, and the phase goes on: note who owes something."""
    turn.deeds += [(seat, OWING) for seat in turn.absent() if _counts(turn, seat)]


def note_judged(turn: Telling) -> None:
    """The phase is judged: note who has something on file, and who has nothing though the deadline has passed."""
    clock = turn.game.clock
    if clock is None:
        return
    deadline = clock.passed or clock.deadline
    for seat, duty in turn.duties().items():
        if turn.game.seats[seat].taken and duty.filed:
            turn.deeds.append((seat, FILED))
            _is_back(turn, seat)
        elif not duty.enough and turn.at >= deadline and _counts(turn, seat):
            turn.deeds.append((seat, MISSING))


def note_moved(turn: Telling, before: Any) -> None:
    """What was sent has ended the phase at once: note whoever owed something in the state *before* and still plays."""
    phase = turn.rules.phase(before)
    if phase is None or turn.card.is_live(phase.kind):
        return
    owed = dict.fromkeys(duty.seat for duty in turn.rules.duties(before))
    stay = [seat for seat in owed if turn.game.seats[seat].taken and not turn.game.seats[seat].resigned]
    turn.deeds += [(seat, FILED) for seat in stay if seat not in turn.left]
    for seat in stay:
        _is_back(turn, seat)


def count_missed(turn: Telling) -> list[Seat]:
    """Grace is over: count it for who owes something, and return whom the game dismisses for that: never a bot.

    In most games nobody. It is one deadline, however long the phase then waits; what comes after it is late.
    """
    most = turn.game.pace.dismiss_after
    if most is UNSET:
        return []
    missing = [seat for seat in turn.absent() if _counts(turn, seat) and not turn.game.seats[seat].bot]
    for seat in missing:
        turn.sit(seat, missed=turn.game.seats[seat].missed + 1)
    return [seat for seat in missing if turn.game.seats[seat].missed > most]


def _is_back(turn: Telling, seat: Seat) -> None:
    """A seat was in time: count the deadlines that it misses anew, unless what it sent came after grace."""
    clock = turn.game.clock
    if turn.game.seats[seat].missed and clock is not None and not clock.waiting:
        turn.sit(seat, missed=0)


def _counts(turn: Telling, seat: Seat) -> bool:
    """Whether somebody plays a seat who has not said that they are away now."""
    sitting, clock = turn.game.seats[seat], turn.game.clock
    away = clock is not None and any(one.spoils(clock.passed or clock.deadline) for one in sitting.absences)
    return sitting.taken and not sitting.resigned and not away
