"""The running daemon: reads the mailbox, lets the clock strike, sends mail. It knows no rules and no words.

Letters that come together are committed together, each completely or not at all, and then put away. Whenever it dies,
the next start goes on from what is committed. Mails are sent by gm.serve.carrier.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from gm import __version__
from gm.config.loading import Config, ConfigError, imap_password
from gm.desk.arrival.meaning import meaning
from gm.desk.books.outage import PROMPT, Watch
from gm.desk.office import Handled, Office
from gm.doctor.clock import HOUSE
from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.mailbox import Arrival, Mailbox, MailboxGone
from gm.post.boxes.maildir import MaildirMailbox
from gm.post.inbound.apart import is_large
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.letter import Mail, sender_of
from gm.post.inbound.limits import larger_than
from gm.post.inbound.proof import Prover
from gm.rules.lines.words import count
from gm.serve import systemd as notify
from gm.serve.caretaker import Caretaker
from gm.serve.carrier import LAST_MAIL, Carrier
from gm.serve.houseclock import HouseClock
from gm.serve.log import BECAME, names_of, tell_in
from gm.serve.meter import Meter
from gm.serve.pages import Pages
from gm.store.engine import Unavailable

log = logging.getLogger("gm")
SECOND = timedelta(seconds=1)
BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between tries to reach a mailbox
LONGEST_TRANSACTION = 0.25  # seconds of letters committed together: others may want to write, too
SINCE = timedelta(hours=1)  # mail received longer than this before the database was created is not ours
MOST_STRIKES = 10_000
LONGEST_WAIT = timedelta(seconds=30)  # between two looks at a Maildir
IN_DOUBT = 5.0  # seconds between two looks while the clock is in doubt


class AlreadyRunning(Exception):
    """Another daemon is using the same database."""


def make_mailbox(config: Config, since: datetime | None = None) -> Mailbox:
    """The configured mailbox; mail received before *since* is left alone."""
    if config.maildir is not None:
        return MaildirMailbox(config.maildir.path, limit=config.limits.mail_size, since=since)
    imap = config.imap
    assert imap is not None
    return ImapMailbox(
        imap.host, imap.port, imap.user, imap_password(config), tls=imap.tls,
        cafile=str(imap.cafile) if imap.cafile else None, folder=imap.folder, done_folder=imap.done or None,
        quarantine_folder=imap.quarantine or None, poll=imap.poll.total_seconds(), limit=config.limits.mail_size,
        since=since,
    )  # fmt: skip


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
    ) -> None:
        self._config, self._office, self._tell, self._meter = config, office, tell, meter or meter_for(config)
        self._clock = clock or HouseClock(office.store)
        self._prover = Prover(config.identity.authserv_id, config.identity.receivers, config.identity.dkim)
        self._since = office.store.facts.made() - SINCE
        self._stop = asyncio.Event()
        self._names = names_of(config)
        self._carrier = Carrier(config, office, self._note_sent, self._clock.now, self._names, self._meter)
        self._watch = Watch(office)
        self._pages = Pages(config, office.store)
        self._caretaker = Caretaker(config, office, self._carrier.wake, self._clock, self._pages)
        self._seen: datetime | None = None  # when the last look at the mailbox began; None if it was out of reach since
        self._shown: dict[str, datetime] | None = None  # the mails of that look, and when they were received
        self._read_at = time.monotonic()  # when the mailbox was last read to its end, or this run began
        self.letters_in = self.mails_out = 0

    def stop(self) -> None:
        """Stop after the event now being handled."""
        self._stop.set()
        self._carrier.stop()

    def _note_sent(self) -> None:
        self.mails_out += 1
        self._tell("out")

    async def run(self) -> None:
        """Serve until stopped."""
        database = self._config.database
        log.info("gm %s serves %s", __version__, self._config.gm.database if database is None else database.url)
        async with asyncio.TaskGroup() as group:
            reading, watching = group.create_task(self._read()), group.create_task(self._keep_alive())
            caring, showing = group.create_task(self._caretaker.run()), group.create_task(self._pages.run())
            sending, watched = group.create_task(self._carrier.run()), group.create_task(self._watched())
            notify.ready()
            notify.status("serving")
            await self._stop.wait()
            reading.cancel()
            # Wait for mails being sent: if cut off, they would be sent again by the next run.
            await asyncio.wait({sending}, timeout=LAST_MAIL)
            for loop in (sending, watching, caring, watched, showing):
                loop.cancel()
        log.info("gm has stopped")

    # -- the mailbox ---------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Read the mailbox until stopped. While it is out of reach, the clock waits, and tries become less frequent."""
        tries = unwritten = 0
        while not self._stop.is_set():
            mailbox: Mailbox | None = None
            try:
                mailbox = make_mailbox(self._config, self._since)
                await mailbox.open()
                if not self._caretaker.signs.database:
                    log.info("mailbox: reached%s, %s", " again" if tries else "", _mailbox_of(self._config))
                tries = 0
                await self._serve(mailbox)
            except (MailboxGone, ConfigError, OSError) as error:
                self._caretaker.mailbox_gone()
                log.warning("mailbox: %s", error)
                notify.status("the mailbox is out of reach; the clock waits")
                await self.pause(BACK_OFF[min(tries, len(BACK_OFF) - 1)])
                tries += 1
            except Unavailable as error:
                # Reaching the mailbox does not end this: only a write does, after which the sign is gone.
                unwritten = unwritten + 1 if self._caretaker.signs.database else 1
                self._caretaker.signs.database = "the database cannot be written"
                log.error("the database cannot be written (%s); letters stay in the mailbox, the clock waits", error)
                notify.status(f"the database cannot be written: {error}")
                await self.pause(BACK_OFF[min(unwritten, len(BACK_OFF)) - 1])
            finally:
                if mailbox is not None:
                    await mailbox.close()
                await asyncio.to_thread(self._office.apart.rest)

    async def pause(self, seconds: float) -> None:
        """Wait so long, or until the daemon is told to stop."""
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return

    async def _serve(self, mailbox: Mailbox) -> None:
        self._seen = self._shown = fresh = None
        while not self._stop.is_set():
            self._look_at_clocks(fresh)
            begun = self._now()
            arrivals = await mailbox.look()
            fresh = self._newest_of(arrivals)
            # The mailbox was out of reach, or the machine asleep: the time is given back before any letter is handled.
            if self._seen is None or begun - self._seen > self._longest_wait() + PROMPT:
                if not self._clock.sure:
                    await self._wait_in_doubt(mailbox)
                    continue
                self._watch.come_back(begun, self._now())
                self._carrier.wake()
            self._seen = begun
            self._caretaker.mailbox_reached()
            arrivals = self._readable(arrivals)
            if arrivals:
                await self._receive(mailbox, arrivals)
                self._read_up_to(begun)
                continue
            # The mailbox has been read up to the second when this look began: what was due before then strikes.
            self._strike(begun)
            self._read_up_to(begun)
            self._office.apart.rest()
            if not self._clock.sure:
                await self._wait_in_doubt(mailbox)
                continue
            notify.status(f"{count(self.letters_in, 'letter')} in, {count(self.mails_out, 'mail')} out")
            await mailbox.wait(self._until_next_strike())

    def _read_up_to(self, begun: datetime) -> None:
        """Note that the mailbox has been read up to the time when a look began."""
        self._watch.read_up_to(begun)
        if self._caretaker.signs.database:
            log.info("the database can be written again")
        self._read_at, self._caretaker.signs.database = time.monotonic(), ""

    # -- the clock of the house ----------------------------------------------------------------------------------

    def _now(self) -> datetime:
        """The time of the house, in whole seconds."""
        return self._clock.now().replace(microsecond=0)

    def _look_at_clocks(self, fresh: datetime | None) -> None:
        """Let the house's clock follow the machine's."""
        if self._clock.look(fresh, self._move_along):
            self._carrier.wake()
        self._caretaker.tell_of_clock(self._now())

    def _move_along(self, by: timedelta) -> None:
        """The clock is put right: what was noted by it moves by as much. Runs inside a transaction."""
        self._seen = None if self._seen is None else self._seen + by
        store = self._office.store
        store.facts.move(by, but=HOUSE)
        store.buckets.move(by)
        store.outbox.move(by)

    def _newest_of(self, arrivals: Sequence[Arrival]) -> datetime | None:
        """When the mailbox received the newest mail that the look before did not show, None if there is none."""
        before, self._shown = self._shown, {arrival.key: arrival.received for arrival in arrivals}
        if before is None:
            return None
        return max((at for key, at in self._shown.items() if key not in before), default=None)

    def _readable(self, arrivals: tuple[Arrival, ...]) -> tuple[Arrival, ...]:
        """The mails that may be handled now; in doubt one at a time, and none that something due may come before."""
        if self._clock.sure:
            return arrivals
        due = self._office.store.games.next_strike()
        return arrivals[:1] if arrivals and (due is None or arrivals[0].received < due[1]) else ()

    async def _wait_in_doubt(self, mailbox: Mailbox) -> None:
        notify.status("the clock is in doubt: nothing strikes until it is sure")
        await mailbox.wait(min(IN_DOUBT, self._longest_wait().total_seconds()))

    # -- letters -------------------------------------------------------------------------------------------------

    async def _receive(self, mailbox: Mailbox, arrivals: Sequence[Arrival]) -> None:
        """Handle mails, several in a transaction, and put them away once it is committed."""
        proofs = await self._proofs(arrivals)
        large = [is_large(arrival.raw) for arrival in arrivals]
        waiting = list(zip(arrivals, proofs, large, strict=True))
        while waiting:
            mail = await self._read_apart(waiting[0][0]) if waiting[0][2] else None
            handled = self._office.store.act(partial(self._handle_some, waiting, mail))
            del waiting[: len(handled)]
            self._note_handled(handled)
            for aside in (False, True):
                keys = [arrival.key for arrival, what in handled if what.aside == aside]
                if keys:
                    await mailbox.done(keys, not aside)

    def _handle_some(
        self, waiting: Sequence[tuple[Arrival, Authenticity | None, bool]], mail: Mail | None
    ) -> list[tuple[Arrival, Handled]]:
        """Handle the first of the mails that wait, as many as may be in one transaction. mail: the first, if large."""
        handled: list[tuple[Arrival, Handled]] = []
        until = time.monotonic() + LONGEST_TRANSACTION
        for arrival, proof, large in waiting:
            if handled and (large or time.monotonic() >= until):
                break
            handled.append((arrival, self._handle(arrival, proof, None if handled else mail)))
        return handled

    async def _read_apart(self, arrival: Arrival) -> Mail:
        """Read a large mail while everything but the mailbox and the clock goes on."""
        means = meaning(frozenset(self._office.store.games.names()).__contains__)
        return await asyncio.to_thread(self._office.apart.read, arrival.raw, means)

    def _note_handled(self, handled: Sequence[tuple[Arrival, Handled]]) -> None:
        """Report what became of mails, now that it is committed, and let the answers leave."""
        self._carrier.wake()
        for arrival, what in handled:
            self.letters_in += 1
            self._meter.letter(BECAME[what.state])
            tell_in(self._names, *self._office.store.inbox.whose(arrival.key), handled=what)
            self._tell("in")

    async def _proofs(self, arrivals: Sequence[Arrival]) -> list[Authenticity | None]:
        """What is known about the senders, if finding out may take long; None where the office finds out itself."""
        if not self._config.identity.dkim:
            return [None] * len(arrivals)
        asked = (asyncio.to_thread(self._prover.prove, a.raw, sender_of(a.raw)) for a in arrivals)
        return list(await asyncio.gather(*asked))

    def _handle(self, arrival: Arrival, proof: Authenticity | None, mail: Mail | None) -> Handled:
        """Handle one mail, after letting everything strike that was due before it. mail: it, if already read."""
        # A mail server whose clock is fast must not make ours strike early.
        received = min(arrival.received, self._now())
        self._strike(received)
        trouble = "" if arrival.whole else larger_than(self._config.limits.mail_size)
        last = (self._office.store.outbox.newest() or 0) if self._meter.counts else 0
        handled = self._office.receive(
            arrival.key, arrival.raw, received, now=self._now(), proof=proof, trouble=trouble, mail=mail
        )
        if self._meter.counts:
            _, sender = self._office.store.inbox.whose(arrival.key)
            self._meter.answered(self._office.store.outbox.answer(last, handled.seat, sender), received)
        return handled

    def _strike(self, limit: datetime) -> None:
        """Let everything strike that was due before *limit*; nothing while the clock is in doubt."""
        for _ in range(MOST_STRIKES):
            if not self._clock.sure or not self._office.strike_before(limit, self._now()):
                return
            log.info("the clock struck")
            self._carrier.wake()
            self._tell("strike")

    def _until_next_strike(self) -> float:
        """Seconds until the next look: until something is due, or the poll interval is over."""
        due = self._office.store.games.next_strike()
        longest = self._longest_wait().total_seconds()
        if due is None:
            return longest
        wait = (due[1] + SECOND - self._clock.now()).total_seconds()
        return min(max(wait, 0.05), longest)

    def _longest_wait(self) -> timedelta:
        return self._config.imap.poll if self._config.imap else LONGEST_WAIT

    async def _watched(self) -> None:
        """Let others watch, if the operator wants that."""
        if self._config.metrics.listen is None:
            return
        from gm.serve.watched import watch  # it loads prometheus_client

        signs = self._caretaker.signs
        await watch(
            self._config, self._office.store, self._meter, signs, unread=lambda: time.monotonic() - self._read_at,
            now=self._now,
        )  # fmt: skip

    async def _keep_alive(self) -> None:
        """Keep telling systemd that the daemon is alive."""
        every = notify.watchdog_seconds()
        while True:
            notify.alive()
            await asyncio.sleep(every or 3600)


def _mailbox_of(config: Config) -> str:
    """The mailbox, for the log."""
    if config.maildir is not None:
        return str(config.maildir.path)
    assert config.imap is not None
    return f"{config.imap.folder} of {config.imap.user} at {config.imap.host}"


class Lock:
    """A lock that allows only one daemon for each database."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(database.name + ".lock")

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
