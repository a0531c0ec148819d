"""Colours in painted maps: those of powers, sea, land and closed land are exact. And what is seen in the dark.

What differs on paper may not differ in a picture of few colours: here the pixels themselves are looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from io import BytesIO
from itertools import combinations

import pytest
import resvg_py
from crowds import BOARDS, crowd, drawing, ground
from PIL import Image
from test_colours import SIGHTS, difference, lab

from gm.draw.colours import CLOSED, LAND, LEAST, SEA, SEEN, contrast, sides
from gm.draw.map import MapDrawing
from gm.draw.mapstyle import NIGHT, page_style
from gm.draw.pieces import signs
from gm.draw.sheet import sheet_of
from gm.draw.svg import INK, WHITE
from gm.rules.pictures import map as shape

MOST = 0.5  # of the pixels of an area; those that names and arrows cover more are not looked at


@cache
def areas(name: str) -> dict[str, list[int]]:
    """The pixels of each area of a board's picture."""
    sheet = sheet_of(ground(name))
    painted = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=sheet.layers[1], skip_system_fonts=True)))
    codes, found = {n: code for code, n in sheet.numbers.items()}, dict[str, list[int]]()
    for at, number in enumerate(painted.getchannel(0).tobytes()):
        if number:
            found.setdefault(codes[number], []).append(at)
    return found


def seen(one: MapDrawing, name: str) -> dict[str, str]:
    """The most frequent colour of each area in a painted map."""
    pixels = Image.open(BytesIO(one.png())).convert("RGB").tobytes()
    found = {}
    for code, spots in areas(name).items():
        (colour, number), *_ = Counter(pixels[3 * at : 3 * at + 3] for at in spots).most_common(1)
        if number >= MOST * len(spots):
            found[code] = "#" + colour.hex()
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_pixels_have_exactly_the_colours_that_are_told_apart(name: str) -> None:
    """At least 15 by CIEDE2000 between powers, 12 if there are more than seven; 10 to sea, land and closed land."""
    powers, least = [*ground(name).sides], 15 if len(ground(name).sides) <= 7 else 12
    own = dict(zip(powers, sides(len(powers)), strict=True))
    grounds = {shape.SEA: SEA, shape.LAND: LAND, shape.CLOSED: CLOSED}
    colours = dict[str, set[str]]()
    for told in (crowd(name, seed) for seed in range(3)):
        owners = {code: power for power, codes in told.centres.items() for code in codes}
        for code, colour in seen(drawing(told, name), name).items():
            colours.setdefault(owners.get(code, ground(name).grounds[code]), set()).add(colour)
    assert colours == {what: {colour} for what, colour in {**own, **grounds}.items()}
    for sight in SIGHTS:
        looks = {what: lab(colour, sight) for what, (colour,) in colours.items()}
        for one, other in combinations(looks, 2):
            limit = least if one in own and other in own else 10
            assert difference(looks[one], looks[other]) >= limit, (one, other, sight)


def rules(css: str) -> dict[str, dict[str, str]]:
    """What a style says of each selector, later rules over earlier ones."""
    found: dict[str, dict[str, str]] = {}
    for names, what in re.findall(r"([^{}]+){([^{}]*)}", css):
        for name in names.split(","):
            found.setdefault(name.strip(), {}).update(part.split(":", 1) for part in what.split(";"))
    return found


def day_and_night(powers: int) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, str]]]:
    """The rules by day, and those in the dark: what holds by day unless it is said otherwise."""
    day, _, night = page_style(powers).partition("@media screen and (prefers-color-scheme:dark){")
    light, dark = rules(day), rules(night[:-1])
    return light, {name: light.get(name, {}) | dark.get(name, {}) for name in {**light, **dark}}


each_style = pytest.mark.parametrize(("look", "powers"), [(look, n) for look in (0, 1) for n in (7, 10)])


def on_grounds(look: dict[str, dict[str, str]]) -> list[str]:
    return [look[name]["fill"] for name in (".m-sea", ".m-land", ".m-closed", ".m-paper")]


@each_style
def test_names_are_read_on_their_rims_by_day_and_in_the_dark(look: int, powers: int) -> None:
    style = day_and_night(powers)[look]
    for kind in (".m-name", ".m-coast"):
        ink = style.get(f"{kind}.m-ink", {}).get("stroke") or style[".m-ink"]["stroke"]
        rims = [style[".m-pale"]["stroke"], style[".m-by-sea"]["stroke"]]
        assert min(contrast(ink, rim) for rim in rims) >= LEAST


@each_style
def test_lines_are_seen_on_every_ground_by_day_and_in_the_dark(look: int, powers: int) -> None:
    style = day_and_night(powers)[look]
    for name in (".m-link", ".m-leader", ".m-line"):
        line = style[name]["stroke"]
        assert min(contrast(line, ground) for ground in on_grounds(style)) >= SEEN, name
    own = [style[f".m{n}"]["color"] for n in range(powers)]
    assert min(contrast(style[".m-own"]["stroke"], one) for one in own) >= 1.6  # between lands of one colour


@each_style
def test_arrows_and_signs_are_seen_on_every_ground_and_land_by_day_and_in_the_dark(look: int, powers: int) -> None:
    """A line or its rim, a sign or its edge: one of the two is."""
    style = day_and_night(powers)[look]
    own = [style[f".m{n}"]["color"] for n in range(powers)]
    ways = [style.get(f".m-ways .m{n}", style[f".m{n}"])["color"] for n in range(powers)]
    pairs = [(way, style[".m-rim"]["stroke"]) for way in ways]
    pairs += [(style[".m-mark"]["fill"], style[name]["stroke"]) for name in (".m-centre", ".m-owned")]
    pairs += [(style[".m-cross"]["stroke"], style[".m-cross.m-below"]["stroke"])]
    pairs += [(style[".m-unit"]["stroke"], style[".m-halo"]["stroke"])]
    for ground_ in (*on_grounds(style), *own):
        for one, other in pairs:
            assert max(contrast(one, ground_), contrast(other, ground_)) >= SEEN, (one, other, ground_)


@each_style
def test_letters_are_read_on_the_colours_of_powers_by_day_and_in_the_dark(look: int, powers: int) -> None:
    style = day_and_night(powers)[look]
    found = "".join(signs((colour, "A") for colour in sides(powers)))
    for number in range(powers):
        letters = {match[1] for match in re.finditer(rf'id="m-[AF]?{number}x?" .*?class="(m-ink(?: m-white)?)"', found)}
        assert len(letters) == 1
        ink = WHITE if "m-white" in letters.pop() else INK
        assert style[".m-white"]["stroke"] == WHITE and style[".m-ink"]["stroke"] == INK
        assert contrast(ink, style[f".m{number}"]["color"]) >= LEAST


def test_the_dark_is_dark_and_prints_by_day() -> None:
    style = page_style(7)
    assert style.count("@media") == 1 and "@media screen and (prefers-color-scheme:dark)" in style
    assert NIGHT not in style.partition("@media")[0]
