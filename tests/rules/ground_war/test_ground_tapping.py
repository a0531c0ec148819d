"""What a side may tap: a function of what it was told, and nothing beyond what it may order."""

from __future__ import annotations

from typing import Any

import pytest
from grounds import RULES, SIDES, Ground, scenario
from msgspec.structs import replace

from gm.rules.ground_war.position import City
from gm.rules.ground_war.state import State
from gm.rules.pictures.war import other
from gm.rules.war.tapping import MOST, WarFacts, watched, written

FAR = scenario(
    'men = { B2 = 2, G2 = 1 }\ntrucks = { B2 = 1 }\ncities = ["B2"]',
    'men = { B8 = 2, G8 = 1 }\ntrucks = { B8 = 1 }\ncities = ["B8"]',
    rows=19,
)
NEAR = scenario("men = { G4 = 2, C2 = 1 }", "men = { G6 = 3, G7 = 1 }\ntrucks = { G7 = 2 }")
LINKED = scenario(
    'men = { C2 = 1, H2 = 1 }\ncities = ["C2", "H2"]', 'men = { C8 = 1 }\ncities = ["C8"]',
    '[[links]]\ncities = ["C2", "H2"]\n',
)  # fmt: skip


def facts(game: Ground, side: str) -> WarFacts:
    """What a side may tap."""
    found = RULES.to_tap(game.state, side)
    assert isinstance(found, WarFacts)
    return found


def test_at_the_beginning_both_know_the_whole_board() -> None:
    found = facts(Ground(FAR), "SOUTH")
    assert found.marks == {"men": "B2bG2", "foes": "B8bG8", "vans": "B8", "trucks": "B2", "own": "B2", "lost": "B8"}
    assert (found.stage, found.watch, found.steps) == ("moves", "", 0)


def test_what_was_known_once_has_its_cycle_and_men_see_from_where_they_stand() -> None:
    game = Ground(FAR)
    game.judge("MAN G2-G3")
    found = facts(game, "SOUTH")
    assert found.marks["foes0"] == "B8bG8" and found.marks["lost0"] == "B8" and found.marks["vans0"] == "B8"
    assert (found.watch, found.steps) == ("=", 2)


def test_a_side_taps_the_same_wherever_men_stand_whom_it_does_not_see() -> None:
    game = Ground(FAR)
    game.judge("MAN G2-G3")
    before, position = RULES.to_tap(game.state, "SOUTH"), game.state.position
    elsewhere: dict[str, Any] = {"men": {"NORTH": {"D9": 3}}, "trucks": {"NORTH": {"A9": 4}}}
    moved = {what: {**getattr(position, what), **changed} for what, changed in elsewhere.items()}
    filed = RULES.file(game.state, "NORTH", game.read("NORTH", "MAN G8-G7\nREADY"), None).state
    state = replace(filed, position=replace(position, **moved))
    assert RULES.to_tap(state, "SOUTH") == before
    assert RULES.to_tap(state, "NORTH") != RULES.to_tap(game.state, "NORTH")


def without_what_is_not_told(state: State, side: str) -> State:
    """The state without the enemy's pieces, knowledge and orders, and with cities only as the side knows them."""
    position, enemy = state.position, other(side)
    men, trucks = ({**by_side, enemy: {}} for by_side in (position.men, position.trucks))
    held = {field: City(one.possessor, one.since or 0) for field, one in state.knows[side].cities.items()}
    alone = {one: {side: by_side[side]} if side in by_side else {} for one, by_side in
             (("filed", state.filed), ("knows", state.knows), ("told", state.told))}  # fmt: skip
    ready = tuple(one for one in state.ready if one == side)
    return replace(state, position=replace(position, men=men, trucks=trucks, cities=held), ready=ready, **alone)


@pytest.mark.parametrize(
    "options", [{}, {"information": "last-cycle"}, {"information": "complete", "turns": "alternate"}]
)
def test_in_a_whole_game_a_side_taps_nothing_that_it_was_not_told(options: dict[str, Any]) -> None:
    game, tapped, kinds = Ground(FAR, inter_city_jumps=True, production_delay=1, **options), 0, set[str]()
    for _ in range(24):
        if game.state.how:
            break
        for side in SIDES:
            found = RULES.to_tap(game.state, side)
            assert found == RULES.to_tap(without_what_is_not_told(game.state, side), side)
            tapped += found is not None
            kinds |= {found.stage} if found else set()
        south, north = ("\n".join(RULES.view(game.state, side).example) for side in SIDES)
        game.judge(south, north)
    assert tapped > 10 and kinds >= ({"turn"} if "turns" in options else {"moves", "fire"})


def test_an_unknown_number_of_men_stays_unknown() -> None:
    game = Ground(NEAR)
    game.judge("MAN C2-C3")
    found = facts(game, "SOUTH")
    assert found.marks["foes"] == "G6?" and found.stage == "moves"


def test_in_the_fire_round_only_who_may_aim_has_something_to_tap() -> None:
    game = Ground(NEAR)
    game.judge("MAN G4-G5")
    assert facts(game, "SOUTH").stage == "fire" and facts(game, "SOUTH").marks["foes"] == "G6cG7?"
    assert facts(game, "NORTH").marks["foes"] == "G4?G5"
    position = game.state.position
    away = replace(position, men={**position.men, "SOUTH": {"C2": 1}})
    assert RULES.to_tap(replace(game.state, position=away), "SOUTH") is None


def test_jumps_are_those_that_a_side_may_order() -> None:
    assert facts(Ground(LINKED, inter_city_jumps=True, production_delay=0), "SOUTH").jumps == "C2H2H2C2"
    assert facts(Ground(LINKED, inter_city_jumps=True, production_delay=1), "SOUTH").jumps == ""
    assert facts(Ground(LINKED, production_delay=0), "SOUTH").jumps == ""


def test_whose_turn_it_is_not_has_nothing_to_tap() -> None:
    game = Ground(FAR, information="complete", turns="alternate")
    assert facts(game, "SOUTH").stage == "turn" and RULES.to_tap(game.state, "NORTH") is None


def test_after_the_end_there_is_nothing_to_tap() -> None:
    ended = RULES.seat_left(Ground(FAR).state, "NORTH").state
    assert RULES.to_tap(ended, "SOUTH") is None


@pytest.mark.parametrize(
    ("piles", "text"), [({}, ""), ({"G5": 2, "H6": 1}, "G5bH6"), ({"A1": -1}, "A1?"), ({"A1": MOST}, "A1z")]
)
def test_piles_are_written_short(piles: dict[str, int], text: str) -> None:
    assert written({("men", None): piles, ("foes", 3): piles}) == {"men": text, "foes3": text}


def test_piles_too_high_are_not_written() -> None:
    assert written({("trucks", None): {"A1": MOST + 1}}) is None


def test_who_sees_from_elsewhere_than_men_stand_has_the_fields_named() -> None:
    assert watched(("A1", "B2"), {"A1": 3}) == "A1B2" and watched(("A1",), {"A1": 3}) == "="
