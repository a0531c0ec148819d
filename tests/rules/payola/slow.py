"""Section 5 of the rules taken literally, one silver piece at a time, to compare with the fast determination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.payola.state import Bid
from gm.rules.provinces.orders import HOLD, Order

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


Places = Mapping[Order, Mapping[str, Sequence[int]]]


def paying(unit: str, offered: Sequence[Order], bids: Bids) -> Places:
    """For each order and power, the places in its sheet of the bids that pay for the order."""
    return {
        order: {
            power: [place for place, bid in enumerate(sheet) if bid.unit == unit and bid.pays_for(order)]
            for power, sheet in bids.items()
        }
        for order in offered
    }


def total(places: Mapping[str, Sequence[int]], amounts: Amounts) -> int:
    """All the money offered for an order (5.1)."""
    return sum([amounts[power][place] for power, found in places.items() for place in found])


def earliest(places: Sequence[int], sheet: Sequence[Bid], direct_only: bool) -> int | None:
    """The earliest place in a sheet of a bid that pays for an order."""
    return next((place for place in places if sheet[place].sign == ":" or not direct_only), None)


def choose(found: Places, bids: Bids, amounts: Amounts, accepts: Sequence[str]) -> Order:
    """The order the unit issues for these amounts (5.1 to 5.4). found: what pays for each order."""
    offered = list(found)
    if not offered:
        return HOLD
    totals = [total(found[order], amounts) for order in offered]
    tied = [order for order, money in zip(offered, totals, strict=True) if money == max(totals)]
    for direct_only in (False, True):
        for power in accepts:
            places = [earliest(found[order].get(power, ()), bids.get(power, ()), direct_only) for order in tied]
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
    found = {unit: paying(unit, candidates(unit, bids), bids) for unit in owners}
    orders: dict[str, Order] = {}
    wanted = {*owners}  # the units for which some amount is new
    while True:
        orders |= {unit: choose(found[unit], bids, amounts, acceptance[owners[unit]]) for unit in wanted}
        paid = paid_for(orders, bids, amounts)
        over = [power for power in bids if sum(paid[power].values()) > available[power]]
        if not over:
            return orders, paid, rounds
        wanted = {bid.unit for power in over for bid in bids[power] if bid.unit in owners}
        for power in over:
            rounds[power] += 1
            if not any(a > p for a, p in zip(amounts[power], plateaus[power], strict=True)):
                plateaus[power] = [0] * len(plateaus[power])
            amounts[power] = [a - 1 if a > p else a for a, p in zip(amounts[power], plateaus[power], strict=True)]
