"""The running daemon: reads mailboxes, lets letters act, sends mail, looks after gm. It knows no rules and no words.

Whenever it dies, the next start goes on from what is committed. Mailboxes are read by gm.serve.reader, letters and
clocks are gm.serve.worker's, mails are sent by gm.serve.carrier.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from gm import __version__
from gm.config.loading import Config
from gm.desk.books.outage import settle_marks
from gm.desk.office import Office
from gm.doctor.clock import HOUSE
from gm.rules.lines.words import count
from gm.serve import systemd as notify
from gm.serve import tenancy
from gm.serve.caretaker import Caretaker
from gm.serve.carrier import LAST_MAIL, Carrier
from gm.serve.houseclock import HouseClock
from gm.serve.houseserver import HouseServer
from gm.serve.log import names_of
from gm.serve.meter import Meter
from gm.serve.pages import Pages
from gm.serve.reader import Reader
from gm.serve.tenancy import Tenancy
from gm.serve.worker import Worker
from gm.store.engine import StoreError, Unavailable
from gm.store.leases import LostLease

log = logging.getLogger("gm")
STATUS = 30.0  # seconds between two lines for systemd
LOOKED = 5.0  # the same between two looks at the clocks where no mailbox is read


class AlreadyRunning(Exception):
    """Another daemon is using the same database."""


def meter_for(config: Config, last: Meter | None = None) -> Meter:
    """What counts for this configuration: *last* if it does already."""
    if config.metrics.listen is None or (last is not None and last.counts):
        return last or Meter()
    from gm.serve.metrics import Metrics  # it loads prometheus_client

    return Metrics()


class Daemon:
    """One run of the daemon. *tell* gets a line for each thing that happens, for a terminal; never a letter's text."""

    def __init__(
        self,
        config: Config,
        office: Office,
        tell: Callable[[str], None] = lambda _: None,
        clock: HouseClock | None = None,
        meter: Meter | None = None,
        server: HouseServer | None = None,
    ) -> None:
        self._config, self._office, self._tell, self._meter = config, office, tell, meter or meter_for(config)
        self._clock, self._stop = clock or HouseClock(office.store), asyncio.Event()
        self._tenancy = Tenancy(office.store, self._now, [box.name for box in config.boxes])
        self._carrier = Carrier(
            config, office, self._note_sent, self._clock.now, names_of(config), self._meter, self._tenancy,
            filed=lambda: self._worker.call(),
        )  # fmt: skip
        self._pages = Pages(config, office.store)
        server = server or HouseServer(office.store)
        self._caretaker = Caretaker(
            config, office, self._carrier.wake, self._clock, self._pages, self._tenancy, server
        )  # fmt: skip
        self._worker = Worker(
            config, office, self._clock, self._meter, signs=self._caretaker.signs, stop=self._stop,
            wake=self._carrier.wake, acted=self._note_acted, tell=self._note, server=server,
        )  # fmt: skip
        self._readers = [
            Reader(
                box, office, self._tenancy, self._clock, limit=config.limits.mail_size,
                sorts=not office.store.engine.alone or len(config.boxes) > 1, signs=self._caretaker.signs,
                stop=self._stop, look=self._look_at_clocks, filed=self._worker.settle,
                gone=self._caretaker.mailbox_gone, reached=self._caretaker.mailbox_reached,
            )
            for box in config.boxes
        ]  # fmt: skip
        self.letters_in = self.mails_out = 0

    def stop(self) -> None:
        """Stop after the event now being handled."""
        self._stop.set()
        self._worker.call()
        self._carrier.stop()

    def _note_sent(self) -> None:
        self.mails_out += 1
        self._tell("out")

    def _note(self, what: str) -> None:
        self.letters_in += what == "in"
        self._tell(what)

    def _note_acted(self) -> None:
        for reader in self._readers:
            reader.acted.set()

    async def run(self) -> None:
        """Serve until stopped."""
        database = self._config.database
        log.info("gm %s serves %s", __version__, self._config.gm.database if database is None else database.url)
        try:
            self._tenancy.look()
            settle_marks(self._office.store, [box.name for box in self._config.boxes])
        except Unavailable as error:  # it is tried again by whoever needs it
            log.error("the database cannot be written (%s)", error)
        async with asyncio.TaskGroup() as group:
            reading = [group.create_task(reader.run()) for reader in self._readers]
            works, sending = group.create_task(self._worker.run()), group.create_task(self._carrier.run())
            loops = [
                group.create_task(loop)
                for loop in (
                    self._tenancy.run(), self._look_on(), self._keep_alive(), self._tell_status(),
                    self._caretaker.run(), self._pages.run(), self._watched(),
                )
            ]  # fmt: skip
            notify.ready()
            notify.status("serving")
            await self._stop.wait()
            for task in (*reading, works):
                task.cancel()
            # Wait for mails being sent: if cut off, they would be sent again by the next run.
            await asyncio.wait({sending}, timeout=LAST_MAIL)
            for loop in (sending, *loops):
                loop.cancel()
        self._tenancy.end()
        log.info("gm has stopped")

    # -- the clock of the house ----------------------------------------------------------------------------------

    def _now(self) -> datetime:
        """The time of the house, in whole seconds."""
        return self._clock.now().replace(microsecond=0)

    def _look_at_clocks(self, fresh: datetime | None) -> None:
        """Let the house's clock follow the machine's. fresh: when a mailbox received the newest mail that just came."""
        with suppress(LostLease):  # then it is another's to tell
            if by := self._clock.look(fresh, self._move_along):
                for reader in self._readers:
                    reader.move(by)
                self._carrier.wake()
            self._caretaker.tell_of_clock(self._now())

    def _move_along(self, by: timedelta) -> None:
        """The clock is put right: what was noted by it moves by as much. Runs inside a transaction."""
        if self._tenancy.holds(tenancy.HOUSE):
            self._tenancy.check(tenancy.HOUSE)
            store = self._office.store
            store.facts.move(by, but=HOUSE)
            store.buckets.move(by)
            store.outbox.move(by)

    async def _look_on(self) -> None:
        """Look at the clocks also while this daemon reads no mailbox."""
        while not self._tenancy.alone:
            await asyncio.sleep(LOOKED)
            try:
                self._look_at_clocks(None)
            except StoreError as error:
                log.warning("the clocks cannot be looked at: %s", error)

    # -- what others are told ------------------------------------------------------------------------------------

    async def _watched(self) -> None:
        """Let others watch, if the operator wants that."""
        if self._config.metrics.listen is None:
            return
        from gm.serve.watched import watch  # it loads prometheus_client

        await watch(
            self._config, self._office.store, self._meter, self._caretaker.signs, unread=self._unread, now=self._now
        )

    def _unread(self) -> float:
        """The seconds since the mailbox was read to its end for which that is longest ago."""
        return time.monotonic() - min(reader.read_at for reader in self._readers)

    async def _tell_status(self) -> None:
        """Keep telling systemd how much was done."""
        while True:
            await asyncio.sleep(STATUS)
            if self._clock.sure:
                notify.status(f"{count(self.letters_in, 'letter')} in, {count(self.mails_out, 'mail')} out")

    async def _keep_alive(self) -> None:
        """Keep telling systemd that the daemon is alive."""
        every = notify.watchdog_seconds()
        while True:
            notify.alive()
            await asyncio.sleep(every or 3600)


class Lock:
    """A lock that allows only one daemon for each database."""

    def __init__(self, database: Path) -> None:
        real = database.resolve()  # there may be links to it
        self._path = real.with_name(real.name + ".lock")

    def __enter__(self) -> None:
        self._file = os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise AlreadyRunning(f"another gm works on {self._path.with_suffix('')}") from None

    def __exit__(self, *_: object) -> None:
        os.close(self._file)


async def serve(make: Callable[[], Daemon]) -> None:
    """Run a daemon until SIGTERM or SIGINT; SIGHUP starts a new one with the configuration read again."""
    again, ended = True, False
    loop = asyncio.get_running_loop()
    while again and not ended:
        again = False
        daemon = make()

        def reload(running: Daemon = daemon) -> None:
            nonlocal again
            again = True
            log.info("the configuration is read again")
            notify.reloading()
            running.stop()

        def end(running: Daemon = daemon) -> None:
            nonlocal ended  # for good, even during a reload
            ended = True
            # SIGHUP is ignored from now on, even after the loop, when its default would kill the process.
            loop.remove_signal_handler(signal.SIGHUP)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            notify.stopping()
            running.stop()

        loop.add_signal_handler(signal.SIGHUP, reload)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, end)
        await daemon.run()
