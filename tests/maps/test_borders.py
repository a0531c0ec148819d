"""The maps show the borders of their boards: all of them, each long enough to be seen, and no others."""

from __future__ import annotations

from functools import cache

import pytest
from drawnmaps import MOST_LINKS, NAMES, OUT, DrawnMap

LARGEST = 150_000  # bytes
drawn = cache(DrawnMap)
each_map = pytest.mark.parametrize("name", NAMES)


@each_map
def test_every_border_of_the_board_is_drawn_and_no_other(name: str) -> None:
    assert drawn(name).border_faults() == []


@each_map
def test_borders_that_cannot_be_drawn_are_links_and_those_are_few(name: str) -> None:
    assert drawn(name).link_faults() == []


@each_map
def test_named_coasts_touch_what_a_fleet_there_reaches(name: str) -> None:
    assert drawn(name).coast_faults() == []


@each_map
def test_the_regions_cover_the_picture_once(name: str) -> None:
    this = drawn(name)
    assert {*this.paths} - {OUT} == {*this.board.provinces, *this.closed}
    width, height = this.facts["width"], this.facts["height"]
    for side, codes in this.owners.items():
        (one, other) = side
        at_the_edge = one[0] == other[0] in (0, width) or one[1] == other[1] in (0, height)
        assert len(codes) == (1 if at_the_edge else 2), (side, codes)


@each_map
def test_a_map_is_of_its_board_and_small(name: str) -> None:
    this = drawn(name)
    assert (this.facts["format"], this.facts["board"]) == (1, name)
    assert len(this.text.encode()) <= LARGEST


def test_a_border_that_is_gone_is_noticed() -> None:
    """Gascony a step away from where it is shares no side with any province."""
    text, path = drawn("standard").text, drawn("standard").facts["paths"]["GAS"]
    start, _, steps = path.partition("l")
    x, y = map(int, start[1:].split())
    faults = DrawnMap("standard", text.replace(path, f"M{x + 1} {y + 1}l{steps}")).border_faults()
    assert "('GAS', 'SPA'): 0 units of border, no link" in faults


def test_a_border_that_is_too_many_is_noticed() -> None:
    this = drawn("standard")
    here, there = this.facts["paths"]["BOH"], this.facts["paths"]["GRE"]
    faults = DrawnMap("standard", this.text.replace(there, here)).border_faults()
    assert any(fault.startswith("('BOH', 'GRE')") and fault.endswith("that is none") for fault in faults)


def linked(pair: tuple[str, str], why: str = "far", line: tuple[tuple[int, int], ...] = ((1, 1), (9, 9))) -> list[str]:
    """What is wrong with the standard map if it has this link."""
    this = DrawnMap("standard")
    this.links[pair] = {"why": why, "line": line}
    return [fault for fault in (*this.link_faults(), *this.border_faults()) if fault.startswith(str(pair))]


def test_links_that_are_wrong_are_noticed() -> None:
    assert linked(("ALB", "STP")) == ["('ALB', 'STP'): no such border"]
    assert linked(("BEL", "HOL"))[0].endswith("units of border, with a link")
    assert "('BEL', 'HOL'): no reason" in linked(("BEL", "HOL"), why="")
    assert "('BEL', 'HOL'): no line" in linked(("BEL", "HOL"), line=())


def test_more_than_a_few_links_are_noticed() -> None:
    this = DrawnMap("standard")
    link = {"why": "far", "line": [(1, 1), (9, 9)]}
    this.links |= dict.fromkeys(sorted(this.joined())[: MOST_LINKS + 1], link)
    assert this.link_faults() == [f"{MOST_LINKS + 1} links"]


def test_a_coast_on_the_wrong_side_is_noticed() -> None:
    this = DrawnMap("standard")
    this.coasts |= {"STP/NC": this.coasts["STP/SC"], "STP/SC": this.coasts["STP/NC"]}
    assert [fault.split(":")[0] for fault in this.coast_faults()] == ["STP/NC", "STP/SC"]
