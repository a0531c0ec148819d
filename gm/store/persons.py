"""The tables of persons, over all games: which addresses are one person's, who may see their record, and the
operator's note about them.

A person with one address, no note and a record that nobody else may see has no row: they are that address.
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

    def noted(self) -> set[str]:
        """The addresses of all persons of whom the operator has a note."""
        query = "select c.address from persons p join called c on c.person = p.id where p.note != ''"
        return set(self._db.values(query))

    def keep_note(self, address: str, note: str) -> None:
        """Keep the operator's note about a person."""
        self._db.change("update persons set note = ? where id = ?", [note, self._row(address)])

    def is_open(self, address: str) -> bool:
        """Whether anybody may see the record of the person with an address."""
        query = "select p.open from called c join persons p on p.id = c.person where c.address = ?"
        return bool(self._db.value(query, [address]))

    def keep_open(self, address: str, is_open: bool) -> None:
        """Let anybody see the record of a person from now on, or nobody else."""
        if is_open or self.number(address) is not None:
            self._db.change("update persons set open = ? where id = ?", [int(is_open), self._row(address)])

    def _row(self, address: str) -> int:
        """The number of the person with an address, who gets a row if they have none."""
        number = self.number(address)
        if number is None:
            number = self._db.insert_numbered("persons", note="", open=0)
            self._give(address, number)
        return number

    def _give(self, address: str, number: int) -> None:
        """Note whose an address is. If another process does so at the same time, this transaction is done again."""
        statement = "insert into called (address, person) values (?, ?) on conflict (address) do update set person = ?"
        self._db.change(statement, [address, number, number])

    def add(self, address: str, new: str) -> None:
        """Give the person with an address another one, which is nobody's."""
        self._give(new, self._row(address))

    def merge(self, one: str, other: str) -> None:
        """Make the persons with two addresses one; their notes stand below one another.

        Anybody may see their record only if that was so of both.
        """
        kept, gone = self._row(one), self._row(other)
        if kept == gone:
            return
        notes = "\n".join(filter(None, (self.note(one), self.note(other))))
        is_open = self.is_open(one) and self.is_open(other)
        self._db.change("update called set person = ? where person = ?", [kept, gone])
        self._db.change("delete from persons where id = ?", [gone])
        self._db.change("update persons set note = ?, open = ? where id = ?", [notes, int(is_open), kept])

    def forget(self, addresses: Iterable[str]) -> None:
        """Take addresses from whoever has them; of a person without any nothing is kept, nor their note."""
        for address in addresses:
            number = self.number(address)
            if number is None:
                continue
            self._db.change("delete from called where address = ?", [address])
            if not self._of(number):
                self._db.change("delete from persons where id = ?", [number])
