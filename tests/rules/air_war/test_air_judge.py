"""`gm judge air-war`: one stage of one position, in and out."""

from __future__ import annotations

import json
from typing import Any

from helpers.rows import each_row
from helpers.rulesets import judge as judge_of

from gm.offline.judge import judge_lines
from gm.rules.air_war.faults import words
from gm.rules.lines.letters import plain

BASE = {"rows": 25, "columns": 17, "cities": {"C18": {"owner": "NORTH", "possessor": "NORTH"}}}


def judge(**given: Any) -> Any:
    return judge_of("air-war", **{**BASE, **given})


def test_moves_are_made_and_possession_is_looked_at() -> None:
    assert judge(stage="moves", chips={"SOUTH": {"C17": 2}, "NORTH": {"H6": 1}}, orders={"SOUTH": "C17-C18"}) == {
        "chips": {"SOUTH": {"C17": 1, "C18": 1}, "NORTH": {"H6": 1}},
        "cities": {"C18": {"owner": "NORTH", "possessor": "SOUTH"}},
        "refused": [],
    }


def test_a_set_that_breaks_a_rule_falls_and_the_other_stands() -> None:
    found = judge(
        stage="moves", chips={"SOUTH": {"G5": 2}, "NORTH": {"H6": 1}},
        orders={"SOUTH": "G5-G6\nG5-G9", "NORTH": "H6-G6"},
    )  # fmt: skip
    assert found["chips"] == {"SOUTH": {"G5": 2}, "NORTH": {"G6": 1}} and found["refused"] == ["SOUTH"]
    (problem,) = found["problems"]["SOUTH"]
    hints = ["G5-F6", "G5-G6"]  # on the way to G9
    assert problem == plain(words.problem((2, 1), "not-adjacent.walk", hints, end="G9", start="G5"))
    assert list(found["problems"]) == ["SOUTH"]


def test_airports_are_derived_from_the_cities() -> None:
    found = judge(stage="moves", chips={"SOUTH": {}, "NORTH": {"C19": 1}}, orders={"NORTH": "AIR C19-A1"})
    assert found["chips"]["NORTH"] == {"A1": 1}


def test_fire_kills_and_cities_make_chips() -> None:
    assert judge(
        stage="fire", chips={"SOUTH": {"G5": 2, "H4": 1}, "NORTH": {"G6": 2, "H4": 1}},
        orders={"SOUTH": "FIRE 2 G5-G6\nFIRE H4-H5", "NORTH": ""},
    ) == {
        "chips": {"SOUTH": {"H4": 1, "G5": 2}, "NORTH": {"H4": 1, "G6": 1, "C18": 1}},
        "cities": {"C18": {"owner": "NORTH", "possessor": "NORTH"}},
        "made": ["C18"],
        "shots": {"SOUTH": {"H4-H4": 1, "G5-G6": 2}, "NORTH": {"H4-H4": 1}},
        "deaths": {"SOUTH": {}, "NORTH": {"G6": 1}},
        "problems": {"SOUTH": [plain(words.problem((2, 1), "contested", field="H4"))]},
    }  # fmt: skip


@each_row(
    ("orders", "shots"),
    [
        ("FIRE 2 G5-G6, 1 G5-Z3", {}),
        ("FIRE G5-G6, G5-G4", {}),
        ("FIRE G5-G6, G5-G4, 1 G5-H5", {}),
        ("FIRE 3 G5-G6, G5-G4", {}),
        ("FIRE G5-G6, G5-G4, 1 G5-H5\nFIRE G5-F5", {"G5-F5": 3}),
        ("FIRE G5-F5\nFIRE G5-G6, 1 G5-H5", {"G5-F5": 3}),
    ],
)
def test_a_line_of_several_fires_is_refused_as_a_whole(orders: str, shots: dict[str, int]) -> None:
    found = judge(stage="fire", chips={"SOUTH": {"G5": 3}, "NORTH": {"G6": 1}}, orders={"SOUTH": orders})
    assert found["shots"]["SOUTH"] == shots and len(found["problems"]["SOUTH"]) == 1


@each_row(("given", "said"), [
    ({"stage": "production"}, "stage: "), ({"stage": "moves", "rows": 0}, "rows: "),
    ({"stage": "moves", "columns": 27}, "columns: "), ({"stage": "moves", "chips": {"SOUTH": {"Z1": 1}}}, "chips: "),
    ({"stage": "moves", "chips": {"SOUTH": {"A1": "x"}}}, "chips: "),
    ({"stage": "moves", "chips": {"SOUTH": {"A1": 4}}}, "chips: SOUTH: 4 chips on A1, at most 3"),
    ({"stage": "moves", "orders": {"EAST": ""}}, "orders: "),
    ({"stage": "moves", "cities": {"C18": {}}}, "cities: "),
    ({"stage": "moves", "cities": {"C25": {"owner": "NORTH"}}}, "cities: "),
    ({"stage": "moves", "chips": []}, "chips: "),
])  # fmt: skip
def test_a_malformed_position_is_an_error_in_words(given: dict[str, Any], said: str) -> None:
    assert judge(**given)["error"].startswith(said)


def test_rows_and_columns_may_be_left_out() -> None:
    line = json.dumps({"stage": "moves", "chips": {"SOUTH": {"Q25": 1}}, "orders": {"SOUTH": "Q25-P25"}})
    assert json.loads(next(judge_lines("air-war", "standard", [line])))["chips"]["SOUTH"] == {"P25": 1}
