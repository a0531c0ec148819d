"""What the daemon asks of a mailbox, whatever kind of mailbox it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from gm.post.inbound.rows import MAX_MAIL

BATCH = 50  # mails one look() shows
LIMIT = MAX_MAIL
# One look() holds at most about this many bytes in memory, however large the batch is.
LOOK_BYTES = 32_000_000
HEAD_BYTES = 65_536  # of a mail over the limit, so that its writer can be told


class Arrival(msgspec.Struct, frozen=True):
    """One mail as it lies in the mailbox."""

    key: str  # opaque; names this mail and no other in this mailbox, for ever
    received: datetime  # when our side got it: aware, UTC, whole seconds; never the sender's Date header
    raw: bytes  # the mail as received; its head alone if it is over the limit; empty if it cannot be read out
    size: int  # bytes, as the mailbox tells it
    whole: bool = True  # False: it is over the limit, and raw is its head


class MailboxGone(Exception):
    """The mailbox is out of reach; open() may be tried again. The text is safe to log: it holds no password."""


class Mailbox(Protocol):
    """A folder of incoming mail.

    A mail may be shown more than once (after a crash or a failed done()), but none is ever lost: whoever reads
    drops repeats by key and Message-ID. Every method raises MailboxGone on trouble, after which open() starts afresh.
    """

    async def open(self) -> None:
        """Make the mailbox ready; a mailbox that was open is dropped and opened anew."""
        ...

    async def look(self) -> tuple[Arrival, ...]:
        """The mails not yet done, oldest first by receipt and then by arrival in the folder; empty: there are none.

        Shows one batch at most. The next look() shows the following ones once these are done.
        """
        ...

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        """Put these mails away: with the processed ones, or with the quarantined ones if not *kept*.

        Keys that are unknown, or were done before, are passed over.
        """
        ...

    async def wait(self, seconds: float) -> None:
        """Return as soon as there may be a mail that no look() has shown, at the latest after *seconds*."""
        ...

    async def close(self) -> None:
        """Let go of the mailbox; never raises, and may be called twice."""
        ...


def head_of(raw: bytes) -> bytes:
    """The head of a mail, up to its first blank line; of one that does not end, the lines that are whole."""
    end = min((at for mark in (b"\r\n\r\n", b"\n\n") if (at := raw.find(mark)) >= 0), default=raw.rfind(b"\n"))
    return raw[: max(end, 0)].rstrip() + b"\n\n"


def portion(sizes: Sequence[int], batch: int, limit: int) -> int:
    """How many mails from the front of *sizes* one look() may show: at most *batch*, and LOOK_BYTES in all.

    At least one, if there is one. Mails over *limit* are not read and so weigh nothing.
    """
    total = 0
    for count, size in enumerate(sizes[:batch]):
        total += size if size <= limit else 0
        if count and total > LOOK_BYTES:
            return count
    return min(len(sizes), batch)
