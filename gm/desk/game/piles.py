"""What has piled up for one reader: when it leaves, and as what it is mailed.

In games without turns notices pile up, and come as one mail for each conversation. In games with turns it is messages
of others that wait; whatever else is mailed to their reader brings them, and they leave before the deadline at the
latest (`leaves`). All of it goes by what the reader knows, so that nothing follows from when a message comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from gm.desk import notices as said
from gm.desk.game.game import Clock, Game, Sitting
from gm.desk.game.outgoing import MailKind, for_one_alone
from gm.desk.notices.phrases import phrase
from gm.desk.time.times import in_brief
from gm.registry import ruleset
from gm.rules import NO_SEAT, Notice, Seat

# Messages leave so long before the deadline at the latest; in short phases such a part of the phase before it.
LAST, PART = timedelta(hours=6), 8
MOST_PILED, MOST_CHARACTERS = 50, 40_000  # of messages that wait for one reader
BRINGS = (MailKind.NOTICE, MailKind.REMINDER, MailKind.END)
Piled = Sequence[tuple[str, Any]]


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


def leaves(game: Game, sitting: Sitting) -> datetime | None:
    """When what has piled up for a seat is mailed by itself; None if nothing has, or if it is for a game that is over.

    While a game is paused no deadline is near.
    """
    if sitting.piled_since is None or game.clock is None:
        return None
    waits = sitting.piled_since + timedelta(seconds=sitting.digest)
    if ruleset(game.ruleset).card.live or game.clock.paused:
        return waits
    return min(waits, latest(game.clock))


def latest(clock: Clock) -> datetime:
    """Until when messages wait in a phase of a game with turns; behind that they come at once."""
    return clock.deadline - min(LAST, (clock.deadline - clock.opened) / PART)


def too_much(pile: Piled) -> bool:
    """Whether so much has piled up that it must not grow."""
    lines = (line for _, body in pile for line in body["lines"])
    return len(pile) >= MOST_PILED or sum(map(len, lines)) > MOST_CHARACTERS


def brings(sitting: Sitting, kind: MailKind, told: Iterable[tuple[str, object]]) -> bool:
    """Whether a mail of a game with turns brings the messages that wait for its reader, and whoever sits for them."""
    return bool(sitting.pile) and kind in BRINGS and not for_one_alone(kind, told)


def in_front(pile: Piled) -> list[tuple[str, object]]:
    """Messages that have waited as they are mailed, each with its place, below a line that counts them."""
    return [("gathered", said.Gathered(len(pile))), *_placed(pile)]


def _placed(pile: Piled) -> Iterator[tuple[str, object]]:
    for place, (kind, body) in enumerate(pile, 1):
        yield kind, {**body, "place": place}


def answered_by(game: Game, kind: str, press: said.Press, nameless: bool) -> str:
    """The command that answers a message; "" if its reply address alone reaches its writer, or nothing does.

    kind: "press" if its writer can be written to. nameless: whether its writer is not named, or its reader cannot be.
    """
    if kind == "press" and "private" in game.press:
        name = press.sender.upper()
        return "" if nameless else f"GREY PRESS TO {name}" if press.unnamed else f"PRESS TO {name}"
    return "BROADCAST" if press.broadcast and {"public", "yellow"} & {*game.press} else ""
