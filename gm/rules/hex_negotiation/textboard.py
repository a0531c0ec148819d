"""The board as lines of text: at most 55 columns wide with a side of 13, 35 with one of 8.

It looks at a picture alone, so text and picture show the same.
"""

from __future__ import annotations

from gm.rules.pictures.hexagon import LETTERS, hexagon, name
from gm.rules.pictures.stones import BLACK, WHITE, StonePicture

STONES = {BLACK: "#", WHITE: "o"}
EMPTY = "."


def board_lines(picture: StonePicture) -> tuple[str, ...]:
    """The rows from the top; before each its letter, behind it the name of its last cell."""
    board = hexagon(picture.side)
    signs = {cell: _sign(picture, colour, cell) for colour, own in picture.stones.items() for cell in own}
    lines = []
    for row in range(board.rows, 0, -1):
        length = board.length(row)
        cells = " ".join(signs.get(name(row, i), EMPTY) for i in range(1, length + 1))
        lines.append(f"{' ' * abs(row - board.side)}{LETTERS[row - 1]} {cells} {name(row, length)}")
    return tuple(lines)


def _sign(picture: StonePicture, colour: str, cell: str) -> str:
    """A stone; those of the last turn are letters, large if placed, small if gained."""
    if cell in picture.placed:
        return colour[0]
    return colour[0].lower() if cell == picture.gained else STONES[colour]
