"""What boards of six-sided fields have in common: the sizes of a hex, and the room around the board, in units.

A unit is 3/4 pixel; the sizes make whole pixels, so that all hexes look alike.
"""

from __future__ import annotations

from gm.draw.svg import Point

PIXELS = 0.75  # of a unit
WIDE, PITCH, TALL = 56, 48, 64  # of a hex: its width, from row to row, its height
SIDE = 50  # room before and behind the rows
TITLE, HEADING, COORDINATE = 60, 32, 23  # room for the title, height of its letters, of those at the edges


def middle(x: float, y: float, rows: int, edge: int) -> Point:
    """The middle of the field at x from the west and in row y from the south, of a board *edge* below the title."""
    return SIDE + WIDE / 2 + x * WIDE, TITLE + edge + TALL / 2 + (rows - 1 - y) * PITCH


def corners(x: float, y: float, scale: float = 1.0) -> list[Point]:
    """The corners of a hex that stands on its tip."""
    half, tip, side = WIDE / 2 * scale, TALL / 2 * scale, TALL / 4 * scale
    return [(x, y - tip), (x + half, y - side), (x + half, y + side), (x, y + tip), (x - half, y + side),
            (x - half, y - side)]  # fmt: skip
