"""What a side knows, as told: the enemy with the cycle it dates from, its own trucks, and the cities out of sight.

It grows only by what stage 2 tells, by deaths told to both, and by what the side's own men do.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from gm.rules.ground_war.information import Seen, see_all
from gm.rules.ground_war.position import Position
from gm.rules.ground_war.state import Held, Knowledge, Parked, Sighting
from gm.rules.pictures.war import SOME
from gm.rules.war.piles import Piles, in_order


def first_knowledge(position: Position, side: str) -> Knowledge:
    """Return what *side* knows at the beginning: the whole position."""
    cities = {field: Held(city.possessor, city.since, 0) for field, city in position.cities.items()}
    return replace(
        told(Knowledge(cities=cities), position, side, seen=see_all(position, side), cycle=0), everything=True
    )


def told(before: Knowledge, position: Position, side: str, seen: Seen, cycle: int) -> Knowledge:
    """Return what *side* knows after stage 2: what is in sight anew, and the rest as last known.

    Of *position* only what the side may know is read: its own men, its trucks in sight, the cities under its men.
    """
    return Knowledge(
        _enemy(before, seen, cycle),
        trucks_seen(before.trucks, position.trucks[side], seen.sight, cycle),
        {**before.cities, **cities_seen(position, side, before, cycle)},
        tuple(position.men[side]),
        steps=seen.steps,
    )


def told_all(before: Knowledge, position: Position, side: str, cycle: int) -> Knowledge:
    """Return what *side* knows when told the whole position (IX e)."""
    cities = {field: Held(city.possessor, city.since, cycle) for field, city in position.cities.items()}
    known = told(before, position, side, seen=see_all(position, side), cycle=cycle)
    return replace(known, cities=cities, everything=True)


def _enemy(before: Knowledge, seen: Seen, cycle: int) -> dict[str, Sighting]:
    old = {field: sighting for field, sighting in before.enemy.items() if field not in seen.sight}
    now = {
        field: Sighting(seen.men.get(field, SOME if field in seen.occupied else 0), seen.trucks.get(field, 0), cycle)
        for field in {*seen.men, *seen.trucks, *seen.occupied}
    }
    return {field: (old | now)[field] for field in in_order(old | now)}


def trucks_seen(before: Mapping[str, Parked], own: Piles, sight: tuple[str, ...], cycle: int) -> dict[str, Parked]:
    """Return trucks in sight exactly, dropping those no longer there, and those farther off as last known."""
    found = {field: parked for field, parked in before.items() if field not in sight}
    found |= {field: Parked(number, cycle) for field, number in own.items() if field in sight}
    return {field: found[field] for field in in_order(found)}


def cities_seen(position: Position, side: str, before: Knowledge, cycle: int) -> dict[str, Held]:
    """Return the cities under own men as they are. Since when the enemy has held a city is not told."""
    found = {}
    for field, city in position.cities.items():
        if field in position.men[side]:
            known = before.cities[field]
            same = known.possessor == city.possessor
            found[field] = Held(city.possessor, known.since if same or city.possessor == side else None, cycle)
    return found


def driven(before: Knowledge, went: Mapping[str, int]) -> Knowledge:
    """Take away the own trucks that left these fields; stage 2 tells where they are, since men are with them."""
    left = {
        field: replace(parked, number=parked.number - went.get(field, 0)) for field, parked in before.trucks.items()
    }
    return replace(before, trucks={field: parked for field, parked in left.items() if parked.number > 0})


def after_deaths(before: Knowledge, dead: Piles) -> Knowledge:
    """Take away the enemy's dead, by field, as both sides were told."""
    found = dict(before.enemy)
    for field, number in dead.items():
        if field in found and found[field].men != SOME:
            left = max(0, found[field].men - number)
            found[field] = replace(found[field], men=left)
    return replace(before, enemy={field: s for field, s in found.items() if s.men or s.trucks})


def after_own_deeds(
    before: Knowledge, side: str, made: tuple[str, ...], cities: tuple[str, ...], trucks: Piles, cycle: int
) -> Knowledge:
    """Enter, after stage 5, own cities that yielded, and cities and trucks captured by own men."""
    held = dict(before.cities)
    for field in made:
        held[field] = Held(side, held[field].since, cycle)
    for field in cities:
        held[field] = Held(side, cycle, cycle)
    parked, enemy = dict(before.trucks), dict(before.enemy)
    for field, number in trucks.items():
        parked[field] = Parked(number + (parked[field].number if field in parked else 0), cycle)
        if field in enemy:
            enemy[field] = replace(enemy[field], trucks=max(0, enemy[field].trucks - number))
    enemy = {field: s for field, s in enemy.items() if s.men or s.trucks}
    return replace(before, enemy=enemy, trucks={field: parked[field] for field in in_order(parked)}, cities=held)
