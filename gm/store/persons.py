"""The tables of persons, over all games: which addresses are one person's, and the operator's note about them.

A person with one address and no note has no row: they are that address.
"""

from __future__ import annotations

from collections.abc import Iterable

from gm.store.database import Table


class Persons(Table):
    """The table of persons, and that of their addresses."""

    table = "persons"

    def number(self, address: str) -> int | None:
        """The number of the person with an address, None if they have no row."""
        number: int | None = self._db.value("select person from called where address = ?", [address])
        return number

    def addresses(self, address: str) -> list[str]:
        """All addresses of the person with this one, sorted."""
        number = self.number(address)
        return [address] if number is None else self._of(number)

    def _of(self, number: int) -> list[str]:
        return self._db.values("select address from called where person = ? order by address", [number])

    def known(self) -> dict[str, int]:
        """The persons who have rows: their numbers, by their addresses."""
        return dict(self._db.tuples("select address, person from called"))

    def note(self, address: str) -> str:
        """The operator's note about the person with an address, "" if there is none."""
        number = self.number(address)
        return str(self._db.value("select note from persons where id = ?", [number]) or "")

    def keep_note(self, address: str, note: str) -> None:
        """Keep the operator's note about a person."""
        self._db.change("update persons set note = ? where id = ?", [note, self._row(address)])

    def _row(self, address: str) -> int:
        """The number of the person with an address, who gets a row if they have none."""
        number = self.number(address)
        if number is None:
            number = self._db.insert_numbered("persons", note="")
            self._db.insert("called", address=address, person=number)
        return number

    def merge(self, one: str, other: str) -> None:
        """Make the persons with two addresses one; their notes stand below one another."""
        kept, gone = self._row(one), self._row(other)
        if kept == gone:
            return
        notes = "\n".join(filter(None, (self.note(one), self.note(other))))
        self._db.change("update called set person = ? where person = ?", [kept, gone])
        self._db.change("delete from persons where id = ?", [gone])
        self._db.change("update persons set note = ? where id = ?", [notes, kept])

    def forget(self, addresses: Iterable[str]) -> None:
        """Take addresses from whoever has them; of a person without any nothing is kept, nor their note."""
        for address in addresses:
            number = self.number(address)
            if number is None:
                continue
            self._db.change("delete from called where address = ?", [address])
            if not self._of(number):
                self._db.change("delete from persons where id = ?", [number])
