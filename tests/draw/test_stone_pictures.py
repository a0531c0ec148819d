"""Drawn boards of stones: every cell is there, every stone in its place, the last turn and the groups are marked."""

from __future__ import annotations

import math
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from helpers.rows import each_row
from msgspec.structs import replace
from PIL import Image

from gm.draw.pictures import drawing_of
from gm.draw.stones import StonesDrawing
from gm.draw.strokes import GLYPHS
from gm.rules.pictures.hexagon import LETTERS, hexagon
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


def test_placed_stones_have_a_ring_and_a_name_and_the_gained_one_a_dashed_ring() -> None:
    found = stones(TURN)
    parts = {cell: [part.tag.removeprefix(SVG) for part in one] for cell, one in found.items()}
    assert parts["B1"] == parts["A1"] == ["circle", "circle", "path"]
    assert parts["A2"] == ["circle"]
    assert found["B1"][1].get("stroke-dasharray") is None and found["A1"][1].get("stroke-dasharray")


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


@pytest.mark.parametrize(("side", "width"), [(3, 540), (8, 780), (13, 772)])
def test_a_picture_is_as_wide_as_a_phone_shows_twice_over_or_less_and_in_few_colours(side: int, width: int) -> None:
    picture = StonePicture(side, "The beginning", {"BLACK": ("A1",), "WHITE": ("A2",)}, "BLACK", ("A1",), "", True)
    painted = Image.open(BytesIO(StonesDrawing(picture).png()))
    assert painted.size[0] == width == StonesDrawing(picture).width
    assert len(painted.convert("RGB").getcolors(1000) or ()) <= len(set(StonesDrawing.palette)) <= 16
    assert type(drawing_of(picture)) is StonesDrawing and drawing_of("picture") is None


def test_the_same_position_is_the_same_picture() -> None:
    assert StonesDrawing(TURN).png() == StonesDrawing(TURN).png() != StonesDrawing(END).png()


# --- on a phone ---

PHONE = 390


def scale_of(root: ElementTree.Element) -> float:
    """Pixels of a phone to a unit."""
    return (
        min(1, PHONE / float(root.get("width", "")))
        * float(root.get("width", ""))
        / float(root.get("viewBox", "").split()[2])
    )


def strokes(text: str) -> int:
    return sum(len(GLYPHS[letter].split("/")) for letter in text)


def texts(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The elements of letters in the first group of a class."""
    group = next(one for one in root.iter(f"{SVG}g") if one.get("class") == name)
    return [one for one in group.iter(f"{SVG}path") if one.get("stroke-linecap")]


def heights(one: ElementTree.Element) -> list[float]:
    """How high each letter of an element is; those of I, - and the like are left out."""
    tall = [[float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", part)] for part in one.get("d", "").split("M")[1:]]
    found = [max(ys) - min(ys) for ys in tall if ys]
    return [high for high in found if high > max(found) * 0.9]


@each_row("side", [5, 6, 7, 8, 9, 13])
def test_letters_along_the_edges_and_in_the_cells_can_be_read_on_a_phone(side: int) -> None:
    root = drawn(StonePicture(side, "The beginning", {"BLACK": (), "WHITE": ()}, "BLACK"))
    rows, scale = 2 * side - 1, scale_of(root)
    edges = texts(root, "board-ink")
    assert [one.get("d", "").count("M") for one in edges[:-2]] == [
        strokes(letter) for letter in LETTERS[:rows] for _ in "WE"
    ]
    assert [one.get("d", "").count("M") for one in edges[-2:]] == [
        strokes("".join(str(n) for n in range(1, side + 1)))
    ] * 2
    ys = [[float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", one.get("d", ""))] for one in edges]
    assert min(max(one) - min(one) for one in ys) * scale > 6.2
    (names,) = texts(root, "stones-name")
    assert names.get("d", "").count("M") == sum(
        strokes(cell if side <= 9 else cell[1:]) for cell in hexagon(side).cells
    )
    assert min(heights(names)) * scale > 6


@pytest.mark.parametrize("side", [5, 9, 13])
def test_stones_are_more_than_ten_pixels_wide_on_a_phone_and_do_not_touch(side: int) -> None:
    cells = hexagon(side).cells
    picture = StonePicture(side, "After turn 9", {"BLACK": cells[::2], "WHITE": cells[1::2]}, "BLACK", (cells[0],))
    root = drawn(picture)
    discs = [one[0] for one in root.iter(f"{SVG}g") if one.get("data-at")]
    radius = {float(one.get("r", "")) + float(one.get("stroke-width", "")) / 2 for one in discs}
    assert len(discs) == len(cells) and len(radius) == 1
    assert 2 * min(radius) * scale_of(root) > 10
    places = [(float(one.get("cx", "")), float(one.get("cy", ""))) for one in discs]
    assert min(math.dist(a, b) for n, a in enumerate(places) for b in places[:n]) > 2 * max(radius)


def test_the_cells_of_the_last_turn_have_a_ground_of_their_own() -> None:
    marked = [one.get("data-last") for one in drawn(TURN).iter(f"{SVG}path") if one.get("data-last")]
    assert marked == ["A1", "B1", "B2", "B3"]


def test_what_is_said_below_the_board_is_cut_into_lines_that_fit() -> None:
    many = tuple((cell,) for cell in hexagon(13).cells[:90:2])
    picture = replace(END, side=13, groups={"BLACK": many, "WHITE": ()})
    root = drawn(picture)
    wide, high = (float(n) for n in root.get("viewBox", "").split()[2:])
    numbers = [float(n) for one in root.iter(f"{SVG}path") for n in re.findall(r"[\d.]+", one.get("d", ""))]
    assert max(numbers[::2]) < wide and max(numbers[1::2]) < high
    assert [f"{words}." for _, words in StonesDrawing(picture).legend()] == [*StonesDrawing(picture).lines()[1:-2]]


def test_in_a_page_the_board_stands_once_and_each_position_refers_to_it() -> None:
    shared, inline = StonesDrawing(TURN).shared(), StonesDrawing(TURN).inline()
    names = set(re.findall(r' id="([^"]+)"', shared))
    assert (
        set(re.findall(r' href="#([^"]+)"', inline)) == names == {"stones-3-board", "stones-3-black", "stones-3-white"}
    )
    assert len(inline) < len(shared) and StonesDrawing(END).shared() == shared
