"""Commands that stand alone on a line and that several games share: a Struct for each, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from gm.rules import Line
from gm.rules.lines.letters import Fault, not_done
from gm.rules.lines.words import asks, bare

Act = TypeVar("Act")


class Ask(msgspec.Struct, frozen=True):
    """A pure question: it is answered whatever happens to the rest of its letter."""


class AskBoard(Ask, frozen=True):
    """BOARD: show the board as the sender knows it."""


class Ready(msgspec.Struct, frozen=True):
    """READY: what is on file is final."""


class Clear(msgspec.Struct, frozen=True):
    """CLEAR: leave nothing on file."""


class Try(msgspec.Struct, frozen=True):
    """TRY: the letter only shows what it would do."""


class ProposeDraw(msgspec.Struct, frozen=True):
    """PROPOSE DRAW: propose a draw, or agree to one."""


DRAW: Mapping[str, ProposeDraw] = dict.fromkeys(("PROPOSE DRAW", "PROPOSE A DRAW"), ProposeDraw())


def read_alone(line: Line, acts: Mapping[str, Act]) -> Act | None:
    """Return the command that a line consists of, or None. acts: what each command asks for, by its words in capitals.

    Raises Fault if the command is more than a question and ends in a question mark.
    """
    act = acts.get(bare(line.text))
    if act is not None and not isinstance(act, Ask) and asks(line.text):
        raise Fault(not_done(line))
    return act
