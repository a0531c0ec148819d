"""Elements of SVG as text, including letters in strokes, and the colours that all pictures share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import inf

from gm.draw.strokes import WEIGHT, height_for, number, path, width_of
from gm.rules.pictures.harmless import harmless

WHITE, INK, LINE, PALE = "#ffffff", "#111111", "#8a8a8a", "#dcdcdc"
Point = tuple[float, float]


def written(words: str, quote: bool = True) -> str:
    """Return words for SVG or HTML: they become no markup, and change nothing around them.

    quote: escape quotation marks, too.
    """
    return escape(harmless(words), quote)


def element(name: str, facts: Mapping[str, str] | None = None, /, **attributes: object) -> str:
    """Write an empty element. *facts*: its data attributes."""
    return f"{_opened(name, facts, attributes)}/>"


def group(content: list[str], facts: Mapping[str, str] | None = None, /, **attributes: object) -> str:
    """Write a group of elements."""
    return f"{_opened('g', facts, attributes)}>{''.join(content)}</g>"


def _opened(name: str, facts: Mapping[str, str] | None, attributes: Mapping[str, object]) -> str:
    given = {f"data-{key}": value for key, value in (facts or {}).items()}
    given |= {key.rstrip("_").replace("_", "-"): _value(value) for key, value in attributes.items()}
    return f"<{name}" + "".join(f' {key}="{written(value)}"' for key, value in given.items())


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)


def polygon(points: list[Point], facts: Mapping[str, str] | None = None, /, **paint: object) -> str:
    """Draw a closed outline through *points*."""
    return element("path", facts, d=f"M{'L'.join(f'{number(x)} {number(y)}' for x, y in points)}Z", **paint)


def letters(
    text: str, x: float, y: float, height: float, colour: str, within: float = inf, weight: float = WEIGHT
) -> str:
    """Draw *text* in strokes of *colour*, centred at x, y: of this height, or smaller if needed to fit *within*.

    weight: how wide a stroke is, relative to the height.
    """
    return many_letters([(text, x, y)], height_for(text, height, within), colour, weight)


def many_letters(texts: Iterable[tuple[str, float, float]], height: float, colour: str, weight: float = WEIGHT) -> str:
    """Draw texts as one element, each centred at its point. Nothing is made smaller."""
    return element(
        "path", d="".join(path(text, x, y, height) for text, x, y in texts), stroke=colour,
        stroke_width=number(height * weight), fill="none", stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip


def letters_from(left: float, text: str, y: float, height: float, colour: str, within: float = inf) -> str:
    """The same with the beginning of *text* at *left*."""
    height = height_for(text, height, within)
    return letters(text, left + width_of(text, height) / 2, y, height, colour)
