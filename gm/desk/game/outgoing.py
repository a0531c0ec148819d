"""A mail that is not yet in words: to whom, what for, and the notices that it tells."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from gm.desk.game.dues import Due
from gm.rules import NO_SEAT, Reader, Seat


class MailKind(StrEnum):
    """What a mail is for."""

    ANSWER = "answer"  # it answers its reader's letter
    AGAIN = "again"  # it answers, too, but HISTORY leaves it out
    KEPT = "kept"  # likewise: it shows what is kept for a phase to come, which whoever takes the seat must not read
    NOTICE = "notice"
    PRESS = "press"
    REMINDER = "reminder"
    DIGEST = "digest"
    PILED = "piled"  # a message without a name that waits for a digest, which brings it: so that it can be replied to
    QUESTION = "question"  # it asks for a CONFIRM
    END = "end"  # it brings the report
    SO_FAR = "so far"  # it brings the report up to the last phase that is over
    OPERATOR = "operator"  # its reader is the operator


ANSWERS = (MailKind.ANSWER, MailKind.AGAIN, MailKind.KEPT)
UNTOLD = (MailKind.AGAIN, MailKind.KEPT, MailKind.PILED)  # what HISTORY leaves out


class Mail(msgspec.Struct, frozen=True):
    """One mail, not yet in words, to one reader: a seat, or a person without one (by salted hash).

    seat: the reader's, None if they have none. number: how many mails the reader had before. about: what happened, for
    the subject. press_from: the seat whose press it is, so that a reply goes there. dues: deadlines for the reader's
    calendar. talk: the other seat of the conversation that it belongs to. quiet: its reader finds it in
    their HISTORY, and is not sent it.
    """

    reader: Reader
    kind: MailKind
    about: str
    phase: str
    number: int
    notices: tuple[tuple[str, object], ...]
    token: str
    seat: Seat | None = None
    press_from: Seat = NO_SEAT
    dues: tuple[Due, ...] = ()
    talk: Seat = NO_SEAT
    quiet: bool = False


def for_one_alone(kind: str, notices: Iterable[tuple[str, object]]) -> bool:
    """Whether a mail is for the player and nobody who plays in their place: what only they confirm, and their diary."""
    told = {name for name, _ in notices}
    alone = not told.isdisjoint(("diary", "letterheld", "lettersheld"))
    return kind == MailKind.QUESTION or alone or (kind == MailKind.AGAIN and "history" not in told)
