"""Arrows on a map: moves, supports, convoys, retreats, each in its owner's colour with a dark rim.

A move that failed ends in a cross where it stopped; a support or convoy that failed has a cross in its middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise

from gm.draw.pieces import SIZE, lost_at
from gm.draw.strokes import number
from gm.draw.svg import INK, WHITE, Point, element, group, polygon
from gm.rules.pictures.map import BUILD, CONVOY, DISBAND, MOVE, RETREAT, SUPPORT, Piece, Spot, Way

RIM, LINE, THIN = 11, 6, 4  # widths
HEAD_LONG, HEAD_WIDE = 22, 15
NEAR = SIZE / 2 + 3  # how far from the middle of a unit an arrow to it ends
STOPPED = 0.6  # how far a move gets that fails
HELPED = 0.62  # where on a move the lines of its supports end
ASIDE = 7  # how far apart two arrows run that go against each other
CROSS = 11
DOT = 7
DASHES, DOTS = "14 9", "4 9"


class Arrows:
    """Draws what units did. *spots*: where they stand; *colours*: of the powers; *pieces*: the units afterwards."""

    def __init__(self, spots: Mapping[str, Spot], colours: Mapping[str, str], pieces: Iterable[Piece]) -> None:
        self._spots, self._colours = spots, colours
        self._standing = {one.place[:3] for one in pieces if not one.lost}

    def draw(self, all_ways: Iterable[Way]) -> list[str]:
        """Return the arrows, from back to front: supports and convoys, then moves, then what was built or lost."""
        found = [*all_ways]
        moves = {(way.at[:3], way.to[:3]): way for way in found if way.what == MOVE}
        layers = (
            [self._help(way, moves) for way in found if way.what in (SUPPORT, CONVOY)],
            [self._move(way, moves) for way in found if way.what in (MOVE, RETREAT)],
            [self._winter(way) for way in found if way.what in (BUILD, DISBAND)],
        )
        return [drawn for layer in layers for drawn in layer if drawn]

    def _unit(self, place: str) -> Point:
        """Return where a unit stands that is at *place*, or would be."""
        spot = self._spots.get(place) or self._spots[place[:3]]
        return spot.unit

    def _path(self, way: Way, moves: Mapping[tuple[str, str], Way]) -> list[Point]:
        """Return the points of a move, from its unit's middle to that of its target."""
        points = [self._unit(way.at), *(self._unit(sea) for sea in way.through), self._unit(way.to)]
        if (way.to[:3], way.at[:3]) in moves and not way.through:
            points = _moved_aside(points[0], points[1])
        return points

    def _move(self, way: Way, moves: Mapping[tuple[str, str], Way]) -> str:
        points, colour = self._path(way, moves), self._colours[way.power]
        facts = {"way": way.what, "from": way.at, "to": way.to, **_done(way)}
        dashes = DASHES if way.what == RETREAT else ""
        if way.done:
            tail = [] if way.at[:3] in self._standing else [_dot(points[0], colour)]
            end = _towards(points[-1], points[-2], NEAR)
            shaft = _shaft([*points[:-1], end], colour, LINE, dashes)
            return group([*shaft, *_head(points[-2], end, colour), *tail], facts)
        until = _cut(points, STOPPED)
        return group([*_shaft(until, colour, LINE, dashes), *_cross(until[-1])], facts)

    def _help(self, way: Way, moves: Mapping[tuple[str, str], Way]) -> str:
        """Draw a support or a convoy: to the unit, or to its move."""
        start, helped = self._unit(way.at), moves.get((way.helped[:3], way.to[:3]))
        if not way.to or way.to[:3] == way.helped[:3]:
            end = _towards(self._unit(way.helped), start, NEAR)
        elif helped is None:
            end = _along([self._unit(way.helped), self._unit(way.to)], HELPED)
        elif way.what == CONVOY and way.done and way.at[:3] in helped.through:
            return ""
        else:
            end = _along(self._path(helped, moves), HELPED if helped.done else STOPPED - 0.1)
        colour = self._colours[way.power]
        facts = {"way": way.what, "from": way.at, "helped": way.helped, "to": way.to, **_done(way)}
        drawn = [*_shaft([start, end], colour, THIN, DOTS if way.what == CONVOY else DASHES), _dot(end, colour)]
        return group([*drawn, *(() if way.done else _cross(_along([start, end], 0.5)))], facts)

    def _winter(self, way: Way) -> str:
        """Draw the sign of a unit that was built, or the unit that was disbanded, crossed out."""
        x, y = self._unit(way.at)
        colour, facts = self._colours[way.power], {"way": way.what, "from": way.at}
        if way.what == BUILD:
            ring = element("circle", cx=x, cy=y, r=SIZE / 2 + 9, fill="none", stroke=INK, stroke_width=4,
                           stroke_dasharray="9 6")  # fmt: skip
            return group([ring], facts)
        if way.at[:3] in self._standing:
            x, y = lost_at((x, y))
        return group([_dot((x, y), colour, 1.6), *_cross((x, y), 1.4)], facts)


