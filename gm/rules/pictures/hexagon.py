"""The board: a hexagon of hexagons. Cells are named by row and number in the row (`D4`); which of them touch.

What stands on the cells is not known here.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

import msgspec

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"  # row letters, from the bottom
SMALLEST, LARGEST = 3, 13
CELL = re.compile(r"([A-Ya-y])([1-9]\d?)")


class Hexagon(msgspec.Struct, frozen=True, dict=True):
    """The board with *side* cells along each edge: 2 * side - 1 rows, 3 * side * (side - 1) + 1 cells."""

    side: int

    @property
    def rows(self) -> int:
        """The number of rows."""
        return 2 * self.side - 1

    def length(self, row: int) -> int:
        """Return how many cells the row has; the lowest is row 1."""
        return 2 * self.side - 1 - abs(row - self.side)

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of all cells, row by row from the bottom, each row from the left."""
        return tuple(name(row, i) for row in range(1, self.rows + 1) for i in range(1, self.length(row) + 1))

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each cell among all."""
        return {cell: place for place, cell in enumerate(self.cells)}

    def sorted(self, cells: object) -> tuple[str, ...]:
        """Return *cells* in the order of the board."""
        return tuple(sorted(cells, key=self.order.__getitem__))  # type: ignore[call-overload]

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """For each cell those that touch it: left, right, two below, two above, as far as they exist."""
        return {cell: tuple(one for one in self._around(cell) if one in self.order) for cell in self.cells}

    def _around(self, cell: str) -> tuple[str, ...]:
        row, i = place(cell)
        above = (i, i + 1) if row < self.side else (i - 1, i)
        below = (i - 1, i) if row <= self.side else (i, i + 1)
        return (
            name(row, i - 1), name(row, i + 1), *(name(row - 1, k) for k in below), *(name(row + 1, k) for k in above),
        )  # fmt: skip

    def position(self, cell: str) -> tuple[float, int]:
        """Return the centre of the cell, in cell widths from the board's left edge and in rows from the bottom."""
        row, i = place(cell)
        return i - 1 + abs(row - self.side) / 2, row - 1


@lru_cache
def hexagon(side: int) -> Hexagon:
    """Return the board of this side, made only once."""
    return Hexagon(side)


def name(row: int, i: int) -> str:
    """Return the name of the cell of this number in a row, "" for a row that no board has."""
    return f"{LETTERS[row - 1]}{i}" if 1 <= row <= len(LETTERS) else ""


def place(cell: str) -> tuple[int, int]:
    """Return row and number of a cell by its name."""
    return LETTERS.index(cell[0]) + 1, int(cell[1:])
