"""What a glance at a game shows (gm.desk.game.glance), made from the game."""

from __future__ import annotations

from gm.desk.game.game import Clock, Game, Sitting, with_its_name
from gm.desk.game.glance import Away, ClockFacts, Glance, Place, Sits, Without
from gm.registry import ruleset
from gm.rules import Duty, Seat


def glance_of(game: Game) -> Glance:
    """How a game stands."""
    found = ruleset(game.ruleset)
    duties = {duty.seat: duty for duty in found.rules.duties(game.state)} if game.clock else {}
    return Glance(
        title=found.card.title,
        timezone=game.timezone,
        live=found.card.live,
        forming=game.forming is not None,
        clock=clock_facts(game.clock),
        seats=tuple(_place(game, seat, sitting, duties.get(seat)) for seat, sitting in game.seats.items()),
        guests=tuple(
            Without(person, guest.role, guest.number, approved=guest.approved, seat=guest.seat, wishes=guest.wishes)
            for person, guest in game.guests.items()
        ),
    )


def clock_facts(clock: Clock | None) -> ClockFacts:
    """How a clock stands; None: there is none."""
    if clock is None:
        return ClockFacts()
    return ClockFacts(
        clock.phase, clock.opened, clock.deadline, until=clock.until, grace=clock.grace, waiting=clock.waiting,
        paused=clock.paused,
    )  # fmt: skip


def _place(game: Game, seat: Seat, sitting: Sitting, duty: Duty | None) -> Place:
    sitter = sitting.sitter
    return Place(
        seat,
        with_its_name(game, seat),
        owes=duty.what if duty else None,
        filed=duty.filed if duty else None,
        wait=sitting.wait,
        away=tuple(Away(one.first, one.last, one.back()) for one in sitting.absences),
        sitter=Sits(sitter.person, sitter.since, sitter.until) if sitter else None,
    )
