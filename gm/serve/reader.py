"""Reads one mailbox for as long as this daemon holds its lease: files its mails, and puts them away once they acted.

Mails are filed in order of receipt, in one transaction with the time up to which the mailbox has been read: nothing
that is due later strikes before that. Whenever the reader dies, the next goes on from what is committed. A mail that
the mailbox does not hand out is asked for again, and then filed without its text, so that the operator is told.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

from gm.config.loading import Box, ConfigError, Imap, mailbox_password
from gm.desk.arrival.sorting import Sorted
from gm.desk.books.outage import PROMPT, Watch, last_read
from gm.desk.office import Office
from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.mailbox import Arrival, Mailbox, MailboxGone
from gm.post.boxes.maildir import MaildirMailbox
from gm.post.boxes.named import NamedMailbox
from gm.post.inbound.letter import received_at, sender_of
from gm.post.inbound.limits import larger_than
from gm.serve import systemd as notify
from gm.serve.health import Signs
from gm.serve.houseclock import HouseClock
from gm.serve.tenancy import Tenancy, lease_of
from gm.store.engine import StoreError, Unavailable
from gm.store.leases import LostLease

log = logging.getLogger("gm")
BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between tries to reach a mailbox
SINCE = timedelta(hours=1)  # mail received longer than this before the database was created is not ours
LONGEST_WAIT = timedelta(seconds=30)  # between two looks at a Maildir
IN_DOUBT = 5.0  # seconds between two looks while the clock is in doubt
AGAIN = 2.0  # the same while letters of it wait
LOOKS = 3  # that find nothing but mails that the mailbox does not hand out, until such a mail is filed without its text
MOST, PATIENCE, SOON = 300, 25, 0.2  # if more letters wait, so often it is looked, in seconds, whether they have acted


def make_mailbox(box: Box, limit: int, since: datetime | None = None) -> Mailbox:
    """A configured mailbox; mail received before *since* is left alone. limit: bytes of a mail that is read."""
    where = box.where
    if not isinstance(where, Imap):
        found: Mailbox = MaildirMailbox(where.path, limit=limit, since=since)
    else:
        found = ImapMailbox(
            where.host, where.port, where.user, mailbox_password(box.name, where), tls=where.tls,
            cafile=str(where.cafile) if where.cafile else None, folder=where.folder, done_folder=where.done or None,
            quarantine_folder=where.quarantine or None, poll=where.poll.total_seconds(), limit=limit, since=since,
        )  # fmt: skip
    return NamedMailbox(box.name, found) if box.name else found


class Reader:
    """The reader of one mailbox in one run of the daemon.

    look: looks at the clocks, and is told when the mailbox received the newest mail that has just come. filed: waits
    until letters that were filed have acted, and struck what may strike now, as far as that can be done here at once.
    acted: is set when letters have acted. gone, reached: are told the name of a mailbox that is.
    """

    def __init__(
        self,
        box: Box,
        office: Office,
        tenancy: Tenancy,
        clock: HouseClock,
        *,
        limit: int,
        sorts: bool,
        signs: Signs,
        stop: asyncio.Event,
        look: Callable[[datetime | None], None],
        filed: Callable[[], Awaitable[None]],
        gone: Callable[..., None],
        reached: Callable[..., None],
    ) -> None:
        self._box, self._office, self._store, self._tenancy, self._clock = box, office, office.store, tenancy, clock
        self._limit, self._sorts, self._signs, self._stop = limit, sorts, signs, stop
        self._look, self._filed, self._gone, self._reached = look, filed, gone, reached
        self._lease, self._since = lease_of(box.name), self._store.facts.made() - SINCE
        self._watch = Watch(office, box.name, self._check)
        self._waiting: dict[str, None] = {}  # the keys of letters that were filed and are not put away yet
        self._asked: dict[str, int] = {}  # the keys of mails that were not handed out, and in how many of those looks
        self._unwritten = 0  # how often the database could not be written since it last could
        self._ended = False  # whether the mailbox has been read to its end since it was opened
        self.seen: datetime | None = None  # when the last look began; None if the mailbox was out of reach since
        self._complete: datetime | None = None  # when the last look began that found nothing more
        self.read_at = time.monotonic()  # when it was last read to its end, or this run began
        self.acted = asyncio.Event()

    def _check(self) -> None:
        self._tenancy.check(self._lease)

    def _now(self) -> datetime:
        return self._clock.now().replace(microsecond=0)

    @property
    def holds(self) -> bool:
        """Whether it is this daemon that reads the mailbox."""
        return self._tenancy.holds(self._lease)

    @property
    def longest_wait(self) -> timedelta:
        """The longest time between two looks."""
        return self._box.where.poll if isinstance(self._box.where, Imap) else LONGEST_WAIT

    async def run(self) -> None:
        """Read the mailbox until stopped. While it is out of reach, clocks wait, and tries become less frequent."""
        tries = 0
        while not self._stop.is_set():
            if not self.holds:
                self._reached(name=self._box.name)
                self.read_at = time.monotonic()
                await self.pause(SOON)
                continue
            mailbox: Mailbox | None = None
            try:
                mailbox = make_mailbox(self._box, self._limit, self._since)
                await mailbox.open()
                if not self._signs.database:
                    log.info("mailbox: reached%s, %s", " again" if tries else "", _called(self._box))
                tries = 0
                await self._serve(mailbox)
            except LostLease as error:
                log.warning("%s", error)
                self._tenancy.lose(self._lease)
            except (MailboxGone, ConfigError, OSError) as error:
                self._gone(name=self._box.name)
                log.warning("mailbox: %s", error)
                notify.status("the mailbox is out of reach; the clock waits")
                await self.pause(BACK_OFF[min(tries, len(BACK_OFF) - 1)])
                tries += 1
            except Unavailable as error:
                self._unwritten += 1
                await self.pause(self._signs.unwritable(error, self._unwritten))
            finally:
                if mailbox is not None:
                    await mailbox.close()

    async def pause(self, seconds: float) -> None:
        """Wait so long, or until the daemon is told to stop."""
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return

    async def _serve(self, mailbox: Mailbox) -> None:
        self.seen = fresh = None
        self._ended = False
        self._waiting.clear()
        while not self._stop.is_set() and self.holds:
            self._look(fresh)
            begun = self._now()
            arrivals = await mailbox.look()
            times = (one.received for one in arrivals if one.received is not None)
            fresh = max(times, default=None) if self._ended else None
            # The mailbox was out of reach, or the machine asleep: the time is given back before any letter is filed.
            if self.seen is None or begun - self.seen > self.longest_wait + PROMPT:
                if not self._clock.sure:
                    await self._wait_in_doubt(mailbox)
                    continue
                self._watch.come_back(begun, self._now(), read=False)
            self.seen = begun
            self._reached(name=self._box.name)
            there = self._handed_out(arrivals)
            if self._file(there, begun, asks=len(there) < len(arrivals)):
                await self._filed()
            if there:
                await self._put_away(mailbox)
                if self._waiting:
                    await mailbox.pass_over(list(self._waiting))
                continue
            if not arrivals:
                self._ended, self.read_at, self._complete = True, time.monotonic(), begun
            await self._put_away(mailbox)
            if not self._clock.sure:
                await self._wait_in_doubt(mailbox)
                continue
            await mailbox.wait(self._until_next_look())

    def move(self, by: timedelta) -> None:
        """The clock is put right: when it was looked moves by as much."""
        self.seen = None if self.seen is None else self.seen + by
        self._complete = None if self._complete is None else self._complete + by

    async def _wait_in_doubt(self, mailbox: Mailbox) -> None:
        notify.status("the clock is in doubt: nothing strikes until it is sure")
        await mailbox.wait(min(IN_DOUBT, self.longest_wait.total_seconds()))

    def _until_next_look(self) -> float:
        """Seconds until something is due, or the poll interval is over; a few if letters are still to be put away."""
        due = self._store.games.next_strike()
        longest = self.longest_wait.total_seconds()
        if self._waiting:
            longest = min(longest, AGAIN)
        if due is None:
            return longest
        wait = (due[1] - self._clock.now()).total_seconds()
        return min(max(wait, 0.0) + 1.0, longest)

    # -- letters -------------------------------------------------------------------------------------------------

    def _handed_out(self, arrivals: Sequence[Arrival]) -> list[Arrival]:
        """The mails that are to be filed: those with a text, and those that were asked for often enough."""
        lacking = [one.key for one in arrivals if not one.raw]
        alone = len(lacking) == len(arrivals)
        self._asked = {key: self._asked.get(key, 0) + alone for key in lacking}
        return [one for one in arrivals if one.raw or self._asked[one.key] >= LOOKS]

    def _file(self, arrivals: Sequence[Arrival], begun: datetime, asks: bool) -> bool:
        """File mails that came, and up to when the mailbox has been read, unless nobody needs to know that yet.

        asks: there are others, which are asked for again. Whether there is something to be done now.
        """
        due = self._store.games.next_strike()
        waits = due is not None and due[1] < begun
        if arrivals or waits or self._watch.is_to_note(begun):
            self._store.act(partial(self._file_all, arrivals, begun, asks))
            self._signs.writable()
            self._unwritten = 0
            self._waiting |= dict.fromkeys(one.key for one in arrivals)
        return bool(arrivals) or waits

    def _file_all(self, arrivals: Sequence[Arrival], begun: datetime, asks: bool) -> None:
        self._check()
        for one in arrivals:
            received, timed = self._time_of(one, begun)
            trouble, sender = "" if one.whole else larger_than(self._limit), sender_of(one.raw)
            for each in self._sorted(one, received):
                self._store.waiting.file(
                    self._box.name, each.key, received, each.raw, trouble=trouble, sender=sender, lane=each.lane,
                    part=each.part, timed=timed,
                )  # fmt: skip
        # Mails that come in the same second as the last one may be shown by the next look. Nobody knows when those came
        # that are asked for again, nor those that are shown first because the mailbox does not say it.
        last = begun if not arrivals else arrivals[-1].received
        if last is not None and not asks:
            self._watch.note(min(begun, last), last=not arrivals)

    def _time_of(self, one: Arrival, begun: datetime) -> tuple[datetime, str]:
        """When a mail was received, and whose word that is, as in gm.post.inbound.letter.Mail."""
        if one.received is not None:
            return min(one.received, begun), ""  # a clock that is fast must not make ours strike early
        claimed = received_at(one.raw)
        known = (at for at in (self._complete, last_read(self._store, self._box.name)) if at is not None)
        if claimed is not None and max(known, default=self._since) <= claimed <= self._now():
            return min(claimed, begun), "server"
        return begun, "look"

    def _sorted(self, one: Arrival, received: datetime) -> list[Sorted]:
        """A letter as it is filed, in parts if it is to several games; if that cannot be found, all others wait for it.
        """
        try:
            return self._office.sorting.filed(one.key, one.raw, received, by_game=self._sorts, whole=one.whole)
        except StoreError:
            raise
        except Exception as error:  # such as a game that cannot be read; only its type: a message may quote the letter
            log.error("the game of a letter cannot be found: %s", type(error).__name__)
            return [Sorted(one.key, "", one.raw)]

    async def _put_away(self, mailbox: Mailbox) -> None:
        """Put the mails away that have acted; wait a little if very many have not."""
        for _ in range(PATIENCE):
            self.acted.clear()
            left = self._store.waiting.keys(self._box.name) if self._waiting else set()
            done = [key for key in self._waiting if key not in left]
            aside = {key for key in done if self._store.inbox.is_aside(key)}
            for kept in (True, False):
                keys = [key for key in done if (key in aside) != kept]
                if keys:
                    await mailbox.done(keys, kept)
            self._waiting = {key: None for key in self._waiting if key in left}
            if len(self._waiting) <= MOST or self._stop.is_set():
                return
            try:
                await asyncio.wait_for(self.acted.wait(), SOON)
            except TimeoutError:
                continue


def _called(box: Box) -> str:
    """A mailbox, for the log."""
    where = box.where
    return str(where.path) if not isinstance(where, Imap) else f"{where.folder} of {where.user} at {where.host}"
