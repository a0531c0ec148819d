"""Stages 3 to 5: who may aim, deaths, production, captures."""

from __future__ import annotations

from typing import Any

import pytest
from grounds import both, judge
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_ground import neighbours

from gm.rules import Problem
from gm.rules.ground_war.faults import words
from gm.rules.lines.letters import plain
from gm.rules.war import faults
from gm.rules.war.fire import deaths, table_of

TABLE = {1: (0, 1, 1, 1, 1, 1), 2: (0, 1, 1, 2, 2, 2), 3: (0, 1, 1, 2, 2, 3)}  # section VI: by men, fire of 1 to 6


@pytest.mark.parametrize("men", TABLE)
def test_deaths_are_those_of_the_table(men: int) -> None:
    assert tuple(deaths(fire, men) for fire in range(1, 7)) == TABLE[men]
    assert deaths(0, men) == 0 and deaths(17, men) == men


def test_a_higher_pile_dies_by_half_of_the_fire() -> None:
    assert [deaths(fire, 5, table_of(4)) for fire in (1, 2, 7, 8, 9, 12)] == [0, 1, 3, 4, 4, 4]


def fire(south: str = "", north: str = "", men: Any = None, **given: Any) -> dict[str, Any]:
    return judge("fire", south, north, men=men, **given)


@each_row(
    ("says", "orders", "men", "shots", "dead"),
    [
        (
            "six units kill three",
            "FIRE 3 G5-H6\nFIRE 3 G6-H6",
            both({"G5": 3, "G6": 3}, {"H6": 3, "F5": 1}),
            None,
            None,
        ),
        ("all men of a field", "FIRE G5-G6", both({"G5": 3}, {"G6": 3}), {"G5-G6": 3}, {"G6": 1}),
        ("one unit kills nobody", "FIRE 1 G5-G6", both({"G5": 3}, {"G6": 3}), {"G5-G6": 1}, {}),
        (
            "who is not aimed elsewhere",
            "FIRE G5-G6\nFIRE 1 G5-F6",
            both({"G5": 3}, {"G6": 2, "F6": 1}),
            {"G5-F6": 1, "G5-G6": 2},
            {"G6": 1},
        ),
        ("at a field beside the enemy", "FIRE G5-F6", both({"G5": 3}, {"G6": 2}), {"G5-F6": 3}, {}),
        ("no order, no fire", "", both({"G5": 3}, {"G6": 2}), {}, {}),
        ("held fire", "HOLD FIRE", both({"G5": 3}, {"G6": 2}), {}, {}),
    ],
)
def test_aimed_fire(says: str, orders: str, men: Any, shots: Any, dead: Any) -> None:
    found = fire(orders, men=men)
    if shots is None:  # G5 does not touch H6: only G6 may aim there
        between = ("H5", "G6")
        problem = faults.words.problem((1, 11), "not-adjacent", between, target="H6", what="next to", source="G5")
        assert found["problems"]["SOUTH"] == [plain(problem)]
        assert found["deaths"]["NORTH"] == {"H6": 1}
        return
    assert found["shots"] == {"SOUTH": shots, "NORTH": {}}
    assert found["deaths"] == {"SOUTH": {}, "NORTH": dead}


def test_contested_fields_fire_on_themselves_and_at_the_same_time() -> None:
    found = fire(men=both({"G5": 2, "H8": 1}, {"G5": 3, "H8": 1}))
    assert found["shots"] == {"SOUTH": {"G5-G5": 2, "H8-H8": 1}, "NORTH": {"G5-G5": 3, "H8-H8": 1}}
    assert found["deaths"] == {"SOUTH": {"G5": 1}, "NORTH": {"G5": 1}}
    assert found["men"] == both({"G5": 1, "H8": 1}, {"G5": 2, "H8": 1})


def test_fire_from_several_fields_at_one_is_counted_together() -> None:
    found = fire("FIRE 1 G5-G6, 1 G7-G6", men=both({"G5": 1, "G6": 1, "G7": 1}, {"G6": 3}))
    assert found["shots"]["SOUTH"] == {"G5-G6": 1, "G6-G6": 1, "G7-G6": 1}
    assert found["deaths"] == {"SOUTH": {"G6": 1}, "NORTH": {"G6": 1}}


