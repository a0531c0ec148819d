"""A mailbox on an IMAP server: which mails are new, which are done, and when to look again.

gm.post.boxes.imap_client has the connection, gm.post.boxes.imap_folder the commands for a folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from gm.post.boxes.imap_client import Line
from gm.post.boxes.imap_folder import Folder
from gm.post.boxes.imap_wire import Said, search_day, uid_set
from gm.post.boxes.mailbox import BATCH, HEAD_BYTES, LIMIT, LOOK_BYTES, Arrival, MailboxGone, head_of, portion

log = logging.getLogger(__name__)

# The library's parser recurses once per line of an answer and fails at about 980 lines.
MOST_UIDS = 100
GOODBYE = 2.0  # seconds a server may take to answer LOGOUT
UNSAID = LOOK_BYTES // 10  # bytes that a mail is taken to have of which the server does not say how many
FIRST = datetime(1, 1, 1, tzinfo=UTC)  # where a mail stands in order of which the server does not say when it came


class ImapMailbox:
    """A folder on an IMAP server, as gm.post.boxes.mailbox.Mailbox describes it.

    Which mails are new:

    * with *done_folder*: every mail in *folder* that is not \\Deleted. Done mail has been moved away, so it does not
      matter if somebody reads the mailbox with a mail program and so marks mails as seen;
    * without: every mail not \\Deleted that lacks the keyword $GmDone, or \\Seen if the server keeps no keywords.
      On such a server nobody else may read the folder.

    Mail that is moved away is not marked as done, so that anyone who moves it back has it read again. If moving
    fails, the mail stays and is marked; it is not shown again before the next open(). Without *quarantine_folder*,
    quarantined mail goes to the folder of other done mail. Missing folders are created. Their names are plain
    text with a slash between levels, whatever the server uses there.

    Mail received before *since* (aware) is never shown or touched: it was there before gm. Where the server does not
    say when it received a mail that it takes for new enough, the mail is shown.

    *tls*: "implicit" (verified, only against *cafile* if given) or "none". *timeout*, *idle_cap* and *poll* are in
    seconds, *limit* is in bytes. Calls are served one at a time and wait for each other; but close() ends a wait().
    """

    def __init__(
        self,
        host: str,
        port: int,
        user: str,
        password: str,
        *,
        tls: Literal["implicit", "none"],
        cafile: str | None = None,
        folder: str = "INBOX",
        done_folder: str | None = None,
        quarantine_folder: str | None = None,
        timeout: float = 30.0,
        idle_cap: float = 60.0,
        poll: float = 30.0,
        since: datetime | None = None,
        limit: int = LIMIT,
        batch: int = BATCH,
    ) -> None:
        """Raises ValueError if mail would be moved to the folder it is read from, OSError if *cafile* is unusable."""
        if folder in (done_folder, quarantine_folder):
            raise ValueError(f"processed mail would be moved to {folder}, from which new mail is read")
        self._host, self._port, self._user, self._password = host, port, user, password
        self._context = ssl.create_default_context(cafile=cafile) if tls == "implicit" else None
        self._name, self._done, self._quarantine = folder, done_folder, quarantine_folder
        self._timeout, self._idle_cap, self._poll, self._since = timeout, idle_cap, poll, since
        self._limit, self._batch = limit, min(batch, MOST_UIDS)
        self._turn = asyncio.Lock()
        self._opened: Folder | None = None
        self._forget()

    def _forget(self) -> None:
        """Forget what is known about the folder: under a new UIDVALIDITY the same UID means another mail."""
        self._facts: dict[int, Said] = {}  # when the waiting mails were received, and their sizes
        self._shown: set[int] = set()
        self._found: set[int] = set()  # the mails that made wait() return
        self._stuck: set[int] = set()  # done, but still here because moving failed
        self._old: set[int] = set()  # found by SEARCH, but received before *since*

    async def open(self) -> None:
        """Connect, log in and select the folder; create the folders for done mail."""
        async with self._turn:
            self._drop()
            self._forget()
            line = Line(self._host, self._port, self._context, self._timeout)
            # Set before the first command, so that close() can end a slow attempt to connect.
            self._opened = folder = Folder(line, self._name)
            await line.enter(self._user, self._password)
            await folder.provide(name for name in (self._done, self._quarantine) if name is not None)
            await folder.select()

    async def look(self) -> tuple[Arrival, ...]:
        """The mails not yet done, oldest first, at most one batch."""
        async with self._turn:
            found, self._found = self._found, set()
            arrivals = await self._show(found) if found else ()
            # Whatever wait() found may be gone again; only a new search can say that there is nothing.
            return arrivals or await self._show(await self._waiting())

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        """Move these mails away, or mark them if they cannot be moved."""
        async with self._turn:
            self._found = set()
            parts = [key.partition("/") for key in keys]
            uids = [int(uid) for validity, _, uid in parts if validity == str(self._folder.validity)]
            target = self._done if kept else self._quarantine or self._done
            for start in range(0, len(uids), MOST_UIDS):
                await self._settle(uids[start : start + MOST_UIDS], target)

    async def pass_over(self, keys: Sequence[str]) -> None:
        """Show these mails no more before the next open()."""
        async with self._turn:
            self._old |= {int(key.rpartition("/")[2]) for key in keys}

    async def wait(self, seconds: float) -> None:
        """Return when there may be new mail, using IDLE if the server has it."""
        async with self._turn:
            clock = asyncio.get_running_loop().time
            until = clock() + seconds
            # Search before each IDLE: if a mail came during an earlier command, the news of it was swallowed with
            # that command's answer, and IDLE will not repeat it. For the same reason IDLE is kept short.
            while (waiting := await self._waiting()) <= self._shown and (left := until - clock()) > 0:
                if "IDLE" in self._line.abilities:
                    await self._line.idle(min(left, self._idle_cap))
                else:
                    await self._line.rest(min(left, self._poll))
            self._found = set() if waiting <= self._shown else waiting

    async def close(self) -> None:
        """Log out, unless the connection is in use, and drop the connection."""
        line = self._opened.line if self._opened is not None else None
        if line is not None and not self._turn.locked():
            with contextlib.suppress(MailboxGone):
                await line.ask("LOGOUT", line.client.logout, seconds=min(self._timeout, GOODBYE))
        self._drop()

    def _drop(self) -> None:
        folder, self._opened = self._opened, None
        if folder is not None:
            folder.line.drop()

    @property
    def _folder(self) -> Folder:
        if self._opened is None:
            raise MailboxGone("the mailbox is not open")
        return self._opened

    @property
    def _line(self) -> Line:
        return self._folder.line

    @property
    def _new(self) -> tuple[str, ...]:
        """The SEARCH criteria for new mails, which also find some that are too old."""
        criteria: tuple[str, ...] = ("UNDELETED",)
        if self._done is None:
            criteria += ("UNKEYWORD", "$GmDone") if self._folder.keywords else ("UNSEEN",)
        if self._since is not None:
            # Servers compare only days, each in its own time zone.
            criteria += ("SINCE", search_day((self._since - timedelta(days=1)).date()))
        return criteria

    async def _waiting(self) -> set[int]:
        """The UIDs of new mail, without those known to be too old."""
        # Some servers look for new mail only at NOOP.
        await self._line.ask("NOOP", self._line.client.noop)
        return await self._folder.search(*self._new) - self._stuck - self._old

    async def _show(self, waiting: set[int]) -> tuple[Arrival, ...]:
        """The oldest of the *waiting* mails, at most one batch."""
        await self._learn(waiting)
        order = sorted(self._facts, key=lambda uid: (self._facts[uid].received or FIRST, uid))
        order = order[: portion([self._size(uid) for uid in order], self._batch, self._limit)]
        self._shown.update(order)
        return await self._read(order)

    async def _learn(self, waiting: set[int]) -> None:
        """Fetch the facts of *waiting* mails that are not known yet, and forget those of other mails."""
        self._facts = {uid: self._facts.get(uid, Said()) for uid in waiting}
        self._shown &= waiting
        unknown = sorted(uid for uid, said in self._facts.items() if said.received is None or said.size is None)
        for start in range(0, len(unknown), MOST_UIDS):
            chunk = unknown[start : start + MOST_UIDS]
            # No ENVELOPE or BODYSTRUCTURE: brackets in a subject confuse the library's parser.
            said = await self._folder.fetch(chunk, "(UID INTERNALDATE RFC822.SIZE)")
            self._facts |= {uid: said[uid] for uid in chunk if uid in said}
        times = {uid: said.received for uid, said in self._facts.items()}
        old = {uid for uid, at in times.items() if at is not None and self._since is not None and at < self._since}
        self._old |= old
        self._facts = {uid: said for uid, said in self._facts.items() if uid not in old}

    def _size(self, uid: int) -> int:
        said = self._facts[uid].size
        return min(UNSAID, self._limit) if said is None else said

    async def _read(self, order: Sequence[int]) -> tuple[Arrival, ...]:
        """The mails themselves, or only their heads if over the limit."""
        large = [uid for uid in order if self._size(uid) > self._limit]
        unsaid = [uid for uid in order if self._facts[uid].size is None]
        small = [uid for uid in order if uid not in (*large, *unsaid)]
        asked = (
            (small, "[]", sum(map(self._size, small))), (large, f"[HEADER]<0.{HEAD_BYTES}>", len(large) * HEAD_BYTES),
            (unsaid, f"[]<0.{self._limit + 1}>", len(unsaid) * UNSAID),
        )  # fmt: skip
        mails: dict[int, Said] = {}
        for uids, what, size in asked:
            mails |= await self._folder.fetch(uids, f"(UID BODY.PEEK{what})", size) if uids else {}
        return tuple(self._arrival(uid, mails[uid].raw or b"" if uid in mails else b"") for uid in order)

    def _arrival(self, uid: int, raw: bytes) -> Arrival:
        known = self._facts[uid]
        # The announced size may be wrong; what came is what counts.
        large = known.size is not None and known.size > self._limit
        whole = not large and len(raw) <= self._limit
        size = (known.size if large else len(raw)) or known.size or 0
        key = f"{self._folder.validity}/{uid}"
        return Arrival(key, known.received, raw if whole or not raw else head_of(raw), size=size, whole=whole)

    async def _settle(self, uids: Sequence[int], target: str | None) -> None:
        """Move these mails to *target* if there is one; those that stay are marked as done."""
        if target is None:
            await self._folder.mark(uids)
            return
        if self._done is not None or self._folder.keywords:  # otherwise \\Seen marks done mail
            await self._folder.see(uids)
        if not await self._folder.move(uids, target):
            await self._keep(uids, target)

    async def _keep(self, uids: Sequence[int], target: str) -> None:
        """Mark as done those of *uids* that are still here, because they could not be moved to *target*."""
        left = await self._folder.search("UID", uid_set(uids), "UNDELETED")
        if left:
            log.warning("%d processed mails could not be moved to %s; they stay, marked", len(left), target)
            self._stuck |= left
            await self._folder.mark(sorted(left))
