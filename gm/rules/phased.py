"""What rulesets have in common in which nothing happens without a letter but deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from gm.rules import Step


class Phased:
    """A ruleset whose time is the deadlines of its phases alone: no alarms, and nothing to give back."""

    sealing = True
    alone = False
    live: tuple[str, ...] = ()

    def seat_names(self, options: Any) -> dict[str, str]:
        """The seats in the players' words."""
        raise NotImplementedError

    def names_now(self, state: Any) -> dict[str, str]:
        """The seats are called one thing from the first to the last day."""
        return self.seat_names(state.options)

    def alarms(self, state: Any) -> tuple[datetime, ...]:
        """Nothing happens without a letter but deadlines."""
        return ()

    def alarm(self, state: Any, at: datetime) -> Step:
        """No alarm is ever set."""
        return Step(state)

    def warning(self, state: Any) -> timedelta | None:
        """No phase is live."""
        return None

    def ends(self, state: Any) -> datetime | None:
        """The deadlines of the game file hold."""
        return None

    def why_no_wait(self, state: Any, seat: str) -> str:
        """Every WAIT counts."""
        return ""

    def lost(self, state: Any) -> tuple[str, ...]:
        """Every seat can be taken."""
        return ()

    def wake(self, state: Any, at: datetime, absent: Sequence[str]) -> Step:
        """The time alone changes nothing."""
        return Step(state)

    def digest(self, state: Any, seat: str, at: datetime) -> Step:
        """Nothing but what has happened."""
        return Step(state)

    def heard(self, state: Any, seat: str) -> Any:
        """That a letter came changes nothing."""
        return state

    def votes_needed(self, state: Any) -> tuple[str, ...]:
        """No vote ends the game."""
        return ()

    def enough(self, state: Any, votes: Sequence[str]) -> bool:
        """All must agree."""
        return {*votes} >= {*self.votes_needed(state)} != set()

    def stop(self, state: Any) -> Step:
        """The game is over without a winner."""
        return Step(state)

    def audit(self, state: Any) -> str:
        """No books are kept."""
        return ""

    def in_order(self, plain: Any) -> Any:
        """Nothing here goes by the order of a table."""
        return plain

    def again(self, then: Any, now: Any) -> Any:
        """Nothing is numbered by which a player could answer."""
        return then

    def later(self, state: Any, since: datetime, by: timedelta) -> Any:
        """No time is kept in the state."""
        return state
