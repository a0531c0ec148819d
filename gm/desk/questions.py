"""What waits for a CONFIRM: acts that are dangerous, and letters that nobody can be sure of.

Only a reply to a mail that asked counts: it shows that the mail was read where the player reads his mail.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game import Question
from gm.desk.turn import LASTS, Turn
from gm.rules import Line

MOST_HELD = 5  # letters of one seat that wait at the same time; more are put aside without a question
MOST_LINES = 250  # of a letter that can be held: all that a CONFIRM would do is shown to the player

NO_MAIL = -1  # the letter answers no mail of ours


class HeldEvent(msgspec.Struct, frozen=True):
    """A letter that may be a seat's, as it enters the journal. doubt: see gm.desk.door.DOUBTS."""

    seat: str
    doubt: str
    subject: str
    lines: tuple[Line, ...]


def standing(questions: Sequence[Question], at: datetime) -> tuple[Question, ...]:
    """The questions that can still be answered."""
    return tuple(question for question in questions if at - question.asked <= LASTS)


def answered(questions: Sequence[Question], answers: int | None, at: datetime) -> Question | None:
    """The question that a CONFIRM answers.

    answers: the number of our mail to which it is a reply (NO_MAIL: to none); None: the sender is believed without.
    """
    found = standing(questions, at)
    if answers is None:
        return found[-1] if found else None
    return next((question for question in found if answers in question.mails), None)


def asked(questions: Sequence[Question], act: tuple[str, ...], mail: int, at: datetime) -> tuple[Question, ...]:
    """The questions with one more, asked by the mail *mail*; the same one asked again keeps its mails."""
    before = standing(questions, at)
    same = next((question for question in before if question.act == act), None)
    mails = (*same.mails, mail) if same else (mail,)
    return (*(question for question in before if question.act != act), Question(act, at, mails))


def without(questions: Sequence[Question], act: tuple[str, ...]) -> tuple[Question, ...]:
    """The questions but for one that is settled."""
    return tuple(question for question in questions if question.act != act)


def held_letters(questions: Sequence[Question], at: datetime) -> int:
    """How many letters wait for a CONFIRM."""
    return sum(question.act[0] == "letter" for question in standing(questions, at))


def hold(turn: Turn, event: HeldEvent) -> None:
    """Ask the player whether he wrote a letter; it is done when he confirms it."""
    turn.game = replace(turn.game, holds=turn.game.holds + 1)
    sitting = turn.game.seats[event.seat]
    lines = tuple(line.text for line in event.lines)
    told = said.LetterHeld(event.doubt, turn.words(turn.at, event.seat), event.subject, lines)
    turn.mail(event.seat, "question", "did you write this?", [("letterheld", told)], footer=False)
    act = ("letter", str(turn.game.holds))
    turn.sit(event.seat, questions=asked(sitting.questions, act, sitting.mails, turn.at))
