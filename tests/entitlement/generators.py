"""The generators of pairs of histories, one per ruleset: without one, nothing proves that it keeps its secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import air_histories
import ground_histories
import histories
import msgspec
import phone_histories
import stone_histories
import sucker_histories
from hypothesis.strategies import SearchStrategy
from playing import Played


class Generator(msgspec.Struct, frozen=True):
    """Makes pairs of whole games that the rules of its ruleset do not let a reader tell apart.

    stories: what both share; secrets: what is hidden in each; pair: both, played; sample: a short game in which much
    is told. examples: how many pairs the search makes; least: how many parts of each pair are compared at least, on
    average.
    """

    stories: SearchStrategy[Any]
    secrets: SearchStrategy[Any]
    pair: Callable[[Any, Any, Any], tuple[Played, Played]]
    sample: Callable[[], Played]
    examples: int
    least: float


def of(histories: ModuleType, examples: int, least: float) -> Generator:
    """The generator that a module holds."""
    made: Any = histories
    return Generator(made.stories, made.secrets, made.pair, made.sample, examples, least)


GENERATORS: Mapping[str, Generator] = {
    "payola": of(histories, 24, 1),
    "ground-war": of(ground_histories, 24, 6),
    "air-war": of(air_histories, 16, 4),
    "so-long-sucker": of(sucker_histories, 16, 3),
    "negotiation": of(phone_histories, 16, 8),
    "hex-negotiation": of(stone_histories, 16, 2),
}
