"""Votes on the end of the game: secret, the sender's own standing vote is echoed and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from gm.desk import notices as said
from gm.desk.letter.commands import Command
from gm.desk.letter.conversation import Commands, Conversation
from gm.rules import Problem

WAYS = {
    "vote_draw": "VOTE DRAW",
    "vote_concede": "VOTE CONCEDE TO",
    "vote_end": "VOTE END",
    "propose_draw": "PROPOSE DRAW",
}


def faults_of_votes(talk: Conversation, commands: Sequence[Command]) -> list[Problem]:
    """Votes of other games than this one."""
    votes = talk.turn.rules.votes
    has = tuple(WAYS[name] for name in votes)
    why = f"this game ends by agreement with {' or '.join(has)}" if has else "no vote ends this game"
    if not has and "PROPOSE" in talk.turn.rules.words:
        has, why = ("PROPOSE DRAW",), f"{why}; PROPOSE DRAW asks for its end"
    found = [Problem(c.line, 1, "no-such-vote", why, has) for c in commands if c.name in WAYS and c.name not in votes]
    if not talk.turn.game.over and "vote_end" in votes and not talk.turn.rules.votes_needed(talk.turn.game.state):
        none = "no vote ends this game"
        found += [Problem(c.line, 1, "no-such-vote", none) for c in commands if c.name == "vote_end"]
    return [*found, *(_of_one(c) for c in commands if c.name == "vote_draw" and len(c.words) == 1)]


def _of_one(command: Command) -> Problem:
    """VOTE DRAW AMONG one."""
    why = "a draw is between two or more; VOTE CONCEDE TO lets one win"
    return Problem(command.line, 1, "draw-of-one", why, (f"VOTE CONCEDE TO {command.words[0]}",))


def _draw(talk: Conversation, command: Command) -> None:
    """A draw of all, or among the seats named."""
    among = [seat for seat in talk.turn.game.seats if seat in command.words]
    _vote(talk, f"DRAW AMONG {' '.join(among)}" if among else "DRAW")


def _concede(talk: Conversation, command: Command) -> None:
    _vote(talk, f"CONCEDE TO {command.words[0]}")


def _end(talk: Conversation, _: Command) -> None:
    _vote(talk, "END")


def _none(talk: Conversation, _: Command) -> None:
    _vote(talk, "")


def _vote(talk: Conversation, vote: str) -> None:
    talk.turn.sit(talk.seat, vote=vote)
    talk.say_about("your vote")
    talk.tell(said.Vote(vote))


VOTES: Commands = {"vote_draw": _draw, "vote_concede": _concede, "vote_end": _end, "novote": _none}
