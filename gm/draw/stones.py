"""The picture of a stone game: the hexagonal board, its stones, the last turn, and at the end the groups.

Black stones are filled and white ones hollow; the stones placed last have a ring and their names: nothing is shown by
colour alone. gm.rules.pictures.hexagon tells where cells lie.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm.draw.drawing import MARGIN, Content, Drawing
from gm.draw.hexes import COORDINATE, HEADING, PITCH, PIXELS, SIDE, TALL, TITLE, WIDE, corners, middle
from gm.draw.strokes import height_for
from gm.draw.svg import INK, LINE, WHITE, Point, element, group, letters, letters_from, polygon
from gm.rules.pictures.hexagon import LETTERS, hexagon, name
from gm.rules.pictures.stones import BLACK, COLOURS, NAMES, StonePicture

EDGE = 12  # space above and below the board
STONE, RING = 21, 26  # radii
KEY_LINE, KEY_TEXT = 44, 22
FADED, MARK = "#6b6b6b", "#123f8c"
GROUND, MARKED = "#f3eee2", "#cfdcf3"


class StonesDrawing(Drawing[StonePicture]):
    """The stones and, below them, what the last turn did or which groups there are."""

    palette = (WHITE, INK, LINE, FADED, MARK, GROUND, MARKED, "#b9b6ae", "#8893a8", "#3d3d3d", "#d8d8d8", "#a6a6a6")
    scale, heading = PIXELS, (HEADING, TITLE)

    def __init__(self, picture: StonePicture) -> None:
        super().__init__(picture)
        self.board = hexagon(picture.side)
        self.said = tuple(_said(picture))
        self.last = {*picture.placed, picture.gained}

    def draw(self) -> Content:
        """Draw the board, its stones, and a line for each thing said about them."""
        width, rows = 2 * SIDE + self.board.rows * WIDE, self.board.rows
        height = TITLE + 2 * EDGE + (rows - 1) * PITCH + TALL + len(self.said) * KEY_LINE + MARGIN
        height += -height % 4
        content = [
            group([self._ground(cell) for cell in self.board.cells], stroke=LINE, stroke_width=2),
            *self._rows(),
            *self._bonds(),
            *self._stones(),
            *self._key(width, height - MARGIN - len(self.said) * KEY_LINE),
        ]
        return content, width, height

    def described(self) -> Iterator[str]:
        """Yield what is said below the board, then the stones of each colour."""
        yield from (f"{words}." for words, _ in self.said)
        yield from (f"{NAMES[one]}: {', '.join(self.picture.stones[one]) or 'no stones'}." for one in COLOURS)

    def _middle(self, cell: str) -> Point:
        """Return the centre of a cell; row A is the lowest."""
        return middle(*self.board.position(cell), self.board.rows, EDGE)

    def _ground(self, cell: str) -> str:
        return polygon(corners(*self._middle(cell)), {"cell": cell}, fill=MARKED if cell in self.last else GROUND)

    def _rows(self) -> Iterator[str]:
        """Draw the letter of each row before it, and the name of its last cell after it."""
        for row in range(1, self.board.rows + 1):
            first, last = name(row, 1), name(row, self.board.length(row))
            for cell, text, high, way in ((first, LETTERS[row - 1], COORDINATE, -1), (last, last, 17, 1)):
                x, y = self._middle(cell)
                yield letters(text, x + way * (WIDE / 2 + SIDE / 2), y, high, INK, SIDE - 8)

    def _stones(self) -> Iterator[str]:
        """Draw each stone with the number of its group (1: its colour's largest), and the names of empty cells."""
        owner = {cell: colour for colour in COLOURS for cell in self.picture.stones[colour]}
        groups = self.picture.groups.values()
        numbers = {cell: str(n) for own in groups for n, cells in enumerate(own, 1) for cell in cells}
        for cell in self.board.cells:
            if cell in owner:
                yield self._stone(cell, owner[cell], numbers.get(cell) or (cell if cell in self.last else ""))
            else:
                yield letters(cell, *self._middle(cell), 14, FADED)

    def _stone(self, cell: str, colour: str, text: str) -> str:
        """Draw a stone with *text* on it, and with a ring if it was placed in the last turn."""
        x, y = self._middle(cell)
        fill, ink = (INK, WHITE) if colour == BLACK else (WHITE, INK)
        parts = [element("circle", cx=x, cy=y, r=STONE, fill=fill, stroke=INK, stroke_width=3)]
        if cell in self.picture.placed:
            parts.append(element("circle", cx=x, cy=y, r=RING - 2, fill="none", stroke=MARK, stroke_width=4))
        if text:
            parts.append(letters(text, x, y, 18, ink, 1.5 * STONE))
        return group(parts, {"at": cell, "stone": colour})

    def _bonds(self) -> Iterator[str]:
        """Draw lines between touching stones of a group: filled for Black, hollow for White."""
        near, order = self.board.neighbours, self.board.order
        for colour, own in self.picture.groups.items():
            for cells in own:
                inside = frozenset(cells)
                pairs = [(a, b) for a in cells for b in near[a] if b in inside and order[a] < order[b]]
                yield from (self._bond(one, other, colour) for one, other in pairs)

    def _bond(self, one: str, other: str, colour: str) -> str:
        (x, y), (u, v) = self._middle(one), self._middle(other)
        lines = [element("line", x1=x, y1=y, x2=u, y2=v, stroke=INK, stroke_width=12)]
        if colour != BLACK:
            lines.append(element("line", x1=x, y1=y, x2=u, y2=v, stroke=WHITE, stroke_width=7))
        return group(lines, {"from": one, "to": other})

    def _key(self, width: int, top: int) -> Iterator[str]:
        mover, left = _mover(self.picture), 2 * MARGIN + 2 * RING
        high = min((height_for(words, KEY_TEXT, width - left - MARGIN) for words, _ in self.said), default=KEY_TEXT)
        for n, (words, sign) in enumerate(self.said):
            colour = sign if sign in COLOURS else mover
            yield _entry(words, sign, colour, (left, top + n * KEY_LINE + KEY_LINE / 2), high)


def _said(picture: StonePicture) -> Iterator[tuple[str, str]]:
    """Yield what is said about the stones, each line with the sign before it: placed, gained, or a colour."""
    mover = _mover(picture)
    if picture.placed:
        may = ": one of them is replaced now" if picture.open else ""
        yield f"{NAMES[mover]} placed {', '.join(picture.placed)}{may}", "placed"
    if picture.gained:
        yield f"{NAMES[mover]} gained {picture.gained} by replacing it", "gained"
    for colour, own in picture.groups.items():
        sizes = ", ".join(str(len(cells)) for cells in own)
        yield f"{NAMES[colour]}, {len(own)} group{'s' * (len(own) != 1)}: {sizes}", colour


def _mover(picture: StonePicture) -> str:
    """Return the colour that made the last turn, "" if there was none."""
    return next((one for one in COLOURS if {*picture.placed, picture.gained} & {*picture.stones[one]}), "")


def _entry(words: str, sign: str, colour: str, at: Point, high: float) -> str:
    """Draw a line of the key at *at*: a stone as it is on the board, and its words."""
    left, y = at
    x, fill = left - MARGIN - RING, INK if colour == BLACK else WHITE
    parts = []
    if sign in ("placed", "gained"):
        parts.append(element("rect", x=x - 22, y=y - 21, width=44, height=42, fill=MARKED))
    parts.append(element("circle", cx=x, cy=y, r=15, fill=fill, stroke=INK, stroke_width=3))
    if sign == "placed":
        parts.append(element("circle", cx=x, cy=y, r=18, fill="none", stroke=MARK, stroke_width=4))
    return group([*parts, letters_from(left, words, y, high, INK)])
