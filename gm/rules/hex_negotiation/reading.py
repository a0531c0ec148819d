"""The words of a turn, forgiving of how people write them, and the grammar that joins them.

What is on the board is not known here, nor how large it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Lark, Token, Tree

from gm.rules.hex_negotiation.faults import words
from gm.rules.hex_negotiation.legality import Written
from gm.rules.lines.letters import one_of, parse, parser, unknown_word
from gm.rules.lines.slips import is_order_like, unknown_in
from gm.rules.lines.words import QUESTION, tokens

WORD = re.compile(
    r"(?P<CELL>[A-Za-z][ \t-]?[1-9]\d{0,3}(?![^\W_]))|(?P<WORD>[^\W\d_]+)|(?P<SIGN>[^\s.:!,;&+/()\-–—→>=])"
)
ORDERS = {
    "REPLACE": "REPLACE", "REPLACES": "REPLACE", "EXCHANGE": "REPLACE", "CHANGE": "REPLACE",
    "PLACE": "PLACE", "PLACES": "PLACE", "PUT": "PLACE",
}  # fmt: skip
BEGIN = frozenset((*ORDERS, "SWAP", "BOARD", "PROPOSE"))  # what lines begin with
FILLERS = frozenset(("AND", "I", "THE", "STONE", "STONES", "AT", "ON", "CELL", "CELLS", "THEN", "MY", "WITH"))
SHAPE = "REPLACE D4 PLACE A2 B3 C5"
SAID = {"REPLACE": "REPLACE", "PLACE": "PLACE", "CELL": "a cell such as D4", "$END": "the end of the turn"}


def turn_parser(grammar: str) -> Lark:
    """Return the parser for a turn."""
    return parser(grammar, ("turn",))


def words_of(text: str, line: int = 1) -> list[Token]:
    """Return the words of a line without commas and remark (%); unknown ones have the type UNKNOWN."""
    return list(tokens(WORD, text, line, _kind))


def _kind(match: re.Match[str]) -> tuple[str, str]:
    kind, text = match.lastgroup or "", match[0]
    if kind == "CELL":
        return kind, "".join(text.upper().replace("-", "").split())
    if kind == "SIGN":
        return "UNKNOWN", text
    upper = text.upper()
    return ("", "") if upper in FILLERS else (ORDERS.get(upper) or "UNKNOWN", text)


def is_meant(found: Sequence[Token]) -> bool:
    """Return whether a line is meant as a turn or part of one, right or wrong; all else is prose."""
    found = [token for token in found if token.type != QUESTION]
    if found and found[0].type == "CELL":
        return not unknown_in(found) or is_order_like(found, BEGIN, ORDERS, ("CELL",))
    return is_order_like(found, BEGIN, ORDERS, ("CELL",))


def read_turn(reader: Lark, found: Sequence[Token]) -> Written:
    """Return the turn that all its lines make together. Raises Fault at the first misplaced word."""
    for token in found:
        if token.type == "UNKNOWN":
            raise unknown_word(token, f"a turn: {SHAPE}", ORDERS, 1)
    again = [token for token in found if token.type == "REPLACE"][1:]
    if again:
        raise words.fault(again[0], "two-turns", word=again[0].type, shape=SHAPE)
    once = next((token for token in found if token.type == "PLACE"), None)  # each stone may have a PLACE of its own
    found = [token for token in found if token.type != "PLACE" or token is once]
    tree = parse(reader, found, "turn", say=one_of(SAID, SHAPE), whole="turn")
    return Written(_cells(tree, "replaced"), _cells(tree, "placed"), found[0])


def cells_of(found: Sequence[Token]) -> list[str]:
    """Return the cells among these words."""
    return [str(token) for token in found if token.type == "CELL"]


def lacks_a_word(found: Sequence[Token], gained: str) -> bool:
    """Return whether a turn is written as it should be but without REPLACE or PLACE: D4 A2 B3 C5. gained: see Played.
    """
    kinds = [token.type for token in found if token.type != "CELL"]
    first = not gained or (cells_of(found)[0] == gained and found[0].type != "PLACE")
    return kinds in ([], ["REPLACE"], ["PLACE"]) and first


def _cells(tree: Tree[Token], part: str) -> tuple[Token, ...]:
    """Return the cells of a part of the turn."""
    return tuple(
        token
        for one in tree.find_data(part)
        for token in one.scan_values(lambda value: isinstance(value, Token) and value.type == "CELL")
    )
