"""gm boards and gm board: the boards that come with gm, and one of somebody's own, right and wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.lake import DOCS
from helpers.lake import lake as example

from gm.cli import main
from gm.maps.places import Places, read_places


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    file = tmp_path / "lake.toml"
    file.write_text(example(), encoding="utf-8")
    return file


def test_the_boards_are_listed_as_in_the_docs() -> None:
    found = run("boards")
    assert found.exit_code == 0
    assert [line.strip() for line in found.output.splitlines()] == [
        line.strip() for line in DOCS.read_text(encoding="utf-8").splitlines() if " win, from Spring " in line
    ]


@pytest.mark.parametrize("name", ["standard", "colonial", "loeb9", "youngstown"])
def test_each_board_that_comes_with_gm_is_right_and_has_a_map(name: str) -> None:
    found = run("board", name)
    assert found.exit_code == 0 and f"{name} is right." in found.output and "no map" not in found.output


def test_the_board_of_the_docs_is_right_and_drawn_as_points_and_lines(lake: Path, tmp_path: Path) -> None:
    found = run("board", str(lake), "--draw", str(tmp_path / "lake.svg"))
    assert found.exit_code == 0 and "The Lake: 2 powers, 4 centres, 3 win" in found.output
    assert "points and lines" in found.output
    assert (tmp_path / "lake.svg").read_text(encoding="utf-8").count("<circle") >= 4  # a mark for each centre


def test_a_board_without_points_has_no_picture_and_says_so(lake: Path) -> None:
    lake.write_text(re.sub(r", at = \[\d, \d\]", "", example()), encoding="utf-8")
    found = run("board", str(lake))
    assert found.exit_code == 0 and "no picture" in found.output
    assert run("board", str(lake), "--draw", str(lake.with_suffix(".svg"))).exit_code == 1


# What is replaced in the board of the docs, by what, and the table, key and words of the fault.
FAULTS = [
    ('HIL = ["POR", "MIL"]', 'HIL = ["MIL"]', "[army] POR", "POR leads to HIL, and HIL not back to POR"),
    ('FER = ["LAK", "POR", "MIL"]', 'FER = ["LAK", "POR", "MIL", "HIL"]', "[fleet] FER", "HIL: it is inland"),
    ('NEUTRAL = ["MIL"]', 'NEUTRAL = ["MLL"]', "[centres] NEUTRAL", "there is no province MLL"),
    ('name = "Ferry"', 'name = "Port"', "[provinces] FER", "POR is called Port, too"),
    ("victory = 3", "victory = 5", "victory", "there are 4 centres"),
    ("[fleet]", "[ships]\nX = 1\n\n[fleet]", "[ships]", "no table of this name is known"),
    ('SOUTH = ["F FER"]', 'SOUTH = ["F HIL"]', "[units] SOUTH", "it is inland"),
    ("format = 1", "format = 2", "format", "format = 1 is expected"),
    ("victory = 3", "victory = ", "", "this is no TOML"),
    ('"A HIL"', '"HIL"', "[units] NORTH", "'HIL' is no unit"),
    ('"A HIL"', '"B HIL"', "[units] NORTH", "'B HIL' is no unit"),
    ("at = [3, 4]", "at = [3, 9999]", "[provinces] FER", "at most 2560 are drawn"),
    ("[fleet]", '[aliases]\nPOR = "MIL"\n\n[fleet]', "[aliases] POR", "POR is the code of a province"),
]


@pytest.mark.parametrize(("old", "new", "place", "why"), FAULTS)
def test_every_fault_has_its_line_its_table_and_its_key(lake: Path, old: str, new: str, place: str, why: str) -> None:
    text = example().replace(old, new, 1)
    assert text != example()
    lake.write_text(text, encoding="utf-8")
    found = run("board", str(lake), "--draw", str(lake.with_suffix(".png")))
    assert found.exit_code == 1 and isinstance(found.exception, SystemExit)
    (line,) = [line for line in found.output.splitlines() if why in line]
    assert re.match(rf"  {re.escape(str(lake))}: line \d+: {re.escape(place)}", line)


def test_a_board_that_is_not_there_is_named_with_those_that_are() -> None:
    found = run("board", "loeb10")
    assert found.exit_code == 2 and "loeb10" in found.output and "loeb9" in found.output


def test_positions_are_judged_on_a_board_by_its_name_or_file(lake: Path) -> None:
    given = {"phase": "S1901M", "units": {"NORTH": ["A HIL"]}, "orders": {"NORTH": ["A HIL - MIL"]}}
    found = CliRunner().invoke(main, ["judge", "diplomacy", "--board", str(lake)], input=json.dumps(given))
    assert json.loads(found.output)["units"]["NORTH"] == ["A MIL"]
    closed = {"phase": "F1901M", "units": {"RUSSIA": ["F BAR"]}, "orders": {"RUSSIA": ["F BAR - ARC"]}}
    for phase, fate in (("S1901M", "succeeds"), ("F1901M", "void")):
        line = json.dumps({**closed, "phase": phase})
        found = CliRunner().invoke(main, ["judge", "diplomacy", "--board", "loeb9"], input=line)
        assert json.loads(found.output)["fates"]["F BAR"]["fate"] == fate
    lake.write_text(example().replace("victory = 3", "victory = 9"), encoding="utf-8")
    found = run("judge", "payola", "--board", str(lake))
    assert found.exit_code == 2 and "line 4: victory: there are 4 centres" in found.output
    lake.write_text(example().replace('"A HIL"', '"HIL"'), encoding="utf-8")
    found = run("judge", "payola", "--board", str(lake))
    assert found.exit_code == 2 and "[units] NORTH: 'HIL' is no unit" in found.output
    assert run("judge", "air-war", "--board", str(lake)).exit_code == 2


def test_a_map_that_does_not_fit_its_board_is_a_fault(lake: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "lake.map.toml"
    head = 'format = 1\nboard = "{}"\nwidth = 100\nheight = 100\nnarrowest = 25\n[paths]\n'
    drawing.write_text(head.format("lake") + 'XXX = "M1 1z"\n', encoding="utf-8")
    found = run("board", str(lake), "--map", str(drawing))
    assert found.exit_code == 1 and "line 7: [paths] XXX: the board has no such place" in found.output
    drawing.write_text(head.format("sea"), encoding="utf-8")
    found = run("board", str(lake), "--map", str(drawing))
    assert found.exit_code == 1 and "line 2: board: this is a drawing of sea, not of lake" in found.output


def test_a_file_that_is_no_text_is_named(lake: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.toml"
    odd.write_bytes(b"\xff\xfe")
    for words in ((str(odd),), (str(lake), "--map", str(odd))):
        found = run("board", *words)
        assert found.exit_code == 2 and "odd.toml cannot be read" in found.output


def test_the_docs_say_all_that_a_map_from_coastlines_can_be_told_and_their_example_is_right(tmp_path: Path) -> None:
    page = DOCS.read_text(encoding="utf-8").partition("## A map from coastlines")[2]
    rows = (line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    assert {key for row in rows for key in re.findall(r"`(\w+)`", row)} == {*Places.__struct_fields__}
    file = tmp_path / "iberia.places.toml"
    start = page.index('    board = "iberia"')
    file.write_text(re.sub(r"(?m)^    ", "", page[start : page.index("With the board in")]), encoding="utf-8")
    places = read_places(file)
    assert [*places.points] == ["POR", "CAS", "ARA", "AND", "ATL", "MED", "OUT"]
    for word in ("--board", "--places", "--to", "--picture", "--atlas"):
        assert word in page


def test_an_empty_map_is_no_map_and_a_picture_that_cannot_be_written_is_told(lake: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.map.toml"
    empty.write_text("", encoding="utf-8")
    found = run("board", str(lake), "--map", str(empty))
    assert found.exit_code == 1 and "map: " in found.output
    found = run("board", str(lake), "--draw", str(tmp_path / "nowhere" / "x.png"))
    assert found.exit_code == 1 and "x.png cannot be written" in found.output
