"""Where labels, units and marks stand: in their province if there is room, and never on one another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from scipy import ndimage

from gm.maps.arcs import Point
from gm.maps.facts import SEA, Facts

STEP = 4  # boxes stand on a grid of so many units, which is a pixel at the narrowest width
SIZES = {"label": (18, 9), "unit": (10, 10), "centre": (5, 5), "coast": (9, 6)}  # in steps
INSIDE = 0.75  # a label of which less is in its province needs a leader
REACH = 45  # how far a box may stand from the middle of its province, in steps beyond it


class Stand(msgspec.Struct):
    """Where the things of a province stand, in units: the middles of their boxes."""

    label: Point
    unit: Point
    centre: Point | None = None
    leader: Point | None = None


class Placing:
    """Puts the boxes of one board. labels: the regions as cells of STEP units."""

    def __init__(self, facts: Facts, labels: Any, wishes: Mapping[tuple[str, str], Point]) -> None:
        self.facts, self.labels, self.wishes = facts, labels, wishes
        self.taken = np.zeros(labels.shape, dtype=bool)
        sizes = np.bincount(labels.ravel(), minlength=len(facts.codes)).astype(float)
        land = np.array([facts.kinds[code] != SEA for code in facts.codes])
        worth = np.where(land, 900 / np.maximum(sizes, 100), 60 / np.maximum(sizes, 100))
        worth[0] = 0.05
        self.worth = worth[labels]  # what it costs to cover a cell of somebody else
        self.stands: dict[str, Stand] = {}

    def place(self, coasts: Mapping[str, list[list[Point]]]) -> dict[str, Stand]:
        """Put all boxes: units first, the crowded provinces before the others, then marks, then labels."""
        codes = sorted(self.facts.near, key=lambda code: (self._room(code), code))
        open_codes = [code for code in codes if code in self.facts.coasts]
        for code in open_codes:
            self._group(code, coasts)
        for code in codes:
            if code not in self.facts.coasts:
                at = self._put(code, "label", self._middle(code), 0.2)
                self.stands[code] = Stand(at, at)
        return self.stands

    def _room(self, code: str) -> float:
        """How many boxes' worth of room a province has."""
        cells = int((self.labels == self.facts.codes.index(code)).sum())
        return cells / (1 + len(self.facts.coasts.get(code, ())))

    def _group(self, code: str, coasts: Mapping[str, list[list[Point]]]) -> None:
        """Put all boxes of one province."""
        middle = self._middle(code)
        best = self._together(code, middle)
        unit = self._put(code, "unit", best or middle, 0.15)
        for name in self.facts.coasts[code]:
            place = f"{code}/{name}"
            shore = [point for line in coasts[place] for point in line] or [middle]
            at = self._put(code, "unit", _central(shore), 0.6, place=place)
            self.stands[place] = Stand(self._put(code, "coast", at, 1.0, place=place), at)
        centre = self._put(code, "centre", unit, 0.4) if code in self.facts.centres else None
        label = self._put(code, "label", unit, 0.4)
        leader = None if self._share(code, "label", label) >= INSIDE else self._leader(code, label, unit)
        self.stands[code] = Stand(label, unit, centre, leader)

    def _together(self, code: str, middle: Point) -> Point | None:
        """Where the unit stands if label, unit and mark all fit into the province, the label above the unit."""
        own = self._own(code) & ~self.taken
        fits = _share_of(own, (20, 21)) >= 1
        if not fits.any():
            fits = _share_of(own, (18, 19)) >= 0.97
        if not fits.any():
            return None
        rows, columns = np.nonzero(fits)
        away = np.hypot(rows + 10 - middle[1] / STEP, columns + 10 - middle[0] / STEP)
        number = int(away.argmin())
        return int(columns[number] + 6) * STEP, int(rows[number] + 15) * STEP

    def _own(self, code: str) -> Any:
        """Which cells belong to a province."""
        return self.labels == self.facts.codes.index(code)

    def _middle(self, code: str) -> Point:
        """The cell of a province that is deepest inside, as a point."""
        depth = ndimage.distance_transform_edt(np.pad(self._own(code), 1))[1:-1, 1:-1]
        row, column = np.unravel_index(int(depth.argmax()), depth.shape)
        return int(column) * STEP, int(row) * STEP

    def _share(self, code: str, what: str, at: Point) -> float:
        """How much of a box is in its province."""
        box = _box(what, at)
        return float(self._own(code)[box].mean())

    def _put(self, code: str, what: str, near: Point, pull: float, place: str = "") -> Point:
        """Put a box at the best spot: inside, near *near*, where it covers little of others; return its middle."""
        width, height = SIZES[what]
        near = self.wishes.get((what, place or code), near)
        own = self._own(code)
        outside = 1 - _share_of(own, (width, height))
        cover = _share_of(np.where(own, 0.0, self.worth), (width, height))
        free = _share_of(self.taken, (width, height)) == 0
        rows, columns = np.indices(outside.shape)
        away = np.hypot(columns + width / 2 - near[0] / STEP, rows + height / 2 - near[1] / STEP)
        heavy = {"unit": 150, "label": 25, "centre": 60, "coast": 8}[what]
        if (what, place or code) in self.wishes:
            heavy, pull = 5, 20
        cost = np.where(free, heavy * outside + 30 * cover + pull * away, np.inf)
        row, column = np.unravel_index(int(cost.argmin()), cost.shape)
        if not np.isfinite(cost[row, column]):
            print(f"{place or code}: no room for its {what}")
        self.taken[row : row + height, column : column + width] = True
        return int(column) * STEP + width * STEP // 2, int(row) * STEP + height * STEP // 2

    def _leader(self, code: str, label: Point, unit: Point) -> Point:
        """The point inside a province to which a line from its label leads: near the label, but not under a box."""
        own = ndimage.binary_erosion(self._own(code), iterations=2) & ~self.taken
        own = own if own.any() else self._own(code)
        rows, columns = np.nonzero(own)
        number = int(np.hypot(columns - label[0] / STEP, rows - label[1] / STEP).argmin())
        return int(columns[number]) * STEP + 2, int(rows[number]) * STEP + 2


def _box(what: str, at: Point) -> tuple[slice, slice]:
    """The cells of a box with its middle at a point."""
    width, height = SIZES[what]
    left, top = (at[0] - width * STEP // 2) // STEP, (at[1] - height * STEP // 2) // STEP
    return slice(top, top + height), slice(left, left + width)


def _share_of(values: Any, size: tuple[int, int]) -> Any:
    """The mean of *values* in each box of so many cells, by its left upper cell."""
    width, height = size
    sums = np.pad(np.cumsum(np.cumsum(values.astype(float), axis=0), axis=1), ((1, 0), (1, 0)))
    boxes = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
    return np.round(boxes / (width * height), 9)


def _central(points: list[Point]) -> Point:
    """The point of a line that is nearest to the middle of all."""
    spots = np.array(points)
    return points[int(((spots - spots.mean(axis=0)) ** 2).sum(axis=1).argmin())]
