"""Figures over time: lines, named where they end, or by how much one of two was ahead; and bands from some to others.

In a page letters are text in the reader's own font; in a PNG they are strokes, as in all pictures.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from gm.draw.colours import sides
from gm.draw.drawing import Content, Drawing
from gm.draw.png import to_png
from gm.draw.strokes import number, width_of
from gm.draw.svg import INK, LINE, PALE, WHITE, element, group, letters, letters_from, written
from gm.rules.pictures.plot import Curve, Flow, Lead, Plot

WIDE = 640
LEFT, TOP, BOTTOM = 52, 16, 38  # room for figures, the highest line and the labels below
HIGH = 300  # of the lines
TEXT, CAPITALS = 21, 15  # the size of text in a page, twelve pixels on a phone, and the height of strokes, nine
ROW = 24  # a second row of labels
APART = 25  # two names at the ends of lines
LETTER, STROKES = 13, 14  # how wide a letter is at most, as text and in strokes
MOST_POINTS = 20  # are marked
STEPS = (1, 2, 5)
TICKS = 5
CASE, THICK, POINT = 4.6, 2.6, 3.4  # widths of a line's rim and of the line; the radius of a point
BESIDE = 3.6  # lines that meet run beside each other, so far apart
RING = 8  # the radius of the ring at a mark
TONES = {
    "red": "#cc2211", "blue": "#4466cc", "green": "#3f8f4f", "yellow": "#eecc44", "white": "#ffffff",
    "violet": "#8a4ab0", "black": "#222222",
}  # fmt: skip
Ends = list[tuple[float, Curve]]
P = TypeVar("P", bound=Plot)


class Axes(Drawing[P]):
    """What plots have in common: figures on the left, labels below, marks, and names on the right."""

    palette, heading, scale, file = (), (20, 44), 1.25, False

    def __init__(self, picture: P) -> None:
        super().__init__(picture)
        self._text = False
        low, high = self.reach()
        self._step = _step(max(high - low, high, -low))
        self._top = max(self._step, -(-high // self._step) * self._step)
        self._low = low // self._step * self._step

    @abstractmethod
    def reach(self) -> tuple[float, float]:
        """Return the lowest and the highest figure."""

    @abstractmethod
    def lines_drawn(self) -> Iterator[str]:
        """Draw what stands between the axes."""

    @abstractmethod
    def marked_at(self, n: int, name: str) -> float:
        """Return how high the ring of a mark is, on the line of a side."""

    @abstractmethod
    def ends(self) -> Ends:
        """Return the sides with the figures beside which their names stand, the highest first."""

    def draw(self) -> Content:
        """Draw the axes, what is between them, and the names on the right."""
        shown = [*self._grid(), *self._labels(), *self.lines_drawn(), *self._rings(), *self._names()]
        high = round(self._floor) + BOTTOM + ROW * bool(self._rows()[1])
        return [group(shown, transform=f"translate(0 {self._below})")], WIDE, high + self._below

    @property
    def _letter(self) -> int:
        return LETTER if self._text else STROKES

    @property
    def _right(self) -> float:
        """The room for names at the ends of lines."""
        return 42 + self._letter * max((len(self.end(one)) for one in self.picture.curves), default=0)

    @property
    def _below(self) -> int:
        return 0 if self._text else self.heading[1]

    def inline(self) -> str:
        """Return it for a page, which has its title and a style for its classes."""
        self._text = True
        content, width, height = self.draw()
        self._text = False
        return f'<svg class="plot" viewBox="0 0 {width} {height}">{"".join(content)}</svg>'

    def png(self) -> bytes:
        """Return it as a PNG of the same size."""
        return to_png(self.svg(), (WHITE, INK, LINE, PALE, *(self.colour(one) for one in self.picture.curves)))

    @property
    def _floor(self) -> float:
        return TOP + max(HIGH, APART * len(self.picture.curves))

    def x(self, n: float) -> float:
        """Return where a point in time is."""
        last = max(1, len(self.picture.labels) - 1)
        return LEFT + (WIDE - LEFT - self._right) * n / last

    def y(self, value: float) -> float:
        """Return where a figure is."""
        return self._floor - (self._floor - TOP) * (value - self._low) / (self._top - self._low)

    def colour(self, one: Curve) -> str:
        """Return the colour of a side."""
        return TONES.get(one.tone) or sides(max(self.picture.sides, one.place + 1))[one.place]

    def word(self, text: str, x: float, y: float, side: str = "middle", weight: str = "") -> str:
        """Write a word: centred at x, or with its end or its beginning there. weight: a class of its style."""
        if self._text:
            bold = f' class="{weight}"' if weight else ""
            place = f'x="{number(x)}" y="{number(y + TEXT / 3)}" text-anchor="{side}"'
            return f"<text{bold} {place}>{written(text)}</text>"
        if side == "middle":
            return letters(text, x, y, CAPITALS, INK)
        left = x if side == "start" else x - width_of(text, CAPITALS)
        return letters_from(left, text, y, CAPITALS, INK)

    def _grid(self) -> Iterator[str]:
        ticks = range(round(self._low / self._step), round(self._top / self._step) + 1)
        lines = "".join(f"M{LEFT} {number(self.y(n * self._step))}H{number(WIDE - self._right)}" for n in ticks)
        yield element("path", d=lines, stroke=LINE, stroke_width=1, stroke_opacity=0.5, fill="none")
        for n in ticks:
            yield self.word(_figure(abs(n) * self._step), LEFT - 8, self.y(n * self._step), "end")

    def _labels(self) -> Iterator[str]:
        """Write the labels for which there is room."""
        marked = {n for n, _ in self.picture.marks}
        for row, shown in enumerate(self._rows()):
            for n in sorted(shown):
                y = self._floor + 20 + ROW * row
                yield self.word(self.picture.labels[n], self.x(n), y, weight="mark" if n in marked else "")

    def _rows(self) -> tuple[list[int], list[int]]:
        """Return whose labels stand below: the last, the marked, the first, and others between them.

        The marked for which there is no room stand in a row of their own, as far as they have room there.
        """
        labels, last = self.picture.labels, len(self.picture.labels) - 1
        room = (WIDE - LEFT - self._right) / (self._letter * (max(map(len, labels), default=1) + 1))
        every = -(-len(labels) // max(2, int(room))) or 1
        marked = [n for n, _ in self.picture.marks]
        above: list[int] = []
        for n in (last, *marked, 0, *range(0, last, every)):
            if n >= 0 and all(self._apart(n, other) for other in above):
                above.append(n)
        below: list[int] = []
        for n in reversed(marked):
            if n not in above and all(self._apart(n, other) for other in below):
                below.append(n)
        return above, below

    def _apart(self, n: int, other: int) -> bool:
        """Return whether there is room for two labels."""
        letters_wide = (len(self.picture.labels[n]) + len(self.picture.labels[other])) / 2 + 1
        return abs(self.x(n) - self.x(other)) >= self._letter * letters_wide

    def _rings(self) -> Iterator[str]:
        """Draw a line through each mark, and a ring where it counts."""
        for n, name in self.picture.marks:
            x = number(self.x(n))
            yield element("path", d=f"M{x} {TOP}V{number(self._floor + 6)}", stroke=INK, stroke_width=1.2,
                          stroke_dasharray="3 4", fill="none", class_="plot-rim")  # fmt: skip
            yield element("circle", cx=self.x(n), cy=self.marked_at(n, name), r=RING, fill="none", stroke=INK,
                          stroke_width=2, class_="plot-rim")  # fmt: skip

    def end(self, one: Curve) -> str:
        """Return what stands at the right of a side."""
        return f"{one.short or one.name} {one.fate or _figure(_last(one) or 0)}"

    def _names(self) -> Iterator[str]:
        """Write the name and the last figure of each side, pushed apart where they would meet."""
        found = [(self.y(value), one) for value, one in self.ends()]
        for (y, one), place in zip(found, _places([y for y, _ in found], TOP, self._floor), strict=True):
            x = WIDE - self._right
            line = f"M{number(x + 4)} {number(y)}L{number(x + 16)} {number(place)}"
            yield element("path", d=line, stroke=LINE, stroke_width=1, fill="none")
            yield element("circle", cx=x + 22, cy=place, r=5.5, fill=self.colour(one), stroke=INK, stroke_width=1,
                          class_="plot-rim")  # fmt: skip
            yield self.word(self.end(one), x + 32, place, "start")

    def described(self) -> Iterator[str]:
        """Yield the figures of each line."""
        for one in self.picture.curves:
            pairs = zip(self.picture.labels, one.values, strict=True)
            told = ", ".join(f"{label}: {_figure(value)}" for label, value in pairs if value is not None)
            yield f"{one.name}, {self.picture.what}: {told}."


class PlotDrawing(Axes[Plot]):
    """A line for each side."""

    def reach(self) -> tuple[float, float]:
        """Return 0 and the highest figure."""
        return 0, max((value for one in self.picture.curves for value in one.values if value is not None), default=0)

    def lines_drawn(self) -> Iterator[str]:
        """Draw the lines, the highest at the end last, so that none covers it."""
        for one in sorted(self.picture.curves, key=lambda one: _last(one) or 0):
            yield from self._line(one)

    def marked_at(self, n: int, name: str) -> float:
        """Return where the side's line is."""
        one = next(one for one in self.picture.curves if one.name == name)
        return self.y(one.values[n] or 0) + self._beside(one, n)

    def ends(self) -> Ends:
        """Return the sides that have figures, with the last of them."""
        last = [(value, one) for one in self.picture.curves if (value := _last(one)) is not None]
        return sorted(last, key=lambda end: -end[0])

    def _beside(self, one: Curve, n: int) -> float:
        """Return how far from its figure a line is drawn, where others have the same."""
        same = [other.place for other in self.picture.curves if other.values[n] == one.values[n]]
        apart = min(BESIDE, (self.y(0) - self.y(self._step)) / (len(same) + 1))
        return apart * (same.index(one.place) - (len(same) - 1) / 2)

    def _line(self, one: Curve) -> Iterator[str]:
        points = [
            (self.x(n), self.y(value) + self._beside(one, n)) for n, value in enumerate(one.values) if value is not None
        ]
        if not points:
            return
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        paint = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        yield element("path", d=d, stroke=INK, stroke_width=CASE, class_="plot-rim", **paint)
        yield element("path", d=d, stroke=self.colour(one), stroke_width=THICK, **paint)
        if len(points) <= MOST_POINTS:
            dots = [element("circle", cx=x, cy=y, r=POINT) for x, y in points]
            yield group(dots, fill=self.colour(one), stroke=INK, stroke_width=1, class_="plot-rim")


