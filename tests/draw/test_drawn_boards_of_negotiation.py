"""Boards of Negotiation as a picture: every cell in its place, without colour, in few bytes, and in words."""

from __future__ import annotations

import re
import struct
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gm.draw.grids import WIDE, GridsDrawing
from gm.draw.pictures import drawing_of
from gm.draw.strokes import GLYPHS
from gm.rules.pictures.grids import Boards, Box, Grid, Row

SVG = "{http://www.w3.org/2000/svg}"
LEVELS = "ABCDEFGHIK"
ACCOUNTS = ("Support lent", "Support borrowed", "IOUs to collect", "IOUs owed")
RECORD = ("Wins from", "Losses to")
PASSED = "SUPPORT PASSED ON: owner across, to whom down"
POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def board(players: int, own: int, filled: dict[str, dict[int, str]], changed: dict[str, set[int]] | None = None,
          boxes: tuple[Box, ...] | None = None) -> Boards:  # fmt: skip
    """The boards of player *own*; *filled* and *changed*: by name of row and place of column, from 0."""
    heads = tuple(map(str, range(1, players + 1)))
    marks = changed or {}

    def row(name: str, shut: tuple[int, ...] = ()) -> Row:
        cells = tuple("" if n in shut else filled.get(name, {}).get(n, "") for n in range(players))
        return Row(name, cells, tuple(n for n in sorted(marks.get(name, ())) if n not in shut), shut)

    mine = own - 1
    return Boards(
        f"The boards of player {own}",
        boxes or tuple(Box(name, "0") for name in ("START", "WIN", "LOSS", "UNCOMMITTED SUPPORT")),
        Grid("MAIN BOARD", heads, tuple(row(level) for level in LEVELS), mine),
        Grid("SUPPORT AND IOUS", heads, tuple(row(name, (mine,)) for name in ACCOUNTS), mine),
        Grid(PASSED, heads, tuple(row(head, (mine, n)) for n, head in enumerate(heads) if n != mine), mine),
        Grid("WINS AND LOSSES", heads, tuple(row(name, (mine,)) for name in RECORD), mine),
    )


# Player 2 of 4 has pieces on A1 and B4, two others stand on their C2; they have lent to 3 and more came home from 4.
SMALL = board(
    4,
    2,
    {"A": {0: "3"}, "B": {3: "1"}, "C": {1: "(2)"}, "Support lent": {2: "2", 3: "-1"}, "IOUs owed": {0: "16"},
     "4": {0: "2"}, "Wins from": {2: "1"}},
    {"A": {0}, "D": {1}, "Support lent": {3}, "4": {0}},
    (Box("START", "0", True), Box("WIN", "1"), Box("LOSS", "0"), Box("UNCOMMITTED SUPPORT", "3")),
)  # fmt: skip
NUMBERS = st.one_of(st.just(""), st.integers(-10, 100).map(str))


@st.composite
def any_boards(draw: st.DrawFn) -> Boards:
    """Boards of 3 to 10 players with any numbers, any of them changed."""
    players = draw(st.integers(3, 10))
    names = [*LEVELS, *ACCOUNTS, *RECORD, *map(str, range(1, players + 1))]
    cells = st.dictionaries(st.integers(0, players - 1), NUMBERS, max_size=players)
    filled = draw(st.dictionaries(st.sampled_from(names), cells))
    changed = draw(st.dictionaries(st.sampled_from(names), st.sets(st.integers(0, players - 1))))
    return board(players, draw(st.integers(1, players)), filled, changed)


def groups(svg: str, key: str) -> list[ElementTree.Element]:
    return [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if group.get(f"data-{key}") is not None]


def grids_of(picture: Boards) -> tuple[Grid, ...]:
    return picture.squares, picture.accounts, picture.passed, picture.record


@settings(max_examples=60)
@given(any_boards())
def test_every_cell_of_the_boards_is_drawn_once_with_its_number_and_its_marks(picture: Boards) -> None:
    drawn = Counter(
        tuple(cell.get(f"data-{key}") for key in ("grid", "row", "column", "text", "changed", "shut"))
        for cell in groups(GridsDrawing(picture).svg(), "grid")
    )
    assert drawn == Counter(
        (grid.title, row.name, grid.heads[n], cell, str(int(n in row.changed)), str(int(n in row.shut)))
        for grid in grids_of(picture)
        for row in grid.rows
        for n, cell in enumerate(row.cells)
    )


@settings(max_examples=30)
@given(any_boards())
def test_what_is_written_in_a_cell_stays_inside_it(picture: Boards) -> None:
    for cell in groups(GridsDrawing(picture).svg(), "grid"):
        area = cell.find(f"{SVG}rect")
        assert area is not None
        left, top, wide, high = (float(area.get(key, "")) for key in ("x", "y", "width", "height"))
        for path in cell.iter(f"{SVG}path"):
            for x, y in POINT.findall(path.get("d", "")):
                assert left + 3 < float(x) < left + wide - 3 and top + 3 < float(y) < top + high - 3


