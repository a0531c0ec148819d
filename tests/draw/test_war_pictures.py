"""Drawn boards: all that a picture says can be seen, in its place, without colour and in few bytes.

After an intended change of the drawing, GM_GOLDEN=write makes small.svg again; then look at it.
"""

from __future__ import annotations

import math
import os
import re
import struct
from collections import Counter
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.rows import each_row
from hypothesis import given, settings
from msgspec.structs import replace
from pictures import SMALL, any_pictures, full
from PIL import Image

from gm.draw.board import GROUNDS
from gm.draw.chart import Sign
from gm.draw.fields import HIGH, MORE, WIDE
from gm.draw.png import to_png
from gm.draw.signs import SHAPES, TONES, Box
from gm.draw.signs import sign as draw_sign
from gm.draw.strokes import GLYPHS, path
from gm.draw.war import MOST, WarDrawing
from gm.rules.pictures.honeycomb import LETTERS, Board, read_field
from gm.rules.pictures.war import SOME, SOUTH, Mark, Picture, Shot, Trip, other

GOLDEN = Path(__file__).parent / "small.svg"
BOX = Box(0, 0, WIDE, HIGH)  # of a sign that is not alone on its field
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d)?")
Fact = tuple[str, str, str, str, str]  # where, what, whose, how many, since when


def one(mark: Mark, shots: tuple[Shot, ...] = ()) -> Picture:
    """A board of one row whose first field is this."""
    return Picture(1, 3, "SOUTH", 4, {"A1": mark}, shots)


def drawn(svg: str) -> Counter[Fact]:
    """What the elements of a drawing say of themselves."""
    found: Counter[Fact] = Counter()
    for place in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        where = place.get("data-at") or "-".join(filter(None, (place.get("data-from"), place.get("data-to"))))
        for sign in place.iter(f"{SVG}g") if where else ():
            if sign.get("data-mark"):
                found[(where, *(sign.get(f"data-{key}", "") for key in ("mark", "side", "count", "known")))] += 1
    return found


def said(picture: Picture) -> Counter[Fact]:
    """What a picture says, piece by piece."""
    own = picture.side or SOUTH
    found: list[tuple[str, str, str, int | str, int | None]] = []
    for field, mark in picture.marks.items():
        men = "?" if mark.enemy == SOME else mark.enemy
        found += [
            (field, "men", own, mark.men, None),
            (field, "trucks", own, mark.trucks, mark.trucks_known),
            (field, "men", other(own), men, mark.seen),
            (field, "trucks", other(own), mark.enemy_trucks, mark.seen),
            (field, "city", mark.city, int(bool(mark.city)), mark.city_known),
            (field, "airport", mark.airport, int(bool(mark.airport)), None),
            *((field, "deaths", side, number, None) for side, number in mark.deaths.items()),
        ]
    for shot in picture.shots:
        at_home = shot.source == shot.target
        found.append((shot.source, "fire" if at_home else "firing", shot.side, shot.men, None))
        if not at_home:
            found.append((f"{shot.source}-{shot.target}", "shot", shot.side, shot.men, None))
    found += [(f"{one.path[0]}-{one.ended}", "move", one.side, one.men, None) for one in picture.trips]
    return Counter(
        (where, what, side, str(count), "" if known is None else str(known))
        for where, what, side, count, known in found
        if count
    )


def grounds(svg: str) -> dict[str, str]:
    """The ground of each field."""
    cells = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return {cell.get("data-field", ""): cell.get("data-ground", "") for cell in cells if cell.get("data-field")}


def corners(svg: str) -> dict[str, set[str]]:
    """The corners of each field."""
    cells = ElementTree.fromstring(svg).iter(f"{SVG}path")
    return {str(c.get("data-field")): set(c.get("d", "")[1:-1].split("L")) for c in cells if c.get("data-field")}


# --- what is to be seen ---


