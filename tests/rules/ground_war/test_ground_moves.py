"""Stage 1: worked cases of moves, and any moves at all against a slow reading of the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from grounds import both, judge
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_ground import moved, neighbours

from gm.rules import Problem
from gm.rules.ground_war.faults import words
from gm.rules.lines.letters import plain

# (what it shows, SOUTH's men, its trucks, its orders, NORTH's men, where each move ends)
CASES: list[tuple[str, dict[str, int], dict[str, int], str, dict[str, int], list[str]]] = [
    ("a truck gets to a field next to an enemy if that is its last step (I b)",
     {"G5": 2}, {"G5": 1}, "TRUCK G5-G6-G7-G8 WITH 2", {"G9": 1}, ["G8"]),
    ("a truck stops on the first field next to an enemy (I b)",
     {"G6": 2}, {"G6": 1}, "TRUCK G6-G7-G8-H9 WITH 2", {"G9": 1}, ["G8"]),
    ("its starting field does not stop a truck",
     {"G8": 1}, {"G8": 1}, "TRUCK G8-G9 WITH 1", {"G9": 1}, ["G9"]),
    ("two trucks with two men each: the second is cut back",
     {"G5": 2, "G6": 2}, {"G5": 1, "G6": 1}, "TRUCK G5-G6-G7-G8 WITH 2\nTRUCK G6-G7-G8-H9 WITH 2", {"G9": 1},
     ["G8", "G7"]),
    ("nobody walks onto three who stay (I a)",
     {"C4": 3, "C3": 1, "C5": 1}, {}, "MAN C3-C4\nMAN C5-C4", {}, ["C3", "C5"]),
    ("what a pile leaves behind can be filled",
     {"C4": 3, "C3": 1, "D3": 1}, {}, "2 MEN C4-C5\nMAN C3-C4\nMAN D3-C4", {}, ["C5", "C5", "C4", "C4"]),
    ("the last written is cut back first",
     {"G5": 3, "G7": 3}, {}, "3 MEN G5-G6\n3 MEN G7-G6", {}, ["G6"] * 3 + ["G7"] * 3),
    ("who is cut back may push out another: a ring of full fields stays",
     {"G5": 3, "G6": 3, "G7": 1}, {}, "MAN G7-G6\nMAN G6-G5", {}, ["G7", "G6"]),
    ("a truck is cut back step by step, with all its men",
     {"G5": 3, "G8": 2, "G7": 1}, {"G5": 1}, "TRUCK G5-G6-G7-G8 WITH 3", {}, ["G6"]),
    ("passing through a full field does not count",
     {"G5": 1, "G6": 3}, {"G5": 1}, "TRUCK G5-G6-G7", {}, ["G7"]),
    ("an enemy two steps off stops no truck",
     {"G5": 1}, {"G5": 1}, "TRUCK G5-G6-G7", {"G9": 1}, ["G7"]),
    ("men walk past enemies and onto them",
     {"G8": 2}, {}, "MAN G8-G9, G8-H8", {"G9": 3}, ["G9", "H8"]),
    ("trucks may stand together without limit",
     {"G5": 1, "G6": 1, "G7": 1}, {"G5": 1, "G6": 1, "G7": 3}, "TRUCK G5-G6-G7\nTRUCK G6-G7", {}, ["G7", "G7"]),
]  # fmt: skip


@each_row(("says", "men", "trucks", "orders", "enemy", "ended"), CASES)
def test_worked_cases(
    says: str, men: dict[str, int], trucks: dict[str, int], orders: str, enemy: dict[str, int], ended: list[str]
) -> None:
    found = judge("moves", orders, men=both(men, enemy), trucks=both(trucks))
    assert "problems" not in found
    assert found["ended"] == {"SOUTH": ended, "NORTH": []}


def test_trucks_stop_by_where_the_enemy_stood_at_the_end_of_the_last_cycle() -> None:
    # An enemy who has moved away since stops the truck all the same; one who has come since does not.
    men, trucks = both({"G5": 1}, {"P20": 1}), both({"G5": 1})
    order = "TRUCK G5-G6-G7-G8"
    assert judge("moves", order, men=men, trucks=trucks)["ended"]["SOUTH"] == ["G8"]
    before = both({"G5": 1}, {"G7": 1})
    assert judge("moves", order, men=men, trucks=trucks, before=before)["ended"]["SOUTH"] == ["G6"]


def test_both_sides_move_at_once_and_nobody_blocks() -> None:
    found = judge("moves", "2 MEN G5-G6", "2 MEN G7-G6", men=both({"G5": 2}, {"G7": 2}))
    assert found["men"] == both({"G6": 2}, {"G6": 2})
    assert found["told"]["SOUTH"] == {"men": {"G6": 2}, "trucks": {}, "occupied": ["G6"]}


def test_a_truck_takes_its_men_and_its_possessor_along() -> None:
    found = judge("moves", "TRUCK G5-G6 WITH 2", men=both({"G5": 3}), trucks=both({"G5": 2}, {"G5": 1}))
    assert found["men"]["SOUTH"] == {"G5": 1, "G6": 2}
    assert found["trucks"] == both({"G5": 1, "G6": 1}, {"G5": 1})


@pytest.mark.parametrize(("pile", "ended"), [(2, ["G6", "G7"]), (4, ["G6", "G6"])])
def test_the_highest_pile_is_an_option(pile: int, ended: list[str]) -> None:
    men = both({"G5": 1, "G7": 1, "G6": 1} if pile == 2 else {"G5": 1, "G7": 1, "G6": 2})
    found = judge("moves", "MAN G5-G6\nMAN G7-G6", men=men, options={"pile": pile})
    assert found["ended"]["SOUTH"] == ended


wrong = words.problem
LINKS = [{"cities": ["C4", "M4"], "clear": ["H4"]}]
CITIES = {"C4": {"possessor": "SOUTH", "since": 0}, "M4": {"possessor": "SOUTH", "since": 3}}


@pytest.mark.parametrize(
    ("says", "cycle", "men", "enemy", "before", "ended"),
    [
        ("five full cycles from the end of cycle 3", 9, {"C4": 1}, {}, {}, ["M4"]),
        ("contested cities do not matter", 9, {"C4": 1}, {"C4": 1, "M4": 2}, {"C4": 1, "M4": 2}, ["M4"]),
        ("an enemy stood on the way, though the sender may not know", 9, {"C4": 1}, {}, {"H4": 1}, ["C4"]),
        ("three who stay in the other city", 9, {"C4": 1, "M4": 3}, {}, {}, ["C4"]),
    ],
)
def test_jumps(
    says: str, cycle: int, men: dict[str, int], enemy: dict[str, int], before: dict[str, int], ended: list[str]
) -> None:
    found = judge("moves", "JUMP C4-M4", cycle=cycle, men=both(men, enemy), before=both(men, before),
                  cities=CITIES, links=LINKS, options={"inter_city_jumps": True})  # fmt: skip
    assert "problems" not in found and found["ended"]["SOUTH"] == ended


@pytest.mark.parametrize(
    ("orders", "cycle", "options", "problem"),
    [
        ("JUMP C4-M4", 8, {"inter_city_jumps": True}, wrong((1, 9), "not-productive", field="M4", cycles=5)),
        ("JUMP C4-M4", 9, {}, wrong((1, 1), "no-jumps")),
        ("JUMP C4-C5", 9, {"inter_city_jumps": True}, wrong((1, 9), "no-link", ["M4"], source="C4", target="C5")),
        ("JUMP C4-M4\nJUMP C4-M4", 9, {"inter_city_jumps": True}, wrong((2, 9), "one-jump")),
    ],
)
def test_jumps_refused_when_they_come(orders: str, cycle: int, options: dict[str, Any], problem: Problem) -> None:
    found = judge("moves", orders, cycle=cycle, men=both({"C4": 2}), cities=CITIES, links=LINKS, options=options)
    assert found["problems"]["SOUTH"] == [plain(problem)]


# -- against the slow reading ----------------------------------------------------------------------------------

ROWS = COLUMNS = 7
FIELDS = [f"{letter}{row}" for row in range(1, ROWS + 1) for letter in "ABCDEFG"]
PILES = st.dictionaries(st.sampled_from(FIELDS), st.integers(1, 3), max_size=12)


@st.composite
def positions(draw: Any) -> tuple[dict[str, int], dict[str, int], dict[str, int], list[tuple[str, list[str], int]]]:
    """Own men and trucks, the enemy's men before, and right orders."""
    men, enemy = draw(PILES), draw(PILES)
    trucks = {field: draw(st.integers(1, 2)) for field in men if draw(st.booleans())}
    left, cars = dict(men), dict(trucks)
    moves: list[tuple[str, list[str], int]] = []
    for _ in range(draw(st.integers(0, 14))):
        starts = [field for field, number in left.items() if number]
        if not starts:
            break
        field = draw(st.sampled_from(sorted(starts)))
        truck = cars.get(field, 0) > 0 and draw(st.booleans())
        carried = draw(st.integers(1, left[field])) if truck else 1
        path = [field]
        for _ in range(draw(st.integers(1, 3)) if truck else 1):
            path.append(draw(st.sampled_from(sorted(neighbours(path[-1], ROWS, COLUMNS)))))
        left[field] -= carried
        cars[field] = cars.get(field, 0) - truck
        moves.append(("truck" if truck else "man", path, carried))
    return men, trucks, enemy, moves


