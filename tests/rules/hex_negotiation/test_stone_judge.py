"""`gm judge hex-negotiation`: one position and one turn, in and out."""

from __future__ import annotations

from typing import Any

from helpers.rows import each_row
from helpers.rulesets import judge as judge_of

from gm.rules.hex_negotiation.faults import words
from gm.rules.lines.letters import plain
from gm.rules.pictures.hexagon import hexagon


def judge(**given: Any) -> Any:
    return judge_of("hex-negotiation", **given)


FIRST = {"stones": {"BLACK": ["D4", "A1", "O8"], "WHITE": []}, "last_placed": ["A1", "D4", "O8"], "turn": "WHITE"}


def test_a_turn_is_made_and_groups_are_counted() -> None:
    assert judge(side=8, order="REPLACE D4 PLACE D5 C3 H7", **FIRST) == {
        "stones": {"BLACK": ["A1", "O8"], "WHITE": ["C3", "D4", "D5", "H7"]},
        "last_placed": ["C3", "D5", "H7"],
        "turn": "BLACK",
        "over": False,
        "groups": {"BLACK": [1, 1], "WHITE": [3, 1]},
        "winner": None,
    }


def test_a_wrong_turn_changes_nothing_and_says_why() -> None:
    found = judge(side=8, order="REPLACE D5 PLACE A1 C3 H7", **FIRST)
    assert found["stones"] == {"BLACK": ["A1", "D4", "O8"], "WHITE": []} and found["turn"] == "WHITE"
    assert [(p["column"], p["hints"]) for p in found["problems"]] == [(9, ["A1", "D4", "O8"]), (18, [])]


def test_the_side_is_8_and_the_board_empty_if_nothing_is_said() -> None:
    found = judge(order="PLACE O1 O8 H15")
    assert found["stones"] == {"BLACK": ["H15", "O1", "O8"], "WHITE": []} and found["groups"]["WHITE"] == []


CELLS = hexagon(3).cells
WHITES = ("A1", "A2", "A3", "B1", "B2", "B3", "B4", "C1", "C2")
BLACKS = tuple(cell for cell in CELLS if cell not in (*WHITES, "E3"))
END = {"side": 3, "stones": {"BLACK": BLACKS, "WHITE": WHITES}, "last_placed": ["C1", "C2", "B3"], "turn": "BLACK"}


def test_the_last_turn_ends_the_game_and_finds_the_winner() -> None:
    found = judge(order="REPLACE C2", **END)
    assert (found["over"], found["turn"], found["last_placed"]) == (True, None, [])
    assert found["groups"] == {"BLACK": [10], "WHITE": [8]} and found["winner"] == "BLACK"
    assert judge(**END)["over"] is False


def test_a_draw_has_no_winner() -> None:
    """Nine against nine, one group each: the lower left half against the other, E3 empty."""
    ended = judge(side=3, stones={"BLACK": BLACKS, "WHITE": WHITES}, turn="WHITE")
    assert ended["over"] and ended["groups"] == {"BLACK": [9], "WHITE": [9]} and ended["winner"] is None


@each_row(
    ("given", "error"),
    [
        ({"side": 2}, "side: a number from 3 to 13 is expected"),
        ({"side": True}, "side: a whole number is expected"),
        ({"stones": {"BLACK": ["A9"]}}, "stones: BLACK: there is no cell 'A9'"),
        ({"stones": {"BLACK": ["A1", "A1"]}}, "stones: BLACK: a cell stands there twice"),
        ({"stones": {"BLACK": "A1"}}, "stones: BLACK: a list is expected"),
        ({"stones": {"BLACK": ["B1", "A1"], "WHITE": ["B1", "A1"]}}, "stones: A1 has a stone of each colour"),
        ({"turn": "RED"}, "turn: there is no colour 'RED'; there is BLACK, WHITE"),
        ({"stones": {"BLACK": ["A1"]}, "last_placed": ["A1"]}, "last_placed: stones of WHITE are expected"),
        (
            {"stones": {"BLACK": ["A1"]}, "turn": "WHITE"},
            "last_placed: the stones that were placed in the last turn are expected",
        ),
        ({"order": 7}, "order: a text is expected"),
        ({**END, "stones": {"BLACK": [*BLACKS, "E3"], "WHITE": WHITES}}, "stones: when Black or White is to play"),
        ({"stones": []}, "stones: an object is expected"),
        ({"stones": None}, "stones: an object is expected"),
    ],
)
def test_what_is_no_position_is_an_error(given: dict[str, Any], error: str) -> None:
    assert judge(**given)["error"].startswith(error)


@each_row("order", ["hello", "SWAP", "PLACE", "REPLACE C1 PLACE E3", "%"])
def test_what_is_no_turn_is_a_problem(order: str) -> None:
    assert judge(order=order, **END)["problems"]


def test_after_the_end_no_turn_is_due() -> None:
    found = judge(side=3, stones={"BLACK": BLACKS, "WHITE": WHITES}, turn="WHITE", order="REPLACE A1")
    assert found["problems"] == [plain(words.problem((1, 1), "over"))]
