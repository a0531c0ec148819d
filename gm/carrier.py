"""Sends what waits in the outbox, at least once: over a few connections, each reader's mails in their order.

What the server answered is noted a moment later, several answers in one transaction; a mail that was taken and not yet
noted when we die is sent again, with the same Message-ID.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from gm.config import Config, smtp_password
from gm.desk.office import Office
from gm.desk.telling import OPERATOR_READER
from gm.post.smtp import Outcome
from gm.post.smtp import Sender as SmtpSender
from gm.store.store import iso

log = logging.getLogger("gm")
BATCH = 100  # mails that are read from the outbox at once
NOTE_WITHIN = 0.05  # seconds between an answer of the server and its note, while other mails are on their way
BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between tries to reach the server, or to write to the store
LAST_MAIL = 3.0  # seconds a mail may take that is being sent when we are told to stop

Row = dict[str, Any]


def make_sender(config: Config) -> SmtpSender:
    """A connection to the SMTP server of the configuration."""
    smtp = config.smtp
    return SmtpSender(
        smtp.host, smtp.port, tls=smtp.tls, cafile=str(smtp.cafile) if smtp.cafile else None, user=smtp.user,
        password=smtp_password(config), local_hostname=smtp.local_hostname,
    )  # fmt: skip


class Carrier:
    """Carries mails from the outbox to the SMTP server until it is stopped. *sent* is called for each one sent."""

    def __init__(self, config: Config, office: Office, sent: Callable[[], None]) -> None:
        self._config, self._office, self._sent = config, office, sent
        self._senders = [make_sender(config) for _ in range(config.smtp.connections)]
        self._outcomes: list[tuple[Row, Outcome]] = []
        self._waits, self._stop, self._noting = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._failures = 0
        self._hung: Counter[int] = Counter()  # how often the server was out of reach when a mail was to be sent

    def wake(self) -> None:
        """Look into the outbox now."""
        self._waits.set()

    def stop(self) -> None:
        """End after the mails now being sent."""
        self._stop.set()
        self._waits.set()

    async def run(self) -> None:
        """Send until stopped."""
        noter = asyncio.create_task(self._note())
        try:
            while not self._stop.is_set():
                self._waits.clear()
                if not await self._round():
                    await _wait(self._waits, 1.0)
        finally:
            self._noting.set()
            noter.cancel()
            await asyncio.gather(noter, return_exceptions=True)
            self._write_last_notes()
            for sender in self._senders:
                await sender.close()

    async def _round(self) -> bool:
        """Send what is due; False if there was nothing, or no use in going on at once."""
        try:
            self._write_notes()
            rows = self._office.store.rows(
                "select * from outbox where state = 'waiting' and next_try <= ? order by next_try, id limit ?",
                [iso(datetime.now(UTC)), BATCH],
            )
        except sqlite3.Error as error:
            log.error("the outbox cannot be used (%s); mails wait", error)
            await self._pause()
            return False
        if not rows:
            return False
        # Should it be a certain mail that makes the server hang up, the others must come first.
        rows.sort(key=lambda row: self._hung[row["id"]])
        reached = all(await asyncio.gather(*map(self._send_lane, self._senders, self._lanes(rows))))
        if not reached:
            await self._pause()
            return False
        self._failures = 0
        return True

    async def _pause(self) -> None:
        if not self._stop.is_set():
            self._waits.clear()
        await _wait(self._waits, BACK_OFF[min(self._failures, len(BACK_OFF) - 1)])
        self._failures += 1

    def _lanes(self, rows: list[Row]) -> list[list[Row]]:
        """The mails for each connection; all of one reader on the same, so that they stay in order."""
        lanes: list[list[Row]] = [[] for _ in self._senders]
        lane_of: dict[str, list[Row]] = {}
        for row in rows:
            lane = lane_of.setdefault(row["recipient"], min(lanes, key=len))
            lane.append(row)
        return lanes

    async def _send_lane(self, sender: SmtpSender, rows: list[Row]) -> bool:
        """Send mails one after another; False once the server is out of reach: the others would fare no better."""
        for row in rows:
            if self._stop.is_set():
                return True
            outcome = await sender.send(self._return_path(row), row["recipient"], row["raw"])
            self._outcomes.append((row, outcome))
            self._noting.set()
            if outcome.kind == "sent":
                self._sent()
                log.info("out %s <%s>: sent", row["id"], row["message_id"])
            else:
                log.warning("out %s <%s>: %s: %s", row["id"], row["message_id"], outcome.kind, outcome.answer)
            if not outcome.reached:
                self._hung[row["id"]] += 1
                return False
            self._hung.pop(row["id"], None)
        return True

    def _return_path(self, row: Row) -> str:
        """Where a bounce of the mail goes; mail to strangers has the null return path (RFC 3834, 3.3)."""
        us = self._office.sender
        if self._config.smtp.return_path == "plain" or row["reader"] == OPERATOR_READER:
            return us.address
        return us.return_path(row["message_id"]) if row["game"] else ""

    async def _note(self) -> None:
        """Write down what the server answered, soon after it did."""
        while True:
            await self._noting.wait()
            await asyncio.sleep(NOTE_WITHIN)
            self._noting.clear()
            try:
                self._write_notes()
            except sqlite3.Error as error:
                log.error("what was sent cannot be noted (%s); no mail is sent meanwhile", error)

    def _write_notes(self) -> None:
        """Note the answers not noted yet; if that fails they are kept, and nothing is sent before they are noted."""
        if not self._outcomes:
            return
        with self._office.store.transaction():
            for row, outcome in self._outcomes:
                self._write_note(row, outcome)
        self._outcomes.clear()

    def _write_last_notes(self) -> None:
        """Note the answers not noted yet, on our way out: who sends next goes by what is noted."""
        try:
            self._write_notes()
        except sqlite3.Error as error:
            again = sum(outcome.kind == "sent" for _, outcome in self._outcomes)
            log.error(
                "what was sent cannot be noted (%s); %d mails that were sent will be sent once more", error, again
            )

    def _write_note(self, row: Row, outcome: Outcome) -> None:
        """One answer. What the operator has held or dropped meanwhile stays so, unless it went out."""
        now, tries = datetime.now(UTC), row["tries"] + 1
        retry = self._config.limits.retry
        later = now + retry[min(tries - 1, len(retry) - 1)] if outcome.reached else now
        if outcome.kind == "sent":
            statement = "update outbox set state = 'sent', tries = ?, answer = ?, next_try = ?, sent = ? where id = ?"
            self._office.store.change(statement, [tries, outcome.answer, iso(later), iso(now), row["id"]])
            return
        state = "refused" if outcome.kind == "refused" else "waiting"
        statement = (
            "update outbox set state = ?, tries = ?, answer = ?, next_try = ? where id = ? and state = 'waiting'"
        )
        self._office.store.change(statement, [state, tries, outcome.answer, iso(later), row["id"]])
        if outcome.kind == "refused":
            self._office.refused(row, outcome.answer, now.replace(microsecond=0))


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
