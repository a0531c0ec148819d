"""Leaks planted in Diplomacy, one at a time: what the others have on file before a phase is judged."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around, told_to_all

from gm.rules.diplomacy import filing, phases
from gm.rules.diplomacy import notices as said
from gm.rules.diplomacy.filing import Filing
from gm.rules.diplomacy.game import Diplomacy
from gm.rules.diplomacy.state import State

leak = LEAKS = Leaks("diplomacy")


def own_and_others(state: State) -> dict[str, Any]:
    """All orders on file, by province."""
    return {province: order for own in state.orders.values() for province, order in own.items()}


@leak
def what_is_filed_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Ordered, filing)


@leak
def what_is_withdrawn_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Cleared, filing)


@leak
def a_trial_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Rehearsed, filing)


@leak
def a_trial_reckons_with_the_orders_of_others(patch: Patch) -> None:
    def change(true: Any, board: Any, state: State, power: Any) -> Any:
        own = state.orders.get(power, {})
        return true(board, replace(state, orders={power: {**own_and_others(state), **own}}), power)

    around(patch, filing, "rehearsed", change)


@leak
def the_answer_to_orders_counts_who_has_sent_theirs(patch: Patch) -> None:
    def change(true: Any, self: Filing, before: State) -> Any:
        told = true(self, before)
        return replace(told, title=f"{told.title} ({len(self.state.orders)} have)")

    around(patch, Filing, "ordered", change)


@leak
def units_that_had_no_order_are_told_from_those_that_hold(patch: Patch) -> None:
    def change(true: Any, board: Any, state: State, orders: Any) -> Any:
        ruling, told = true(board, state, orders)
        without = {str(unit) for province, unit in state.units.items() if province not in orders}
        return ruling, tuple(
            replace(row, outcome=f"{row.outcome} for want of an order") if row.order[:-2] in without else row
            for row in told
        )

    around(patch, phases, "fought", change)


@leak
def status_tells_who_is_ready(patch: Patch) -> None:
    def change(true: Any, self: Diplomacy, state: State, seat: str | None) -> Any:
        found = true(self, state, seat)
        rows = tuple(
            replace(held, name=f"{held.name}!") if held.power in state.ready else held
            for held in found.position.holdings
        )
        return replace(found, position=replace(found.position, holdings=rows))

    around(patch, Diplomacy, "view", change)


@leak
def what_is_owed_tells_how_many_units_of_others_have_no_order(patch: Patch) -> None:
    def change(true: Any, self: Diplomacy, state: State, power: str) -> Any:
        duty = true(self, state, power)
        lacking = sum(len(state.lacking(one)) for one in self.board(state).powers if one != power)
        return duty and replace(duty, default=f"{duty.default}, and {lacking} others")

    around(patch, Diplomacy, "owes_moves", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_diplomacy_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
