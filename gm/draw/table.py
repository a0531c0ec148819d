"""A table with piles of chips as SVG and PNG: each pile with its latest chip on top, what may be done next under it.

A chip is told from the others by its letter and its pattern as well as by its colour. Same picture, same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape

import msgspec

from gm.draw.png import to_png
from gm.draw.signs import element, group, letters, polygon
from gm.draw.strokes import height_for, width_of
from gm.rules.pictures.table import BURN, CAPTURE, Choice, Heap, TablePicture

WIDE, MARGIN, ACROSS = 528, 12, 4  # the picture, and how many piles stand side by side
COLUMN = (WIDE - 2 * MARGIN) // ACROSS
TITLE, TITLE_HIGH = 26, 66
CHIP_WIDE, CHIP_HIGH, LABEL_WIDE = 92, 28, 30
NAME, CAPTION, CAPTION_LINE, KEY = 17, 16, 24, 14
TRAY = 38
SMALL_WIDE, COUNT_WIDE = 42, 22
INK, LINE, PALE, WHITE = "#111111", "#8a8a8a", "#dcdcdc", "#ffffff"
TONES: Mapping[str, str] = {
    "RED": "#b3261e", "BLUE": "#1f4fa8", "GREEN": "#23803a", "YELLOW": "#f2c314", "WHITE": WHITE, "VIOLET": "#7a3aa0",
}  # fmt: skip
ON: Mapping[str, str] = {"YELLOW": INK, "WHITE": INK}  # the colour of a pattern; white on the others
PALETTE = (WHITE, INK, LINE, PALE, *TONES.values(), "#5f5f5f", "#b5b5b5", "#cc7a75", "#7f97c8", "#7fb48b", "#ead98c")
KEY_TEXT = "UNDER A PILE - CHIP PLAYED: WHO MAY BE NEXT"


def svg_of(picture: TablePicture) -> str:
    """The picture as an SVG document."""
    content, height = _drawn(picture)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{height}" viewBox="0 0 {WIDE} {height}">'
    title = f"<title>{escape(picture.title, quote=False)}</title>"
    ground = element("rect", width=WIDE, height=height, fill=WHITE)
    return "\n".join([head, title, ground, *content, "</svg>", ""])


def png_of(picture: TablePicture) -> bytes:
    """The picture as a PNG of the same size."""
    return _painted(msgspec.json.encode(picture))


def width_of_picture(picture: TablePicture) -> int:
    """The width of the picture in pixels: always the same."""
    return WIDE


def lines_of_picture(picture: TablePicture) -> tuple[str, ...]:
    """What is on the picture, in words."""
    hint = (f"{picture.hint[0].upper()}{picture.hint[1:]}.",) if picture.hint else ()
    return (
        f"{picture.title}.",
        *_heaps_in_words(picture),
        *_trays_in_words(picture),
        *_choices_in_words(picture),
        *hint,
    )


@lru_cache(8)
def _painted(picture: bytes) -> bytes:
    """A picture that goes to several readers is painted once."""
    return to_png(svg_of(msgspec.json.decode(picture, type=TablePicture)), PALETTE)


# --- where things stand ---


def _drawn(picture: TablePicture) -> tuple[list[str], int]:
    """All that is drawn, and how high that is."""
    high = height_for(picture.title, TITLE, WIDE - 2 * MARGIN)
    content = [letters(picture.title, WIDE / 2, TITLE_HIGH / 2, high, INK)]
    top = TITLE_HIGH
    for row in _rows(picture):
        drawn, top = _row(row, picture, top)
        content += drawn
    key = picture.hint.upper() or (KEY_TEXT if picture.choices else "")
    if key:
        high = height_for(key, CAPTION if picture.hint else KEY, WIDE - 2 * MARGIN)
        content.append(letters(key, WIDE / 2, top + KEY, high, INK if picture.hint else "#5f5f5f"))
        top += 2 * KEY
    top += MARGIN
    for number, (name, chips, mark) in enumerate(_trays(picture)):
        content.append(group(_tray(name, chips, mark, top + number * TRAY), {"tray": name}))
    return content, top + len(picture.trays) * TRAY + TRAY + MARGIN


def _rows(picture: TablePicture) -> Iterator[list[Heap]]:
    """The piles in rows; an empty one last, if a chip may be played there."""
    new = [Heap(0, ())] if any(not choice.pile for choice in picture.choices) else []
    heaps = [*picture.heaps, *new]
    for start in range(0, len(heaps), ACROSS):
        yield heaps[start : start + ACROSS]


def _row(row: Sequence[Heap], picture: TablePicture, top: int) -> tuple[list[str], int]:
    """A row of piles that stand on one line, their captions under it; where the next one begins."""
    captions = [_caption(heap, picture.choices) for heap in row]
    foot = top + max(1, *(len(heap.chips) for heap in row)) * CHIP_HIGH
    content = []
    for place, (heap, caption) in enumerate(zip(row, captions, strict=True)):
        middle = MARGIN + place * COLUMN + COLUMN / 2
        content.append(_heap(heap, middle, foot))
        for line, text in enumerate(caption):
            high = height_for(text, CAPTION, COLUMN - 16)
            content.append(letters(text, middle, foot + 22 + line * CAPTION_LINE, high, INK))
    return content, foot + max(len(caption) for caption in captions) * CAPTION_LINE + 26


def _heap(heap: Heap, middle: float, foot: float) -> str:
    """A pile, its bottom at *foot*; a new one is an outline."""
    left = middle - CHIP_WIDE / 2
    if not heap.chips:
        return element("rect", x=left, y=foot - CHIP_HIGH, width=CHIP_WIDE, height=CHIP_HIGH - 2, rx=6, fill=WHITE,
                       stroke=LINE, stroke_width=2, stroke_dasharray="6 5")  # fmt: skip
    chips = [
        _chip(colour, left, foot - (number + 1) * CHIP_HIGH, CHIP_WIDE) for number, colour in enumerate(heap.chips)
    ]
    return group(chips, {"pile": str(heap.number)})


def _caption(heap: Heap, choices: Sequence[Choice]) -> list[str]:
    """What stands under a pile: its number, and for each chip that may be played who may be next then."""
    found = [_choice(choice) for choice in choices if choice.pile == heap.number]
    return [f"PILE {heap.number}" if heap.number else "NEW PILE", *found]


def _choice(choice: Choice) -> str:
    chips = "".join(_letters(choice.colours))
    if choice.what == CAPTURE:
        return f"{chips}: {_letters(choice.to)[0]} TAKES"
    return f"{chips}: ALL DEAD" if choice.what == BURN else f"{chips}: {'/'.join(_letters(choice.to))}"


def _letters(colours: Sequence[str]) -> list[str]:
    return [colour[0] for colour in colours]


def _trays(picture: TablePicture) -> Iterator[tuple[str, dict[str, int], str]]:
    for tray in picture.trays:
        yield tray.seat, tray.chips, "out" if tray.defeated else "owes" if tray.owes else ""
    yield "DEAD", picture.dead, ""


def _tray(name: str, chips: Mapping[str, int], mark: str, top: float) -> list[str]:
    """What somebody holds, by colour; a mark before who must do something, a line through who is defeated."""
    y = top + TRAY / 2
    high = height_for(name, NAME, 96)
    wide = width_of(name, high)
    left = MARGIN + 20
    content = [letters(name, left + wide / 2, y, high, LINE if mark == "out" else INK)]
    if mark == "out":
        content.append(element("rect", x=left - 4, y=y - 1.5, width=wide + 8, height=3, fill=INK))
    if mark == "owes":
        content.append(polygon([(MARGIN, y - 8), (MARGIN + 13, y), (MARGIN, y + 8)], fill=INK))
    x = MARGIN + 122
    for colour, count in chips.items():
        content.append(_chip(colour, x, y - CHIP_HIGH / 2, SMALL_WIDE))
        content.append(letters(str(count), x + SMALL_WIDE + COUNT_WIDE / 2, y, height_for(str(count), NAME, 18), INK))
        x += SMALL_WIDE + COUNT_WIDE
    return [*content, element("rect", x=MARGIN, y=top, width=WIDE - 2 * MARGIN, height=1, fill=PALE)]


# --- chips ---


def _chip(colour: str, x: float, y: float, wide: float) -> str:
    """A chip from the side: its pattern at both ends, its letter in the middle."""
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


# --- in words ---


def _heaps_in_words(picture: TablePicture) -> Iterator[str]:
    for heap in picture.heaps:
        yield f"Pile {heap.number}, from the bottom: {', '.join(heap.chips).lower()}."


def _trays_in_words(picture: TablePicture) -> Iterator[str]:
    for name, chips, mark in _trays(picture):
        held = ", ".join(f"{count} {colour.lower()}" for colour, count in chips.items()) or "no chip"
        yield f"{name if name != 'DEAD' else 'Dead'}{' (defeated)' if mark == 'out' else ''}: {held}."


def _choices_in_words(picture: TablePicture) -> Iterator[str]:
    for choice in picture.choices:
        chips = " or ".join(choice.colours).lower()
        where = f"on pile {choice.pile}" if choice.pile else "on a new pile"
        to = " or ".join(choice.to)
        comes = {CAPTURE: f"{to} captures it", BURN: "all of it is dead"}.get(choice.what, f"next {to}")
        yield f"{chips[0].upper()}{chips[1:]} {where}: {comes}."
