"""What becomes of a mail."""

from __future__ import annotations

import msgspec

from gm.desk.game.failure import Failure
from gm.rules import NO_SEAT, Seat
from gm.store.inbox import ASIDE, State


class Handled(msgspec.Struct, frozen=True):
    """What became of a letter, for the log: its state, and why.

    failure: of ours, if it was put aside for one. goes_on: it was handled again, and its game no longer stands for it.
    """

    state: State
    reason: str = ""
    game: str = ""
    seat: Seat = NO_SEAT
    hold: int | None = None
    failure: Failure | None = None
    goes_on: bool = False

    @property
    def aside(self) -> bool:
        """Whether it was put aside, for the operator to see."""
        return self.state in ASIDE
