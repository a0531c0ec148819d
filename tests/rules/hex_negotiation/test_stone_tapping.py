"""The turn that may be tapped: for the player who owes it."""

from __future__ import annotations

from msgspec.structs import replace
from playing_stones import RULES, after, opened


def test_the_first_turn_places_three_stones_on_an_empty_board() -> None:
    found, other = (RULES.to_tap(opened(), seat) for seat in ("BLACK", "WHITE"))
    assert (found.side, found.cells, found.mine, found.last, found.place) == (3, "." * 19, "b", "", 3)
    assert other is None


def test_every_other_turn_replaces_one_of_the_stones_placed_last() -> None:
    found = RULES.to_tap(after(opened(), "PLACE A1 A2 B1"), "WHITE")
    assert (found.cells[:4], found.mine, found.last, found.gained, found.swap) == ("bb.b", "w", "A1A2B1", "", True)
    found = RULES.to_tap(after(opened(), "PLACE A1 A2 B1", "REPLACE A2 PLACE C1 C2 C3"), "BLACK")
    assert (found.cells[:4], found.mine, found.last, found.gained, found.swap) == ("bw.b", "b", "C1C2C3", "A2", False)


def test_after_swap_the_other_player_has_the_colour_and_the_turn() -> None:
    state = after(opened(), "PLACE A1 A2 B1", "SWAP")
    assert RULES.to_tap(state, "WHITE") is None and RULES.to_tap(state, "BLACK").mine == "w"


def test_after_the_end_there_is_nothing_to_tap() -> None:
    state = replace(opened(), how="it is over")
    assert RULES.to_tap(state, "BLACK") is None
