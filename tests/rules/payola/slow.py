"""Section 5 of the rules taken literally, one silver piece at a time: what the fast determination is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.diplomacy.orders import HOLD, Order
from gm.rules.payola.offers import Bid


def choose(
    unit: str, owner: str, bids: Mapping[str, Sequence[Bid]], amounts: Mapping[str, Sequence[int]], accepts: Sequence[str]
) -> Order:
    """The order the unit issues for these amounts (5.1 to 5.4)."""
    candidates: list[Order] = []
    for sheet in bids.values():
        for bid in sheet:
            if bid.unit == unit and bid.sign == ":" and bid.orders[0] not in candidates:
                candidates.append(bid.orders[0])
    if not candidates:
        return HOLD

    def total(order: Order) -> int:
        return sum(
            amount
            for power, sheet in bids.items()
            for bid, amount in zip(sheet, amounts[power], strict=True)
            if bid.unit == unit and bid.pays_for(order)
        )

    totals = [total(order) for order in candidates]
    tied = [order for order, money in zip(candidates, totals, strict=True) if money == max(totals)]
    for direct_only in (False, True):
        for power in accepts:
            places = {}
            for order in tied:
                for place, bid in enumerate(bids.get(power, ())):
                    if bid.unit == unit and bid.pays_for(order) and (bid.sign == ":" or not direct_only):
                        places[order] = place
                        break
            if places:
                first = min(places.values())
                tied = [order for order in tied if places.get(order) == first]
            if len(tied) == 1:
                return tied[0]
    raise AssertionError("the list always decides")


def determine_slowly(
    owners: Mapping[str, str],
    bids: Mapping[str, Sequence[Bid]],
    acceptance: Mapping[str, Sequence[str]],
    available: Mapping[str, int],
) -> tuple[dict[str, Order], dict[str, dict[str, int]], dict[str, int]]:
    """Orders by unit, what each power pays for each unit (also 0 for none), and how often each was reduced."""
    amounts = {power: [bid.amount for bid in sheet] for power, sheet in bids.items()}
    plateaus = {power: [bid.plateau for bid in sheet] for power, sheet in bids.items()}
    rounds = dict.fromkeys(bids, 0)
    while True:
        orders = {u: choose(u, owner, bids, amounts, acceptance[owner]) for u, owner in owners.items()}
        paid: dict[str, dict[str, int]] = {power: {} for power in bids}
        for power, sheet in bids.items():
            for bid, amount in zip(sheet, amounts[power], strict=True):
                if amount and bid.pays_for(orders[bid.unit]):
                    paid[power][bid.unit] = paid[power].get(bid.unit, 0) + amount
        over = [power for power in bids if sum(paid[power].values()) > available[power]]
        if not over:
            return orders, paid, rounds
        for power in over:
            rounds[power] += 1
            if not any(a > p for a, p in zip(amounts[power], plateaus[power], strict=True)):
                plateaus[power] = [0] * len(plateaus[power])
            amounts[power] = [
                a - 1 if a > p else a for a, p in zip(amounts[power], plateaus[power], strict=True)
            ]
