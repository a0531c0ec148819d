"""A StonePicture as SVG and PNG: the hexagon of hexagons, its stones, the last turn, and at the end the groups.

Black stones are filled and white ones hollow; what was placed last has a ring and its name, never by colour alone.
Where cells lie is asked of gm.rules.pictures.hexagon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape

import msgspec

from gm.draw.board import BELOW, COORDINATE, HEADING, INK, LINE, PITCH, PIXELS, SIDE, TALL, TITLE, WIDE
from gm.draw.png import to_png
from gm.draw.signs import element, group, letters, polygon
from gm.draw.strokes import height_for, width_of
from gm.rules.pictures.hexagon import LETTERS, Hexagon, hexagon, name
from gm.rules.pictures.stones import BLACK, COLOURS, NAMES, StonePicture

EDGE = 12  # room above and below the board
STONE, RING = 21, 26  # radii
KEY_LINE, KEY_TEXT = 44, 22
WHITE_PAINT, FADED, MARK = "#ffffff", "#6b6b6b", "#123f8c"
GROUND, MARKED = "#f3eee2", "#cfdcf3"
PALETTE = (WHITE_PAINT, INK, LINE, FADED, MARK, GROUND, MARKED, "#b9b6ae", "#8893a8", "#3d3d3d", "#d8d8d8", "#a6a6a6")
Point = tuple[float, float]


def svg_of(picture: StonePicture) -> str:
    """The picture as an SVG document."""
    board = hexagon(picture.side)
    width, height = _size(picture)
    wide, high = _pixels(picture)
    content = [
        f"<title>{escape(picture.title, quote=False)}</title>",
        element("rect", width=width, height=height, fill=WHITE_PAINT),
        letters(picture.title, width / 2, TITLE / 2, height_for(picture.title, HEADING, width - 2 * BELOW), INK),
        group([_ground(picture, board, cell) for cell in board.cells], stroke=LINE, stroke_width=2),
        *_rows(board),
        *_bonds(picture, board),
        *_stones(picture, board),
        *_key(picture, width, height),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, *(part for part in content if part), "</svg>", ""])


def png_of(picture: StonePicture) -> bytes:
    """The picture as a PNG of the same size."""
    return _painted(msgspec.json.encode(picture, order="sorted"))


def width_of_picture(picture: StonePicture) -> int:
    """The width of the picture in pixels."""
    return _pixels(picture)[0]


def lines_of_picture(picture: StonePicture) -> tuple[str, ...]:
    """What is on the picture, in words."""
    stones = (f"{NAMES[one]}: {', '.join(picture.stones[one]) or 'no stones'}." for one in COLOURS)
    return (f"{picture.title}.", *(f"{words}." for words, _ in _said(picture)), *stones)


@lru_cache(8)
def _painted(picture: bytes) -> bytes:
    """A picture that goes to several readers is painted once."""
    return to_png(svg_of(msgspec.json.decode(picture, type=StonePicture)), PALETTE)


def _size(picture: StonePicture) -> tuple[int, int]:
    """Width and height of the whole picture, in units."""
    rows = hexagon(picture.side).rows
    height = TITLE + 2 * EDGE + (rows - 1) * PITCH + TALL + len(_said(picture)) * KEY_LINE + BELOW
    return 2 * SIDE + rows * WIDE, height + -height % 4


def _pixels(picture: StonePicture) -> tuple[int, int]:
    width, height = _size(picture)
    return round(width * PIXELS), round(height * PIXELS)


def _middle(board: Hexagon, cell: str) -> Point:
    """The middle of a cell in the picture; row A is the lowest."""
    x, y = board.position(cell)
    return SIDE + WIDE / 2 + x * WIDE, TITLE + EDGE + TALL / 2 + (board.rows - 1 - y) * PITCH


def _hex(x: float, y: float) -> list[Point]:
    """The corners of a cell, which stands on its tip."""
    half, tip, side = WIDE / 2, TALL / 2, TALL / 4
    return [(x, y - tip), (x + half, y - side), (x + half, y + side), (x, y + tip), (x - half, y + side),
            (x - half, y - side)]  # fmt: skip


def _ground(picture: StonePicture, board: Hexagon, cell: str) -> str:
    marked = cell in picture.placed or cell == picture.gained
    return polygon(_hex(*_middle(board, cell)), {"cell": cell}, fill=MARKED if marked else GROUND)


def _rows(board: Hexagon) -> list[str]:
    """The letter of each row before it, the name of its last cell behind it."""
    found = []
    for row in range(1, board.rows + 1):
        for cell, words, way in ((name(row, 1), LETTERS[row - 1], -1), (name(row, board.length(row)), "", 1)):
            x, y = _middle(board, cell)
            text = words or cell
            found.append(
                letters(
                    text,
                    x + way * (WIDE / 2 + SIDE / 2),
                    y,
                    height_for(text, COORDINATE if words else 17, SIDE - 8),
                    INK,
                )
            )
    return found


# --- stones ---


def _stones(picture: StonePicture, board: Hexagon) -> list[str]:
    owner = {cell: colour for colour in COLOURS for cell in picture.stones[colour]}
    numbers = _numbers(picture.groups)
    drawn = []
    for cell in board.cells:
        x, y = _middle(board, cell)
        colour = owner.get(cell, "")
        drawn.append(
            _stone(picture, cell, colour, (x, y), numbers.get(cell, "")) if colour else letters(cell, x, y, 14, FADED)
        )
    return drawn


def _numbers(groups: Mapping[str, Iterable[tuple[str, ...]]]) -> dict[str, str]:
    """Of each stone the number of its group, 1 for the largest of its colour."""
    return {cell: str(number) for own in groups.values() for number, cells in enumerate(own, 1) for cell in cells}


def _stone(picture: StonePicture, cell: str, colour: str, at: Point, number: str) -> str:
    """A stone; one of the last turn with its name, and with a ring if it was placed."""
    x, y = at
    black = colour == BLACK
    parts = [element("circle", cx=x, cy=y, r=STONE, fill=INK if black else WHITE_PAINT, stroke=INK, stroke_width=3)]
    if cell in picture.placed:
        parts.append(element("circle", cx=x, cy=y, r=RING - 2, fill="none", stroke=MARK, stroke_width=4))
    text = number or (cell if cell in picture.placed or cell == picture.gained else "")
    if text:
        parts.append(letters(text, x, y, height_for(text, 18, 1.5 * STONE), WHITE_PAINT if black else INK))
    return group(parts, {"at": cell, "stone": colour})


def _bonds(picture: StonePicture, board: Hexagon) -> list[str]:
    """Lines between the stones of a group: filled for Black, hollow for White."""
    found = []
    for colour, own in picture.groups.items():
        for cells in own:
            found += [_bond(board, one, near, colour) for one, near in _touching(board, cells)]
    return found


def _touching(board: Hexagon, cells: tuple[str, ...]) -> list[tuple[str, str]]:
    """The pairs of *cells* that touch each other."""
    inside = frozenset(cells)
    return [
        (one, near)
        for one in cells
        for near in board.neighbours[one]
        if near in inside and board.order[one] < board.order[near]
    ]


def _bond(board: Hexagon, one: str, near: str, colour: str) -> str:
    (x, y), (u, v) = _middle(board, one), _middle(board, near)
    lines = [element("line", x1=x, y1=y, x2=u, y2=v, stroke=INK, stroke_width=12)]
    if colour != BLACK:
        lines.append(element("line", x1=x, y1=y, x2=u, y2=v, stroke=WHITE_PAINT, stroke_width=7))
    return group(lines, {"from": one, "to": near})


# --- the key ---


def _said(picture: StonePicture) -> tuple[tuple[str, str], ...]:
    """The lines below the board, each with the sign before it: placed, gained, a colour, or none."""
    found = []
    last = _mover(picture)
    if picture.placed:
        may = ": one of them is replaced now" if picture.open else ""
        found.append((f"{NAMES[last]} placed {', '.join(picture.placed)}{may}", "placed"))
    if picture.gained:
        found.append((f"{NAMES[last]} gained {picture.gained} by replacing it", "gained"))
    for colour, own in picture.groups.items():
        sizes = ", ".join(str(len(cells)) for cells in own)
        found.append((f"{NAMES[colour]}, {len(own)} group{'s' * (len(own) != 1)}: {sizes}", colour))
    return tuple(found)


def _mover(picture: StonePicture) -> str:
    """The colour that made the last turn, "" if none was made."""
    return next((one for one in COLOURS if {*picture.placed, picture.gained} & {*picture.stones[one]}), "")


def _key(picture: StonePicture, width: int, height: int) -> list[str]:
    said = _said(picture)
    top = height - BELOW - len(said) * KEY_LINE
    mover, left = _mover(picture), 2 * BELOW + 2 * RING
    high = min((height_for(words, KEY_TEXT, width - left - BELOW) for words, _ in said), default=KEY_TEXT)
    return [
        _entry(words, sign, sign if sign in COLOURS else mover, (left, top + n * KEY_LINE + KEY_LINE / 2), high)
        for n, (words, sign) in enumerate(said)
    ]


def _entry(words: str, sign: str, colour: str, at: Point, high: float) -> str:
    """A line of the key: a stone as it is on the board, and its words, which begin at *at*."""
    left, y = at
    x, fill = left - BELOW - RING, INK if colour == BLACK else WHITE_PAINT
    parts = []
    if sign in ("placed", "gained"):
        parts.append(element("rect", x=x - 22, y=y - 21, width=44, height=42, fill=MARKED))
    parts.append(element("circle", cx=x, cy=y, r=15, fill=fill, stroke=INK, stroke_width=3))
    if sign == "placed":
        parts.append(element("circle", cx=x, cy=y, r=18, fill="none", stroke=MARK, stroke_width=4))
    return group([*parts, letters(words, left + width_of(words, high) / 2, y, high, INK)])
