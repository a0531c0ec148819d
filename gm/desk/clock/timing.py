"""A deadline moves: behind absences, by a vote, or since we were out of reach. It is told to everybody alike.

On whose account it has moved is told to nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, given_back, moved
from gm.desk.game.turn import Turn
from gm.desk.time.absence import used
from gm.registry import ruleset
from gm.rules import DISCLOSURE

MOVED = "the deadline has moved"
FOR_PLAYERS = ("moretimeasked",)  # who watches cannot agree


def spread(turn: Turn, about: str, make: Callable[[str | None], object], but: str = "") -> None:
    """A mail to everybody whom it concerns, *but* one seat, in words of each one's own; and the same in the disclosure.

    Not by way of `turn.note`: whatever else a letter has to tell goes out in mails of its own.
    """
    kind = type(make(None)).__name__.lower()
    for seat in turn.game.seats:
        if seat != but:
            turn.mail(seat, "notice", about, [(kind, make(seat))])
    for person in () if kind in FOR_PLAYERS else turn.game.watchers():
        turn.mail(person, "notice", about, [(kind, make(None))], footer=False)
    turn.note(DISCLOSURE, make(None))


def tell_moved(turn: Turn, why: str, but: str = "") -> None:
    """Tell everybody but one seat the deadline that the phase has now. why: outage, absence, vote."""
    title = turn.phase().title
    spread(turn, MOVED, lambda seat: said.Rescheduled(title, turn.due_in_words(seat), why), but)


def settle(turn: Turn) -> bool:
    """Move the deadline of the phase now due behind the absences of those who owe something; whether it has moved."""
    clock = turn.game.clock
    if clock is None or clock.grace:
        return False
    deadline = turn.behind_absences(clock.deadline)
    if deadline != clock.deadline:
        for seat in turn.missing():
            turn.sit(seat, absences=used(turn.game.seats[seat].absences, clock.deadline))
        turn.game = replace(turn.game, clock=moved(clock, deadline, turn.game.calendar))
    return deadline != clock.deadline


def outage(turn: Turn, since: datetime, to: datetime) -> None:
    """We were out of reach: the time is given back, and everybody is told what is due when now."""
    clock = turn.game.clock
    assert clock is not None
    phase, lost = turn.phase(), to - since
    lost += -lost % timedelta(minutes=1)  # up to the minute, so that deadlines stay times that people can read
    state = turn.ruleset.live.later(turn.game.state, since, lost)
    turn.game = replace(turn.game, clock=given_back(clock, lost, phase.kind, turn.game.calendar), state=state)
    settle(turn)

    def make(seat: str | None) -> said.Rescheduled:
        times = turn.words(since, seat), turn.words(to, seat)
        return said.Rescheduled(phase.title, turn.due_in_words(seat), "outage", clock.grace, *times)

    spread(turn, MOVED, make)


def gives_back(game: Game, since: datetime, to: datetime, least: timedelta, prompt: timedelta) -> bool:
    """Whether an outage is worth its time: it lasted *least*, or *prompt* and something was due within it."""
    clock = game.clock
    if clock is None or clock.paused or clock.waiting:
        return False
    due = min(clock.due, *ruleset(game.ruleset).live.alarms(game.state), clock.due)
    return to - since >= least or (to - since >= prompt and due <= to)
