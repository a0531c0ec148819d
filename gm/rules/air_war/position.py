"""An Air War position: chips, cities and who possesses them (6). Orders are not known here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from gm.rules.air_war.halves import airport
from gm.rules.air_war.placing import PILE
from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import SIDES, other
from gm.rules.war.fire import contested
from gm.rules.war.piles import Piles, shifted


class City(msgspec.Struct, frozen=True):
    """A city: its field, its original owner, and who possesses it and its airport."""

    field: str
    owner: str
    possessor: str

    @property
    def airport(self) -> str:
        """The field of its airport."""
        return airport(self.field, self.owner)


class Position(msgspec.Struct, frozen=True):
    """A board with everything on it. chips: by side and field, never 0."""

    board: Board
    chips: Mapping[str, Piles]
    cities: tuple[City, ...] = ()

    def contested(self, field: str) -> bool:
        """Return whether chips of both sides are on *field* (3.1)."""
        return all(field in self.chips[side] for side in SIDES)

    def contested_fields(self) -> list[str]:
        """Return every contested field, in order."""
        return contested(self.chips)

    def own_airports(self, side: str) -> tuple[str, ...]:
        """Return the airports that *side* possesses."""
        return tuple(city.airport for city in self.cities if city.possessor == side)

    def airport_contested(self, city: City) -> bool:
        """Return whether the airport of *city* is contested: its own field or the city's (6.2)."""
        return self.contested(city.airport) or self.contested(city.field)

    def count(self, side: str) -> int:
        """Return how many chips a side has."""
        return sum(self.chips[side].values())

    def aimers(self, side: str) -> tuple[str, ...]:
        """Return the fields where *side*'s chips may aim: next to an enemy's, and not contested."""
        enemies = self.chips[other(side)]
        return tuple(
            field
            for field in self.chips[side]
            if field not in enemies and any(near in enemies for near in self.board.near(field))
        )

    def targets(self, side: str, field: str) -> tuple[str, ...]:
        """Return the fields next to *field* that hold chips of the enemy of *side*."""
        enemies = self.chips[other(side)]
        return tuple(near for near in self.board.near(field) if near in enemies and near != field)


def possessed(position: Position) -> Position:
    """Return the position with each city possessed by its uncontested occupier, else as before (6.3)."""

    def look(city: City) -> City:
        holders = [side for side in SIDES if city.field in position.chips[side]]
        return replace(city, possessor=holders[0]) if len(holders) == 1 else city

    return replace(position, cities=tuple(look(city) for city in position.cities))


def produced(position: Position) -> tuple[Position, tuple[str, ...]]:
    """Return the position after production (5), and the cities that got a chip.

    A city yields one if its original owner possesses it uncontested and has fewer than three chips there.
    """
    made = [
        city
        for city in position.cities
        if city.possessor == city.owner
        and city.field not in position.chips[other(city.owner)]
        and position.chips[city.owner].get(city.field, 0) < PILE
    ]
    chips = {
        side: shifted(position.chips[side], [(city.field, 1) for city in made if city.owner == side]) for side in SIDES
    }
    return replace(position, chips=chips), tuple(city.field for city in made)
