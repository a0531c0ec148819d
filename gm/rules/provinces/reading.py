"""From the tokens of a line to orders: the grammar's trees made plain, and what an order means on a board.

Every fault has its place and near misses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

import msgspec
from lark import Token, Tree

from gm.rules.lines.letters import Fault, asked, one_of, parse, parser, problem
from gm.rules.lines.slips import is_useless, talks
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.faults import words
from gm.rules.provinces.names import Names
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support, fleets_at_sea, why_illegal
from gm.rules.provinces.tokens import in_notation, tokens, unmistakable

MOST_NEAR = 3  # provinces suggested for a word
EXPECTED = {
    "PLACE": "a province",
    "KIND": "A or F",
    "DASH": "'-'",
    "HOLD": "H",
    "SUPPORT": "S",
    "CONVOY": "C",
    "VIA": "VIA",
    "BAR": "'|'",
    "COLON": "an offer sign (: ! > @ &)",
    "NUMBER": "an amount",
    "DOLLAR": "'$'",
    "STAR": "'*'",
    "HASH": "'#'",
    "RETREAT": "R",
    "DISBAND": "D",
    "BUILD": "BUILD",
    "REMOVE": "REMOVE",
    "WAIVE": "WAIVE",
    "$END": "the end of the line",
}


class UnitWritten(msgspec.Struct, frozen=True):
    """A unit as written: A, F or "" and its place, with the token it was written as, and whose it is said to be."""

    kind: str
    place: str
    token: Token
    power: str = ""

    @property
    def province(self) -> str:
        """The province without the coast."""
        return self.place[:3]


class OrderWritten(msgspec.Struct, frozen=True):
    """An order as written. verb: hold, move, support_hold, support_move or convoy; path: the places named, in order."""

    verb: str
    first: Token
    other: UnitWritten | None = None
    path: tuple[Token, ...] = ()
    via: bool = False

    @property
    def last(self) -> Token:
        """The token that faults of the whole order point at: its last place, else its first word."""
        return self.path[-1] if self.path else self.other.token if self.other else self.first


class Reader:
    """Reads lines for one board with one grammar. Holds no game's state."""

    def __init__(self, board: Board, grammar: str, starts: Sequence[str]) -> None:
        self.board = board
        self.names = Names(board)
        self.places = unmistakable(board, self.names)
        self._parser = parser(grammar, starts)

    def on(self, board: Board) -> Reader:
        """Return the same for a board that differs only in its borders, as another season has them."""
        found = copy(self)
        found.board = board
        return found

    def tokens(self, pieces: Iterable[tuple[int, str]]) -> list[Token]:
        """Return the tokens of a line written over one or more (number, text) pieces."""
        return tokens(pieces, self.names)

    def parse(self, found: list[Token], start: str) -> Tree[Token]:
        """Return the tree of *found*; raises Fault at the first word that is unknown or misplaced."""
        found = in_notation(found)
        for number, token in enumerate(found):
            if token.type in ("UNKNOWN", "AMBIGUOUS"):
                raise self._unknown(found, number, start)
            if token.type == "PLACE" and "/" in token:
                self._check_coast(token)
        return parse(self._parser, found, start, one_of(EXPECTED), show=_as_written)

    def _unknown(self, found: Sequence[Token], number: int, start: str) -> Fault:
        """Return the fault of the word at *number*, which is unknown, or of a misplaced one before it."""
        token = found[number]
        if token == "?":
            return Fault(asked(token))
        fault, wanted = self._misplaced(found[: number + 1], start)
        before = (fault.problem.line, fault.problem.column) < (token.line or 1, token.column or 1)
        if before or (token[0].isalpha() and not self._stands_for_a_place(found, number, start, wanted)):
            return fault
        if token.type == "AMBIGUOUS":
            codes = self._nearest_first(token.split(" "), found, number)
            names = ", ".join(f"{self.board.named(c)} ({c})" for c in codes)
            return words.fault(token, "ambiguous-province", codes, names=names)
        if not token[0].isalpha():
            return words.fault(token, "unknown-sign", sign=token)
        near = () if is_useless(token) or talks([token]) else self.names.near(token)
        return words.fault(token, "unknown-province", self._nearest_first(near, found, number)[:MOST_NEAR])

    def _nearest_first(self, codes: Sequence[str], found: Sequence[Token], number: int) -> tuple[str, ...]:
        """Return what the word at *number* may be, first what lies next to the place named before it, or else after it.
        """
        places = (token for token in (*reversed(found[:number]), *found[number:]) if token.type == "PLACE")
        beside = self.board.near.get(next((token[:3] for token in places), ""), ())
        return tuple(sorted(codes, key=lambda code: code not in beside))

    def _misplaced(self, found: Sequence[Token], start: str) -> tuple[Fault, set[str]]:
        """Return the fault of words that no line begins with, and the kinds of words expected in its place."""
        wanted: set[str] = set()

        def say(kinds: set[str]) -> str:
            wanted.update(kinds)
            return one_of(EXPECTED)(kinds)

        try:
            parse(self._parser, found, start, say, show=_as_written)
        except Fault as fault:
            return fault, wanted
        raise AssertionError(f"{found} is right")

    def _stands_for_a_place(self, found: Sequence[Token], number: int, start: str, wanted: set[str]) -> bool:
        """Return whether an unknown word stands where a province may, and what follows may follow a province."""
        following = [token for token in found[number + 1 : number + 2] if token.type not in ("UNKNOWN", "AMBIGUOUS")]
        if wanted == {"PLACE"} or "PLACE" not in wanted or not following:
            return "PLACE" in wanted
        place = Token.new_borrow_pos("PLACE", str(found[number]), found[number])
        try:
            parse(self._parser, [*found[:number], place, *following], start, one_of(EXPECTED))
        except Fault as fault:
            return (fault.problem.line, fault.problem.column) != (following[0].line, following[0].column)
        return True

    def _check_coast(self, token: Token) -> None:
        code, coast = token.split("/")
        coasts = self.board.provinces[code].coasts
        if coast not in self.names.coasts:
            raise words.fault(token, "unknown-coast", [f"{code}/{c}" for c in coasts], code=code, coast=coast)


