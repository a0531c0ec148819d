"""Carrying out acts found to be allowed: from what a letter asks for to what the referee does."""

from __future__ import annotations

from gm.rules import Seat
from gm.rules.so_long_sucker.acts import Discard, Kill, Next, Play, Refuse, Transfer
from gm.rules.so_long_sucker.referee import Referee


def carry_out(referee: Referee, seat: Seat, act: object) -> None:
    """Let *referee* do what *seat* asks for."""
    match act:
        case Play(colour=colour, pile=pile, to=to):
            referee.play(colour, pile, to)
        case Next(to=to):
            referee.name(to)
        case Kill(colour=colour):
            referee.kill(colour)
        case Discard(colour=colour, count=count):
            referee.discard(seat, colour, count)
        case Transfer(colour=colour, count=count, to=to):
            referee.transfer(seat, colour, count, to)
        case Refuse():
            referee.refuse(seat)
