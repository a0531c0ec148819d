"""The table of people: the addresses of persons without a seat, whom the journal knows by their salted hashes alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.store.database import Table, as_json, columns


class Person(msgspec.Struct, frozen=True):
    """A person whom a game knows."""

    game: str
    person: str  # the salted hash
    address: str
    name: str
    also: tuple[str, ...]  # other addresses of theirs


PERSON = columns(Person)


class People(Table):
    """The table of people."""

    table = "people"

    def introduce(self, game: str, person: str, address: str, name: str, n: int, also: Sequence[str] = ()) -> None:
        """Keep the address of a person since entry *n*, unless the game knows them already."""
        self._db.change(
            "insert into people (game, person, address, name, also, since) values (?, ?, ?, ?, ?, ?) "
            "on conflict (game, person) do nothing", [game, person, address, name, as_json(also), n],
        )  # fmt: skip

    def find(self, game: str, person: str) -> Person | None:
        """A person of a game, None if it does not know them."""
        return self._db.one(Person, f"select {PERSON} from people where game = ? and person = ?", [game, person])

    def known_in(self, address: str) -> list[Person]:
        """Whoever has an address, in each game that is not over and knows them. The join: as in `Players.seats_of`."""
        query = (
            "select p.game, p.person, p.address, p.name, p.also from games g cross join people p "
            "where p.address = ? and p.game = g.name and g.over = '' order by g.name"
        )
        return self._db.all(Person, query, [address])

    def known(self, game: str, elsewhere: bool = False) -> set[str]:
        """The addresses of the persons of a game, or (*elsewhere*) of all others."""
        query = f"select address from people where game {'!=' if elsewhere else '='} ?"
        return set(self._db.values(query, [game]))
