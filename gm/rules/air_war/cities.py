"""The choice of cities (0.1): when three fields are a valid choice for a half, and the choice made by a draw.

Only the board is known here, not who chooses or when.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from gm.rules.air_war.faults import words
from gm.rules.air_war.halves import city_fields, city_rows
from gm.rules.pictures.honeycomb import Board, Field, distance, place, read_field
from gm.rules.pictures.war import SIDES, SOUTH
from gm.rules.war.draws import draw

CITIES = 3
APART = 6  # least number of steps between two cities
NEAR = 4  # most steps from a boundary to the city nearest to it
FROM_EDGE = 2  # least number of steps from any boundary to any city


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a choice. city: the number of the city at fault (from 0), None if it is all of them."""

    code: str
    message: str
    city: int | None = None


def wrong_choice(board: Board, side: str, cities: Sequence[str]) -> tuple[Wrong, ...]:
    """Return everything wrong with *cities* as a choice for *side*'s half; nothing if it is valid."""
    if len(cities) != CITIES:
        return (Wrong("how-many", words("how-many.cities", are=_are(len(cities)))),)
    fields = [Field(*place(city)) for city in cities]
    single = [wrong for number, city in enumerate(fields) for wrong in _of_one(board, side, number, city)]
    return (*single, *_of_two(fields), *(() if single else _of_all(board, side, fields)))


def _are(number: int) -> str:
    return "is one" if number == 1 else f"are {number}"


def _of_one(board: Board, side: str, number: int, city: Field) -> list[Wrong]:
    rows = city_rows(board, side)
    if city.row not in rows:
        said = words("row.several" if len(rows) > 1 else "row", city=city, first=rows[0], last=rows[-1])
        return [Wrong("row", said, number)]
    edges = board.to_edges(city)
    near = [edge for edge in ("west", "east") if edges[edge] < FROM_EDGE]
    return [Wrong("edge", words("edge", city=city, least=FROM_EDGE, edge=near[0]), number)] if near else []


def _of_two(cities: Sequence[Field]) -> list[Wrong]:
    found = []
    for one, other in combinations(range(len(cities)), 2):
        steps = distance(cities[one], cities[other])
        if steps == 0:
            found.append(Wrong("twice", words("twice", city=cities[one]), other))
        elif steps < APART:
            said = words("apart", one=cities[one], other=cities[other], steps=steps, least=APART)
            found.append(Wrong("apart", said, other))
    return found


def _of_all(board: Board, side: str, cities: Sequence[Field]) -> list[Wrong]:
    return _far(board, cities, ("south" if side == SOUTH else "north", "west", "east"))


def _far(board: Board, cities: Sequence[Field], edges: Sequence[str]) -> list[Wrong]:
    """Return each of these edges that no city is near."""
    found = []
    for edge in edges:
        if all(board.to_edges(city)[edge] > NEAR for city in cities):
            found.append(Wrong("boundary", words("boundary", most=NEAR, edge=edge)))
    return found


def wrong_six(board: Board, named: Sequence[str]) -> str:
    """Return what is wrong with all six cities as an umpire names them (0.1), as `cities: message`; "" if nothing."""
    fields = [read_field(word) for word in named]
    strange = [word for word, field in zip(named, fields, strict=True) if field is None or field not in board]
    if strange:
        return words("six.field", field=strange[0])
    cities = [field for field in fields if field is not None]
    halves = {side: [city for city in cities if city.row in city_rows(board, side)] for side in SIDES}
    if len(cities) != 2 * CITIES or any(len(half) != CITIES for half in halves.values()):
        south, north = (city_rows(board, side) for side in SIDES)
        return words("six", first=south[0], last=south[-1], third=north[0], fourth=north[-1])
    single = [wrong for side, half in halves.items() for city in half for wrong in _of_one(board, side, 0, city)]
    found = [*single, *_of_two(cities), *_far(board, cities, ("south", "north", "west", "east"))]
    return f"cities: {found[0].message}" if found else ""


def drawn_cities(board: Board, side: str, drawn: str) -> tuple[str, ...]:
    """Return the valid choice for *side*'s half made by a draw, all choices equally likely. *drawn*: its digits.

    Draw after draw derived from these names three fields, each by a third of its digits, until they are a valid
    choice. There must be one (fewest_columns).
    """
    fields = city_fields(board, side)
    number = 1
    while True:
        digits = draw(drawn, str(number))
        chosen = [fields[int(digits[start : start + 21], 16) % len(fields)] for start in (0, 21, 42)]
        if _may_be_valid(board, [place(city) for city in chosen]) and not wrong_choice(board, side, chosen):
            return tuple(sorted(chosen))
        number += 1


def _may_be_valid(board: Board, cities: Sequence[tuple[int, int]]) -> bool:
    """Take a quick look at rows and columns, which rules out nearly all invalid draws on a narrow board."""
    columns = [column for _, column in cities]
    if min(columns) > NEAR + 1 or max(columns) < board.columns - NEAR:
        return False
    return all(distance(Field(*one), Field(*other)) >= APART for one, other in combinations(cities, 2))
