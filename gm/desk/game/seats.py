"""Who leaves a seat, who takes one, and the end on which those who sit can agree."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Lasts, renewed, vacant_seats
from gm.desk.game.past import told_before
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.rules import EVERYBODY

ERRANDS = ("address", "sitter")  # what somebody else is asked for a player's sake; the seat is named next


def leave(turn: Turn, seat: str, by_operator: bool = False) -> None:
    """The seat becomes vacant: its reply addresses die, its vote and its WAIT with them, and everybody is told."""
    turn.send_digest(seat)
    _put_out(turn, seat)
    turn.step(turn.rules.seat_left(turn.game.state, seat))
    turn.note(EVERYBODY, said.Resigned(turn.name(seat), by_operator))
    if turn.decided():
        return
    remaining = [s for s in turn.game.seats if s != seat]
    if turn.phase_is_over():
        turn.send_next(remaining)
    else:
        about = "subject.vacant" if seat in vacant_seats(turn.game) else "subject.out"
        turn.send("notice", phrase(about, seat=turn.name(seat)), remaining)


def _put_out(turn: Turn, seat: str) -> None:
    """Nobody sits there any more, as far as the desk knows."""
    sits_no_more(turn, seat)
    _renew(turn, seat, Lasts.PHASE, Lasts.LEAVING)
    _forget_errands(turn, seat)


def _renew(turn: Turn, seat: str, *ended: Lasts) -> None:
    """Forget whatever of the seat lasts no longer than what has *ended*."""
    turn.game = replace(turn.game, seats={**turn.game.seats, seat: renewed(turn.game.seats[seat], *ended)})


def sits_no_more(turn: Turn, seat: str) -> bool:
    """Nobody sits for the player of *seat* any more; who did is told. Whether somebody did."""
    sitter = turn.game.seats[seat].sitter
    if sitter is None:
        return False
    turn.sit(seat, sitter=None)
    there = turn.at < sitter.until
    if there:
        ended = said.SitsNoMore(turn.game.name, turn.name(seat))
        turn.mail(sitter.person, "notice", phrase("subject.sits-no-more"), [("sitsnomore", ended)], footer=False)
    return there


def _forget_errands(turn: Turn, seat: str) -> None:
    """What others were asked for the sake of who sat there: their CONFIRM must not touch who comes after him."""
    pending = {p: q for p, q in turn.game.pending.items() if q.act[0] not in ERRANDS or q.act[1] != seat}
    turn.game = replace(turn.game, pending=pending)


def take(turn: Turn, seat: str, person: str, timezone: str = "") -> None:
    """A newcomer takes the seat: a welcome with what he must know, and all it was told before; the others are told.

    If somebody sat there, he has not resigned: the rules know of no change. The diary was its writer's: the newcomer
    does not get it, and the report has it if its writer said so.
    """
    replaced = turn.game.seats[seat].taken
    if replaced:
        turn.send_digest(seat)
        turn.left.append(seat)
        _put_out(turn, seat)
    if turn.game.seats[seat].open:
        turn.disclose_diary(seat)
    _renew(turn, seat, Lasts.PHASE, Lasts.LEAVING, Lasts.TAKING)
    turn.sit(seat, taken=True, timezone=timezone)
    turn.game = replace(turn.game, guests={p: g for p, g in turn.game.guests.items() if p != person})
    for other, sitting in turn.game.seats.items():
        if sitting.sitter is not None and sitting.sitter.person == person:
            sits_no_more(turn, other)  # who plays cannot read the mail of another player
    turn.step(turn.rules.seat_taken(turn.game.state, seat))
    turn.seated[seat] = person
    turn.look_at_completeness()
    game = turn.game
    phase = turn.phase()
    view = turn.view(seat)
    told: list[tuple[str, Any]] = [("welcome", said.Welcome(game.name, turn.card.title, turn.name(seat)))]
    told.append(("show", said.Show(phase.code, phase.title, phase.kind, view, "", False, "")))
    turn.mail(seat, "notice", phrase("subject.seated", seat=turn.name(seat)), told)
    past = told_before(turn.past(seat), "")
    if past.mails:
        turn.mail(seat, "again", phrase("subject.told-before"), [("history", past)], footer=False)
    turn.note(EVERYBODY, said.Seated(turn.name(seat), replaced))
    about = phrase("subject.replaced" if replaced else "subject.played-again", seat=turn.name(seat))
    turn.send("notice", about, [s for s in game.seats if s != seat])


def _among(vote: str, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Between whom a vote wants the game drawn: those named, or all whose votes are needed; () if it wants no draw."""
    if not vote.startswith("DRAW"):
        return ()
    return tuple(vote.split()[2:]) or needed


def end_if_agreed(turn: Turn) -> None:
    """End the game if the standing votes agree on it; some rules have more to say then than that it is over."""
    agreed = None if turn.game.over else agreed_end(turn)
    if agreed is None:
        return
    if agreed[0] == phrase("end.agreed"):
        turn.step(turn.ruleset.voted.stop(turn.game.state))
        if turn.decided():
            return
    turn.end(*agreed)


def agreed_end(turn: Turn) -> tuple[str, tuple[str, ...]] | None:
    """The end that the standing votes agree on: a draw of all whose votes are needed, or a concession to one."""
    game = turn.game
    needed = turn.ruleset.voted.votes_needed(game.state)
    draws = {_among(game.seats[seat].vote, needed) for seat in needed}
    if len(draws) == 1 and (among := draws.pop()):
        names = ", ".join(turn.name(seat) for seat in among)
        return phrase("end.draw" if len(among) > 1 else "end.alone", names=names), among
    if turn.ruleset.voted.enough(game.state, [seat for seat in needed if game.seats[seat].vote == "END"]):
        return phrase("end.agreed"), ()
    for winner in needed:
        others = [seat for seat in needed if seat != winner]
        if others and all(game.seats[seat].vote == f"CONCEDE TO {winner}" for seat in others):
            return phrase("end.conceded", winner=turn.name(winner)), (winner,)
    return None
