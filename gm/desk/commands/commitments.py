"""COMMIT: the hash of a sheet that nobody can read before the deadline. What OPEN does is in opening.py."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gm.desk import notices as said
from gm.desk.commands.declared import Command
from gm.desk.game.commitment import HASH
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, Problem


def _commit(talk: Conversation, request: Request) -> None:
    turn, clock = talk.turn, talk.turn.game.clock
    assert clock is not None
    digits = _digits(request)
    turn.sit(talk.seat, commitment=digits, opened=False)
    turn.note(DISCLOSURE, said.CommitRecord(clock.phase, talk.seat, digits))
    talk.about = phrase("subject.committed")
    talk.tell(
        said.Committed(
            clock.phase, digits, opens=turn.words(clock.deadline, talk.seat), closes=turn.words(clock.until, talk.seat),
            whole=turn.card.letter == "whole", filed=bool(turn.filed(talk.seat)),
        )
    )  # fmt: skip


def _digits(request: Request) -> str:
    return "".join("".join(request.words).split()).lower()


def _faults(talk: Conversation, request: Request) -> Iterator[Problem]:
    turn = talk.turn
    if not turn.game.pace.commit:
        yield Problem(request.line, 1, "commit-off", phrase("fault.commit-off"))
    elif turn.game.window and not talk.in_time():
        yield Problem(request.line, 1, "window", phrase("fault.window"))
    elif talk.seat not in turn.duties():
        yield Problem(request.line, 1, "nothing-owed", phrase("fault.commit-nothing"))
    elif not HASH.fullmatch(_digits(request)):
        yield Problem(request.line, len("COMMIT "), "commit-hash", phrase("fault.commit-hash"))


COMMITMENTS = (
    Command(
        "commit", ("COMMIT topic",), shy=("COMMIT",), meant=re.compile("[0-9a-f]{16}", re.IGNORECASE), moot=True,
        shape="COMMIT and the 64 digits and letters that gm seal has made of your sheet", faults=_faults,
        player=_commit,
    ),
)  # fmt: skip
