"""A player's boards of Negotiation: boxes, MAIN BOARD, support and IOUs, INFORMATION BOARD.

Changes have a thick frame and a dot, the reader's own column a ground and a disc: nothing is shown by colour alone.
What the tables mean is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gm.draw.drawing import MARGIN, Content, Drawing
from gm.draw.strokes import height_for, number
from gm.draw.svg import INK, LINE, WHITE, element, group, letters, letters_from
from gm.rules.pictures.grids import Boards, Box, Grid, Row

WIDE, LABELS, WIDEST = 540, 106, 96  # widths of the picture, of row names, and of a column at most
TITLE, TITLE_HIGH, BOX_HIGH, BOX_GAP = 23, 58, 84, 8
HEADING, UNDER, HEADS, ROW, TALL = 18, 13, 36, 34, 44  # heights of a heading's letters, of the line under it, of rows
HEADING_HIGH, UNDER_HIGH, KEY_HIGH = 46, 24, 36
NUMBER, LABEL, LONG_LABEL, NOTE, KEY = 20, 17, 12.5, 13, 14
OWN, SHUT, SOFT = "#d9e4f5", "#cfcfcf", "#4f4f4f"
MAIN, INFORMATION = "MAIN BOARD", "INFORMATION BOARD"
LAST_LEVEL, WINS = "K", "K: WIN"  # moving onto this level means moving into the WIN box
RING = "("  # text in brackets is drawn in an outline
KEY_CHANGED, KEY_RING = "CHANGED SINCE YOU LAST SAW IT", "ALL PIECES ON A SQUARE OF YOUR COLUMN"


class GridsDrawing(Drawing[Boards]):
    """The boxes, then the two boards, and a key of the marks that occur."""

    palette = (WHITE, INK, LINE, OWN, SHUT, SOFT, "#b5b5b5", "#e6e6e6", "#6c6c6c", "#303030", "#a3abb8", "#757a83")
    heading = (TITLE, TITLE_HIGH)

    def __init__(self, picture: Boards) -> None:
        super().__init__(picture)
        self.grids = (picture.squares, picture.accounts, picture.passed, picture.record)
        self.changes = [*(box.name for box in picture.boxes if box.changed), *self._changes()]

    def draw(self) -> Content:
        """Draw everything from top to bottom, and say how high it is."""
        content = _boxes(self.picture.boxes, TITLE_HIGH)
        top = TITLE_HIGH + BOX_HIGH
        for name, grids in ((MAIN, self.grids[:2]), (INFORMATION, self.grids[2:])):
            drawn, top = _board(name, grids, top)
            content += drawn
        ringed = any(cell.startswith(RING) for row in self.picture.squares.rows for cell in row.cells)
        for draw, there in ((_key_changed, self.changes), (_key_ring, ringed)):
            if there:
                content += draw(top + MARGIN + KEY_HIGH / 2)
                top += KEY_HIGH
        high = top + 2 * MARGIN
        return content, WIDE, high + -high % 4

    def described(self) -> Iterator[str]:
        """Yield the boxes, the squares, the non-empty rows, and what has changed."""
        picture = self.picture
        yield ", ".join(f"{box.name} {box.cell}" for box in picture.boxes) + "."
        heads = picture.squares.heads
        squares = [
            f"{row.name}{heads[place]} {cell}"
            for row in picture.squares.rows
            for place, cell in enumerate(row.cells)
            if cell
        ]
        if squares:
            yield f"Squares: {', '.join(squares)}."
        for grid in (picture.accounts, picture.record, picture.passed):
            what = "Support passed on to player {}, by owner" if grid is picture.passed else "{}"
            for row in grid.rows:
                if any(row.cells):
                    cells = (f"player {grid.heads[place]} {cell}" for place, cell in enumerate(row.cells) if cell)
                    yield f"{what.format(row.name)}: {', '.join(cells)}."
        if self.changes:
            yield f"Changed: {', '.join(self.changes)}."

    def _changes(self) -> Iterator[str]:
        """Yield the names of the cells that have changed."""
        for grid in self.grids:
            for row in grid.rows:
                for head in (grid.heads[place] for place in row.changed):
                    if grid is self.picture.passed:
                        yield f"support of player {head} passed on to player {row.name}"
                    else:
                        yield f"{row.name}{head}" if grid is self.picture.squares else f"{row.name} player {head}"


def _boxes(boxes: Sequence[Box], top: int) -> list[str]:
    """Draw the boxes in a row, each with its name below its number."""
    wide = (WIDE - 2 * MARGIN - (len(boxes) - 1) * BOX_GAP) / len(boxes)
    return [_box(box, MARGIN + place * (wide + BOX_GAP), top, wide) for place, box in enumerate(boxes)]


def _box(box: Box, left: float, top: float, wide: float) -> str:
    high, middle = BOX_HIGH - BOX_GAP, left + wide / 2
    content = [
        element("rect", x=left, y=top, width=wide, height=high, rx=8, fill=WHITE, stroke=INK, stroke_width=2),
        letters(box.cell, middle, top + 24, 26, INK),
    ]
    parts = _lines(box.name)
    size = min(height_for(part, NOTE, wide - 24) for part in parts)
    middles = (top + 60,) if len(parts) == 1 else (top + 49, top + 64)
    content += [letters(part, middle, y, size, SOFT) for part, y in zip(parts, middles, strict=True)]
    if box.changed:
        content += _changed(left + 2, top + 2, wide - 4, high - 4)
    return group(content, {"box": box.name, "text": box.cell, "changed": str(int(box.changed))})


def _board(name: str, grids: Sequence[Grid], top: int) -> tuple[list[str], int]:
    """Draw a board: heading, columns with heads, and the rows of two tables; also return where the next begins."""
    first = grids[0]
    content, top = _heading(name, first.title.capitalize() if first.title != name else "", top)
    wide = min(WIDEST, (WIDE - 2 * MARGIN - LABELS) / len(first.heads))
    lefts = [MARGIN + LABELS + place * wide for place in range(len(first.heads))]
    for place, head in enumerate(first.heads):
        content.append(_head(head, lefts[place] + wide / 2, top + HEADS / 2, place == first.own))
    top += HEADS
    marks: list[str] = []
    for grid in grids:
        if grid is not first:
            marks.append(element("rect", x=MARGIN, y=top - 1, width=LABELS + wide * len(lefts), height=3, fill=INK))
        for row in grid.rows:
            high = _height(row)
            content += _row_name(row.name, top, high)
            for place, left in enumerate(lefts):
                content.append(_cell(grid, row, place, Area(left, top, wide, high)))
                marks += _changed(left + 2, top + 2, wide - 4, high - 4) if place in row.changed else []
            top += high
    return [*content, *marks], top


def _height(row: Row) -> int:
    return TALL if len(row.name.split()) > 1 else ROW


def _heading(name: str, more: str, top: int) -> tuple[list[str], int]:
    """Draw the name of a board, and below it what its first table is."""
    content = [letters_from(MARGIN, name, top + HEADING_HIGH / 2 + 5, HEADING, INK, WIDE - 2 * MARGIN)]
    top += HEADING_HIGH
    if more:
        content.append(letters_from(MARGIN, more, top + UNDER_HIGH / 2 - 3, UNDER, SOFT, WIDE - 2 * MARGIN))
        top += UNDER_HIGH
    return content, top


def _head(head: str, x: float, y: float, own: bool) -> str:
    """Draw a player's number above their column; the reader's own is on a disc."""
    disc = [element("circle", cx=x, cy=y, r=15, fill=INK)] if own else []
    text = letters(head, x, y, LABEL, WHITE if own else INK, 20 if own else 28)
    return group([*disc, text], {"head": head, "own": str(int(own))})


def _row_name(name: str, top: int, high: int) -> list[str]:
    """Draw the name of a row before it, in two lines if it is long."""
    y, middle = top + high / 2, MARGIN + LABELS / 2
    if high == ROW:
        words = WINS if name == LAST_LEVEL else f"TO {name}" if name.isdigit() else name
        return [letters(words, middle, y, LABEL, INK, LABELS - 20)]
    parts = _lines(name)
    size = min(height_for(part, LONG_LABEL, LABELS - 10) for part in parts)
    return [letters(part, middle, y + offset, size, INK) for part, offset in zip(parts, (-9, 9), strict=True)]


def _lines(name: str) -> list[str]:
    """Split a name into one line, or two of about the same length."""
    words = name.split()
    if len(words) < 2:
        return [name]
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(cuts, key=lambda pair: max(map(len, pair))))


# --- cells ---


class Area(msgspec.Struct, frozen=True):
    """Where a cell lies."""

    left: float
    top: float
    wide: float
    high: float


def _cell(grid: Grid, row: Row, place: int, at: Area) -> str:
    """Draw a cell: crossed out if shut, on a ground if it is in the reader's own column."""
    text, changed, shut = row.cells[place], place in row.changed, place in row.shut
    ground = SHUT if shut else OWN if place == grid.own else WHITE
    content = [
        element("rect", x=at.left, y=at.top, width=at.wide, height=at.high, fill=ground, stroke=LINE, stroke_width=1.5)
    ]
    if shut:
        low, high = at.top + at.high - 6, at.top + 6
        line = f"M{number(at.left + 6)} {number(low)}L{number(at.left + at.wide - 6)} {number(high)}"
        content.append(element("path", d=line, stroke=LINE, stroke_width=1.5, fill="none"))
    content += _text(text, at.left + at.wide / 2, at.top + at.high / 2, at.wide)
    facts = {"grid": grid.title, "row": row.name, "column": grid.heads[place], "text": text}
    return group(content, facts | {"changed": str(int(changed)), "shut": str(int(shut))})