def written(moves: list[tuple[str, list[str], int]]) -> str:
    lines = [
        f"TRUCK {'-'.join(path)} WITH {men}" if word == "truck" else f"MAN {'-'.join(path)}"
        for word, path, men in moves
    ]
    return "\n".join(lines)


@settings(max_examples=250, deadline=None)
@given(positions())
def test_any_moves_end_where_a_slow_reading_of_the_rules_says(
    position: tuple[dict[str, int], dict[str, int], dict[str, int], list[tuple[str, list[str], int]]],
) -> None:
    men, trucks, enemy, moves = position
    found = judge("moves", written(moves), rows=ROWS, columns=COLUMNS, men=both(men, enemy), trucks=both(trucks))
    assert "problems" not in found
    assert found["ended"]["SOUTH"] == moved(moves, men, set(enemy), ROWS, COLUMNS)
    after = found["men"]["SOUTH"]
    assert sum(after.values()) == sum(men.values())  # nobody is lost or made
    assert max(after.values(), default=0) <= 3
    assert sum(found["trucks"]["SOUTH"].values()) == sum(trucks.values())
    standing = dict(trucks)
    for word, path, _ in moves:
        standing[path[0]] = standing.get(path[0], 0) - (word == "truck")
    for field, number in found["trucks"]["SOUTH"].items():  # no truck without a driver
        assert number == standing.get(field, 0) or field in after
    assert found["men"]["NORTH"] == {f: enemy[f] for f in found["men"]["NORTH"]} and len(enemy) == len(
        found["men"]["NORTH"]
    )