@settings(max_examples=150, deadline=None)
@given(any_pictures())
def test_everything_on_a_picture_is_drawn_in_its_place_and_nothing_else(picture: Picture) -> None:
    svg = WarDrawing(picture).svg()
    assert drawn(svg) == said(picture)
    board = Board(picture.rows, picture.columns)
    assert grounds(svg) == {
        str(field): "hatched"
        if mark.contested
        else "dim"
        if picture.side and not (mark.in_sight or mark.men)
        else "plain"
        for field in board.fields
        for mark in [picture.marks.get(str(field), Mark())]
    }


def test_the_small_board_is_drawn_like_this() -> None:
    svg = WarDrawing(SMALL).svg()
    if os.environ.get("GM_GOLDEN") == "write":
        GOLDEN.write_text(svg, encoding="utf-8")
    assert svg == GOLDEN.read_text(encoding="utf-8")


def test_fields_that_touch_share_two_corners_and_no_others_do() -> None:
    board = Board(5, 4)
    found = corners(WarDrawing(Picture(5, 4, "SOUTH", 1, {})).svg())
    for name, own in found.items():
        field = read_field(name)
        assert field is not None and len(own) == 6
        touching = {str(near) for near in board.neighbours(field)}
        assert {rest for rest in found if rest != name and len(own & found[rest]) == 2} == touching


def test_north_is_up_and_even_rows_lie_half_a_field_to_the_east() -> None:
    found = corners(WarDrawing(Picture(2, 2, "SOUTH", 1, {})).svg())
    middles = {}
    for name, points in found.items():
        xy = [tuple(map(float, point.split())) for point in points]
        middles[name] = (sum(x for x, _ in xy) / 6, sum(y for _, y in xy) / 6)
    assert middles["A2"][1] < middles["A1"][1] and middles["B1"][0] > middles["A1"][0]
    assert middles["A2"][0] - middles["A1"][0] == (middles["B1"][0] - middles["A1"][0]) / 2


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (25, 17), (99, 26)])
def test_each_column_has_its_letter_twice_and_each_row_its_number_twice(rows: int, columns: int) -> None:
    root = ElementTree.fromstring(WarDrawing(Picture(rows, columns, "", 1, {})).svg())
    edges = next(one for one in root.iter(f"{SVG}g") if one.get("class") == "board-ink")
    above, below, *numbers = (one.get("d", "") for one in edges)
    assert len(numbers) == 2 * rows and above.count("M") == below.count("M") == strokes(LETTERS[:columns])
    assert [one.count("M") for one in numbers] == [strokes(str(row)) for row in range(1, rows + 1) for _ in "WE"]


def strokes(text: str) -> int:
    """How many strokes its letters have."""
    return sum(len(GLYPHS[letter].split("/")) for letter in text)


@each_row(("rows", "columns"), [(0, 5), (5, 0), (100, 5), (5, 27), (10**9, 10**9)])
def test_a_board_larger_than_any_is_not_drawn(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="99 rows"):
        WarDrawing(Picture(rows, columns, "SOUTH", 1, {})).svg()


def arrow(svg: str, source: str, target: str) -> list[tuple[float, float]]:
    """The corners of an arrow's head."""
    found = next(
        one
        for one in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if (one.get("data-from"), one.get("data-to")) == (source, target)
    )
    numbers = [float(n) for n in NUMBER.findall(found[-1].get("d", ""))]
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def middle_of(svg: str, field: str) -> tuple[float, float]:
    """The centre of a field."""
    points = [tuple(map(float, point.split())) for point in corners(svg)[field]]
    return sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6


NEIGHBOURS = ("A2", "C2", "B1", "C1", "B3", "C3")  # of B2, on an even row


