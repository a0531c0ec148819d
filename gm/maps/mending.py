"""Borders that the board does not know are taken away: a third province grows along them until a point is left."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from gm.maps.facts import ANY, Facts
from gm.maps.ground import Ground

ROUNDS = 60
AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Mending:
    """Works on the labels of cells. fixed cells (boxes) are never changed."""

    def __init__(self, facts: Facts, ground: Ground, labels: Any, boxed: frozenset[str]) -> None:
        self.facts, self.ground, self.labels = facts, ground, labels
        size = len(facts.codes)
        self.forbidden: Any = np.zeros((size, size), dtype=bool)
        for one, code in enumerate(facts.codes):
            for other, another in enumerate(facts.codes):
                free = facts.allowed(code, another) or code in boxed or another in boxed
                self.forbidden[one, other] = not free
        self.boxed = {index for index, code in enumerate(facts.codes) if code in boxed}

    def mend(self) -> None:
        """Take forbidden borders away, and say which were long or stay."""
        for pair, length in sorted(self.wrong().items()):
            if length > 8:
                print(f"{pair[0]} {pair[1]}: {length} cells of a border that is none")
        for _ in range(ROUNDS):
            cells = self._suspects()
            if not cells:
                return
            if not sum(self._improve(row, column) for row, column in cells):
                break
        for pair, length in sorted(self.wrong().items()):
            print(f"{pair[0]} {pair[1]}: {length} cells of a border that is none cannot be mended")

    def wrong(self) -> Counter[tuple[str, str]]:
        """Return the pairs that touch and must not, with how many sides of cells."""
        found: Counter[tuple[str, str]] = Counter()
        for here, there in _neighbours(self.labels):
            bad = self.forbidden[here, there]
            for one, other in zip(here[bad].tolist(), there[bad].tolist(), strict=True):
                codes = sorted((self.facts.codes[one], self.facts.codes[other]))
                found[codes[0], codes[1]] += 1
        return found

    def _suspects(self) -> list[tuple[int, int]]:
        """The cells on forbidden borders."""
        marked = np.zeros(self.labels.shape, dtype=bool)
        beside, below = (self.forbidden[here, there] for here, there in _neighbours(self.labels))
        marked[:, 1:] |= beside
        marked[:, :-1] |= beside
        marked[1:] |= below
        marked[:-1] |= below
        return [(row, column) for row, column in np.argwhere(marked).tolist()]

    def _improve(self, row: int, column: int) -> bool:
        """Give a cell to the neighbour with which it costs least, if that is less than now."""
        around = self._around(row, column)
        now = int(self.labels[row, column])
        if now in self.boxed:
            return False
        costs = {index: self._cost(index, row, column, around) for index in {now, *around} - self.boxed}
        best = min(costs, key=lambda index: (costs[index], index != now, index))
        self.labels[row, column] = best
        return best != now

    def _around(self, row: int, column: int) -> list[int]:
        """The labels of the four cells beside a cell."""
        rows, columns = self.labels.shape
        spots = ((row + down, column + right) for down, right in AROUND)
        return [int(self.labels[y, x]) for y, x in spots if 0 <= y < rows and 0 <= x < columns]

    def _cost(self, index: int, row: int, column: int, around: list[int]) -> float:
        """How bad it is that a cell has this label."""
        wrong = sum(bool(self.forbidden[index, other]) for other in around)
        differ = sum(index != other for other in around)
        kind = self.facts.kinds[self.facts.codes[index]]
        strange = kind not in (ANY, int(self.ground.kind[row, column]))
        return 10 * wrong + differ + 3 * strange + 5 * (differ == len(around))


def _neighbours(labels: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The labels of all pairs of cells that lie beside one another, and below one another."""
    return (labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1])
