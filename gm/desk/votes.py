"""Votes on the end of the game: secret, the sender's own standing vote is echoed and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from gm.desk import notices as said
from gm.desk.commands import Command
from gm.desk.conversation import Commands, Conversation
from gm.rules import Problem

# The ways to end a game by agreement that only some games have.
OTHERS = {"vote_end": "VOTE END", "propose_draw": "PROPOSE DRAW"}


def faults_of_votes(talk: Conversation, commands: Sequence[Command]) -> list[Problem]:
    """Votes of other games than this one."""
    words = "this game ends by agreement with VOTE DRAW or VOTE CONCEDE TO"
    return [Problem(c.line, 1, "no-such-vote", words, ("VOTE DRAW",)) for c in commands if c.name in OTHERS]


def _draw(talk: Conversation, command: Command) -> None:
    """A draw of all, or among the seats named."""
    among = [seat for seat in talk.turn.game.seats if seat in command.words]
    _vote(talk, f"DRAW AMONG {' '.join(among)}" if among else "DRAW")


def _concede(talk: Conversation, command: Command) -> None:
    _vote(talk, f"CONCEDE TO {command.words[0]}")


def _none(talk: Conversation, _: Command) -> None:
    _vote(talk, "")


def _vote(talk: Conversation, vote: str) -> None:
    talk.turn.sit(talk.seat, vote=vote)
    talk.say_about("your vote")
    talk.tell(said.Vote(vote))


VOTES: Commands = {"vote_draw": _draw, "vote_concede": _concede, "novote": _none}
