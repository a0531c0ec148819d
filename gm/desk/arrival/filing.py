"""The inbox: what is kept of each letter, and what became of it."""

from __future__ import annotations

from datetime import datetime

from gm.desk.arrival.door import tokens
from gm.desk.arrival.handled import Handled
from gm.post.inbound.keeping import Came, without_files, without_tokens
from gm.post.inbound.letter import Mail
from gm.post.outbound.compose import Sender
from gm.store.inbox import State
from gm.store.store import Store


class Filing:
    """Enters letters into the inbox."""

    def __init__(self, store: Store, sender: Sender) -> None:
        self._store, self._sender = store, sender

    def add(self, key: str, mail: Mail, arrived: Came, received: datetime, handled: Handled) -> int:
        """Enter a letter, with what became of it, and return its number."""
        kept, lost = self._kept(handled, mail, arrived.raw)
        lost = "files" if arrived.part else lost
        return self._store.inbox.add(
            key, mail.message_id, arrived.digest, whole=arrived.whole, received=received, sender=mail.sender,
            subject=mail.subject, state=handled.state, reason=handled.reason, game=handled.game, seat=handled.seat,
            hold=handled.hold, raw=kept, lost=lost,
        )  # fmt: skip

    def settle(self, number: int, handled: Handled, mail: Mail, raw: bytes, lost: str) -> None:
        """Note what became of a letter that was put aside. lost: what was not kept of it before."""
        kept, now_lost = self._kept(handled, mail, raw)
        self._store.inbox.settle(
            number, handled.state, handled.reason, game=handled.game, seat=handled.seat, hold=handled.hold, raw=kept,
            lost=lost or now_lost,
        )  # fmt: skip

    def _kept(self, handled: Handled, mail: Mail, raw: bytes) -> tuple[bytes, str]:
        """What may be needed of a letter, and what is not kept of it."""
        kept = raw if handled.state == State.FAILED else without_files(mail, raw)
        lost = "files" if kept != raw else ""
        return (kept if handled.aside else without_tokens(kept, tokens(self._sender, mail))), lost
