"""Whether gm can work, in words of the house: the answer of /healthz. An alarm to the operator says the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from gm.config.loading import Config
from gm.doctor.disk import check_disk
from gm.serve.troubles import LATE
from gm.store.store import Store

TROUBLES = ("mailbox", "outbox", "clock", "database", "disk")
UNREAD = timedelta(minutes=5)  # longer than it may take to look at the mailbox again


class Signs:
    """What the daemon itself notices. unread: seconds since the mailbox was read; the others: what is wrong, or ""."""

    def __init__(self) -> None:
        self.database = self.damage = ""
        self.doubt = False


def troubles_of(config: Config, store: Store, signs: Signs, unread: float, now: datetime) -> dict[str, str]:
    """What is wrong, by kind (TROUBLES); empty if nothing is. unread: seconds since the mailbox was read to its end.

    Raises StoreError if the database cannot even be read.
    """
    return dict(_troubles(config, store, signs, unread, now))


def _troubles(
    config: Config, store: Store, signs: Signs, unread: float, now: datetime
) -> Iterator[tuple[str, str]]:
    poll = config.imap.poll if config.imap is not None else UNREAD
    if unread > (UNREAD + poll).total_seconds():
        yield "mailbox", f"the mailbox has not been read for {int(unread) // 60} minutes"
    since = store.outbox.overdue(now).since
    if since is not None and now - since > LATE:
        yield "outbox", "a mail has waited for more than an hour to be sent"
    if signs.doubt:
        yield "clock", "the machine's clock is in doubt"
    if signs.database or signs.damage:
        yield "database", signs.database or f"the database is damaged: {signs.damage}"
    for finding in check_disk(config):
        if finding.level in ("warn", "bad"):
            yield "disk", finding.what
