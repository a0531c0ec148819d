"""The two halves of an Air War board: where cities and chips may be placed, and where the airport of a city is.

Everything depends on the number of rows; NORTH's half is SOUTH's with the rows counted from the other edge.
"""

from __future__ import annotations

from gm.rules.pictures.honeycomb import LETTERS, Board
from gm.rules.pictures.war import SOUTH

FEWEST_ROWS = 11
FEWEST_COLUMNS = {11: 17, 13: 16, 15: 15, 17: 14, 19: 13, 21: 12}  # with fewer there is no valid choice of cities
FEWEST_FROM_23 = 9


def fewest_columns(rows: int) -> int:
    """Return the least number of columns that gives a board of *rows* a valid choice of cities."""
    return FEWEST_COLUMNS.get(rows, FEWEST_FROM_23)


def city_rows(board: Board, side: str) -> range:
    """Return the rows of *side*'s half that may hold its cities: 3 to 10 of 25 for SOUTH."""
    return _rows(board, side, 3, (board.rows - 5) // 2)


def chip_rows(board: Board, side: str) -> range:
    """Return the rows of *side*'s half that may hold its first chips: 1 to 11 of 25 for SOUTH (0.2)."""
    return _rows(board, side, 1, (board.rows - 3) // 2)


def _rows(board: Board, side: str, first: int, last: int) -> range:
    if side == SOUTH:
        return range(first, last + 1)
    return range(board.rows + 1 - last, board.rows + 2 - first)


def city_fields(board: Board, side: str) -> tuple[str, ...]:
    """Return every field of *side*'s half that may hold a city: at least two steps from every edge (0.1)."""
    return tuple(f"{letter}{row}" for row in city_rows(board, side) for letter in LETTERS[2 : board.columns - 2])


def chip_fields(board: Board, side: str) -> tuple[str, ...]:
    """Return every field of *side*'s half."""
    return tuple(f"{letter}{row}" for row in chip_rows(board, side) for letter in LETTERS[: board.columns])


def airport(city: str, owner: str) -> str:
    """Return the airport of a city: the same letter, one row nearer to its original owner's home edge (1.2)."""
    row = int(city[1:])
    return f"{city[0]}{row - 1 if owner == SOUTH else row + 1}"
