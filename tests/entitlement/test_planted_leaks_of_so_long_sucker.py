"""Leaks planted in So Long Sucker, one at a time: all moves are public, and what a player asks or mistypes is not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around

from gm.rules import EVERYBODY, Audience, Orders, Step
from gm.rules.so_long_sucker import game
from gm.rules.so_long_sucker.acts import AskTable
from gm.rules.so_long_sucker.game import SoLongSucker
from gm.rules.so_long_sucker.state import State
from gm.rules.so_long_sucker.telling import note, shown, turned

leak = LEAKS = Leaks("so-long-sucker")


@leak
def that_somebody_looks_at_the_table_is_told(patch: Patch) -> None:
    def change(true: Any, audience: Audience, body: Any) -> Any:
        return true(EVERYBODY, body)

    around(patch, game, "note", change)


@leak
def a_look_at_the_table_begins_the_clock_anew(patch: Patch) -> None:
    def change(true: Any, self: SoLongSucker, state: State, seat: str, orders: Orders, at: Any) -> Step:
        step = true(self, state, seat, orders, at)
        looked = orders.acts == (AskTable(),)
        return replace(step, state=replace(step.state, number=step.state.number + 1)) if looked else step

    around(patch, SoLongSucker, "file", change)


@leak
def that_a_line_was_wrong_is_told(patch: Patch) -> None:
    def change(true: Any, self: SoLongSucker, state: State, seat: str, orders: Orders, at: Any) -> Step:
        step = true(self, state, seat, orders, at)
        told = (turned(state, step.state, ()),) if orders.problems else ()
        return replace(step, notices=(*step.notices, *told))

    around(patch, SoLongSucker, "file", change)


@leak
def a_duty_names_the_last_who_looked(patch: Patch) -> None:
    looked: list[str] = []

    def remember(true: Any, self: SoLongSucker, state: State, seat: str, orders: Orders, at: Any) -> Step:
        looked.append(seat if AskTable() in orders.acts else "")
        return true(self, state, seat, orders, at)

    def change(true: Any, self: SoLongSucker, state: State) -> Any:
        return tuple(replace(duty, default=f"{duty.default} {''.join(looked)}") for duty in true(self, state))

    around(patch, SoLongSucker, "file", remember)
    around(patch, SoLongSucker, "duties", change)


def test_the_answer_to_table_is_for_who_asks_alone() -> None:
    rules = SoLongSucker.__new__(SoLongSucker)
    state = State(rules.card.options(), "seed", {seat: {seat: 1} for seat in ("RED", "BLUE", "GREEN")}, ("RED",))
    step = rules.file(state, "BLUE", Orders((AskTable(),)), None)  # type: ignore[arg-type]
    assert [notice.audience.seats for notice in step.notices] == [("BLUE",)]
    assert step.notices[0].body == shown(state) and step.notices[0] == note(step.notices[0].audience, shown(state))


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_so_long_sucker_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
