"""Maps: every unit in its place, an arrow for what was done, a cross for what failed; the same bytes again."""

from __future__ import annotations

from io import BytesIO
from xml.etree import ElementTree

import pytest
import resvg_py
from crowds import BOARDS, crowd, drawing, ground
from PIL import Image, ImageChops

from gm.draw import map as map_
from gm.draw import mapstyle, sheet
from gm.draw.colours import LEAST, contrast
from gm.draw.map import MapDrawing
from gm.draw.room import LOST, OWNER, around, boxes
from gm.registry import boards
from gm.rules.pictures.map import MapTold, Piece, Way
from gm.rules.provinces.charting import at_start

CENTRES = {"FRANCE": ("BRE", "PAR"), "GERMANY": ("MUN",), "ENGLAND": ("LON",)}
TOLD = MapTold(
    "Spring 1901",
    "S1901M",
    (
        Piece("FRANCE", "A", "BUR"),
        Piece("GERMANY", "A", "BUR", True),
        Piece("FRANCE", "A", "PIC"),
        Piece("ENGLAND", "F", "NTH"),
        Piece("ENGLAND", "A", "NWY"),
        Piece("RUSSIA", "F", "STP/SC"),
        Piece("GERMANY", "A", "MUN"),
    ),
    CENTRES,
    (
        Way("FRANCE", "move", "PAR", "BUR"),
        Way("FRANCE", "support", "PIC", "BUR", "PAR"),
        Way("GERMANY", "move", "MUN", "BUR", done=False),
        Way("ENGLAND", "move", "LON", "NWY", through=("NTH",)),
        Way("ENGLAND", "convoy", "NTH", "NWY", "LON"),
        Way("GERMANY", "build", "MUN"),
        Way("ITALY", "disband", "VEN"),
        Way("TURKEY", "retreat", "SER", "GRE"),
    ),
)


def drawn(told: MapTold = TOLD, name: str = "standard") -> MapDrawing:
    return drawing(told, name)


def with_fact(drawing: MapDrawing, fact: str) -> list[dict[str, str]]:
    """The facts of the elements that have one of this name."""
    root = ElementTree.fromstring(drawing.svg())
    return [one.attrib for one in root.iter() if f"data-{fact}" in one.attrib]


def test_every_unit_is_drawn_once_with_its_power() -> None:
    found = [(one["data-power"], one["data-unit"], one.get("data-lost", "")) for one in with_fact(drawn(), "unit")]
    assert sorted(found) == sorted((p.power, f"{p.kind} {p.place}", "yes" * p.lost) for p in TOLD.pieces)


def test_everything_that_was_done_has_its_arrow() -> None:
    found = {(one["data-way"], one["data-from"], one.get("data-done")) for one in with_fact(drawn(), "way")}
    assert found == {
        ("move", "PAR", "yes"), ("support", "PIC", "yes"), ("move", "MUN", "no"), ("move", "LON", "yes"),
        ("build", "MUN", "yes"), ("disband", "VEN", "yes"), ("retreat", "SER", "yes"),
    }  # fmt: skip


def test_an_arrow_by_sea_runs_along_its_fleets() -> None:
    root = ElementTree.fromstring(drawn().svg())
    (way,) = [one for one in root.iter() if one.get("data-from") == "LON"]
    line = way[0].get("d") or ""
    assert "L{} {}".format(*ground().spots["NTH"].unit) in line


def test_it_is_told_in_words_too() -> None:
    lines = drawn().lines()
    assert lines[0] == "Spring 1901."
    assert "France: A BUR, A PIC; centres: BRE, PAR." in lines
    assert "Germany: A BUR (dislodged), A MUN; centres: MUN." in lines
    assert not [line for line in lines if line.startswith("Austria")]


@pytest.mark.parametrize(
    ("name", "width"), [("standard", 780), ("loeb9", 1280), ("colonial", 1280), ("youngstown", 1280)]
)
def test_each_board_is_painted_at_its_width_and_the_same_again(name: str, width: int) -> None:
    told = at_start(boards().board(name))
    one, other = (drawn(told, name).png() for _ in range(2))
    image = Image.open(BytesIO(one))
    assert one == other and image.width == width == drawn(told, name).width


def test_land_has_the_colour_of_its_owner() -> None:
    owned, free = drawn(), drawn(MapTold("Spring 1901", "", (), {}))
    before, after = (Image.open(BytesIO(one.png())).convert("RGB") for one in (free, owned))
    x, y = (round(part * owned.scale) for part in ground().spots["PAR"].unit)
    spot = (x, y + round(owned.heading[1] * owned.scale))
    assert before.getpixel(spot) != after.getpixel(spot)
    red, _, blue = after.getpixel(spot)  # type: ignore[misc]
    assert blue > red + 60  # France is light blue


