"""What each unit does: totals, acceptance lists, and the reduction of overdrawn powers (section 5).

Reduction is defined one silver piece at a time; `reduction` computes it faster, with exactly that result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from gm.rules import Seat
from gm.rules.payola.market import Market
from gm.rules.payola.reduction import reduce
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
    reduce(market)
    paid: dict[Seat, dict[str, int]] = {power: {} for power in bids}
    orders: dict[str, Order] = {}
    for unit, auction, choice in zip(owners, market.auctions, market.choice, strict=True):
        orders[unit] = auction.orders[choice]
        for number, power in enumerate(bids):
            amount = auction.offered(number, choice, market.reductions[number])
            if amount:
                paid[power][unit] = amount
    return Determination(
        orders=orders,
        total={unit: sum([amounts.get(unit, 0) for amounts in paid.values()]) for unit in owners},
        paid=paid,
        spent={power: sum(amounts.values()) for power, amounts in paid.items()},
        reductions=dict(zip(bids, market.reductions, strict=True)),
    )