def _done(way: Way) -> dict[str, str]:
    return {"done": "yes" if way.done else "no"}


def _cross(at: Point, scale: float = 1) -> list[str]:
    """Draw the cross of what failed."""
    x, y, arm = *at, CROSS * scale
    line = f"M{number(x - arm)} {number(y - arm)}L{number(x + arm)} {number(y + arm)}"
    line += f"M{number(x + arm)} {number(y - arm)}L{number(x - arm)} {number(y + arm)}"
    strokes = ((WHITE, 12), (INK, 7))
    return [
        element("path", d=line, stroke=colour, stroke_width=width, fill="none", stroke_linecap="round")
        for colour, width in strokes
    ]


def _shaft(points: list[Point], colour: str, width: int, dashes: str) -> list[str]:
    """Draw a line through *points* with a dark rim; dashed if *dashes* says so."""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    paint = {"fill": "none", "stroke_linejoin": "round", **({"stroke_dasharray": dashes} if dashes else {})}
    return [
        element("path", d=d, stroke=INK, stroke_width=width + RIM - LINE, **paint),
        element("path", d=d, stroke=colour, stroke_width=width, **paint),
    ]


def _head(start: Point, end: Point, colour: str) -> list[str]:
    """Draw the head of an arrow that comes from *start*, with its tip at *end*."""
    foot = _towards(end, start, HEAD_LONG)
    length = math.dist(start, end) or 1
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = uy * HEAD_WIDE, ux * HEAD_WIDE
    corners = [end, (foot[0] - x, foot[1] + y), (foot[0] + x, foot[1] - y)]
    return [polygon(corners, fill=colour, stroke=INK, stroke_width=3, stroke_linejoin="round")]


def _dot(at: Point, colour: str, scale: float = 1) -> str:
    return element("circle", cx=at[0], cy=at[1], r=DOT * scale, fill=colour, stroke=INK, stroke_width=3)


def _towards(point: Point, other: Point, far: float) -> Point:
    """Return the point so *far* from *point* towards *other*, or the middle between them if they are close."""
    length = math.dist(point, other) or 1
    share = min(0.5, far / length)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def _moved_aside(start: Point, end: Point) -> list[Point]:
    """Return both points moved to the right of the way from one to the other."""
    length = math.dist(start, end) or 1
    x, y = -(end[1] - start[1]) / length * ASIDE, (end[0] - start[0]) / length * ASIDE
    return [(start[0] + x, start[1] + y), (end[0] + x, end[1] + y)]


def _along(points: list[Point], share: float) -> Point:
    """Return the point at this *share* of the length of a line."""
    return _cut(points, share)[-1]


def _cut(points: list[Point], share: float) -> list[Point]:
    """Return a line up to this *share* of its length."""
    lengths = [math.dist(one, other) for one, other in pairwise(points)]
    left = sum(lengths) * share
    passed = [points[0]]
    for (one, other), length in zip(pairwise(points), lengths, strict=True):
        if left <= length:
            part = left / (length or 1)
            return [*passed, (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)]
        left -= length
        passed.append(other)
    return [*passed, points[-1]]
