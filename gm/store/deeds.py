"""The table of deeds: who was in time with what they owed, in games that run, by the entry of the journal that told.

Nothing in it is ever changed: what a rollback has undone is left out by whoever counts (gm.desk.books.counting).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.rules import Seat
from gm.store.database import Table, columns


class Deed(msgspec.Struct, frozen=True):
    """What entry *n* of a journal showed of a seat: "owing" at a deadline, or "filed" or "missing" as a phase ended."""

    n: int
    seat: Seat
    what: str


DEED = columns(Deed)


class Deeds(Table):
    """The table of deeds."""

    table = "deeds"

    def add(self, game: str, n: int, deeds: Sequence[tuple[Seat, str]]) -> None:
        """Note what entry *n* showed, as (seat, what)."""
        rows = ({"game": game, "n": n, "number": k, "seat": seat, "what": what} for k, (seat, what) in enumerate(deeds))
        self._db.insert_all("deeds", rows)

    def of(self, game: str) -> list[Deed]:
        """All deeds in a game, in order."""
        return self._db.all(Deed, f"select {DEED} from deeds where game = ? order by n, number", [game])
