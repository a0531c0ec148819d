"""The commands for one folder on an IMAP server; the mailbox decides which mails are new and which are done."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime

from aioimaplib import aioimaplib

from gm.post.boxes.imap_client import Line
from gm.post.boxes.imap_wire import Said, copied, delimiter, fetched, found, opened, uid_set, wire_name

log = logging.getLogger(__name__)

SLOWEST = 50_000  # bytes a second; a download gets this much time on top of the timeout


class Folder:
    """The folder *name* over *line*. All methods raise MailboxGone on trouble; those about mails need select() first.

    Folder names have a slash between levels, whatever the server uses there. At most gm.post.boxes.imap.MOST_UIDS
    UIDs may be asked for at once.
    """

    def __init__(self, line: Line, name: str) -> None:
        self.line, self.name = line, name
        self.validity = 0  # UIDVALIDITY: under another one the same UID means another mail
        self.keywords = False  # the server keeps keywords such as $GmDone
        self._level = "/"  # what the server puts between the levels of a name

    async def provide(self, names: Iterable[str]) -> None:
        """Create those of the folders *names* that the server does not have."""
        for name in await self.missing(names):
            await self.line.must(f"creating folder {name}", self.line.client.create, self._wire(name))

    async def missing(self, names: Iterable[str]) -> list[str]:
        """Those of the folders *names* that the server does not have."""
        answer = await self.line.must("LIST", self.line.client.list, '""', '""')
        self._level = delimiter(answer.lines) or "/"
        found = []
        for name in names:
            answer = await self.line.ask("LIST", self.line.client.list, '""', self._wire(name))
            if len(answer.lines) < 2:  # the last line is the server's verdict, the others are folders
                found.append(name)
        return found

    async def peek(self) -> datetime | None:
        """Open the folder without leaving a trace; call missing() first.

        Returns when the newest mail was received, None if there is none.
        """
        await self.line.must(f"opening folder {self.name}", self.line.client.examine, self._wire(self.name))
        self.line.client.protocol.state = aioimaplib.SELECTED  # the library assumes that only SELECT opens a folder
        answer = await self.line.ask("FETCH", self.line.client.uid, "fetch", "*", "(UID INTERNALDATE RFC822.SIZE)")
        times = (said.received for said in fetched(answer.lines).values())
        return max((at for at in times if at is not None), default=None)

    async def select(self) -> None:
        """Open the folder; call provide() first. Raises MailboxGone if it cannot be written to."""
        answer = await self.line.must(f"opening folder {self.name}", self.line.client.select, self._wire(self.name))
        told = opened(answer.lines)
        if told.validity is None or told.read_only:
            raise self.line.gone("SELECT", "no UIDVALIDITY" if told.validity is None else "the folder is read-only")
        self.validity, self.keywords = told.validity, told.keywords

    async def search(self, *criteria: str) -> set[int]:
        """The UIDs of the mails that meet all *criteria*."""
        answer = await self.line.must("SEARCH", self.line.client.uid_search, *criteria, charset=None)
        return found(answer.lines)

    async def fetch(self, uids: Sequence[int], items: str, size: int = 0) -> dict[int, Said]:
        """What the server says of those of *uids* of which it says anything, *size* bytes in all.

        A broken mail does not hide the others.
        """
        client, seconds = self.line.client, self.line.timeout + size / SLOWEST
        answer = await self.line.ask("FETCH", client.uid, "fetch", uid_set(uids), items, seconds=seconds)
        mails = fetched(answer.lines)
        if answer.result != "OK" and len(uids) > 1:
            for uid in uids:
                mails.update({} if uid in mails else await self.fetch([uid], items, size))
        elif answer.result != "OK":
            log.warning("the mail with UID %s cannot be fetched: the server said %s", uids[0], answer.result)
        return mails

    async def see(self, uids: Sequence[int]) -> None:
        """Mark these mails as read."""
        await self._flag(uids, "(\\Seen)")

    async def mark(self, uids: Sequence[int]) -> None:
        """Mark these mails as done and as read."""
        await self._flag(uids, "(\\Seen $GmDone)" if self.keywords else "(\\Seen)")

    async def unmark(self, uids: Sequence[int]) -> None:
        """Take the mark of done mail away again."""
        flags = "($GmDone)" if self.keywords else "(\\Seen)"
        await self.line.must("STORE", self.line.client.uid, "store", uid_set(uids), "-FLAGS.SILENT", flags)

    async def move(self, uids: Sequence[int], folder: str) -> bool:
        """Move these mails; True only if the server confirms each of them. Nothing unconfirmed is deleted."""
        command = "move" if "MOVE" in self.line.abilities else "copy"
        answer = await self.line.ask(command.upper(), self.line.client.uid, command, uid_set(uids), self._wire(folder))
        if answer.result != "OK":
            return False
        # OK alone may mean that nothing was found to move; COPYUID tells what was.
        moved = copied(answer.lines, uids) if "UIDPLUS" in self.line.abilities else list(uids)
        if command == "copy" and moved:
            await self._remove(moved)
        return len(moved) == len(uids)

    async def _remove(self, uids: Sequence[int]) -> None:
        await self._flag(uids, "(\\Deleted)")
        # A plain EXPUNGE would also remove what people marked as deleted: without UIDPLUS the mail stays, marked.
        if "UIDPLUS" in self.line.abilities:
            await self.line.must("EXPUNGE", self.line.client.uid, "expunge", uid_set(uids))

    async def _flag(self, uids: Sequence[int], flags: str) -> None:
        await self.line.must("STORE", self.line.client.uid, "store", uid_set(uids), "+FLAGS.SILENT", flags)

    def _wire(self, name: str) -> str:
        return wire_name(name.replace("/", self._level))