class LeadDrawing(Axes[Lead]):
    """By how much one of two sides was ahead: above the line in the middle the first, below it the second."""

    def __init__(self, picture: Lead) -> None:
        first, second = picture.curves
        self._ahead = [(a or 0) - (b or 0) for a, b in zip(first.values, second.values, strict=True)]
        super().__init__(picture)

    def reach(self) -> tuple[float, float]:
        """Return how far each side was ahead at most."""
        return min(0, *self._ahead), max(0, *self._ahead)

    def lines_drawn(self) -> Iterator[str]:
        """Draw the lead as an area of the colour of who was ahead, and the line in the middle."""
        for one, sign in zip(self.picture.curves, (1, -1), strict=True):
            points = [(self.x(n), self.y(value)) for n, value in self._crossed() if value * sign >= 0]
            d = "".join(f"L{number(x)} {number(y)}" for x, y in points)
            if points:
                around = f"M{number(points[0][0])} {number(self.y(0))}{d}L{number(points[-1][0])} {number(self.y(0))}Z"
                yield element("path", d=around, fill=self.colour(one), stroke="none")
        line = "L".join(f"{number(self.x(n))} {number(self.y(value))}" for n, value in enumerate(self._ahead))
        yield element("path", d=f"M{line}", fill="none", stroke=INK, stroke_width=2, class_="plot-rim")
        middle = f"M{LEFT} {number(self.y(0))}H{number(WIDE - self._right)}"
        yield element("path", d=middle, fill="none", stroke=INK, stroke_width=1.5, class_="plot-rim")

    def _crossed(self) -> Iterator[tuple[float, float]]:
        """Yield the points of the line, and those at which it crosses the middle."""
        for n, value in enumerate(self._ahead):
            before = self._ahead[n - 1] if n else 0
            if before * value < 0:
                yield n - 1 + before / (before - value), 0
            yield n, value

    def marked_at(self, n: int, name: str) -> float:
        """Return where the lead is, whoever has it."""
        return self.y(self._ahead[n])

    def end(self, one: Curve) -> str:
        """Return who is ahead on this side of the middle."""
        return f"{one.short or one.name} ahead"

    def ends(self) -> Ends:
        """Return the first side above the middle, and the second below it."""
        first, second = self.picture.curves
        return [(self._top / 2, first), (self._low / 2, second)]


