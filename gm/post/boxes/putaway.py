"""The mails that gm has put away, shown like a mailbox: what is done with them is that they become new mail again.

Used by `gm restore`. A mail that was passed over (`pass_over`) stays where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.imap_wire import search_day
from gm.post.boxes.mailbox import MailboxGone
from gm.post.boxes.maildir import MaildirMailbox


class ImapPutAway(ImapMailbox):
    """A folder of mails put away; done() moves them to *done_folder*, in the order in which they are given.

    Unlike the daemon's mailbox it marks nothing that could not be moved: it raises MailboxGone.
    """

    async def _settle(self, uids: Sequence[int], target: str | None) -> None:
        assert target is not None
        if not await self._folder.move(uids, target):
            raise MailboxGone(f"the server did not move all mails to {target}")


class ImapMarked(ImapMailbox):
    """The mails of a folder that stayed there, marked as done; done() takes the mark away."""

    @property
    def _new(self) -> tuple[str, ...]:
        marked = ("KEYWORD", "$GmDone") if self._folder.keywords else ("SEEN",)
        since = () if self._since is None else ("SINCE", search_day((self._since - timedelta(days=1)).date()))
        return ("UNDELETED", *marked, *since)

    async def _settle(self, uids: Sequence[int], target: str | None) -> None:
        await self._folder.unmark(uids)


class MaildirPutAway(MaildirMailbox):
    """A folder of a Maildir with mails put away; done() moves them to new/ of that Maildir."""

    def _prepare(self) -> None:
        if not (self._path / "cur").is_dir():
            raise MailboxGone(f"{self._path} is not a folder of a Maildir")

    def _target(self, kept: bool) -> tuple[Path, str]:
        return self._path.parent / "new", ""
