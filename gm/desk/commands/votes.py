"""Votes on the end of the game. They are secret until it is over: only the sender's own is shown, to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.declared import Command
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request, read_seat, read_seats
from gm.desk.notices.phrases import phrase
from gm.rules import Problem, as_seat
from gm.rules.lines.words import first_word
from gm.rules.ruleset import Card


def vote_faults(talk: Conversation, request: Request) -> Iterator[Problem]:
    """Report a vote that this game does not have, and a draw with a single seat."""
    votes, words = talk.turn.card.votes, {vote.name: vote.heads[0] for vote in VOTES}
    has = tuple(words[name] for name in votes)
    why = phrase("fault.votes", has=" or ".join(has)) if has else phrase("fault.no-vote")
    if not has and "PROPOSE" in talk.turn.card.words:
        has, why = ("PROPOSE DRAW",), phrase("fault.no-vote-but-propose")
    if request.name not in votes:
        yield Problem(request.line, 1, "no-such-vote", message=why, hints=has)
    if request.name == "vote_draw" and len(request.words) == 1:
        why = phrase("fault.draw-of-one")
        yield Problem(request.line, 1, "draw-of-one", message=why, hints=(f"VOTE CONCEDE TO {request.words[0]}",))
    elif request.name == "vote_draw" and request.words and request.name in votes:
        why = talk.turn.ruleset.voted.why_no_draw(talk.turn.game.state, tuple(map(as_seat, request.words)))
        if why:
            yield Problem(request.line, 1, "no-such-draw", message=why, hints=("VOTE DRAW",))
    ends = request.name == "vote_end" and "vote_end" in votes
    if ends and not talk.turn.ruleset.voted.votes_needed(talk.turn.game.state):
        yield Problem(request.line, 1, "no-such-vote", phrase("fault.no-vote-now"))


def as_here(talk: Conversation, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems of a letter, those of misread votes with the votes that this game has, and how to take one back."""
    has = [vote.shape for vote in VOTES if vote.name in talk.turn.card.votes]
    votes = {line.number for line in talk.event.lines if first_word(line.text) == "VOTE"} if has else set()
    back = "UNVOTE END" if "vote_end" in talk.turn.card.votes else "NOVOTE"
    written = phrase("fault.written-vote", has=", ".join(has), back=back)
    return tuple(
        replace(one, message=written) if one.code == "command" and one.line in votes else one for one in problems
    )


def _draw(talk: Conversation, request: Request) -> None:
    """Vote for a draw of all, or among the seats named."""
    among = [seat for seat in talk.turn.game.seats if seat in request.words]
    _vote(talk, f"DRAW AMONG {' '.join(among)}" if among else "DRAW")


def _concede(talk: Conversation, request: Request) -> None:
    _vote(talk, f"CONCEDE TO {request.words[0]}")


def _end(talk: Conversation, _: Request) -> None:
    _vote(talk, "END")


def _none(talk: Conversation, _: Request) -> None:
    _vote(talk, "")


def _vote(talk: Conversation, vote: str) -> None:
    talk.turn.record_vote(talk.seat, vote)
    talk.turn.sit(talk.seat, vote=vote)
    talk.say_about(phrase("subject.vote"))
    talk.tell(said.Vote(vote))


# What people write for a vote in other games by mail: which vote that is, and how it is written here.
BARE = {
    "DRAW": ("vote_draw", "VOTE DRAW"),
    "CONCEDE": ("vote_concede", "VOTE CONCEDE TO and a power"),
    "NODRAW": ("vote_draw", "NOVOTE"),
    "NOCONCEDE": ("vote_concede", "NOVOTE"),
}


def vote_meant(card: Card, word: str) -> tuple[str, ...]:
    """How a vote is written that a line means by its first word alone; () if it means none that the game has."""
    name, here = BARE.get(word, ("", ""))
    if name in card.votes:
        return (here,)
    proposed = word == "DRAW" and not card.votes and "PROPOSE" in card.words
    return ("PROPOSE DRAW",) if proposed else ()


VOTES = (
    Command(
        "vote_draw", ("VOTE DRAW (AMONG? _words)?", "SET DRAW (AMONG _words)?"), read=read_seats, faults=vote_faults,
        classic=("VOTE FOR A? DRAW (AMONG? _words)?", "VOTE A DRAW (AMONG? _words)?"), shape="VOTE DRAW", player=_draw,
    ),
    Command(
        "vote_concede", ("VOTE CONCEDE TO? _words",), classic=("SET CONCEDE TO? _words",), read=read_seat,
        shape="VOTE CONCEDE TO and a power", faults=vote_faults, player=_concede,
    ),
    Command(
        "vote_end", ("VOTE END", "VOTE END GAME", "VOTE END THE GAME"), shape="VOTE END", faults=vote_faults,
        player=_end,
    ),
    Command(
        "novote", ("NOVOTE", "VOTE NONE", "UNVOTE END?"), classic=("SET NODRAW", "SET NOCONCEDE"), topic="VOTE",
        shape="UNVOTE END", player=_none,
    ),
)  # fmt: skip