@each_row("target", NEIGHBOURS)
def test_the_head_of_a_move_points_at_its_target_from_the_edge_between_the_two_fields(target: str) -> None:
    svg = WarDrawing(Picture(3, 3, "SOUTH", 1, {}, trips=(Trip("SOUTH", ("B2", target), target, 1),))).svg()
    tip, one_side, _, other_side = arrow(svg, "B2", target)
    start, end = middle_of(svg, "B2"), middle_of(svg, target)
    back = ((one_side[0] + other_side[0]) / 2, (one_side[1] + other_side[1]) / 2)
    way, pointed = (end[0] - start[0], end[1] - start[1]), (tip[0] - back[0], tip[1] - back[1])
    assert math.hypot(*way) * math.hypot(*pointed) == pytest.approx(way[0] * pointed[0] + way[1] * pointed[1], rel=0.01)
    assert abs(math.dist(tip, start) - math.dist(tip, end)) < 2 * 12 + 4


@each_row("target", NEIGHBOURS)
def test_fire_ends_in_a_flash_just_beyond_the_edge_of_its_target_and_its_answer_beside_it(target: str) -> None:
    shots = (Shot("SOUTH", "B2", target, 1), Shot("NORTH", target, "B2", 2))
    svg = WarDrawing(Picture(3, 3, "SOUTH", 1, {}, shots)).svg()
    flashes = [arrow(svg, "B2", target), arrow(svg, target, "B2")]
    centres = [(sum(x for x, _ in one) / 8, sum(y for _, y in one) / 8) for one in flashes]
    assert [len(one) for one in flashes] == [8, 8] and 17 < math.dist(*centres) < 52
    for centre, (source, hit) in zip(centres, (("B2", target), (target, "B2")), strict=True):
        near, far = math.dist(centre, middle_of(svg, hit)), math.dist(centre, middle_of(svg, source))
        assert 0.8 * far < near < far  # just beyond the edge


def lines(svg: str) -> list[tuple[str, int, bool]]:
    """The lines of arrows that are not white: their colour, through how many points, and whether they are dashed."""
    board = [part for part in ElementTree.fromstring(svg) if part.get("data-part") != "key"]
    paths = [one for part in board for one in part.iter(f"{SVG}path") if one.get("stroke-linejoin") == "round"]
    tones = {strong for strong, _ in TONES.values()}
    return [
        (one.get("stroke", ""), one.get("d", "").count("L") + 1, one.get("stroke-dasharray") is not None)
        for one in paths
        if one.get("fill") == "none" and one.get("stroke") in tones and one.get("stroke-linecap") is None
    ]


def test_moves_are_whole_lines_through_all_their_fields_and_fire_is_dashed() -> None:
    truck = Trip("SOUTH", ("A1", "A2", "A3", "B3"), "B3", 2, "truck")
    svg = WarDrawing(Picture(4, 4, "SOUTH", 1, {}, (Shot("NORTH", "D4", "D3", 1),), trips=(truck,))).svg()
    assert lines(svg) == [("#123f8c", 4, False), ("#a3160f", 2, True)]


def test_moves_that_stopped_end_in_a_bar_on_the_edge_of_the_last_field_they_reached() -> None:
    path = ("A1", "B1", "C1", "D1")
    for ended, to in (("D1", "D1"), ("B1", "B1"), ("A1", "B1")):
        picture = Picture(1, 4, "SOUTH", 1, {}, trips=(Trip("SOUTH", path, ended, 1, "truck"),))
        drawing = WarDrawing(picture)
        xs = [x for x, _ in arrow(drawing.svg(), "A1", to)]
        left = middle_of(drawing.svg(), to)[0] - 28
        assert min(xs) < left + 3 and max(xs) - min(xs) == pytest.approx(6 if ended != "D1" else 23)
        assert ("stopped on" in drawing.lines()[1]) == (ended != "D1")


def test_moves_of_the_same_kind_along_the_same_way_are_one_arrow_with_all_their_men() -> None:
    twice = (Trip("SOUTH", ("A1", "A2"), "A2", 1), Trip("SOUTH", ("A1", "A2"), "A2", 2))
    drawing = WarDrawing(Picture(2, 2, "SOUTH", 1, {}, trips=twice))
    assert drawing.lines()[1] == "Your moves: A1-A2 3."
    assert drawn(drawing.svg()) == Counter({("A1-A2", "move", "SOUTH", "3", ""): 1})


