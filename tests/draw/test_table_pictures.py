"""Drawn tables: every chip in its place with its letter, told apart without colour, and what may be done next."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from gm.draw.pictures import drawing_of
from gm.draw.png import to_png
from gm.draw.strokes import GLYPHS
from gm.draw.table import CHIP_WIDE, KEY_TEXT, PATTERNS, SMALL_WIDE, WIDE, TableDrawing, caption_of, chip
from gm.registry import ruleset
from gm.rules import Letter, Line, Orders
from gm.rules.pictures.table import Choice, Heap, TablePicture, Tray
from gm.rules.so_long_sucker.state import COLOURS, Options, State

SVG = "{http://www.w3.org/2000/svg}"
TABLE = TablePicture(
    "RED to play",
    (Heap(1, ("BLUE", "GREEN", "YELLOW")), Heap(4, ("VIOLET",))),
    (Tray("RED", {"RED": 2, "WHITE": 11}, owes=True), Tray("BLUE", {}, defeated=True), Tray("GREEN", {"GREEN": 1})),
    {"BLUE": 3},
    (Choice(("RED",), 1, "only", ("RED",)), Choice(("WHITE",), 4, "burn", ("RED",)),
     Choice(("RED", "WHITE"), 0, "next", ("RED", "GREEN")), Choice(("RED",), 4, "capture", ("GREEN",))),
)  # fmt: skip
chips = st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 40))
heaps = st.lists(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=20).map(tuple), max_size=12).map(
    lambda piles: tuple(Heap(number, pile) for number, pile in enumerate(piles, 1))
)
trays = st.tuples(*(st.builds(Tray, st.just(seat), chips, st.booleans(), st.booleans()) for seat in COLOURS))
some = st.lists(st.sampled_from(COLOURS), min_size=1, max_size=6, unique=True).map(tuple)
choices = st.lists(
    st.builds(Choice, some, st.integers(0, 12), st.sampled_from(("next", "only", "lowest", "capture", "burn")), some)
).map(tuple)
any_tables = st.builds(
    TablePicture, st.sampled_from(("VIOLET needs a rescue", "RED has won")), heaps, trays, chips, choices
)


def groups(svg: str, fact: str) -> dict[str, list[ElementTree.Element]]:
    """The chips in each group of the drawing that bears this fact, in the order drawn."""
    found = {}
    for one in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if one.get(f"data-{fact}") is not None:
            found[one.get(f"data-{fact}", "")] = [g for g in one.iter(f"{SVG}g") if g.get("data-chip")]
    return found


def top_of(chip: ElementTree.Element) -> float:
    return float(chip[0].get("y", "nan"))


@settings(max_examples=60)
@given(any_tables)
def test_every_chip_lies_in_its_pile_the_latest_on_top(picture: TablePicture) -> None:
    found = groups(TableDrawing(picture).svg(), "pile")
    assert {number: tuple(chip.get("data-chip") for chip in pile) for number, pile in found.items()} == {
        str(heap.number): heap.chips for heap in picture.heaps
    }
    for pile in found.values():
        tops = [top_of(chip) for chip in pile]
        assert tops == sorted(tops, reverse=True) and len(set(tops)) == len(tops)


@settings(max_examples=60)
@given(any_tables)
def test_everybody_has_his_row_and_nothing_lies_outside_the_picture(picture: TablePicture) -> None:
    svg = TableDrawing(picture).svg()
    found = groups(svg, "tray")
    assert list(found) == [*COLOURS, "DEAD"]
    for tray in picture.trays:
        assert [chip.get("data-chip") for chip in found[tray.seat]] == list(tray.chips)
    root = ElementTree.fromstring(svg)
    height = float(root.get("height", "0"))
    for rect in root.iter(f"{SVG}rect"):
        x, y, wide, high = (float(rect.get(key, "0")) for key in ("x", "y", "width", "height"))
        assert x >= 0 and x + wide <= WIDE and y >= 0 and y + high <= height
    numbers = [float(n) for path in root.iter(f"{SVG}path") for n in re.findall(r"-?\d+(?:\.\d+)?", path.get("d", ""))]
    assert min(numbers) >= 0 and max(numbers) <= max(WIDE, height)


def test_what_may_be_done_next_stands_under_the_piles() -> None:
    words = " ".join(TableDrawing(TABLE).lines())
    assert words == (
        "RED to play. Pile 1, from the bottom: blue, green, yellow. Pile 4, from the bottom: violet. "
        "RED: 2 red, 11 white. BLUE (defeated): no chip. GREEN: 1 green. Dead: 3 blue. "
        "Red on pile 1: next RED. White on pile 4: all of it is dead. Red or white on a new pile: next RED or GREEN. "
        "Red on pile 4: GREEN captures it."
    )


@given(any_tables)
@settings(max_examples=20)
def test_every_letter_of_a_table_can_be_drawn(picture: TablePicture) -> None:
    said = {picture.title.upper(), *KEY_TEXT, "PILE", "NEW", "TAKES IT", "ALL OF IT IS DEAD", "OR", ":,", *COLOURS}
    assert set("".join(said)) <= set(GLYPHS)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("RED: PLAY red ON 1", "next: GREEN or YELLOW"), ("RED: PLAY blue ON 1", "kill red or blue in pile 1"),
        ("RED: PLAY red ON 2 NEXT green", "rescue by RED or YELLOW"), ("RED: TABLE", ""),
    ],
)  # fmt: skip
def test_what_is_due_but_a_chip_to_play_stands_there_in_words(line: str, hint: str) -> None:
    hands = {"RED": {"RED": 2, "BLUE": 1}, "BLUE": {"BLUE": 1}, "GREEN": {}, "YELLOW": {"RED": 1, "YELLOW": 1}}
    piles = (("RED", "BLUE"), ("BLUE",))
    state = State(Options(), "", hands, ("YELLOW", "RED"), piles)
    rules = ruleset("so-long-sucker").rules
    seat, _, text = line.partition(": ")
    read = rules.read(state, seat, Letter((Line(1, text),)))
    assert isinstance(read, Orders)
    picture = rules.picture(rules.file(state, seat, read, datetime(2026, 1, 1, tzinfo=UTC)).state, None)
    assert picture.hint == hint
    assert not hint or TableDrawing(picture).lines()[-1].lower() == f"{hint.lower()}."
    assert TableDrawing(replace(picture, hint="")).svg() != TableDrawing(picture).svg() or not hint


def test_a_chip_is_told_from_the_others_without_colour() -> None:
    drawn = [tuple(PATTERNS[colour](0, 0, 30, 26, "#ffffff")) for colour in COLOURS]
    assert len(set(drawn)) == len(COLOURS) and len({colour[0] for colour in COLOURS}) == len(COLOURS)


def test_a_picture_of_a_table_is_small_and_always_the_same() -> None:
    assert type(drawing_of(TABLE)) is TableDrawing and len(set(TableDrawing.palette)) <= 16
    png = TableDrawing(TABLE).png()
    assert png == TableDrawing(TABLE).png() and len(png) < 20_000
    image = Image.open(BytesIO(png))
    assert image.width == WIDE == TableDrawing(TABLE).width
    used = {colour for _, colour in image.convert("RGB").getcolors() or ()}
    for colour in ("#1f4fa8", "#23803a", "#f2c314", "#7a3aa0", "#b3261e"):
        assert tuple(bytes.fromhex(colour[1:])) in used


@pytest.mark.parametrize(("tray", "mark"), [(0, "board-fill"), (1, "h")])
def test_who_owes_something_and_who_is_out_is_marked(tray: int, mark: str) -> None:
    plain = replace(TABLE, trays=tuple(replace(one, owes=False, defeated=False) for one in TABLE.trays))
    assert TableDrawing(TABLE).svg().count(mark) > TableDrawing(plain).svg().count(mark)
    assert TABLE.trays[tray].owes or TABLE.trays[tray].defeated


def test_under_a_pile_stands_in_words_who_is_next() -> None:
    choices = (Choice(("BLUE", "YELLOW"), 1, "only", ("GREEN",)), Choice(("RED",), 1, "capture", ("RED",)),
               Choice(("RED", "BLUE", "GREEN"), 0, "next", ("RED", "BLUE", "GREEN", "YELLOW")),
               Choice(("WHITE",), 4, "burn", ("RED",)))  # fmt: skip
    said = [[text for text, _ in caption_of(Heap(number, ()), choices)] for number in (1, 4, 0)]
    assert said == [
        ["PILE 1", "BLUE OR YELLOW:", "NEXT GREEN", "RED:", "RED TAKES IT"],
        ["PILE 4", "WHITE:", "ALL OF IT IS DEAD"],
        ["NEW PILE", "R, B OR G:", "NEXT R, B, G OR Y"],
    ]


@pytest.mark.parametrize("wide", [CHIP_WIDE, SMALL_WIDE])
def test_a_pattern_is_drawn_in_strokes_of_more_than_two_pixels_on_a_phone(wide: int) -> None:
    scale = 390 / WIDE
    for colour in COLOURS:
        body, *marks = (ElementTree.fromstring(one) for one in chip(colour, 0, 0, wide)[:-2])
        assert float(body.get("height", "")) * scale > 18
        assert (colour == "RED") == (not marks)
        for mark in marks:
            thick = float(mark.get("stroke-width", "0")) or 2 * float(mark.get("r", "0"))
            assert thick * scale > 2


@pytest.mark.parametrize("wide", [CHIP_WIDE, SMALL_WIDE])
def test_chips_are_told_apart_in_grey_by_where_their_pattern_is(wide: int) -> None:
    seen = {}
    for colour in COLOURS:
        whole = "".join(chip(colour, 1, 1, wide)[:-1])
        svg = f'<svg xmlns="{SVG[1:-1]}" width="{wide + 2}" height="30">{whole}</svg>'
        grey = Image.open(BytesIO(to_png(svg, TableDrawing.palette))).convert("L").resize((wide * 390 // WIDE, 20))
        values = [value for value in grey.crop((16, 3, grey.width - 3, 17)).tobytes()]
        middle = (min(values) + max(values)) / 2
        seen[colour] = [value > middle for value in values]
    for one, other in combinations(COLOURS, 2):
        unlike = sum(a != b for a, b in zip(seen[one], seen[other], strict=True))
        assert min(unlike, len(seen[one]) - unlike) > len(seen[one]) / 8, (one, other)


def test_in_a_page_chips_stand_once() -> None:
    shared, inline = TableDrawing(TABLE).shared(), TableDrawing(TABLE).inline()
    names = re.findall(r' id="([^"]+)"', shared)
    assert len(names) == len(set(names)) == 2 * len(COLOURS)
    used = re.findall(r'href="#([^"]+)"', inline)
    assert set(used) <= set(names) and len(used) == 4 + 3 + 1
