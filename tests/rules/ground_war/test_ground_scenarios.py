"""Scenario files and their faults, the shipped ones, and those made from a seed."""

from __future__ import annotations

import pytest
from grounds import AT, LITTLE, RULES
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.rules.ground_war.faults import words
from gm.rules.ground_war.generator import across, generate
from gm.rules.ground_war.position import City
from gm.rules.ground_war.scenario import ScenarioError, read_scenario
from gm.rules.ground_war.state import Options
from gm.rules.lines import letters
from gm.rules.pictures.honeycomb import Board

RIGHT = """title = "Test"
rows = 9
columns = 9

[south]
men = { C2 = 2, G2 = 1 }
trucks = { C2 = 1 }
cities = ["C2"]

[north]
men = { C8 = 2 }
cities = [
  "C8",
  "E8",
]

[[links]]
cities = ["C8", "E8"]
clear = ["D8"]
"""


def test_a_scenario_is_read() -> None:
    found = read_scenario(RIGHT)
    assert found.title == "Test"
    assert found.position.men == {"SOUTH": {"C2": 2, "G2": 1}, "NORTH": {"C8": 2}}
    assert found.position.trucks == {"SOUTH": {"C2": 1}, "NORTH": {}}
    assert found.position.cities == {"C2": City("SOUTH", 0), "C8": City("NORTH", 0), "E8": City("NORTH", 0)}
    assert [(link.cities, link.clear) for link in found.position.links] == [(("C8", "E8"), ("D8",))]