def _text(text: str, x: float, y: float, wide: float) -> list[str]:
    """Draw the text of a cell; in an outline, if it is in brackets."""
    if not text.startswith(RING):
        return [letters(text, x, y, NUMBER, INK, wide - 15)] if text else []
    inside = text.strip("()")
    box = min(wide - 10, 34)
    outline = element("rect", x=x - box / 2, y=y - 12.5, width=box, height=25, rx=12, fill=WHITE, stroke=INK,
                      stroke_width=1.5)  # fmt: skip
    return [outline, letters(inside, x, y, 16, INK, box - 10)]


def _changed(left: float, top: float, wide: float, high: float) -> list[str]:
    """Draw a thick frame, and a dot in its upper corner."""
    frame = element("rect", x=left, y=top, width=wide, height=high, rx=3, fill="none", stroke=INK, stroke_width=3.5)
    return [frame, element("circle", cx=left + wide - 1, cy=top + 1, r=5, fill=INK)]


# --- the key ---


def _key_changed(y: float) -> list[str]:
    return [*_changed(MARGIN + 3, y - 11, 30, 22), _key_words(KEY_CHANGED, y)]


def _key_ring(y: float) -> list[str]:
    ground = element("rect", x=MARGIN + 1, y=y - 14, width=34, height=28, fill=OWN)
    return [ground, *_text("(2)", MARGIN + 18, y, 40), _key_words(KEY_RING, y)]


def _key_words(words: str, y: float) -> str:
    left = MARGIN + 48
    return letters_from(left, words, y, KEY, INK, WIDE - MARGIN - left)
