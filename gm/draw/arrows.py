"""Arrows on a board of fields: moves are lines with a head, fire is dashes with a flash where it hits.

What is not solid has a hollow head, and two thin lines or dots. Lines lie under the signs of fields, heads above them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gm.draw.chart import FIRE, Arrow
from gm.draw.signs import TONES
from gm.draw.strokes import number
from gm.draw.svg import WHITE, Point, element, polygon

WIDTH, CORE, RIM = 7, 2.6, 12  # of lines: all of one, the white in the middle of one that is not solid, its white rim
HEAD = ((12, 0), (-11, -13), (-6, 0), (-11, 13))
BAR = ((3, -12), (3, 12), (-3, 12), (-3, -12))
FLASH = tuple((size * math.cos(n * math.pi / 4), size * math.sin(n * math.pi / 4)) for n, size in
              enumerate((16, 5) * 4))  # fmt: skip
DASHES, DOTS = "10 5", "4 5"  # of own fire, and of the enemy's, which is thinner
ASIDE, FLAT_ASIDE, APART = 9, 25, 13  # to the right of the straight line; along a row; and from one to the next


def line(one: Arrow, points: Sequence[Point], turn: int) -> list[str]:
    """Draw the line of an arrow through the middles of fields. *turn*: how many went the same way before it."""
    route = _moved(points, turn)
    tone = TONES[one.tone][0]
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in [*route[:-1], _head_at(route)])
    paint: dict[str, object] = {"d": d, "fill": "none", "stroke_linejoin": "round"}
    rim = element("path", stroke=WHITE, stroke_width=RIM, **paint)
    if one.kind == FIRE:
        dashes, wide = (DASHES, WIDTH) if one.solid else (DOTS, WIDTH - 2)
        return [rim, element("path", stroke=tone, stroke_width=wide, stroke_dasharray=dashes, **paint)]
    drawn = [rim, element("path", stroke=tone, stroke_width=WIDTH, **paint)]
    return drawn if one.solid else [*drawn, element("path", stroke=WHITE, stroke_width=CORE, **paint)]


def head(one: Arrow, points: Sequence[Point], turn: int) -> str:
    """Draw the head of an arrow: a flash, or a bar where it stopped short; on the edge of the last field."""
    route = _moved(points, turn)
    tip, before = _head_at(route), route[-2]
    tone = TONES[one.tone][0]
    paint: Mapping[str, object] = {"fill": tone if one.solid else WHITE, "stroke": WHITE if one.solid else tone,
                                   "stroke_width": 2.5, "stroke_linejoin": "round"}  # fmt: skip
    if one.kind == FIRE:
        return polygon([(tip[0] + a, tip[1] + b) for a, b in FLASH], **paint)
    length = math.dist(before, tip) or 1
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    return polygon(
        [(tip[0] + ux * a - uy * b, tip[1] + uy * a + ux * b) for a, b in (BAR if one.short else HEAD)], **paint
    )


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
    (x, y), (u, v) = route[-2], route[-1]
    length = math.dist((x, y), (u, v)) or 1
    share = max(0.5, 1 - 38 / length)
    return x + (u - x) * share, y + (v - y) * share
