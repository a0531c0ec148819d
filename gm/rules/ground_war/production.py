"""Stage 5 and the end of a cycle: men made in cities, then cities and trucks captured (sections II and III)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from gm.rules.ground_war.position import City, Position
from gm.rules.ground_war.state import Options
from gm.rules.pictures.war import SIDES, other
from gm.rules.war.limits import Count
from gm.rules.war.piles import in_order, shifted


class Ended(msgspec.Struct, frozen=True):
    """The position at the end of a cycle, and what happened: by side, where men were made, and what was captured."""

    position: Position
    made: dict[str, tuple[str, ...]]
    cities: dict[str, tuple[str, ...]]
    trucks: dict[str, dict[str, int]]


def is_due(city: City, cycle: int, options: Options) -> bool:
    """Return whether the city yields in this cycle: the first that begins after the delay, then every k-th."""
    over = cycle - 1 - city.since - options.production_delay
    return over >= 0 and over % options.production_every == 0


def end_of_cycle(position: Position, cycle: int, options: Options) -> Ended:
    """Carry out production, then captures."""
    made = {side: tuple(_made(position, side, cycle, options)) for side in SIDES}
    men = {side: shifted(position.men[side], ((field, 1) for field in made[side])) for side in SIDES}
    taken = {side: tuple(_taken(position.cities, men, side)) for side in SIDES}
    cities = {**position.cities, **{f: City(side, cycle) for side in SIDES for f in taken[side]}}
    trucks = {side: _trucks_taken(position, men, side) for side in SIDES}
    lost = {side: [(field, -number) for field, number in trucks[other(side)].items()] for side in SIDES}
    parked = {side: shifted(position.trucks[side], [*trucks[side].items(), *lost[side]]) for side in SIDES}
    return Ended(replace(position, men=men, trucks=parked, cities=cities), made, taken, trucks)


def _made(position: Position, side: str, cycle: int, options: Options) -> list[str]:
    """Return the cities of *side* that yield: due, without enemy men, and with room on the pile."""
    return [
        field
        for field in in_order(position.cities)
        if position.cities[field].possessor == side
        and is_due(position.cities[field], cycle, options)
        and field not in position.men[other(side)]
        and position.men[side].get(field, 0) < options.pile
    ]


def _taken(cities: Mapping[str, City], men: Mapping[str, Mapping[str, int]], side: str) -> list[str]:
    enemy = other(side)
    return [
        field
        for field in in_order(cities)
        if cities[field].possessor == enemy and field in men[side] and field not in men[enemy]
    ]


def _trucks_taken(position: Position, men: Mapping[str, Mapping[str, int]], side: str) -> dict[str, int]:
    enemy = other(side)
    lost = position.trucks[enemy]
    return {field: lost[field] for field in in_order(lost) if field in men[side] and field not in men[enemy]}


def beaten(position: Position) -> tuple[str, ...]:
    """Return the sides that have no men and possess no city."""
    return tuple(
        side
        for side in SIDES
        if not position.men[side] and all(city.possessor != side for city in position.cities.values())
    )


def count(position: Position, options: Options) -> tuple[Count, ...]:
    """Return what decides at the limit of cycles: men and cities of each side, in the order of the options."""
    cities = [city.possessor for city in position.cities.values()]
    found = {
        "men": {side: sum(position.men[side].values()) for side in SIDES},
        "cities": {side: cities.count(side) for side in SIDES},
    }
    return tuple((one, more, found[more]) for one, more in options.counts)
