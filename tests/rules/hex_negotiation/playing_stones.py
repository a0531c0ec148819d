"""The stone game played through its ruleset alone, for tests: letters in, turns made, what was told."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

from gm.registry import ruleset
from gm.rules import Letter, Line, Orders, Problems, Step
from gm.rules.hex_negotiation.examples import written
from gm.rules.hex_negotiation.position import Played, Position
from gm.rules.hex_negotiation.state import State

RULES: Any = ruleset("hex-negotiation").rules
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def opened(**options: Any) -> State:
    """A game with these options, on the smallest board if none is named."""
    state: State = RULES.open(RULES.card.options(**{"side": 3, **options}), "seed", NOON).state
    return state


def read(state: State, seat: str, text: str, phase: str = "") -> Orders | Problems:
    """What the rules make of a letter."""
    lines = tuple(Line(number, line) for number, line in enumerate(text.split("\n"), 1))
    return RULES.read(state, seat, Letter(lines, phase=phase))


def file(state: State, seat: str, text: str) -> Step:
    """A letter that is understood, done."""
    found = read(state, seat, text)
    assert isinstance(found, Orders), found
    return RULES.file(state, seat, found, NOON)


def after(state: State, *letters: str) -> State:
    """The state with these letters, each from the seat whose turn it is."""
    for text in letters:
        state = file(state, state.owing, text).state
    return state


def any_turn(position: Position, chance: Random) -> Played:
    """A lawful turn."""
    gained = chance.choice(position.replaceable) if position.replaceable else ""
    return Played(gained, position.board.sorted(chance.sample(position.empty, position.must_place)))


def play(state: State, chance: Random, turns: int = 1000) -> State:
    """So many turns more, or as many as the game has."""
    for _ in range(turns):
        if state.how:
            break
        state = after(state, written(any_turn(state.position, chance)))
    return state
