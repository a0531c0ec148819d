"""The units on a map: an army is a disc, a fleet a hull, each with the letter of its power."""

from __future__ import annotations

from gm.draw.colours import text_on
from gm.draw.svg import INK, WHITE, Point, element, group, letters, polygon
from gm.rules.pictures.map import Piece

SIZE = 40
LETTER = 21
HULL = ((-22, -13), (22, -13), (13, 15), (-13, 15))
LOST = 0.8  # the scale of a dislodged unit, which stands beside the one that dislodged it
LOST_ASIDE = (24, 24)


def lost_at(place: Point) -> Point:
    """Return where a unit stands that was dislodged from *place*."""
    return place[0] + LOST_ASIDE[0], place[1] + LOST_ASIDE[1]


def piece(one: Piece, at: Point, colour: str, letter: str) -> str:
    """Draw a unit at the place of units *at*, in the *colour* of its power."""
    x, y = lost_at(at) if one.lost else at
    scale = LOST if one.lost else 1
    facts = {"unit": f"{one.kind} {one.place}", "power": one.power, **({"lost": "yes"} if one.lost else {})}
    outlines = [_outline(one.kind, x, y, scale, fill=WHITE, stroke=WHITE, stroke_width=9 * scale)]
    dashes = {"stroke_dasharray": "7 4"} if one.lost else {}
    outlines.append(_outline(one.kind, x, y, scale, fill=colour, stroke=INK, stroke_width=4 * scale, **dashes))
    return group([*outlines, letters(letter, x, y, LETTER * scale, text_on(colour))], facts)


def _outline(kind: str, x: float, y: float, scale: float, **paint: object) -> str:
    if kind == "F":
        return polygon([(x + a * scale, y + b * scale) for a, b in HULL], stroke_linejoin="round", **paint)
    return element("circle", cx=x, cy=y, r=(SIZE / 2 - 1) * scale, **paint)
