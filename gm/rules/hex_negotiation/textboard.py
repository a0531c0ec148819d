"""The board as lines of text: at most 55 columns wide with a side of 13, 35 with one of 8.

It is made from a picture alone, so text and picture show the same.
"""

from __future__ import annotations

from gm.rules.pictures.hexagon import LETTERS, hexagon, name
from gm.rules.pictures.stones import BLACK, WHITE, StonePicture

STONES = {BLACK: "#", WHITE: "o"}
EMPTY = "."


def board_lines(picture: StonePicture) -> tuple[str, ...]:
    """Return the rows from the top, with the letter before each and the name of its last cell after it."""
    board = hexagon(picture.side)
    signs = {cell: _sign(picture, colour, cell) for colour, own in picture.stones.items() for cell in own}
    lines = []
    for row in range(board.rows, 0, -1):
        length = board.length(row)
        cells = " ".join(signs.get(name(row, i), EMPTY) for i in range(1, length + 1))
        lines.append(f"{' ' * abs(row - board.side)}{LETTERS[row - 1]} {cells} {name(row, length)}")
    return tuple(lines)


def _sign(picture: StonePicture, colour: str, cell: str) -> str:
    """Return a stone's sign; in the last turn it is a letter, a capital if placed and a small one if gained."""
    if cell in picture.placed:
        return colour[0]
    return colour[0].lower() if cell == picture.gained else STONES[colour]
