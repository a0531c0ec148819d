"""A Chart as a drawing: the hex board with the names of its fields, its signs, arrows, crowded fields and key.

gm.rules.pictures.honeycomb tells where fields lie; what the signs mean is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import ClassVar

from msgspec.structs import replace

from gm.draw import arrows
from gm.draw.chart import MOVE, Arrow, Chart, Entry, Sign
from gm.draw.drawing import MARGIN, Content, Drawing, S
from gm.draw.fields import HIGH, LOWER, WIDE, Layout, layout
from gm.draw.hexes import Hexes
from gm.draw.signs import TONES, Box, called, sign, tag
from gm.draw.strokes import ADVANCE, HEIGHT, WEIGHT, number, width_of
from gm.draw.svg import INK, LINE, PALE, WHITE, Point, element, group, letters, letters_from, many_letters, polygon
from gm.rules.pictures.honeycomb import LETTERS, MOST_COLUMNS, MOST_ROWS, Field, position, read_field

# In units, of which four are three pixels. 17 columns are 783 pixels wide: where they are shown on 390, a sign of 33
# units is 12.3 high.
PIXELS, SHARP = 0.75, 0.7
FIELD = (56, 66, 8)  # the width of a field, its upright edges, its tips
SIDE, EDGE = 32, 34  # room for the numbers of rows, and for the letters of columns
NARROWEST = 720
TITLE, HEADING, COORDINATE, NAME = 60, 36, 22, 17  # room for the title; heights of letters
KEY_LINE, KEY_TEXT, KEY_SIGN = 46, 24, 60
LIST_LINE, LIST_NAME, LIST_SIGN, LIST_TAG = 42, 90, 34, 24
DIGITS = "0123456789"
MARKED_ROW, MARKED_COLUMN = 5, 4
NAMES, HATCHING = "#7d7d7d", "#b0b0b0"
GROUNDS = {"plain": WHITE, "dim": PALE, "hatched": "url(#hatch)"}
HATCH = (
    '<defs><pattern id="hatch" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="10" height="10" fill="{WHITE}"/><rect width="3" height="10" fill="{HATCHING}"/></pattern></defs>'
)


class BoardDrawing(Drawing[S]):
    """A picture that is a chart; each subclass makes the chart from its shape."""

    palette = (WHITE, INK, LINE, NAMES, HATCHING, PALE, "#5f5f5f", *(c for pair in TONES.values() for c in pair),
               "#6f8bbd", "#cf8a87")  # fmt: skip
    scale, sharp, heading, defs = PIXELS, SHARP, (HEADING, TITLE), HATCH

    usual: ClassVar[Mapping[str, Sign]] = {}  # signs that a page has once and all its boards refer to, by `called`

    def __init__(self, picture: S, chart: Chart) -> None:
        """Raises ValueError for a board of no size or too large."""
        super().__init__(picture)
        if not (1 <= chart.rows <= MOST_ROWS and 1 <= chart.columns <= MOST_COLUMNS):
            raise ValueError(f"a board has 1 to {MOST_ROWS} rows and 1 to {MOST_COLUMNS} columns")
        self.chart = chart
        wide, side, tip = FIELD
        board = chart.columns * wide + (wide // 2 if chart.rows > 1 else 0)
        self._wide = max(NARROWEST, 2 * SIDE + board)
        self._hexes = Hexes(chart.rows, wide, side, tip, left=(self._wide - board) / 2, top=TITLE + EDGE)
        self._low = TITLE + 2 * EDGE + int(self._hexes.high)  # where the board ends
        self.layouts = {field: layout(cell.signs) for field, cell in chart.cells.items()}
        self._named = frozenset(field for field in self._to_name() if self._has_room(field))
        self._refers = False  # to what a page has

    def draw(self) -> Content:
        """Draw the board, what stands on its crowded fields, and its key."""
        crowded, low = self._crowded(self._low)
        key, low = self._key(low)
        edges = group([*self._letters(), *self._numbers()], class_="board-ink")
        content = [self._grounds(), edges, *self._things(), *crowded, group(key, {"part": "key"})]
        height = low + MARGIN
        return content, self._wide, height + -height % 4

    # -- in a page --

    @property
    def _code(self) -> str:
        """The beginning of the names of what boards of this size share."""
        return f"b{self.chart.rows}-{self.chart.columns}"

    def shared(self) -> str:
        """Return the board with the names of all fields, runs of fields to give them a ground, and the usual signs."""
        board = self._hexes
        runs = [element("path", d=board.run(n), id=f"{self._code}-{n}") for n in range(1, self.chart.columns + 1)]
        whole = [self._filled_row(row, 1, self.chart.columns) for row in range(1, self.chart.rows + 1)]
        grid = [
            group([*self._outlines()], fill="none", stroke=LINE, stroke_width=2),
            group([*self._all_names()], class_="board-name"),
            group([*self._letters(), *self._numbers()], class_="board-ink"),
        ]  # fmt: skip
        signs = [
            group([sign(one, Box(0, 0, WIDE, HIGH))], id=name) for name, one in self.usual.items()
        ]  # fmt: skip
        parts = "".join(
            (*runs, *self._pieces(), group(whole, id=f"{self._code}-all"), group(grid, id=self._code), *signs)
        )
        hatch = HATCH.removeprefix("<defs>").removesuffix("</defs>")
        return f'<svg class="shared" width="0" height="0" aria-hidden="true"><defs>{hatch}{parts}</defs></svg>'

    def _pieces(self) -> Iterator[str]:
        """Yield what rows of fields are made of: the lines between fields, their letters, and each digit for all."""
        columns = range(self.chart.columns)
        between = "".join(f"M{number((n - 0.5) * FIELD[0])} {number(-FIELD[1] / 2)}v{FIELD[1]}" for n in columns if n)
        yield element("path", d=between, id=f"{self._code}-between")
        for text in (LETTERS, *DIGITS):
            placed = ((text[n % len(text)], n * FIELD[0], 0) for n in columns)
            yield group([many_letters(placed, NAME, NAMES)], id=f"{self._code}-n{text[0]}", class_="board-name")

    def _outlines(self) -> Iterator[str]:
        """Draw the outlines of all fields, row by row."""
        for row in range(1, self.chart.rows + 1):
            x, y = self._middle(str(Field(row, 1)))
            for what in (str(self.chart.columns), "between"):
                yield element("use", href=f"#{self._code}-{what}", x=x, y=y)

    def _all_names(self) -> Iterator[str]:
        """Draw the names of all fields: in each row first the letters, then each digit."""
        step = ADVANCE * NAME / HEIGHT
        for row in range(1, self.chart.rows + 1):
            (x, y), signs = self._middle(str(Field(row, 1))), ["A", *str(row)]
            for n, one in enumerate(signs):
                aside = (n - (len(signs) - 1) / 2) * step
                yield element("use", href=f"#{self._code}-n{one}", x=x + aside, y=y + LOWER)

    def inline(self) -> str:
        """Return the board, and what stands on crowded fields, for a page that has what `shared` gives.

        Its title and its key (`legend`) are for the page to say.
        """
        page = copy(self)
        page._refers = True
        crowded, low = page._crowded(self._low)
        content = [*page._filled(), element("use", href=f"#{self._code}"), *page._covers(), *page._things(), *crowded]
        return f'<svg class="board" viewBox="0 {TITLE} {self._wide} {low - TITLE}">{"".join(content)}</svg>'

    def _filled(self) -> Iterator[str]:
        """Give all fields their grounds: the commonest, and runs of fields side by side that have another."""
        grounds = {str(field): self._ground(str(field)) for field in self._fields()}
        commonest = max(GROUNDS, key=[*grounds.values()].count)
        yield element("use", href=f"#{self._code}-all", **_filling(commonest))
        for row in range(1, self.chart.rows + 1):
            column = 1
            for ground, run in groupby(grounds[f"{letter}{row}"] for letter in LETTERS[: self.chart.columns]):
                fields = len([*run])
                if ground != commonest:
                    yield self._filled_row(row, column, fields, **_filling(ground))
                column += fields

    def _filled_row(self, row: int, column: int, fields: int, **paint: str) -> str:
        """Fill so many fields of a row, from a column."""
        x, y = self._middle(str(Field(row, column)))
        return element("use", href=f"#{self._code}-{fields}", x=x, y=y, **paint)

    def _covers(self) -> Iterator[str]:
        """Cover the names of fields whose signs need the room."""
        for field, found in self.layouts.items():
            if not found.named:
                (x, y), ground = self._middle(field), self._ground(field)
                yield element("rect", x=x - 26, y=y + 10, width=52, height=22, **_filling(ground))

    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the key: each sign as SVG for a page that has what `shared` gives, and its words."""
        page = copy(self)
        page._refers = True
        size = 'viewBox="-30 -21 60 42" width="40" height="28"'
        return tuple(
            (f'<svg class="board legend" {size}>{"".join(page._example(entry, 0, 0))}</svg>', entry.words)
            for entry in self.chart.key
        )

    @property
    def is_crowded(self) -> bool:
        """Whether a field has more on it than it has room for."""
        return any(one.more for one in self.layouts.values())

    # -- the board --

    def _middle(self, field: str) -> Point:
        """Return the centre of a field; north is up."""
        found = read_field(field)
        return self._hexes.middle(*position(found)) if found else (0.0, 0.0)

    def _fields(self) -> Iterator[Field]:
        """Yield all fields, row by row from the north-west."""
        rows, columns = range(self.chart.rows, 0, -1), range(1, self.chart.columns + 1)
        return (Field(row, column) for row in rows for column in columns)

    def _ground(self, field: str) -> str:
        cell = self.chart.cells.get(field)
        return cell.ground if cell else self.chart.empty

    def _grounds(self) -> str:
        """Draw every field with its ground."""
        return group([
            polygon(self._hexes.corners(self._middle(str(field))),
                    {"field": str(field), "ground": self._ground(str(field))}, fill=GROUNDS[self._ground(str(field))])
            for field in self._fields()
        ], stroke=LINE, stroke_width=2)  # fmt: skip

    def _has_room(self, field: str) -> bool:
        """Whether the field has room for its name."""
        found = self.layouts.get(field)
        return found is None or found.named

    def _to_name(self) -> Iterator[str]:
        """Yield the fields whose names are wanted: those with something on them, or else the next; some of all others.

        Some may come twice.
        """
        for row in range(MARKED_ROW, self.chart.rows + 1, MARKED_ROW):
            yield from (f"{LETTERS[n - 1]}{row}" for n in range(MARKED_COLUMN, self.chart.columns + 1, MARKED_COLUMN))
        yield from (end for arrow in self.chart.arrows for end in (arrow.path[0], arrow.path[-1]))
        for field, cell in self.chart.cells.items():
            if cell.signs:
                yield from [field] if self._has_room(field) else self._beside(field)

    def _beside(self, field: str) -> list[str]:
        """Return the fields to the west and east of a field."""
        found = read_field(field)
        columns = (found.column - 1, found.column + 1) if found else ()
        return [f"{LETTERS[n - 1]}{found.row}" for n in columns if found and 1 <= n <= self.chart.columns]

    def _names(self, fields: Iterable[str], colour: str, weight: float = WEIGHT) -> str:
        """Draw the names of fields, each at the foot of its field."""
        places = ((field, self._middle(field)) for field in fields)
        return many_letters(((field, x, y + LOWER) for field, (x, y) in places), NAME, colour, weight)

    def _letters(self) -> Iterator[str]:
        """Draw the letters of columns above and below the board."""
        high = self._hexes.high / 2
        for row, down in ((self.chart.rows, -1), (1, 1)):
            places = ((letter, self._middle(f"{letter}{row}")[0]) for letter in LETTERS[: self.chart.columns])
            y = self._hexes.top + high + down * (high + EDGE / 2)
            yield many_letters(((letter, x, y) for letter, x in places), COORDINATE, INK)

    def _numbers(self) -> Iterator[str]:
        """Draw the numbers of rows on both sides."""
        for row in range(1, self.chart.rows + 1):
            for column, side in ((1, -1), (self.chart.columns, 1)):
                x, y = self._middle(str(Field(row, column)))
                yield letters(str(row), x + side * (self._hexes.wide + SIDE) / 2, y, COORDINATE, INK, SIDE - 4)

    # -- what is on it --

    def _things(self) -> Iterator[str]:
        """Draw arrows and signs: first the lines, then the names and signs of fields, then the heads of arrows."""
        going = [(one, [self._middle(field) for field in one.path], turn) for one, turn in _turns(self.chart.arrows)]
        yield group([part for arrow, points, turn in going for part in arrows.line(arrow, points, turn)])
        if not self._refers:
            yield from self._own_names()
        yield from (self._signs(field, one) for field, one in self.layouts.items())
        for arrow, points, turn in going:
            facts = {"from": arrow.path[0], "to": arrow.path[-1], "kind": arrow.kind, **arrow.facts}
            yield group(arrows.head(arrow, points, turn), facts)

    def _own_names(self) -> Iterator[str]:
        """Draw the names that the board shows, those along arrows with a white rim."""
        crossed = {field for arrow in self.chart.arrows if arrow.kind == MOVE for field in arrow.path}
        named = [str(field) for field in self._fields() if str(field) in self._named]
        yield group([self._names([field for field in named if field in crossed], WHITE, 0.6)])
        yield group([self._names(named, NAMES)], class_="board-name")

    def _signs(self, field: str, found: Layout) -> str:
        x, y = self._middle(field)
        drawn = [self._sign(one, _at(box, x, y)) for one, box in found.signs]
        drawn += [tag(text, _at(box, x, y)) for text, box in found.tags]
        return group(drawn, {"at": field}) if drawn else ""

    def _sign(self, one: Sign, box: Box) -> str:
        """Draw a sign, or refer to it if a page has it."""
        plain = replace(one, facts={}, tag="")
        if not self._refers or self.usual.get(called(plain)) != plain:
            return sign(replace(one, facts={}) if self._refers else one, box)
        scale = "" if box.high == HIGH else f" scale({number(box.high / HIGH)})"
        return element("use", href=f"#{called(plain)}", transform=f"translate({number(box.x)} {number(box.y)}){scale}")

    def _crowded(self, top: int) -> tuple[list[str], int]:
        """Draw a line for each field that has more than it has room for, with all of it; and say where they end."""
        content = []
        for field, found in self.layouts.items():
            if not found.more:
                continue
            name = letters_from(MARGIN, f"{field}+", top + LIST_LINE / 2, KEY_TEXT, INK, LIST_NAME - 8)
            drawn, x = [group([name], class_="board-ink")], MARGIN + LIST_NAME
            for one in self.chart.cells[field].signs:
                if x + LIST_SIGN + LIST_TAG > self._wide:
                    x, top = MARGIN + LIST_NAME, top + LIST_LINE
                drawn.append(self._sign(one, Box(x + WIDE / 2, top + LIST_LINE / 2, WIDE, HIGH)))
                x += LIST_SIGN
                if one.tag:
                    drawn.append(tag(one.tag, Box(x + LIST_TAG / 2 - 6, top + LIST_LINE / 2, LIST_TAG, 20)))
                    x += LIST_TAG
            content.append(group(drawn, {"at": field, "all": "yes"}))
            top += LIST_LINE
        return content, top

    # -- the key --

    def _key(self, top: int) -> tuple[list[str], int]:
        """Draw the key, two entries to a line where both fit; and say where it ends."""
        content, half, left = [], (self._wide - 2 * MARGIN) / 2, True
        for entry in self.chart.key:
            long = KEY_SIGN + width_of(entry.words, KEY_TEXT) > half - 8
            if long and not left:
                top, left = top + KEY_LINE, True
            x, room = MARGIN + (0 if left else half), half * (2 if long else 1)
            content.append(self._entry(entry, x, top + KEY_LINE / 2, room))
            left = long or not left
            top += KEY_LINE if left else 0
        return content, top if left else top + KEY_LINE

    def _entry(self, entry: Entry, left: float, y: float, wide: float) -> str:
        words = letters_from(left + KEY_SIGN, entry.words, y, KEY_TEXT, INK, wide - KEY_SIGN - 8)
        return group([*self._example(entry, left + KEY_SIGN / 2 - 6, y), group([words], class_="board-ink")])

    def _example(self, entry: Entry, x: float, y: float) -> list[str]:
        """Draw what an entry of the key explains."""
        if entry.ground:
            corners = self._hexes.corners((x, y), 0.46)
            return [polygon(corners, **_filling(entry.ground), stroke=LINE, stroke_width=2)]
        if entry.arrow:
            wide = 26 if entry.arrow.kind == MOVE else 44
            way = [(x + side * wide, y - arrows.FLAT_ASIDE) for side in (-1, 1)]
            return [*arrows.line(entry.arrow, way, 0), *arrows.head(entry.arrow, way, 0)]
        if entry.sign is None:
            return []
        found = [self._sign(entry.sign, Box(x - (10 if entry.sign.tag else 0), y, WIDE, HIGH))]
        return [*found, tag(entry.sign.tag, Box(x + 16, y, LIST_TAG, 22))] if entry.sign.tag else found


def _filling(ground: str) -> dict[str, str]:
    """Return how a ground is filled, and the class by which a page may fill it otherwise."""
    return {"fill": GROUNDS[ground], "class_": f"board-{ground}"}


def _at(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y, box.wide, box.high)


def _turns(arrows_: Sequence[Arrow]) -> list[tuple[Arrow, int]]:
    """Return each arrow with the number of earlier ones that go the same way."""
    ways = [arrow.path for arrow in arrows_]
    return [(arrow, ways[:n].count(ways[n])) for n, arrow in enumerate(arrows_)]
