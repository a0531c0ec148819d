"""What the daemon needs of a mailbox of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from gm.post.inbound.limits import MAX_MAIL

BATCH = 50  # mails shown by one look()
LIMIT = MAX_MAIL
# One look() holds at most about this many bytes in memory, however large the batch is.
LOOK_BYTES = 4_000_000
HEAD_BYTES = 65_536  # of a mail over the limit, so that its writer can be told


class Arrival(msgspec.Struct, frozen=True):
    """One mail in the mailbox, and what the mailbox says of it."""

    key: str  # opaque; identifies this mail in this mailbox for ever
    # When our side received it: aware, UTC, whole seconds; never the sender's Date header. None if it does not say.
    received: datetime | None
    raw: bytes  # the mail as received; only its head if it is over the limit; empty if it was not handed out
    size: int  # bytes, according to the mailbox; 0 if it does not say
    whole: bool = True  # False if it is over the limit and raw is only its head


class MailboxGone(Exception):
    """The mailbox is out of reach; open() may be tried again. The text is safe to log: it holds no password."""


class Mailbox(Protocol):
    """A folder of incoming mail.

    A mail may be shown more than once (after a crash or a failed done()), but none is ever lost: the reader drops
    repeats by key and Message-ID. Every method raises MailboxGone on trouble, after which open() starts afresh.
    """

    async def open(self) -> None:
        """Make the mailbox ready; if it is open, it is dropped and opened again."""
        ...

    async def look(self) -> tuple[Arrival, ...]:
        """The mails not yet done, sorted by receipt and then by arrival in the folder; empty if there are none.

        Those of which the mailbox does not say when it received them come first. At most one batch is shown. Once it
        is done, the next look() shows the following mails. A mail that was not handed out is asked for anew each time.
        """
        ...

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        """Put these mails away: with the processed mails, or with the quarantined ones if not *kept*.

        Keys that are unknown or done already are ignored.
        """
        ...

    async def pass_over(self, keys: Sequence[str]) -> None:
        """Show these mails no more before the next open(). Nothing else becomes of them, until done() is told so."""
        ...

    async def wait(self, seconds: float) -> None:
        """Return as soon as there may be a mail that no look() has shown, or after *seconds*."""
        ...

    async def close(self) -> None:
        """Release the mailbox; never raises, and may be called twice."""
        ...


def head_of(raw: bytes) -> bytes:
    """The head of a mail, up to its first blank line; if the head does not end, its complete lines."""
    end = min((at for mark in (b"\r\n\r\n", b"\n\n") if (at := raw.find(mark)) >= 0), default=raw.rfind(b"\n"))
    return raw[: max(end, 0)].rstrip() + b"\n\n"


def name_of(key: str) -> str:
    """A mail in the words of a person who looks for it: its UID, or its file, and in which of several mailboxes."""
    box, _, rest = key.rpartition(":")
    name = f"UID {rest.rpartition('/')[2]}" if "/" in rest else f"file {rest}"
    return f"{name} in {box}" if box else name


def portion(sizes: Sequence[int], batch: int, limit: int) -> int:
    """How many mails from the front of *sizes* one look() may show: at most *batch*, and LOOK_BYTES in all.

    At least one if there is any. Mails over *limit* are not read, so their size does not count.
    """
    total = 0
    for count, size in enumerate(sizes[:batch]):
        total += size if size <= limit else 0
        if count and total > LOOK_BYTES:
            return count
    return min(len(sizes), batch)