# --- on a phone ---

PHONE = 390
LEAST = 12  # pixels


def boxes(svg: str) -> dict[str, list[tuple[float, float, float, float]]]:
    """Where the signs and tags of each field are: left, top, right, bottom."""
    found: dict[str, list[tuple[float, float, float, float]]] = {}
    for place in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if place.get("data-at") and not place.get("data-all"):
            found[place.get("data-at", "")] = [extent(sign) for sign in place]
    return found


def extent(sign: ElementTree.Element) -> tuple[float, float, float, float]:
    """The rectangle that all shapes of a sign fill, with half their outline."""
    xs, ys = [], []
    for one in sign.iter():
        kind, half = one.tag.removeprefix(SVG), float(one.get("stroke-width", 0)) / 2

        def number(name: str, one: ElementTree.Element = one) -> float:
            return float(one.get(name, "nan"))

        if kind == "rect":
            x, y, wide, high = (number(name) for name in ("x", "y", "width", "height"))
        elif kind == "circle":
            r = number("r")
            x, y, wide, high = number("cx") - r, number("cy") - r, 2 * r, 2 * r
        elif kind == "line":
            x, y = number("x1"), number("y1")
            wide, high = number("x2") - x, number("y2") - y
        elif kind == "path":
            numbers = [float(n) for n in NUMBER.findall(one.get("d", ""))] or [math.nan, math.nan]
            x, y = min(numbers[::2]), min(numbers[1::2])
            wide, high = max(numbers[::2]) - x, max(numbers[1::2]) - y
        else:
            continue
        xs += [x - half, x + wide + half]
        ys += [y - half, y + high + half]
    return min(xs), min(ys), max(xs), max(ys)


def scale_of(svg: str) -> float:
    """Pixels of a phone to a unit."""
    return PHONE / float(ElementTree.fromstring(svg).get("viewBox", "").split()[2])


def test_every_sign_of_a_full_board_of_the_usual_size_is_twelve_pixels_high_on_a_phone() -> None:
    svg = WarDrawing(full(25, 17, 0.3)).svg()
    shown = [(bottom - top) * scale_of(svg) for signs in boxes(svg).values() for _, top, _, bottom in signs]
    assert len(shown) > 100 and min(shown) > LEAST - 0.5


@each_row("shape", SHAPES)
def test_every_shape_of_a_sign_is_twelve_pixels_high_on_a_phone(shape: str) -> None:
    drawn_sign = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{draw_sign(Sign(shape, "2", "red"), BOX)}</svg>')
    _, top, _, bottom = extent(drawn_sign)
    scale = scale_of(WarDrawing(Picture(25, 17, "SOUTH", 1, {})).svg())
    assert (bottom - top) * scale > LEAST - 0.1


@settings(max_examples=150, deadline=None)
@given(any_pictures())
def test_no_two_signs_of_a_field_overlap_and_none_leaves_its_field(picture: Picture) -> None:
    svg = WarDrawing(picture).svg()
    for field, signs in boxes(svg).items():
        x, y = middle_of(svg, field)
        for n, (left, top, right, bottom) in enumerate(signs):
            assert x - 28 <= left and right <= x + 28 and y - 41 <= top and bottom <= y + 41
            for other_left, other_top, other_right, other_bottom in signs[:n]:
                apart = left >= other_right or other_left >= right or top >= other_bottom or other_top >= bottom
                assert apart, (field, signs)


def names_at(svg: str) -> set[str]:
    """The fields that have their names."""
    drawing = ElementTree.fromstring(svg)
    named = next(one for one in drawing.iter(f"{SVG}g") if one.get("class") == "board-name")
    strokes_drawn = {stroke for one in named for stroke in one.get("d", "").split("M") if stroke}
    return {
        field
        for field in corners(svg)
        for x, y in [middle_of(svg, field)]
        if {stroke for stroke in path(field, x, y + 21, 17).split("M") if stroke} <= strokes_drawn
    }


