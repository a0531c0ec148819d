"""A Chart as SVG: the hex board with coordinates along its edges, its signs, arrows, title and key.

Same chart, same bytes. Sizes are in units of 3/4 pixel; those of a hex make whole pixels, so that all look alike.
Where fields lie is asked of gm.rules.pictures.honeycomb; what the signs mean is not known here.
"""

from __future__ import annotations

import math
from html import escape

from msgspec.structs import replace

from gm.draw.chart import Arrow, Cell, Chart, Entry, Sign
from gm.draw.signs import BOX, TONES, element, group, letters, polygon, sign
from gm.draw.strokes import height_for
from gm.rules.pictures.honeycomb import LETTERS, MOST_COLUMNS, MOST_ROWS, Field, position, read_field

WIDE, PITCH, TALL = 56, 48, 64  # of a hex: its width, from row to row, its height
SIDE, TITLE, EDGE = 50, 60, 38  # room for numbers of rows, for the title, for letters of columns
COORDINATE, HEADING = 23, 32  # heights of letters
KEY_LINE, KEY_TEXT, KEY_WIDE = 46, 22, 360
BELOW = 12
PIXELS = 0.75  # of a unit
MARKED_ROW, MARKED_COLUMN = 5, 4  # each fifth row and fourth column has the names of its empty fields
GROUNDS = {"plain": "#ffffff", "dim": "#dcdcdc", "hatched": "url(#hatch)"}
LINE, INK, PALE, HATCHING = "#8a8a8a", "#111111", "#a6a6a6", "#b0b0b0"
HATCH = (
    '<pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="10" height="10" fill="#ffffff"/><rect width="3" height="10" fill="{HATCHING}"/></pattern>'
)
CROWD = ((-1, 0, 1), (-2, -1, 0, 1), (-2, -1, 0, 1, 2), (-2, -1, 0, 1), (-1, 0, 1))  # columns, row by row
# Where the signs of a field stand, by how many there are: their scale, and their middles from that of the field.
SLOTS: tuple[tuple[float, tuple[tuple[float, float], ...]], ...] = (
    (1.0, ()),
    (1.0, ((0, 0),)),
    (0.64, ((-13, 0), (13, 0))),
    (0.56, ((-12, -10), (12, -10), (0, 14))),
    (0.52, ((-11, -11), (11, -11), (-11, 11), (11, 11))),
    (0.4, ((-9, -16), (9, -16), (-18, 1), (0, 1), (18, 1), (-9, 18), (9, 18))),
    (0.32, ((-14, -13), (0, -13), (14, -13), (-21, 1), (-7, 1), (7, 1), (21, 1), (-14, 15), (0, 15), (14, 15))),
    (0.22, tuple((x * 10 + 5 * (n % 2), -20 + 10 * n) for n, xs in enumerate(CROWD) for x in xs)),
)
PALETTE = ("#ffffff", INK, LINE, PALE, HATCHING, "#dcdcdc", "#5f5f5f", *(c for pair in TONES.values() for c in pair),
           "#6f8bbd", "#cf8a87")  # fmt: skip
CROSSED = 0.78  # scale of all that is on a field where an arrow begins or ends
ALONE = 1.25  # scale of a sign with a tag, alone on its field
Point = tuple[float, float]


def draw_board(chart: Chart) -> str:
    """The chart as an SVG document. Raises ValueError for a board of no size or too large, or a crowded field."""
    if not (1 <= chart.rows <= MOST_ROWS and 1 <= chart.columns <= MOST_COLUMNS):
        raise ValueError(f"a board has 1 to {MOST_ROWS} rows and 1 to {MOST_COLUMNS} columns")
    width, height = size_of(chart)
    wide, high = pixels_of(chart)
    crossed = {end for arrow in chart.arrows for end in (arrow.source, arrow.target)}
    fields = [Field(row, column) for row in range(chart.rows, 0, -1) for column in range(1, chart.columns + 1)]
    content = [
        f"<title>{escape(chart.title, quote=False)}</title><defs>{HATCH}</defs>",
        element("rect", width=width, height=height, fill="#ffffff"),
        letters(chart.title, width / 2, TITLE / 2, height_for(chart.title, HEADING, width - 2 * BELOW), INK),
        *_coordinates(chart),
        group([_ground(chart, field) for field in fields], stroke=LINE, stroke_width=2),
        *(_signs(chart, field, str(field) in crossed) for field in fields),
        *(_arrow(chart, arrow, turn) for arrow, turn in _turns(chart.arrows)),
        *_key(chart),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, *(part for part in content if part), "</svg>", ""])


