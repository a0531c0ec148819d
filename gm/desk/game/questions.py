"""Questions that wait for a CONFIRM, letters that may not be their player's among them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from gm.rules import Person, Seat

LASTS = timedelta(days=14)  # after which an unanswered question is withdrawn
MOST_HELD = 8  # letters of one seat that wait at a time; one more takes the place of the oldest
NO_MAIL = -1  # the letter answers no mail of ours


class Question(msgspec.Struct, frozen=True):
    """Something done only once the person who asked for it confirms it, by a reply to a mail that asks.

    act: "resign", "takeover" and a seat, "rules" and what the rules call it (gm.rules.Check), or "letter" and the
    number of a held letter. mails: the numbers of our mails that asked; among: those of them that asked about several
    letters, so that a CONFIRM must say which.
    """

    act: tuple[str, ...]
    asked: datetime
    mails: tuple[int, ...]
    among: tuple[int, ...] = ()


class Call(msgspec.Struct, frozen=True):
    """A person who is asked to take a vacant seat; the next is asked at *until*."""

    seat: Seat
    person: Person
    until: datetime


class Held(msgspec.Struct, frozen=True):
    """A letter that waits for its player's CONFIRM.

    hold: its number among all that the game has held; number: by which its player knows it; doubt: see
    gm.desk.arrival.door.Identified.
    """

    hold: int
    number: int
    doubt: str
    at: datetime
    subject: str
    lines: tuple[str, ...]

    @property
    def act(self) -> tuple[str, ...]:
        """What the question about it asks for."""
        return letter_act(self.hold)


def letter_act(hold: int) -> tuple[str, ...]:
    """What the question about a held letter asks for."""
    return "letter", str(hold)


def is_letter(question: Question) -> bool:
    """Whether a question is about a held letter."""
    return question.act[0] == "letter"


def standing(questions: Sequence[Question], at: datetime) -> tuple[Question, ...]:
    """The questions that can still be answered."""
    return tuple(question for question in questions if at - question.asked <= LASTS)


def all_answered(questions: Sequence[Question], answers: int | None, at: datetime) -> tuple[Question, ...]:
    """The questions that a CONFIRM may answer.

    answers: the number of our mail that it replies to (NO_MAIL: none of them), or None if the sender is trusted anyway.
    """
    found = standing(questions, at)
    if answers is None:
        return found[-1:]
    return tuple(question for question in found if answers in question.mails)


def answered(questions: Sequence[Question], answers: int | None, at: datetime) -> Question | None:
    """The first question that a CONFIRM answers (see all_answered), or None."""
    return next(iter(all_answered(questions, answers, at)), None)


def asked(questions: Sequence[Question], act: tuple[str, ...], mail: int, at: datetime) -> tuple[Question, ...]:
    """The questions and one more, asked by mail number *mail*; one that is asked again keeps its earlier mails."""
    before = standing(questions, at)
    same = next((question for question in before if question.act == act), None)
    mails = (*same.mails, mail) if same else (mail,)
    return (*(question for question in before if question.act != act), Question(act, at, mails))


def without(questions: Sequence[Question], act: tuple[str, ...]) -> tuple[Question, ...]:
    """The questions without the settled one."""
    return tuple(question for question in questions if question.act != act)


def held_letters(questions: Sequence[Question], at: datetime) -> int:
    """How many letters wait for a CONFIRM."""
    return sum(map(is_letter, standing(questions, at)))
