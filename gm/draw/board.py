"""A Chart as a drawing: the hex board with coordinates along its edges, its signs, arrows and key.

gm.rules.pictures.honeycomb tells where fields lie; what the signs mean is not known here.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from gm.draw.chart import Arrow, Cell, Chart, Entry, Sign
from gm.draw.drawing import MARGIN, Content, Drawing, S
from gm.draw.hexes import COORDINATE, HEADING, PITCH, PIXELS, SIDE, TALL, TITLE, WIDE, corners, middle
from gm.draw.signs import BOX, TONES, sign
from gm.draw.svg import INK, LINE, PALE, WHITE, Point, element, group, letters, letters_from, polygon
from gm.rules.pictures.honeycomb import LETTERS, MOST_COLUMNS, MOST_ROWS, Field, position, read_field

EDGE = 38  # room for column letters
KEY_LINE, KEY_TEXT, KEY_WIDE = 46, 22, 360
MARKED_ROW, MARKED_COLUMN = 5, 4  # every fifth row and fourth column has the names of its empty fields
NAME, HATCHING = "#a6a6a6", "#b0b0b0"
GROUNDS = {"plain": WHITE, "dim": PALE, "hatched": "url(#hatch)"}
HATCH = (
    '<defs><pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="10" height="10" fill="{WHITE}"/><rect width="3" height="10" fill="{HATCHING}"/></pattern></defs>'
)
CROWD = ((-1, 0, 1), (-2, -1, 0, 1), (-2, -1, 0, 1, 2), (-2, -1, 0, 1), (-1, 0, 1))  # columns, row by row
# Where the signs of a field go, by how many there are: their scale, and the offsets of their centres.
SLOTS: tuple[tuple[float, tuple[Point, ...]], ...] = (
    (1.0, ()),
    (1.0, ((0, 0),)),
    (0.64, ((-13, 0), (13, 0))),
    (0.56, ((-12, -10), (12, -10), (0, 14))),
    (0.52, ((-11, -11), (11, -11), (-11, 11), (11, 11))),
    (0.4, ((-9, -16), (9, -16), (-18, 1), (0, 1), (18, 1), (-9, 18), (9, 18))),
    (0.32, ((-14, -13), (0, -13), (14, -13), (-21, 1), (-7, 1), (7, 1), (21, 1), (-14, 15), (0, 15), (14, 15))),
    (0.22, tuple((x * 10 + 5 * (n % 2), -20 + 10 * n) for n, xs in enumerate(CROWD) for x in xs)),
)
CROSSED = 0.78  # scale of everything on a field where an arrow begins or ends
ALONE = 1.25  # scale of a tagged sign alone on its field


class BoardDrawing(Drawing[S]):
    """A picture that is a chart; each subclass makes the chart from its shape."""

    palette = (WHITE, INK, LINE, NAME, HATCHING, PALE, "#5f5f5f", *(c for pair in TONES.values() for c in pair),
               "#6f8bbd", "#cf8a87")  # fmt: skip
    scale, heading, defs = PIXELS, (HEADING, TITLE), HATCH

    def __init__(self, picture: S, chart: Chart) -> None:
        super().__init__(picture)
        self.chart = chart

    def draw(self) -> Content:
        """Draw the board and its key. Raises ValueError for a board of no size or too large, or a crowded field."""
        chart = self.chart
        if not (1 <= chart.rows <= MOST_ROWS and 1 <= chart.columns <= MOST_COLUMNS):
            raise ValueError(f"a board has 1 to {MOST_ROWS} rows and 1 to {MOST_COLUMNS} columns")
        crossed = {end for arrow in chart.arrows for end in (arrow.source, arrow.target)}
        fields = [Field(row, column) for row in range(chart.rows, 0, -1) for column in range(1, chart.columns + 1)]
        width = 2 * SIDE + chart.columns * WIDE + (WIDE // 2 if chart.rows > 1 else 0)
        across = max(1, (width - MARGIN) // KEY_WIDE)
        lines = -(-len(chart.key) // across)
        height = TITLE + 2 * EDGE + (chart.rows - 1) * PITCH + TALL + lines * KEY_LINE + MARGIN
        height += -height % 4
        wide, top = (width - 2 * MARGIN) / across, height - MARGIN - lines * KEY_LINE
        content = [
            *self._coordinates(),
            group([self._ground(field) for field in fields], stroke=LINE, stroke_width=2),
            *(self._signs(field, str(field) in crossed) for field in fields),
            *(self._arrow(arrow, turn) for arrow, turn in _turns(chart.arrows)),
            *(
                _entry(entry, MARGIN + n // lines * wide, top + n % lines * KEY_LINE + KEY_LINE / 2, wide)
                for n, entry in enumerate(chart.key)
            ),
        ]
        return content, width, height

    def _middle(self, field: Field) -> Point:
        """Return the centre of a field; north is up."""
        return middle(*position(field), self.chart.rows, EDGE)

    def _coordinates(self) -> list[str]:
        """Draw letters above and below the board, and numbers on both sides."""
        found, rows, columns = [], self.chart.rows, self.chart.columns
        for row, down in ((rows, -1), (1, 1)):
            for column in range(1, columns + 1):
                x, y = self._middle(Field(row, column))
                found.append(letters(LETTERS[column - 1], x, y + down * (TALL / 2 + EDGE / 2), COORDINATE, INK))
        for row in range(1, rows + 1):
            for column, side in ((1, -1), (columns, 1)):
                x, y = self._middle(Field(row, column))
                found.append(letters(str(row), x + side * (WIDE / 2 + SIDE / 2 - 1), y, COORDINATE, INK))
        return found

    def _cell(self, field: Field) -> Cell:
        return self.chart.cells.get(str(field)) or Cell(self.chart.empty)

    def _ground(self, field: Field) -> str:
        cell = self._cell(field)
        facts = {"field": str(field), "ground": cell.ground, **cell.facts}
        return polygon(corners(*self._middle(field)), facts, fill=GROUNDS[cell.ground])

    def _signs(self, field: Field, crossed: bool) -> str:
        signs = _with_one_tag(self._cell(field).signs)
        x, y = self._middle(field)
        if not signs and field.row % MARKED_ROW == 0 and field.column % MARKED_COLUMN == 0:
            return letters(str(field), x, y, 16, NAME)
        scale, places = next((slot for slot in SLOTS if len(slot[1]) >= len(signs)), (0.0, ()))
        if len(places) < len(signs):
            raise ValueError(f"{field} has more signs than can be drawn")
        if len(signs) == 1 and signs[0].tag:
            scale = ALONE
        near = CROSSED if crossed else 1.0
        drawn = [
            sign(one, x + dx * near, y + dy * near, scale * near) for one, (dx, dy) in zip(signs, places, strict=False)
        ]
        return group(drawn, {"at": str(field)}) if drawn else ""

    def _arrow(self, arrow: Arrow, turn: int) -> str:
        """Draw an arrow to the right of the line between two fields, so that fire and its answer are side by side."""
        start, end = (
            self._middle(field) if field else (0.0, 0.0) for field in map(read_field, (arrow.source, arrow.target))
        )
        return group(_shaft(arrow.sign, start, end, 10 + 12 * turn), {"from": arrow.source, "to": arrow.target})


def _with_one_tag(signs: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """Move a tag that several signs share into a sign of its own, where it is larger."""
    tags = {one.tag for one in signs if one.tag}
    if len(signs) < 2 or len(tags) != 1:
        return signs
    return (*(replace(one, tag="") for one in signs), Sign("bare", tags.pop(), "black"))


def _turns(arrows: tuple[Arrow, ...]) -> list[tuple[Arrow, int]]:
    """Return each arrow with the number of earlier ones that go the same way."""
    ways = [(arrow.source, arrow.target) for arrow in arrows]
    return [(arrow, ways[:n].count(ways[n])) for n, arrow in enumerate(arrows)]


def _shaft(one: Sign, start: Point, end: Point, aside: float) -> list[str]:
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(along: float, across: float) -> Point:
        return start[0] + ux * along - uy * across, start[1] + uy * along + ux * across

    along = length / 2 - 7
    head = [at(along + 26, aside), at(along + 8, aside - 12), at(along + 8, aside + 12)]
    x, y = at(along, aside)
    return [
        polygon(head, fill=TONES[one.tone][0], stroke=WHITE, stroke_width=2),
        element("circle", cx=x, cy=y, r=12, fill=WHITE),
        sign(one, x, y, 0.56),
    ]


def _entry(entry: Entry, left: float, y: float, wide: float) -> str:
    """Draw a line of the key that begins at *left*."""
    x = left + BOX / 2 + 4
    content = [letters_from(left + BOX + 18, entry.words, y, KEY_TEXT, INK, wide - BOX - 30)]
    if entry.ground:
        content.append(polygon(corners(x, y, 0.62), fill=GROUNDS[entry.ground], stroke=LINE, stroke_width=2))
    elif entry.sign and entry.arrow:
        content += _shaft(entry.sign, (x - 30, y), (x + 20, y), 0)
    elif entry.sign:
        content.append(sign(entry.sign, x, y, 1.0))
    return group(content)
