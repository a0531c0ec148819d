"""Leaks planted in maps, one at a time: what is on file, who has filed, who owns what, in pictures and beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around

from gm.draw.map import MapDrawing
from gm.rules.payola.game import Payola
from gm.rules.pictures.map import MapTold, Way
from gm.rules.provinces import rules, turning
from gm.rules.provinces.orders import Move, Retreat

leak = LEAKS = Leaks("payola")


def shown_otherwise(patch: Patch, change: Callable[[Any, MapTold], MapTold]) -> None:
    """MAP shows something else; *change* is given the state and what it should show."""

    def shown(true: Any, board: Any, state: Any, asked: str) -> Any:
        told = true(board, state, asked)
        picture = getattr(told, "picture", None)
        return told if picture is None else replace(told, picture=change(state, picture))

    around(patch, rules, "shown", shown)


def judged_otherwise(patch: Patch, change: Callable[[Any, MapTold], MapTold]) -> None:
    """The map of a phase shows something else; *change* is given the state before it was judged."""

    def pictured(true: Any, board: Any, before: Any, step: Any) -> Any:
        done = true(board, before, step)
        told = change(before, done.state.maps[-1])
        notices = tuple(
            replace(one, body=replace(one.body, picture=told)) if getattr(one.body, "picture", None) else one
            for one in done.notices
        )
        return replace(done, state=replace(done.state, maps=(*done.state.maps[:-1], told)), notices=notices)

    around(patch, turning, "pictured", pictured)


def in_the_alternative_text(patch: Patch, words: Callable[[Any], str]) -> None:
    """The text in place of a map says more; *words* is given the state. What is drawn stays as it is."""
    said = [""]

    def shown(true: Any, board: Any, state: Any, asked: str) -> Any:
        said[0] = words(state)
        return true(board, state, asked)

    def lines(true: Any, drawing: MapDrawing) -> tuple[str, ...]:
        return (*true(drawing), said[0])

    around(patch, rules, "shown", shown)
    around(patch, MapDrawing, "lines", lines)


def on_file(state: Any) -> Iterator[Way]:
    """The moves that are on file, as arrows."""
    for power, own in sorted(getattr(state, "orders", {}).items()):
        yield from (Way(power, "move", at, order.to) for at, order in own.items() if isinstance(order, Move))
    for power, sheet in sorted(getattr(state, "sheets", {}).items()):
        for offer in sheet:
            to = next((one.to for one in offer.orders if isinstance(one, Move)), "")
            yield from ([Way(power, "move", offer.unit, to)] if to and offer.unit else [])


# -- what is on file -----------------------------------------------------------------------------------------------


@leak
def the_title_of_a_map_counts_the_sheets_on_file(patch: Patch) -> None:
    shown_otherwise(patch, lambda state, told: replace(told, title=f"{told.title}, {len(state.sheets)} sheets"))


@leak
def a_map_shows_offers_on_file_as_arrows(patch: Patch) -> None:
    shown_otherwise(patch, lambda state, told: replace(told, ways=(*told.ways, *on_file(state))))


@leak.of("diplomacy")
def a_map_shows_orders_on_file_as_arrows(patch: Patch) -> None:
    shown_otherwise(patch, lambda state, told: replace(told, ways=(*told.ways, *on_file(state))))


@leak.of("diplomacy")
def the_title_of_a_map_counts_orders_on_file(patch: Patch) -> None:
    def change(state: Any, told: MapTold) -> MapTold:
        return replace(told, title=f"{told.title}, {sum(map(len, state.orders.values()))} orders")

    shown_otherwise(patch, change)


@leak
def a_map_leaves_out_dislodged_units_that_will_retreat(patch: Patch) -> None:
    def change(state: Any, told: MapTold) -> MapTold:
        going = {province for own in state.retreats.values() for province in own}
        return replace(told, pieces=tuple(one for one in told.pieces if not (one.lost and one.place[:3] in going)))

    shown_otherwise(patch, change)


@leak
def a_map_shows_retreats_on_file(patch: Patch) -> None:
    def change(state: Any, told: MapTold) -> MapTold:
        ways = tuple(
            Way(power, "retreat" if isinstance(order, Retreat) else "disband", at, getattr(order, "to", ""))
            for power, own in state.retreats.items() for at, order in own.items()
        )  # fmt: skip
        return replace(told, ways=(*told.ways, *ways))

    shown_otherwise(patch, change)


@leak
def the_alternative_text_of_a_map_counts_builds_and_retreats_on_file(patch: Patch) -> None:
    in_the_alternative_text(patch, lambda state: f"{len(state.retreats)} and {len(state.adjustments)} have filed.")


# -- what somebody owns, and who paid --------------------------------------------------------------------------------


@leak
def the_alternative_text_of_a_map_tells_balances(patch: Patch) -> None:
    in_the_alternative_text(patch, lambda state: f"Richest: {max(state.balances.values())} AgP.")


@leak
def the_map_of_a_phase_has_arrows_of_offers_that_lost(patch: Patch) -> None:
    judged_otherwise(patch, lambda before, told: replace(told, ways=(*told.ways, *on_file(before))))


# -- the order in which things are drawn -----------------------------------------------------------------------------


@leak
def units_of_those_who_have_filed_are_drawn_last(patch: Patch) -> None:
    def change(state: Any, told: MapTold) -> MapTold:
        return replace(told, pieces=tuple(sorted(told.pieces, key=lambda one: one.power in state.sheets)))

    shown_otherwise(patch, change)


@leak.of("diplomacy")
def units_of_those_who_are_ready_are_drawn_last(patch: Patch) -> None:
    def change(state: Any, told: MapTold) -> MapTold:
        return replace(told, pieces=tuple(sorted(told.pieces, key=lambda one: one.power in state.ready)))

    shown_otherwise(patch, change)


@leak.of("diplomacy")
def arrows_of_a_phase_are_drawn_in_the_order_of_filing(patch: Patch) -> None:
    def change(before: Any, told: MapTold) -> MapTold:
        filed = [at for own in before.orders.values() for at in own]
        key = {at: n for n, at in enumerate(filed)}
        return replace(told, ways=tuple(sorted(told.ways, key=lambda way: key.get(way.at[:3], -1))))

    judged_otherwise(patch, change)


def test_every_shown_map_goes_the_way_that_the_leaks_are_planted_in() -> None:
    assert rules.shown.__module__ == "gm.rules.provinces.charting" == turning.pictured.__module__
    assert Payola.shown is rules.ArmiesAndFleets.shown


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_a_map_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
