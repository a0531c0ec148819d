"""What waits for a CONFIRM: acts that are dangerous, and letters that nobody can be sure of.

Only a reply to a mail that asked counts: it shows that the mail was read where the player reads mail.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from gm.desk.game.game import Question

LASTS = timedelta(days=14)  # a question that nobody answered for so long is withdrawn
MOST_HELD = 5  # letters of one seat that wait at the same time; more are put aside without a question

NO_MAIL = -1  # the letter answers no mail of ours


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
