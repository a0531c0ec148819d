"""Letters on maps: narrow strokes with whole-numbered points, so that three of them are twice as wide as high."""

from __future__ import annotations

from gm.draw.strokes import ADVANCE, GLYPHS, HEIGHT, UNKNOWN, WIDTH

NARROW = 0.845  # how wide a letter is, relative to those of titles


def strokes(text: str, x: float, y: float, height: float) -> str:
    """Return the strokes of *text*, centred at x, y, as the data of an SVG path; *height* is that of their middles."""
    down = height / HEIGHT
    across = down * NARROW
    left, top = x - (len(text) * ADVANCE - (ADVANCE - WIDTH)) * across / 2, y - height / 2
    parts = []
    for place, letter in enumerate(text.upper()):
        start = left + place * ADVANCE * across
        for stroke in GLYPHS.get(letter, UNKNOWN).split("/"):
            points = [f"{start + int(p[0]) * across:.0f} {top + int(p[1]) * down:.0f}" for p in stroke.split()]
            parts += [f"M{'L'.join(points)}"] if points else []
    return "".join(parts)
