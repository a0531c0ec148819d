"""The stone game played through its ruleset alone, for tests: letters in, turns made, what was told."""

from __future__ import annotations

from random import Random
from typing import Any

from helpers.rulesets import NOON, Rules

from gm.rules.hex_negotiation.examples import written
from gm.rules.hex_negotiation.position import Played, Position
from gm.rules.hex_negotiation.state import State

GAME = Rules("hex-negotiation")
RULES = GAME.rules
read, file = GAME.read, GAME.file


def opened(**options: Any) -> State:
    """A game with these options, on the smallest board if none is named."""
    state: State = RULES.open(RULES.card.options(**{"side": 3, **options}), "seed", NOON).state
    return state


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
