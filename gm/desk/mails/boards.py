"""Which lines of text are the rows of a board: in the HTML form these keep their columns and are never broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

FEWEST_ROWS = 3
FEWEST_CELLS = 3
LONGEST_CELL = 5
SIGNS = frozenset(".~#o-")  # what an empty field, a line of sight or a stone may be
GAP = re.compile(r"\S {2,}\S")


def is_row(line: str) -> bool:
    """Whether a line may be a row of a board: several signs, or short cells in columns."""
    cells = line.split()
    if len(cells) < FEWEST_CELLS:
        return False
    if max(map(len, cells)) <= LONGEST_CELL and GAP.search(line) is not None:
        return True
    return _count_signs(cells) >= FEWEST_CELLS


def _count_signs(cells: Sequence[str]) -> int:
    return sum(cell in SIGNS for cell in cells)


def rows_of_board(lines: Sequence[str]) -> int:
    """How many of these lines, from the first on, are the rows of one board; 0 if it does not begin there."""
    count = next((n for n, line in enumerate(lines) if not is_row(line)), len(lines))
    signs = count >= FEWEST_ROWS and any(_count_signs(line.split()) >= FEWEST_CELLS for line in lines[:count])
    return count if signs else 0


def has_board(lines: Sequence[str]) -> bool:
    """Whether some of these lines are the rows of a board."""
    runs = [[*run] for row, run in groupby(lines, is_row) if row]
    return any(map(rows_of_board, runs))
