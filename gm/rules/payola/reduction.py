"""The reduction of overdrawn powers (5.5): defined one silver piece at a time, and done in jumps with that result.

Rounds in which nothing can change are counted, not walked; where units swap orders all the time, rounds are walked.
"""

from __future__ import annotations

from gm.rules.payola.market import Market
from gm.rules.payola.walk import walk

SWAPS = 40  # after so many choices that were made again it is looked whether walking is better
ROUNDS = 3  # for one of them, on average, from which on it is not


def reduce(market: Market) -> None:
    """Reduce until nobody is overdrawn."""
    rounds, before, wait = 0, market.swaps, SWAPS
    while over := market.overdrawn():
        rounds += market.reduce(over)
        swaps = market.swaps - before
        if swaps >= wait:
            if rounds > ROUNDS * swaps:
                wait = SWAPS
            elif walk(market):
                wait = 1
            else:
                wait = 2 * max(wait, SWAPS)
            rounds, before = 0, market.swaps
