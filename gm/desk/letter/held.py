"""Doubtful letters: held, and shown to the player in whose name they came."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import asked
from gm.desk.game.outgoing import MailKind
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import as_written
from gm.desk.notices.phrases import phrase
from gm.rules import Line, Seat

MOST_LINES = 250  # of a letter that can be held: the player is shown all that a CONFIRM would do


class HeldEvent(msgspec.Struct, frozen=True):
    """A letter that may be from a seat, as it enters the journal. doubt: see gm.desk.arrival.door.Identified."""

    seat: Seat
    doubt: str
    subject: str
    lines: tuple[Line, ...]


def hold(turn: Turn, event: HeldEvent) -> None:
    """Ask the player whether they wrote a letter; it is carried out when they confirm it."""
    turn.game = replace(turn.game, holds=turn.game.holds + 1)
    sitting = turn.game.seats[event.seat]
    lines = tuple(as_written(line.text) for line in event.lines)
    told = said.LetterHeld(event.doubt, turn.words(turn.at, event.seat), event.subject, lines)
    turn.mail(event.seat, MailKind.QUESTION, phrase("subject.held"), [("letterheld", told)], footer=False)
    act = ("letter", str(turn.game.holds))
    turn.sit(event.seat, questions=asked(sitting.questions, act, sitting.mails, turn.at))