wrong = words.problem
WRONG_FIRE = [
    # the orders, what is wrong with them
    ("FIRE G5-G6", wrong((1, 6), "cannot-aim.contested", ["G6"], field="G5")),
    ("FIRE A1-A2", wrong((1, 6), "cannot-aim", ["G6"], field="A1")),
    ("FIRE B9-B8", wrong((1, 6), "no-men", ["G6"], field="B9")),
    ("FIRE 4 G6-G5", wrong((1, 6), "too-few", ["3"], men="3 men", field="G6")),
    ("FIRE 2 G6-G5\nFIRE 2 G6-G7", wrong((2, 6), "too-few.aimed", ["1"], men="3 men", field="G6", left=1)),
    ("FIRE 3 G6-G5\nFIRE G6-G7", wrong((2, 6), "too-few.elsewhere", field="G6")),
    ("FIRE 0 G6-G5", wrong((1, 6), "too-few.none", ["3"])),
    ("FIRE G6-G8",
     faults.words.problem((1, 9), "not-adjacent", ["G7", "H7"],
                          target="G8", what="next to", source="G6")),
    ("FIRE G6", wrong((1, 6), "steps.fire")),
    ("FIRE G6-G7\nHOLD FIRE", wrong((2, 1), "held.ordered", line=1)),
    ("HOLD FIRE\nFIRE G6-G7", wrong((2, 1), "held", line=1)),
    ("G6-G5", wrong((1, 1), "no-moves", ["FIRE G6-G5"], cycle=4)),
    ("MAN G6-G5", wrong((1, 1), "no-moves", cycle=4)),
]  # fmt: skip


@each_row(("orders", "problem"), WRONG_FIRE)
def test_wrong_fire_is_refused_with_its_reason(orders: str, problem: Problem) -> None:
    found = fire(orders, men=both({"G5": 1, "G6": 3, "A1": 1}, {"G5": 1}))
    assert found["problems"]["SOUTH"] == [plain(problem)]


@each_row(
    ("orders", "shots", "at"),
    [
        ("FIRE G6-G5, G6-G7", {}, 13),
        ("FIRE G6-G5, G6-G7, 1 G6-H6", {}, 13),
        ("FIRE 3 G6-G5, G6-G7", {}, 15),
        ("FIRE G6-G5, 3 G6-G7", {}, 6),
        ("FIRE G6-G5, G6-G7, 1 G6-H6\nFIRE G6-F6", {"G6-F6": 3}, 13),
        ("FIRE G6-F6\nFIRE G6-G5, 1 G6-H6", {"G6-F6": 3}, 6),
        ("FIRE 1 G6-G5, FIRE 2 G6-Z3", {}, 25),
    ],
)
def test_a_line_of_several_fires_is_refused_as_a_whole_and_takes_nobody_from_the_others(
    orders: str, shots: dict[str, int], at: int
) -> None:
    found = fire(orders, men=both({"G6": 3}, {"G7": 1}))
    assert found["shots"]["SOUTH"] == shots
    assert [problem["column"] for problem in found["problems"]["SOUTH"]] == [at]


# -- production and captures -----------------------------------------------------------------------------------


def city(possessor: str = "SOUTH", since: int = 0) -> dict[str, Any]:
    return {"C4": {"possessor": possessor, "since": since}}


@each_row(
    ("says", "cycle", "since", "options", "made"),
    [
        ("five full cycles from the start", 5, 0, {}, []),
        ("first in cycle 6", 6, 0, {}, ["C4"]),
        ("and in every one after it", 7, 0, {}, ["C4"]),
        ("captured at the end of 3: not in 8", 8, 3, {}, []),
        ("captured at the end of 3: first in 9", 9, 3, {}, ["C4"]),
        ("another delay", 3, 0, {"production_delay": 2}, ["C4"]),
        ("every third cycle: the first", 6, 0, {"production_every": 3}, ["C4"]),
        ("every third cycle: not the next", 7, 0, {"production_every": 3}, []),
        ("every third cycle: the third after", 9, 0, {"production_every": 3}, ["C4"]),
    ],
)
def test_when_a_city_yields(says: str, cycle: int, since: int, options: dict[str, int], made: list[str]) -> None:
    found = fire(men=both({"A1": 1}, {"Q25": 1}), cycle=cycle, cities=city(since=since), options=options)
    assert found["made"] == made
    assert found["men"]["SOUTH"].get("C4", 0) == len(made)


