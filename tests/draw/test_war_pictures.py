"""Drawn boards: all that a picture says can be seen, in its place, without colour and in few bytes.

After an intended change of the drawing, GM_GOLDEN=write makes small.svg again; then look at it.
"""

from __future__ import annotations

import os
import re
import struct
from collections import Counter
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from pictures import SMALL, any_pictures, full
from PIL import Image

from gm.draw.board import GROUNDS
from gm.draw.png import to_png
from gm.draw.signs import TONES
from gm.draw.strokes import GLYPHS, path
from gm.draw.war import MOST, WarDrawing
from gm.rules.pictures.honeycomb import Board, read_field
from gm.rules.pictures.war import SOME, SOUTH, Mark, Picture, Shot, other

GOLDEN = Path(__file__).parent / "small.svg"
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
        where = shot.source if at_home else f"{shot.source}-{shot.target}"
        found.append((where, "fire" if at_home else "shot", shot.side, shot.men, None))
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
        str(field): "hatched" if mark.contested else "plain" if mark.in_sight or mark.men else "dim"
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
    svg = WarDrawing(Picture(rows, columns, "", 1, {})).svg()
    plain = [line for line in svg.split("\n") if line.startswith("<path")]
    marked = (rows // 5) * (columns // 4)
    assert len(plain) == 1 + 2 * rows + 2 * columns + marked  # the title, the edges, names of fields here and there


@pytest.mark.parametrize(("rows", "columns"), [(0, 5), (5, 0), (100, 5), (5, 27), (10**9, 10**9)])
def test_a_board_larger_than_any_is_not_drawn(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="99 rows"):
        WarDrawing(Picture(rows, columns, "SOUTH", 1, {})).svg()


def head_of(svg: str, source: str, target: str) -> tuple[list[float], list[float]]:
    """The tip and the number of an arrow: two points."""
    arrow = next(
        g
        for g in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if (g.get("data-from"), g.get("data-to")) == (source, target)
    )
    head, disc = arrow.find(f"{SVG}path"), arrow.find(f"{SVG}circle")
    assert head is not None and disc is not None
    return [float(n) for n in NUMBER.findall(head.get("d", ""))[:2]], [float(disc.get(k, "")) for k in ("cx", "cy")]


@pytest.mark.parametrize(
    ("target", "x", "y"), [("B3", 0, 1), ("B1", 0, -1), ("A3", -1, 1), ("A1", -1, -1), ("C2", 1, 0)]
)
def test_an_arrow_points_at_its_target(target: str, x: int, y: int) -> None:
    # The neighbours of B2 on an even row: B3 and C3 above it, B1 and C1 below, so A3 and A1 are two steps off.
    picture = Picture(3, 3, "SOUTH", 1, {}, (Shot("SOUTH", "B2", target, 1),))
    tip, number = head_of(WarDrawing(picture).svg(), "B2", target)
    across, up = tip[0] - number[0], number[1] - tip[1]
    assert (across > 0) == (x > 0) and ((y == 0 and abs(up) < 1) or up * y > 0)


def test_fire_and_its_answer_stand_side_by_side() -> None:
    svg = WarDrawing(Picture(3, 3, "SOUTH", 1, {}, (Shot("SOUTH", "A1", "B1", 3), Shot("NORTH", "B1", "A1", 2)))).svg()
    (_, one_way), (_, other_way) = head_of(svg, "A1", "B1"), head_of(svg, "B1", "A1")
    assert abs(one_way[1] - other_way[1]) == 20


def texts(mark: Mark) -> int:
    """How many texts are on the first field."""
    groups = ElementTree.fromstring(WarDrawing(one(mark)).svg()).iter(f"{SVG}g")
    field = next(group for group in groups if group.get("data-at") == "A1")
    return sum(path.get("fill") == "none" for path in field.iter(f"{SVG}path"))


def test_signs_known_since_the_same_cycle_have_one_tag_together() -> None:
    old = Mark(enemy=2, enemy_trucks=1, seen=3)
    assert texts(old) == 2 + 1
    assert texts(replace(old, men=1)) == 3 + 1
    assert texts(replace(old, trucks=1, trucks_known=2)) == 3 + 3


def test_a_field_with_one_of_everything_shows_it_all() -> None:
    home = tuple(Shot(side, "A1", "A1", 3) for side in ("SOUTH", "NORTH"))
    crowd = Mark(3, 2, 1, "NORTH", 1, "SOUTH", 3, 2, 1, True, True, {"SOUTH": 1, "NORTH": 2})
    assert sum(drawn(WarDrawing(one(crowd, home)).svg()).values()) == 10
    assert drawn(WarDrawing(one(crowd, home)).svg()) == said(one(crowd, home))


def test_a_field_that_cannot_hold_its_signs_is_refused() -> None:
    with pytest.raises(ValueError, match="A1"):
        WarDrawing(one(Mark(), tuple(Shot("SOUTH", "A1", "A1", 1) for _ in range(20)))).svg()


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
}


def without_colour(svg: str) -> str:
    """The board in two tones, without what its elements say of themselves, and without the key."""
    body = re.sub(r' data-[a-z]+="[^"]*"', "", svg[: svg.index("<g><path")])
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


@pytest.mark.parametrize("glyph", GLYPHS)
def test_every_letter_stays_on_its_grid_and_differs_from_all_others(glyph: str) -> None:
    points = re.findall(r"\d+", GLYPHS[glyph])
    assert all(len(p) == 2 and p[0] in "01234" and p[1] in "01234567" for p in points)
    assert [rest for rest in GLYPHS if GLYPHS[rest] == GLYPHS[glyph]] == [glyph]


def test_a_letter_that_has_no_strokes_is_drawn_as_a_box() -> None:
    assert path("é", 0, 0, 6) == path("ж", 0, 0, 6) != path("E", 0, 0, 6)


def test_every_word_of_the_key_has_its_letters() -> None:
    words = "".join(line for picture in SIGNS.values() for line in WarDrawing(picture).lines())
    assert set(words.upper()) <= set(GLYPHS)


# --- bytes ---


def test_a_picture_is_the_same_bytes_whatever_the_order_of_its_marks() -> None:
    turned = replace(SMALL, marks=dict(reversed(SMALL.marks.items())))
    assert WarDrawing(turned).svg() == WarDrawing(SMALL).svg()
    first = WarDrawing(SMALL).png()
    to_png.cache_clear()
    assert WarDrawing(turned).png() == first


def test_a_drawing_names_no_font_no_file_and_no_time() -> None:
    svg = WarDrawing(full(13, 11, 0.3)).svg()
    assert not re.search(r"<text|<image|href|font|\d{4}-\d\d-\d\d|url\((?!#hatch\))", svg)
    assert all(len(number.partition(".")[2]) <= 2 for number in re.findall(r"\d+\.\d+", svg))


def test_a_full_board_of_the_usual_size_is_a_png_below_sixty_thousand_bytes() -> None:
    png = WarDrawing(full(25, 17, 0.15)).png()
    assert len(png) < 60_000
    assert size_of(png)[0] == WarDrawing(full(25, 17, 0.15)).width == 810 and size_of(png)[1] < 1300
    assert {name for name, _ in chunks(png)} <= {b"IHDR", b"PLTE", b"IDAT", b"IEND"}  # no time, no name of a program


def test_the_largest_board_with_something_on_every_field_stays_within_bounds() -> None:
    picture = full(99, 26, 1.0)
    assert drawn(WarDrawing(picture).svg()) == said(picture)
    png = WarDrawing(picture).png()
    width, height = size_of(png)
    assert len(png) < 1_000_000 and width < 1300 and height < 4000


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
