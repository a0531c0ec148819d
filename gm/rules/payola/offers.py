"""Offers as written in a sheet, and the bids they are converted into (sections 3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gm.rules.diplomacy.board import Unit
from gm.rules.diplomacy.orders import HOLD, Move, Order, write

MOST = 9999  # the largest amount or plateau; no treasury gets there
MOST_REPEATS = 100
MOST_LINES = 200
MOST_BIDS = 500
DIRECT, NEGATIVE, MOVES, HOLDS, GIFT, SAVINGS = ":!>@&$"


class Offer(msgspec.Struct, frozen=True):
    """One line of a sheet: amounts in silver pieces, the sign of its type (: ! > @ & $), a unit and its orders.

    unit: the unit's province ("" for a savings request). line: its number in the letter.
    """

    amount: int
    sign: str = DIRECT
    unit: str = ""
    orders: tuple[Order, ...] = ()
    plateau: int = 0
    repeat: int = 1
    line: int = 0


class Bid(msgspec.Struct, frozen=True):
    """An offer after conversion. Sign ':' pays for its one order; the others pay for orders that they do not name."""

    unit: str
    sign: str
    orders: tuple[Order, ...]
    amount: int
    plateau: int = 0

    def pays_for(self, order: Order) -> bool:
        """Return whether this bid is paid when its unit issues *order* (3.2). A move is no HOLD, SUPPORT or CONVOY."""
        if self.sign == DIRECT:
            return order == self.orders[0]
        if order in self.orders:
            return False
        moving = isinstance(order, Move)
        return moving if self.sign == MOVES else not moving if self.sign == HOLDS else True


def convert(sheet: Iterable[Offer], own_units: Sequence[str]) -> tuple[Bid, ...]:
    """Return the bids of a sheet in order, with all repetitions; own units left out get a zero HOLD at the end."""
    bids: list[Bid] = []
    for offer in sheet:
        if offer.sign != SAVINGS:
            bids.extend(_converted(offer) * offer.repeat)
    offered = {bid.unit for bid in bids}
    bids.extend(Bid(unit, DIRECT, (HOLD,), 0) for unit in own_units if unit not in offered)
    return tuple(bids)


def _converted(offer: Offer) -> list[Bid]:
    if offer.sign == NEGATIVE:
        direct = [Bid(offer.unit, DIRECT, (HOLD,), 0)]
    else:
        direct = [
            Bid(unit=offer.unit, sign=DIRECT, orders=(order,), amount=offer.amount, plateau=offer.plateau)
            for order in offer.orders
        ]
    if offer.sign == DIRECT:
        return direct
    return [
        *direct,
        Bid(unit=offer.unit, sign=offer.sign, orders=offer.orders, amount=offer.amount, plateau=offer.plateau),
    ]


def savings(sheet: Iterable[Offer]) -> int:
    """Return the total of all savings requests in a sheet."""
    return sum(offer.amount * offer.repeat for offer in sheet if offer.sign == SAVINGS)


def write_amount(offer: Offer) -> str:
    """Write repetition, amount and plateau: `2*8#4`."""
    repeat = f"{offer.repeat}*" if offer.repeat != 1 else ""
    plateau = f"#{offer.plateau}" if offer.plateau else ""
    return f"{repeat}{offer.amount}{plateau}"


def write_offer(offer: Offer, units: Mapping[str, Unit], army: Mapping[str, frozenset[str]]) -> str:
    """Write an offer in normal form: `2*8#4 : A PAR - BUR | S A MUN`, `25 $`. *army*: where VIA means something."""
    if offer.sign == SAVINGS:
        return f"{write_amount(offer)} $"
    return f"{write_amount(offer)} {offer.sign} {units[offer.unit]} " + " | ".join(
        write_choice(order, offer.unit, units, army) for order in offer.orders
    )


def write_choice(order: Order, province: str, units: Mapping[str, Unit], army: Mapping[str, frozenset[str]]) -> str:
    """Write only the order, for the unit in *province*."""
    by_land = isinstance(order, Move) and order.to in army.get(province, ())
    return write(order, units, by_land)
