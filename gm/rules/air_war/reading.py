"""Order lines of the Air War, from words to orders: moves, fire, cities, chips. What is allowed is not known here.

Nothing is known of the board but its size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from lark import Token, Tree

from gm.rules.air_war.faults import words
from gm.rules.lines import letters as faults
from gm.rules.lines.slips import is_order_like
from gm.rules.lines.words import QUESTION, kinds_of
from gm.rules.pictures.honeycomb import Board
from gm.rules.war.commands import COMMANDS
from gm.rules.war.reading import LineReader, fields_of

STARTS = ("order_line", "hold_fire", "cities_line", "place_line")
MOST = 999  # the highest number that is read as one
WALK, AIR, FIRE = "walk", "air", "fire"
ORDERS = ("AIR", "FIRE", "HOLD", "CITIES", "PLACE", "MEN")
MEANS = {"MEN": WALK, "AIR": AIR, "FIRE": FIRE}
ORDER_WORDS = {
    "AIR": "AIR", "FLY": "AIR", "FLIGHT": "AIR",
    "FIRE": "FIRE", "AIM": "FIRE", "SHOOT": "FIRE", "FIRING": "FIRE", "ATTACK": "FIRE", "KILL": "FIRE", "HIT": "FIRE",
    "HOLD": "HOLD",
    "CITY": "CITIES", "CITIES": "CITIES",
    "PLACE": "PLACE", "PUT": "PLACE", "ALL": "NUMBER",
    "MAN": "MEN", "MEN": "MEN", "CHIP": "MEN", "CHIPS": "MEN",
    "MOVE": "MEN", "WALK": "MEN", "MOVING": "MEN", "GO": "MEN",
}  # fmt: skip
BEGIN = frozenset((*ORDER_WORDS, *COMMANDS)) - {"ALL"}  # what lines begin with


class Order(msgspec.Struct, frozen=True):
    """One order as written: walk, air or fire; chips None: without a number. place: its line and column.

    everybody: it says ALL in place of a number.
    """

    word: str
    chips: int | None
    start: str
    end: str
    place: tuple[int, int]
    everybody: bool = False


class Named(msgspec.Struct, frozen=True):
    """A field as written, with the chips to be placed on it. place: its line and column."""

    field: str
    chips: int
    place: tuple[int, int]


def line_reader(grammar: str) -> LineReader:
    """Return the reader for lines of this game."""
    return LineReader(grammar, STARTS, ORDER_WORDS)


def is_meant(reader: LineReader, text: str) -> bool:
    """Return whether a line is meant as an order, right or wrong; all else is prose."""
    found = [token for token in reader.meant_tokens(text) if token.type != QUESTION]
    kinds = kinds_of(found)
    if not kinds:
        return False
    if kinds[0] == "FIELD" and (len(kinds) == 1 or kinds[1] in ("DASH", "FIELD", "TIMES", "COMMA")):
        return True
    if kinds[0] == "NUMBER" and "FIELD" in kinds and kinds[1] in (*ORDERS, "TIMES", "FIELD", "DASH"):
        return True
    return is_order_like(found, BEGIN, ORDERS, ("FIELD",))


def read_orders(reader: LineReader, found: list[Token], board: Board, without_word: str) -> Iterator[Order]:
    """Yield the orders of a line of moves or of fire. Raises Fault.

    without_word: what a pair of fields means before any word; after a comma the last word still applies.
    """
    word = without_word
    for tree in reader.parse(found, "order_line").find_data("order"):
        word = _word([child for child in tree.children if isinstance(child, Token)]) or word
        fields = fields_of(next(tree.find_data("path")), board)
        if len(fields) != 2:
            place = fields[-1] if len(fields) == 1 else fields[2]
            raise words.fault(place, "not-a-pair")
        start = next(tree.scan_values(lambda _: True))
        count = _count(tree)
        yield Order(
            word=word,
            chips=None if count is None or count == "ALL" else number(count),
            start=str(fields[0]),
            end=str(fields[1]),
            place=(start.line or 1, start.column or 1),
            everybody=count == "ALL",
        )


def _word(said: Sequence[Token]) -> str:
    """Return the kind of an order by its words, "" without any. FIRE 2 CHIPS and AIR CHIP are FIRE and AIR."""
    means = list(dict.fromkeys(MEANS[token.type] for token in said))
    if len(means) > 1 and WALK in means:
        means.remove(WALK)
    if len(means) > 1:
        raise words.fault(said[-1], "two-words", one=said[0], other=said[-1])
    return means[0] if means else ""


def _count(tree: Tree[Token]) -> Token | None:
    """Return the number of an order, or its ALL, None if it has neither."""
    counts = [child for child in tree.children if isinstance(child, Tree) and child.data == "count"]
    found = [token for count in counts for token in count.children if isinstance(token, Token)]
    numbers = [token for token in found if token.type == "NUMBER"]
    if len(numbers) > 1:
        raise words.fault(numbers[1], "two-numbers")
    return numbers[0] if numbers else None


def number(token: Token) -> int:
    """Return the number that *token* writes. Raises Fault if it is ALL, or absurdly large."""
    if token == "ALL":
        raise words.fault(token, "no-number")
    return faults.number(token, MOST, words("too-much"))


def read_cities(reader: LineReader, found: list[Token], board: Board) -> list[Named]:
    """Return the fields of a line that names cities. Raises Fault."""
    fields = fields_of(reader.parse(found, "cities_line"), board)
    return [Named(str(field), 0, (field.line or 1, field.column or 1)) for field in fields]


def _with_times(found: Sequence[Token], board: Board) -> list[Token]:
    """Return the words of a placing; `x3` after a field is a number if the board has no column X."""
    read: list[Token] = []
    for token in found:
        after_field = bool(read) and read[-1].type == "FIELD"
        if after_field and token.type == "FIELD" and token[0] == "X" and not board.has(token):
            read += [Token.new_borrow_pos("TIMES", "x", token), Token.new_borrow_pos("NUMBER", token[1:], token)]
        else:
            read.append(token)
    return read


def read_placing(reader: LineReader, found: list[Token], board: Board) -> list[Named]:
    """Return the fields of a line that places chips, with the chips on each. Raises Fault."""
    placed = []
    for tree in reader.parse(_with_times(found, board), "place_line").find_data("placed"):
        field = fields_of(tree, board)[0]
        behind = [token for token in tree.children if isinstance(token, Token) and token.type == "NUMBER"]
        before = _count(tree)
        if before is not None and behind:
            raise words.fault(behind[0], "two-numbers.placed", field=field)
        written = behind[0] if behind else before
        chips = 1 if written is None else number(written)
        placed.append(Named(str(field), chips, (field.line or 1, field.column or 1)))
    return sorted(placed, key=lambda named: named.place)
