"""The tables of players and of their addresses: who sits where, and from where each may write now."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.store.database import Table, as_json, columns


class Player(msgspec.Struct, frozen=True):
    """A person on a seat."""

    seat: str
    since: int  # the entry of the journal with which they sat down
    left: int | None  # the one with which they left; None: they sit there
    address: str  # where their mail goes
    name: str
    also: tuple[str, ...]  # other addresses from which they may write


class Seat(msgspec.Struct, frozen=True):
    """A seat of a game."""

    game: str
    seat: str


PLAYER = columns(Player)


class Players(Table):
    """The table of players, and that of addresses, which holds those of all who sit on a seat now."""

    table = "players"

    def seat(
        self, game: str, seat: str, since: int, address: str, name: str, digest: str, also: Sequence[str] = ()
    ) -> None:
        """Somebody takes a seat with entry *since*. also: other addresses from which they may write."""
        self._db.insert(
            "players", game=game, seat=seat, since=since, address=address, name=name, hash=digest, also=as_json(also)
        )
        for one in (address, *also):
            self._may_write(game, seat, one)

    def unseat(self, game: str, seat: str, n: int) -> None:
        """Whoever sat there has left with entry *n*."""
        query = 'update players set "left" = ? where game = ? and seat = ? and "left" is null'
        self._db.change(query, [n, game, seat])
        self._db.change("delete from addresses where game = ? and seat = ?", [game, seat])

    def move(self, game: str, seat: str, address: str) -> None:
        """A player's mail goes to *address* from now on; the old one stays theirs, for writing."""
        player = self.find(game, seat)
        assert player is not None
        also = [one for one in dict.fromkeys((player.address, *player.also)) if one != address]
        query = 'update players set address = ?, also = ? where game = ? and seat = ? and "left" is null'
        self._db.change(query, [address, as_json(also), game, seat])
        self._may_write(game, seat, address)

    def _may_write(self, game: str, seat: str, address: str) -> None:
        statement = "insert into addresses (address, game, seat) values (?, ?, ?) on conflict do nothing"
        self._db.change(statement, [address, game, seat])

    def find(self, game: str, seat: str) -> Player | None:
        """Who sits on a seat now, None if it is vacant."""
        query = f'select {PLAYER} from players where game = ? and seat = ? and "left" is null'
        return self._db.one(Player, query, [game, seat])

    def ever(self, game: str) -> list[Player]:
        """All who have had a seat of a game, in the order in which they sat down."""
        return self._db.all(Player, f"select {PLAYER} from players where game = ? order by since, seat", [game])

    def known(self, game: str, elsewhere: bool = False) -> set[str]:
        """The addresses of all who have had a seat of a game, or (*elsewhere*) of any other."""
        query = f"select {PLAYER} from players where game {'!=' if elsewhere else '='} ?"
        return {address for player in self._db.all(Player, query, [game]) for address in (player.address, *player.also)}

    def seats_in(self, game: str, address: str) -> list[str]:
        """The seats of a game that the writer at an address has now, under this address or another of theirs."""
        query = "select seat from addresses where address = ? and game = ? order by seat"
        return self._db.values(query, [address, game])

    # "cross join" tells SQLite to begin with the table on its left; to PostgreSQL it is a join as any.

    def seats_of(self, address: str) -> list[Seat]:
        """Their seats in all games that are not over."""
        return self._db.all(
            Seat,
            "select a.game, a.seat from games g cross join addresses a "
            "where a.address = ? and a.game = g.name and g.over = '' order by g.name, a.seat", [address],
        )  # fmt: skip

    def seats_over(self, address: str, most: int) -> list[Seat]:
        """Their seats in games that are over; the first *most*, by the names of the games."""
        return self._db.all(
            Seat,
            "select a.game, a.seat from addresses a cross join games g "
            "where g.name = a.game and a.address = ? and g.over != '' order by a.game, a.seat limit ?", [address, most],
        )  # fmt: skip

    def purge(self, game: str) -> None:
        """Forget who the players of a game were; that somebody sat there stays."""
        self._db.change("update players set address = '', name = '', also = '[]' where game = ?", [game])
        self._db.change("delete from addresses where game = ?", [game])
