"""A table with piles of chips: each pile with its latest chip on top, and below it what may be done next.

A chip is told from the others by its letter and its pattern as well as by its colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from gm.draw.drawing import MARGIN, Content, Drawing
from gm.draw.strokes import height_for, width_of
from gm.draw.svg import INK, LINE, PALE, WHITE, element, group, letters, letters_from, polygon
from gm.rules.pictures.table import BURN, CAPTURE, Choice, Heap, TablePicture

WIDE, ACROSS = 528, 4  # of the picture; and how many piles go side by side
COLUMN = (WIDE - 2 * MARGIN) // ACROSS
TITLE, TITLE_HIGH = 26, 66
CHIP_WIDE, CHIP_HIGH, LABEL_WIDE = 92, 28, 30
NAME, CAPTION, CAPTION_LINE, KEY = 17, 16, 24, 14
TRAY = 38
SMALL_WIDE, COUNT_WIDE = 42, 22
SOFT = "#5f5f5f"
TONES: Mapping[str, str] = {
    "RED": "#b3261e", "BLUE": "#1f4fa8", "GREEN": "#23803a", "YELLOW": "#f2c314", "WHITE": WHITE, "VIOLET": "#7a3aa0",
}  # fmt: skip
ON: Mapping[str, str] = {"YELLOW": INK, "WHITE": INK}  # the colour of a pattern; white on the other chips
KEY_TEXT = "UNDER A PILE - CHIP PLAYED: WHO MAY BE NEXT"


class TableDrawing(Drawing[TablePicture]):
    """The piles in rows, a line about what they mean or what else is due, and what each player holds."""

    palette = (WHITE, INK, LINE, PALE, *TONES.values(), SOFT, "#b5b5b5", "#cc7a75", "#7f97c8", "#7fb48b", "#ead98c")
    heading = (TITLE, TITLE_HIGH)

    def draw(self) -> Content:
        """Draw everything from top to bottom, and say how high it is."""
        picture, top = self.picture, TITLE_HIGH
        content: list[str] = []
        for row in self._rows():
            drawn, top = _row(row, picture.choices, top)
            content += drawn
        key = picture.hint.upper() or (KEY_TEXT if picture.choices else "")
        if key:
            high, ink = (CAPTION, INK) if picture.hint else (KEY, SOFT)
            content.append(letters(key, WIDE / 2, top + KEY, high, ink, WIDE - 2 * MARGIN))
            top += 2 * KEY
        top += MARGIN
        for name, chips, mark in self._trays():
            content.append(group(_tray(name, chips, mark, top), {"tray": name}))
            top += TRAY
        return content, WIDE, top + MARGIN

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


def _capital(text: str) -> str:
    """Return *text* with its first letter capitalised and the rest as it is."""
    return f"{text[0].upper()}{text[1:]}"


def _row(row: Sequence[Heap], choices: Sequence[Choice], top: int) -> tuple[list[str], int]:
    """Draw a row of piles standing on one line, with captions below; also return where the next row begins."""
    captions = [_caption(heap, choices) for heap in row]
    foot = top + max(1, *(len(heap.chips) for heap in row)) * CHIP_HIGH
    content = []
    for place, (heap, caption) in enumerate(zip(row, captions, strict=True)):
        middle = MARGIN + place * COLUMN + COLUMN / 2
        content.append(_heap(heap, middle, foot))
        for line, text in enumerate(caption):
            content.append(letters(text, middle, foot + 22 + line * CAPTION_LINE, CAPTION, INK, COLUMN - 16))
    return content, foot + max(len(caption) for caption in captions) * CAPTION_LINE + 26


def _heap(heap: Heap, middle: float, foot: float) -> str:
    """Draw a pile with its bottom at *foot*; a new one is an outline."""
    left = middle - CHIP_WIDE / 2
    if not heap.chips:
        return element("rect", x=left, y=foot - CHIP_HIGH, width=CHIP_WIDE, height=CHIP_HIGH - 2, rx=6, fill=WHITE,
                       stroke=LINE, stroke_width=2, stroke_dasharray="6 5")  # fmt: skip
    chips = [
        _chip(colour, left, foot - (number + 1) * CHIP_HIGH, CHIP_WIDE) for number, colour in enumerate(heap.chips)
    ]
    return group(chips, {"pile": str(heap.number)})


def _caption(heap: Heap, choices: Sequence[Choice]) -> list[str]:
    """Return the lines below a pile: its number, and for each chip that may be played who may be next."""
    found = [_choice(choice) for choice in choices if choice.pile == heap.number]
    return [f"PILE {heap.number}" if heap.number else "NEW PILE", *found]


def _choice(choice: Choice) -> str:
    chips, to = ("".join(name[0] for name in names) for names in (choice.colours, choice.to))
    if choice.what == CAPTURE:
        return f"{chips}: {to[0]} TAKES"
    return f"{chips}: ALL DEAD" if choice.what == BURN else f"{chips}: {'/'.join(to)}"


def _tray(name: str, chips: Mapping[str, int], mark: str, top: float) -> list[str]:
    """Draw what somebody holds, by colour; with a mark if they owe something, a line through them if defeated."""
    y = top + TRAY / 2
    left = MARGIN + 20
    content = [letters_from(left, name, y, NAME, LINE if mark == "out" else INK, 96)]
    if mark == "out":
        wide = width_of(name, height_for(name, NAME, 96))
        content.append(element("rect", x=left - 4, y=y - 1.5, width=wide + 8, height=3, fill=INK))
    if mark == "owes":
        content.append(polygon([(MARGIN, y - 8), (MARGIN + 13, y), (MARGIN, y + 8)], fill=INK))
    x = MARGIN + 122
    for colour, count in chips.items():
        content.append(_chip(colour, x, y - CHIP_HIGH / 2, SMALL_WIDE))
        content.append(letters(str(count), x + SMALL_WIDE + COUNT_WIDE / 2, y, NAME, INK, 18))
        x += SMALL_WIDE + COUNT_WIDE
    return [*content, element("rect", x=MARGIN, y=top, width=WIDE - 2 * MARGIN, height=1, fill=PALE)]


# --- chips ---


def _chip(colour: str, x: float, y: float, wide: float) -> str:
    """Draw a chip from the side: its pattern at both ends, its letter in the middle."""
    tone, high = TONES[colour], CHIP_HIGH - 2
    label = min(LABEL_WIDE, wide * 0.5)
    side = (wide - label) / 2
    body = element("rect", x=x, y=y, width=wide, height=high, rx=6, fill=tone, stroke=INK, stroke_width=2)
    marks = [
        mark for left in (x, x + side + label) for mark in PATTERNS[colour](left, y, side, high, ON.get(colour, WHITE))
    ]
    middle = element("rect", x=x + side, y=y + 1, width=label, height=high - 2, fill=WHITE)
    letter = letters(colour[0], x + wide / 2, y + high / 2, 16, INK)
    return group([body, *marks, middle, letter], {"chip": colour})


Marks = Callable[[float, float, float, float, str], list[str]]


def _plain(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    return []


def _stripes(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    return [
        element("rect", x=x + 3, y=y + high * part - 1.5, width=wide - 6, height=3, fill=tone) for part in (0.3, 0.7)
    ]


def _bars(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    return [
        element("rect", x=x + wide * part - 1.5, y=y + 4, width=3, height=high - 8, fill=tone) for part in (0.35, 0.7)
    ]


def _dots(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    return [
        element("circle", cx=x + wide * across, cy=y + high * down, r=2.4, fill=tone)
        for across, down in ((0.32, 0.3), (0.68, 0.5), (0.32, 0.7))
    ]


def _slants(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    lines = "".join(
        f"M{x + wide * part:.1f} {y + high - 4:.1f}L{x + wide * part + 6:.1f} {y + 4:.1f}" for part in (0.12, 0.45)
    )
    return [element("path", d=lines, stroke=tone, stroke_width=3, fill="none")]


def _cross(x: float, y: float, wide: float, high: float, tone: str) -> list[str]:
    left, right, top, low = x + wide * 0.25, x + wide * 0.75, y + 6, y + high - 6
    lines = f"M{left:.1f} {top:.1f}L{right:.1f} {low:.1f}M{right:.1f} {top:.1f}L{left:.1f} {low:.1f}"
    return [element("path", d=lines, stroke=tone, stroke_width=3, fill="none")]


PATTERNS: Mapping[str, Marks] = {
    "RED": _plain, "BLUE": _stripes, "GREEN": _slants, "YELLOW": _dots, "WHITE": _bars, "VIOLET": _cross,
}  # fmt: skip
