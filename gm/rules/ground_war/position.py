"""The position of a Ground War: men, trucks, cities and the links between them.

Frozen values that serialise to JSON as they are. Fields are names (`G5`); piles are by field and never 0.
"""

from __future__ import annotations

import msgspec

from gm.rules.pictures.honeycomb import Board


class City(msgspec.Struct, frozen=True):
    """Who possesses a city, and the cycle at whose end it was taken (0: from the start)."""

    possessor: str
    since: int = 0


class Link(msgspec.Struct, frozen=True):
    """Two cities between which men may jump, and the fields that must be free of enemy men for that (IX c)."""

    cities: tuple[str, str]
    clear: tuple[str, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """A position. men and trucks: by side and field; cities: by field."""

    rows: int
    columns: int
    men: dict[str, dict[str, int]]
    trucks: dict[str, dict[str, int]]
    cities: dict[str, City]
    links: tuple[Link, ...] = ()

    @property
    def board(self) -> Board:
        """The honeycomb of this position."""
        return Board(self.rows, self.columns)
