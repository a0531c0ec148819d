"""What programs answer to mail of ours: which mail, to whom, and whether it bounced for good, or is complained of.

Nothing else in such an answer is believed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

import msgspec

from gm.post.inbound.dsn import DeliveryReport
from gm.rules import Reader
from gm.store.outbox import Failing, Post
from gm.store.store import Store, Tables

if TYPE_CHECKING:
    from gm.post.inbound.letter import Mail
    from gm.post.outbound.compose import Sender

QUIET = timedelta(days=1)  # the operator is told at most this often that a player's mail bounces
MOST_SAID = 300  # characters


class Bounced(msgspec.Struct, frozen=True):
    """A mail of ours that did not arrive, or that a program answered otherwise. hard: it never will arrive.

    tell: the operator has not been told lately that this reader's mail fails.
    """

    game: str
    reader: str
    recipient: str
    hard: bool
    said: str
    tell: bool
    kind: Literal["bounce", "answer", "complaint"] = "bounce"


def record(store: Store, sender: Sender, mail: Mail, now: datetime) -> Bounced | None:
    """Note what a program answers to one of our mails; None if it is about none of ours.

    What is neither bounce nor complaint is noted only if it came to the mail's own return path.
    """
    report = mail.report or DeliveryReport(())
    about = _mail(store, sender, (*mail.recipients, *report.paths), report.original_message_id)
    failures = [failure for failure in report.failures if failure.action in ("failed", "delayed")]
    if about is None:
        return None
    if report.complaint:
        return note(store, about, False, f"a complaint: {report.complaint}", now, "complaint")
    if failures:
        failure = next((failure for failure in failures if failure.hard), failures[0])
        return note(store, about, failure.hard, f"{failure.status} {failure.diagnostic}".strip(), now)
    if not any(map(sender.bounced, mail.recipients)):
        return None
    first = next((line.text.strip() for line in mail.lines if line.text.strip()), mail.subject)
    return note(store, about, False, f"a program answered: {first}", now, "answer")


def note(
    store: Store, mail: Post, hard: bool, said: str, now: datetime,
    kind: Literal["bounce", "answer", "complaint"] = "bounce",
) -> Bounced:  # fmt: skip
    """Note that a mail of the outbox did not arrive, or what else a program says of it. hard: it never will arrive."""
    told = store.bounces.hard_since(mail.game, mail.reader, now - QUIET)
    said = said[:MOST_SAID]
    store.bounces.add(mail, now, hard, said)
    return Bounced(mail.game, mail.reader, mail.recipient, hard=hard, said=said, tell=hard and not told, kind=kind)


def _mail(store: Store, sender: Sender, paths: Iterable[str], message_id: str) -> Post | None:
    """The outbox mail, by its return path, to which the bounce came or which it quotes, else by its Message-ID."""
    for address in paths:
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
