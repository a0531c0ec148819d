"""Reading one line: an offer, an acceptance list, a transfer; or its fault and place (sections 2.3, 3.1 to 3.3, 4.1).

Checks use what everybody sees (the board as it stands) and whose sheet it is; nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lark import Token, Tree

from gm.rules import Line, Problem
from gm.rules.diplomacy.board import Board, Unit
from gm.rules.diplomacy.orders import Order
from gm.rules.diplomacy.reading import Reader, order_written, unit_written
from gm.rules.diplomacy.understanding import find_unit, mean_strictly
from gm.rules.lines.faults import Fault, near, number, problem, problem_of
from gm.rules.lines.words import BLANKS, BULLETS, STOPS, without_remark
from gm.rules.payola.acts import Accept, Transfer
from gm.rules.payola.faults import words
from gm.rules.payola.offers import (
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

Pieces = Sequence[tuple[int, str]]
TRANSFER = re.compile(rf"[{BULLETS}]*TRANSFER\s+(?P<amount>\S+)\s+(?P<to>TO\s+)?(?P<seat>\S.*?)\s*", re.IGNORECASE)
SIGNS = {"COLON": DIRECT, "GREATER": MOVES, "BANG": NEGATIVE, "AT": HOLDS, "AMP": GIFT}


class SheetReader:
    """Reads offer lines of one power on a board as it stands."""

    def __init__(self, reader: Reader, units: Mapping[str, Unit], power: str) -> None:
        self._reader, self._units, self._power = reader, units, power

    def tokens(self, pieces: Pieces) -> list[Token]:
        """The words of a line written over one or more (number, text) pieces, remarks left out."""
        return self._reader.tokens([(number, without_remark(text)) for number, text in pieces])

    def read(self, pieces: Pieces) -> Offer:
        """The offer of one line, which may be written over several; raises Fault."""
        tree = self._reader.parse(self.tokens(pieces), "offer_line")
        parts = {str(part.data): part for part in tree.children if isinstance(part, Tree) and part.data in HEAD}
        amount, plateau, repeat = _amounts(parts)
        line = pieces[0][0]
        if tree.data == "savings":
            return _savings(tree, amount, plateau, repeat, line)
        sign = _sign(parts.get("sign"), amount)
        trees = [part for part in tree.children[len(parts) :] if isinstance(part, Tree)]
        unit = find_unit(self._reader.board, self._units, unit_written(trees[0]))
        self._check_amount(tree, unit, amount or 0)
        orders = tuple(self._orders(unit, trees[1:]))
        return Offer(amount or 0, sign, unit.province, orders, plateau, repeat, line)

    def _check_amount(self, tree: Tree[Token], unit: Unit, amount: int) -> None:
        if amount == 0 and unit.power != self._power:
            first = next((_first(t) for t in tree.find_data("amount")), _first(tree))
            raise Fault(problem(first, "zero-for-foreign", words("zero-for-foreign", unit=unit)))

    def _orders(self, unit: Unit, trees: Sequence[Tree[Token]]) -> list[Order]:
        orders: list[Order] = []
        for tree in trees:
            written = order_written(tree)
            order = mean_strictly(self._reader.board, self._units, unit, written)
            if order in orders:
                raise Fault(problem(written.first, "same-order", words("same-order")))
            orders.append(order)
        return orders


HEAD = frozenset({"repeat", "amount", "plateau", "sign"})  # the trees before the unit


def _first(tree: Tree[Token]) -> Token:
    return next(tree.scan_values(lambda _: True))


def _number(token: Token, most: int, what: str) -> int:
    return number(token, most, words("at-most", what=what, most=most))


def _sign(tree: Tree[Token] | None, amount: int | None) -> str:
    """The type of an offer; only before ':' (or where the type is left out too) may the amount be left out."""
    if tree is None:
        return DIRECT
    token = _first(tree)
    if amount is None and token.type != "COLON":
        raise Fault(problem(token, "no-amount", words("no-amount", sign=token)))
    return SIGNS[token.type]


def _amounts(parts: Mapping[str, Tree[Token]]) -> tuple[int | None, int, int]:
    """Amount (None if left out), plateau and repetition of a line, with what 3.1 says of them."""
    amount = _number(_first(parts["amount"]), MOST, "an amount") if "amount" in parts else None
    repeat, plateau = 1, 0
    if "repeat" in parts:
        token = _first(parts["repeat"])
        repeat = _number(token, MOST_REPEATS, "a repetition")
        if repeat == 0:
            raise Fault(problem(token, "no-repetition", words("no-repetition")))
        if amount is None:
            raise Fault(problem(token, "no-amount", words("no-amount.repetition")))
    if "plateau" in parts:
        plateau = _plateau(parts["plateau"], amount)
    return amount, plateau, repeat


def _plateau(tree: Tree[Token], amount: int | None) -> int:
    hash_sign: Token = tree.children[0]  # type: ignore[assignment]
    if amount is None:
        raise Fault(problem(hash_sign, "no-amount", words("no-amount.plateau")))
    if len(tree.children) == 1:
        return amount
    token: Token = tree.children[1]  # type: ignore[assignment]
    plateau = _number(token, MOST, "a plateau")
    if plateau > amount:
        raise Fault(problem(token, "plateau-above", words("plateau-above", amount=amount)))
    return plateau


def _savings(tree: Tree[Token], amount: int | None, plateau: int, repeat: int, line: int) -> Offer:
    dollar = next(t for t in tree.children if isinstance(t, Token))
    plateaued = next(tree.find_data("plateau"), None)
    if plateaued is not None:
        raise Fault(problem(_first(plateaued), "plateau-saved", words("plateau-saved")))
    if amount is None:
        raise Fault(problem(dollar, "no-amount", words("no-amount.saved")))
    return Offer(amount, SAVINGS, repeat=repeat, line=line)


def check_size(offers: Sequence[Offer], own_units: Sequence[str]) -> Fault | None:
    """The fault of a sheet that is too long (200 lines, 500 offers after conversion), at the line that is too many."""
    if len(offers) > MOST_LINES:
        line = offers[MOST_LINES].line
        message = words("too-long", most=MOST_LINES)
        return Fault(problem(Token("END", "", line=line, column=1), "too-long", message))
    if sum(offer.repeat * (len(offer.orders) + 1) for offer in offers) + len(own_units) <= MOST_BIDS:
        return None
    for count in range(1, len(offers) + 1):
        if len(convert(offers[:count], own_units)) > MOST_BIDS:
            message = words("too-long.converted", most=MOST_BIDS)
            return Fault(problem(Token("END", "", line=offers[count - 1].line, column=1), "too-many", message))
    return None


def read_accept(board: Board, line: Line) -> Accept | Problem:
    """`ACCEPT EFGIART`: every power of the game once, by its letter; spaces are free (4.1)."""
    letters = {power.letter: code for code, power in board.powers.items()}
    text = without_remark(line.text)
    start = text.upper().index("ACCEPT") + len("ACCEPT")
    written = [(n + 1, text[n].upper()) for n in range(start, len(text)) if text[n] not in BLANKS + STOPS]
    seen = [letter for _, letter in written]
    unknown = [(n, letter) for n, letter in written if letter not in letters]
    repeated = [(n, letter) for i, (n, letter) in enumerate(written) if letter in letters and letter in seen[:i]]
    missing = [letter for letter in letters if letter not in seen]
    if not (unknown or repeated or missing):
        return Accept(tuple(letters[letter] for letter in seen))
    faults = [("unknown", [v for _, v in unknown]), ("repeated", [v for _, v in repeated]), ("missing", missing)]
    said = "; ".join(f"{name}: {' '.join(dict.fromkeys(found))}" for name, found in faults if found)
    column = min([n for n, _ in unknown + repeated], default=written[0][0] if written else start + 1)
    names = ", ".join(f"{letter} {board.powers[code].name}" for letter, code in letters.items())
    return Problem(line.number, column, "accept", words("accept", names=names, said=said))


def read_transfer(board: Board, line: Line, sender: str, balance: int, forfeited: Sequence[str]) -> Transfer | Problem:
    """`TRANSFER 10 TO FRANCE` (2.3). *balance*: what the sender has left before this line."""
    text = without_remark(line.text)
    match = TRANSFER.fullmatch(text)
    if match is None or not match["to"]:
        return problem_of(line, "transfer", words("transfer"))
    amount, seat = match["amount"], " ".join(match["seat"].split()).rstrip(" .:").upper()
    at_amount, at_seat = match.start("amount") + 1, match.start("seat") + 1
    if not (amount.isascii() and amount.isdigit()) or len(amount) > 9 or int(amount) == 0:
        return Problem(line.number, at_amount, "amount", words("amount"))
    if seat not in board.powers:
        hints = tuple(near(seat, sorted(board.powers), 3, cutoff=0.5))
        return Problem(line.number, at_seat, "unknown-power", words("unknown-power"), hints)
    if seat == sender:
        return Problem(line.number, at_seat, "own-seat", words("own-seat"))
    if seat in forfeited:
        return Problem(line.number, at_seat, "no-account", words("no-account", power=board.powers[seat].name))
    if int(amount) > balance:
        return Problem(line.number, at_amount, "too-much", words("too-much", balance=balance))
    return Transfer(int(amount), seat)
