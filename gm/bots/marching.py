"""How simple players of both war games walk: each pile a step nearer to what it wants, if there is room."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping

from gm.rules.pictures.honeycomb import Board, distance, read_field

PILE = 3  # the most of one side on a field


def steps(
    board: Board, piles: Mapping[str, int], goals: Collection[str], guarded: Collection[str], chance: random.Random
) -> Iterator[tuple[int, str, str]]:
    """Yield how many walk, from where and to where. One stays on each field of *guarded* that has more than one."""
    after = dict(piles)
    for field in sorted(piles, key=lambda one: (_away(one, goals), one)):
        walking = piles[field] - (field in guarded and piles[field] > 1)
        near = [one for one in board.near(field) if _away(one, goals) < _away(field, goals)]
        room = [one for one in near if after.get(one, 0) + walking <= PILE]
        if walking and room:
            to = chance.choice(room)
            after[field] -= walking
            after[to] = after.get(to, 0) + walking
            yield walking, field, to


def _away(field: str, goals: Collection[str]) -> int:
    """How many steps it is to the nearest of *goals*, 0 without any."""
    here = read_field(field)
    found = [distance(here, there) for there in map(read_field, goals) if here and there]
    return min(found, default=0)
