"""How large things on a map are, and where there is room for what has no place of its own there.

Sizes are of what is drawn in ink, with the strokes' own width, in units: four are a pixel where a map is narrowest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from math import cos, pi, sin
from typing import NamedTuple

from gm.draw.labels import COAST, CODE, width_of
from gm.draw.outlines import rings, within
from gm.draw.svg import Point
from gm.rules.pictures.map import Ground, Spot

CENTRE = 20  # a centre's mark
UNIT, LOST = 40, 32  # a unit, and one that was dislodged
OWNER = (20, 28)  # the letter of a province's owner
NEAR, FAR, STEP = 8, 120, 4  # how far from its province's unit something may stand: at least, at most, tried each
TURNS = 24  # directions that are tried
OUTSIDE = 12  # so much further away it may stand for each of its corners that is within the province then


class Box(NamedTuple):
    """The edges of what stands somewhere."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        """Whether two boxes have more than a side in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def within(self, other: Box) -> bool:
        """Whether it lies within another."""
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom

    @property
    def points(self) -> tuple[Point, ...]:
        """Its corners and its middle."""
        corners = [(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        return (*corners, ((self.left + self.right) / 2, (self.top + self.bottom) / 2))


def around(middle: Point, wide: float, high: float) -> Box:
    """Return the box of what is so large."""
    x, y = middle
    return Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)


def boxes(place: str, spot: Spot) -> Iterator[Box]:
    """Yield what stands at a place: its name, its centre's mark, a unit."""
    code, _, coast = place.partition("/")
    if spot.label:
        text, size = (coast, COAST) if coast else (code, CODE)
        yield around(spot.label, width_of(text, size), size.ink)
    if spot.centre:
        yield around(spot.centre, CENTRE, CENTRE)
    yield around(spot.unit, UNIT, UNIT)


class Room:
    """Finds room on one map: first for the letters of owners, then for dislodged units, so that they never meet."""

    def __init__(self, ground: Ground) -> None:
        self._spots, self._outlines = ground.spots, ground.outlines
        self._edge = Box(0, 0, ground.width, ground.height)
        self.owner = cache(self._owner)

    @cached_property
    def _taken(self) -> list[Box]:
        """What always stands on the map, and every place of a unit."""
        return [box for place, spot in self._spots.items() for box in boxes(place, spot)]

    def _owner(self, code: str) -> Point:
        """Return where the letter of a province's owner stands if its unit's place is not free."""
        spot = self._spots[code]
        return self._free(code, spot.centre or spot.unit, OWNER, self._taken)

    def lost(self, place: str) -> Point:
        """Return where a unit stands that was dislodged from a place."""
        return self._lost[place if place in self._lost else place[:3]]

    @cached_property
    def _lost(self) -> dict[str, Point]:
        """Where units stand that were dislodged from each place: two of different provinces never meet, either."""
        taken = self._taken + [around(self.owner(code), *OWNER) for code, spot in self._spots.items() if spot.centre]
        found: dict[str, Point] = {}
        for place, spot in self._spots.items():
            others = [around(at, LOST, LOST) for other, at in found.items() if other[:3] != place[:3]]
            found[place] = self._free(place[:3], spot.unit, (LOST, LOST), taken + others)
        return found

    def _free(self, code: str, near: Point, size: tuple[int, int], taken: list[Box]) -> Point:
        """Return the best place for something that covers nothing; if there is none, the one beside *near*."""
        reach = around(near, 2 * FAR + size[0], 2 * FAR + size[1])
        close = [box for box in taken if box.covers(reach)]
        lines = rings(self._outlines.get(code, ""))
        best, least = (near[0] + UNIT / 2, near[1] + UNIT / 2), float("inf")
        for x, y, away in _tried(near):
            here = around((x, y), *size)
            if away >= least or not here.within(self._edge) or any(box.covers(here) for box in close):
                continue
            cost = away + OUTSIDE * (sum(not within(lines, *point) for point in here.points) if lines else 0)
            if cost < least:
                best, least = (x, y), cost
        return best


def _tried(near: Point) -> Iterator[tuple[int, int, int]]:
    """Yield points around one, from near to far, with how far they are."""
    for away in range(NEAR, FAR, STEP):
        for turn in range(TURNS):
            angle = 2 * pi * turn / TURNS
            yield round(near[0] + away * cos(angle)), round(near[1] + away * sin(angle)), away
