"""The table of blocks: with whom people do not want to be seated, by the addresses that they wrote.

Only its owner is ever told a block. One that was lifted is kept for a while, since it still counts towards the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from gm.store.database import Table, iso


class Blocks(Table):
    """The table of blocks. Both addresses are sealed in a sealed database."""

    table = "blocks"

    def of(self, owners: Sequence[str]) -> list[str]:
        """The addresses with whom the owner of these does not want to be seated, sorted."""
        query = f"select distinct other from blocks where address in ({_marks(owners)}) and lifted = ''"
        return sorted(self._db.values(query, self._fixed(owners)))

    def against(self, addresses: Sequence[str]) -> list[str]:
        """The addresses of those who do not want to be seated with the owner of these, sorted."""
        query = f"select distinct address from blocks where other in ({_marks(addresses)}) and lifted = ''"
        return sorted(self._db.values(query, self._fixed(addresses)))

    def named(self, owners: Sequence[str], since: datetime) -> set[str]:
        """All whom the owner of these addresses blocks now, or has blocked until some time after *since*."""
        query = f"select other from blocks where address in ({_marks(owners)}) and (lifted = '' or lifted > ?)"
        return set(self._db.values(query, [*self._fixed(owners), iso(since)]))

    def keep(self, owner: str, other: str) -> None:
        """Note that the owner of an address does not want to be seated with that of another."""
        where = [self._db.fixed(owner), self._db.fixed(other)]
        self._db.change("delete from blocks where address = ? and other = ?", where)
        self._db.insert_new("blocks", address=owner, other=other, lifted="")

    def lift(self, owners: Iterable[str], other: str, at: datetime) -> None:
        """Note that the owner of these addresses does not mind that of another any more."""
        for owner in self._fixed(owners):
            query = "update blocks set lifted = ? where address = ? and other = ? and lifted = ''"
            self._db.change(query, [iso(at), owner, self._db.fixed(other)])

    def tidy(self, owners: Iterable[str], before: datetime) -> None:
        """Remove what the owner of these addresses lifted before a time."""
        for owner in self._fixed(owners):
            query = "delete from blocks where address = ? and lifted != '' and lifted <= ?"
            self._db.change(query, [owner, iso(before)])

    def tidy_all(self, before: datetime) -> None:
        """Remove what anybody lifted before a time."""
        self._db.change("delete from blocks where lifted != '' and lifted <= ?", [iso(before)])

    def forget_of(self, owners: Iterable[str]) -> None:
        """Remove the blocks of the owner of these addresses; those against them stay."""
        for owner in self._fixed(owners):
            self._db.change("delete from blocks where address = ?", [owner])

    def owners(self) -> set[str]:
        """The addresses of all who block somebody, or did until lately."""
        return set(self._db.values("select distinct address from blocks"))

    def forget(self, addresses: Iterable[str]) -> None:
        """Remove whatever names one of these addresses: their owners' own blocks, and those against them."""
        for address in self._fixed(addresses):
            self._db.change("delete from blocks where address = ?", [address])
            self._db.change("delete from blocks where other = ?", [address])

    def _fixed(self, addresses: Iterable[str]) -> list[str]:
        return [self._db.fixed(one) for one in addresses]


def _marks(addresses: Sequence[str]) -> str:
    return ", ".join("?" for _ in addresses)
