"""Who sits: leaving a seat, taking one, a sitter's end, and the seats that bots get and lose."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.bots import BOT, bots_of, is_played, seat_bot
from gm.desk.game.game import Lasts, renewed, vacant_seats
from gm.desk.game.outgoing import MailKind
from gm.desk.game.past import told_to_a_seat
from gm.desk.game.settings import settings_of
from gm.desk.game.substitutes import withdraw
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.rules import EVERYBODY, Person, Seat

ERRANDS = ("address", "sitter")  # questions to somebody else for a player's sake; the seat comes next


def stays(turn: Turn, seat: Seat) -> bool:
    """Return whether a player who resigns keeps the seat: nobody can take it any more, or the game is over by it."""
    rules, state = turn.rules, turn.game.state
    after = rules.seat_left(state, seat).state
    return seat not in rules.lost(state) and (rules.outcome(after) is not None or seat in rules.lost(after))


def leave(turn: Turn, seat: Seat, by_operator: bool = False) -> None:
    """Let a player resign, and tell everybody. Unless they stay, their reply addresses, vote and WAIT end.

    Who has resigned before, and stayed, leaves without a word.
    """
    kept = not by_operator and stays(turn, seat)
    known = turn.game.seats[seat].resigned
    turn.send_digest(seat)
    if kept:
        turn.left.remove(seat)
        turn.record_vote(seat, "", left=True)
        turn.sit(seat, resigned=True, extend=0, wait=False, vote="", ahead=())
    else:
        _put_out(turn, seat)
    if known:
        return
    either = UNSET if by_operator or turn.game.pace.dismiss_after is UNSET else True
    resigned = replace(resigned_from(turn, seat, kept), by_operator=by_operator, either=either)
    if not kept and turn.game.autopilot == BOT and seat in vacant_seats(turn.game) and is_played(turn.game):
        turn.note(EVERYBODY, resigned)
        give_to_bot(turn, seat)
        return
    turn.step(turn.rules.seat_left(turn.game.state, seat))
    turn.note(EVERYBODY, resigned)
    if turn.decided():
        return
    remaining = [s for s in turn.game.seats if kept or s != seat]
    if turn.phase_is_over():
        turn.send_next(remaining)
    else:
        about = "subject.vacant" if seat in vacant_seats(turn.game) else "subject.out"
        turn.send(MailKind.NOTICE, phrase(about, seat=turn.name(seat)), remaining)


def resigned_from(turn: Turn, seat: Seat, kept: bool) -> said.Resigned:
    """What is told of a player who leaves a seat: with what becomes of its orders, whether or not it has any."""
    left = turn.rules.seat_left(turn.game.state, seat).state
    phase = turn.rules.phase(left) if turn.ruleset.seals and not kept else None
    committed = True if phase is not None and turn.game.pace.commit else UNSET
    stands = phase.title if phase is not None else UNSET
    return said.Resigned(turn.name(seat), kept=kept, stands=stands, committed=committed)


def _put_out(turn: Turn, seat: Seat) -> None:
    """Clear what the desk knows of whoever had the seat."""
    sits_no_more(turn, seat)
    turn.record_vote(seat, "", left=True)
    _renew(turn, seat, Lasts.PHASE, Lasts.LEAVING)
    _forget_errands(turn, seat)


def _renew(turn: Turn, seat: Seat, *ended: Lasts) -> None:
    """Reset every field of the seat that lasts no longer than what has *ended*."""
    turn.game = replace(turn.game, seats={**turn.game.seats, seat: renewed(turn.game.seats[seat], *ended)})


def sits_no_more(turn: Turn, seat: Seat) -> bool:
    """End the sitting for the player of *seat* and tell the sitter; return whether their time was still running."""
    sitter = turn.game.seats[seat].sitter
    if sitter is None:
        return False
    turn.sit(seat, sitter=None)
    there = turn.at < sitter.until
    if there:
        ended = said.SitsNoMore(turn.game.name, turn.name(seat))
        turn.mail(sitter.person, MailKind.NOTICE, phrase("subject.sits-no-more"), [("sitsnomore", ended)], footer=False)
    return there


def _forget_errands(turn: Turn, seat: Seat) -> None:
    """Forget what others were asked for the former player: their CONFIRM must not affect the next one."""
    pending = {p: q for p, q in turn.game.pending.items() if q.act[0] not in ERRANDS or q.act[1] != seat}
    turn.game = replace(turn.game, pending=pending)


def take(turn: Turn, seat: Seat, person: Person, timezone: str = "") -> None:
    """Give the seat to a newcomer: send a welcome and everything the seat was told before, and tell the others.

    Whoever had the seat has not resigned: the rules see no change. The diary belongs to its writer: the newcomer
    does not get it, and the report includes it if its writer said so.
    """
    before = turn.game.seats[seat]
    replaced = before.taken and not before.bot
    waits = () if turn.card.live else before.pile  # of whoever had it; nobody's first mail of a game
    if before.taken:
        if turn.card.live:
            turn.send_digest(seat)
        turn.left.append(seat)
        _put_out(turn, seat)
    if turn.game.seats[seat].open:
        turn.disclose_diary(seat)
    _renew(turn, seat, Lasts.PHASE, Lasts.LEAVING, Lasts.TAKING)
    turn.sit(seat, taken=True, timezone=timezone)
    turn.game = replace(turn.game, guests={p: g for p, g in turn.game.guests.items() if p != person})
    withdraw(turn, person)
    for other, sitting in turn.game.seats.items():
        if sitting.sitter is not None and sitting.sitter.person == person:
            sits_no_more(turn, other)  # a player cannot read another player's mail
    turn.seated[seat] = person
    _welcome(turn, seat)
    past = told_to_a_seat(turn.past(seat))
    if past.mails:
        turn.mail(seat, MailKind.AGAIN, phrase("subject.told-before"), [("history", past)], footer=False)
    if waits:
        turn.sit(seat, pile=waits)
        turn.send_digest(seat)
    turn.note(EVERYBODY, said.Seated(turn.name(seat), replaced))
    about = phrase("subject.replaced" if replaced else "subject.played-again", seat=turn.name(seat))
    turn.send(MailKind.NOTICE, about, [s for s in turn.game.seats if s != seat])


def _welcome(turn: Turn, seat: Seat) -> None:
    """Tell the rules that a seat has another player, and the player what it knows."""
    turn.step(turn.rules.seat_taken(turn.game.state, seat))
    turn.look_at_completeness()
    game = turn.game
    phase = turn.phase()
    view = turn.view(seat)
    told: list[tuple[str, Any]] = [("welcome", said.Welcome(game.name, turn.card.title, turn.name(seat)))]
    told.append(("gamesettings", settings_of(game)))
    told += [("house", one) for one in game.house.told()]
    told.append(("show", said.Show(phase.code, phase.title, phase.kind, view=view, vote="", wait=False, seal="")))
    turn.mail(seat, MailKind.NOTICE, phrase("subject.seated", seat=turn.name(seat)), told)


def give_to_bot(turn: Turn, seat: Seat) -> None:
    """Let a bot play a seat that nobody has, and tell everybody."""
    _renew(turn, seat, Lasts.PHASE, Lasts.LEAVING, Lasts.TAKING)
    seat_bot(turn, seat)
    _welcome(turn, seat)
    turn.note(EVERYBODY, said.BotSeated(turn.name(seat)))
    about = phrase("subject.bot-plays", seat=turn.name(seat))
    turn.send(MailKind.NOTICE, about, [s for s in turn.game.seats if s != seat])


def settle_bots(turn: Turn) -> None:
    """Vacate the seats of bots if no person plays any more; else give them what is vacant, if the game says so."""
    game = turn.game
    if game.over or game.clock is None or not (bots_of(game) or game.autopilot == BOT):
        return
    if is_played(game):
        for seat in vacant_seats(game) if game.autopilot == BOT else ():
            if not turn.game.seats[seat].taken:
                give_to_bot(turn, seat)
        return
    for seat in bots_of(game):
        if not turn.is_decided():
            turn.left.append(seat)
            _put_out(turn, seat)
            turn.step(turn.rules.seat_left(turn.game.state, seat))
            turn.note(EVERYBODY, said.BotLeft(turn.name(seat)))
    if turn.decided():
        return
    if turn.phase_is_over():
        turn.send_next()
    else:
        turn.send(MailKind.NOTICE, phrase("subject.bots-left"))
