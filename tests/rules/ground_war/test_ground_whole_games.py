"""Whole games with any orders at all: nothing is lost, nothing comes from nowhere, and what a side is told is true."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from grounds import RULES, SIDES, letter
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_ground import neighbours, reach
from slow_ground import told as slowly_told

from gm.rules import Orders
from gm.rules.ground_war.state import Options, State
from gm.rules.pictures.war import SOME

ROWS, COLUMNS = 9, 7
MODES = {
    "umpire": {},
    "in turns": {"information": "complete", "turns": "alternate"},
    "last cycle": {"information": "last-cycle"},
}


def opened(seed: str, mode: str) -> State:
    options = Options(
        scenario="generated", rows=ROWS, columns=COLUMNS, cities=2, men=7, trucks=2, links=True, inter_city_jumps=True,
        production_delay=1, **MODES[mode],
    )  # fmt: skip
    assert RULES.check(options) == ""
    state: State = RULES.open(options, seed, datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    return state


def some_orders(state: State, side: str, draw: Any) -> list[str]:
    """Lines about the own pieces, most of them right."""
    lines = []
    for field, number in state.position.men[side].items():
        near = draw(st.sampled_from(sorted(neighbours(field, ROWS, COLUMNS))))
        further = draw(st.sampled_from(sorted(neighbours(near, ROWS, COLUMNS))))
        choices = ["", f"MAN {field}-{near}", f"{number} MEN {field}-{near}", f"FIRE {field}-{near}"]
        choices += [f"TRUCK {field}-{near}-{further} WITH {number}", f"TRUCK {field}-{near} WITH 1"]
        choices += [f"JUMP {field}-{end}" for link in state.position.links for end in link.cities if end != field]
        lines.append(draw(st.sampled_from(choices)))
    return [line for line in lines if line]


def filed(state: State, side: str, lines: list[str]) -> State:
    read = RULES.read(state, side, letter("\n".join([*lines, "READY"])))
    assert isinstance(read, Orders)
    after: State = RULES.file(state, side, read, None).state  # type: ignore[arg-type]
    return after


def check_position(state: State) -> None:
    for side in SIDES:
        assert all(0 < number <= 3 for number in state.position.men[side].values())
        assert all(number > 0 for number in state.position.trucks[side].values())


def check_knowledge(state: State, side: str) -> None:
    """What a side must know exactly, whatever happens: its trucks with a man, and which cities are its own."""
    position, knows = state.position, state.knows[side]
    for field in position.men[side]:
        known = knows.trucks[field].number if field in knows.trucks else 0
        assert known == position.trucks[side].get(field, 0), field
    for field, city in position.cities.items():
        held = knows.cities[field]
        if city.possessor == side:
            assert (held.possessor, held.since) == (side, city.since), field


def check_information(state: State, side: str) -> None:
    """Straight after stage 2: the sightings of this cycle are exactly (a), (b) and (c)."""
    position = state.position
    now = {f: s for f, s in state.knows[side].enemy.items() if s.cycle == state.cycle}
    expected: Any = slowly_told(position.men, position.trucks, side, ROWS, COLUMNS)
    assert {f: s.men for f, s in now.items() if s.men not in (0, SOME)} == expected["men"]
    assert {f: s.trucks for f, s in now.items() if s.trucks} == expected["trucks"]
    assert {f for f, s in now.items() if s.men} == expected["occupied"]
    sight = reach(position.men[side], 2, ROWS, COLUMNS)
    own = {f: parked.number for f, parked in state.knows[side].trucks.items() if f in sight}
    assert own == {f: number for f, number in position.trucks[side].items() if f in sight}


@pytest.mark.parametrize("mode", MODES)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_game_keeps_its_men_and_tells_the_truth(mode: str, data: st.DataObject) -> None:
    state = opened(data.draw(st.text("ab", max_size=3)), mode)
    trucks = sum(sum(piles.values()) for piles in state.position.trucks.values())
    for _ in range(data.draw(st.integers(1, 9))):
        if state.how:
            break
        for side in state.movers if state.kind == "moves" else SIDES:
            state = filed(state, side, some_orders(state, side, data.draw))
        before, step = state, RULES.due(state, (), None)  # type: ignore[arg-type]
        state = step.state
        check_position(state)
        gained = {n.audience.seats[0]: n.body for n in step.notices if n.kind == "gained"}
        for side in SIDES:
            men = sum(before.position.men[side].values())
            if gained:
                lost = sum(int(text.split()[1]) for text in gained[side].lost)
                men += len(gained[side].made) - lost
            assert sum(state.position.men[side].values()) == men
            check_knowledge(state, side)
            if state.kind == "fire" and mode == "umpire":
                check_information(state, side)
        assert sum(sum(piles.values()) for piles in state.position.trucks.values()) == trucks
