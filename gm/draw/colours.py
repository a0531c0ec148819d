"""The colours of maps: grounds, and powers that are told apart in any sight; what is written on a colour.

Those of powers differ from each other, and from sea and land, by the figures in tests/draw/test_colours.py: to the eye,
and as people see them to whom red, green or blue is missing. Letters and shapes say the same without colour.
"""

from __future__ import annotations

from collections.abc import Iterable

from gm.draw.svg import INK, LINE, WHITE

SEA, LAND, CLOSED, BORDER = "#c3dcec", "#e8dfcb", "#ffffff", "#3f4951"
DARK_SEA, DARK_LAND, DARK_CLOSED, DARK_BORDER = "#0f2233", "#2f2c26", "#0b0c0d", "#8a949c"
DARK_GROUNDS = (DARK_SEA, DARK_LAND, DARK_CLOSED)
FEW = ("#cc2211", "#4466cc", "#77ccff", "#bbbbbb", "#66aa66", "#aa7799", "#eecc44")
MANY = ("#dd2233", "#3366dd", "#66ccff", "#888888", "#88bb77", "#ccaabb", "#eedd33", "#ee8822", "#1199bb", "#aa4488")
LEAST, SEEN = 4.5, 3  # the contrast of text, and of lines


def sides(number: int) -> tuple[str, ...]:
    """Return the colours of so many powers, in order; beyond ten, they begin again."""
    chosen = FEW if number <= len(FEW) else MANY
    return tuple(chosen[n % len(chosen)] for n in range(number))


def light(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2), from 0 to 1."""
    parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2), from 1 to 21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def text_on(colour: str) -> str:
    """Return the colour of text on *colour*: dark or white, whichever is read more easily."""
    return max(INK, WHITE, key=lambda text: contrast(text, colour))


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: *share* of it is *other*."""
    parts = ((int(one[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def by_night(colour: str) -> str:
    """Return the colour that lines have in the dark whose colour is *colour* by day: as much lighter as they need."""
    shares = (mixed(colour, WHITE, n / 100) for n in range(101))
    return next(one for one in shares if min(contrast(one, ground) for ground in DARK_GROUNDS) >= SEEN)


def painted(powers: Iterable[str]) -> tuple[str, ...]:
    """Return all colours of the painted map on which powers have these: the exact ones first, then soft edges."""
    own = [*powers]
    exact = [*own, SEA, LAND, CLOSED, BORDER, INK, WHITE, LINE]
    edges = [mixed(one, INK, 0.5) for one in (*own, LAND)]
    return tuple(dict.fromkeys((*exact, *edges)))
