"""A machine's clocks that stand where they are put."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from gm.doctor.clock import Hands

BOOTED = datetime(2026, 1, 1, tzinfo=UTC)


class Still(Hands):
    """True time is *at*; the clock that the machine shows is *wrong* by so much, the time since boot never is."""

    def __init__(self, at: datetime, boot: str = "first", booted: datetime = BOOTED) -> None:
        self.at, self.name, self.booted = at, boot, booted
        self.wrong, self.synchronised = timedelta(0), False

    def wall(self) -> datetime:
        return self.at + self.wrong

    def up(self) -> float:
        return (self.at - self.booted).total_seconds()

    def boot(self) -> str:
        return self.name

    def kept(self) -> bool:
        return self.synchronised
