"""Reading one line: an offer, an acceptance list, a transfer; or its fault and place (sections 2.3, 3.1 to 3.3, 4.1).

Checks use only what everybody sees (the board as it stands) and whose sheet it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lark import Token, Tree
from msgspec.structs import replace

from gm.rules import Seat
from gm.rules.lines.letters import Fault, number
from gm.rules.payola.faults import words
from gm.rules.payola.plain import PlainOffers
from gm.rules.payola.state import (
    DIRECT,
    GIFT,
    HOLDS,
    MOST,
    MOST_BIDS,
    MOST_LINES,
    MOST_REPEATS,
    MOVES,
    NEGATIVE,
    SAVINGS,
    Offer,
    convert,
)
from gm.rules.provinces.board import Unit
from gm.rules.provinces.cutting import Pieces, written
from gm.rules.provinces.orders import Order
from gm.rules.provinces.plain import PlainOrders
from gm.rules.provinces.reading import (
    Reader,
    find_unit,
    mean_strictly,
    order_written,
    unit_written,
)

SIGNS = {"COLON": DIRECT, "GREATER": MOVES, "BANG": NEGATIVE, "AT": HOLDS, "AMP": GIFT}


class SheetReader:
    """Reads offer lines of one power on a board as it stands."""

    def __init__(self, reader: Reader, units: Mapping[str, Unit], power: Seat) -> None:
        self._reader, self._units, self._power = reader, units, power
        self._plain = PlainOffers(PlainOrders(reader.board, reader.places, units), power)

    def tokens(self, pieces: Pieces) -> list[Token]:
        """Return the words of a line written over several (number, text) pieces, without remarks and a comma behind."""
        return self._reader.tokens(written(pieces))

    def plain(self, text: str) -> Offer | None:
        """Return the offer of a line that is well-formed, and right, as of line 0; else None."""
        return self._plain.offer(text)

    def read(self, pieces: Pieces) -> Offer:
        """Return the offer of one line, which may be written over several; raises Fault."""
        plain = self._plain.offer(pieces[0][1]) if len(pieces) == 1 else None
        return replace(plain, line=pieces[0][0]) if plain is not None else self.parsed(pieces)

    def parsed(self, pieces: Pieces) -> Offer:
        """Return the same by the grammar, which reads any offer."""
        tree = self._reader.parse(self.tokens(pieces), "offer_line")
        parts = {str(part.data): part for part in tree.children if isinstance(part, Tree) and part.data in HEAD}
        amount, plateau, repeat = _amounts(parts)
        line = pieces[0][0]
        if tree.data == "savings":
            return _savings(tree, amount, plateau, repeat=repeat, line=line)
        sign = _sign(parts.get("sign"), amount)
        trees = [part for part in tree.children[len(parts) :] if isinstance(part, Tree)]
        unit = find_unit(self._reader.board, self._units, unit_written(trees[0]))
        self._check_amount(tree, unit, amount or 0)
        orders = tuple(self._orders(unit, trees[1:]))
        return Offer(
            amount=amount or 0, sign=sign, unit=unit.province, orders=orders, plateau=plateau, repeat=repeat, line=line
        )

    def _check_amount(self, tree: Tree[Token], unit: Unit, amount: int) -> None:
        if amount == 0 and unit.power != self._power:
            first = next((_first(t) for t in tree.find_data("amount")), _first(tree))
            raise words.fault(first, "zero-for-foreign", unit=unit)

    def _orders(self, unit: Unit, trees: Sequence[Tree[Token]]) -> list[Order]:
        orders: list[Order] = []
        for tree in trees:
            said = order_written(tree)
            order = mean_strictly(self._reader.board, self._units, unit, said)
            if order in orders:
                raise words.fault(said.first, "same-order.path" if len(said.path) > 1 else "same-order")
            orders.append(order)
        return orders


HEAD = frozenset({"repeat", "amount", "plateau", "sign"})  # the trees before the unit


def _first(tree: Tree[Token]) -> Token:
    return next(tree.scan_values(lambda _: True))


def _number(token: Token, most: int, what: str) -> int:
    return number(token, most, words("at-most", what=what, most=most))


def _sign(tree: Tree[Token] | None, amount: int | None) -> str:
    """Return the type of an offer; only before ':' (or where the type is also left out) may the amount be left out."""
    if tree is None:
        return DIRECT
    token = _first(tree)
    if amount is None and token.type != "COLON":
        raise words.fault(token, "no-amount", sign=token)
    return SIGNS[token.type]


def _amounts(parts: Mapping[str, Tree[Token]]) -> tuple[int | None, int, int]:
    """Return amount (None if left out), plateau and repetition of a line; raises Fault where they break 3.1."""
    amount = _number(_first(parts["amount"]), MOST, "an amount") if "amount" in parts else None
    repeat, plateau = 1, 0
    if "repeat" in parts:
        token = _first(parts["repeat"])
        repeat = _number(token, MOST_REPEATS, "a repetition")
        if repeat == 0:
            raise words.fault(token, "no-repetition")
        if amount is None:
            raise words.fault(token, "no-amount.repetition")
    if "plateau" in parts:
        plateau = _plateau(parts["plateau"], amount)
    return amount, plateau, repeat


def _plateau(tree: Tree[Token], amount: int | None) -> int:
    hash_sign: Token = tree.children[0]  # type: ignore[assignment]
    if amount is None:
        raise words.fault(hash_sign, "no-amount.plateau")
    if len(tree.children) == 1:
        return amount
    token: Token = tree.children[1]  # type: ignore[assignment]
    plateau = _number(token, MOST, "a plateau")
    if plateau > amount:
        raise words.fault(token, "plateau-above", amount=amount)
    return plateau


def _savings(tree: Tree[Token], amount: int | None, plateau: int, repeat: int, line: int) -> Offer:
    dollar = next(t for t in tree.children if isinstance(t, Token))
    plateaued = next(tree.find_data("plateau"), None)
    if plateaued is not None:
        raise words.fault(_first(plateaued), "plateau-saved")
    if amount is None:
        raise words.fault(dollar, "no-amount.saved")
    return Offer(amount, SAVINGS, repeat=repeat, line=line)


def check_size(offers: Sequence[Offer], own_units: Sequence[str]) -> Fault | None:
    """Return the fault of a sheet that is too long (200 lines, 500 offers after conversion), at the line too many."""
    if len(offers) > MOST_LINES:
        return words.fault((offers[MOST_LINES].line, 1), "too-long", most=MOST_LINES)
    if sum(offer.repeat * (len(offer.orders) + 1) for offer in offers) + len(own_units) <= MOST_BIDS:
        return None
    for count in range(1, len(offers) + 1):
        if len(convert(offers[:count], own_units)) > MOST_BIDS:
            return words.fault((offers[count - 1].line, 1), "too-many.offers", most=MOST_BIDS)
    return None
