"""The table of people: the addresses of people without a seat, whom the journal knows only by their salted hashes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.rules import Person
from gm.store.database import Table, as_json, columns


class Known(msgspec.Struct, frozen=True):
    """A person whom a game knows."""

    game: str
    person: Person  # the salted hash
    address: str
    name: str
    also: tuple[str, ...]  # other addresses of theirs


KNOWN = columns(Known)


class People(Table):
    """The table of people."""

    table = "people"

    def introduce(self, game: str, person: Person, address: str, name: str, n: int, also: Sequence[str] = ()) -> None:
        """Store the address of a person as of entry *n*, unless the game knows them already."""
        self._db.change(
            "insert into people (game, person, address, name, also, since) values (?, ?, ?, ?, ?, ?) "
            "on conflict (game, person) do nothing", [game, person, address, name, as_json(also), n],
        )  # fmt: skip

    def find(self, game: str, person: Person) -> Known | None:
        """A person of a game, None if the game does not know them."""
        return self._db.one(Known, f"select {KNOWN} from people where game = ? and person = ?", [game, person])

    def known_in(self, address: str) -> list[Known]:
        """The people with an address, in all games that are not over. For the join see `Players.seats_of`."""
        query = (
            "select p.game, p.person, p.address, p.name, p.also from games g cross join people p "
            "where p.address = ? and p.game = g.name and g.over = '' order by g.name"
        )
        return self._db.all(Known, query, [address])

    def known(self, game: str, elsewhere: bool = False) -> set[str]:
        """The addresses of the people of a game, or (*elsewhere*) of all other games."""
        query = f"select address from people where game {'!=' if elsewhere else '='} ?"
        return set(self._db.values(query, [game]))
