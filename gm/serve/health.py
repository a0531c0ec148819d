"""Whether gm can work, in words of the house: the answer of /healthz. An alarm to the operator says the same."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from gm.config.loading import Config, Imap
from gm.doctor.disk import check_disk
from gm.serve import systemd as notify
from gm.serve.troubles import LATE
from gm.store.store import Store

log = logging.getLogger("gm")
TROUBLES = ("mailbox", "outbox", "clock", "database", "disk")
BACK_OFF = (1.0, 2.0, 5.0, 15.0, 60.0)  # seconds between tries to write
UNREAD = timedelta(minutes=5)  # longer than it may take to look at the mailbox again


class Signs:
    """What the daemon itself notices. doubt: of the clock; elsewhere: the database is on another server than it was.

    The others: what is wrong, or "".
    """

    def __init__(self) -> None:
        self.database = self.damage = ""
        self.doubt = self.elsewhere = False
        self.broken: list[str] = []

    def unwritable(self, error: Exception, tries: int) -> float:
        """Note that the database cannot be written; return the seconds to wait before the next try. tries: in vain."""
        self.database = "the database cannot be written"
        log.error("the database cannot be written (%s); letters stay in the mailbox, the clock waits", error)
        notify.status(f"the database cannot be written: {error}")
        return BACK_OFF[min(tries, len(BACK_OFF)) - 1]

    def writable(self) -> None:
        """Note that something was written."""
        if self.database:
            log.info("the database can be written again")
        self.database = ""


def troubles_of(config: Config, store: Store, signs: Signs, unread: float, now: datetime) -> dict[str, str]:
    """What is wrong, by kind (TROUBLES); empty if nothing is. unread: seconds since the mailbox was read to its end.

    Raises StoreError if the database cannot even be read.
    """
    return dict(_troubles(config, store, signs, unread, now))


def _troubles(
    config: Config, store: Store, signs: Signs, unread: float, now: datetime
) -> Iterator[tuple[str, str]]:
    poll = max(box.where.poll if isinstance(box.where, Imap) else UNREAD for box in config.boxes)
    if unread > (UNREAD + poll).total_seconds():
        yield "mailbox", f"the mailbox has not been read for {int(unread) // 60} minutes"
    since = store.outbox.overdue(now).since
    if since is not None and now - since > LATE:
        yield "outbox", "a mail has waited for more than an hour to be sent"
    if signs.doubt:
        yield "clock", "the machine's clock is in doubt"
    if signs.database or signs.damage:
        yield "database", signs.database or f"the database is damaged: {signs.damage}"
    elif signs.elsewhere:
        yield "database", "the database is on another server, or timeline, than it was: nothing strikes"
    for finding in check_disk(config):
        if finding.level in ("warn", "bad"):
            yield "disk", finding.what
