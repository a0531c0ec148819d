"""How maps look, as a style sheet: by day and in print, and on a dark screen.

Classes have short names, since pages are full of them. m0, m1 and so on are the powers: their colour is `currentColor`
for what stands within. k0, k1 and so on are text on these colours, for a key that a page prints.
"""

from __future__ import annotations

from gm.draw.colours import (
    BORDER,
    CLOSED,
    DARK_BORDER,
    DARK_CLOSED,
    DARK_LAND,
    DARK_SEA,
    LAND,
    SEA,
    by_night,
    sides,
    text_on,
)
from gm.draw.labels import COAST, CODE
from gm.draw.room import CENTRE
from gm.draw.svg import INK, LINE, WHITE

NIGHT, NIGHT_INK = "#16191c", "#f2f0ea"  # paper and ink of a dark screen
RING = 4  # width of the ring of a centre's mark
WIDE, THIN, OVER = 6, 4, 5  # widths of arrows of moves and of others, and how much wider their dark rims are

Rules = tuple[tuple[str, str], ...]
DAY: Rules = (
    (".m-paper", f"fill:{WHITE}"),
    (".m-sea", f"fill:{SEA}"),
    (".m-land", f"fill:{LAND}"),
    (".m-closed", f"fill:{CLOSED}"),
    (".m-own,.m-unit,.m-head,.m-dot", "fill:currentColor"),
    (".m-unit", f"stroke:{INK};stroke-width:4;stroke-linejoin:round"),
    (".m-halo", f"fill:{WHITE};stroke:{WHITE};stroke-width:8;stroke-linejoin:round"),
    (".m-lost", "stroke-dasharray:7 4"),
    (".m-head,.m-dot", f"stroke:{INK};stroke-width:3;stroke-linejoin:round"),
    (".m-line,.m-frame,.m-link,.m-leader,.m-ink,.m-pale,.m-rim,.m-way", "fill:none;stroke-linejoin:round"),
    (".m-line,.m-own", f"stroke:{BORDER};stroke-width:3;stroke-linejoin:round"),
    (".m-frame", f"stroke:{LINE};stroke-width:3"),
    (".m-link", f"stroke:{INK};stroke-width:4"),
    (".m-dashed", "stroke-dasharray:10 7"),
    (".m-leader", f"stroke:{INK};stroke-width:3"),
    (".m-mark", f"fill:{WHITE}"),
    (".m-centre", f"fill:{WHITE};stroke:{INK};stroke-width:{RING}"),
    (".m-ink,.m-pale", "stroke-linecap:round"),
    (".m-ink", f"stroke:{INK}"),
    (".m-white", f"stroke:{WHITE}"),
    (".m-owned", f"fill:none;stroke:{INK};stroke-width:{CENTRE - 2};stroke-linecap:round"),
    (".m-owner", "fill:none;stroke:currentColor;stroke-width:16;stroke-linejoin:round;stroke-linecap:round"),
    (".m-pale", f"stroke:{LAND}"),
    (".m-by-sea", f"stroke:{SEA}"),
    (".m-name", f"stroke-width:{CODE.line}"),
    (".m-coast", f"stroke-width:{COAST.line}"),
    (".m-pale.m-name", f"stroke-width:{CODE.rim}"),
    (".m-pale.m-coast", f"stroke-width:{COAST.rim}"),
    (".m-way", f"stroke:currentColor;stroke-width:{WIDE}"),
    (".m-rim", f"stroke:{INK};stroke-width:{WIDE + OVER}"),
    (".m-help .m-way", f"stroke-width:{THIN}"),
    (".m-help .m-rim", f"stroke-width:{THIN + OVER}"),
    (".m-dash,.m-help path", "stroke-dasharray:14 9"),
    (".m-help .m-dots", "stroke-dasharray:4 9"),
    (".m-cross", f"fill:none;stroke:{INK};stroke-width:7;stroke-linecap:round"),
    (".m-cross.m-below", f"stroke:{WHITE};stroke-width:12"),
)
DARK: Rules = (
    (".m-paper", f"fill:{NIGHT}"),
    (".m-sea", f"fill:{DARK_SEA}"),
    (".m-land", f"fill:{DARK_LAND}"),
    (".m-closed", f"fill:{DARK_CLOSED}"),
    (".m-line", f"stroke:{DARK_BORDER}"),
    (".m-frame", f"stroke:{DARK_BORDER}"),
    (".m-link,.m-leader", f"stroke:{NIGHT_INK}"),
    (".m-name.m-ink,.m-coast.m-ink", f"stroke:{NIGHT_INK}"),
    (".m-pale,.m-by-sea", f"stroke:{NIGHT}"),
)


def style(powers: int) -> str:
    """Return the rules for a map with so many powers, as it is painted."""
    return _written((*DAY, *_powers(sides(powers))))


def page_style(powers: int) -> str:
    """Return the rules for a page that is also read on dark screens, and printed."""
    lines = tuple((f".m-ways .m{n}", f"color:{by_night(one)}") for n, one in enumerate(sides(powers)))
    dark = _written((*DARK, *lines))
    return f"{style(powers)}@media screen and (prefers-color-scheme:dark){{{dark}}}"


def _powers(colours: tuple[str, ...]) -> Rules:
    found = [(f".m{n}", f"color:{colour}") for n, colour in enumerate(colours)]
    return (*found, *((f".k{n}", _key(colour)) for n, colour in enumerate(colours)))


def _key(colour: str) -> str:
    return f"background:{colour};color:{text_on(colour)};print-color-adjust:exact"


def _written(rules: Rules) -> str:
    return "".join(f"{names}{{{what}}}" for names, what in rules)