@each_row(
    ("old", "new", "message"),
    [
        ("rows = 9", "rows = 9 9",
         "line 2, column 10: not TOML: Expected newline or end of document after a statement"),
        ('title = "Test"\n', "", "line 1: title: a title of at most 60 letters is expected"),
        ("rows = 9", "rows = 100", "line 2: rows: a whole number from 3 to 99 is expected"),
        ("columns = 9", 'columns = "nine"', "line 3: columns: a whole number from 3 to 26 is expected"),
        ("columns = 9", "columns = 9\nheight = 3",
         "line 4: height: no such key; there are title, rows, columns, south, north, links"),
        ("G2 = 1 }", "G12 = 1 }", "line 6: men: there is no field G12: columns go from A to I, rows from 1 to 9"),
        ("G2 = 1 }", "J2 = 1 }", "line 6: men: there is no field J2: columns go from A to I, rows from 1 to 9"),
        ("C2 = 2,", "C2 = 4,", "line 6: men: C2: a number from 1 to 3 is expected"),
        ("C2 = 2, G2", "C2 = 2, c2", "line 6: men: c2 stands here twice"),
        ("trucks = { C2 = 1 }", "trucks = { C2 = 0 }", "line 7: trucks: C2: a number from 1 to 99 is expected"),
        ("trucks = { C2 = 1 }", 'trucks = ["C2"]',
         "line 7: trucks: fields with numbers are expected, such as { C3 = 2 }"),
        ("trucks = { C2 = 1 }", "lorries = { C2 = 1 }", "line 7: lorries: no such key; there are men, trucks, cities"),
        ('"E8",\n', '"E18",\n', "line 14: cities: there is no field E18: columns go from A to I, rows from 1 to 9"),
        ('"E8",\n', '"C2",\n', "line 14: cities: a second city on C2"),
        ('"E8",\n', '"C8",\n', "line 14: cities: a second city on C8"),
        ('cities = ["C8", "E8"]', 'cities = ["C8", "F8"]', "line 18: links: there is no city on F8"),
        ('cities = ["C8", "E8"]',
         'cities = ["C8"]', 'line 18: links: cities = ["C4", "M4"] and clear, a list of fields, are expected'),
        ('cities = ["C8", "E8"]', 'cities = ["C8", "C8"]', "line 18: links: two different cities are expected"),
        ('clear = ["D8"]', 'clear = ["D8"]\n[[links]]\ncities = ["E8", "C8"]',
         "line 21: links: E8 and C8 are linked already"),
        ('clear = ["D8"]', 'clear = ["D18"]',
         "line 19: clear: there is no field D18: columns go from A to I, rows from 1 to 9"),
        ("[north]\nmen = { C8 = 2 }\ncities = [\n  \"C8\",\n  \"E8\",\n]", "[north]\n",
         "line 10: [north]: a side without men and cities has lost already"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(old: str, new: str, message: str) -> None:
    assert old in RIGHT
    with pytest.raises(ScenarioError) as error:
        read_scenario(RIGHT.replace(old, new, 1))
    assert str(error.value) == message


def test_tables_of_a_line_each_have_their_lines_too() -> None:
    text = 'title = "T"\nrows = 9\ncolumns = 9\n[south.men]\nC2 = 2\nG2 = 7\n[north]\nmen = { C8 = 2 }\n'
    with pytest.raises(ScenarioError, match=r"line 6: men: G2: a number from 1 to 3"):
        read_scenario(text)


@each_row(
    ("options", "message"),
    [
        ({}, ""),
        ({"scenario": "duel"}, ""),
        ({"scenario": "bridgehead"}, ""),
        ({"scenario": "duell"},
         words("scenario", name="duell", names="bridgehead, crossroads, duel, generated")),
        ({"scenario_text": LITTLE}, ""),
        ({"scenario_text": LITTLE.replace("G8", "G80")},
         "scenario_text: line 10: men: there is no field G80: columns go from A to I, rows from 1 to 9"),
        ({"pile": 2}, "scenario: crossroads: line 8: men: I7: a number from 1 to 2 is expected"),
        ({"pile": 0}, letters.words("bounds", key="pile", least=1, most=9)),
        ({"truck_steps": 0}, letters.words("bounds", key="truck_steps", least=1, most=9)),
        ({"production_every": 0}, letters.words("bounds", key="production_every", least=1, most=99)),
        ({"scenario": "generated"}, ""),
        ({"scenario": "generated", "rows": 6}, letters.words("bounds", key="rows", least=7, most=99)),
        ({"scenario": "generated", "rows": 7, "columns": 5, "cities": 9},
         "cities: there is no room for 9 a side on such a board"),
        ({"scenario": "generated", "rows": 7, "columns": 5,
         "men": 46}, "men: there is no room for 46 a side on such a board"),
        ({"information": "complete", "turns": "alternate"}, ""),
        ({"information": "last-cycle"}, ""),
        ({"information": "complete"}, words("information", information="complete", turns="simultaneous")),
        ({"turns": "alternate"}, words("information", information="umpire", turns="alternate")),
    ],
)  # fmt: skip
def test_options_are_checked(options: dict[str, object], message: str) -> None:
    found = RULES.check(Options(**options))  # type: ignore[arg-type]
    assert found == message


@pytest.mark.parametrize("name", ["duel", "crossroads"])
def test_the_scenarios_that_claim_to_be_fair_are_mirrored(name: str) -> None:
    position = RULES.open(Options(scenario=name), "", AT).state.position
    board = position.board
    for of in (position.men, position.trucks):
        assert {across(board, field): n for field, n in of["SOUTH"].items()} == of["NORTH"]
    for field, one in position.cities.items():
        assert position.cities[across(board, field)].possessor != one.possessor
    links = {frozenset(link.cities): set(link.clear) for link in position.links}
    for ends, clear in links.items():
        assert links[frozenset(across(board, end) for end in ends)] == {across(board, field) for field in clear}


SIZES = st.tuples(st.integers(7, 26), st.integers(8, 20))


@settings(max_examples=40, deadline=None)
@given(SIZES, st.integers(1, 3), st.integers(4, 20), st.integers(0, 4), st.text("abc", max_size=4))
def test_a_generated_scenario_is_alike_for_both_sides(
    size: tuple[int, int], cities: int, men: int, trucks: int, seed: str
) -> None:
    options = Options(
        scenario="generated", rows=size[0], columns=size[1], cities=cities, men=men, trucks=trucks, links=True
    )
    position = generate(options, seed).position
    board = position.board
    for of, number in ((position.men, men), (position.trucks, trucks)):
        assert sum(of["SOUTH"].values()) == number
        assert {across(board, field): n for field, n in of["SOUTH"].items()} == of["NORTH"]
    assert max(position.men["SOUTH"].values()) <= 3
    own = [field for field, city in position.cities.items() if city.possessor == "SOUTH"]
    assert len(own) == cities and {across(board, f) for f in own} == set(position.cities) - set(own)
    assert set(position.trucks["SOUTH"]) <= set(position.men["SOUTH"])
    assert position == generate(options, seed).position


@settings(max_examples=60, deadline=None)
@given(SIZES, st.data())
def test_the_other_side_of_the_board_is_like_this_one(size: tuple[int, int], data: st.DataObject) -> None:
    board = Board(*size)
    field = str(data.draw(st.sampled_from(board.fields)))
    assert across(board, across(board, field)) == field
    assert {across(board, near) for near in board.near(field)} == set(board.near(across(board, field)))


def test_another_seed_makes_another_scenario() -> None:
    options = Options(scenario="generated")
    assert generate(options, "one").position != generate(options, "two").position
