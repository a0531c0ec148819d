"""Whether what a side has written is allowed as a whole: its set of moves, its choice of cities, its first chips.

Checks use the position, which both sides know, and the side's own lines, never what the other side has on file.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm.rules import Problem
from gm.rules.air_war.cities import wrong_choice
from gm.rules.air_war.faults import words
from gm.rules.air_war.moves import Move, broken_rules
from gm.rules.air_war.placing import wrong_count, wrong_field
from gm.rules.air_war.position import Position
from gm.rules.air_war.reading import AIR, FIRE, Named, Order
from gm.rules.pictures.honeycomb import Board
from gm.rules.war.piles import sorted_piles


def check_moves(position: Position, side: str, orders: Sequence[Order]) -> tuple[tuple[Move, ...], list[Problem]]:
    """Return the set of moves, and every rule that it breaks; if it breaks one, it fails as a whole."""
    found = [words.problem(order.place, "fire-in-moves") for order in orders if order.word == FIRE]
    left = dict(position.chips[side])
    moves = tuple(_move(order, left) for order in orders if order.word != FIRE)
    return moves, [*found, *broken_rules(position, side, moves)]


def _move(order: Order, left: dict[str, int]) -> Move:
    """Return an order as a move, and take its chips away from those *left*; ALL means all of these, or else one."""
    chips = max(1, left.get(order.start, 0)) if order.everybody else 1 if order.chips is None else order.chips
    left[order.start] = left.get(order.start, 0) - chips
    return Move(chips=chips, start=order.start, end=order.end, air=order.word == AIR, place=order.place)


def check_cities(board: Board, half: str, named: Sequence[Named]) -> tuple[tuple[str, ...], list[Problem]]:
    """Return the choice of cities for a half, and everything wrong with it."""
    cities = tuple(one.field for one in named)
    last = named[-1].place if named else (1, 1)
    found = [
        Problem(*(last if wrong.city is None else named[wrong.city].place), wrong.code, wrong.message)
        for wrong in wrong_choice(board, half, cities)
    ]
    return cities, found


def check_placing(board: Board, side: str, named: Sequence[Named], chips: int) -> tuple[dict[str, int], list[Problem]]:
    """Return the chips on each field, and everything wrong with the placing, which stands or falls as a whole."""
    placed: dict[str, int] = {}
    found = []
    for one in named:
        placed[one.field] = placed.get(one.field, 0) + one.chips
        why = words("placing.none") if one.chips == 0 else ""
        why = why or wrong_field(board, side, one.field, placed[one.field])
        if why:
            found.append(Problem(*one.place, "placing", why))
    why = wrong_count(sum(placed.values()), chips) if not found else ""
    if why:
        found.append(Problem(*named[-1].place, "how-many", why))
    return sorted_piles(placed), found
