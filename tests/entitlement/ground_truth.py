"""What the rulings let a side of a Ground War know, from the true position: slow, simple, and without code from gm.

Fields have the names that players use. A move is (word, path, men): `("TRUCK", ("G5", "G6", "G7"), 2)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Move = tuple[str, tuple[str, ...], int]
Piles = Mapping[str, int]


class Ground:
    """A board of so many rows and columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self.fields = [f"{chr(64 + c)}{r}" for r in range(1, rows + 1) for c in range(1, columns + 1)]
        self.on = set(self.fields)
        self.known: dict[str, list[str]] = {}

    def next_to(self, field: str) -> list[str]:
        """The fields that touch this one (G5 touches F5 H5 F4 G4 F6 G6)."""
        if field not in self.known:
            row, column = int(field[1:]), ord(field[0])
            slanted = (column, column + 1) if row % 2 == 0 else (column - 1, column)
            around = [(row, column - 1), (row, column + 1), *((r, c) for r in (row - 1, row + 1) for c in slanted)]
            names = [f"{chr(c)}{r}" for r, c in around]
            self.known[field] = [name for name in names if name in self.on]
        return self.known[field]

    def within(self, steps: int, starts: Iterable[str]) -> set[str]:
        """Every field at most so many steps from one of these."""
        found = set(starts)
        for _ in range(steps):
            found |= {near for field in found for near in self.next_to(field)}
        return found

    def ends(self, moves: Sequence[Move], men: Piles, enemy: Iterable[str], pile: int = 3) -> list[str]:
        """Where each move ends: trucks stop near where enemy men stood, then piles are cut back, last written first."""
        stops = self.within(1, enemy)
        ways = [self.way(move, stops) for move in moves]
        while True:
            count = dict(men)
            for (_, path, number), way in zip(moves, ways, strict=True):
                count[path[0]] -= number
                count[way[-1]] = count.get(way[-1], 0) + number
            too_high = {field for field, number in count.items() if number > pile}
            back = [way for way in ways if way[-1] in too_high and len(way) > 1]
            if not back:
                return [way[-1] for way in ways]
            back[-1].pop()

    def way(self, move: Move, stops: set[str]) -> list[str]:
        word, path, _ = move
        way = [path[0]]
        for field in path[1:]:
            way.append(field)
            if word == "TRUCK" and field in stops:
                break
        return way


def after_moves(moves: Sequence[Move], ends: Sequence[str], men: Piles, trucks: Piles) -> tuple[dict[str, int], ...]:
    """Men and trucks of a side when its moves have ended there."""
    walked, driven = dict(men), dict(trucks)
    for (word, path, number), end in zip(moves, ends, strict=True):
        walked[path[0]] -= number
        walked[end] = walked.get(end, 0) + number
        if word == "TRUCK":
            driven[path[0]] -= 1
            driven[end] = driven.get(end, 0) + 1
    return _piles(walked), _piles(driven)


def _piles(piles: Piles) -> dict[str, int]:
    return {field: piles[field] for field in sorted(piles) if piles[field]}


def told(
    ground: Ground, men: Mapping[str, Piles], trucks: Mapping[str, Piles], cities: Mapping[str, str], side: str
) -> dict[str, Any]:
    """Stage 2: (a), (b), (c), and what a side sees of its own."""
    enemy = "NORTH" if side == "SOUTH" else "SOUTH"
    near, sight = ground.within(1, men[side]), ground.within(2, men[side])
    return {
        "a": sorted((field, number) for field, number in men[enemy].items() if field in near),
        "b": sorted((field, number) for field, number in trucks[enemy].items() if field in sight),
        "c": sorted(field for field in men[enemy] if field in sight),
        "men": sorted(men[side].items()),
        "trucks": sorted((field, number) for field, number in trucks[side].items() if field in sight),
        "cities": sorted((field, cities[field]) for field in cities if field in men[side]),
    }


def may_aim(ground: Ground, men: Mapping[str, Piles], side: str) -> dict[str, list[str]]:
    """The fields from which men of a side may aim, each with the fields next to it on which enemy men stand."""
    enemy = men["NORTH" if side == "SOUTH" else "SOUTH"]
    found = {field: [near for near in ground.next_to(field) if near in enemy] for field in sorted(men[side])}
    return {field: targets for field, targets in found.items() if targets and field not in enemy}