@each_row(
    ("says", "men", "made"),
    [
        ("three of one's own stand there", both({"C4": 3}, {"Q25": 1}), []),
        ("two stand there", both({"C4": 2}, {"Q25": 1}), ["C4"]),
        ("an enemy stands there", both({"C4": 1}, {"C4": 1}), []),
        ("the last enemy there has just died", both({"C4": 2}, {"C4": 1}), ["C4"]),
        ("one of three has just died", both({"C4": 3}, {"C4": 2}), []),
    ],
)
def test_where_no_man_is_made(says: str, men: Any, made: list[str]) -> None:
    assert fire(men=men, cycle=6, cities=city())["made"] == made


@pytest.mark.parametrize(
    ("says", "men", "after"),
    [
        ("men of the other side alone", both({"C4": 1}), {"possessor": "SOUTH", "since": 9}),
        ("contested", both({"C4": 1}, {"C4": 1}), {"possessor": "NORTH", "since": 0}),
        ("empty", both({"C5": 1}), {"possessor": "NORTH", "since": 0}),
        ("its own possessor", both({}, {"C4": 1}), {"possessor": "NORTH", "since": 0}),
    ],
)
def test_what_captures_a_city(says: str, men: Any, after: dict[str, Any]) -> None:
    found = fire(men={**men, "NORTH": {**men["NORTH"], "Q25": 1}}, cycle=9, cities=city("NORTH"))
    assert found["cities"]["C4"] == after


def test_a_city_that_makes_a_man_is_not_captured() -> None:
    # The last defender dies, but the enemy's men on the field keep production from it: so it falls.
    found = fire(men=both({"C4": 2}, {"C4": 1}), cycle=6, cities=city("NORTH"))
    assert found["deaths"]["NORTH"] == {"C4": 1} and found["made"] == []
    assert found["cities"]["C4"] == {"possessor": "SOUTH", "since": 6}


def test_trucks_are_captured_like_cities() -> None:
    men = both({"C4": 1, "D4": 1, "E4": 2}, {"D4": 1, "E4": 1})
    found = fire(men=men, trucks=both({}, {"C4": 2, "D4": 1, "E4": 1, "Q9": 1}))
    assert found["trucks"] == both({"C4": 2, "E4": 1}, {"D4": 1, "Q9": 1})


# -- any fire at all ---------------------------------------------------------------------------------------------

FIELDS = [f"{letter}{row}" for row in range(1, 6) for letter in "ABCDE"]
PILES = st.dictionaries(st.sampled_from(FIELDS), st.integers(1, 3), max_size=9)


@settings(max_examples=150, deadline=None)
@given(PILES, PILES, st.data())
def test_any_fire_kills_by_the_table_and_only_the_enemy(
    south: dict[str, int], north: dict[str, int], data: st.DataObject
) -> None:
    lines, fire_on = [], {field: number for field, number in south.items() if field in north}
    for field, number in south.items():
        near = sorted(neighbours(field, 5, 5))
        if field not in north and any(one in north for one in near):
            target, men = data.draw(st.sampled_from(near)), data.draw(st.integers(1, number))
            lines.append(f"FIRE {men} {field}-{target}")
            fire_on[target] = fire_on.get(target, 0) + men
    found = fire("\n".join(lines), men=both(south, north), rows=5, columns=5, cities={})
    assert "problems" not in found
    expected = {f: TABLE[north[f]][min(units, 6) - 1] for f, units in fire_on.items() if f in north}
    assert found["deaths"]["NORTH"] == {field: dead for field, dead in expected.items() if dead}
    contested = {field for field in south if field in north}
    assert set(found["deaths"]["SOUTH"]) <= contested  # NORTH aims at nothing: it fires where it is contested
    for side, before in (("SOUTH", south), ("NORTH", north)):
        dead = found["deaths"][side]
        assert found["men"][side] == {f: n - dead.get(f, 0) for f, n in before.items() if n > dead.get(f, 0)}
