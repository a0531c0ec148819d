"""What standing orders file, worked out a second time straight from their wording, over random positions of both games.

Nothing of gm is used to work it out. Two fields touch if they lie side by side in a row, or half a field apart in rows
beside each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from helpers.rulesets import Rules
from msgspec.structs import replace

from gm.rules import Letter, Line, Orders
from gm.rules.air_war.state import CHIPS
from gm.rules.ground_war.state import Options

Piles = Mapping[str, int]
SIDES = ("SOUTH", "NORTH")
ROWS, COLUMNS = 7, 6
SEEDS = range(150)
GROUND, AIR = Rules("ground-war"), Rules("air-war")
WAYS = (("umpire", "simultaneous"), ("last-cycle", "simultaneous"), ("complete", "alternate"))


def place(field: str) -> tuple[int, int]:
    """The row of a field, and how far east it lies in halves of a field."""
    row = int(field[1:])
    return row, 2 * "ABCDEFGHIJKLMNOPQ".index(field[0]) + (row % 2 == 0)


def touch(one: str, other: str) -> bool:
    (row, east), (other_row, other_east) = place(one), place(other)
    return (abs(row - other_row), abs(east - other_east)) in ((0, 2), (1, 1))


def expected(fields: Sequence[str], own: Piles, enemy: Piles) -> list[str]:
    """The fire of those who stand: each field's at the one beside it with most enemies, the first by row and letter."""
    lines = []
    for field in sorted(own, key=lambda one: (int(one[1:]), one[0])):
        if field in enemy or not (fields == ("ALL",) or field in fields):
            continue
        beside = [(-enemy[near], int(near[1:]), near[0], near) for near in enemy if touch(field, near)]
        if beside:
            lines.append(f"FIRE {own[field]} {field}-{min(beside)[3]}")
    return lines


def drawn(chance: Random, top: int = 0) -> tuple[dict[str, dict[str, int]], dict[str, tuple[str, ...]]]:
    """Piles of both sides close to each other, some on the same fields, and standing orders of both."""
    board = [f"{letter}{row + top}" for row in range(1, ROWS + 1) for letter in "ABCDEF"[:COLUMNS]]
    piles = {side: {f: chance.randint(1, 3) for f in sorted(chance.sample(board, 8))} for side in SIDES}
    named = {side: chance.choice([("ALL",), tuple(chance.sample(board, 12)), tuple(piles[side])[:3]]) for side in SIDES}
    return piles, named


def stand(game: Rules, state: Any, named: Mapping[str, Sequence[str]]) -> Any:
    for side in SIDES:
        state = game.file(state, side, f"STAND {' '.join(named[side])}").state
    return state


def agreed(game: Rules, state: Any, side: str, lines: Sequence[str]) -> None:
    """gm's lines are those expected, and are read and filed as they are."""
    found = game.rules.standing_lines(state, side)
    assert list(found) == lines
    if lines:
        read = game.rules.read(state, side, Letter(tuple(Line(n, text) for n, text in enumerate(found, 1)), ahead=True))
        assert isinstance(read, Orders) and not read.problems and not read.unread
        assert list(game.rules.view(game.rules.file(state, side, read, game.at).state, side).filed) == lines


def begun(piles: Mapping[str, Piles], way: Any) -> Any:
    """A Ground War with these men."""
    sides = [
        f"[{side.lower()}]\nmen = {{ {', '.join(f'{field} = {men}' for field, men in piles[side].items())} }}\n"
        for side in SIDES
    ]
    text = f'title = "Random"\nrows = {ROWS}\ncolumns = {COLUMNS}\n{"".join(sides)}'
    options: Any = Options(scenario_text=text, information=way[0], turns=way[1], ahead=True)
    assert GROUND.rules.check(options) == ""
    return GROUND.rules.open(options, "seed", GROUND.at).state


@pytest.mark.parametrize("way", WAYS)
def test_in_the_ground_war_gm_and_a_second_reckoning_agree(way: Any) -> None:
    compared = 0
    for seed in SEEDS:
        piles, named = drawn(Random(f"{way} {seed}"))
        state = stand(GROUND, begun(piles, way), named)
        for _ in range(3):
            state = GROUND.due(state).state
            if state.how:
                break
            men = state.position.men
            for side in SIDES:
                files = state.turn == side if state.turn else state.kind == "fire"
                enemy = men[SIDES[1 - SIDES.index(side)]]
                lines = expected(named[side], men[side], enemy) if files else []
                agreed(GROUND, state, side, lines)
                compared += len(lines)
    assert compared > len(SEEDS)


def test_in_the_air_war_gm_and_a_second_reckoning_agree() -> None:
    options = AIR.rules.card.options(ahead=True)
    opened, compared = AIR.rules.open(options, "seed", AIR.at).state, 0
    for seed in SEEDS:
        piles, named = drawn(Random(seed), top=8)
        state = opened
        while state.kind != "moves":
            state = AIR.due(state).state if state.kind != CHIPS else _placed(state, piles)
        state = stand(AIR, state, named)
        for _ in range(2):
            state = AIR.due(state).state
            for side in SIDES:
                enemy = state.chips[SIDES[1 - SIDES.index(side)]]
                lines = expected(named[side], state.chips[side], enemy) if state.kind == "fire" else []
                agreed(AIR, state, side, lines)
                compared += len(lines)
    assert compared > len(SEEDS)


def _placed(state: Any, piles: Mapping[str, Piles]) -> Any:
    """The first moves of an Air War whose chips lie so, wherever that is."""
    begun = AIR.due(state).state
    return replace(begun, chips={side: dict(piles[side]) for side in SIDES}, first=piles)
