"""What one person asks for and another must agree to: a new address for a player's mail, a sitter for a time.

The journal has only the salted hashes of addresses (`#` and the hash, put there by gm.desk.arrival.reception).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.declared import PLAYER, Command
from gm.desk.game.game import Sitter
from gm.desk.game.outgoing import MailKind
from gm.desk.game.questions import Question
from gm.desk.game.seating import sits_no_more
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.desk.time.dates import UnreadDate, read_span
from gm.desk.time.schedule import settled
from gm.rules import DISCLOSURE, Person, Problem, Seat, as_person, as_seat, to

WHY_NOT = {
    "#here": phrase("fault.same-address"),
    "#ours": phrase("fault.our-address"),
    "#yours": phrase("fault.own-address"),
    "two-addresses": phrase("fault.two-in-one"),
}
OWN = "#own-"  # followed by the hash: the player already writes from there
LONGEST = timedelta(days=92)
DAY = timedelta(days=1)


def _on_address(talk: Conversation, request: Request) -> None:
    """SET ADDRESS: ask first at the player's present address, then at the new one."""
    person, why_not = request.words[0], _why_no_address(talk, request)
    if why_not:
        talk.say_about(phrase("subject.address-stays"))
        talk.tell(said.NoAddress(why_not))
        return
    own = person.startswith(OWN)
    person = person.removeprefix(OWN).removeprefix("#")
    talk.to_ask.append(("address", person, "own") if own else ("address", person))
    talk.about = phrase("subject.address")
    talk.tell(said.ConfirmAsked(phrase("ask.own-address"), "CONFIRM", person=as_person(person)))


def _why_no_address(_: Conversation, request: Request) -> str:
    """Why the mail cannot go to the address named; "" if it can."""
    person = request.words[0]
    return WHY_NOT.get(person, "" if person.startswith("#") else phrase("fault.no-address"))


def _faults(talk: Conversation, request: Request) -> Iterator[Problem]:
    """Report a second new address in one letter: it would be unclear which of them a CONFIRM means."""
    if talk.above(request):
        yield Problem(request.line, 1, "two-addresses", phrase("fault.two-addresses"))


def _sitter(talk: Conversation, request: Request) -> None:
    """SITTER address FROM day TO day: ask the player first."""
    why_not = _why_no_sitter(talk, request)
    if why_not:
        talk.say_about(phrase("subject.not-done"))
        talk.tell(said.NoSitter(why_not))
        return
    person, days = _wanted(request)
    since, until = _span(talk.turn, talk.seat, days)
    person = person.removeprefix("#")
    talk.to_ask.append(("sitter", person, since.isoformat(), until.isoformat()))
    talk.about = phrase("subject.sitter")
    span = f"from {talk.turn.words(since, talk.seat)} until {talk.turn.words(until, talk.seat)}"
    what = phrase("ask.own-sitter", span=span)
    talk.tell(said.ConfirmAsked(what, "CONFIRM", person=as_person(person)))


def _why_no_sitter(talk: Conversation, request: Request) -> str:
    """Why the person cannot sit then; "" if they can."""
    person, days = _wanted(request)
    if person in WHY_NOT or not person.startswith("#"):
        return WHY_NOT.get(person, phrase("fault.sitter-address"))
    try:
        since, until = _span(talk.turn, talk.seat, days)
    except UnreadDate as error:
        return str(error)
    return phrase("fault.sitter-too-long", most=LONGEST.days) if until - since > LONGEST else ""


def _wanted(request: Request) -> tuple[str, str]:
    """The sitter, as the journal knows them, and the days as written."""
    person, _, days = request.words[0].partition(" ")
    return person.strip(" ,:"), days


def _span(turn: Turn, seat: Seat, days: str) -> tuple[datetime, datetime]:
    """From the start of the first day (or from now) to the end of the last, in the player's zone."""
    zone = ZoneInfo(turn.game.zone(seat))
    first, last = read_span(days, turn.at.astimezone(zone).date())
    return max(turn.at, settled(first, time(0), zone)), settled(last + DAY, time(0), zone)


def sits(turn: Turn, person: Person, seat: Seat, words: Sequence[str]) -> tuple[str, object]:
    """Let the sitter who agreed sit; tell the player and the report. Return what to answer them, as (about, notice).

    Nobody sits for two players of a game: they would know the secrets of both.
    """
    others = [other for other, one in turn.game.seats.items() if other != seat and _sits(turn, one.sitter, person)]
    if others:
        turn.note(to(seat), said.NoSitter("", by_sitter=True))
        turn.send(MailKind.NOTICE, phrase("subject.no-sitter"), [seat])
        return phrase("subject.sits-already"), said.SitsAlready(turn.game.name, turn.name(others[0]))
    since, until = (datetime.fromisoformat(word) for word in words)
    turn.sit(seat, sitter=Sitter(person, since, until))
    turn.note(to(seat), said.Sits("", turn.words(since, seat), turn.words(until, seat)))
    turn.note(DISCLOSURE, said.Sits(turn.name(seat), turn.words(since, None), turn.words(until, None)))
    turn.send(MailKind.NOTICE, phrase("subject.sits"), [seat])
    told = said.SitsFor(turn.game.name, turn.name(seat), turn.words(since, None), turn.words(until, None))
    return phrase("subject.sits-for", seat=turn.name(seat)), told


