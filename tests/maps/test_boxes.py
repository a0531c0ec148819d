"""On the smallest picture of a map every label can be read and every unit seen: none is on another."""

from __future__ import annotations

import pytest
from drawnmaps import NAMES, PIXEL, SIZES, DrawnMap

each_map = pytest.mark.parametrize("name", NAMES)
STANDARD = DrawnMap("standard")


@each_map
def test_nothing_is_missing_or_covers_something_else(name: str) -> None:
    assert DrawnMap(name).box_faults() == []


@each_map
def test_the_smallest_picture_is_large_enough_to_read(name: str) -> None:
    facts = DrawnMap(name).facts
    assert facts["width"] == PIXEL * facts["narrowest"]
    assert SIZES["label"][1] >= 9 * PIXEL
    assert min(SIZES["unit"]) >= 9 * PIXEL
    assert min(SIZES["centre"]) >= 4 * PIXEL
    assert min(*SIZES["lost"], SIZES["owner"][1], SIZES["coast"][1]) >= 5 * PIXEL


@each_map
def test_units_stand_in_their_provinces_and_leaders_end_there(name: str) -> None:
    assert DrawnMap(name).strays() == []


def moved(place: str, **spots: list[int]) -> DrawnMap:
    """The standard map with some things of a place somewhere else."""
    this = DrawnMap("standard")
    this.facts["places"][place] |= spots
    return this


@pytest.mark.parametrize("other", ["label", "unit", "centre"])
def test_a_label_on_something_else_is_noticed(other: str) -> None:
    x, y = STANDARD.facts["places"]["MUN"][other]
    assert f"BER: the label is on the {other} of MUN" in moved("BER", label=[x + 8, y - 8]).box_faults()


def test_a_label_at_the_edge_is_noticed() -> None:
    y = STANDARD.facts["places"]["MAO"]["label"][1]
    assert moved("MAO", label=[35, y]).box_faults() == ["MAO: the label is outside of the picture"]


def test_a_label_that_is_missing_is_noticed() -> None:
    this = DrawnMap("standard")
    del this.facts["places"]["BUL/SC"]
    assert this.box_faults() == ["BUL/SC: coast", "BUL/SC: unit"]


def test_a_unit_elsewhere_is_noticed() -> None:
    assert moved("POR", unit=STANDARD.facts["places"]["SPA"]["unit"]).strays() == ["POR: its unit is not in it"]