@settings(max_examples=30)
@given(any_boards())
def test_each_change_has_a_frame_and_a_dot_and_nothing_else_has(picture: Boards) -> None:
    changes = sum(len(row.changed) for grid in grids_of(picture) for row in grid.rows)
    svg = GridsDrawing(picture).svg()
    in_key = bool(changes)  # no box of these has changed
    assert svg.count('stroke-width="3.5"') == svg.count('r="5"') == changes + in_key


def test_a_changed_box_is_framed_too() -> None:
    boxes = {box.get("data-box"): box.get("data-changed") for box in groups(GridsDrawing(SMALL).svg(), "box")}
    assert boxes == {"START": "1", "WIN": "0", "LOSS": "0", "UNCOMMITTED SUPPORT": "0"}
    still = replace(SMALL, boxes=tuple(replace(box, changed=False) for box in SMALL.boxes))
    assert GridsDrawing(SMALL).svg().count('r="5"') == GridsDrawing(still).svg().count('r="5"') + 1


def test_the_readers_own_column_has_a_ground_and_its_number_a_disc() -> None:
    heads = groups(GridsDrawing(SMALL).svg(), "head")
    assert [h.get("data-head") for h in heads if h.get("data-own") == "1"] == ["2", "2"]  # on either board
    assert all((h.find(f"{SVG}circle") is not None) == (h.get("data-own") == "1") for h in heads)
    grounds = {
        cell.get("data-column"): cell.find(f"{SVG}rect").get("fill")  # type: ignore[union-attr]
        for cell in groups(GridsDrawing(SMALL).svg(), "grid")
        if cell.get("data-row") == "E"
    }
    assert grounds["2"] != grounds["1"] == grounds["3"] == grounds["4"]


def test_pieces_in_ones_own_column_are_ringed_and_the_key_says_so() -> None:
    ringed = [c for c in groups(GridsDrawing(SMALL).svg(), "grid") if len(c.findall(f"{SVG}rect")) == 2]
    assert [(c.get("data-row"), c.get("data-column")) for c in ringed] == [("C", "2")]
    plain = board(4, 2, {"A": {0: "3"}})
    assert GridsDrawing(SMALL).svg().count("<path") > GridsDrawing(plain).svg().count("<path")
    height = [int(re.findall(r'height="(\d+)"', GridsDrawing(one).svg())[0]) for one in (SMALL, plain)]
    assert height[0] > height[1]  # two lines of key more


def test_shut_cells_are_crossed_out() -> None:
    shut = [c for c in groups(GridsDrawing(SMALL).svg(), "grid") if c.get("data-shut") == "1"]
    # The own column: 4 rows of accounts, 3 of the matrix, 2 of the record; and in the matrix each row's own player.
    assert len(shut) == 4 + 3 + 2 + 3
    assert all(c.find(f"{SVG}path") is not None and c.get("data-text") == "" for c in shut)


def test_the_boards_in_words() -> None:
    assert GridsDrawing(SMALL).lines() == (
        "The boards of player 2.",
        "START 0, WIN 1, LOSS 0, UNCOMMITTED SUPPORT 3.",
        "Squares: A1 3, B4 1, C2 (2).",
        "Support lent: player 3 2, player 4 -1.",
        "IOUs owed: player 1 16.",
        "Wins from: player 3 1.",
        "Support passed on to player 4, by owner: player 1 2.",
        "Changed: START, A1, D2, Support lent player 4, support of player 1 passed on to player 4.",
    )


def test_empty_boards_say_no_more_than_their_boxes() -> None:
    assert len(GridsDrawing(board(3, 1, {})).lines()) == 2


@pytest.mark.parametrize("players", [3, 7, 10])
def test_full_boards_are_small_and_as_wide_as_they_say(players: int) -> None:
    names = [*LEVELS, *ACCOUNTS, *RECORD, *map(str, range(1, players + 1))]
    every = set(range(players))
    full = board(players, 3, {name: dict.fromkeys(every, "100") for name in names}, dict.fromkeys(names, every))
    png = GridsDrawing(full).png()
    width, height = struct.unpack(">II", png[16:24])
    assert width == GridsDrawing(full).width == WIDE and height < 1500
    assert len(png) < 60_000


def test_the_same_boards_are_the_same_bytes() -> None:
    first = GridsDrawing(SMALL).png()
    other = replace(SMALL, title="The boards of player 3")
    assert GridsDrawing(replace(SMALL)).png() == first != GridsDrawing(other).png()


def test_all_colours_are_in_the_palette_and_no_font_is_named() -> None:
    svg = GridsDrawing(SMALL).svg()
    assert set(re.findall("#[0-9a-f]{6}", svg)) <= set(GridsDrawing.palette) and len(set(GridsDrawing.palette)) <= 16
    assert not re.search(r"<text|<image|href|font", svg)


def test_a_name_of_a_player_has_its_letters() -> None:
    assert {*"The boards of player 3 (old_Tom-2)".upper()} <= {*GLYPHS}


def test_what_brings_these_boards_along_is_drawn() -> None:
    assert type(drawing_of(SMALL)) is GridsDrawing
