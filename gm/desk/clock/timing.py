"""Moving a deadline: beyond absences, by a vote, for whoever takes over, or for what was lost to an outage or a stand.

Everybody is told alike. Nobody is told on whose account it moved.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from enum import Enum

from msgspec import UNSET
from msgspec.structs import replace

from gm.config.durations import parse_duration
from gm.desk import notices as said
from gm.desk.game.clockwork import given_back, moved, resumed, stood
from gm.desk.game.game import Game, Stand
from gm.desk.game.outgoing import MailKind
from gm.desk.game.seating import take
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.desk.time.absence import used
from gm.desk.time.schedule import first_from
from gm.registry import ruleset
from gm.rules import DISCLOSURE, EVERYBODY, NO_SEAT, Person, Seat

MOVED = "the deadline has moved"
LONGEST_STAND = timedelta(hours=48)  # for one seat in one phase
FOR_PLAYERS = ("moretimeasked",)  # only players can agree to it


def spread(turn: Turn, about: str, make: Callable[[Seat | None], object], but: Seat = NO_SEAT) -> None:
    """Mail everybody concerned except the seat *but*, each in their own terms, and put the same in the disclosure.

    It does not use `turn.note`: whatever else a letter has to tell goes out in separate mails.
    """
    kind = type(make(None)).__name__.lower()
    acted = [("operatoracted", told) for told in turn.acts_told()] if kind not in FOR_PLAYERS and not but else []
    for seat in turn.game.seats:
        if seat != but:
            turn.mail(seat, MailKind.NOTICE, about, [(kind, make(seat)), *acted])
    turn.public = turn.public if kind in FOR_PLAYERS else about
    for person in () if kind in FOR_PLAYERS else turn.game.watchers():
        turn.mail(person, MailKind.NOTICE, about, [(kind, make(None)), *acted], footer=False)
    turn.note(DISCLOSURE, make(None))


def tell_moved(turn: Turn, why: str, but: Seat = NO_SEAT) -> None:
    """Tell everybody except the seat *but* the new deadline. why: outage, absence, vote, takeover."""
    clock, title = turn.game.clock, turn.phase().title
    grace = clock is not None and clock.grace
    spread(turn, MOVED, lambda seat: said.Rescheduled(title, turn.due_in_words(seat), why, grace), but)


def settle(turn: Turn) -> bool:
    """Move the deadline beyond the absences of those from whom something is missing; return whether it moved."""
    clock = turn.game.clock
    if clock is None or clock.grace:
        return False
    deadline = turn.behind_absences(clock.deadline)
    if deadline != clock.deadline:
        for seat in turn.missing():
            turn.sit(seat, absences=used(turn.game.seats[seat].absences, clock.deadline))
        turn.game = replace(turn.game, clock=moved(clock, deadline, turn.game.calendar))
    return deadline != clock.deadline


def take_over(turn: Turn, seat: Seat, person: Person, timezone: str = "") -> None:
    """Give a seat that nobody has to a newcomer, with the time that the game promises them."""
    has_moved = _give_time(turn, seat)
    take(turn, seat, person, timezone)
    if has_moved:
        tell_moved(turn, "takeover", but=seat)


def _give_time(turn: Turn, seat: Seat) -> bool:
    """Move the deadline for whoever is about to take over a seat, where the game promises them time; return whether.

    It does so once in a phase for each seat: else one player could stay it for ever, by leaving and coming back. Nobody
    must see whether it is the same player again, nor whether anything is missing from that seat.
    """
    clock, promised = turn.game.clock, turn.game.pace.takeover
    if promised is UNSET or clock is None or clock.paused or clock.waiting or seat in turn.rules.lost(turn.game.state):
        return False
    if seat in (clock.given or ()):
        return False
    earliest, calendar = turn.at + parse_duration(promised), turn.game.calendar
    if clock.due >= earliest:
        return False
    if clock.grace:
        clock = replace(clock, until=first_from(earliest, clock.until, "grace", calendar))
    else:
        clock = moved(clock, first_from(earliest, clock.deadline, turn.phase().kind, calendar), calendar)
    turn.game = replace(turn.game, clock=replace(clock, given=(*(clock.given or ()), seat)))
    settle(turn)
    return True


def outage(turn: Turn, since: datetime, to: datetime) -> None:
    """Give back the time of an outage, and tell everybody what is now due when."""
    clock = turn.game.clock
    assert clock is not None
    phase, lost, over = turn.phase(), _to_the_minute(to - since), clock.due <= to
    state = turn.ruleset.live.later(turn.game.state, since, lost)
    turn.game = replace(turn.game, clock=given_back(clock, lost, phase.kind, turn.game.calendar), state=state)
    settle(turn)
    turn.game = replace(turn.game, missed=(since, to) if over else turn.game.missed)

    def make(seat: Seat | None) -> said.Rescheduled:
        times = turn.words(since, seat), turn.words(to, seat)
        return said.Rescheduled(phase.title, turn.due_in_words(seat), "outage", clock.grace, *times, over=over)

    spread(turn, MOVED, make)


def short_outage(turn: Turn, since: datetime, to: datetime) -> None:
    """Give back the time of a short outage of a live game where something was due in it.

    Only those are told whom it concerns: that anything was due is their secret.
    """
    turn.step(turn.ruleset.live.put_off(turn.game.state, since, to, _to_the_minute(to - since)))
    turn.go_on()


def stand(turn: Turn, seat: Seat, strike: str = "") -> None:
    """Let the clock stand for a fault of ours; all are told in the same words, unless it has stood before.

    seat: whose letter or mail it has hit; "" if it has hit a *strike* of the clock. Neither is told to anybody.
    """
    clock = turn.game.clock
    assert clock is not None
    begins, until = clock.paused is None, turn.at + LONGEST_STAND if seat else None
    clock = replace(clock, paused=clock.paused or turn.at, stands=(*(clock.stands or ()), Stand(seat, until, strike)))
    clock = replace(clock, stood=(*(clock.stood or ()), seat)) if seat else clock
    turn.game = replace(turn.game, clock=clock)
    if begins:  # without a footer: what it would say may be what is at fault
        turn.note(EVERYBODY, said.ClockStands())
        turn.send(MailKind.NOTICE, phrase("subject.clock-stands"), footer=False)


def stand_no_more(turn: Turn, seats: Collection[Seat]) -> None:
    """Let the clock no longer stand for these seats ("": for a strike of it), and go on unless it stands for others."""
    clock = turn.game.clock
    if clock is None or not clock.stands:
        return  # time has brought the end of the phase
    left = tuple(one for one in clock.stands if one.seat not in seats)
    if left:
        turn.game = replace(turn.game, clock=replace(clock, stands=left))
    else:
        resume(turn)


def stands_end(turn: Turn) -> None:
    """Let the clock no longer stand for those for whom it has stood for the longest time: what is on file counts."""
    stands = turn.game.clock.stands or () if turn.game.clock is not None else ()
    stand_no_more(turn, [one.seat for one in stands if one.until is not None and one.until <= turn.at])


def resume(turn: Turn) -> None:
    """Set a clock going again that has stood, with the time for which it has, and tell everybody."""
    clock = turn.game.clock
    assert clock is not None and clock.paused is not None
    state = turn.ruleset.live.later(turn.game.state, clock.paused, stood(clock, turn.at))
    clock = resumed(clock, turn.at, turn.phase().kind, turn.game.calendar)
    turn.game = replace(turn.game, clock=clock, state=state)
    settle(turn)
    title = turn.phase().title
    turn.note_each(lambda seat: said.GoesOn(title, turn.due_in_words(seat)))
    turn.send(MailKind.NOTICE, phrase("subject.goes-on"))


def _to_the_minute(lost: timedelta) -> timedelta:
    """Time lost, up to the minute, so that deadlines stay readable times."""
    return lost + -lost % timedelta(minutes=1)


class Lost(Enum):
    """What an outage takes from a game."""

    NOTHING = "nothing"
    ALL = "its time"  # everything due moves, and everybody is told
    SOME = "what was due in it"  # in a live game, where nobody else may know whether anything was


def lost_by(game: Game, since: datetime, to: datetime, least: timedelta, prompt: timedelta) -> Lost:
    """What an outage took: all if it lasted *least*, or *prompt* and a deadline that everybody knows was in it."""
    clock = game.clock
    if clock is None or clock.paused or clock.waiting or to - since < prompt:
        return Lost.NOTHING
    if to - since >= least or clock.due <= to:
        return Lost.ALL
    return Lost.SOME if ruleset(game.ruleset).card.live else Lost.NOTHING