def test_fields_have_their_names_where_signs_leave_room_for_it_and_their_neighbours_where_not() -> None:
    marks = {"B2": Mark(men=1), "E2": Mark(men=1, trucks=2), "B4": Mark(men=1, trucks=1, city="SOUTH"),
             "E4": Mark(enemy=2, seen=1)}  # fmt: skip
    svg = WarDrawing(Picture(5, 6, "SOUTH", 3, marks, trips=(Trip("SOUTH", ("A1", "B1"), "B1", 1),))).svg()
    assert names_at(svg) == {"B2", "E2", "A4", "C4", "D4", "F4", "A1", "B1", "D5"}


def test_what_was_seen_earlier_is_pale_and_dashed_and_has_its_cycle() -> None:
    def look(mark: Mark) -> tuple[set[str | None], set[bool], int]:
        root = ElementTree.fromstring(WarDrawing(one(mark)).svg())
        place = next(g for g in root.iter(f"{SVG}g") if g.get("data-at") == "A1")
        shapes = [part for part in place[0].iter() if part.get("fill", "none") != "none"]
        dashed = {part.get("stroke-dasharray") is not None for part in shapes}
        tags = [g for g in place if g.get("class") == "board-tag"]
        return {part.get("fill") for part in shapes}, dashed, len(tags)

    for now, then in (
        (Mark(trucks=1), Mark(trucks=1, trucks_known=2)),
        (Mark(city="SOUTH"), Mark(city="SOUTH", city_known=2)),
    ):
        assert look(now) == ({"#123f8c"}, {False}, 0) and look(then) == ({"#d3dff5"}, {True}, 1)
    assert look(Mark(enemy=2)) == ({"#ffffff"}, {False}, 0) and look(Mark(enemy=2, seen=2)) == ({"#ffffff"}, {True}, 1)


def test_the_key_names_what_is_on_the_board_and_nothing_else() -> None:
    def key(picture: Picture) -> list[str]:
        return [entry.words for entry in WarDrawing(picture).chart.key]

    assert key(one(Mark(men=1))) == ["Your men", "Out of sight"]
    assert key(one(Mark(enemy=SOME, seen=2))) == ["Enemy men, some", "Out of sight", "Dashed: known in cycle 2"]
    fired = one(Mark(men=2, contested=True), (Shot("SOUTH", "A1", "B1", 2),))
    assert key(fired) == ["Your men", "Your fire", "Your men firing", "Contested", "Out of sight"]
    moved = replace(one(Mark(men=1, in_sight=True)), columns=1, trips=(Trip("NORTH", ("B1", "A1"), "A1", 1),))
    assert key(moved) == ["Your men", "Enemy moves"]
    crowd = Mark(men=1, enemy=1, trucks=1, enemy_trucks=1, city="SOUTH", in_sight=True)
    assert key(replace(one(crowd), columns=1))[-1] == "More: see below the board"


def texts(mark: Mark) -> int:
    """How many texts are on the first field."""
    groups = ElementTree.fromstring(WarDrawing(one(mark)).svg()).iter(f"{SVG}g")
    field = next(group for group in groups if group.get("data-at") == "A1")
    return sum(path.get("fill") == "none" for path in field.iter(f"{SVG}path"))


def test_signs_known_since_the_same_cycle_have_one_tag_together() -> None:
    old = Mark(enemy=2, enemy_trucks=1, seen=3)
    assert texts(old) == 2 + 1
    assert texts(replace(old, men=1)) == 3 + 1


def test_signs_of_a_field_known_since_different_cycles_have_a_tag_each() -> None:
    def tags(mark: Mark) -> int:
        return WarDrawing(one(mark)).svg()[:-1].count('class="board-tag"') - 1  # of them, one is in the key

    assert tags(Mark(enemy=2, seen=3, trucks=1, trucks_known=2)) == 2
    assert tags(Mark(enemy=2, enemy_trucks=1, seen=3, trucks=1, trucks_known=2)) == 3


