"""The table of readers whose mails one of several daemons is sending: so that each reader's mails leave in order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from gm.store.database import Table
from gm.store.leases import LONGEST


class Sending(Table):
    """The table of such readers, by their addresses."""

    table = "sending"

    def claim(self, recipients: Iterable[str], holder: str, now: datetime, until: datetime) -> None:
        """Let nobody but *holder* send to these addresses until a time. Nobody else may be doing so at *now*."""
        for recipient in dict.fromkeys(recipients):
            self._db.change(
                'insert into sending (recipient, holder, "until") values (?, ?, ?) on conflict (recipient) do update '
                'set holder = excluded.holder, "until" = excluded."until" '
                'where sending."until" <= ? or sending."until" > ?',
                [recipient, holder, until, now, now + LONGEST],
            )  # fmt: skip

    def renew(self, holder: str, until: datetime) -> None:
        """Go on sending to all addresses of *holder*."""
        self._db.change('update sending set "until" = ? where holder = ?', [until, holder])

    def ours(self, holder: str) -> set[str]:
        """The addresses to which *holder* alone sends."""
        return set(self._db.values("select recipient from sending where holder = ?", [holder]))

    def let_go(self, holder: str) -> None:
        """Let others send to all addresses of *holder*."""
        self._db.change("delete from sending where holder = ?", [holder])