TWO_CITIES = {field: {"possessor": "SOUTH", "since": 0} for field in ("C3", "H3")}


@each_row(
    ("facts", "said"),
    [
        ({"men": both({"C5": 2, "C05": 2})}, "men: C5 is there twice, the second time as 'C05'"),
        ({"men": both({"C5": 2, "c5": 2})}, "men: C5 is there twice, the second time as 'c5'"),
        ({"trucks": both({}, {"C5": 1, "c5": 1})}, "trucks: C5 is there twice"),
        ({"cities": {**TWO_CITIES, "C03": TWO_CITIES["C3"]}}, "cities: C3 is there twice"),
        ({"cities": TWO_CITIES, "links": [{"cities": ["C3", "C3"]}]}, "links: C3 and C3 are not two cities"),
        ({"cities": TWO_CITIES, "links": [{"cities": ["C3", "D3"]}]}, "links: C3 and D3 are not two cities"),
        ({"cities": TWO_CITIES, "links": [{"cities": ["C3", "H3"], "clear": ["Z9"]}]}, "links: there is no field 'Z9'"),
    ],
)
def test_a_position_that_is_none_is_an_error(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        judge("moves", **facts)


def test_the_fields_of_a_link_may_be_written_as_people_write_fields() -> None:
    """An enemy man on D5 bars the jump, however D5 is written."""
    for field in ("D5", "d5", "D05"):
        found = judge(
            "moves", "JUMP C3-H3", cycle=8, cities=TWO_CITIES, men=both({"C3": 3}, {"D5": 1}),
            options={"inter_city_jumps": True}, links=[{"cities": ["C3", "H3"], "clear": [field]}],
        )  # fmt: skip
        assert found["ended"]["SOUTH"] == []
        assert found["problems"]["SOUTH"] == [plain(wrong((1, 9), "not-clear", field="D5"))]
