"""The table of records: what became of each player of a game that is over.

A record belongs to its player, not to the game: it stays when the game leaves the database, and goes when the game is
purged. So its column for the game is not called `game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import asdict

from gm.rules import Seat
from gm.store.database import Table, columns


class Record(msgspec.Struct, frozen=True):
    """What became of a player in a game that is over. played: the game; since: the entry with which they sat down.

    came: "began" or "took over". result: won, shared, lost, ended (without a winner), aborted, resigned, or put out
    (the operator has vacated the seat, or given it away). filed: how often they were in time; late: only within grace
    or after it; missed: not at all. rated, named: whether the game counts in ratings, and whether it is told who played
    (1), or not (0).
    """

    played: str
    seat: Seat
    since: int
    address: str
    ruleset: str
    ended: datetime
    came: str
    result: str
    filed: int
    late: int
    missed: int
    rated: int = 1
    named: int = 1


RECORD = columns(Record)


class Records(Table):
    """The table of records."""

    table = "records"

    def keep(self, records: Iterable[Record]) -> None:
        """Keep records of a game in place of those that it has."""
        for one in records:
            where = [one.played, one.seat, one.since]
            self._db.change("delete from records where played = ? and seat = ? and since = ?", where)
            self._db.insert("records", **asdict(one))

    def has(self, game: str) -> bool:
        """Whether there are records of a game."""
        return self._db.value("select 1 from records where played = ? limit 1", [game]) is not None

    def of(self, addresses: Sequence[str]) -> list[Record]:
        """The records of some addresses, newest first."""
        marks = ", ".join("?" for _ in addresses)
        query = f"select {RECORD} from records where address in ({marks}) order by ended desc, played, seat, since"
        return self._db.all(Record, query, addresses)

    def rated(self, ruleset: str) -> list[Record]:
        """The records of all games of a ruleset that count in ratings, in the order in which the games ended."""
        query = f"select {RECORD} from records where ruleset = ? and rated = 1 order by ended, played, seat, since"
        return self._db.all(Record, query, [ruleset])

    def tell_names(self, game: str) -> None:
        """Note that it is told by now who played a game."""
        self._db.change("update records set named = 1 where played = ?", [game])

    def addresses(self) -> set[str]:
        """The addresses of all who have a record."""
        return set(self._db.values("select distinct address from records"))

    def purge(self, game: str) -> None:
        """Remove the records of a game."""
        self._db.change("delete from records where played = ?", [game])

    def forget(self, addresses: Sequence[str]) -> None:
        """Remove the records of some addresses."""
        for address in addresses:
            self._db.change("delete from records where address = ?", [address])
