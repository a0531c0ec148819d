"""What this daemon may do alone: the leases that it holds among other daemons on the same database.

Where only one daemon can serve (SQLite), it holds every lease for as long as it runs. Where several can, a lease is
renewed often, and whoever dies loses theirs to the others.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from gm.store.engine import StoreError, Unavailable
from gm.store.leases import LostLease
from gm.store.store import Store

log = logging.getLogger("gm")
HOUSE = "house"  # the lease of who looks after gm itself: alarms, digest, tidying
LASTS = timedelta(seconds=10)
RENEWED = 2.5  # seconds between two renewals


class Tenancy:
    """The leases of one run of the daemon. holder: what others see of it; now: the time that all daemons share."""

    def __init__(self, store: Store, now: Callable[[], datetime], mailboxes: Sequence[str]) -> None:
        self._store, self._now = store, now
        self._wanted = [HOUSE, *map(lease_of, mailboxes)]
        self._epochs: dict[str, int] = {}
        self.looked = 0.0  # when they were renewed last, by a clock that nobody sets and that goes on in sleep
        self.holder = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"

    @property
    def alone(self) -> bool:
        """Whether no other daemon can serve the same database."""
        return self._store.engine.alone

    @property
    def until(self) -> datetime:
        """Until when what is claimed now is this daemon's unless it is renewed."""
        return self._now() + (timedelta(0) if self.alone else LASTS)

    @property
    def fresh(self) -> bool:
        """Whether what this daemon claimed cannot have run out yet."""
        return self.alone or time.clock_gettime(time.CLOCK_BOOTTIME) - self.looked < LASTS.total_seconds()

    def holds(self, name: str) -> bool:
        """Whether this daemon holds a lease, as far as it knows. Only `check` makes sure."""
        return name in self._epochs

    def check(self, name: str) -> None:
        """Raise LostLease unless a lease is still this daemon's. Runs inside a transaction."""
        epoch = self._epochs.get(name)
        if epoch is None:
            raise LostLease(f"another daemon has taken over: {name}")
        if not self.alone:
            self._store.leases.check(name, epoch)

    def look(self) -> None:
        """Renew what is held, and take what is free."""
        before, looked = {*self._epochs}, time.clock_gettime(time.CLOCK_BOOTTIME)
        self._epochs = dict.fromkeys(self._wanted, 0) if self.alone else self._store.act(self._renewed)
        self.looked = looked
        for name in sorted(before ^ {*self._epochs}):
            if not self.alone:
                log.info("%s: %s", name, "this gm does it now" if name in self._epochs else "another gm does it now")

    def _renewed(self) -> dict[str, int]:
        leases, now, until = self._store.leases, self._now(), self.until
        held = {name: epoch for name, epoch in leases.renew(self.holder, until).items() if name in self._wanted}
        self._store.sending.renew(self.holder, until)
        for name in self._wanted:
            if name not in held:
                epoch = leases.take(name, self.holder, now, until)
                held |= {} if epoch is None else {name: epoch}
        return held

    def lose(self, name: str) -> None:
        """Note that a lease is another daemon's now."""
        self._epochs.pop(name, None)

    async def run(self) -> None:
        """Renew and take for ever."""
        while not self.alone:
            await asyncio.sleep(RENEWED)
            try:
                self.look()
            except Unavailable as error:
                log.warning("leases cannot be renewed: %s", error)

    def end(self) -> None:
        """Let others take over at once."""
        if self.alone:
            return
        try:
            self._store.act(self._let_go)
        except StoreError as error:
            log.warning("leases cannot be given back, and run out: %s", error)

    def _let_go(self) -> None:
        self._store.leases.let_go(self.holder)
        self._store.sending.let_go(self.holder)


def lease_of(mailbox: str) -> str:
    """The name of the lease of who reads a mailbox."""
    return f"mailbox {mailbox}".rstrip()
