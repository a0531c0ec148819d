"""The generators of pairs of histories, one for each ruleset: without its own, nothing proves that it keeps secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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

    stories: what both share; secrets: what is hidden in each; pair: both, played. examples: how many pairs the search
    makes; least: how many parts of each pair are compared at least, on average.
    """

    stories: SearchStrategy[Any]
    secrets: SearchStrategy[Any]
    pair: Callable[[Any, Any, Any], tuple[Played, Played]]
    examples: int
    least: float


GENERATORS: Mapping[str, Generator] = {
    "payola": Generator(histories.stories, histories.secrets, histories.pair, 24, 1),
    "ground-war": Generator(ground_histories.stories, ground_histories.secrets, ground_histories.pair, 24, 6),
    "air-war": Generator(air_histories.stories, air_histories.secrets, air_histories.pair, 16, 4),
    "so-long-sucker": Generator(sucker_histories.stories, sucker_histories.secrets, sucker_histories.pair, 16, 3),
    "negotiation": Generator(phone_histories.stories, phone_histories.secrets, phone_histories.pair, 16, 8),
    "hex-negotiation": Generator(stone_histories.stories, stone_histories.secrets, stone_histories.pair, 16, 2),
}
