"""Sends the waiting mails of the outbox at least once, over a few connections, each reader's mails in order.

The server's answers are noted a moment later, several in one transaction. If gm dies in between, a mail that was
accepted but not yet noted is sent again with the same Message-ID.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from functools import partial

from gm.config.loading import Config, make_sender
from gm.desk.game.failure import Failure, noted
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.office import Office
from gm.doctor.clock import Hands
from gm.doctor.house import note_sent
from gm.post.outbound.smtp import Outcome
from gm.post.outbound.smtp import Sender as SmtpSender
from gm.serve.bots import Bots
from gm.serve.log import Names, tell_out
from gm.serve.meter import Meter
from gm.serve.tenancy import Tenancy
from gm.store.engine import StoreError
from gm.store.outbox import Post

log = logging.getLogger("gm")
BATCH = 100  # mails read from the outbox at a time
FEW = 5  # messages between players for each connection: what else comes meanwhile must not wait for more
NOTE_WITHIN = 0.05  # seconds until an answer of the server is noted, while other mails are being sent
BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between tries to reach the server, or to write to the store
LAST_MAIL = 3.0  # seconds that a mail being sent may still take after stop()


class Carrier:
    """Carries mails from the outbox to the SMTP server until stopped. *sent* is called for each mail sent."""

    def __init__(
        self,
        config: Config,
        office: Office,
        sent: Callable[[], None],
        now: Callable[[], datetime] | None = None,
        names: Names | None = None,
        meter: Meter | None = None,
        tenancy: Tenancy | None = None,
        filed: Callable[[], None] = lambda: None,
    ) -> None:
        """filed: is called when a bot has filed a letter."""
        self._tenancy, self._claims = tenancy, False  # whether it may have claimed readers
        self._config, self._office, self._sent, self._now = config, office, sent, now or Hands().wall
        self.senders = [make_sender(config) for _ in range(config.smtp.connections)]
        self._meter = meter or Meter()
        self._names, self._outcomes = names or Names(), list[tuple[Post, Outcome]]()
        self._waits, self._stop, self._noting = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._bots = Bots(office, self._now, filed)
        self._failures, self._unnoted = 0, False  # whether what was sent cannot be noted
        self._ours: dict[int, Failure] = {}  # of mails that could not be sent by a fault of ours, by their numbers
        self._hung: Counter[int] = Counter()  # how often the server was lost while sending a mail, by the mail's number

    def wake(self) -> None:
        """Look in the outbox now."""
        self._waits.set()

    def stop(self) -> None:
        """Stop after the mails now being sent."""
        self._stop.set()
        self._waits.set()

    async def run(self) -> None:
        """Send until stopped."""
        noter = asyncio.create_task(self._note())
        try:
            while not self._stop.is_set():
                self._waits.clear()
                if not await self.send_round():
                    await _wait(self._waits, 1.0)
        finally:
            self._noting.set()
            noter.cancel()
            await asyncio.gather(noter, return_exceptions=True)
            self._write_last_notes()
            for sender in self.senders:
                await sender.close()

    async def send_round(self) -> bool:
        """Send what is due; False if nothing was, or if it is no use to go on at once."""
        try:
            self.write_notes()
            now = self._now()
            self._office.let_go(now)
            waiting = self.next_mails(now)
            mails = self._bots.hand_over(waiting)
        except StoreError as error:
            log.error("the outbox cannot be used (%s); mails wait", error)
            await self._pause()
            return False
        if not mails:
            return bool(waiting)
        # If one particular mail makes the server hang up, the others must come first.
        mails.sort(key=lambda mail: self._hung[mail.id])
        reached = all(await asyncio.gather(*map(self._send_lane, self.senders, self._lanes(mails))))
        if not reached:
            await self._pause()
            return False
        self._failures = 0
        return True

    def next_mails(self, now: datetime) -> list[Post]:
        """The mails to be sent next; if other daemons send, too, only to readers to whom none of them does."""
        if self._tenancy is None or self._tenancy.alone:
            return self._first(now)
        if not self._claims and not self._first(now):
            return []
        return self._office.store.act(partial(self._claimed, now, self._tenancy))

    def _claimed(self, now: datetime, tenancy: Tenancy) -> list[Post]:
        sending = self._office.store.sending
        sending.let_go(tenancy.holder)
        mails = self._first(now, tenancy.holder)
        sending.claim((mail.recipient for mail in mails), tenancy.holder, now, tenancy.until)
        self._claims = bool(mails)
        return mails

    def _first(self, now: datetime, holder: str = "") -> list[Post]:
        outbox = self._office.store.outbox
        mails = outbox.due(now, BATCH, holder=holder)
        if all(self._hung[mail.id] for mail in mails):  # such a mail is always due, and would keep press from going
            mails += outbox.due(now, FEW * len(self.senders), press=True, holder=holder)
        return mails

    async def _pause(self) -> None:
        if not self._stop.is_set():
            self._waits.clear()
        await _wait(self._waits, BACK_OFF[min(self._failures, len(BACK_OFF) - 1)])
        self._failures += 1

    def _lanes(self, mails: list[Post]) -> list[list[Post]]:
        """The mails for each connection; all mails to a reader use the same one, so that they stay in order."""
        lanes: list[list[Post]] = [[] for _ in self.senders]
        lane_of: dict[str, list[Post]] = {}
        for mail in mails:
            lane_of.setdefault(mail.recipient, min(lanes, key=len)).append(mail)
        return lanes

    async def _send_lane(self, sender: SmtpSender, mails: list[Post]) -> bool:
        """Send mails one after another; False once the server is out of reach, without trying the rest."""
        for mail in mails:
            if self._stop.is_set() or self._unnoted or not (self._tenancy is None or self._tenancy.fresh):
                return True
            outcome = await self._send(sender, mail)
            self._outcomes.append((mail, outcome))
            self._noting.set()
            if outcome.kind == "sent":
                self._sent()
            tell_out(self._names, mail, outcome)
            self._meter.mail(mail.id, outcome.kind, self._now())
            if not outcome.reached:
                self._hung[mail.id] += 1
                return False
            self._hung.pop(mail.id, None)
        return True

    async def _send(self, sender: SmtpSender, mail: Post) -> Outcome:
        """Send a mail. If a fault of ours keeps it from being sent, it is tried again, and the others go on."""
        try:
            return await sender.send(self._return_path(mail), mail.recipient, mail.raw)
        except Exception as error:
            failure = self._ours[mail.id] = noted(error, "a mail could not be sent")
            return Outcome("retry", str(failure))

    def _return_path(self, mail: Post) -> str:
        """The address for bounces of a mail; mail to strangers has the null return path (RFC 3834, 3.3)."""
        us = self._office.sender
        if self._config.smtp.return_path == "plain" or mail.reader == OPERATOR_READER:
            return us.address
        return us.return_path(mail.message_id) if mail.game else ""

    async def _note(self) -> None:
        """Note the server's answers soon after they come, for ever."""
        while True:
            await self._noting.wait()
            await asyncio.sleep(NOTE_WITHIN)
            self._noting.clear()
            try:
                self.write_notes()
            except StoreError as error:
                log.error("what was sent cannot be noted (%s); no mail is sent meanwhile", error)

    def write_notes(self) -> None:
        """Store the answers not noted yet. If that fails they are kept, and nothing is sent until they are stored."""
        if not self._outcomes:
            return
        self._unnoted = True
        self._office.store.act(self._write_all)
        self._outcomes.clear()
        self._unnoted = False

    def _write_all(self) -> None:
        """Write what came of mails, but of none to a reader to whom another daemon sends by now: it sends them again.
        """
        alone = self._tenancy is None or self._tenancy.alone
        ours = None if self._tenancy is None or alone else self._office.store.sending.ours(self._tenancy.holder)
        for mail, outcome in self._outcomes:
            if ours is None or mail.recipient in ours:
                self._write_note(mail, outcome)
        if sent := sum(outcome.kind == "sent" for _, outcome in self._outcomes):
            note_sent(self._office.store.facts, self._config.limits, sent, self._now())

    def _write_last_notes(self) -> None:
        """Store the answers not noted yet before stopping: the next run goes by what is stored."""
        try:
            self.write_notes()
        except StoreError as error:
            again = sum(outcome.kind == "sent" for _, outcome in self._outcomes)
            log.error(
                "what was sent cannot be noted (%s); %d mails that were sent will be sent once more", error, again
            )

    def _write_note(self, mail: Post, outcome: Outcome) -> None:
        """Store one answer. A mail that the operator held or dropped meanwhile stays so, unless it was sent."""
        now, tries, outbox = self._now(), mail.tries + 1, self._office.store.outbox
        if outcome.kind == "sent":
            outbox.sent(mail.id, tries, outcome.answer, now)
            self._office.unsent_no_more(mail, now.replace(microsecond=0))
            return
        retry, refused = self._config.limits.retry, outcome.kind == "refused"
        later = now + retry[min(tries - 1, len(retry) - 1)] if outcome.reached else now
        outbox.not_sent(mail.id, refused, tries, answer=outcome.answer, next_try=later)
        if (failure := self._ours.pop(mail.id, None)) is not None:
            self._office.unsent(mail, failure, now.replace(microsecond=0))
        if refused:
            self._office.refused(mail, outcome.answer, now.replace(microsecond=0))


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
