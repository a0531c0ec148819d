"""Proposals of an end: told to everybody at once, in games that have them. Votes on it stay secret, and are apart.

Where PROPOSE belongs to the rules, they read it themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.declared import Command
from gm.desk.commands.votes import vote_faults
from gm.desk.game.game import Role
from gm.desk.game.outgoing import MailKind
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request, read_seat, read_seats
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, Problem, as_seat
from gm.rules.lines.words import listed

VOTED = {"propose_draw": "vote_draw", "propose_concede": "vote_concede", "propose_end": "vote_end"}


def _faults(talk: Conversation, request: Request) -> Iterator[Problem]:
    """Report a proposal that this game does not have, and a second one while the player's first is open."""
    if talk.turn.game.proposals == "none":
        yield from vote_faults(talk, request)
        return
    yield from vote_faults(talk, replace(request, name=VOTED[request.name]))
    if talk.turn.game.seats[talk.seat].proposed or any(one.name in VOTED for one in _above(talk, request)):
        yield Problem(request.line, 1, "proposal-open", phrase("fault.proposal-open"))


def _above(talk: Conversation, request: Request) -> list[Request]:
    return [one for one in talk.requests if one.line < request.line]


def _draw(talk: Conversation, request: Request) -> None:
    among = [seat for seat in talk.turn.game.seats if seat in request.words]
    names = listed([talk.turn.name(seat) for seat in among])
    what = phrase("propose.draw-among", names=names) if among else phrase("propose.draw")
    _propose(talk, what, f"VOTE DRAW AMONG {', '.join(map(talk.turn.name, among))}" if among else "VOTE DRAW")


def _concede(talk: Conversation, request: Request) -> None:
    name = talk.turn.name(as_seat(request.words[0]))
    _propose(talk, phrase("propose.concede", name=name), f"VOTE CONCEDE TO {name}")


def _end(talk: Conversation, _: Request) -> None:
    _propose(talk, phrase("propose.end"), "VOTE END")


def _propose(talk: Conversation, what: str, word: str) -> None:
    """Tell everybody, with the proposer's name unless the game leaves it out; only the report then has it."""
    turn, about = talk.turn, phrase("subject.proposed")
    named = turn.game.proposals == "named"
    turn.sit(talk.seat, proposed=what)
    told = said.Proposed(talk.name if named else "", what, word)
    for seat in turn.game.seats:
        if seat != talk.seat:
            turn.mail(seat, MailKind.NOTICE, about, [("proposed", told)])
    turn.public = about
    for person in turn.game.watchers(Role.OBSERVER):
        turn.mail(person, MailKind.NOTICE, about, [("proposed", told)], footer=False)
    turn.note(DISCLOSURE, replace(told, by=talk.name))
    talk.say_about(phrase("subject.proposes"))
    talk.tell(said.Proposes(what, word, named))


PROPOSALS = (
    Command(
        "propose_draw", ("PROPOSE DRAW (AMONG? _words)?",), shy=("PROPOSE",),
        meant=re.compile(r"\A\s*\S+\s+\S+\s*\Z"), topic="PROPOSALS", read=read_seats, shape="PROPOSE DRAW",
        faults=_faults, player=_draw,
    ),
    Command(
        "propose_concede", ("PROPOSE CONCEDE TO? _words",), shy=("PROPOSE",), topic="PROPOSALS", read=read_seat,
        faults=_faults, player=_concede,
    ),
    Command(
        "propose_end", ("PROPOSE END",), shy=("PROPOSE",), topic="PROPOSALS", faults=_faults, player=_end,
    ),
)  # fmt: skip
