"""Stage 1: the moves of one side, carried out as far as the enemy allows, then cut back where a pile is too high.

The sides never block each other, so each side's moves depend only on its orders, where its pieces are, and where enemy
men were when the stage began.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import msgspec

from gm.rules.ground_war.position import City, Link
from gm.rules.ground_war.state import Move, Options
from gm.rules.pictures.honeycomb import Board
from gm.rules.war.piles import Piles, sorted_piles


class Carried(msgspec.Struct, frozen=True):
    """What became of the moves: where each ended, in the order written, and the own men and trucks afterwards."""

    ended: tuple[str, ...]
    men: dict[str, int]
    trucks: dict[str, int]


def carry_out(
    board: Board,
    moves: Sequence[Move],
    men: Piles,
    trucks: Piles,
    enemy: Container[str],
    pile: int = 3,
    may_jump: Sequence[bool] = (),
) -> Carried:
    """Carry out one side's moves. *enemy*: fields that held enemy men; may_jump: by move, whether a jump succeeds."""
    steps = [
        0 if move.word == "jump" and may_jump and not may_jump[number] else _reach(board, move, enemy)
        for number, move in enumerate(moves)
    ]
    _cut_back(moves, steps, _standing(moves, men), pile)
    after, driven = _standing(moves, men), _parked(moves, trucks)
    for move, step in zip(moves, steps, strict=True):
        field = move.path[step]
        after[field] = after.get(field, 0) + move.men
        if move.word == "truck":
            driven[field] = driven.get(field, 0) + 1
    ended = tuple(move.path[step] for move, step in zip(moves, steps, strict=True))
    return Carried(ended, sorted_piles(after), sorted_piles(driven))


def _reach(board: Board, move: Move, enemy: Container[str]) -> int:
    """Return how many steps the enemy allows: a truck stops on the first field on or next to one with enemy men."""
    if move.word != "truck":
        return len(move.path) - 1
    for step, field in enumerate(move.path[1:], 1):
        if any(near in enemy for near in board.near(field)):
            return step
    return len(move.path) - 1


def _cut_back(moves: Sequence[Move], steps: list[int], standing: Mapping[str, int], pile: int) -> None:
    """Take back steps until no pile is too high: always of the last written move that ends on such a field."""
    count = dict(standing)
    for move, step in zip(moves, steps, strict=True):
        count[move.path[step]] = count.get(move.path[step], 0) + move.men
    while True:
        found = (n for n in range(len(moves) - 1, -1, -1) if steps[n] > 0 and count[moves[n].path[steps[n]]] > pile)
        last = next(found, None)
        if last is None:
            return
        move = moves[last]
        count[move.path[steps[last]]] -= move.men
        steps[last] -= 1
        back = move.path[steps[last]]
        count[back] = count.get(back, 0) + move.men


def _standing(moves: Sequence[Move], men: Piles) -> dict[str, int]:
    """Return the men whom no move takes away."""
    left = dict(men)
    for move in moves:
        left[move.path[0]] -= move.men
    return left


def _parked(moves: Sequence[Move], trucks: Piles) -> dict[str, int]:
    left = dict(trucks)
    for move in moves:
        if move.word == "truck":
            left[move.path[0]] -= 1
    return left


def can_jump(
    move: Move,
    side: str,
    cycle: int,
    cities: Mapping[str, City],
    links: Sequence[Link],
    enemy: Container[str],
    options: Options,
) -> bool:
    """Return whether a jump succeeds: linked cities, both possessed long enough by the start, the way clear."""
    link = linked(move.path[0], move.path[1], links)
    if not options.inter_city_jumps or link is None or any(field in enemy for field in link.clear):
        return False
    return all(productive(cities.get(field), side, cycle, options.production_delay) for field in move.path)


def linked(source: str, target: str, links: Sequence[Link]) -> Link | None:
    """Return the link between two cities, None if there is none."""
    return next((link for link in links if set(link.cities) == {source, target}), None)


def productive(city: City | None, side: str, cycle: int, delay: int) -> bool:
    """Return whether *side* has possessed the city for *delay* full cycles when the cycle begins (III c)."""
    return city is not None and city.possessor == side and cycle - 1 - city.since >= delay
