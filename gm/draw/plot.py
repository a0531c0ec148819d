"""Figures over time as lines, named where they end; and amounts that went from some to others, as bands.

In a page letters are text in the reader's own font; in a PNG they are strokes, as in all pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from gm.draw.colours import sides
from gm.draw.drawing import Content, Drawing
from gm.draw.png import to_png
from gm.draw.strokes import number, width_of
from gm.draw.svg import INK, LINE, PALE, WHITE, element, group, letters, letters_from
from gm.rules.pictures.plot import Curve, Flow, Plot

WIDE = 640
LEFT, TOP, BOTTOM = 46, 14, 34  # room for figures, the highest line and the labels below
HIGH = 300  # of the lines
TEXT, CAPITALS = 17, 15  # the size of text in a page, and the height of strokes: nine pixels on a phone
APART = 21  # two names at the ends of lines
LETTER, STROKES = 10, 14  # how wide a letter is at most, as text and in strokes
MOST_POINTS = 20  # are marked
STEPS = (1, 2, 5)
TICKS = 5
CASE, THICK, POINT = 4.6, 2.6, 3.4  # widths of a line's rim and of the line; the radius of a point
TONES = {
    "red": "#cc2211", "blue": "#4466cc", "green": "#3f8f4f", "yellow": "#eecc44", "white": "#ffffff",
    "violet": "#8a4ab0", "black": "#222222",
}  # fmt: skip
Ends = list[tuple[float, Curve]]


class PlotDrawing(Drawing[Plot]):
    """Lines over time."""

    palette, heading, scale, file = (), (20, 44), 1.25, False

    def __init__(self, picture: Plot) -> None:
        super().__init__(picture)
        self._text = False
        top = max((value for one in picture.curves for value in one.values if value is not None), default=0)
        self._step = _step(top)
        self._top = max(self._step, -(-top // self._step) * self._step)

    def draw(self) -> Content:
        """Draw the lines, the figures on the left, and the names on the right."""
        high = TOP + max(HIGH, APART * len(self.picture.curves)) + BOTTOM
        shown = [*self._grid(), *self._labels(), *(part for one in self._drawn_last() for part in self._line(one))]
        return [group([*shown, *self._names()], transform=f"translate(0 {self._below})")], WIDE, high + self._below

    @property
    def _letter(self) -> int:
        return LETTER if self._text else STROKES

    @property
    def _right(self) -> int:
        """The room for names at the ends of lines."""
        longest = max((len(f"{one.name} {_figure(_last(one) or 0)}") for one in self.picture.curves), default=0)
        return 42 + self._letter * longest

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
        return to_png(self.svg(), (WHITE, INK, LINE, PALE, *(self._colour(one) for one in self.picture.curves)))

    @property
    def _floor(self) -> float:
        return TOP + max(HIGH, APART * len(self.picture.curves))

    def _x(self, n: int) -> float:
        last = max(1, len(self.picture.labels) - 1)
        return LEFT + (WIDE - LEFT - self._right) * n / last

    def _y(self, value: float) -> float:
        return self._floor - (self._floor - TOP) * value / self._top

    def _word(self, text: str, x: float, y: float, side: str = "middle") -> str:
        """Write a word: centred at x, or with its end or its beginning there."""
        if self._text:
            return f'<text x="{number(x)}" y="{number(y + TEXT / 3)}" text-anchor="{side}">{escape(text)}</text>'
        if side == "middle":
            return letters(text, x, y, CAPITALS, INK)
        left = x if side == "start" else x - width_of(text, CAPITALS)
        return letters_from(left, text, y, CAPITALS, INK)

    def _grid(self) -> Iterator[str]:
        ticks = range(0, int(self._top / self._step) + 1)
        lines = "".join(f"M{LEFT} {number(self._y(n * self._step))}H{number(WIDE - self._right)}" for n in ticks)
        yield element("path", d=lines, stroke=LINE, stroke_width=1, stroke_opacity=0.5, fill="none")
        for n in ticks:
            yield self._word(_figure(n * self._step), LEFT - 8, self._y(n * self._step), "end")

    def _labels(self) -> Iterator[str]:
        labels = self.picture.labels
        last = len(labels) - 1
        room = (WIDE - LEFT - self._right) / (self._letter * (max(map(len, labels), default=1) + 2))
        every = -(-len(labels) // max(2, int(room))) or 1
        for n, label in enumerate(labels):
            if n == last or (n % every == 0 and last - n >= every):
                yield self._word(label, self._x(n), self._floor + 20)

    def _drawn_last(self) -> Sequence[Curve]:
        """Return the curves, the highest at the end last, so that none covers it."""
        return sorted(self.picture.curves, key=lambda one: one.values[-1] or 0 if one.values else 0)

    def _colour(self, one: Curve) -> str:
        return TONES.get(one.tone) or sides(max(self.picture.sides, one.place + 1))[one.place]

    def _line(self, one: Curve) -> Iterator[str]:
        points = [(self._x(n), self._y(value)) for n, value in enumerate(one.values) if value is not None]
        if not points:
            return
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        paint = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        yield element("path", d=d, stroke=INK, stroke_width=CASE, class_="plot-rim", **paint)
        yield element("path", d=d, stroke=self._colour(one), stroke_width=THICK, **paint)
        if len(points) <= MOST_POINTS:
            dots = [element("circle", cx=x, cy=y, r=POINT) for x, y in points]
            yield group(dots, fill=self._colour(one), stroke=INK, stroke_width=1, class_="plot-rim")

    def _names(self) -> Iterator[str]:
        """Write the name and the last figure of each line beside its end, pushed apart where they would meet."""
        last = [(one, _last(one)) for one in self.picture.curves]
        ends: Ends = sorted(((self._y(value), one) for one, value in last if value is not None), key=lambda end: end[0])
        for (y, one), place in zip(ends, _apart([y for y, _ in ends], TOP, self._floor), strict=True):
            x = WIDE - self._right
            line = f"M{number(x + 4)} {number(y)}L{number(x + 16)} {number(place)}"
            yield element("path", d=line, stroke=LINE, stroke_width=1, fill="none")
            yield element("circle", cx=x + 22, cy=place, r=5.5, fill=self._colour(one), stroke=INK, stroke_width=1)
            yield self._word(f"{one.name} {_figure(_last(one) or 0)}", x + 32, place, "start")

    def described(self) -> Iterator[str]:
        """Yield the figures of each line."""
        for one in self.picture.curves:
            pairs = zip(self.picture.labels, one.values, strict=True)
            told = ", ".join(f"{label}: {_figure(value)}" for label, value in pairs if value is not None)
            yield f"{one.name}, {self.picture.what}: {told}."


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
        places = _apart([top + one * unit / 2 for top, one in zip(tops, sums, strict=True)], TOP, self.TALL + TOP)
        on_left = x < WIDE / 2
        for n, (top, one, place) in enumerate(zip(tops, sums, places, strict=True)):
            if not one:
                continue
            yield element("rect", x=x, y=top, width=self.BAR, height=max(one * unit, 1), fill=colours[n], stroke=INK,
                          stroke_width=1)  # fmt: skip
            at, side = (x - 8, "end") if on_left else (x + self.BAR + 8, "start")
            text = escape(f"{self.picture.names[n]} {one}")
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


def _apart(wanted: Sequence[float], top: float, floor: float) -> list[float]:
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

