"""The tables of players and of their addresses: who sits where, and which addresses they may write from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.rules import Person, Seat
from gm.store.database import Table, as_json, columns


class Player(msgspec.Struct, frozen=True):
    """A person in a seat."""

    seat: Seat
    since: int  # the entry of the journal with which they sat down
    left: int | None  # the entry with which they left, None while they sit there
    address: str  # where their mail goes
    name: str
    also: tuple[str, ...]  # other addresses from which they may write


class SeatOf(msgspec.Struct, frozen=True):
    """A seat of a game."""

    game: str
    seat: Seat


PLAYER = columns(Player)


class Players(Table):
    """The table of players, and that of the addresses of those who sit in a seat now."""

    table = "players"

    def seat(
        self, game: str, seat: Seat, since: int, address: str, name: str, digest: Person, also: Sequence[str] = ()
    ) -> None:
        """Note who takes a seat with entry *since*. also: other addresses that they may write from."""
        self._db.insert(
            "players", game=game, seat=seat, since=since, address=address, name=name, hash=digest, also=as_json(also)
        )
        for one in (address, *also):
            self._may_write(game, seat, one)

    def unseat(self, game: str, seat: Seat, n: int) -> None:
        """Note that the player of a seat left with entry *n*."""
        query = 'update players set "left" = ? where game = ? and seat = ? and "left" is null'
        self._db.change(query, [n, game, seat])
        self._db.change("delete from addresses where game = ? and seat = ?", [game, seat])

    def move(self, game: str, seat: Seat, address: str) -> None:
        """Send a player's mail to *address* from now on; they may still write from the old one."""
        player = self.find(game, seat)
        assert player is not None
        also = [one for one in dict.fromkeys((player.address, *player.also)) if one != address]
        query = 'update players set address = ?, also = ? where game = ? and seat = ? and "left" is null'
        self._db.change(query, [address, as_json(also), game, seat])
        self._may_write(game, seat, address)

    def _may_write(self, game: str, seat: Seat, address: str) -> None:
        statement = "insert into addresses (address, game, seat) values (?, ?, ?) on conflict do nothing"
        self._db.change(statement, [address, game, seat])

    def find(self, game: str, seat: Seat) -> Player | None:
        """The player who sits in a seat now, None if it is vacant."""
        query = f'select {PLAYER} from players where game = ? and seat = ? and "left" is null'
        return self._db.one(Player, query, [game, seat])

    def ever(self, game: str) -> list[Player]:
        """Everybody who has had a seat in a game, in the order in which they sat down."""
        return self._db.all(Player, f"select {PLAYER} from players where game = ? order by since, seat", [game])

    def address_of(self, game: str, digest: str) -> str:
        """The address of somebody who has had a seat in a game, by the salted hash that the journal has; "" if none."""
        query = "select address from players where game = ? and hash = ? limit 1"
        return str(self._db.value(query, [game, digest]) or "")

    def known(self, game: str, elsewhere: bool = False) -> set[str]:
        """The addresses of everybody who has had a seat in a game, or (*elsewhere*) in any other game."""
        query = f"select {PLAYER} from players where game {'!=' if elsewhere else '='} ?"
        return {address for player in self._db.all(Player, query, [game]) for address in (player.address, *player.also)}

    def seats_in(self, game: str, address: str) -> list[Seat]:
        """The seats in a game that the owner of an address has now, under this or another address of theirs."""
        query = "select seat from addresses where address = ? and game = ? order by seat"
        return self._db.values(query, [address, game])

    # "cross join" makes SQLite begin with the table on the left; for PostgreSQL it is an ordinary join.

    def seats_of(self, address: str) -> list[SeatOf]:
        """The seats of an address in all games that are not over."""
        return self._db.all(
            SeatOf,
            "select a.game, a.seat from games g cross join addresses a "
            "where a.address = ? and a.game = g.name and g.over = '' order by g.name, a.seat", [address],
        )  # fmt: skip

    def seats_over(self, address: str, most: int) -> list[SeatOf]:
        """The first *most* seats of an address in games that are over, sorted by the games' names."""
        return self._db.all(
            SeatOf,
            "select a.game, a.seat from addresses a cross join games g "
            "where g.name = a.game and a.address = ? and g.over != '' order by a.game, a.seat limit ?", [address, most],
        )  # fmt: skip

    def purge(self, game: str) -> None:
        """Remove who the players of a game were, but not that somebody sat there."""
        self._db.change("update players set address = '', name = '', also = '[]' where game = ?", [game])
        self._db.change("delete from addresses where game = ?", [game])
