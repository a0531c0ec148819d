"""The Air War a second time, slowly and only from the words of its rules: distances by walking, each rule by itself.

No code from gm is used, so that the two can be compared. Fields are names, chips {"G5": 2}, cities (field, owner,
possessor); a move is (chips, start, end, air).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

Move = tuple[int, str, str, bool]
City = tuple[str, str, str]
KILLS = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}


def split(field: str) -> tuple[int, int]:
    """Row and column."""
    return int(field[1:]), ord(field[0]) - 64


def name(row: int, column: int) -> str:
    return f"{chr(64 + column)}{row}"


@lru_cache(None)
def touching(field: str, rows: int, columns: int) -> tuple[str, ...]:
    """The fields whose middles are one width away: even rows lie half a width further east."""
    row, column = split(field)

    def middle(r: int, c: int) -> tuple[float, float]:
        return c + (0.5 if r % 2 == 0 else 0.0), r * 0.75**0.5

    x, y = middle(row, column)
    found = []
    for r in range(max(1, row - 1), min(rows, row + 1) + 1):
        for c in range(max(1, column - 2), min(columns, column + 2) + 1):
            a, b = middle(r, c)
            if 0.9 < ((a - x) ** 2 + (b - y) ** 2) ** 0.5 < 1.1:
                found.append(name(r, c))
    return tuple(found)


@lru_cache(None)
def steps_from(field: str, rows: int, columns: int) -> Mapping[str, int]:
    """How many steps every field is away, by walking outwards."""
    found, edge = {field: 0}, [field]
    while edge:
        nearer = [near for one in edge for near in touching(one, rows, columns) if near not in found]
        steps = found[edge[0]] + 1
        edge = list(dict.fromkeys(nearer))
        found |= dict.fromkeys(edge, steps)
    return found


def valid_choice(half: str, cities: Sequence[str], rows: int = 25, columns: int = 17) -> bool:
    """0.1, for three cities of a half."""
    low, high = (3, (rows - 5) // 2) if half == "SOUTH" else (rows + 1 - (rows - 5) // 2, rows - 2)
    if len(set(cities)) != 3 or not all(low <= split(city)[0] <= high for city in cities):
        return False
    west = [name(r, 1) for r in range(1, rows + 1)]
    east = [name(r, columns) for r in range(1, rows + 1)]
    home = [name(1 if half == "SOUTH" else rows, c) for c in range(1, columns + 1)]

    def to(city: str, edge: Iterable[str]) -> int:
        steps = steps_from(city, rows, columns)
        return min(steps[field] for field in edge)

    if any(to(city, edge) < 2 for city in cities for edge in (west, east)):
        return False
    if any(steps_from(a, rows, columns)[b] < 6 for a, b in combinations(cities, 2)):
        return False
    return all(min(to(city, edge) for city in cities) <= 4 for edge in (west, east, home))


def airport(city: City) -> str:
    row, column = split(city[0])
    return name(row - 1 if city[1] == "SOUTH" else row + 1, column)


def may_move(
    side: str, own: Mapping[str, int], enemy: Mapping[str, int], cities: Sequence[City], moves: Sequence[Move],
    rows: int = 25, columns: int = 17,
) -> bool:  # fmt: skip
    """Whether a set of moves breaks no rule (1.1 to 1.4), each rule looked at by itself."""
    both = set(own) & set(enemy)
    contested_airports = {airport(city) for city in cities if city[0] in both or airport(city) in both}
    mine = {airport(city) for city in cities if city[2] == side}
    theirs = {place for city in cities if city[2] != side for place in (city[0], airport(city))}
    forbidden = theirs | {near for place in theirs for near in touching(place, rows, columns)}
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter()
    for chips, start, end, air in moves:
        gone[start] += chips
        come[end] += chips
        walks = end == start or end in touching(start, rows, columns)
        from_here = start in mine and start not in contested_airports and end != start
        flies = from_here and ((chips == 1 and end not in forbidden) or (chips == 2 and end in mine))
        if chips < 1 or not (flies if air else walks):
            return False
    flights = Counter(start for _, start, _, air in moves if air)
    enough = all(own.get(field, 0) >= chips for field, chips in gone.items())
    few = all(own.get(f, 0) - gone[f] + come[f] <= 3 for f in {*own, *come})
    return enough and few and all(count == 1 for count in flights.values())


def kills(shots: Mapping[tuple[str, str], int], men: Mapping[str, int]) -> dict[str, int]:
    """The dead by field, from the table of section 4."""
    fire: Counter[str] = Counter()
    for (_, end), chips in shots.items():
        fire[end] += chips
    found = {field: min(KILLS[min(fire[field], 6)], chips) for field, chips in men.items()}
    return {field: dead for field, dead in found.items() if dead}
