"""The running daemon: reads the mailbox, lets the clock strike, sends what waits. It knows no rules and no words.

Three loops in one TaskGroup. Each event is one transaction of the office; whatever dies when, the next start goes
on from what is committed.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import signal
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from gm import notify
from gm.config import Config, ConfigError, imap_password, smtp_password
from gm.desk.office import Office
from gm.post.imap import ImapMailbox
from gm.post.mailbox import Arrival, Mailbox, MailboxGone
from gm.post.maildir import MaildirMailbox
from gm.post.smtp import Sender as SmtpSender
from gm.store.store import iso

log = logging.getLogger("gm")
SECOND = timedelta(seconds=1)
BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between tries to reach a mailbox
OUTBOX_BATCH = 50
LAST_MAIL = 3.0  # seconds a mail may take that is being sent when we are told to stop
MOST_STRIKES = 10_000


class AlreadyRunning(Exception):
    """Another daemon works on the same database."""


def make_mailbox(config: Config) -> Mailbox:
    """The mailbox of the configuration."""
    if config.maildir is not None:
        return MaildirMailbox(config.maildir.path, limit=config.limits.mail_size)
    imap = config.imap
    assert imap is not None
    return ImapMailbox(
        imap.host, imap.port, imap.user, imap_password(config), tls=imap.tls,
        cafile=str(imap.cafile) if imap.cafile else None, folder=imap.folder, done_folder=imap.done or None,
        quarantine_folder=imap.quarantine or None, poll=imap.poll.total_seconds(), limit=config.limits.mail_size,
    )  # fmt: skip


def make_sender(config: Config) -> SmtpSender:
    """The way out of the configuration."""
    smtp = config.smtp
    return SmtpSender(
        smtp.host, smtp.port, tls=smtp.tls, cafile=str(smtp.cafile) if smtp.cafile else None, user=smtp.user,
        password=smtp_password(config), local_hostname=smtp.local_hostname,
    )  # fmt: skip


class Daemon:
    """One run of the daemon. *tell* is told of what happens, for a terminal; nothing of a letter's text is in it."""

    def __init__(self, config: Config, office: Office, tell: Callable[[str], None] = lambda _: None) -> None:
        self._config, self._office, self._tell = config, office, tell
        self._stop = asyncio.Event()
        self._mail_waits = asyncio.Event()
        self.letters_in = self.mails_out = 0

    def stop(self) -> None:
        """End after the event now being handled."""
        self._stop.set()
        self._mail_waits.set()

    async def run(self) -> None:
        """Serve until stopped."""
        async with asyncio.TaskGroup() as group:
            reading, watching = group.create_task(self._read()), group.create_task(self._watch())
            sending = group.create_task(self._send())
            notify.ready()
            notify.status("serving")
            await self._stop.wait()
            reading.cancel()
            # The mail on its way: cut off, it would be sent once more by the next run.
            await asyncio.wait({sending}, timeout=LAST_MAIL)
            for loop in (sending, watching):
                loop.cancel()

    # -- letters and the clock ---------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Look at the mailbox for ever; out of reach, the clock waits and tries are made ever more seldom."""
        tries = 0
        while not self._stop.is_set():
            mailbox: Mailbox | None = None
            try:
                mailbox = make_mailbox(self._config)
                await mailbox.open()
                if tries:
                    log.info("mailbox: reached again")
                tries = 0
                await self._serve(mailbox)
            except (MailboxGone, ConfigError, OSError) as error:
                log.warning("mailbox: %s", error)
                notify.status("the mailbox is out of reach; the clock waits")
                await self._pause(BACK_OFF[min(tries, len(BACK_OFF) - 1)])
                tries += 1
            finally:
                if mailbox is not None:
                    await mailbox.close()

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return

    async def _serve(self, mailbox: Mailbox) -> None:
        while not self._stop.is_set():
            begun = datetime.now(UTC).replace(microsecond=0)
            arrivals = await mailbox.look()
            for arrival in arrivals:
                # A mail server whose clock is ahead must not make ours strike early.
                received = min(arrival.received, datetime.now(UTC).replace(microsecond=0))
                self._strike(received)
                kept = self._receive(arrival, received)
                await mailbox.done([arrival.key], kept)
            if not arrivals:
                # The mailbox has been read up to the second in which this look began: what was due before strikes.
                self._strike(begun)
                notify.status(f"{self.letters_in} letters in, {self.mails_out} mails out")
                await mailbox.wait(self._until_next_strike())

    def _receive(self, arrival: Arrival, received: datetime) -> bool:
        handled = self._office.receive(arrival.key, arrival.raw, received, datetime.now(UTC))
        self.letters_in += 1
        log.info("in %s: %s %s %s %s", arrival.key, handled.state, handled.game, handled.seat, handled.reason)
        self._mail_waits.set()
        self._tell("in")
        return handled.state not in ("held", "failed")

    def _strike(self, limit: datetime) -> None:
        """Let everything strike that was due before *limit*."""
        for _ in range(MOST_STRIKES):
            if not self._office.strike_before(limit, datetime.now(UTC).replace(microsecond=0)):
                return
            log.info("the clock struck")
            self._mail_waits.set()
            self._tell("strike")

    def _until_next_strike(self) -> float:
        """Seconds until a look is worth while: something is due then, or the poll interval is over."""
        due = self._office.store.next_strike()
        longest = self._config.imap.poll.total_seconds() if self._config.imap else 30.0
        if due is None:
            return longest
        wait = (due[1] + SECOND - datetime.now(UTC)).total_seconds()
        return min(max(wait, 0.05), longest)

    # -- mails out ---------------------------------------------------------------------------------------------

    async def _send(self) -> None:
        """Send what waits in the outbox, oldest first; retry what the server put off."""
        sender = make_sender(self._config)
        try:
            while not self._stop.is_set():
                self._mail_waits.clear()
                rows = self._office.store.rows(
                    "select * from outbox where state = 'waiting' and next_try <= ? order by next_try, id limit ?",
                    [iso(datetime.now(UTC)), OUTBOX_BATCH],
                )
                for row in rows:
                    if not self._stop.is_set():
                        await self._send_one(sender, row)
                if not rows:
                    await self._wait_for_mail()
        finally:
            await sender.close()

    async def _wait_for_mail(self) -> None:
        try:
            await asyncio.wait_for(self._mail_waits.wait(), 1.0)
        except TimeoutError:
            return

    async def _send_one(self, sender: SmtpSender, row: dict[str, Any]) -> None:
        """Send one mail; the answer of the server decides what becomes of it. A resend has the same Message-ID."""
        outcome = await sender.send(self._office.sender.address, row["recipient"], row["raw"])
        tries = row["tries"] + 1
        state = {"sent": "sent", "retry": "waiting", "refused": "refused"}[outcome.kind]
        retry = self._config.limits.retry
        later = datetime.now(UTC) + retry[min(tries - 1, len(retry) - 1)]
        with self._office.store.transaction():
            self._office.store.change(
                "update outbox set state = ?, tries = ?, answer = ?, next_try = ?, sent = ? where id = ?",
                [
                    state,
                    tries,
                    outcome.answer,
                    iso(later),
                    iso(datetime.now(UTC)) if state == "sent" else None,
                    row["id"],
                ],
            )
        log.info("out %s <%s>: %s", row["id"], row["message_id"], outcome.kind)
        if state == "sent":
            self.mails_out += 1
            self._tell("out")

    async def _watch(self) -> None:
        """Tell systemd that the daemon lives."""
        every = notify.watchdog_seconds()
        while True:
            notify.alive()
            await asyncio.sleep(every or 3600)


class Lock:
    """At most one daemon for one database."""

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
    """Run a daemon until SIGTERM or SIGINT; SIGHUP begins again with the configuration read anew."""
    again, ended = True, False
    loop = asyncio.get_running_loop()
    while again and not ended:
        again = False
        daemon = make()

        def reload(running: Daemon = daemon) -> None:
            nonlocal again
            again = True
            notify.reloading()
            running.stop()

        def end(running: Daemon = daemon) -> None:
            nonlocal ended  # for good, also while a reload is under way
            ended = True
            # Not even after the loop, when a signal without a handler would end us with an error.
            loop.remove_signal_handler(signal.SIGHUP)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            notify.stopping()
            running.stop()

        loop.add_signal_handler(signal.SIGHUP, reload)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, end)
        await daemon.run()