def _sits(turn: Turn, sitter: Sitter | None, person: Person) -> bool:
    """Whether *person* is this sitter, now or on days to come."""
    return sitter is not None and sitter.person == person and turn.at < sitter.until


def _nositter(talk: Conversation, _: Request) -> None:
    """NOSITTER: end the sitting at once."""
    turn = talk.turn
    if talk.event.sitter:
        sits_no_more(turn, talk.seat)
        talk.say_about(phrase("subject.no-sitter"))
        talk.tell(said.NoSitter("", by_sitter=True))
        return
    waiting = tuple(q for q in turn.game.seats[talk.seat].questions if q.act[0] != "sitter")
    pending = {p: q for p, q in turn.game.pending.items() if q.act[:2] != ("sitter", talk.seat)}
    turn.game = replace(turn.game, pending=pending)
    turn.sit(talk.seat, questions=waiting)
    there = sits_no_more(turn, talk.seat)
    talk.say_about(phrase("subject.no-sitter"))
    talk.tell(said.NoSitter("" if there else phrase("reason.nobody-sat")))


# -- the other person ------------------------------------------------------------------------------------------


def ask_there(talk: Conversation, act: Sequence[str]) -> None:
    """Ask the other person, by a mail to their address, now that the player has confirmed."""
    kind, person, *more = act
    turn, there = talk.turn, as_person(person)
    if more == ["own"]:
        turn.moved[talk.seat] = there
        talk.about = phrase("subject.moved")
        talk.tell(said.Moved(turn.game.name))
        return
    about, body = _question(turn, talk.seat, kind, more)
    talk.about = phrase("subject.asked-there")
    _ask(turn, there, (kind, talk.seat, *more), about=about, body=body)
    talk.tell(said.AskedThere(kind))


def _question(turn: Turn, seat: Seat, kind: str, more: Sequence[str]) -> tuple[str, object]:
    """What the other person is asked, as (about, notice)."""
    game = turn.game.name
    if kind == "sitter":
        since, until = (turn.words(datetime.fromisoformat(word), None) for word in more)
        return phrase("subject.sitter-asked"), said.SitterAsked(
            game, turn.card.title, turn.name(seat), since=since, until=until
        )
    return phrase("subject.address-asked"), said.AddressAsked(game, turn.card.title)


def _ask(turn: Turn, person: Person, act: tuple[str, ...], about: str, body: object) -> None:
    question = Question(act, turn.at, (turn.game.counts.get(person, 0),))
    turn.game = replace(turn.game, pending={**turn.game.pending, person: question})
    turn.mail(person, MailKind.QUESTION, about, [(type(body).__name__.lower(), body)], footer=False)


def do_errand(turn: Turn, person: Person, act: str, words: Sequence[str], barred: bool) -> tuple[str, object] | None:
    """Do what the other person has confirmed; return what to answer them, as (about, notice).

    barred: they have been let see everything of the game, or would sit for an opponent, and nothing is done.
    None: it was the player who confirmed, and they have been told; if that address watched the game, it no longer does.
    """
    seat = as_seat(words[0])
    if not turn.game.seats[seat].taken or turn.game.over or barred:
        return phrase("subject.nothing-to-confirm"), said.NothingToConfirm(waits=False)
    if act == "sitter":
        return sits(turn, person, seat, words[1:])
    turn.moved[seat] = person
    turn.game = replace(turn.game, guests={p: g for p, g in turn.game.guests.items() if p != person})
    for other, sitting in turn.game.seats.items():  # a player cannot read another player's mail
        if sitting.sitter is not None and sitting.sitter.person == person and sits_no_more(turn, other):
            turn.note(to(other), said.NoSitter("", by_sitter=True))
            turn.send(MailKind.NOTICE, phrase("subject.no-sitter"), [other])
    turn.note(to(seat), said.Moved(turn.game.name))
    turn.send(MailKind.NOTICE, phrase("subject.moved"), [seat])
    return None


ERRANDS = (
    Command(
        "address", ("SET ADDRESS word",), topic="ADDRESS", names_person="own", who=PLAYER, faults=_faults,
        refuse=_why_no_address, player=_on_address,
    ),
    Command(
        "sitter", ("SITTER topic",), shy=("SITTER",), meant=re.compile(r"\d|@"), names_person="another", who=PLAYER,
        shape="SITTER, an address, FROM and a day, TO and a day", refuse=_why_no_sitter, player=_sitter,
    ),
    Command("nositter", topic="SITTER", player=_nositter),
)  # fmt: skip
