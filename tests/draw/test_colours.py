"""The colours of powers: told apart in any sight, by CIEDE2000 and the simulations of Machado and others (2009)."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest
from helpers.rows import each_row

from gm.draw.colours import DARK_LAND, DARK_SEA, FEW, LAND, LEAST, MANY, SEA, contrast, light, sides, text_on
from gm.draw.svg import INK, WHITE

Three = tuple[float, float, float]
# Sight without red, green or blue: severity 1 of Machado, Oliveira and Fernandes, on linear RGB.
SIGHTS: dict[str, tuple[Three, Three, Three]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))


def lab(colour: str, sight: str) -> Three:
    """A colour in CIELAB (D65) as it is seen."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in SIGHTS[sight]]
    xyz = [sum(a * b for a, b in zip(row, seen, strict=True)) / sum(row) for row in XYZ]
    x, y, z = (one ** (1 / 3) if one > 216 / 24389 else (24389 / 27 * one + 16) / 116 for one in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Three, other: Three) -> float:
    """CIEDE2000, as Sharma, Wu and Dalal write it (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot(a1 * (1 + g), b1), hypot(a2 * (1 + g), b2)
    h1, h2 = degrees(atan2(b1, a1 * (1 + g))) % 360, degrees(atan2(b2, a2 * (1 + g))) % 360
    gray = c1 * c2 == 0
    turn = 0 if gray else (h2 - h1 + 180) % 360 - 180
    middle = h1 + h2 if gray else (h1 + turn / 2) % 360
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1 - 0.17 * cos(radians(middle - 30)) + 0.24 * cos(radians(2 * middle))
        + 0.32 * cos(radians(3 * middle + 6)) - 0.2 * cos(radians(4 * middle - 63))
    )  # fmt: skip
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -sin(radians(60 * exp(-(((middle - 275) / 25) ** 2)))) * 2 * sqrt(cm**7 / (cm**7 + 25**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # of the test data of Sharma, Wu and Dalal
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_that_of_the_paper(one: Three, other: Three, expected: float) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@each_row("sight", SIGHTS)
@each_row(("colours", "least"), [(FEW, 15), (MANY[:9], 12), (MANY, 12)])
def test_powers_are_told_apart_in_any_sight(colours: tuple[str, ...], least: float, sight: str) -> None:
    seen = [lab(one, sight) for one in colours]
    assert min(difference(one, other) for one, other in combinations(seen, 2)) >= least


@each_row("sight", SIGHTS)
@each_row("ground", [SEA, LAND, DARK_SEA, DARK_LAND])
def test_a_power_is_no_sea_and_nobodys_land(ground: str, sight: str) -> None:
    assert min(difference(lab(one, sight), lab(ground, sight)) for one in (*FEW, *MANY)) >= 10


@each_row("colour", [*FEW, *MANY, SEA, LAND])
def test_text_is_read_on_every_colour(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= LEAST
    assert contrast(INK, WHITE) > 15 and light(WHITE) == pytest.approx(1)


def test_every_power_has_a_colour_of_its_own_up_to_ten() -> None:
    assert [len({*sides(number)}) for number in (2, 7, 8, 9, 10)] == [2, 7, 8, 9, 10]
    assert len(sides(12)) == 12
