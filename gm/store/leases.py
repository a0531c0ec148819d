"""The table of leases: which daemon does what only one may do at a time, such as reading a mailbox.

A lease has an epoch, which grows whenever another daemon takes it. Whoever writes by right of a lease checks within the
same transaction that the epoch is still theirs: a daemon that slept meanwhile commits nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from gm.store.database import Table
from gm.store.engine import StoreError

LONGEST = timedelta(minutes=1)  # no lease or claim lasts longer from now on
FREE = ""  # until when a lease is held that nobody holds


class LostLease(StoreError):
    """Another daemon has taken over what this one did."""


class Leases(Table):
    """The table of leases."""

    table = "leases"

    def take(self, name: str, holder: str, now: datetime, until: datetime) -> int | None:
        """Take a lease that nobody holds at *now*, and return its epoch; None if somebody does.

        Nobody holds one for long: one that seems so comes from a clock that was put right.
        """
        epoch: int | None = self._db.value(
            'insert into leases (name, holder, epoch, "until") values (?, ?, 1, ?) on conflict (name) do update '
            'set holder = excluded.holder, epoch = leases.epoch + 1, "until" = excluded."until" '
            'where leases."until" <= ? or leases."until" > ? or leases.holder = excluded.holder returning epoch',
            [name, holder, until, now, now + LONGEST],
        )  # fmt: skip
        return epoch

    def renew(self, holder: str, until: datetime) -> dict[str, int]:
        """Hold all leases of *holder* until a time; return the epoch of each that is still theirs, by its name."""
        query = 'update leases set "until" = ? where holder = ? and "until" != ? returning name, epoch'
        return dict(self._db.tuples(query, [until, holder, FREE]))

    def check(self, name: str, epoch: int) -> None:
        """Raise LostLease unless a lease still has this epoch. Runs inside a transaction."""
        if self._db.value("select epoch from leases where name = ?", [name]) != epoch:
            raise LostLease(f"another daemon has taken over: {name}")

    def let_go(self, holder: str) -> None:
        """Let others take all leases of *holder* at once."""
        self._db.change('update leases set "until" = ? where holder = ?', [FREE, holder])

    def holders(self) -> dict[str, str]:
        """Who holds each lease, by its name; those that were given back are left out."""
        return dict(self._db.tuples('select name, holder from leases where "until" != ? order by name', [FREE]))
