"""From tokens to orders as written: the grammar's trees made plain, and every fault with its place and near misses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from lark import Token, Tree

from gm.rules import Problem
from gm.rules.diplomacy.board import Board
from gm.rules.diplomacy.words import Names, tokens
from gm.rules.lines.faults import Fault, asked, problem
from gm.rules.lines.grammar import one_of, parse, parser

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
    """A unit as written: A, F or "" and its place, with the token that stands for it."""

    kind: str
    place: str
    token: Any

    @property
    def province(self) -> str:
        """The province without the coast."""
        return self.place[:3]


class OrderWritten(msgspec.Struct, frozen=True):
    """An order as written. verb: hold, move, support_hold, support_move or convoy; path: the places named, in order."""

    verb: str
    first: Any
    other: UnitWritten | None = None
    path: tuple[Any, ...] = ()
    via: bool = False

    @property
    def last(self) -> Any:
        """The token that faults of the whole order point at: its last place, else its first word."""
        return self.path[-1] if self.path else self.other.token if self.other else self.first


class Reader:
    """Reads lines for one board with one grammar. Holds no state of any game."""

    def __init__(self, board: Board, grammar: str, starts: Sequence[str]) -> None:
        self.board = board
        self.names = Names(board)
        self._parser = parser(grammar, starts)

    def tokens(self, pieces: Iterable[tuple[int, str]]) -> list[Token]:
        """The tokens of a line written over one or more (number, text) pieces."""
        return tokens(pieces, self.names)

    def parse(self, found: list[Token], start: str) -> Tree[Token]:
        """The tree of *found*; raises Fault at the first word that is no word or does not belong there."""
        for token in found:
            if token.type in ("UNKNOWN", "AMBIGUOUS"):
                raise Fault(self._unknown(token))
            if token.type == "PLACE" and "/" in token:
                self._check_coast(token)
        return parse(self._parser, found, start, one_of(EXPECTED))

    def _unknown(self, token: Token) -> Problem:
        if token.type == "AMBIGUOUS":
            codes = tuple(token.split(" "))
            names = ", ".join(f"{self.board.provinces[c].name} ({c})" for c in codes)
            return problem(token, "ambiguous-province", f"this could be {names}", codes)
        if token == "?":
            return asked(token)
        if not token[0].isalpha():
            return problem(token, "unknown-sign", f"'{token}' is no sign that we know")
        near = self.names.near(token)
        return problem(token, "unknown-province", "no province of that name", near)

    def _check_coast(self, token: Token) -> None:
        code, coast = token.split("/")
        coasts = self.board.provinces[code].coasts
        if coast not in self.names.coasts:
            hints = tuple(f"{code}/{c}" for c in coasts)
            raise Fault(problem(token, "unknown-coast", f"{code} has no coast {coast}", hints))


def unit_written(tree: Tree[Token]) -> UnitWritten:
    """The unit of a `unit` tree."""
    *kind, place = tree.children
    return UnitWritten(str(kind[0]) if kind else "", str(place), place)


def order_written(tree: Tree[Token]) -> OrderWritten:
    """The order of an order tree (hold, move, support_hold, support_move, convoy)."""
    first = next(child for child in tree.scan_values(lambda _: True))
    other = next((unit_written(c) for c in tree.children if isinstance(c, Tree)), None)
    path = tuple(c for c in tree.children if isinstance(c, Token) and c.type == "PLACE")
    via = any(isinstance(c, Token) and c.type == "VIA" for c in tree.children)
    return OrderWritten(str(tree.data), first, other, path, via)