def size_of(chart: Chart) -> tuple[int, int]:
    """Width and height of the whole picture, in units."""
    width = 2 * SIDE + chart.columns * WIDE + (WIDE // 2 if chart.rows > 1 else 0)
    lines = -(-len(chart.key) // _key_columns(width))
    board = 2 * EDGE + (chart.rows - 1) * PITCH + TALL
    height = TITLE + board + lines * KEY_LINE + BELOW
    return width, height + -height % 4


def pixels_of(chart: Chart) -> tuple[int, int]:
    """Width and height of the whole picture, in pixels."""
    width, height = size_of(chart)
    return round(width * PIXELS), round(height * PIXELS)


def _middle(chart: Chart, field: Field) -> Point:
    """The middle of a field in the picture; north is up."""
    x, y = position(field)
    return SIDE + WIDE / 2 + x * WIDE, TITLE + EDGE + TALL / 2 + (chart.rows - 1 - y) * PITCH


def _middle_of(chart: Chart, name: str) -> Point:
    field = read_field(name)
    return _middle(chart, field) if field is not None else (0.0, 0.0)


def _hex(x: float, y: float, scale: float = 1.0) -> list[Point]:
    """The corners of a hex that stands on its tip."""
    half, tip, side = WIDE / 2 * scale, TALL / 2 * scale, TALL / 4 * scale
    return [(x, y - tip), (x + half, y - side), (x + half, y + side), (x, y + tip), (x - half, y + side),
            (x - half, y - side)]  # fmt: skip


# --- the board ---


def _coordinates(chart: Chart) -> list[str]:
    """Letters above and below the board, numbers at both its sides."""
    found = []
    for row, down in ((chart.rows, -1), (1, 1)):
        for column in range(1, chart.columns + 1):
            x, y = _middle(chart, Field(row, column))
            found.append(letters(LETTERS[column - 1], x, y + down * (TALL / 2 + EDGE / 2), COORDINATE, INK))
    for row in range(1, chart.rows + 1):
        for column, side in ((1, -1), (chart.columns, 1)):
            x, y = _middle(chart, Field(row, column))
            found.append(letters(str(row), x + side * (WIDE / 2 + SIDE / 2 - 1), y, COORDINATE, INK))
    return found


def _cell(chart: Chart, field: Field) -> Cell:
    return chart.cells.get(str(field)) or Cell(chart.empty)


def _ground(chart: Chart, field: Field) -> str:
    cell = _cell(chart, field)
    facts = {"field": str(field), "ground": cell.ground, **cell.facts}
    return polygon(_hex(*_middle(chart, field)), facts, fill=GROUNDS[cell.ground])


def _signs(chart: Chart, field: Field, crossed: bool) -> str:
    signs = _with_one_tag(_cell(chart, field).signs)
    x, y = _middle(chart, field)
    if not signs and field.row % MARKED_ROW == 0 and field.column % MARKED_COLUMN == 0:
        return letters(str(field), x, y, 16, PALE)
    scale, places = next(((scale, places) for scale, places in SLOTS if len(places) >= len(signs)), (0.0, ()))
    if len(places) < len(signs):
        raise ValueError(f"{field} has more signs than can be drawn")
    if len(signs) == 1 and signs[0].tag:
        scale = ALONE
    near = CROSSED if crossed else 1.0
    drawn = [
        sign(one, x + dx * near, y + dy * near, scale * near) for one, (dx, dy) in zip(signs, places, strict=False)
    ]
    return group(drawn, {"at": str(field)}) if drawn else ""


def _with_one_tag(signs: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """Signs that have the same tag, and are several, with one for all of them, which is larger so."""
    tags = {one.tag for one in signs if one.tag}
    if len(signs) < 2 or len(tags) != 1:
        return signs
    return (*(replace(one, tag="") for one in signs), Sign("bare", tags.pop(), "black"))


# --- arrows ---


def _turns(arrows: tuple[Arrow, ...]) -> list[tuple[Arrow, int]]:
    """Each arrow with how many others before it go the same way."""
    ways = [(arrow.source, arrow.target) for arrow in arrows]
    return [(arrow, ways[:n].count(ways[n])) for n, arrow in enumerate(arrows)]


def _arrow(chart: Chart, arrow: Arrow, turn: int) -> str:
    """An arrow on the right of the line between two fields, so that fire and its answer stand side by side."""
    start, end = _middle_of(chart, arrow.source), _middle_of(chart, arrow.target)
    return group(_shaft(arrow, start, end, 10 + 12 * turn), {"from": arrow.source, "to": arrow.target})


def _shaft(arrow: Arrow, start: Point, end: Point, aside: float) -> list[str]:
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(along: float, across: float) -> Point:
        return start[0] + ux * along - uy * across, start[1] + uy * along + ux * across

    tone = TONES[arrow.sign.tone][0]
    middle = length / 2 - 7
    head = [at(middle + 26, aside), at(middle + 8, aside - 12), at(middle + 8, aside + 12)]
    x, y = at(middle, aside)
    return [
        polygon(head, fill=tone, stroke="#ffffff", stroke_width=2),
        element("circle", cx=x, cy=y, r=12, fill="#ffffff"),
        sign(arrow.sign, x, y, 0.56),
    ]


# --- the key ---


def _key_columns(width: int) -> int:
    return max(1, (width - BELOW) // KEY_WIDE)


def _key(chart: Chart) -> list[str]:
    width, height = size_of(chart)
    across = _key_columns(width)
    lines = -(-len(chart.key) // across)
    wide = (width - 2 * BELOW) / across
    top = height - BELOW - lines * KEY_LINE
    return [
        _entry(entry, BELOW + n // lines * wide, top + n % lines * KEY_LINE + KEY_LINE / 2, wide)
        for n, entry in enumerate(chart.key)
    ]


def _entry(entry: Entry, x: float, y: float, wide: float) -> str:
    middle = x + BOX / 2 + 4
    left = x + BOX + 18
    high = height_for(entry.words, KEY_TEXT, wide - BOX - 30)
    content = [letters(entry.words, left + (len(entry.words) * 5.6 - 1.6) * high / 12, y, high, INK)]
    if entry.ground:
        content.append(polygon(_hex(middle, y, 0.62), fill=GROUNDS[entry.ground], stroke=LINE, stroke_width=2))
    elif entry.sign and entry.arrow:
        content += _shaft(Arrow("", "", entry.sign), (middle - 30, y), (middle + 20, y), 0)
    elif entry.sign:
        content.append(sign(entry.sign, middle, y, 1.0))
    return group(content)
