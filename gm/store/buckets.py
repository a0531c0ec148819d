"""The table of buckets: how many more answers an address (or anything else that is limited) may get."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from gm.store.database import Table, from_iso
from gm.store.outbox import WAITS_FOR_ROOM


class Level(msgspec.Struct, frozen=True):
    """How full a bucket was, and when."""

    level: float
    at: datetime


class Claimed(msgspec.Struct, frozen=True):
    """A bucket, and whether mails wait for room in it. at: None if it is full."""

    level: float
    at: datetime | None
    waits: int


CLAIMED = (
    "select coalesce(b.level, 0.0) as level, b.at, exists (select 1 from outbox where "
    f"{WAITS_FOR_ROOM} and bucket = ?) as waits from (select 1) one left join buckets b on b.address = ?"
)


class Buckets(Table):
    """The table of buckets. One that is full again has no row."""

    def find(self, address: str) -> Level | None:
        """A bucket as of the last time something was taken from it, None if it is full."""
        return self._db.one(Level, "select level, at from buckets where address = ?", [address])

    def claimed(self, address: str) -> tuple[Level | None, bool]:
        """A bucket, None if it is full, and whether mails wait for room in it."""
        found = self._db.one(Claimed, CLAIMED, [address, address])
        assert found is not None
        return None if found.at is None else Level(found.level, found.at), bool(found.waits)

    def keep(self, address: str, level: float, at: datetime) -> None:
        """Note how full a bucket is."""
        self._db.change(
            "insert into buckets (address, level, at) values (?, ?, ?) on conflict (address) do update "
            "set level = excluded.level, at = excluded.at", [address, level, at],
        )  # fmt: skip

    def move(self, by: timedelta) -> None:
        """Move all times: the clock by which they were noted was wrong by so much."""
        for address, at in self._db.tuples("select address, at from buckets"):
            self._db.change("update buckets set at = ? where address = ?", [from_iso(at) + by, address])

    def forget_of(self, address: str) -> None:
        """Forget a bucket, and those that begin with its name and a slash (after which "0" comes next)."""
        self._db.change("delete from buckets where address = ? or (address > ? and address < ?)",
                        [address, f"{address}/", f"{address}0"])  # fmt: skip

    def forget_before(self, at: datetime) -> None:
        """Forget the buckets from which nothing was taken since *at*."""
        self._db.change("delete from buckets where at <= ?", [at])

    def forget(self, address: str) -> None:
        """Forget one bucket."""
        self._db.change("delete from buckets where address = ?", [address])

    def addresses(self) -> list[str]:
        """The addresses whose buckets are not full."""
        return self._db.values("select address from buckets order by address")
