"""What a side of an Air War may tap: all that is on the board, and what it may order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playing_air import OPENED, RULES, after, cycle


def test_both_sides_tap_the_same_board_from_their_own_side() -> None:
    state = cycle("G5 2, H5 1", "G6 3")
    south, north = (RULES.to_tap(state, side) for side in ("SOUTH", "NORTH"))
    assert south.marks == {"men": "G5bH5", "foes": "G6c", "own": "H5C8O9", "lost": "O17C18H21"}
    assert (north.marks["men"], north.marks["foes"]) == (south.marks["foes"], south.marks["men"])
    assert (south.stage, south.air, south.steps, south.limits.pile) == ("moves", True, 0, 3)


@pytest.mark.parametrize(("facts", "stage"), [({}, "cities"), ({"kind": "chips"}, "chips")])
def test_the_beginning_of_the_game_is_tapped_too(facts: dict[str, Any], stage: str) -> None:
    found = RULES.to_tap(replace(OPENED.state, **facts), "NORTH")
    assert (found.stage, found.limits.chips, found.marks["men"]) == (stage, 30, "")


def test_what_the_other_side_has_on_file_changes_nothing() -> None:
    state = cycle("G5 2", "G7 3")
    assert RULES.to_tap(after(state, North="G7-G6\nREADY"), "SOUTH") == RULES.to_tap(state, "SOUTH")


def test_who_may_not_fire_or_plays_no_more_has_nothing_to_tap() -> None:
    state = cycle("G5 2", "G6 3", kind="fire")
    assert RULES.to_tap(state, "SOUTH").stage == "fire"
    assert RULES.to_tap(cycle("G5 2", "G9 3", kind="fire"), "SOUTH") is None
    assert RULES.to_tap(replace(state, how="it is over"), "SOUTH") is None
