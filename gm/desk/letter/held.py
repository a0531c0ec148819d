"""Doubtful letters: held, and shown to the player in whose name they came."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gm.desk.game.questions import MOST_HELD, Held, Question, is_letter, letter_act, standing
from gm.desk.game.turn import Turn
from gm.desk.game.waiting import ask, settle
from gm.desk.letter.conversation import as_written
from gm.rules import Line, Seat

MOST_LINES = 250  # of a letter that can be held: the player is shown all that a CONFIRM would do
MOST_CHARACTERS = 16_000


class HeldEvent(msgspec.Struct, frozen=True):
    """A letter that may be from a seat, as it enters the journal. doubt: see gm.desk.arrival.door.Identified.

    collected: it waits for the next mail that asks, if there is a question already; not so in what gm 0.6.0 or earlier
    entered.
    """

    seat: Seat
    doubt: str
    subject: str
    lines: tuple[Line, ...]
    collected: bool = False


def hold(turn: Turn, event: HeldEvent) -> None:
    """Keep a letter until its player confirms it, and ask about it unless they are asked about others already.

    One too many takes the place of the oldest: a flood in a player's name must not keep out the next letter, which may
    be theirs.
    """
    turn.game = replace(turn.game, holds=turn.game.holds + 1)
    seat, number = event.seat, turn.game.holds
    waiting = [question for question in standing(turn.game.seats[seat].questions, turn.at) if is_letter(question)]
    crowded = waiting[: max(0, len(waiting) + 1 - MOST_HELD)] if event.collected else []
    settle(turn, seat, (question.act for question in crowded))
    turn.crowded += [int(question.act[1]) for question in crowded]
    sitting = turn.game.seats[seat]
    lines = tuple(as_written(line.text) for line in event.lines)
    known = max((one.number for one in sitting.held), default=0) + 1
    held = Held(number, known, event.doubt, turn.at, event.subject, lines)
    question = Question(letter_act(number), turn.at, ())
    turn.sit(seat, questions=(*standing(sitting.questions, turn.at), question), held=(*sitting.held, held))
    if not event.collected:
        ask(turn, seat, lambda one: one.hold == number)
    elif not waiting:
        ask(turn, seat)
