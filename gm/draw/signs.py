"""The shapes on a board, each distinct without colour, as elements of SVG.

A sign is drawn into a square of 40 units around a point; where that is, and what it means, is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gm.draw.chart import Sign
from gm.draw.strokes import number
from gm.draw.svg import INK, WHITE, element, group, letters, polygon

TONES = {"blue": ("#123f8c", "#d3dff5"), "red": ("#a3160f", WHITE), "black": (INK, WHITE)}
BOX = 40
TEXT = 24  # height of a letter alone in a shape
TAG = 16


def sign(one: Sign, x: float, y: float, scale: float) -> str:
    """Draw a sign centred at x, y, *scale* times as large as its square."""
    size = BOX * scale
    content = []
    if one.tag:
        content.append(letters(one.tag, x, y + 0.36 * size, TAG * scale, TONES[one.tone][0], size))
        y, size = y - 0.19 * size, size * 0.66
    return group([*SHAPES[one.shape](one, x, y, size), *content], one.facts)


def _paint(one: Sign, size: float) -> dict[str, str]:
    """Return how an outline is drawn and filled."""
    strong, light = TONES[one.tone]
    dashes = {"stroke_dasharray": f"{number(size / 7)} {number(size / 9)}"} if one.old else {}
    filled = one.solid and not one.old
    return {"fill": strong if filled else light, "stroke": strong, "stroke_width": number(size / 11), **dashes}


def _inside(one: Sign, x: float, y: float, size: float, width: float = 0.62, most: float = TEXT) -> str:
    """Draw the text of a sign inside its shape."""
    colour = WHITE if one.solid and not one.old else TONES[one.tone][0]
    return letters(one.text, x, y, most / BOX * size, colour, width * size)


def _disc(one: Sign, x: float, y: float, size: float) -> list[str]:
    return [element("circle", cx=x, cy=y, r=0.46 * size, **_paint(one, size)), _inside(one, x, y, size)]


def _square(one: Sign, x: float, y: float, size: float) -> list[str]:
    half = 0.42 * size
    box = element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, **_paint(one, size))
    return [box, _inside(one, x, y, size)]


def _round_truck(one: Sign, x: float, y: float, size: float) -> list[str]:
    paint = _paint(one, size)
    wheels = [
        element("circle", cx=x + side * 0.25 * size, cy=y + 0.3 * size, r=0.13 * size, **paint) for side in (-1, 1)
    ]
    body = element("rect", x=x - 0.48 * size, y=y - 0.36 * size, width=0.96 * size, height=0.62 * size,
                   rx=0.24 * size, **paint)  # fmt: skip
    return [*wheels, body, _inside(one, x, y - 0.05 * size, size, 0.68, 18)]


def _square_truck(one: Sign, x: float, y: float, size: float) -> list[str]:
    paint, wheel = _paint(one, size), 0.2 * size
    wheels = [
        element("rect", x=x + side * 0.27 * size - wheel / 2, y=y + 0.2 * size, width=wheel, height=wheel, **paint)
        for side in (-1, 1)
    ]
    body = element("rect", x=x - 0.46 * size, y=y - 0.36 * size, width=0.92 * size, height=0.62 * size, **paint)
    return [*wheels, body, _inside(one, x, y - 0.05 * size, size, 0.66, 18)]


def _house(one: Sign, x: float, y: float, size: float) -> list[str]:
    corners = [(0.0, -0.5), (0.46, -0.14), (0.36, -0.14), (0.36, 0.46), (-0.36, 0.46), (-0.36, -0.14), (-0.46, -0.14)]
    outline = polygon([(x + a * size, y + b * size) for a, b in corners], **_paint(one, size))
    return [outline, _inside(one, x, y + 0.12 * size, size, 0.5, 21)]


def _diamond(one: Sign, x: float, y: float, size: float) -> list[str]:
    half = 0.5 * size
    corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
    return [polygon(corners, **_paint(one, size)), _inside(one, x, y, size, 0.4, 17)]


def _burst(one: Sign, x: float, y: float, size: float) -> list[str]:
    rays = [(0, -5), (14, -34), (20, -16), (42, -27), (34, -6), (50, 6), (31, 14), (36, 38), (14, 27), (0, 50)]
    rays += [(-a, b) for a, b in rays[-2:0:-1]]
    outline = [(x + a * size / 100, y + b * size / 100) for a, b in [(0, -50), *rays[1:]]]
    return [polygon(outline, **_paint(one, size)), _inside(one, x, y + 0.02 * size, size, 0.5, 20)]


def _cross(one: Sign, x: float, y: float, size: float) -> list[str]:
    """Draw a cross over its text, without an outline."""
    colour, arm, up = TONES[one.tone][0], 0.2 * size, y - 0.26 * size
    line = f"M{number(x - arm)} {number(up - arm)}L{number(x + arm)} {number(up + arm)}"
    line += f"M{number(x + arm)} {number(up - arm)}L{number(x - arm)} {number(up + arm)}"
    back = element("rect", x=x - 0.48 * size, y=y - 0.52 * size, width=0.96 * size, height=1.04 * size, fill=WHITE)
    bars = element("path", d=line, stroke=colour, stroke_width=number(size / 7), fill="none", stroke_linecap="round")
    return [back, bars, letters(one.text, x, y + 0.26 * size, 18 / BOX * size, colour, 0.9 * size)]


def _bare(one: Sign, x: float, y: float, size: float) -> list[str]:
    return [letters(one.text, x, y, TEXT / BOX * size, TONES[one.tone][0], size)]


SHAPES: Mapping[str, Callable[[Sign, float, float, float], list[str]]] = {
    "disc": _disc,
    "square": _square,
    "round truck": _round_truck,
    "square truck": _square_truck,
    "house": _house,
    "diamond": _diamond,
    "burst": _burst,
    "cross": _cross,
    "bare": _bare,
}
