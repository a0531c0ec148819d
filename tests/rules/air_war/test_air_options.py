"""What the umpire of an Air War may decide: all six cities (0.1), the death table (4), and a limit of cycles."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.rows import each_row
from helpers.rulesets import judge
from msgspec.structs import replace
from playing_air import CITIES, NOON, RULES, bodies, cycle, due, file

from gm.rules.air_war.cities import wrong_choice
from gm.rules.air_war.faults import words
from gm.rules.air_war.state import Options
from gm.rules.lines import letters
from gm.rules.pictures.honeycomb import Board
from gm.rules.war import faults

SIX = "C8 H5 O9 C18 H21 O17"
# F16, K21 and O17: five, five and four rows and columns leave six steps between any two, and none is near the west.
OTHER_SIX = "C8 H5 O9 F16 K21 O17"


@pytest.mark.parametrize("six", [SIX, OTHER_SIX, "c8 h5 o9 O17 C18 H21"])
def test_the_umpire_may_name_all_six_cities(six: str) -> None:
    options = Options(cities=tuple(six.split()))
    assert RULES.check(options) == ""
    step = RULES.open(options, "seed", NOON)
    named = {city.field: (city.owner, city.possessor) for city in step.state.cities}
    assert set(named) == set(six.upper().split())
    assert all(named[field] == ("SOUTH", "SOUTH") for field in ("C8", "H5", "O9"))
    assert {owner for field, (owner, _) in named.items() if int(field[1:]) > 12} == {"NORTH"}


def test_the_game_then_begins_with_the_chips_and_both_are_told_the_cities() -> None:
    step = RULES.open(Options(cities=tuple(SIX.split())), "seed", NOON)
    assert RULES.phase(step.state).code == "C0B" and {d.what for d in RULES.duties(step.state)} == {"30 chips"}
    for side in ("SOUTH", "NORTH"):
        assert bodies(step, "airbegins", side)[0].named
        assert {city.field for city in bodies(step, "citieschosen", side)[0].cities} == set(SIX.split())
    assert not bodies(RULES.open(Options(), "seed", NOON), "airbegins", "SOUTH")[0].named


def test_the_conditions_hold_for_the_six_together_not_for_each_half() -> None:
    assert any(wrong.code == "boundary" for wrong in wrong_choice(Board(), "NORTH", ["F16", "K21", "O17"]))


SIX_ROWS = {"first": 3, "last": 10, "third": 16, "fourth": 23}
WRONG_SIX = [
    ("C8 H5 O9 C18 H21", words("six", **SIX_ROWS)),
    ("C8 H5 O9 H10 C18 H21", words("six", **SIX_ROWS)),  # four in one half
    ("C8 H5 O13 C18 H21 O17", words("six", **SIX_ROWS)),  # in no-man's-land
    ("C8 H5 O9 C18 H21 Z17", words("six.field", field="Z17")),
    ("B8 H5 O9 C18 H21 O17", "cities: " + words("edge", city="B8", least=2, edge="west")),
    ("C8 C8 O9 C18 H21 O17", "cities: " + words("twice", city="C8")),
    ("C8 H5 I6 C18 H21 O17", "cities: " + words("apart", one="H5", other="I6", steps=2, least=6)),
    ("C8 H6 O9 C18 H21 O17", "cities: " + words("boundary", most=4, edge="south")),
    ("C8 H5 O9 C18 H20 O17", "cities: " + words("boundary", most=4, edge="north")),
]


@each_row(("six", "message"), WRONG_SIX)
def test_six_cities_that_break_a_condition_are_refused(six: str, message: str) -> None:
    assert RULES.check(Options(cities=tuple(six.split()))) == message


DEATHS = [([1, 1, 2], 1, 1), ([1, 1, 2], 3, 2), ([0, 0, 0, 0, 0, 0], 6, 0), ([], 6, 3), ([0, 2], 5, 2)]


@each_row(("table", "fire", "dead"), DEATHS)
def test_so_many_die_as_the_table_of_the_game_says(table: list[int], fire: int, dead: int) -> None:
    lines = [f"FIRE {number} {field}-G6" for field, number in (("G5", min(fire, 3)), ("H5", fire - 3)) if number > 0]
    chips = {"SOUTH": {"G5": 3, "H5": 3}, "NORTH": {"G6": 3}}
    facts: dict[str, Any] = {"stage": "fire", "chips": chips, "cities": {}, "options": {"deaths": table}}
    found = judge("air-war", **facts, orders={"SOUTH": "\n".join(lines)})
    assert found["deaths"]["NORTH"] == ({"G6": dead} if dead else {})


def test_the_table_counts_in_a_game_and_in_what_is_told_of_it_again() -> None:
    # Three against three on a contested field: each side loses all three, and by the usual table one.
    state = cycle("G6 3, A1 1", "G6 3, A25 1", options=Options(deaths=(0, 0, 3)), cities=())
    after = due(state).state
    dead = {"SOUTH": {"G6": 3}, "NORTH": {"G6": 3}}
    assert after.dead == dead and after.chips == {"SOUTH": {"A1": 1}, "NORTH": {"A25": 1}}
    (told,) = bodies(file(after, "SOUTH", "REPORT 1"), "airreport", "SOUTH")
    assert told.fire.dead == dead
    (again,) = bodies(due(cycle("G6 3, A1 1", "G6 3, A25 1", cities=())), "airfire", "SOUTH")
    assert again.dead == {"SOUTH": {"G6": 1}, "NORTH": {"G6": 1}}


def test_a_trial_counts_by_the_table_of_the_game() -> None:
    state = cycle("G5 3", "G6 3", options=Options(deaths=(0, 0, 2)), kind="fire")
    (told,) = bodies(file(state, "SOUTH", "TRY\nFIRE ALL G5-G6"), "airtrial", "SOUTH")
    assert told.dead == {"G6": 2}


# Each side's three cities make a chip each in the last cycle, and these count. HELD: C18 is in South's hands, and makes
# nothing: South has four cities, North two.
HELD = tuple(replace(city, possessor="SOUTH") if city.field == "C18" else city for city in CITIES)


def won(winner: str, most: int, of: str, least: int) -> tuple[tuple[str, ...], str]:
    how = faults.words("counted", winner=winner.title(), cycle=1, most=most, of=of, least=least)
    return (winner,), how


DRAW = (("SOUTH", "NORTH"), faults.words("counted.equal", cycle=1, equal="6 chips and 3 cities"))
COUNTS = [
    ("G5 3", "K20 2", CITIES, {}, won("SOUTH", 6, "chips", 5)),
    ("G5 3", "K20 3", CITIES, {}, DRAW),
    ("G5 3", "K20 3, L20 1", HELD, {}, won("SOUTH", 4, "cities", 2)),  # 3 + 3 chips against 4 + 2
    ("G5 3", "K20 3, L20 3", HELD, {}, won("NORTH", 8, "chips", 6)),
    ("G5 3", "K20 3, L20 3", HELD, {"count": "cities"}, won("SOUTH", 4, "cities", 2)),
]


@each_row(("south", "north", "cities", "options", "outcome"), COUNTS)
def test_after_the_last_cycle_the_side_that_counts_more_has_won(
    south: str, north: str, cities: Any, options: Any, outcome: tuple[tuple[str, ...], str]
) -> None:
    state = cycle(south, north, cities=cities, options=Options(cycles=1, **options))
    assert RULES.phase(state).title == "Cycle 1 (last) moves"
    found = RULES.outcome(due(state).state)
    assert found is not None and (found.winners, found.how) == outcome


def test_before_the_last_cycle_nobody_counts() -> None:
    assert RULES.outcome(due(cycle("G5 3", "K20 2", options=Options(cycles=2))).state) is None


def test_the_first_mail_tells_both_sides_what_differs() -> None:
    step = RULES.open(Options(deaths=(1, 2), cycles=12), "seed", NOON)
    for side in ("SOUTH", "NORTH"):
        assert bodies(step, "airbegins", side)[0].rules == (
            "Of 1, 2 or more units of fire on a field so many die: 1, 2.",
            "Cycle 12 is the last. If nobody has won by its end, the side with more chips has won; with as many, the "
            "one with more cities; else it is a draw.",
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deaths": (2, 1)}, faults.words("deaths", longest=36, most=9)),
        ({"cycles": 1000}, letters.words("bounds", key="cycles", least=0, most=999)),
    ],
)
def test_options_beyond_reason_are_refused(options: Any, message: str) -> None:
    assert RULES.check(Options(**options)) == message
