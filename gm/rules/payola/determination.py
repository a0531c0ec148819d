"""What each unit does: totals, acceptance lists, and the reduction of overdrawn powers (section 5).

Reduction is defined one silver piece at a time; here it is computed in jumps with exactly that result: rounds in which
nothing can change are counted, and where units swap orders in a repeating pattern, whole periods are skipped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from gm.rules import Seat
from gm.rules.payola.market import Market
from gm.rules.payola.patterns import History
from gm.rules.payola.state import Bid
from gm.rules.provinces.orders import Order


class Determination(msgspec.Struct, frozen=True):
    """The orders chosen and what they cost, in silver pieces; paid lists only amounts above 0.

    total: what each unit got for its order. reductions: how often each power was reduced.
    """

    orders: dict[str, Order]
    total: dict[str, int]
    paid: dict[Seat, dict[str, int]]
    spent: dict[Seat, int]
    reductions: dict[Seat, int]


def determine(
    owners: Mapping[str, Seat],
    bids: Mapping[Seat, Sequence[Bid]],
    acceptance: Mapping[Seat, Sequence[Seat]],
    available: Mapping[Seat, int],
) -> Determination:
    """Return the orders that all units issue, and what everybody pays (5.1 to 5.6).

    owners: power by unit (its province); bids: converted sheets by power; acceptance: each owner's list;
    available: what each power may spend (balance less savings, not below 0). Every power of *bids* is in *available*.
    """
    market = Market(owners, bids, acceptance, available)
    _reduce(market)
    return _result(market)


def _reduce(market: Market) -> None:
    """Reduce until nobody is overdrawn (5.5)."""
    history = History(market)
    while True:
        close = market.decide()
        over = market.overdrawn()
        if not over:
            return
        if not history.skip(over, close) and not history.stride():
            market.advance(over)


def _result(market: Market) -> Determination:
    """Return the orders now chosen and what they cost."""
    paid: dict[Seat, dict[str, int]] = {power: {} for power in market.powers}
    for unit, chosen in zip(market.units, market.winner, strict=True):
        for number, power in enumerate(market.powers):
            amount = market.level[chosen][number] - market.slope[chosen][number] * market.reductions[number]
            if amount:
                paid[power][unit] = amount
    chosen_by = dict(zip(market.units, market.winner, strict=True))
    return Determination(
        orders={unit: market.orders[c] for unit, c in chosen_by.items()},
        total={unit: market.total(c) for unit, c in chosen_by.items()},
        paid=paid,
        spent={power: sum(amounts.values()) for power, amounts in paid.items()},
        reductions=dict(zip(market.powers, market.reductions, strict=True)),
    )
