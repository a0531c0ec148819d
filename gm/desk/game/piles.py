"""What has piled up for one reader, as mails: one for each conversation, with what its subject says."""

from __future__ import annotations

from collections.abc import Sequence

from gm.desk.notices.phrases import phrase
from gm.desk.time.times import in_brief
from gm.rules import NO_SEAT, Notice, Seat


def by_conversation(told: Sequence[Notice], as_one: bool) -> list[tuple[Seat, list[Notice]]]:
    """Notices grouped into mails: one for each conversation ("" for none), or all in one; [] if there are none."""
    if as_one:
        return [(NO_SEAT, list(told))] if told else []
    talks = dict.fromkeys(notice.talk for notice in told)
    return [(talk, [notice for notice in told if notice.talk == talk]) for talk in talks]


def subject_of(other: str, told: Sequence[Notice], zone: str) -> str:
    """What the subject of a conversation's mail says: with whom it is, and what wants an answer by when."""
    wanted = next((notice for notice in told if notice.about and notice.due is not None), None)
    if wanted is None or wanted.due is None:
        return phrase("subject.with", other=other)
    return phrase("subject.with-due", other=other, about=wanted.about, due=in_brief(wanted.due.replace(second=0), zone))
