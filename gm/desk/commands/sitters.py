"""Somebody writes for a player for a span of days, and reads his mail: SITTER and NOSITTER.

The player is asked first, at his own address, and then the sitter, at his. The journal knows him by his hash.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.clock.dates import UnreadDate, read_span
from gm.desk.clock.schedule import settled
from gm.desk.commands.declared import PLAYER, Command
from gm.desk.game import Sitter
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.people.seats import sits_no_more
from gm.desk.turn import Turn
from gm.rules import DISCLOSURE, to

LONGEST = timedelta(days=92)
DAY = timedelta(days=1)
WHY_NOT = {
    "#yours": "that is your own address",
    "#ours": "mail from that address is never read: it is ours, or a program's",
}


def _sitter(talk: Conversation, request: Request) -> None:
    """SITTER address FROM day TO day: asked about first."""
    why_not = why_no_sitter(talk, request)
    if why_not:
        talk.say_about("that was not done")
        talk.tell(said.NoSitter(why_not))
        return
    person, days = _wanted(request)
    since, until = _span(talk.turn, talk.seat, days)
    talk.to_ask.append(("sitter", person.removeprefix("#"), since.isoformat(), until.isoformat()))
    talk.about = "shall somebody sit for you?"
    span = f"from {talk.turn.words(since, talk.seat)} until {talk.turn.words(until, talk.seat)}"
    what = f"let the person at the address in your letter read your mail of this game, and write for you, {span}"
    talk.tell(said.ConfirmAsked(what, "CONFIRM"))


def why_no_sitter(talk: Conversation, request: Request) -> str:
    """Why nobody can sit so, "" if he can."""
    person, days = _wanted(request)
    if person in WHY_NOT or not person.startswith("#"):
        return WHY_NOT.get(person, "an address is expected behind SITTER")
    try:
        since, until = _span(talk.turn, talk.seat, days)
    except UnreadDate as error:
        return str(error)
    return f"somebody may sit for at most {LONGEST.days} days" if until - since > LONGEST else ""


def _wanted(request: Request) -> tuple[str, str]:
    """Who is to sit, as the journal knows him, and on which days, as written."""
    person, _, days = request.words[0].partition(" ")
    return person.strip(" ,:"), days


def _span(turn: Turn, seat: str, days: str) -> tuple[datetime, datetime]:
    """From the beginning of the first day, or from now, to the end of the last, in the player's zone."""
    zone = ZoneInfo(turn.game.zone(seat))
    first, last = read_span(days, turn.at.astimezone(zone).date())
    return max(turn.at, settled(first, time(0), zone)), settled(last + DAY, time(0), zone)


def sits(turn: Turn, person: str, seat: str, words: Sequence[str]) -> tuple[str, object]:
    """The sitter agrees: the player is told, and the report will have it. What the sitter is answered.

    Who sits for another player of the game sits for nobody else: he would know the secrets of both.
    """
    others = [other for other, one in turn.game.seats.items() if other != seat and _sits(turn, one.sitter, person)]
    if others:
        turn.note(to(seat), said.NoSitter("", by_sitter=True))
        turn.send("notice", "nobody sits for you", [seat])
        return "you sit for another player", said.SitsAlready(turn.game.name, turn.name(others[0]))
    since, until = (datetime.fromisoformat(word) for word in words)
    turn.sit(seat, sitter=Sitter(person, since, until))
    turn.note(to(seat), said.Sits("", turn.words(since, seat), turn.words(until, seat)))
    turn.note(DISCLOSURE, said.Sits(turn.name(seat), turn.words(since, None), turn.words(until, None)))
    turn.send("notice", "somebody sits for you", [seat])
    told = said.SitsFor(turn.game.name, turn.name(seat), turn.words(since, None), turn.words(until, None))
    return f"you sit for {turn.name(seat)}", told


def _sits(turn: Turn, sitter: Sitter | None, person: str) -> bool:
    """Whether this is the sitter, now or on days to come."""
    return sitter is not None and sitter.person == person and turn.at < sitter.until


def _nositter(talk: Conversation, _: Request) -> None:
    """NOSITTER: at once."""
    turn = talk.turn
    if talk.event.sitter:
        sits_no_more(turn, talk.seat)
        talk.say_about("nobody sits for you")
        talk.tell(said.NoSitter("", by_sitter=True))
        return
    waiting = tuple(q for q in turn.game.seats[talk.seat].questions if q.act[0] != "sitter")
    pending = {p: q for p, q in turn.game.pending.items() if q.act[:2] != ("sitter", talk.seat)}
    turn.game = replace(turn.game, pending=pending)
    turn.sit(talk.seat, questions=waiting)
    there = sits_no_more(turn, talk.seat)
    talk.say_about("nobody sits for you")
    talk.tell(said.NoSitter("" if there else "nobody sat for you"))


SITTERS = (
    Command(
        "sitter", ("SITTER topic",), shy=("SITTER",), meant=re.compile(r"\d|@"), names_person="another", who=PLAYER,
        shape="SITTER, an address, FROM and a day, TO and a day", refuse=why_no_sitter, player=_sitter,
    ),
    Command("nositter", topic="SITTER", player=_nositter),
)  # fmt: skip
