"""`gm judge so-long-sucker`: a position and an order in, the position after it out."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.rows import each_row
from helpers.rulesets import judge as judge_of

from gm.rules.lines.letters import plain
from gm.rules.so_long_sucker.faults import words

HANDS = {"RED": {"RED": 6, "GREEN": 1}, "BLUE": {"BLUE": 6}, "GREEN": {"GREEN": 6}, "YELLOW": {"YELLOW": 7}}
BASE: dict[str, Any] = {"hands": HANDS, "piles": [["BLUE", "GREEN"]], "defeated": [], "line": ["YELLOW", "RED"]}


def judge(**given: Any) -> Any:
    return judge_of("so-long-sucker", **{**BASE, **given})


def test_worked_case_1_green_captures_and_owes_a_kill() -> None:
    assert judge(order="PLAY green ON 1") == {
        "hands": {"RED": {"RED": 6}, "BLUE": {"BLUE": 6}, "GREEN": {"GREEN": 6}, "YELLOW": {"YELLOW": 7}},
        "piles": [["BLUE", "GREEN", "GREEN"]], "dead": {}, "defeated": [], "line": ["YELLOW", "RED"],
        "owes": [{"seat": "GREEN", "what": "kill", "of": ["BLUE", "GREEN"]}],
    }  # fmt: skip


def test_worked_case_1_green_kills_blue_takes_two_greens_and_has_the_move() -> None:
    found = judge(order="PLAY green ON 1\nKILL blue")
    assert found["hands"]["GREEN"] == {"GREEN": 8} and found["dead"] == {"BLUE": 1} and found["piles"] == [None]
    assert found["line"] == ["YELLOW", "RED", "GREEN"]
    assert found["owes"] == [{"seat": "GREEN", "what": "play", "of": ["GREEN"]}]


def test_worked_case_1_had_green_been_defeated_red_would_move_again() -> None:
    found = judge(hands={**HANDS, "GREEN": {}}, defeated=["GREEN"], order="PLAY green ON 1")
    assert found["dead"] == {"BLUE": 1, "GREEN": 2} and found["line"] == ["YELLOW", "RED"]
    assert found["owes"] == [{"seat": "RED", "what": "play", "of": ["RED"]}]


@pytest.mark.parametrize(
    ("pile", "line", "order", "moves"),
    [
        (["RED", "BLUE", "YELLOW"], ["RED", "GREEN"], "PLAY green ON 1", "RED"),
        (["RED", "BLUE", "RED", "GREEN"], ["GREEN", "YELLOW"], "PLAY yellow ON 1", "BLUE"),
    ],
)
def test_worked_case_2_who_is_lowest_has_the_move(pile: list[str], line: list[str], order: str, moves: str) -> None:
    found = judge(piles=[pile], line=line, order=order)
    assert found["line"] == [*line, moves] and found["owes"][0]["seat"] == moves


def test_worked_case_3_both_turns_of_blue_are_struck_off() -> None:
    hands = {**HANDS, "BLUE": {"RED": 1}, "GREEN": {"GREEN": 4, "RED": 1}}
    given = {"hands": hands, "piles": [None, ["GREEN", "RED", "YELLOW"]], "line": ["GREEN", "RED", "BLUE"]}
    asked = judge(**given, order="PLAY red ON 2")
    assert asked["line"] == ["GREEN", "RED", "BLUE", "BLUE"]
    assert asked["owes"] == [
        {"seat": "RED", "what": "rescue", "of": ["GREEN"]}, {"seat": "GREEN", "what": "rescue", "of": ["RED"]},
    ]  # fmt: skip
    refused = judge(**given, order="PLAY red ON 2\nGREEN: REFUSE\nRED: REFUSE")
    assert refused["defeated"] == ["BLUE"] and refused["line"] == ["GREEN", "RED"]
    assert refused["owes"] == [{"seat": "RED", "what": "play", "of": ["RED", "GREEN"]}]


def test_without_an_order_it_is_told_who_must_do_what() -> None:
    assert judge()["owes"] == [{"seat": "RED", "what": "play", "of": ["RED", "GREEN"]}]
    empty = judge(hands={**HANDS, "RED": {}})
    assert empty["defeated"] == ["RED"] and empty["line"] == ["YELLOW"]


def test_a_name_that_is_open_is_owed() -> None:
    found = judge(order="PLAY red ON 1")
    assert found["owes"] == [{"seat": "YELLOW", "what": "play", "of": ["YELLOW"]}]
    found = judge(order="PLAY red")
    assert found["owes"] == [{"seat": "RED", "what": "next", "of": ["BLUE", "GREEN", "YELLOW"]}]


def test_three_may_play_and_any_three_colours() -> None:
    hands = {"VIOLET": {"VIOLET": 1}, "RED": {"RED": 2}, "GREEN": {"VIOLET": 1}}
    found = judge(hands=hands, piles=[["RED", "GREEN"]], line=["VIOLET"], order="PLAY violet ON 1")
    assert list(found["hands"]) == ["RED", "GREEN", "VIOLET"] and found["line"] == ["VIOLET", "RED"]


def test_a_wrong_order_changes_nothing_and_is_shown_with_its_place() -> None:
    found = judge(order="PLAY green ON 1 NEXT blue\nKILL blue")
    assert found["piles"] == BASE["piles"] and found["hands"]["RED"] == {"RED": 6, "GREEN": 1}
    (problem,) = found["problems"]
    assert problem == plain(words.problem((1, 22), "next-of-capture", to="GREEN"))
    (named,) = judge(order="GREEN: DISCARD 1 red")["problems"]
    assert named["column"] == 18


@each_row(("given", "said"), [
    ({"hands": {"RED": {}, "BLUE": {}}}, "hands: "), ({"hands": {**HANDS, "PINK": {}}}, "hands: "),
    ({"hands": {**HANDS, "RED": {"RED": -1}}}, "hands: RED: "),
    ({"hands": {**HANDS, "RED": {"WHITE": 1}}}, "hands: RED: "),
    ({"line": []}, "line: "), ({"line": ["WHITE"]}, "line: "), ({"line": ["RED"], "defeated": ["RED"]}, "line: "),
    ({"defeated": "RED"}, "defeated: "), ({"piles": [["BLUE", "BLUE"]]}, "piles: "), ({"piles": [[]]}, "piles: "),
    ({"piles": [["PINK"]]}, "piles: "), ({"order": 3}, "order: "), ({"order": "PINK: PLAY red"}, "order: line 1: "),
    ({"order": "RED:"}, "order: line 1: "), ({"hands": []}, "hands: "), ({"piles": 3}, "piles: a list"),
    ({"piles": None}, "piles: a list"), ({"hands": 5}, "hands: "), ({"hands": None}, "hands: "),
])  # fmt: skip
def test_a_malformed_position_is_an_error_in_words(given: dict[str, Any], said: str) -> None:
    assert judge(**given)["error"].startswith(said)


@each_row("order", ["on 1", "hello", "2", "PLAY", ":", "NEXT blue", "KILL red", "REFUSE"])
def test_an_order_that_is_none_is_a_fault_and_never_a_crash(order: str) -> None:
    found = judge(order=order)
    assert found.get("problems") or found["error"].startswith("order: ")


GIVING = {
    "hands": {"RED": {"RED": 2, "GREEN": 1, "BLUE": 1}, "BLUE": {"BLUE": 1}, "GREEN": {"GREEN": 1},
              "YELLOW": {"YELLOW": 1}},
    "piles": [["BLUE", "YELLOW"]], "line": ["RED"],
}  # fmt: skip


def test_a_line_of_which_a_part_is_refused_is_not_carried_out_at_all() -> None:
    found = judge(**GIVING, order="TRANSFER 1 green, 5 blue TO yellow")
    assert found["hands"] == GIVING["hands"] and [p["column"] for p in found["problems"]] == [19]


def test_the_lines_above_a_refused_one_are_carried_out() -> None:
    found = judge(**GIVING, order="TRANSFER 1 green TO yellow\nDISCARD 1 blue, 1 green")
    assert found["hands"]["YELLOW"] == {"GREEN": 1, "YELLOW": 1}
    assert found["hands"]["RED"] == {"RED": 2, "BLUE": 1} and not found["dead"]


@pytest.mark.parametrize("order", ["PLAY red", "RED: PLAY red"])
def test_a_line_after_the_end_is_a_problem_of_the_line(order: str) -> None:
    """BLUE has the move and no chip, and nobody holds a prisoner: RED alone survives."""
    hands = {"RED": {"RED": 1}, "BLUE": {}, "GREEN": {}}
    found = judge(hands=hands, line=["BLUE"], piles=[], defeated=["GREEN"], order=order)
    assert found["problems"] == [plain(words.problem((1, order.index("PLAY") + 1), "over"))]
    assert found["defeated"] == ["GREEN", "BLUE"] and found["owes"] == []
    assert found["line"] == ["RED"]  # BLUE's turn is struck off, and no other is left


def test_a_line_below_the_one_that_ends_the_game_is_a_problem_too() -> None:
    """RED plays his last chip and names BLUE, who has none: BLUE is out, the move rebounds, and RED has none."""
    given = {"hands": {"RED": {"RED": 2}, "BLUE": {}, "GREEN": {}}, "line": ["RED"], "defeated": ["GREEN"], "piles": []}
    found = judge(**given, order="PLAY red NEXT blue\nPLAY red")
    assert found["problems"] == [plain(words.problem((2, 1), "over"))]
    assert found["defeated"] == ["GREEN", "BLUE"] and found["piles"] == [["RED"]]
    assert found["line"] == ["RED"]  # BLUE's turn is struck off after the win, too


def test_a_colon_makes_a_name_only_of_a_name() -> None:
    assert judge(order="PLAY red; NEXT: blue")["owes"] == [{"seat": "BLUE", "what": "play", "of": ["BLUE"]}]
    assert judge(order="PLAY: red")["owes"][0]["what"] == "next"
