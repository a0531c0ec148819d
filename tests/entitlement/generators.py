"""The generators of pairs of histories, one per ruleset: without one, nothing proves that it keeps its secrets."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import air_histories
import diplomacy_histories
import ground_histories
import histories
import msgspec
import phone_histories
import stone_histories
import sucker_histories
from playing import Played


class Generator(msgspec.Struct, frozen=True):
    """Makes pairs of whole games that the rules of its ruleset do not let a reader tell apart.

    hidden: the kinds of things that are hidden; pair: the pair of a number, played; sample: a short game in which much
    is told. numbers: those of the pairs that the search makes; least: how many parts of each pair are compared at
    least, on average.
    """

    hidden: Sequence[str]
    pair: Callable[[int], tuple[Played, Played]]
    sample: Callable[[], Played]
    numbers: Sequence[int]
    least: float


def of(histories: ModuleType, numbers: Sequence[int], least: float) -> Generator:
    """The generator that a module holds. `make entitlement PAIRS=n` makes n pairs instead of those of *numbers*."""
    made: Any = histories
    pairs = int(os.environ.get("GM_PAIRS", "0"))
    return Generator(made.HIDDEN, made.numbered, made.sample, range(pairs) if pairs else numbers, least)


GENERATORS: Mapping[str, Generator] = {
    "payola": of(histories, range(10), 1),
    "diplomacy": of(diplomacy_histories, range(10), 2),
    "ground-war": of(ground_histories, range(10), 6),
    "air-war": of(air_histories, range(10), 4),
    "so-long-sucker": of(sucker_histories, range(10), 3),
    "negotiation": of(phone_histories, range(10), 8),
    "hex-negotiation": of(stone_histories, range(10), 2),
}