class FlowDrawing(Drawing[Flow]):
    """Bands from those on the left to those on the right, as wide as the amounts."""

    palette, heading, scale, file = (), (20, 44), 1.25, False
    BAR, GAP, NAMES, TALL = 14, 12, 178, 330

    def draw(self) -> Content:
        """Draw the bands, then the bars at both ends with names and sums."""
        names, amounts = self.picture.names, self.picture.amounts
        colours = sides(len(names))
        total = sum(amount for *_, amount in amounts) or 1
        unit = (self.TALL - self.GAP * (len(names) - 1)) / total
        given = [sum(amount for start, _, amount in amounts if start == n) for n in range(len(names))]
        got = [sum(amount for _, end, amount in amounts if end == n) for n in range(len(names))]
        left, right = self._tops(given, unit), self._tops(got, unit)
        shown = [*self._bands(left, right, unit, colours)]
        shown += self._bars(self.NAMES, left, given, unit, colours)
        shown += self._bars(WIDE - self.NAMES - self.BAR, right, got, unit, colours)
        return shown, WIDE, self.TALL + 2 * TOP

    def _tops(self, sums: Sequence[int], unit: float) -> list[float]:
        """Return where each bar begins."""
        found, y = [], float(TOP)
        for one in sums:
            found.append(y)
            y += one * unit + self.GAP
        return found

    def _bands(self, left: list[float], right: list[float], unit: float, colours: Sequence[str]) -> Iterator[str]:
        begun, ended = [*left], [*right]
        x, end_x = self.NAMES + self.BAR, WIDE - self.NAMES - self.BAR
        middle = (x + end_x) / 2
        for start, end, amount in self.picture.amounts:
            wide = amount * unit
            a, b = begun[start] + wide / 2, ended[end] + wide / 2
            d = f"M{x} {number(a)}C{number(middle)} {number(a)} {number(middle)} {number(b)} {end_x} {number(b)}"
            paint = {"stroke": colours[start], "stroke_width": max(wide, 0.6), "stroke_opacity": 0.6, "fill": "none"}
            yield element("path", d=d, **paint)
            begun[start] += wide
            ended[end] += wide

    def _bars(self, x: float, tops: list[float], sums: list[int], unit: float, colours: Sequence[str]) -> Iterator[str]:
        places = _places([top + one * unit / 2 for top, one in zip(tops, sums, strict=True)], TOP, self.TALL + TOP)
        on_left = x < WIDE / 2
        for n, (top, one, place) in enumerate(zip(tops, sums, places, strict=True)):
            if not one:
                continue
            yield element("rect", x=x, y=top, width=self.BAR, height=max(one * unit, 1), fill=colours[n], stroke=INK,
                          stroke_width=1)  # fmt: skip
            at, side = (x - 8, "end") if on_left else (x + self.BAR + 8, "start")
            text = written(f"{self.picture.names[n]} {one}")
            yield f'<text x="{number(at)}" y="{number(place + TEXT / 3)}" text-anchor="{side}">{text}</text>'

    def inline(self) -> str:
        """Return it for a page."""
        content, width, height = self.draw()
        return f'<svg class="plot" viewBox="0 0 {width} {height}">{"".join(content)}</svg>'

    def described(self) -> Iterator[str]:
        """Yield every amount."""
        for start, end, amount in self.picture.amounts:
            yield f"{self.picture.names[start]} to {self.picture.names[end]}: {amount} {self.picture.what}."


def _last(one: Curve) -> float | None:
    """Return the last figure of a line, None if it has none."""
    return next((value for value in reversed(one.values) if value is not None), None)


def _step(top: float) -> float:
    """Return the distance of the lines behind a plot that reaches up to *top*: 1, 2 or 5, or ten times that."""
    size = 1
    while True:
        for one in STEPS:
            if top <= one * size * TICKS:
                return one * size
        size *= 10


def _places(wanted: Sequence[float], top: float, floor: float) -> list[float]:
    """Return the places of names near those *wanted*, which are in order, with room between them."""
    found = [*wanted]
    for n in range(1, len(found)):
        found[n] = max(found[n], found[n - 1] + APART)
    over = max(0.0, found[-1] - floor) if found else 0.0
    if over:
        found[-1] -= over
        for n in range(len(found) - 2, -1, -1):
            found[n] = min(found[n], found[n + 1] - APART)
    return found


def _figure(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)

