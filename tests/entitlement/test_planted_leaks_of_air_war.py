"""Leaks planted in the Air War, one at a time: what is secret until a round is over, and what no observer is told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around, told_to_all

from gm.rules.air_war import filing, phases, telling
from gm.rules.air_war import notices as said
from gm.rules.air_war.filing import Filing
from gm.rules.air_war.game import AirWar
from gm.rules.air_war.state import CHIPS, CITIES, State
from gm.rules.air_war.writing import chips_on_file, cities_on_file
from gm.rules.pictures.war import other

leak = LEAKS = Leaks("air-war")


@leak
def orders_are_told_when_they_are_filed(patch: Patch) -> None:
    told_to_all(patch, said.AirFiled, filing)


@leak
def a_trial_is_told_to_the_other_side(patch: Patch) -> None:
    told_to_all(patch, said.AirTrial, filing)


@leak
def that_a_side_is_ready_is_told(patch: Patch) -> None:
    told_to_all(patch, said.AirReady, filing)


@leak
def a_proposal_of_a_draw_is_told_to_observers(patch: Patch) -> None:
    told_to_all(patch, said.DrawOffered, filing)


@leak
def the_board_shows_chips_before_both_are_placed(patch: Patch) -> None:
    def change(true: Any, state: State, side: str) -> Any:
        if state.kind == CHIPS:
            placed = {one: chips_on_file(lines) for one, lines in state.filed.items()}
            state = replace(state, chips={**state.chips, **placed})
        return true(state, side)

    around(patch, filing, "board_told", change)


@leak
def the_first_city_is_named_before_both_have_chosen(patch: Patch) -> None:
    def change(true: Any, self: AirWar, state: State, seat: str | None) -> Any:
        facts = true(self, state, seat)
        lines = state.filed.get(other(seat), ()) if seat and state.kind == CITIES else ()
        return replace(facts, example=(*facts.example, f"% not {cities_on_file(lines)[0]}")) if lines else facts

    around(patch, AirWar, "view", change)


@leak
def a_trial_reckons_with_the_orders_of_the_other_side(patch: Patch) -> None:
    def change(true: Any, self: Filing, tried: Any) -> Any:
        told = true(self, tried)
        return replace(told, notes=(*told.notes, f"against {len(self._state.filed.get(other(self._side), ()))}"))

    around(patch, Filing, "trial", change)


@leak
def the_duty_of_one_depends_on_what_the_other_has_filed(patch: Patch) -> None:
    def change(true: Any, self: AirWar, state: State) -> Any:
        late = [other(side) for side in state.filed]
        return tuple(replace(duty, what=f"{duty.what} at last") if duty.seat in late else duty
                     for duty in true(self, state))  # fmt: skip

    around(patch, AirWar, "duties", change)


@leak
def arrows_are_drawn_in_the_order_in_which_the_sides_filed_their_moves(patch: Patch) -> None:
    """Both sides' moves are told together; who was first is not."""

    def end(true: Any, state: State) -> Any:
        first[:] = state.filed
        return true(state)

    def change(true: Any, *args: Any, **more: Any) -> Any:
        picture = true(*args, **more)
        return replace(
            picture, trips=tuple(sorted(picture.trips, key=lambda trip: (*first, trip.side).index(trip.side)))
        )

    first: list[str] = []
    around(patch, phases, "judge", end)
    around(patch, telling, "picture", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_the_air_war_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
