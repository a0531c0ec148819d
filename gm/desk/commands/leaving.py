"""RESIGN, LEAVE and STOP: a player gives up the seat, a guest their place; anybody may ask for less mail."""

from __future__ import annotations

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.declared import ANYBODY, GUEST, PLAYER, SITTER, Command, Enquiry
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Role
from gm.desk.game.outgoing import MailKind
from gm.desk.game.seating import resigned_from, sits_no_more, stays
from gm.desk.game.substitutes import withdraw
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import Person, as_person, to


def _on_resign(talk: Conversation, _: Request) -> None:
    if talk.event.confirmed:
        resign(talk)
    else:
        ask_to_resign(talk)


def ask_to_resign(talk: Conversation) -> None:
    """Ask in the answer to this letter; a CONFIRM in reply to that does it. Nobody need decide without what waits."""
    if not talk.turn.card.live:
        talk.turn.send_digest(talk.seat)
    talk.to_ask.append(("resign",))
    talk.about = phrase("subject.resign")
    talk.tell(said.ConfirmAsked(phrase("ask.resign", seat=talk.name), "CONFIRM"))


def resign(talk: Conversation) -> None:
    """Let the player resign, as they have confirmed."""
    talk.about = phrase("subject.resigned")
    talk.turn.left.append(talk.seat)
    talk.tell(resigned_from(talk.turn, talk.seat, kept=stays(talk.turn, talk.seat)))


def _on_leave(talk: Conversation, request: Request) -> None:
    """LEAVE from a player means RESIGN. With a word after it, it is a command only if that is the game's name."""
    meant = "".join(request.words).lower() in ("", talk.turn.game.name)
    if meant and talk.turn.game.over:
        talk.say_about(phrase("subject.over"))
        talk.tell(said.Stopped(talk.name, talk.turn.game.name, over=True))
    elif meant:
        _on_resign(talk, request)
    else:
        talk.tell(said.NotRead((talk.line(request),)))


def _stop(talk: Conversation, _: Request) -> None:
    """STOP: leave out of a player's mail what can be, and say how to leave; a sitter stops sitting."""
    if talk.event.sitter:
        sits_no_more(talk.turn, talk.seat)
        talk.say_about(phrase("subject.no-sitter"))
        talk.tell(said.NoSitter("", by_sitter=True))
        return
    talk.turn.sit(talk.seat, reminders=False, calendar=False)
    talk.say_about(phrase("subject.stop"))
    talk.tell(said.Stopped(talk.name, talk.turn.game.name, bool(talk.turn.game.over)))


def _stop_without_a_game(enquiry: Enquiry, _: Request) -> None:
    """STOP outside any game: say what can be stopped, and how."""
    enquiry.answer("stophow", enquiry.known())


def _leave_of_a_guest(visit: Visit, _: Request) -> None:
    """LEAVE and STOP from a guest: they no longer are one."""
    game = visit.turn.game
    if visit.proven() and _sits_no_more(visit.turn, visit.person):
        visit.answered = True  # by the mail that tells them so
    elif visit.guest() is None and visit.person not in game.substitutes:
        if visit.proven():
            visit.set_pending(None)
        visit.reply(phrase("subject.not-there"), said.Left(game.name, nothing=True))
    elif visit.proven() or _is_bound(visit):
        left(visit)
    else:
        what = phrase("ask.leave", game=game.name)
        visit.ask(("leave",), phrase("subject.leave"), said.ConfirmAsked(what, "CONFIRM"))


def stop_mail(turn: Turn, reader: str) -> bool:
    """End the mail of a seat or person as far as STOP does, since they complain of it; False if they get none."""
    seat, person = next((seat for seat in turn.game.seats if seat == reader), None), as_person(reader)
    if seat is not None:
        turn.sit(seat, reminders=False, calendar=False)
        turn.note(to(seat), said.Stopped(turn.name(seat), turn.game.name, bool(turn.game.over), complained=True))
        turn.send(MailKind.NOTICE, phrase("subject.stop"), [seat])
        return True
    sat, known = _sits_no_more(turn, person), person in turn.game.guests
    guests, pending = ({p: one for p, one in d.items() if p != person} for d in (turn.game.guests, turn.game.pending))
    turn.game = replace(turn.game, guests=guests, pending=pending)
    return withdraw(turn, person) or sat or known


def _sits_no_more(turn: Turn, person: Person) -> bool:
    """End every sitting of a person, now or on days to come; return whether there was one."""
    sitters = {seat: sitting.sitter for seat, sitting in turn.game.seats.items() if sitting.sitter is not None}
    seats = [seat for seat, sitter in sitters.items() if sitter.person == person]
    ended = [seat for seat in seats if sits_no_more(turn, seat)]
    for seat in ended:
        turn.note(to(seat), said.NoSitter("", by_sitter=True))
        turn.send(MailKind.NOTICE, phrase("subject.no-sitter"), [seat])
    return bool(ended)


def _is_bound(visit: Visit) -> bool:
    """Whether the writer is on a closed list: who left it now could change what is drawn."""
    guest, forming = visit.guest(), visit.turn.game.forming
    return forming is not None and forming.closed and guest is not None and guest.role == Role.PLAYER


def left(visit: Visit) -> None:
    """Remove the writer from the game's guests, unless the list is closed by now."""
    if _is_bound(visit):
        visit.reply(phrase("subject.no-place"), said.NoPlace(visit.turn.game.name, "closed", "", ()))
        return
    visit.set_guest(None)
    visit.set_pending(None)
    withdraw(visit.turn, visit.person)
    visit.reply(phrase("subject.left"), said.Left(visit.turn.game.name, nothing=False))


LEAVING = (
    Command("resign", who=PLAYER, player=_on_resign),
    Command(
        "leave", ("LEAVE word?",), shy=("LEAVE",), shape="LEAVE, or LEAVE and a game", names_game="leaves",
        who=PLAYER | GUEST, after_end=True, player=_on_leave, guest=_leave_of_a_guest,
    ),
    Command(
        "stop", shy=("STOP",), topic="LEAVE", who=PLAYER | SITTER | GUEST | ANYBODY, after_end=True,
        player=_stop, guest=_leave_of_a_guest, anybody=_stop_without_a_game,
    ),
)  # fmt: skip
