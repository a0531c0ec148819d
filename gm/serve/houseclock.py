"""The one clock of the house, by which everything that runs unattended goes.

It runs by the system's time since boot, which nobody can set, and follows the machine's clock as long as that drifts
only a little. If the machine's clock jumps, or the machine was booted with a clock that may be wrong, the house's is in
doubt: it goes on by what it reckons, and nothing may strike or be given back until two looks, some time apart, agree.
The times at which the mailbox received mail can only ever speak against a new time: a mail server whose clock is wrong
neither stops this clock nor moves it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import msgspec

from gm.doctor.clock import BOOTED, HOUSE, SMALL, ZERO, Hands, Sure, in_short
from gm.store.engine import Engine
from gm.store.store import Store

log = logging.getLogger("gm")
OFTEN = 60.0  # seconds between two times that are noted
SETTLE = 600.0  # seconds after which a new time that has stayed is taken for right
LONG = 3600.0  # the same, if mail that came meanwhile spoke against it
AGREE = timedelta(minutes=2)  # clocks of two machines that differ by less agree
PROMPT = timedelta(minutes=10)  # a machine that was booted again at once was away for less
FAR = timedelta(days=7)  # away for longer, only a clock that something keeps right is believed


class Doubt(msgspec.Struct):
    """Why the clock is in doubt. drift: how far the machine's is ahead of what we reckon; since: seconds of uptime."""

    booted: bool
    drift: timedelta
    since: float
    refuted: bool = False  # mail that came meanwhile speaks against the machine's clock


class ServerHands(Hands):
    """What the server of the database says about the time, which all daemons share: their machines' clocks may differ.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def wall(self) -> datetime:
        """The time that it shows."""
        return self._engine.time() or super().wall()

    def kept(self) -> bool:
        """Whether something keeps its clock right cannot be known."""
        return False


class HouseClock:
    """The clock of one run of the daemon. look() lets it follow the machine's; now() may be asked at any time."""

    def __init__(self, store: Store, hands: Hands | None = None, trusted: bool = False) -> None:
        """*trusted*: the operator says that the machine's clock is right now. Writes nothing before the first look."""
        self._store, self._trusted = store, trusted
        self._hands = hands or (Hands() if store.engine.alone else ServerHands(store.engine))
        self._boot, last = self._hands.boot(), store.facts.recall(HOUSE, Sure) if store.engine.alone else None
        self._noted: float | None = None
        self.doubt: Doubt | None = None
        if last is None:
            self._sure = Sure(self._boot, self._hands.up(), self._hands.wall())
        elif last.boot == self._boot:
            self._sure = last
        else:
            self._sure = Sure(self._boot, 0.0, last.at)  # it is later than that by at least the time since boot
            self.doubt = Doubt(True, self._hands.wall() - self.now(), self._hands.up())

    def now(self) -> datetime:
        """The time, in UTC. In doubt: what it must be if the last time that was sure was right."""
        return self._sure.reckon(self._hands.up())

    @property
    def sure(self) -> bool:
        """Whether anything may strike or be given back: two clocks of ours, the machine's and the mailbox's agree."""
        return self.doubt is None or (self.doubt.refuted and not self.doubt.booted)

    def look(
        self, fresh: datetime | None = None, moved: Callable[[timedelta], None] = lambda by: None
    ) -> timedelta:
        """Compare the clocks. fresh: when the mailbox received the newest mail that came since the look before.

        Returns by how much our clock was put right just now, zero if it was not. *moved* is told so within the same
        transaction: what was noted by the clock moves along with it, or not at all.
        """
        wall, up = self._hands.wall(), self._hands.up()
        drift, booted = wall - self._sure.reckon(up), self.doubt is not None and self.doubt.booted
        if -SMALL <= drift <= PROMPT if booted else self._sure.is_small(drift, up):
            self._follow(wall, up)
            return ZERO
        doubt = self._doubted(drift, up, booted)
        if booted and self._store.facts.recall(BOOTED, Sure) != self._sure:
            with self._store.transaction():
                self._store.facts.keep(BOOTED, self._sure)  # the operator's commands go by it, too
        if fresh is not None and abs(fresh - wall) > AGREE:
            doubt.refuted = doubt.refuted or booted or abs(fresh - self._sure.reckon(up)) <= AGREE
        if not self._is_accepted(doubt, wall, up):
            return ZERO
        log.warning("the clock is taken as it is now: %s what gm had reckoned", in_short(drift))
        by = ZERO if booted else drift
        self._take(wall, up, moved, by)
        return by

    def _doubted(self, drift: timedelta, up: float, booted: bool) -> Doubt:
        """The doubt that there is; a new one if the machine's clock has moved again."""
        if self.doubt is None or abs(drift - self.doubt.drift) > SMALL:
            log.warning("the clock is in doubt: the machine's is %s what gm reckons", in_short(drift))
            self.doubt = Doubt(booted, drift, up)
        return self.doubt

    def _is_accepted(self, doubt: Doubt, wall: datetime, up: float) -> bool:
        """Whether the machine's clock is to be taken for right, against what we reckon."""
        if self._trusted:
            return True
        stayed = up - doubt.since
        if not doubt.booted:
            return stayed >= LONG and self._hands.kept() if doubt.refuted else stayed >= SETTLE
        if wall < self._store.facts.made():
            return False
        can_be = -SMALL <= doubt.drift <= FAR
        return self._hands.kept() or (can_be and stayed >= (LONG if doubt.refuted else SETTLE))

    def _follow(self, wall: datetime, up: float) -> None:
        """Nothing has jumped. Follow the machine's clock, at most once a minute: small steps must not add up."""
        if self.doubt is not None:
            log.info("the clock is sure again")
        if self.doubt is not None or self._noted is None or up - self._noted >= OFTEN:
            self._take(wall, up)

    def _keep(self, sure: Sure, moved: Callable[[timedelta], None], by: timedelta) -> None:
        if self._store.engine.alone:
            self._store.facts.keep(HOUSE, sure)
            self._store.facts.forget(BOOTED)
        if by:
            moved(by)

    def _take(
        self, wall: datetime, up: float, moved: Callable[[timedelta], None] = lambda by: None, by: timedelta = ZERO
    ) -> None:
        sure = Sure(self._boot, up, wall)
        if self._store.engine.alone or by:
            self._store.act(partial(self._keep, sure, moved, by))
        self._sure, self._noted, self.doubt, self._trusted = sure, up, None, False
