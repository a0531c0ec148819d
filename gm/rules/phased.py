"""What rulesets have in common in which nothing happens without a letter but deadlines."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from gm.rules import Step


class Phased:
    """A ruleset whose time is the deadlines of its phases alone: no alarms, and nothing to give back."""

    sealing = True
    live: tuple[str, ...] = ()

    def alarms(self, state: Any) -> tuple[datetime, ...]:
        """Nothing happens without a letter but deadlines."""
        return ()

    def alarm(self, state: Any, at: datetime) -> Step:
        """No alarm is ever set."""
        return Step(state)

    def warning(self, state: Any) -> timedelta | None:
        """No phase is live."""
        return None

    def later(self, state: Any, by: timedelta) -> Any:
        """No time is kept in the state."""
        return state
