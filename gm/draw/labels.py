"""Letters on maps: narrow strokes with whole-numbered points, so that three of them are twice as wide as high."""

from __future__ import annotations

from typing import NamedTuple

from gm.draw.strokes import ADVANCE, GLYPHS, HEIGHT, UNKNOWN, WIDTH

NARROW = 0.845  # how wide a letter is, relative to those of titles


class Size(NamedTuple):
    """Letters of one size. high: between the middles of their strokes; line: how wide these are; rim: with the rim."""

    high: float
    line: float
    rim: float

    @property
    def ink(self) -> float:
        """How high they are."""
        return self.high + self.line


CODE, COAST = Size(31.3, 4.7, 16), Size(20, 3, 10)  # names of provinces and of coasts


def _wide(text: str, high: float) -> float:
    return (len(text) * ADVANCE - (ADVANCE - WIDTH)) * NARROW * high / HEIGHT


def width_of(text: str, size: Size) -> float:
    """Return how wide *text* is."""
    return _wide(text, size.high) + size.line


def strokes(text: str, x: float, y: float, high: float) -> str:
    """Return the strokes of *text*, centred at x, y, as the data of an SVG path."""
    down = high / HEIGHT
    left, top = x - _wide(text, high) / 2, y - high / 2
    parts = []
    for place, letter in enumerate(text.upper()):
        start = left + place * ADVANCE * down * NARROW
        for stroke in GLYPHS.get(letter, UNKNOWN).split("/"):
            points = [f"{start + int(p[0]) * down * NARROW:.0f} {top + int(p[1]) * down:.0f}" for p in stroke.split()]
            parts += [f"M{'L'.join(points)}"] if points else []
    return "".join(parts)
