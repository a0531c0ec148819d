"""What one person asks for and another has to agree to: a new address for a player's mail, a sitter for his absence.

The journal knows addresses by their salted hashes alone (`#` and the hash, put there by gm.desk.reception).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.sitters import sits
from gm.desk.game import Question
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.people.seats import sits_no_more
from gm.desk.turn import Turn
from gm.rules import Problem, to

WHY_NOT = {
    "#here": "it goes to that address already",
    "#ours": "mail from that address is never read: it is ours, or a program's",
}
OWN = "#own-"  # and the hash: the player writes from there already


def set_address(talk: Conversation, request: Request) -> None:
    """SET ADDRESS: asked about where his mail goes now, and then at the new address."""
    person, why_not = request.words[0], why_no_address(talk, request)
    if why_not:
        talk.say_about("your address stays")
        talk.tell(said.NoAddress(why_not))
        return
    own = person.startswith(OWN)
    person = person.removeprefix(OWN).removeprefix("#")
    talk.to_ask.append(("address", person, "own") if own else ("address", person))
    talk.about = "another address for your mail?"
    talk.tell(said.ConfirmAsked("have your mail of this game sent to the address in your letter", "CONFIRM"))


def why_no_address(_: Conversation, request: Request) -> str:
    """Why his mail cannot go to the address that he names, "" if it can."""
    person = request.words[0]
    return WHY_NOT.get(person, "" if person.startswith("#") else "that is no mail address")


def faults_of_address(talk: Conversation, request: Request) -> Iterator[Problem]:
    """Two new addresses in one letter: nobody could say which of them a CONFIRM would mean."""
    if talk.above(request):
        yield Problem(request.line, 1, "two-addresses", "there is another new address above; your mail goes to one")


def ask_there(talk: Conversation, act: Sequence[str]) -> None:
    """The player has confirmed: now the other person is asked, by a mail to his address."""
    kind, person, *more = act
    turn = talk.turn
    if more == ["own"]:
        turn.moved[talk.seat] = person
        talk.about = "your new address"
        talk.tell(said.Moved(turn.game.name))
        return
    about, body = _question(turn, talk.seat, kind, more)
    talk.about = "we ask at the other address"
    _ask(turn, person, (kind, talk.seat, *more), about, body)
    talk.tell(said.AskedThere(kind))


def _question(turn: Turn, seat: str, kind: str, more: Sequence[str]) -> tuple[str, object]:
    """What the other person is asked."""
    game = turn.game.name
    if kind == "sitter":
        since, until = (turn.words(datetime.fromisoformat(word), None) for word in more)
        return "will you sit for a player?", said.SitterAsked(game, turn.rules.title, turn.name(seat), since, until)
    return "is this your address?", said.AddressAsked(game, turn.rules.title)


def _ask(turn: Turn, person: str, act: tuple[str, ...], about: str, body: object) -> None:
    question = Question(act, turn.at, (turn.game.counts.get(person, 0),))
    turn.game = replace(turn.game, pending={**turn.game.pending, person: question})
    turn.mail(person, "question", about, [(type(body).__name__.lower(), body)], footer=False)


def do_errand(turn: Turn, person: str, act: str, words: Sequence[str]) -> tuple[str, object] | None:
    """The other person has confirmed: do it. What he is answered, as (about, notice).

    None: the player himself has been told, and he is the one who asked here. If he watched the game from there, he
    does so no more.
    """
    seat = words[0]
    if not turn.game.seats[seat].taken or turn.game.over:
        return "nothing to confirm", said.NothingToConfirm(waits=False)
    if act == "sitter":
        return sits(turn, person, seat, words[1:])
    turn.moved[seat] = person
    turn.game = replace(turn.game, guests={p: g for p, g in turn.game.guests.items() if p != person})
    for other, sitting in turn.game.seats.items():  # who plays reads the mail of no other player
        if sitting.sitter is not None and sitting.sitter.person == person and sits_no_more(turn, other):
            turn.note(to(other), said.NoSitter("", by_sitter=True))
            turn.send("notice", "nobody sits for you", [other])
    turn.note(to(seat), said.Moved(turn.game.name))
    turn.send("notice", "your new address", [seat])
    return None
