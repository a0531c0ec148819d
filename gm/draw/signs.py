"""The shapes on a board, each distinct without colour, as elements of SVG.

A sign fills a box around a point; where that is, and what it means, is not known here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import msgspec

from gm.draw.chart import Sign
from gm.draw.strokes import number
from gm.draw.svg import INK, WHITE, Point, element, group, letters, polygon

TONES = {"blue": ("#123f8c", "#d3dff5"), "red": ("#a3160f", WHITE), "black": (INK, WHITE)}
LINE = 3  # width of outlines
BURST = tuple((size * math.sin(n * math.pi / 10), -size * math.cos(n * math.pi / 10)) for n, size in
              enumerate((50, 39) * 10))  # fmt: skip
PLANE = ((0, -50), (9, -40), (9, -16), (50, 12), (50, 26), (9, 16), (7, 34), (22, 44), (22, 50))


class Box(msgspec.Struct, frozen=True):
    """A box around a point."""

    x: float
    y: float
    wide: float
    high: float

    def at(self, across: float, down: float) -> Point:
        """Return a point of it, in hundredths of its size from its middle."""
        return self.x + across * self.wide / 100, self.y + down * self.high / 100

    @property
    def inner(self) -> Box:
        """The box whose outline, drawn as a line, fills this one."""
        return Box(self.x, self.y, self.wide - LINE, self.high - LINE)

    def part(self, top: float, high: float) -> Box:
        """Return the box of its whole width that begins at *top*, and is so high, in hundredths."""
        return Box(self.x, self.y + (top + high / 2) * self.high / 100, self.wide, self.high * high / 100)


def called(one: Sign) -> str:
    """Return a name for a sign that is unlike that of every other."""
    return f"{one.shape.replace(' ', '')}-{one.tone[0]}{'o' * one.old}{one.text}".replace("?", "x")


def sign(one: Sign, box: Box) -> str:
    """Draw a sign that fills *box*."""
    return group(SHAPES[one.shape](one, box), one.facts)


def tag(text: str, box: Box) -> str:
    """Draw since when something is known: a number over a dashed line."""
    high = box.high * 0.8
    number_drawn = letters(text, box.x, box.y - box.high * 0.1, high, INK, box.wide - 4)
    half, y = min(box.wide / 2, 12), box.y + box.high * 0.5
    line = element("line", x1=box.x - half, y1=y, x2=box.x + half, y2=y, stroke=INK, stroke_width=2,
                   stroke_dasharray="5 3")  # fmt: skip
    return group([number_drawn, line], class_="board-tag")


def _paint(one: Sign) -> dict[str, object]:
    """Return how an outline is drawn and filled."""
    strong, light = TONES[one.tone]
    dashes = {"stroke_dasharray": "5 3"} if one.old else {}
    filled = one.solid and not one.old
    return {"fill": strong if filled else light, "stroke": strong, "stroke_width": LINE, "stroke_linejoin": "round",
            **dashes}  # fmt: skip


def _text(one: Sign, box: Box, high: float, wide: float = 72) -> str:
    """Draw the text of a sign in *box*: so high, in units, and at most so wide, in hundredths."""
    colour = WHITE if one.solid and not one.old else TONES[one.tone][0]
    return letters(one.text, box.x, box.y, min(high, box.high * 0.8), colour, wide * box.wide / 100)


def _rounded(one: Sign, box: Box, radius: float) -> str:
    wide, high = box.inner.wide, box.inner.high
    return element("rect", x=box.x - wide / 2, y=box.y - high / 2, width=wide, height=high, rx=radius, **_paint(one))


def _disc(one: Sign, box: Box) -> list[str]:
    return [_rounded(one, box, (box.wide - LINE) / 2), _text(one, box, 19)]


def _square(one: Sign, box: Box) -> list[str]:
    return [_rounded(one, box, 0), _text(one, box, 19)]


def _truck(one: Sign, box: Box, radius: float) -> list[str]:
    """Draw a truck: its load, its cab before it, and two wheels."""
    paint, body = _paint(one), box.part(-50, 70)
    wheels = [
        element("circle", cx=box.at(side, 0)[0], cy=box.y + box.high / 2 - 6, r=4.5, **paint) for side in (-27, 27)
    ]
    return [*wheels, _rounded(one, body, radius), _text(one, body, 17)]


def _round_truck(one: Sign, box: Box) -> list[str]:
    return _truck(one, box, 7)


def _square_truck(one: Sign, box: Box) -> list[str]:
    return _truck(one, box, 0)


def _house(one: Sign, box: Box) -> list[str]:
    outline, inner = [(0, -50), (50, -8), (37, -8), (37, 50), (-37, 50), (-37, -8), (-50, -8)], box.inner
    return [polygon([inner.at(a, b) for a, b in outline], **_paint(one)), _text(one, box.part(-22, 66), 14, 50)]


def _plane(one: Sign, box: Box) -> list[str]:
    half = [box.inner.at(a, b) for a, b in PLANE]
    other = [(2 * box.x - x, y) for x, y in half[:0:-1]]
    return [polygon([*half, *other], **_paint(one))]


def _burst(one: Sign, box: Box) -> list[str]:
    return [polygon([box.inner.at(a, b) for a, b in BURST], **_paint(one)), _text(one, box, 17, 55)]


def _cross(one: Sign, box: Box) -> list[str]:
    """Draw a slab with a cross over its text: own dead on a dark one with round corners, others' on a pale one."""
    colour = WHITE if one.solid else TONES[one.tone][0]
    x, y, arm = box.x, box.y - 0.24 * box.high, 0.16 * box.wide
    line = f"M{number(x - arm)} {number(y - arm)}L{number(x + arm)} {number(y + arm)}"
    line += f"M{number(x + arm)} {number(y - arm)}L{number(x - arm)} {number(y + arm)}"
    bars = element("path", d=line, stroke=colour, stroke_width=3.5, fill="none", stroke_linecap="round")
    return [_rounded(one, box, 6 if one.solid else 0), bars, _text(one, box.part(-4, 50), 14)]


def _bare(one: Sign, box: Box) -> list[str]:
    back = _rounded(Sign("", "", one.tone), box, 6)
    return [back, letters(one.text, box.x, box.y, 0.6 * box.high, TONES[one.tone][0], 0.7 * box.wide)]


SHAPES: Mapping[str, Callable[[Sign, Box], list[str]]] = {
    "disc": _disc,
    "square": _square,
    "round truck": _round_truck,
    "square truck": _square_truck,
    "house": _house,
    "plane": _plane,
    "burst": _burst,
    "cross": _cross,
    "bare": _bare,
}