def test_a_field_with_one_of_everything_shows_it_all() -> None:
    home = tuple(Shot(side, "A1", "A1", 3) for side in ("SOUTH", "NORTH"))
    crowd = Mark(3, 2, 1, "NORTH", 1, "SOUTH", 3, 2, 1, True, True, {"SOUTH": 1, "NORTH": 2})
    assert sum(drawn(WarDrawing(one(crowd, home)).svg()).values()) == 10
    assert drawn(WarDrawing(one(crowd, home)).svg()) == said(one(crowd, home))


def test_a_crowded_field_shows_three_signs_and_a_plus_and_all_of_them_below_the_board() -> None:
    home = tuple(Shot("SOUTH", "A1", "A1", n) for n in range(1, 40))
    picture = one(Mark(men=3), home)
    root = ElementTree.fromstring(WarDrawing(picture).svg())
    inside, below = (g for g in root.iter(f"{SVG}g") if g.get("data-at") == "A1")
    assert len(inside) == 4 and len(below) == 1 + 40 and below.get("data-all") == "yes"
    assert not [one for one in inside.iter() if one.get("data-mark")]
    assert drawn(WarDrawing(picture).svg()) == said(picture)
    rights = [extent(sign)[2] for sign in below]
    assert max(rights) <= float(root.get("viewBox", "").split()[2])


# --- without colour ---

DARK = {strong: "dark" for strong, _ in TONES.values()}
SIGNS = {
    "own men": one(Mark(men=2)),
    "enemy men": one(Mark(enemy=2)),
    "enemy men, some": one(Mark(enemy=SOME)),
    "enemy men, earlier": one(Mark(enemy=2, seen=1)),
    "own truck": one(Mark(trucks=1)),
    "own truck, earlier": one(Mark(trucks=1, trucks_known=2)),
    "enemy truck": one(Mark(enemy_trucks=1)),
    "enemy truck, earlier": one(Mark(enemy_trucks=1, seen=2)),
    "own city": one(Mark(city="SOUTH")),
    "enemy city": one(Mark(city="NORTH")),
    "enemy city, earlier": one(Mark(city="NORTH", city_known=0)),
    "own airport": one(Mark(airport="SOUTH")),
    "enemy airport": one(Mark(airport="NORTH")),
    "own dead": one(Mark(deaths={"SOUTH": 2})),
    "enemy dead": one(Mark(deaths={"NORTH": 2})),
    "contested": one(Mark(contested=True)),
    "in sight": one(Mark(in_sight=True)),
    "out of sight": one(Mark()),
    "own fire": one(Mark(), (Shot("SOUTH", "A1", "B1", 2),)),
    "enemy fire": one(Mark(), (Shot("NORTH", "A1", "B1", 2),)),
    "own fire, here": one(Mark(), (Shot("SOUTH", "A1", "A1", 2),)),
    "enemy fire, here": one(Mark(), (Shot("NORTH", "A1", "A1", 2),)),
    "own move": replace(one(Mark()), trips=(Trip("SOUTH", ("A1", "B1"), "B1", 1),)),
    "enemy move": replace(one(Mark()), trips=(Trip("NORTH", ("A1", "B1"), "B1", 1),)),
    "own move, stopped": replace(one(Mark()), trips=(Trip("SOUTH", ("A1", "B1"), "A1", 1),)),
}


def without_colour(svg: str) -> str:
    """The board in two tones, without what its elements say of themselves, and without the key."""
    body = re.sub(r' data-[a-z]+="[^"]*"', "", svg[: svg.index('<g data-part="key">')])
    body = re.sub(r'<svg [^>]*>|<rect width="\d+" height="\d+" fill="#ffffff"/>\n', "", body)
    return re.sub("|".join(DARK), "dark", body)


def test_without_colour_all_signs_are_different() -> None:
    looks = {name: without_colour(WarDrawing(picture).svg()) for name, picture in SIGNS.items()}
    assert len(set(looks.values())) == len(SIGNS)