def test_a_page_has_what_does_not_change_only_once() -> None:
    one = drawn()
    shared, inline = one.shared(), one.inline()
    ids = [part.get("id") for part in ElementTree.fromstring(shared).iter() if part.get("id")]
    used = [part.split('"')[0] for part in inline.split('href="#')[1:]]
    assert used and {*used} <= {*ids} and len(ids) == len({*ids})
    classes = {name for part in ElementTree.fromstring(inline).iter() for name in part.get("class", "").split()}
    assert classes and all(f".{name}" in shared for name in classes - {"m-help"})
    assert "data-" not in inline and "#m-help" not in inline


@pytest.mark.parametrize(("name", "most"), [("standard", 8), ("loeb9", 10), ("colonial", 13), ("youngstown", 17)])
def test_a_crowded_phase_in_a_page_is_small(name: str, most: int) -> None:
    for told in (crowd(name, seed) for seed in range(5)):
        assert len(told.pieces) == len(told.ways) == len(boards().board(name).home)
        assert len(drawing(told, name).inline()) <= most * 1024


@pytest.mark.parametrize(("name", "most"), [("standard", 60), ("youngstown", 120)])
def test_a_crowded_phase_in_a_mail_is_small(name: str, most: int) -> None:
    assert max(len(drawing(crowd(name, seed), name).png()) for seed in range(3)) <= most * 1024


def test_what_is_owned_has_its_owners_letter_unless_a_unit_of_theirs_stands_there() -> None:
    one = drawn()
    found = {(part["data-of"], part["data-owner"]) for part in with_fact(one, "owner")}
    assert found == {("BRE", "FRANCE"), ("PAR", "FRANCE"), ("LON", "ENGLAND")}  # not MUN, where a German army is


@pytest.mark.parametrize(("name", "code"), [("standard", "LON"), ("youngstown", "TOK")])
def test_owners_are_told_without_colour(name: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a picture where all powers have one colour, a centre still tells any owner from any other, and from none."""
    for module in (sheet, mapstyle):
        # planted: all powers have one colour
        monkeypatch.setattr(module, "sides", lambda number: ("#999999",) * number)
    monkeypatch.setattr(map_, "sheet_of", sheet.Sheet)
    told = [MapTold("", "", (), {power: (code,)}) for power in ground(name).sides]
    seen = [drawing(one, name).png() for one in (*told, MapTold("", "", (), {}))]
    assert len({*seen}) == len(seen)


@pytest.mark.parametrize("name", BOARDS)
def test_letters_of_owners_and_dislodged_units_cover_nothing(name: str) -> None:
    one = drawing(crowd(name, 1), name)
    stands = {spot.unit for spot in ground(name).spots.values()}
    fixed = [box for place, spot in ground(name).spots.items() for box in boxes(place, spot)]
    for part in (*with_fact(one, "lost"), *with_fact(one, "owner")):
        at = float(part["x"]), float(part["y"])
        box = around(at, *((LOST, LOST) if "data-lost" in part else OWNER))
        other = fixed if at not in stands else []  # whose place is in the test of boxes
        assert not [one for one in other if one.covers(box)], part


def painted(svg: str, width: int) -> Image.Image:
    return Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=width))).convert(
        "RGB"
    )


@pytest.mark.parametrize("name", BOARDS)
def test_in_a_page_it_looks_as_in_a_mail(name: str) -> None:
    one = drawing(crowd(name, 1), name)
    mail = Image.open(BytesIO(one.png())).convert("RGB")
    size = f'xmlns="http://www.w3.org/2000/svg" width="{ground(name).width}" height="{ground(name).height}"'
    page = painted(f"<svg {size}>{one.shared()}{one.inline()}</svg>", mail.width)
    top = round(one.heading[1] * one.scale)
    difference = ImageChops.difference(mail.crop((0, top, page.width, top + page.height)), page).convert("L")
    far = sum(difference.histogram()[100:])  # soft edges have few colours in a mail
    assert far < page.width * page.height / 500


def test_the_key_says_what_each_power_has() -> None:
    rows = {row.power: row for row in drawn().key()}
    assert [*rows] == [*ground().sides]
    france, germany = rows["FRANCE"], rows["GERMANY"]
    assert (france.name, france.letter, france.centres, france.units) == ("France", "F", 2, 2)
    assert (germany.centres, germany.units) == (1, 1)  # without the one that was dislodged
    shared = drawn().shared()
    for row in rows.values():
        assert contrast(row.colour, row.ink) >= LEAST
        assert f".{row.look}{{background:{row.colour};color:{row.ink};" in shared


def test_what_is_drawn_does_not_hang_on_the_order_of_the_board_file() -> None:
    turned = MapTold(TOLD.title, TOLD.phase, TOLD.pieces, dict(reversed(CENTRES.items())), TOLD.ways)
    assert drawn(turned).png() == drawn().png()
