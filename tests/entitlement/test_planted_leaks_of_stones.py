"""Leaks planted in the stone game, one at a time: what no observer is told, and what a player alone asks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around, told_to_all

from gm.rules.hex_negotiation import filing
from gm.rules.hex_negotiation import notices as said
from gm.rules.hex_negotiation.game import HexNegotiation
from gm.rules.hex_negotiation.state import State

leak = LEAKS = Leaks("hex-negotiation")


@leak
def a_proposal_of_a_draw_is_told_to_observers(patch: Patch) -> None:
    told_to_all(patch, said.StonesDraw, filing)


@leak
def who_asks_for_the_board_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.StonesBoard, filing)


@leak
def the_name_of_a_turn_tells_that_a_draw_is_proposed(patch: Patch) -> None:
    def change(true: Any, self: HexNegotiation, state: State) -> Any:
        phase = true(self, state)
        return replace(phase, title=f"{phase.title} (or a draw)") if phase and state.proposal else phase

    around(patch, HexNegotiation, "phase", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_the_stone_game_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