def _as_written(token: Token) -> str:
    return str(token.value)


def subtrees(tree: Tree[Token]) -> list[Tree[Token]]:
    """Return the trees directly below *tree*, in order."""
    return [child for child in tree.children if isinstance(child, Tree)]


def unit_written(tree: Tree[Token]) -> UnitWritten:
    """Return the unit of a `unit` tree."""
    found = {child.type: child for child in tree.children if isinstance(child, Token)}
    return UnitWritten(str(found.get("KIND", "")), str(found["PLACE"]), found["PLACE"], str(found.get("POWER", "")))


def order_written(tree: Tree[Token]) -> OrderWritten:
    """Return the order of an order tree (hold, move, support_hold, support_move, convoy)."""
    first = next(child for child in tree.scan_values(lambda _: True))
    other = next((unit_written(child) for child in subtrees(tree)), None)
    path = tuple(c for c in tree.children if isinstance(c, Token) and c.type == "PLACE")
    via = any(isinstance(c, Token) and c.type == "VIA" for c in tree.children)
    if tree.data == "move_through":  # - NWY VIA NTH
        return OrderWritten("move", first=first, path=(*path[1:], path[0]), via=True)
    return OrderWritten(verb=str(tree.data), first=first, other=other, path=path, via=via)


def names_a_way(tree: Tree[Token]) -> bool:
    """Return whether an order in *tree* says which fleets shall carry an army."""
    moves = [*tree.find_data("move"), *tree.find_data("move_through")]
    return any(len(order_written(move).path) > 1 for move in moves)


Units = Mapping[str, Unit]


def find_unit(board: Board, units: Units, written: UnitWritten) -> Unit:
    """Return the unit meant: the one in the province, if its kind is right. A wrong or missing coast is overlooked."""
    unit = units.get(written.province)
    name = board.named(written.province)
    if unit is None:
        raise words.fault(written.token, "no-unit", _near_units(board, units, written), place=name)
    if written.kind and written.kind != unit.kind:
        kind = "an army" if unit.kind == "A" else "a fleet"
        raise words.fault(written.token, "wrong-kind", (str(unit),), place=name, kind=kind)
    if written.power and written.power != unit.power:
        raise words.fault(written.token, "foreign-unit", unit=unit, power=board.powers[unit.power].name)
    return unit


