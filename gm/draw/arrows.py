"""Arrows on a board of fields: moves are lines with a head, fire is dashes with a flash where it hits.

What is not solid has a hollow head, and two thin lines or dots. The lines of moves lie under the signs of fields; heads
lie above them, as does fire, which is short: it is drawn at the edge between two fields.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gm.draw.chart import FIRE, Arrow
from gm.draw.signs import TONES
from gm.draw.strokes import number
from gm.draw.svg import WHITE, Point, element, polygon

# Of lines: a move's, the white in the middle of one that is not solid, a move's white rim; fire's.
WIDTH, CORE, RIM, THIN = 7, 2.6, 12, 5
HEAD = ((12, 0), (-11, -13), (-6, 0), (-11, 13))
BAR = ((3, -12), (3, 12), (-3, 12), (-3, -12))
FLASH = tuple((size * math.cos(n * math.pi / 4), size * math.sin(n * math.pi / 4)) for n, size in
              enumerate((15, 5) * 4))  # fmt: skip
SHOT = (0.32, 0.54)  # from where to where on the way from field to field a shot is drawn
DASHES, DOTS = "6 4", "3 3"  # of fire that is solid, and of other fire
ASIDE, FLAT_ASIDE, APART = 9, 25, 13  # to the right of the straight line; along a row; and from one to the next


def line(one: Arrow, points: Sequence[Point], turn: int) -> list[str]:
    """Draw the line of a move through the middles of fields. *turn*: how many arrows went the same way before it."""
    if one.kind == FIRE:
        return []
    route = _moved(points, turn)
    tone = TONES[one.tone][0]
    paint = {"d": _path([*route[:-1], _head_at(route)]), "fill": "none", "stroke_linejoin": "round"}
    drawn = [
        element("path", stroke=WHITE, stroke_width=RIM, **paint),
        element("path", stroke=tone, stroke_width=WIDTH, **paint),
    ]
    return drawn if one.solid else [*drawn, element("path", stroke=WHITE, stroke_width=CORE, **paint)]


def head(one: Arrow, points: Sequence[Point], turn: int) -> list[str]:
    """Draw the head of a move, or a bar where it stopped short, on the edge of its last field; or all of a shot."""
    route = _moved(points, turn)
    tone = TONES[one.tone][0]
    paint: Mapping[str, object] = {"fill": tone if one.solid else WHITE, "stroke": WHITE if one.solid else tone,
                                   "stroke_width": 2.5, "stroke_linejoin": "round"}  # fmt: skip
    if one.kind == FIRE:
        start, tip = (_along(route[0], route[-1], share) for share in SHOT)
        way = {"d": _path([start, tip]), "fill": "none", "stroke_linejoin": "round"}
        dashes = DASHES if one.solid else DOTS
        return [
            element("path", stroke=WHITE, stroke_width=THIN + 3, **way),
            element("path", stroke=tone, stroke_width=THIN, stroke_dasharray=dashes, **way),
            polygon([(tip[0] + a, tip[1] + b) for a, b in FLASH], **paint),
        ]
    tip, before = _head_at(route), route[-2]
    length = math.dist(before, tip) or 1
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    shape = BAR if one.short else HEAD
    return [polygon([(tip[0] + ux * a - uy * b, tip[1] + uy * a + ux * b) for a, b in shape], **paint)]


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _along(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _moved(points: Sequence[Point], turn: int) -> list[Point]:
    """Return the points moved to the right of the way, so that fire and its answer run side by side.

    A way of several steps, or a long one, keeps to the middles of its fields.
    """
    (x, y), (u, v) = points[0], points[-1]
    length = math.dist((x, y), (u, v)) or 1
    aside = (FLAT_ASIDE if y == v else ASIDE) - APART * turn if len(points) == 2 else -APART * turn
    dx, dy = -(v - y) / length * aside, (u - x) / length * aside
    return [(a + dx, b + dy) for a, b in points]


def _head_at(route: Sequence[Point]) -> Point:
    """Return where the head is: on the edge between the last two fields, or as far from the middle of the last."""
    length = math.dist(route[-2], route[-1]) or 1
    return _along(route[-2], route[-1], max(0.5, 1 - 38 / length))
