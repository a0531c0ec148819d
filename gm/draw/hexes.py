"""What boards of hexagonal fields have in common: where a field lies on a picture, its corners, and its outline."""

from __future__ import annotations

import msgspec

from gm.draw.strokes import number
from gm.draw.svg import Point


class Hexes(msgspec.Struct, frozen=True):
    """Fields with a corner at the top, in rows; row 0 is the lowest.

    wide: of a field; side: of its upright edges; tip: how far a corner stands above them. left, top: of the board.
    """

    rows: int
    wide: float
    side: float
    tip: float
    left: float
    top: float

    @property
    def high(self) -> float:
        """The height of the board."""
        return self.rows * (self.side + self.tip) + self.tip

    def middle(self, x: float, y: float) -> Point:
        """Return the centre of the field that lies x fields from the west edge, in row y."""
        down = (self.rows - 1 - y) * (self.side + self.tip)
        return self.left + (x + 0.5) * self.wide, self.top + self.tip + self.side / 2 + down

    def corners(self, at: Point, scale: float = 1.0) -> list[Point]:
        """Return the corners of the field around a point, from the top."""
        x, y = at
        half, side, tip = self.wide / 2 * scale, self.side / 2 * scale, (self.side / 2 + self.tip) * scale
        return [(x, y - tip), (x + half, y - side), (x + half, y + side), (x, y + tip), (x - half, y + side),
                (x - half, y - side)]  # fmt: skip

    def run(self, fields: int) -> str:
        """Return the outline of so many fields side by side, as SVG path data; the first is around the origin."""
        half, side, tip = self.wide / 2, self.side / 2, self.tip
        over, under = (f"l{number(half)} {number(one)}" for one in (-tip, tip))
        back = (f"l{number(-half)} {number(one)}" for one in (tip, -tip))
        there, again = (over + under) * fields, "".join(back) * fields
        return f"M{number(-half)} {number(-side)}{there}v{number(2 * side)}{again}z"
