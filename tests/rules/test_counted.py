"""What each seat has that can be counted, and for how many players there are games."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from helpers.rows import each_row
from helpers.rulesets import NOON
from msgspec.structs import replace

from gm.registry import RULESETS, ruleset
from gm.rules import as_seat

# What each seat has when a game with these options begins, by the rules: with PAYOLA 2.1, taxes have been paid.
BEGUN: dict[str, tuple[dict[str, Any], dict[str, dict[str, int]]]] = {
    "diplomacy": ({}, {"centres": {
        "AUSTRIA": 3, "ENGLAND": 3, "FRANCE": 3, "GERMANY": 3, "ITALY": 3, "RUSSIA": 4, "TURKEY": 3,
    }}),
    "so-long-sucker": ({"players": 3}, {"chips": {"RED": 7, "BLUE": 7, "GREEN": 7}}),
    "negotiation": ({"players": 4}, {"winnings": {"1": 0, "2": 0, "3": 0, "4": 0}}),
    "air-war": ({}, {"chips": {"SOUTH": 0, "NORTH": 0}}),
    "hex-negotiation": ({}, {}),
    "ground-war": ({}, {}),
}  # fmt: skip


def begun(name: str, **chosen: Any) -> Any:
    """The first state of a game."""
    rules = ruleset(name).rules
    return rules.open(rules.filled(rules.card.options(**chosen)), "a seed", NOON).state


@each_row("name", BEGUN)
def test_what_is_counted_at_the_beginning_is_what_the_rules_give(name: str) -> None:
    chosen, counted = BEGUN[name]
    assert ruleset(name).rules.counted(begun(name, **chosen)) == counted


@each_row("name", RULESETS)
def test_what_the_card_names_is_counted_for_every_seat_and_nothing_else(name: str) -> None:
    rules, state = ruleset(name).rules, begun(name)
    counted = rules.counted(state)
    assert (*counted,) == rules.card.counts
    assert all({*each} == {*rules.seats(state.options)} for each in counted.values())


@each_row("name", RULESETS)
def test_how_strong_a_seat_is_is_told_of_all_seats_or_of_none(name: str) -> None:
    rules, state = ruleset(name).rules, begun(name)
    strength = rules.strength(state)
    assert {*strength} == ({*rules.seats(state.options)} if name in ("diplomacy", "payola") else set())


@pytest.mark.parametrize("name", ["diplomacy", "payola"])
def test_a_power_is_as_strong_as_the_centres_that_it_owns(name: str) -> None:
    state = begun(name)
    grown = replace(state, centres={**state.centres, "FRANCE": (*state.centres["FRANCE"], "SPA"), "ITALY": ()})
    strength = ruleset(name).rules.strength(grown)
    told = [strength[as_seat(power)] for power in ("FRANCE", "RUSSIA", "ITALY")]
    assert told == ["4 of 34 centres", "4 of 34 centres", "0 of 34 centres"]


def test_silver_is_what_a_power_has_once_its_taxes_are_paid() -> None:
    state = begun("payola")
    assert ruleset("payola").rules.counted(state)["silver"] == state.balances
    assert state.balances["RUSSIA"] > state.balances["FRANCE"] > 0


def test_winnings_are_counted_with_all_ious_settled() -> None:
    state = begun("negotiation", players=4)
    # Scoring, 2 to 5: Player 1 has 4 and owes 1 to Player 4, which is paid first, and 2 each to Players 2 and 3.
    owed = {one: {**row} for one, row in state.books.owed.items()}
    owed["1"] |= {"2": 2, "3": 2, "4": 1}
    books = replace(state.books, wins={**state.books.wins, "1": 4}, owed=owed)
    counted = ruleset("negotiation").rules.counted(replace(state, books=books))
    assert counted == {"winnings": {"1": 0, "2": Fraction(3, 2), "3": Fraction(3, 2), "4": 1}}


@each_row("name", RULESETS)
def test_there_is_a_game_for_each_number_of_players_that_a_ruleset_names(name: str) -> None:
    rules = ruleset(name).rules
    tables = rules.tables(rules.filled(rules.card.options()))
    assert tables and all(len(rules.seats(options)) == size for size, options in tables.items())
    assert all(not rules.check(options) for options in tables.values())


def test_so_long_sucker_is_for_three_to_six_with_as_many_chips_as_the_rules_say() -> None:
    tables = ruleset("so-long-sucker").rules.tables(begun("so-long-sucker").options)
    assert {size: options.each for size, options in tables.items()} == {3: 7, 4: 7, 5: 6, 6: 5}