def test_both_tones_are_dark_enough_for_grey_print_and_the_ground_light_enough() -> None:
    def grey(colour: str) -> int:
        value = Image.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))
        assert isinstance(value, int)
        return value

    assert max(grey(strong) for strong, _ in TONES.values()) < 80
    assert min(grey(ground) for ground in GROUNDS.values() if ground.startswith("#")) > 200


# --- texts ---


def test_every_sign_is_in_the_key_and_in_the_words() -> None:
    for name, picture in SIGNS.items():
        if name not in ("in sight", "out of sight", "contested"):
            words = WarDrawing(picture).lines()
            assert len(words) == 2 and words[1].endswith("."), name


def test_who_does_not_see_the_small_board_reads_this() -> None:
    assert WarDrawing(SMALL).lines() == (
        "Cycle 3, as North knows it.",
        "Your men: C2 1, C3 2, D4 1.",
        "Enemy men: B2 3, D2 2 (cycle 1).",
        "Enemy men, some: C2.",
        "Your trucks: B4 1 (cycle 2), D4 2.",
        "Enemy trucks: D2 1 (cycle 1).",
        "City of South: A1 (cycle 0), B2.",
        "Airport of North: E5.",
        "Your moves: D5-D4 1, A5-B5 2 (by truck, stopped on B5).",
        "Enemy fire, here: C2 1.",
        "Your fire: C3-B2 2.",
        "Enemy fire: B2-C3 3.",
        "North's dead: A4 1.",
        "Contested: C2.",
    )


def test_for_one_who_sees_both_sides_each_has_its_name() -> None:
    both = replace(one(Mark(men=1, enemy=2)), side="", cycle=0)
    assert WarDrawing(both).lines() == ("The beginning.", "South's men: A1 1.", "North's men: A1 2.")


def test_pieces_have_the_name_that_their_game_gives_them() -> None:
    flown = replace(one(Mark(men=1, enemy=SOME)), pieces="chips")
    assert WarDrawing(flown).lines()[1:] == ("Your chips: A1 1.", "Enemy chips, some: A1.")
    assert "chips" not in WarDrawing(flown).svg()  # the key is strokes, as all that is written


def test_of_many_places_the_words_name_the_first() -> None:
    words = WarDrawing(Picture(10, 10, "SOUTH", 1, {str(field): Mark(men=1) for field in Board(10, 10).fields})).lines()
    assert words[1].count(" 1") == MOST and words[1].endswith(", and 40 more.")


@each_row("glyph", GLYPHS)
def test_every_letter_stays_on_its_grid_and_differs_from_all_others(glyph: str) -> None:
    points = re.findall(r"\d+", GLYPHS[glyph])
    assert all(len(p) == 2 and p[0] in "01234" and p[1] in "01234567" for p in points)
    assert [rest for rest in GLYPHS if GLYPHS[rest] == GLYPHS[glyph]] == [glyph]


def test_a_letter_that_has_no_strokes_is_drawn_as_a_box() -> None:
    assert path("é", 0, 0, 6) == path("ж", 0, 0, 6) != path("E", 0, 0, 6)


def test_every_word_of_the_key_has_its_letters() -> None:
    words = "".join(line for picture in SIGNS.values() for line in WarDrawing(picture).lines())
    assert set(words.upper()) <= set(GLYPHS)


# --- in a page ---


def test_in_a_page_the_board_stands_once_and_what_is_on_it_refers_to_it() -> None:
    drawing, more = WarDrawing(SMALL), WarDrawing(replace(SMALL, marks={}, shots=(), trips=()))
    assert drawing.shared() == more.shared()
    names = re.findall(r' id="([^"]+)"', drawing.shared())
    assert len(set(names)) == len(names)
    inside = "".join((drawing.inline(), more.inline(), *(svg for svg, _ in drawing.legend())))
    assert set(re.findall(r'href="#([^"]+)"', inside + drawing.shared())) <= set(names)
    assert [words for _, words in drawing.legend()] == [entry.words for entry in drawing.chart.key]
    for svg in (drawing.shared(), drawing.inline(), *(svg for svg, _ in drawing.legend())):
        ElementTree.fromstring(svg)


