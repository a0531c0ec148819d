"""Offers written as we write them, read directly (see gm.rules.provinces.plain): `2*8#4 : A PAR - BUR | S A MUN`."""

from __future__ import annotations

import re

from gm.rules import Seat
from gm.rules.payola.state import MOST, MOST_REPEATS, SAVINGS, Offer
from gm.rules.provinces.orders import Order
from gm.rules.provinces.plain import PlainOrders

OFFER = re.compile(
    r"(?:([0-9]{1,5})\*)?([0-9]{1,5})(?:#([0-9]{1,5}))?"
    r" (?:\$|([:>!@&]) ([AF]) ([A-Z]{3}(?:/[A-Z]{2})?) ([A-Z/ |-]+))"
)


class PlainOffers:
    """Reads well-formed offers of one power, each line once."""

    def __init__(self, orders: PlainOrders, power: Seat) -> None:
        self._orders, self._power = orders, power
        self._read: dict[str, Offer | None] = {}

    def offer(self, text: str) -> Offer | None:
        """Return the offer of a well-formed line, as of line 0; None if the grammar must read it."""
        if text not in self._read:
            self._read[text] = self._offer(text)
        return self._read[text]

    def _offer(self, text: str) -> Offer | None:
        found = OFFER.fullmatch(text)
        if found is None:
            return None
        repeat, amount, plateau = int(found[1] or 1), int(found[2]), int(found[3] or 0)
        if repeat == 0 or repeat > MOST_REPEATS or amount > MOST or plateau > amount:
            return None
        if found[4] is None:
            return None if found[3] else Offer(amount, SAVINGS, repeat=repeat)
        unit = self._orders.unit(found[5], found[6])
        if unit is None or (amount == 0 and unit.power != self._power):
            return None
        orders: list[Order] = []
        for choice in found[7].split(" | "):
            order = self._orders.order(unit, choice.split(" "))
            if order is None or order in orders:
                return None
            orders.append(order)
        return Offer(
            amount=amount, sign=found[4], unit=unit.province, orders=tuple(orders), plateau=plateau, repeat=repeat
        )
