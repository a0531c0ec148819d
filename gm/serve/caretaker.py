"""Looks after gm itself while the daemon runs: disk space, stuck mails, an unreachable mailbox, the database file.

The operator gets a digest at the configured hour, and alarms at once. Nothing here knows games or letters: what is
told of them is in `digest` and `rounds`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from gm.config.loading import Config
from gm.desk.books.outage import last_read
from gm.desk.office import Office
from gm.desk.time.times import in_words
from gm.doctor.clock import in_short
from gm.doctor.disk import free_of, in_megabytes
from gm.doctor.house import reached
from gm.doctor.where import where_of
from gm.serve import digest, rounds
from gm.serve.backups import Backups
from gm.serve.health import UNREAD, Signs
from gm.serve.houseclock import HouseClock
from gm.serve.houseserver import HouseServer
from gm.serve.pages import Pages
from gm.serve.tenancy import HOUSE, Tenancy
from gm.serve.tidying import tidy
from gm.serve.troubles import LATE, Outage, Troubles, changed, last_outage, note_outage, stuck, tell
from gm.store.database import iso
from gm.store.engine import Engine, Unavailable
from gm.store.reading import open_to_read
from gm.store.server import Server

log = logging.getLogger("gm")
EVERY = 60.0  # seconds between two looks
BREATH = 0.05  # seconds for others between two parts of a long work
CHECKED = timedelta(days=1)  # how often the file of the database is read through
ENOUGH = 1.1  # times the limit: an alarm is over only with this much room, so that it is not raised again and again


class Caretaker:
    """The caretaker of one run of the daemon. *wake* is called when there is a mail to be sent."""

    def __init__(
        self,
        config: Config,
        office: Office,
        wake: Callable[[], None],
        clock: HouseClock | None = None,
        pages: Pages | None = None,
        tenancy: Tenancy | None = None,
        server: HouseServer | None = None,
    ) -> None:
        self._config, self._office, self._wake = config, office, wake
        self._clock, self.signs = clock or HouseClock(office.store), Signs()
        self.backups, self._pages = Backups(config, office), pages or Pages(config, office.store)
        self._tenancy, self._server = tenancy, server or HouseServer(office.store)
        self._gone: dict[str, datetime] = {}  # the mailboxes that are out of reach, and since when
        self._damage = "as told before" if office.store.facts.recall("trouble database", Outage) else ""
        self._little = office.store.facts.recall("trouble disk", Outage) is not None
        self.signs.damage = self._damage

    def mailbox_gone(self, now: datetime | None = None, name: str = "") -> None:
        """Note that a mailbox is out of reach."""
        self._gone.setdefault(name, now or self._now())

    def mailbox_reached(self, name: str = "") -> None:
        """Note that a mailbox has been read, or is read by another daemon."""
        self._gone.pop(name, None)

    def _may(self) -> bool:
        """Whether it is this daemon that looks after gm itself."""
        return self._tenancy is None or self._tenancy.holds(HOUSE)

    def _check(self) -> None:
        """Raise LostLease if another daemon does by now. Runs inside a transaction."""
        if self._tenancy is not None:
            self._tenancy.check(HOUSE)

    def _now(self) -> datetime:
        """The time of the house, in whole seconds."""
        return self._clock.now().replace(microsecond=0)

    def tell_of_clock(self, now: datetime) -> None:
        """Tell the operator if the clock has come into doubt, or out of it."""
        doubt, zone = self._clock.doubt, self._config.gm.timezone.key
        self.signs.doubt = doubt is not None
        facts = None if doubt is None else {
            "ours": in_words(now, zone), "machines": in_words(now + doubt.drift, zone), "booted": doubt.booted,
            "drift": in_short(doubt.drift),
        }  # fmt: skip
        troubles: Troubles = {"clock": facts}

        def act() -> None:
            self._check()
            tell(self._office, troubles, zone, now)

        if self._may() and changed(self._office.store, troubles):
            self._office.store.act(act)
            self._wake()

    async def run(self) -> None:
        """Look around for ever. The first look waits a little: what piled up before the start may be done by then."""
        while True:
            await asyncio.sleep(EVERY)
            if not self._may():
                continue
            try:
                await self.read_through(self._now())
                await self.backups.make_if_due(self._now())
                while tidy(self._office, self._config.keep, self._now()):
                    await asyncio.sleep(BREATH)
                self.look(self._now())
            except Exception as error:
                # Whatever it is, the games go on. Log only the type: a message may quote secrets.
                log.error("gm cannot look after itself: %s", type(error).__name__)

    async def read_through(self, now: datetime) -> None:
        """Check the whole database file once a day, in the background."""
        last = self._office.store.facts.recall("read through", datetime)
        if last is not None and now - last < CHECKED:
            return
        found = await _read_all(where_of(self._config))
        self._damage = self.signs.damage = self._damage if found is None else found
        if self._damage:
            log.error("the database is damaged: %s", self._damage)
        self._office.store.act(lambda: self._office.store.facts.keep("read through", iso(now)))

    def look(self, now: datetime) -> None:
        """Tell the operator about new troubles and rounds that are over, and send the digest if it is due."""
        store = self._office.store
        free = free_of(self._config)
        troubles = self._troubles(free, now)
        lasts = last_outage(store)
        noted = (lasts is not None and lasts.until is None) == (self._out_since(now) is not None)
        hour, zone = self._config.operator.digest, self._config.gm.timezone
        due = hour is not None and digest.is_due(store, hour, zone, now)
        news = due or changed(store, troubles) or rounds.ended(store)
        if noted and not news and store.facts.recall("digest", digest.Last) is not None:
            return
        store.act(lambda: self._told(troubles, due, free, now))
        self._wake()

    def _told(self, troubles: Troubles, due: bool, free: int | None, now: datetime) -> None:
        """Tell what there is to tell. Runs inside a transaction."""
        self._check()
        store, zone = self._office.store, self._config.gm.timezone
        note_outage(store, self._out_since(now), now)
        tell(self._office, troubles, zone.key, now)
        rounds.tell(self._office, now)
        digest.begin(store, now)
        if due:
            copied = self._last_backup() if self._config.backup.folder is not None else None
            exempt = self._config.operator.households
            digest.send(self._office, zone, self._room(free), now, copied, exempt)

    def _room(self, free: int | None) -> digest.Room:
        """What the digest says of the disk; of a database on a server, what it takes there."""
        if free is None:
            return digest.Room(taken=in_megabytes(self._office.store.size()))
        return digest.Room(in_megabytes(free), self._little)

    def _troubles(self, free: int | None, now: datetime) -> Troubles:
        """The facts of each trouble, None for one that does not exist now."""
        store, limit, zone = self._office.store, self._config.operator.free_disk, self._config.gm.timezone.key
        self._little = free is not None and free < limit * (ENOUGH if self._little else 1)
        waits, gone, elsewhere = stuck(store, now), self._gone_since(now), self._server.doubt
        return {
            "disk": {"free": in_megabytes(free), "folder": str(self._config.gm.database.parent)}
            if free is not None and self._little
            else None,
            "outbox": {"waits": waits, "oldest": in_words(waits.since, zone)} if waits else None,
            "mailbox": {"since": in_words(gone, zone)} if gone and now - gone >= LATE else None,
            "database": {"damage": self._damage} if self._damage else None,
            "house": self._house(now),
            "games": {"games": self.signs.broken} if self.signs.broken else None,
            "server": {"was": str(elsewhere.was), "now": str(elsewhere.now)} if elsewhere else None,
            "pages": {"why": self._pages.trouble} if self._pages.trouble else None,
            "backup": {"why": self.backups.trouble, "last": self._last_backup()} if self.backups.trouble else None,
        }

    def _last_backup(self) -> str:
        """When the last good backup was made, in words; "" if there is none."""
        last = self.backups.last()
        return in_words(last.at, self._config.gm.timezone.key) if last is not None else ""

    def _house(self, now: datetime) -> dict[str, object] | None:
        """What to tell of a limit of the house that was reached within a day, None if none was."""
        when, limits = reached(self._office.store.facts, now), self._config.limits
        if when is None:
            return None
        at = in_words(when, self._config.gm.timezone.key)
        return {"at": at, "per_hour": limits.mails_per_hour, "per_day": limits.mails_per_day}

    def _out_since(self, now: datetime) -> datetime | None:
        """Since when a mailbox is out of reach, None if none is. Of those that other daemons read, their marks tell."""
        times = [*self._gone.values()]
        if self._tenancy is not None and not self._tenancy.alone:
            marks = (last_read(self._office.store, box.name) for box in self._config.boxes)
            times += [at for at in marks if at is not None and now - at > UNREAD]
        return min(times, default=None)

    def _gone_since(self, now: datetime) -> datetime | None:
        """When the mailbox went out of reach, possibly before the daemon started; None if it is in reach."""
        last, gone = last_outage(self._office.store), self._out_since(now)
        if gone is None:
            return None
        return min(gone, last.since) if last is not None and last.until is None else gone


async def _read_all(where: Path | Server) -> str | None:
    """What is damaged in the database file, "" if nothing is, None if that cannot be checked now."""
    try:
        engine = open_to_read(where)
        try:
            return await asyncio.to_thread(_damage, engine)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                engine.interrupt()  # the daemon stops, and the file may be large
            raise
    except Unavailable as error:
        log.warning("the database cannot be read through: %s", error)
        return None


def _damage(engine: Engine) -> str:
    with contextlib.closing(engine):
        return engine.damage()
