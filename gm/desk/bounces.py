"""Mail of ours that came back: which one, whose, and whether for good. Nothing else is believed of a bounce."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from gm.post.compose import Sender
from gm.post.dsn import DeliveryReport
from gm.post.letter import Mail
from gm.store.store import Store, iso

QUIET = timedelta(days=1)  # the operator is told once in so long that a player's mail bounces


class Bounced(msgspec.Struct, frozen=True):
    """A mail of ours that did not arrive. tell: the operator has not been told lately that this reader's mail fails."""

    game: str
    reader: str
    recipient: str
    hard: bool
    said: str
    tell: bool


def record(store: Store, sender: Sender, mail: Mail, report: DeliveryReport, now: datetime) -> Bounced | None:
    """Note a bounce with the mail of the outbox that it is about; None if it is about none of ours, or good news."""
    row = _mail(store, sender, mail.recipients, report.original_message_id)
    failures = [failure for failure in report.failures if failure.action in ("failed", "delayed")]
    if row is None or not failures:
        return None
    failure = failures[0]
    hard = any(failure.hard for failure in failures)
    return note(store, row, hard, f"{failure.status} {failure.diagnostic}".strip()[:300], now)


def note(store: Store, row: dict[str, Any], hard: bool, said: str, now: datetime) -> Bounced:
    """Note that the mail *row* of the outbox did not arrive; hard: and never will."""
    told = store.row(
        "select 1 as one from bounces where game = ? and reader = ? and hard = 1 and at > ?",
        [row["game"], row["reader"], iso(now - QUIET)],
    )
    store.insert(
        "bounces", outbox=row["id"], game=row["game"], reader=row["reader"], recipient=row["recipient"],
        at=iso(now), hard=int(hard), said=said,
    )  # fmt: skip
    return Bounced(row["game"], row["reader"], row["recipient"], hard, said, hard and told is None)


def _mail(store: Store, sender: Sender, recipients: Iterable[str], message_id: str) -> dict[str, Any] | None:
    """The mail of the outbox, by the return path that the bounce came to, else by the Message-ID that it quotes."""
    query = "select id, game, reader, recipient from outbox where message_id >= ? and message_id < ? limit 1"
    for address in recipients:
        if key := sender.bounced(address):
            row = store.row(query, [key, f"{key}\x7f"])
            if row is not None:
                return row
    return store.row(query, [message_id, f"{message_id}\x00"]) if message_id else None


def failing(store: Store, game: str, seat: str) -> dict[str, Any] | None:
    """How mail to a seat fails: the last hard bounce since its player wrote to us, and the count; None if it does not.

    A player who writes has mended his mailbox, as a rule.
    """
    wrote = store.row(
        "select max(received) as at from inbox where game = ? and seat = ? and state = 'done'", [game, seat]
    )
    since = (wrote and wrote["at"]) or ""
    found = store.row(
        "select count(*) as n, max(at) as at, recipient, said from bounces b where game = ? and reader = ? "
        "and hard = 1 and at > ? and recipient = (select address from players p where p.game = b.game "
        "and p.seat = b.reader and p.left is null)",
        [game, seat, since],
    )
    return found if found and found["n"] else None
