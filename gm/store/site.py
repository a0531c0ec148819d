"""The table of what anybody may be shown of games: a row for each time that something public was told in one.

A game that shows nothing has no row. Whatever stands here may be published: nothing of it is ever sealed.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.store.database import Table

KEPT = 50  # rows of one game: no feed has more


class Newest(msgspec.Struct, frozen=True):
    """What was told last in a game. number: how many times something had been told; head: the game in a list, as JSON.

    name: of the game.
    """

    name: str
    number: int
    at: datetime
    head: str


class Event(msgspec.Struct, frozen=True):
    """Something that was told to everybody in a game."""

    name: str
    number: int
    at: datetime
    title: str


class Site(Table):
    """The table of what may be shown. The newest row of each game, and no other, has a head and a page."""

    table = "site"

    def tell(self, game: str, at: datetime, title: str, head: str, page: str) -> None:
        """Note that something public was told in a game. title: "" for what is no news.

        head, page: the game as it now stands, in a list and on a page of its own, as JSON.
        """
        number = self._last(game) + 1
        self._db.change("update site set head = '', page = '' where game = ? and number < ?", [game, number])
        self._db.insert("site", game=game, number=number, at=at, title=title, head=head, page=page)
        self._db.change("delete from site where game = ? and number <= ?", [game, number - KEPT])

    def _last(self, game: str) -> int:
        return int(self._db.value("select max(number) from site where game = ?", [game]) or 0)

    def numbers(self) -> dict[str, int]:
        """By its name, how many times something was told in each game that shows something."""
        found = self._db.tuples("select game, number from site where head != ''")
        return {str(game): int(number) for game, number in found}

    def newest(self, game: str) -> Newest | None:
        """What was told last in a game, None if it shows nothing."""
        query = "select game as name, number, at, head from site where game = ? and head != ''"
        return self._db.one(Newest, query, [game])

    def page(self, game: str) -> str:
        """The game on a page of its own as JSON, "" if it shows nothing."""
        found = self._db.value("select page from site where game = ? and head != ''", [game])
        return str(found or "")

    def events_of(self, game: str, most: int) -> list[Event]:
        """The last *most* events of a game, the newest first."""
        query = (
            "select game as name, number, at, title from site where game = ? and title != '' "
            "order by number desc limit ?"
        )
        return self._db.all(Event, query, [game, most])

    def events(self, most: int) -> list[Event]:
        """The last *most* events of all games, the newest first."""
        query = (
            "select game as name, number, at, title from site where title != '' "
            "order by at desc, game, number desc limit ?"
        )
        return self._db.all(Event, query, [most])
