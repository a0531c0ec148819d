"""Section 5 of the rules taken literally, one silver piece at a time, to compare with the fast determination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.diplomacy.orders import HOLD, Order
from gm.rules.payola.state import Bid

Bids = Mapping[str, Sequence[Bid]]
Amounts = Mapping[str, Sequence[int]]


def candidates(unit: str, bids: Bids) -> list[Order]:
    """The orders that direct bids name for the unit, in no special order."""
    found: list[Order] = []
    for sheet in bids.values():
        for bid in sheet:
            if bid.unit == unit and bid.sign == ":" and bid.orders[0] not in found:
                found.append(bid.orders[0])
    return found


def total(unit: str, order: Order, bids: Bids, amounts: Amounts) -> int:
    """All the money offered for the order (5.1)."""
    return sum(
        amount
        for power, sheet in bids.items()
        for bid, amount in zip(sheet, amounts[power], strict=True)
        if bid.unit == unit and bid.pays_for(order)
    )


def earliest(unit: str, order: Order, sheet: Sequence[Bid], direct_only: bool) -> int | None:
    """The earliest place in a sheet of a bid that pays for the order."""
    for place, bid in enumerate(sheet):
        if bid.unit == unit and bid.pays_for(order) and (bid.sign == ":" or not direct_only):
            return place
    return None


def choose(unit: str, bids: Bids, amounts: Amounts, accepts: Sequence[str]) -> Order:
    """The order the unit issues for these amounts (5.1 to 5.4)."""
    offered = candidates(unit, bids)
    if not offered:
        return HOLD
    totals = [total(unit, order, bids, amounts) for order in offered]
    tied = [order for order, money in zip(offered, totals, strict=True) if money == max(totals)]
    for direct_only in (False, True):
        for power in accepts:
            places = [earliest(unit, order, bids.get(power, ()), direct_only) for order in tied]
            known = [place for place in places if place is not None]
            if known:
                tied = [order for order, place in zip(tied, places, strict=True) if place == min(known)]
            if len(tied) == 1:
                return tied[0]
    raise AssertionError("the list always decides")


def paid_for(orders: Mapping[str, Order], bids: Bids, amounts: Amounts) -> dict[str, dict[str, int]]:
    """What each power pays for each unit, above 0 only."""
    paid: dict[str, dict[str, int]] = {power: {} for power in bids}
    for power, sheet in bids.items():
        for bid, amount in zip(sheet, amounts[power], strict=True):
            if amount and bid.pays_for(orders[bid.unit]):
                paid[power][bid.unit] = paid[power].get(bid.unit, 0) + amount
    return paid


def determine_slowly(
    owners: Mapping[str, str],
    bids: Bids,
    acceptance: Mapping[str, Sequence[str]],
    available: Mapping[str, int],
) -> tuple[dict[str, Order], dict[str, dict[str, int]], dict[str, int]]:
    """Orders by unit, what each power pays for each unit, and how often each was reduced (5.5)."""
    amounts = {power: [bid.amount for bid in sheet] for power, sheet in bids.items()}
    plateaus = {power: [bid.plateau for bid in sheet] for power, sheet in bids.items()}
    rounds = dict.fromkeys(bids, 0)
    while True:
        orders = {unit: choose(unit, bids, amounts, acceptance[owner]) for unit, owner in owners.items()}
        paid = paid_for(orders, bids, amounts)
        over = [power for power in bids if sum(paid[power].values()) > available[power]]
        if not over:
            return orders, paid, rounds
        for power in over:
            rounds[power] += 1
            if not any(a > p for a, p in zip(amounts[power], plateaus[power], strict=True)):
                plateaus[power] = [0] * len(plateaus[power])
            amounts[power] = [a - 1 if a > p else a for a, p in zip(amounts[power], plateaus[power], strict=True)]
