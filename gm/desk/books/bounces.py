"""Mail of ours that bounced: which one, to whom, and whether for good. Nothing else in a bounce is believed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from gm.rules import Reader
from gm.store.outbox import Failing, Post
from gm.store.store import Store, Tables

if TYPE_CHECKING:
    from gm.post.inbound.dsn import DeliveryReport
    from gm.post.inbound.letter import Mail
    from gm.post.outbound.compose import Sender

QUIET = timedelta(days=1)  # the operator is told at most this often that a player's mail bounces


class Bounced(msgspec.Struct, frozen=True):
    """A mail of ours that did not arrive. tell: the operator has not been told lately that this reader's mail fails."""

    game: str
    reader: str
    recipient: str
    hard: bool
    said: str
    tell: bool


def record(store: Store, sender: Sender, mail: Mail, report: DeliveryReport, now: datetime) -> Bounced | None:
    """Note a bounce with the outbox mail that it is about; None if it is not about one of ours, or is good news."""
    about = _mail(store, sender, mail.recipients, report.original_message_id)
    failures = [failure for failure in report.failures if failure.action in ("failed", "delayed")]
    if about is None or not failures:
        return None
    failure = failures[0]
    hard = any(failure.hard for failure in failures)
    return note(store, about, hard, said=f"{failure.status} {failure.diagnostic}".strip()[:300], now=now)


def note(store: Store, mail: Post, hard: bool, said: str, now: datetime) -> Bounced:
    """Note that a mail of the outbox did not arrive. hard: it never will."""
    told = store.bounces.hard_since(mail.game, mail.reader, now - QUIET)
    store.bounces.add(mail, now, hard, said)
    return Bounced(mail.game, mail.reader, mail.recipient, hard=hard, said=said, tell=hard and not told)


def _mail(store: Store, sender: Sender, recipients: Iterable[str], message_id: str) -> Post | None:
    """The outbox mail, by the return path that the bounce came to, else by the Message-ID that it quotes; or None."""
    for address in recipients:
        if key := sender.bounced(address):
            mail = store.outbox.beginning(key)
            if mail is not None:
                return mail
    return store.outbox.find(message_id) if message_id else None


def failing(store: Tables, game: str, seat: Reader) -> Failing | None:
    """How mail to a seat fails: the last hard bounce since its player wrote to us, and the count; None if it works.

    A player who writes has usually repaired their mailbox.
    """
    return store.bounces.failing(game, seat, store.inbox.last_done(game, seat))
