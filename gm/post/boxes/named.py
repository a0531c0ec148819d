"""One of several mailboxes: its keys begin with its name, so that no two mails have the same."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.post.boxes.mailbox import Arrival, Mailbox


class NamedMailbox:
    """A mailbox whose keys begin with *name* and a colon (see gm.post.boxes.mailbox.Mailbox)."""

    def __init__(self, name: str, mailbox: Mailbox) -> None:
        self._start, self._mailbox = f"{name}:", mailbox
        self.open, self.wait, self.close = mailbox.open, mailbox.wait, mailbox.close

    async def look(self) -> tuple[Arrival, ...]:
        """The mails not yet done."""
        return tuple(replace(one, key=f"{self._start}{one.key}") for one in await self._mailbox.look())

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        """Put these mails away."""
        await self._mailbox.done(self._own(keys), kept)

    async def pass_over(self, keys: Sequence[str]) -> None:
        """Show these mails no more before the next open()."""
        await self._mailbox.pass_over(self._own(keys))

    def _own(self, keys: Sequence[str]) -> list[str]:
        return [key.removeprefix(self._start) for key in keys if key.startswith(self._start)]
