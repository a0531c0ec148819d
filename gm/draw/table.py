"""A table with piles of chips: each pile with its latest chip on top, and below it what may be done next.

A chip is told from the others by its letter and its pattern as well as by its colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy

from gm.draw.drawing import MARGIN, Content, Drawing
from gm.draw.strokes import height_for, width_of
from gm.draw.svg import INK, LINE, PALE, WHITE, element, group, letters, letters_from, polygon
from gm.rules.pictures.table import BURN, CAPTURE, Choice, Heap, TablePicture

WIDE, ACROSS = 560, 3  # of the picture; and how many piles go side by side
COLUMN = (WIDE - 2 * MARGIN) // ACROSS
TITLE, TITLE_HIGH = 27, 66
CHIP_WIDE, CHIP_HIGH = 96, 28
NAME, PILE, CAPTION, CAPTION_LINE, KEY, KEY_LINE = 17, 17, 15, 23, 15, 24
TRAY = 38
SMALL_WIDE, COUNT_WIDE = 48, 22
LABEL, LABEL_SMALL = 28, 20  # of the white part of a chip that bears its letter
SOFT = "#5f5f5f"
TONES: Mapping[str, str] = {
    "RED": "#b3261e", "BLUE": "#1f4fa8", "GREEN": "#23803a", "YELLOW": "#f2c314", "WHITE": WHITE, "VIOLET": "#7a3aa0",
}  # fmt: skip
ON: Mapping[str, str] = {"YELLOW": INK, "WHITE": INK}  # the colour of a pattern; white on the other chips
KEY_TEXT = ("UNDER A PILE: THE CHIP THAT IS PLAYED ON IT,", "AND THEN WHO MAY BE NEXT OR WHAT BECOMES OF IT")
WORDS = 2  # colours that are written out; of more, the letters


class TableDrawing(Drawing[TablePicture]):
    """The piles in rows, a line about what they mean or what else is due, and what each player holds."""

    palette = (WHITE, INK, LINE, PALE, *TONES.values(), SOFT, "#b5b5b5", "#cc7a75", "#7f97c8", "#7fb48b", "#ead98c")
    heading = (TITLE, TITLE_HIGH)

    def __init__(self, picture: TablePicture) -> None:
        super().__init__(picture)
        self._refers = False  # to chips that a page has

    def draw(self) -> Content:
        """Draw everything from top to bottom, and say how high it is."""
        picture, top = self.picture, TITLE_HIGH
        content: list[str] = []
        for row in self._rows():
            drawn, top = self._row(row, top)
            content += drawn
        key = (picture.hint.upper(),) if picture.hint else KEY_TEXT if picture.choices else ()
        high, ink, look = (PILE, INK, "board-ink") if picture.hint else (KEY, SOFT, "board-soft")
        for line in key:
            words = letters(line, WIDE / 2, top + KEY_LINE / 2, high, ink, WIDE - 2 * MARGIN)
            content.append(group([words], class_=look))
            top += KEY_LINE
        top += MARGIN
        for name, chips, mark in self._trays():
            content.append(group(self._tray(name, chips, mark, top), {"tray": name}))
            top += TRAY
        return content, WIDE, top + MARGIN

    def shared(self) -> str:
        """Return a chip of each colour, as it lies in a pile and as it lies before a player."""
        chips = (
            group(chip(colour, 0, 0, wide), id=_code(colour, wide))
            for colour in TONES for wide in (CHIP_WIDE, SMALL_WIDE)
        )  # fmt: skip
        return f'<svg class="shared" width="0" height="0" aria-hidden="true"><defs>{"".join(chips)}</defs></svg>'

    def inline(self) -> str:
        """Return piles and trays for a page that has what `shared` gives, and says itself what is due."""
        page = copy(self)
        page._refers = True
        content, width, height = page.draw()
        return f'<svg class="board" viewBox="0 {TITLE_HIGH} {width} {height - TITLE_HIGH}">{"".join(content)}</svg>'

    def described(self) -> Iterator[str]:
        """Yield the piles, what everybody holds, and what may be played or what else is due."""
        for heap in self.picture.heaps:
            yield f"Pile {heap.number}, from the bottom: {', '.join(heap.chips).lower()}."
        for name, chips, mark in self._trays():
            held = ", ".join(f"{count} {colour.lower()}" for colour, count in chips.items()) or "no chip"
            yield f"{name if name != 'DEAD' else 'Dead'}{' (defeated)' if mark == 'out' else ''}: {held}."
        for choice in self.picture.choices:
            chips_played, to = " or ".join(choice.colours).lower(), " or ".join(choice.to)
            where = f"on pile {choice.pile}" if choice.pile else "on a new pile"
            comes = {CAPTURE: f"{to} captures it", BURN: "all of it is dead"}.get(choice.what, f"next {to}")
            yield f"{_capital(chips_played)} {where}: {comes}."
        if self.picture.hint:
            yield f"{_capital(self.picture.hint)}."

    def _rows(self) -> Iterator[list[Heap]]:
        """Yield the piles in rows; an empty one comes last, if a chip may be played there."""
        new = [Heap(0, ())] if any(not choice.pile for choice in self.picture.choices) else []
        heaps = [*self.picture.heaps, *new]
        for start in range(0, len(heaps), ACROSS):
            yield heaps[start : start + ACROSS]

    def _trays(self) -> Iterator[tuple[str, dict[str, int], str]]:
        """Yield who holds what, and the mark at their name; dead chips come last."""
        for tray in self.picture.trays:
            yield tray.seat, tray.chips, "out" if tray.defeated else "owes" if tray.owes else ""
        yield "DEAD", self.picture.dead, ""

    # -- its parts --

    def _row(self, row: Sequence[Heap], top: int) -> tuple[list[str], int]:
        """Draw a row of piles standing on one line, with captions below; also return where the next row begins."""
        captions = [caption_of(heap, self.picture.choices) for heap in row]
        foot = top + max(1, *(len(heap.chips) for heap in row)) * CHIP_HIGH
        content = []
        for place, (heap, caption) in enumerate(zip(row, captions, strict=True)):
            middle = MARGIN + place * COLUMN + COLUMN / 2
            content.append(self._heap(heap, middle, foot))
            content += _lines(caption, middle, foot + 22)
        return content, foot + max(len(caption) for caption in captions) * CAPTION_LINE + 26

    def _heap(self, heap: Heap, middle: float, foot: float) -> str:
        """Draw a pile with its bottom at *foot*; a new one is an outline."""
        left = middle - CHIP_WIDE / 2
        if not heap.chips:
            return element("rect", x=left, y=foot - CHIP_HIGH, width=CHIP_WIDE, height=CHIP_HIGH - 2, rx=6, fill=WHITE,
                           stroke=LINE, stroke_width=2, stroke_dasharray="6 5")  # fmt: skip
        chips = [
            self._chip(colour, left, foot - (number + 1) * CHIP_HIGH, CHIP_WIDE)
            for number, colour in enumerate(heap.chips)
        ]
        return group(chips, {"pile": str(heap.number)})

    def _tray(self, name: str, chips: Mapping[str, int], mark: str, top: float) -> list[str]:
        """Draw what somebody holds, by colour; with a mark if they owe something, a line through them if defeated."""
        y = top + TRAY / 2
        left = MARGIN + 20
        ink = [letters_from(left, name, y, NAME, LINE if mark == "out" else INK, 96)]
        if mark == "out":
            wide = width_of(name, height_for(name, NAME, 96))
            ink.append(element("path", d=f"M{left - 4} {y}h{wide + 8:.0f}", stroke=INK, stroke_width=3))
        content = []
        if mark == "owes":
            content.append(polygon([(MARGIN, y - 8), (MARGIN + 13, y), (MARGIN, y + 8)], fill=INK, class_="board-fill"))
        x = MARGIN + 122
        for colour, count in chips.items():
            content.append(self._chip(colour, x, y - CHIP_HIGH / 2, SMALL_WIDE))
            ink.append(letters(str(count), x + SMALL_WIDE + COUNT_WIDE / 2, y, NAME, INK, 18))
            x += SMALL_WIDE + COUNT_WIDE
        under = element("rect", x=MARGIN, y=top, width=WIDE - 2 * MARGIN, height=1, fill=PALE)
        return [group(ink, class_="board-ink"), *content, under]

    def _chip(self, colour: str, x: float, y: float, wide: int) -> str:
        if self._refers:
            return element("use", href=f"#{_code(colour, wide)}", x=x, y=y)
        return group(chip(colour, x, y, wide), {"chip": colour})


def _capital(text: str) -> str:
    """Return *text* with its first letter capitalised and the rest as it is."""
    return f"{text[0].upper()}{text[1:]}"


def _lines(caption: Sequence[tuple[str, bool]], middle: float, top: float) -> list[str]:
    """Draw the lines below a pile; each chip that may be played is set off from what stands above it."""
    content = []
    for number, (text, strong) in enumerate(caption):
        high, ink, look = (CAPTION, INK, "board-ink") if strong else (CAPTION - 1, SOFT, "board-soft")
        y = top + number * CAPTION_LINE + (0 if strong else 4)
        content.append(group([letters(text, middle, y, high if number else PILE, ink, COLUMN - 10)], class_=look))
    return content


def caption_of(heap: Heap, choices: Sequence[Choice]) -> list[tuple[str, bool]]:
    """Return the lines below a pile, and whether each is to stand out: its number, and for each choice two lines."""
    found = [(f"PILE {heap.number}" if heap.number else "NEW PILE", True)]
    for choice in choices:
        if choice.pile == heap.number:
            found += [(f"{_either(choice.colours)}:", False), (_outcome(choice), True)]
    return found


def _outcome(choice: Choice) -> str:
    """Return what follows from playing a chip, in a few words."""
    if choice.what == CAPTURE:
        return f"{choice.to[0]} TAKES IT"
    return "ALL OF IT IS DEAD" if choice.what == BURN else f"NEXT {_either(choice.to)}"


def _either(names: Sequence[str]) -> str:
    """Return names as `BLUE OR GREEN`, or as `B, G OR Y` if they are many."""
    short = list(names) if len(names) <= WORDS else [name[0] for name in names]
    return f"{', '.join(short[:-1])} OR {short[-1]}" if len(short) > 1 else short[0]


# --- chips ---


def _code(colour: str, wide: int) -> str:
    """Return a name for a chip that a page has."""
    return f"chip-{colour.lower()}-{wide}"


def chip(colour: str, x: float, y: float, wide: int) -> list[str]:
    """Draw a chip from the side: its letter on white at its left, and its pattern on all the rest."""
    high, label = CHIP_HIGH - 2, LABEL if wide == CHIP_WIDE else LABEL_SMALL
    body = element("rect", x=x, y=y, width=wide, height=high, rx=6, fill=TONES[colour], stroke=INK, stroke_width=2)
    marks = PATTERNS[colour](x + label + 1, y + 1, wide - label - 3, high - 2, ON.get(colour, WHITE))
    ground = element("rect", x=x + 3, y=y + 3, width=label - 4, height=high - 6, rx=3, fill=WHITE)
    return [body, *marks, ground, letters(colour[0], x + label / 2 + 1, y + high / 2, 16, INK)]


Marks = Callable[[float, float, float, float, str], list[str]]


def _plain(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    return []


def _strokes(d: str, tone: str, thick: float) -> list[str]:
    return [element("path", d=d, stroke=tone, stroke_width=thick, fill="none")]


def _stripes(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    """Draw two lines along the chip."""
    return _strokes("".join(f"M{x:.1f} {y + high * part:.1f}h{wide:.1f}" for part in (0.28, 0.72)), tone, 5)


def _bars(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    """Draw lines across it."""
    steps = _steps(wide, 10)
    return _strokes("".join(f"M{x + step:.1f} {y:.1f}v{high:.1f}" for step in steps), tone, 4)


def _dots(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    """Draw two rows of dots."""
    return [
        element("circle", cx=x + step, cy=y + high * down, r=3.4, fill=tone)
        for step in _steps(wide, 11) for down in (0.26, 0.74)
    ]  # fmt: skip


def _slants(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    """Draw lines that rise to the right."""
    steps = _steps(wide, 11)
    return _strokes("".join(f"M{x + s - 5:.1f} {y + high:.1f}L{x + s + 5:.1f} {y:.1f}" for s in steps), tone, 5)


def _cross(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    """Draw a row of crosses."""
    top, low = y + high * 0.2, y + high * 0.8
    ends = [(x + step - 6, x + step + 6) for step in _steps(wide, 20)]
    lines = (f"M{a:.1f} {top:.1f}L{b:.1f} {low:.1f}M{a:.1f} {low:.1f}L{b:.1f} {top:.1f}" for a, b in ends)
    return _strokes("".join(lines), tone, 4)


def _steps(wide: float, apart: float) -> list[float]:
    """Return where marks stand that are about so far apart, from the left."""
    number = max(1, int(wide // apart))
    return [(n + 0.5) * wide / number for n in range(number)]


PATTERNS: Mapping[str, Marks] = {
    "RED": _plain, "BLUE": _stripes, "GREEN": _slants, "YELLOW": _dots, "WHITE": _bars, "VIOLET": _cross,
}  # fmt: skip