def test_a_board_in_a_page_shows_the_same_signs_in_the_same_places() -> None:
    drawing = WarDrawing(full(25, 17, 0.3))
    usual = {name: (one.shape, one.text) for name, one in WarDrawing.usual.items()}
    found = Counter[tuple[str, str]]()
    for place in ElementTree.fromstring(drawing.inline()).iter("use"):
        if (name := place.get("href", "").removeprefix("#")) in usual:
            found[usual[name]] += 1
    shown = [one for each in drawing.layouts.values() for one, _ in each.signs if one != MORE]
    crowded = [one for field, each in drawing.layouts.items() if each.more for one in drawing.chart.cells[field].signs]
    assert found == Counter((one.shape, one.text) for one in (*shown, *crowded))


def test_the_true_board_needs_no_more_than_what_is_on_it() -> None:
    drawing = WarDrawing(Picture(3, 3, "", 4, {"A1": Mark(men=2), "C3": Mark(enemy=1, enemy_trucks=2)}))
    assert drawing.lines()[1:] == ("South's men: A1 2.", "North's men: C3 1.", "North's trucks: C3 2.")
    assert set(grounds(drawing.svg()).values()) == {"plain"}


# --- bytes ---


def test_a_picture_is_the_same_bytes_whatever_the_order_of_its_marks() -> None:
    turned = replace(SMALL, marks=dict(reversed(SMALL.marks.items())))
    assert WarDrawing(turned).svg() == WarDrawing(SMALL).svg()
    first = WarDrawing(SMALL).png()
    assert WarDrawing(turned).png() == first


def test_a_drawing_names_no_font_no_file_and_no_time() -> None:
    svg = WarDrawing(full(13, 11, 0.3)).svg()
    assert not re.search(r"<text|<image|href|font|\d{4}-\d\d-\d\d|url\((?!#hatch\))", svg)
    assert all(len(number.partition(".")[2]) <= 2 for number in re.findall(r"\d+\.\d+", svg))


def test_a_full_board_of_the_usual_size_is_a_png_below_seventy_thousand_bytes() -> None:
    png = WarDrawing(full(25, 17, 0.15)).png()
    assert len(png) < 70_000
    assert size_of(png)[0] == WarDrawing(full(25, 17, 0.15)).width == 783 and size_of(png)[1] < 2000
    assert {name for name, _ in chunks(png)} <= {b"IHDR", b"PLTE", b"IDAT", b"IEND"}  # no time, no name of a program


def test_the_largest_board_with_something_on_every_field_stays_within_bounds() -> None:
    picture = full(99, 26, 1.0)
    assert drawn(WarDrawing(picture).svg()) == said(picture)
    png = WarDrawing(picture).png()
    width, height = size_of(png)
    assert len(png) < 1_000_000 and width < 1300 and height < 10_000


def test_a_picture_brings_its_own_white_ground_for_dark_screens() -> None:
    painted = Image.open(BytesIO(WarDrawing(SMALL).png()))
    assert painted.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    assert painted.mode == "P" and "transparency" not in painted.info


def test_all_colours_of_a_drawing_are_in_the_palette() -> None:
    assert set(re.findall("#[0-9a-f]{6}", WarDrawing(SMALL).svg())) <= set(WarDrawing.palette)
    assert len(set(WarDrawing.palette)) <= 16


def test_what_is_no_svg_is_not_painted() -> None:
    with pytest.raises(ValueError, match="unknown token"):
        to_png("hello", WarDrawing.palette)


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height as the file says them."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def chunks(png: bytes) -> list[tuple[bytes, int]]:
    """The parts of a PNG, each with its length."""
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], length))
        at += 12 + length
    return found
