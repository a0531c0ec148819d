"""The operator's acts on a game that has not begun: inviting, approving, refusing, beginning, entering its beacon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Forming, Guest, Role
from gm.desk.game.outgoing import MailKind
from gm.desk.game.refusal import OperatorError
from gm.desk.game.settings import on_the_web
from gm.desk.game.turn import Turn
from gm.desk.notices.phrases import phrase
from gm.desk.people.beginning import begin, begin_if_complete, close, tell_joined
from gm.desk.people.places import joined
from gm.rules import EVERYBODY, NO_SEAT, Person, Seat, as_person

CORRECTION = timedelta(hours=1)  # how long a beacon's value can be corrected before draws are made from it
LONGEST_VALUE = 200


def _forming(turn: Turn) -> Forming:
    if turn.game.forming is None:
        raise OperatorError("the game has begun already")
    return turn.game.forming


def _open(turn: Turn) -> Forming:
    """How the game finds players. Raises OperatorError if its list of them is closed."""
    forming = _forming(turn)
    if forming.closed:
        raise OperatorError("the list of players is closed: it stays as it is until the draws are made")
    return forming


def _seat(turn: Turn, word: str) -> Seat:
    seats = {seat.upper(): seat for seat in turn.game.seats}
    if word.upper() not in seats:
        raise OperatorError(f"there is no seat {word}; there are {', '.join(turn.game.seats)}")
    return seats[word.upper()]


def invite(turn: Turn, args: Sequence[str]) -> None:
    """invite HASH [SEAT]: ask a person to join; their JOIN needs neither password nor approval."""
    forming = _open(turn)
    if not args:
        raise OperatorError("invite takes an address, and a seat to keep for them")
    person, seat = as_person(args[0]), _seat(turn, args[1]) if len(args) > 1 else NO_SEAT
    if person in turn.game.guests:
        raise OperatorError("they are invited, or have joined already")
    if seat and seat in [guest.seat for guest in turn.game.guests.values()]:
        raise OperatorError(f"{seat} is kept for somebody else")
    turn.game = replace(turn.game, guests={**turn.game.guests, person: Guest(Role.INVITED, seat=seat)})
    told = said.Invited(
        turn.game.name, turn.card.title, turn.name(seat) if seat else "", seed_hash=turn.game.seed_hash(),
        beacon=forming.beacon,
    )  # fmt: skip
    shown = [("ontheweb", one) for one in on_the_web(turn.game)]
    turn.mail(person, MailKind.NOTICE, phrase("subject.invited"), [("invited", told), *shown], footer=False)


def _applicant(turn: Turn, args: Sequence[str], roles: Sequence[Role] = (Role.PLAYER,)) -> tuple[Person, Guest]:
    """Find a newcomer by their number of joining or their salted hash. roles: what they may be."""
    _open(turn)
    word = args[0] if len(args) == 1 else ""
    for person, guest in turn.game.guests.items():
        if guest.role in roles and word in (person, str(guest.number or person)):
            return person, guest
    raise OperatorError("nobody who has joined has that number or address; gm seats shows who has")


def approve(turn: Turn, args: Sequence[str]) -> None:
    """approve N or HASH: let the newcomer in."""
    person, guest = _applicant(turn, args)
    if guest.approved:
        raise OperatorError("they are approved already")
    guest = replace(guest, approved=True)
    turn.game = replace(turn.game, guests={**turn.game.guests, person: guest})
    turn.mail(person, MailKind.NOTICE, phrase("subject.joined"), [("joined", joined(turn, guest))], footer=False)
    begin_if_complete(turn)


def refuse(turn: Turn, args: Sequence[str]) -> None:
    """refuse N or HASH: turn the newcomer away, or take back their invitation, and tell them."""
    person, _ = _applicant(turn, args, (Role.PLAYER, Role.INVITED))
    told = said.Turned(turn.game.name)
    turn.mail(person, MailKind.NOTICE, phrase("subject.turned"), [("turned", told)], footer=False)
    turn.game = replace(turn.game, guests={p: g for p, g in turn.game.guests.items() if p != person})


def begin_now(turn: Turn, args: Sequence[str]) -> None:
    """begin: start with those who have joined; the other seats are vacant. With a beacon: close the list of them."""
    forming = _open(turn)
    if args:
        raise OperatorError("begin takes nothing but the game")
    if not any(guest.role == Role.PLAYER and guest.approved for guest in turn.game.guests.values()):
        raise OperatorError("nobody has joined yet")
    if forming.beacon:
        close(turn)
    else:
        begin(turn)


def enter_beacon(turn: Turn, args: Sequence[str]) -> None:
    """beacon VALUE: what the draws will be made from in an hour, together with the seed; another one corrects it."""
    forming, value = _forming(turn), " ".join(" ".join(args).split())
    if not forming.beacon:
        raise OperatorError("this game has no beacon: game.toml names none")
    if not forming.closed:
        raise OperatorError("not all places are taken; gm begin closes the list with those who have joined")
    if not value.isprintable() or not 0 < len(value) <= LONGEST_VALUE:
        raise OperatorError(f"a value of at most {LONGEST_VALUE} characters is expected")
    if value == forming.value:
        raise OperatorError("that value is entered already")
    due = turn.at + CORRECTION
    turn.game = replace(turn.game, forming=replace(forming, value=value, draws=due))

    told = said.BeaconEntered(turn.game.name, forming.beacon, value, turn.words(due, None), before=forming.value)
    turn.note(EVERYBODY, told)
    tell_joined(turn, phrase("subject.beacon"), told)
    turn.send(MailKind.NOTICE, phrase("subject.beacon"), footer=False)


def cancel(turn: Turn, args: Sequence[str]) -> None:
    """cancel: the player who created the game by mail withdraws it."""
    _forming(turn)
    if args:
        raise OperatorError("cancel takes nothing but the game")
    turn.end(phrase("end.cancelled"), ())


FORMING_ACTS: Mapping[str, Callable[[Turn, Sequence[str]], None]] = {
    "invite": invite,
    "approve": approve,
    "refuse": refuse,
    "begin": begin_now,
    "beacon": enter_beacon,
    "cancel": cancel,
}