def _near_units(board: Board, units: Units, written: UnitWritten) -> tuple[str, ...]:
    near = sorted(str(units[p]) for p in board.near[written.province] if p in units)
    return tuple(unit for unit in near if not written.kind or unit[0] == written.kind)[:3]


def mean_order(board: Board, unit: Unit, written: OrderWritten) -> Order:
    """Return the order meant, legal or not. A support keeps the coast it names: it is then only for that coast."""
    if written.verb == "hold":
        return HOLD
    target = str(written.path[-1]) if written.path else ""
    if written.verb == "move":
        return move_to(board, unit, target, written.via or (unit.kind == "A" and len(written.path) > 1))
    assert written.other is not None
    if written.verb == "convoy":
        return Convoy(written.other.province, target[:3])
    return Support(written.other.province, target)


def move_to(board: Board, unit: Unit, target: str, via: bool = False) -> Move:
    """Return the move of a unit: an army's to the province, a fleet's to a coast if only one can be meant."""
    return Move(target[:3] if unit.kind == "A" else _with_coast(board, unit.place, target), via)


def _with_coast(board: Board, place: str, target: str) -> str:
    """Return a fleet's target with its coast filled in where only one can be reached (DATC 6.B.2)."""
    places = board.coasts_reached(place, target[:3])
    return places[0] if target == target[:3] and len(places) == 1 else target


def mean_legally(board: Board, units: Units, unit: Unit, written: OrderWritten) -> Order:
    """Return the valid, legal order meant; raises Fault at the wrong word. A path is checked."""
    if written.other is not None:
        find_unit(board, units, written.other)
    if written.verb == "move" and len(written.path) > 1:
        _check_path(board, units, unit, written.path)
    order = mean_order(board, unit, written)
    why = why_illegal(board, units, unit, order)
    if why:
        raise Fault(problem(written.last, "illegal", why, _coasts(board, unit, order)))
    return order


def mean_strictly(board: Board, units: Units, unit: Unit, written: OrderWritten) -> Order:
    """Return the legal order meant (see mean_legally), in the form in which orders are compared (see strictly)."""
    return strictly(board, unit, mean_legally(board, units, unit, written))


def strictly(board: Board, unit: Unit, order: Order) -> Order:
    """Return a legal order in the form in which orders are compared.

    Supports name only provinces; of a path only "by convoy" is kept. A move that must go by convoy has via set,
    written or not.
    """
    if isinstance(order, Support):
        return Support(order.of, order.to[:3])
    return _by_convoy_if_needed(board, unit, order)


def _coasts(board: Board, unit: Unit, order: Order) -> tuple[str, ...]:
    if isinstance(order, Move) and unit.kind == "F":
        return board.coasts_reached(unit.place, order.to[:3])
    return ()


def _by_convoy_if_needed(board: Board, unit: Unit, order: Order) -> Order:
    if isinstance(order, Move) and unit.kind == "A" and order.to not in board.army.get(unit.province, ()):
        return Move(order.to, via=True)
    return order


def _check_path(board: Board, units: Units, unit: Unit, path: tuple[Token, ...]) -> None:
    """Check a written path: only an army has one, over seas that each hold a fleet, touch the next, and join coasts."""
    if unit.kind == "F":
        raise words.fault(path[1], "broken-path.fleet")
    if unit.province == path[-1][:3]:
        return  # no move at all, which is reported elsewhere
    seas = fleets_at_sea(board, units)
    before = unit.province
    for token in path[:-1]:
        sea = token[:3]
        if sea not in seas:
            raise words.fault(token, "broken-path.no-fleet", place=board.named(sea))
        if sea not in board.touches[before]:
            raise words.fault(token, "broken-path", place=board.named(sea), before=board.named(before))
        before = sea
    if before not in board.touches[path[-1][:3]]:
        raise words.fault(path[-1], "broken-path", place=board.named(path[-1]), before=board.named(before))
