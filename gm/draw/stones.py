"""The picture of a stone game: the hexagonal board, its stones, the last turn, and at the end the groups.

Black stones are filled and white ones hollow; the stones placed last have a ring and their names, the one gained last
a dashed ring: nothing is shown by colour alone. gm.rules.pictures.hexagon tells where cells lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from gm.draw.drawing import MARGIN, Content, Drawing
from gm.draw.hexes import Hexes
from gm.draw.strokes import height_for, width_of
from gm.draw.svg import INK, LINE, WHITE, Point, element, group, letters, letters_from, many_letters, polygon
from gm.rules.pictures.hexagon import LETTERS, hexagon, place
from gm.rules.pictures.hexagon import name as name_of
from gm.rules.pictures.stones import BLACK, COLOURS, NAMES, StonePicture

# In units, of which four are three pixels. A board is 783 pixels wide, or narrower with its widest cells: a letter of
# 17 units is 6.3 high where the picture is shown on 390.
PIXELS = 0.75
WIDEST, NARROWEST = 1044, 720
CELL, SIDE, EDGE = 74, 40, 34  # the width of a cell at most; room for the letters of rows, and for numbers
TITLE, HEADING, COORDINATE, NAME = 60, 36, 23, 17  # room for the title; heights of letters
MANY = 9  # the side of the largest board whose cells have room for whole names; on larger ones they have numbers
STONE, RING = 0.4, 0.47  # radii, of a cell's width
DASHES = "7 5"  # of the ring around the stone that was gained
KEY_LINE, KEY_TEXT, KEY_SIGN = 44, 24, 64
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
        rows = self.board.rows
        cell = min(CELL, (WIDEST - 2 * SIDE) // rows)
        self._wide = max(NARROWEST, rows * cell + 2 * SIDE)
        left = (self._wide - rows * cell) / 2
        self._hexes = Hexes(rows, cell, side=round(cell * 0.57), tip=round(cell * 0.29), left=left, top=TITLE + EDGE)
        self._low = TITLE + 2 * EDGE + round(self._hexes.high)
        self._refers = False  # to what a page has

    def draw(self) -> Content:
        """Draw the board, its stones, and a line for each thing said about them."""
        key, low = self._key(self._low)
        height = low + MARGIN
        content = [*self._below(), *self._above(), *key]
        return content, self._wide, height + -height % 4

    def described(self) -> Iterator[str]:
        """Yield what is said below the board, then the stones of each colour."""
        yield from (f"{words}." for words, _ in self.said)
        yield from (f"{NAMES[one]}: {', '.join(self.picture.stones[one]) or 'no stones'}." for one in COLOURS)

    # -- in a page --

    def shared(self) -> str:
        """Return the empty board, and a stone of each colour."""
        stones = [group([self._disc((0, 0), colour)], id=self._code(colour)) for colour in COLOURS]
        parts = "".join((group(self._below(), id=self._code("board")), *stones))
        return f'<svg class="shared" width="0" height="0" aria-hidden="true"><defs>{parts}</defs></svg>'

    def inline(self) -> str:
        """Return the board for a page that has what `shared` gives, and says itself what is said below it."""
        page = copy(self)
        page._refers = True
        content = [element("use", href=f"#{self._code('board')}"), *page._above()]
        return f'<svg class="board" viewBox="0 {TITLE} {self._wide} {self._low - TITLE}">{"".join(content)}</svg>'

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return what is said about the stones, each with its sign."""
        mover, size = _mover(self.picture), 'viewBox="-24 -24 48 48" width="32" height="32"'
        signs = (_example(sign, sign if sign in COLOURS else mover, (0, 0)) for _, sign in self.said)
        drawn = (f'<svg class="board legend" {size}>{sign}</svg>' for sign in signs)
        return tuple(zip(drawn, (words for words, _ in self.said), strict=True))

    def _code(self, what: str) -> str:
        """Return a name for what boards of this size share."""
        return f"stones-{self.picture.side}-{what.lower()}"

    # -- what the board has --

    def _below(self) -> list[str]:
        """Draw the cells, their names, and the names along the edges."""
        return [
            group([self._ground(cell) for cell in self.board.cells], stroke=LINE, stroke_width=2),
            group([self._names()], class_="stones-name"),
            group([*self._letters(), *self._numbers()], class_="board-ink"),
        ]

    def _middle(self, cell: str) -> Point:
        """Return the centre of a cell; row A is the lowest."""
        return self._hexes.middle(*self.board.position(cell))

    def _ground(self, cell: str) -> str:
        return polygon(self._hexes.corners(self._middle(cell)), {"cell": cell}, fill=GROUND, class_="stones-ground")

    def _short(self, cell: str) -> str:
        """Return the name of a cell as it stands in it: its number in its row, where the whole name has no room."""
        return cell if self.picture.side <= MANY else str(place(cell)[1])

    def _names(self) -> str:
        """Draw the names of all cells, all so large that the longest fits."""
        names = [self._short(cell) for cell in self.board.cells]
        high = height_for(max(names, key=len), NAME, 0.74 * self._hexes.wide)
        return many_letters(
            ((name, *self._middle(cell)) for name, cell in zip(names, self.board.cells, strict=True)), high, FADED
        )

    def _letters(self) -> Iterator[str]:
        """Draw the letter of each row before it and after it."""
        for row in range(1, self.board.rows + 1):
            for i, way in ((1, -1), (self.board.length(row), 1)):
                x, y = self._middle(name_of(row, i))
                yield letters(LETTERS[row - 1], x + way * (self._hexes.wide + SIDE) / 2, y, COORDINATE, INK)

    def _numbers(self) -> Iterator[str]:
        """Draw the numbers of the cells of the lowest row below them, and of the highest above them."""
        for row, down in ((1, 1), (self.board.rows, -1)):
            high = min(COORDINATE - 3, 0.44 * self._hexes.wide)
            away = down * (self._hexes.side / 2 + self._hexes.tip + EDGE / 2)
            places = [(i, self._middle(name_of(row, i))) for i in range(1, self.board.length(row) + 1)]
            yield many_letters(((str(i), x, y + away) for i, (x, y) in places), high, INK)

    # -- what stands on it --

    def _above(self) -> list[str]:
        """Draw the marks of the last turn, the bonds of groups, and the stones."""
        return [*self._marks(), *self._bonds(), *self._stones()]

    def _marks(self) -> Iterator[str]:
        """Draw the ground of the cells of the last turn."""
        for cell in self.board.sorted(self.last - {""}):
            yield polygon(self._hexes.corners(self._middle(cell)), {"last": cell}, fill=MARKED, stroke=LINE,
                          stroke_width=2)  # fmt: skip

    def _stones(self) -> Iterator[str]:
        """Draw each stone with the number of its group (1: its colour's largest)."""
        owner = {cell: colour for colour in COLOURS for cell in self.picture.stones[colour]}
        groups = self.picture.groups.values()
        numbers = {cell: str(n) for own in groups for n, cells in enumerate(own, 1) for cell in cells}
        for cell in self.board.cells:
            if cell in owner:
                text = numbers.get(cell) or (self._short(cell) if cell in self.last else "")
                yield self._stone(cell, owner[cell], text)

    def _stone(self, cell: str, colour: str, text: str) -> str:
        """Draw a stone with *text* on it, and with a ring if it was placed in the last turn."""
        x, y = self._middle(cell)
        wide, ink = self._hexes.wide, WHITE if colour == BLACK else INK
        shared = element("use", href=f"#{self._code(colour)}", x=x, y=y)
        parts = [shared if self._refers else self._disc((x, y), colour)]
        if cell in self.last:
            dashes = {} if cell in self.picture.placed else {"stroke_dasharray": DASHES}
            ring = {"r": RING * wide, "stroke_width": max(4, wide / 14), **dashes}
            parts.append(element("circle", cx=x, cy=y, fill="none", stroke=MARK, **ring))
        if text:
            parts.append(letters(text, x, y, min(26, 0.45 * wide), ink, 1.5 * STONE * wide))
        return group(parts, {"at": cell, "stone": colour})

    def _disc(self, at: Point, colour: str) -> str:
        wide = self._hexes.wide
        return element("circle", cx=at[0], cy=at[1], r=STONE * wide, fill=INK if colour == BLACK else WHITE, stroke=INK,
                       stroke_width=wide / 20)  # fmt: skip

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
        wide = self._hexes.wide
        lines = [element("line", x1=x, y1=y, x2=u, y2=v, stroke=INK, stroke_width=0.22 * wide)]
        if colour != BLACK:
            lines.append(element("line", x1=x, y1=y, x2=u, y2=v, stroke=WHITE, stroke_width=0.12 * wide))
        return group(lines, {"from": one, "to": other})

    def _key(self, top: int) -> tuple[list[str], int]:
        """Draw what is said about the stones, each with its sign; and say where it ends."""
        mover, content = _mover(self.picture), []
        for words, sign in self.said:
            colour = sign if sign in COLOURS else mover
            content.append(_example(sign, colour, (MARGIN + KEY_SIGN / 2, top + KEY_LINE / 2)))
            for line in _cut(words, self._wide - 2 * MARGIN - KEY_SIGN):
                drawn = letters_from(MARGIN + KEY_SIGN, line, top + KEY_LINE / 2, KEY_TEXT, INK)
                content.append(group([drawn], class_="board-ink"))
                top += KEY_LINE
        return content, top


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


def _cut(words: str, wide: float) -> list[str]:
    """Cut words into lines of the key that are at most so wide, where there is a space."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, KEY_TEXT) > wide:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _example(sign: str, colour: str, at: Point) -> str:
    """Draw a stone as it is on the board."""
    (x, y), fill = at, INK if colour == BLACK else WHITE
    parts = []
    if sign in ("placed", "gained"):
        parts.append(element("rect", x=x - 22, y=y - 20, width=44, height=40, fill=MARKED))
    parts.append(element("circle", cx=x, cy=y, r=15, fill=fill, stroke=INK, stroke_width=3))
    if sign in ("placed", "gained"):
        dashes = {"stroke_dasharray": DASHES} if sign == "gained" else {}
        parts.append(element("circle", cx=x, cy=y, r=18, fill="none", stroke=MARK, stroke_width=4, **dashes))
    return group(parts)
