"""Arrows on a map: moves, supports, convoys, retreats, each in its owner's colour with a dark rim.

A move that failed ends in a cross where it stopped; a support or convoy that failed has a cross in its middle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from gm.draw.room import UNIT
from gm.draw.svg import Point, element, group
from gm.rules.pictures.map import BUILD, CONVOY, DISBAND, MOVE, RETREAT, SUPPORT, Piece, Spot, Way

HEAD_LONG, HEAD_WIDE = 22, 15
NEAR = UNIT / 2 + 3  # how far from the middle of a unit an arrow to it ends
STOPPED = 0.6  # how far a move gets that fails
HELPED = 0.62  # where on a move the lines of its supports end
ASIDE = 7  # how far apart two arrows run that go against each other


class Arrow(NamedTuple):
    """What is drawn of a way. line: path data, "" if there is none; dashes: its class, "" if whole; signs: at it."""

    line: str
    dashes: str
    signs: tuple[str, ...]


class Arrows:
    """Draws what units did. *spots*: where they stand; *pieces*: the units afterwards; *powers*: their numbers.

    lost: where a unit stands that was dislodged from a place. facts: whether each arrow says what it shows.
    """

    def __init__(
        self,
        spots: Mapping[str, Spot],
        pieces: Iterable[Piece],
        powers: Mapping[str, int],
        lost: Callable[[str], Point],
        facts: bool,
    ) -> None:
        self._spots, self._powers, self._lost, self._facts = spots, powers, lost, facts
        self._standing = {one.place[:3] for one in pieces if not one.lost}

    def draw(self, all_ways: Iterable[Way]) -> list[str]:
        """Return the arrows, from back to front: supports and convoys, then moves, then what was built or lost.

        In each of these layers they stand by power, and those of a power by the kind of line.
        """
        found = [*all_ways]
        moves = {(way.at[:3], way.to[:3]): way for way in found if way.what == MOVE}
        layers = (
            ("m-help ", [(way, self._help(way, moves)) for way in found if way.what in (SUPPORT, CONVOY)]),
            ("", [(way, self._move(way, moves)) for way in found if way.what in (MOVE, RETREAT)]),
            ("", [(way, self._winter(way)) for way in found if way.what in (BUILD, DISBAND)]),
        )
        drawn = []
        for kind, arrows in layers:
            for power, number in self._powers.items():
                own = [(way, arrow) for way, arrow in arrows if way.power == power and arrow]
                drawn += [group(self._alone(own) if self._facts else _together(own), class_=f"{kind}m{number}")] * bool(
                    own
                )
        return drawn

    def _alone(self, arrows: Iterable[tuple[Way, Arrow]]) -> list[str]:
        """Return arrows one by one, each with what it shows."""
        found = []
        for way, arrow in arrows:
            facts = {"way": way.what, "from": way.at, "done": "yes" if way.done else "no", "to": way.to}
            found.append(group(_together([(way, arrow)]), facts | ({"helped": way.helped} if way.helped else {})))
        return found

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

    def _move(self, way: Way, moves: Mapping[tuple[str, str], Way]) -> Arrow:
        points = self._path(way, moves)
        dashes = " m-dash" if way.what == RETREAT else ""
        if way.done:
            tail = () if way.at[:3] in self._standing else (_sign("m-dot", points[0]),)
            end = _towards(points[-1], points[-2], NEAR)
            return Arrow(_line([*points[:-1], end]), dashes, (_head(points[-2], end), *tail))
        until = _cut(points, STOPPED)
        return Arrow(_line(until), dashes, (_sign("m-cross", until[-1]),))

    def _help(self, way: Way, moves: Mapping[tuple[str, str], Way]) -> Arrow | None:
        """Draw a support or a convoy: to the unit, or to its move; None if the move itself shows it."""
        start, helped = self._unit(way.at), moves.get((way.helped[:3], way.to[:3]))
        if not way.to or way.to[:3] == way.helped[:3]:
            end = _towards(self._unit(way.helped), start, NEAR)
        elif helped is None:
            end = _along([self._unit(way.helped), self._unit(way.to)], HELPED)
        elif way.what == CONVOY and way.done and way.at[:3] in helped.through:
            return None
        else:
            end = _along(self._path(helped, moves), HELPED if helped.done else STOPPED - 0.1)
        failed = () if way.done else (_sign("m-cross", _along([start, end], 0.5)),)
        dashes = " m-dots" if way.what == CONVOY else ""
        return Arrow(_line([start, end]), dashes, (_sign("m-dot", end), *failed))

    def _winter(self, way: Way) -> Arrow:
        """Draw the sign of a unit that was built, or the unit that was disbanded, crossed out."""
        at = self._unit(way.at)
        if way.what == BUILD:
            return Arrow("", "", (_sign("m-built", at),))
        if way.at[:3] in self._standing:
            at = self._lost(way.at)
        return Arrow("", "", (_sign("m-dot", at), _sign("m-gone", at)))


def _together(arrows: Sequence[tuple[Way, Arrow]]) -> list[str]:
    """Return arrows of one colour: their lines with dark rims, then the signs at them."""
    drawn = []
    for dashes, own in groupby(sorted((a.dashes, a.line) for _, a in arrows if a.line), key=lambda one: one[0]):
        d = "".join(line for _, line in own)
        drawn += [element("path", class_=f"{name}{dashes}", d=d) for name in ("m-rim", "m-way")]
    return [*drawn, *(sign for _, arrow in arrows for sign in arrow.signs)]


def _sign(name: str, at: Point) -> str:
    return element("use", href=f"#{name}", x=round(at[0]), y=round(at[1]))


def _line(points: Sequence[Point]) -> str:
    """Return a line through *points* as path data."""
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def _head(start: Point, end: Point) -> str:
    """Draw the head of an arrow that comes from *start*, with its tip at *end*."""
    foot = _towards(end, start, HEAD_LONG)
    length = math.dist(start, end) or 1
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = uy * HEAD_WIDE, ux * HEAD_WIDE
    corners = (end, (foot[0] - x, foot[1] + y), (foot[0] + x, foot[1] - y))
    return element("path", class_="m-head", d=f"M{'L'.join(f'{x:.0f} {y:.0f}' for x, y in corners)}Z")


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
