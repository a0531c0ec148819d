"""An Air War played through its ruleset alone, for tests: letters in, rounds over, what was told."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from helpers.rulesets import Rules
from msgspec.structs import replace

from gm.rules import Step
from gm.rules.air_war.position import City
from gm.rules.air_war.state import State

NOON = datetime(2026, 2, 2, 12, tzinfo=UTC)
GAME = Rules("air-war", NOON)
RULES = GAME.rules
read, file, due = GAME.read, GAME.file, GAME.due
OPENED = RULES.open(RULES.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC))
# South's cities with airports C7, H4, O8; North's with C19, H22, O18.
CITIES = tuple(
    City(field, side, side)
    for side, fields in (("SOUTH", "H5 C8 O9"), ("NORTH", "O17 C18 H21"))
    for field in fields.split()
)
CHOICES = {"SOUTH": "CITIES O17 C18 H21", "NORTH": "CITIES H5 C8 O9"}


def piles(text: str) -> dict[str, int]:
    """`G5 2, H6 1` as piles."""
    return {field: int(n) for field, n in (one.split() for one in text.split(", "))} if text else {}


def cycle(south: str, north: str, **more: Any) -> State:
    """A game in the moves of cycle 1 with these chips."""
    chips = {"SOUTH": piles(south), "NORTH": piles(north)}
    facts = {"cycle": 1, "kind": "moves", "chips": chips, "first": chips, "cities": CITIES, **more}
    state: State = replace(OPENED.state, **facts)
    return state


def after(state: State, **letters: str) -> State:
    """The state with these letters filed: South="...", North="..."."""
    for side, text in letters.items():
        state = file(state, side.upper(), text).state
    return state


def bodies(step: Step, kind: str, side: str | None = None) -> list[Any]:
    """What was told in notices of a kind; to a side, or to observers."""
    return [n.body for n in step.notices if n.kind == kind and n.audience.includes(side)]
