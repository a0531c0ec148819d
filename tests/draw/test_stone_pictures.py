"""Drawn boards of stones: every cell is there, every stone in its place, the last turn and the groups are marked."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from gm.draw.pictures import drawing_of
from gm.draw.stones import StonesDrawing
from gm.rules.pictures.hexagon import hexagon
from gm.rules.pictures.stones import StonePicture

SVG = "{http://www.w3.org/2000/svg}"
TURN = StonePicture(
    3, "After turn 2, Black to play", {"BLACK": ("A2", "A3"), "WHITE": ("A1", "B1", "B2", "B3")}, "BLACK",
    ("B1", "B2", "B3"), "A1", True,
)  # fmt: skip
END = StonePicture(
    3, "The end", {"BLACK": ("A1", "A2", "E3"), "WHITE": ("C3",)}, "", (), "A2", False,
    {"BLACK": (("A1", "A2"), ("E3",)), "WHITE": (("C3",),)},
)  # fmt: skip


def drawn(picture: StonePicture) -> ElementTree.Element:
    return ElementTree.fromstring(StonesDrawing(picture).svg())


def stones(picture: StonePicture) -> dict[str, ElementTree.Element]:
    """The elements of the stones, by their cells."""
    return {one.get("data-at", ""): one for one in drawn(picture).iter(f"{SVG}g") if one.get("data-at")}


@pytest.mark.parametrize("side", [3, 8, 13])
def test_every_cell_is_drawn_once_and_no_two_in_one_place(side: int) -> None:
    empty = StonePicture(side, "The beginning", {"BLACK": (), "WHITE": ()}, "BLACK")
    cells = [one for one in drawn(empty).iter(f"{SVG}path") if one.get("data-cell")]
    assert [one.get("data-cell") for one in cells] == list(hexagon(side).cells)
    assert len({one.get("d") for one in cells}) == len(cells)


def test_touching_cells_share_an_edge_in_the_picture() -> None:
    corners = {
        one.get("data-cell", ""): set(re.findall(r"[\d.]+ [\d.]+", one.get("d", "")))
        for one in drawn(TURN).iter(f"{SVG}path") if one.get("data-cell")
    }  # fmt: skip
    for cell, around in hexagon(3).neighbours.items():
        assert {one for one in corners if len(corners[one] & corners[cell]) == 2} == set(around)


def test_every_stone_stands_on_its_cell_in_its_colour() -> None:
    found = {cell: one.get("data-stone") for cell, one in stones(TURN).items()}
    assert found == {"A2": "BLACK", "A3": "BLACK", **dict.fromkeys(("A1", "B1", "B2", "B3"), "WHITE")}


def test_placed_stones_have_a_ring_and_a_name_and_the_gained_one_a_name_only() -> None:
    parts = {cell: [part.tag.removeprefix(SVG) for part in one] for cell, one in stones(TURN).items()}
    assert parts["B1"] == ["circle", "circle", "path"]
    assert parts["A1"] == ["circle", "path"]
    assert parts["A2"] == ["circle"]


def test_black_and_white_differ_in_lightness_not_only_in_colour() -> None:
    fills = {one.get("data-stone"): one[0].get("fill") for one in stones(TURN).values()}
    assert fills == {"BLACK": "#111111", "WHITE": "#ffffff"}


def test_at_the_end_touching_stones_are_bound_and_numbered_by_group() -> None:
    bonds = [(one.get("data-from"), one.get("data-to")) for one in drawn(END).iter(f"{SVG}g") if one.get("data-from")]
    assert bonds == [("A1", "A2")]
    found = stones(END)
    numbers = {cell: found[cell][-1].get("d") for cell in found}
    shapes = {cell: len((path or "").split("M")) for cell, path in numbers.items()}
    assert shapes["A1"] == shapes["A2"] == shapes["C3"] and shapes["E3"] != shapes["A1"]  # 1, 1, 1 and 2


def test_the_words_say_what_is_on_the_picture() -> None:
    assert StonesDrawing(TURN).lines() == (
        "After turn 2, Black to play.",
        "White placed B1, B2, B3: one of them is replaced now.",
        "White gained A1 by replacing it.",
        "Black: A2, A3.",
        "White: A1, B1, B2, B3.",
    )
    assert StonesDrawing(END).lines()[1:4] == (
        "Black gained A2 by replacing it.", "Black, 2 groups: 2, 1.", "White, 1 group: 1."
    )  # fmt: skip


@pytest.mark.parametrize(("side", "width"), [(3, 285), (8, 705), (13, 1125)])
def test_a_picture_is_as_wide_as_its_board_and_in_few_colours(side: int, width: int) -> None:
    picture = StonePicture(side, "The beginning", {"BLACK": ("A1",), "WHITE": ("A2",)}, "BLACK", ("A1",), "", True)
    painted = Image.open(BytesIO(StonesDrawing(picture).png()))
    assert painted.size[0] == width == StonesDrawing(picture).width
    assert len(painted.convert("RGB").getcolors(1000) or ()) <= len(set(StonesDrawing.palette)) <= 16
    assert type(drawing_of(picture)) is StonesDrawing and drawing_of("picture") is None


def test_the_same_position_is_the_same_picture() -> None:
    assert StonesDrawing(TURN).png() == StonesDrawing(TURN).png() != StonesDrawing(END).png()
