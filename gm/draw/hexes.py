"""What boards of hexagonal fields have in common: the sizes of a hex, and the space around the board, in units.

A unit is 3/4 of a pixel; the sizes give whole pixels, so that all hexes look alike.
"""

from __future__ import annotations

from gm.draw.svg import Point

PIXELS = 0.75  # of a unit
WIDE, PITCH, TALL = 56, 48, 64  # of a hex: its width, the distance between rows, its height
SIDE = 50  # space before and after the rows
TITLE, HEADING, COORDINATE = 60, 32, 23  # space for the title, heights of its letters and of those at the edges


def middle(x: float, y: float, rows: int, edge: int) -> Point:
    """Return the centre of the field at x from the west in row y from the south, on a board *edge* below the title."""
    return SIDE + WIDE / 2 + x * WIDE, TITLE + edge + TALL / 2 + (rows - 1 - y) * PITCH


def corners(x: float, y: float, scale: float = 1.0) -> list[Point]:
    """Return the corners of a hex with a corner at the top."""
    half, tip, side = WIDE / 2 * scale, TALL / 2 * scale, TALL / 4 * scale
    return [(x, y - tip), (x + half, y - side), (x + half, y + side), (x, y + tip), (x - half, y + side),
            (x - half, y - side)]  # fmt: skip
