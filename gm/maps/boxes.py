"""Where labels, units and marks stand: in their province if there is room, and never on one another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
import numpy as np
from scipy import ndimage

from gm.maps.arcs import Point
from gm.maps.facts import OUT, SEA, Facts

STEP = 4  # boxes stand on a grid of so many units, which is a pixel at the narrowest width
SIZES = {"label": (18, 9), "unit": (10, 10), "centre": (5, 5), "coast": (9, 6)}  # in steps
HEAVY = {"unit": 300, "label": 25, "centre": 60, "coast": 8}  # what it costs to stand outside of the province
PULL = {"unit": 0.15, "label": 0.4, "centre": 0.4, "coast": 1.0}  # what a step away from where it should be costs
SHORE = 0.6  # the same for a unit on a named coast
COVER = 30  # what it costs to cover others
WISHED = 20  # what a step away from where a person wants it costs
ORDERS = (("unit", "centre", "label"), ("label", "unit", "centre"), ("unit", "label", "centre"))
INSIDE = 0.2  # a label of which less is in its province needs a leader
SHALLOW = 2  # no leader ends nearer to the outline than so many steps
DEEP = 4  # so many steps from its outline a leader ends, if a province is wide enough
CLOSE = 40  # so many steps around the point that draws a box are looked at before the rest of its province
REACH = 45  # how far a box may stand from its province, in steps
GOOD = 8  # a province whose boxes cost more is tried again together with each of its neighbours
ROUNDS = 2


class Stand(msgspec.Struct):
    """Where the things of a province stand, in units: the middles of their boxes."""

    label: Point
    unit: Point
    centre: Point | None = None
    leader: Point | None = None


class Box(msgspec.Struct, frozen=True):
    """One thing: of which place it is, what it is, its left upper cell, and how bad it is that it is there."""

    place: str
    what: str
    column: int
    row: int
    cost: float

    @property
    def cells(self) -> tuple[slice, slice]:
        """The cells that it covers."""
        width, height = SIZES[self.what]
        return slice(self.row, self.row + height), slice(self.column, self.column + width)

    @property
    def middle(self) -> Point:
        """The point in the middle."""
        width, height = SIZES[self.what]
        return self.column * STEP + width * STEP // 2, self.row * STEP + height * STEP // 2


class Placing:
    """Puts the boxes of one board. labels: the regions as cells of STEP units; coasts: the lines of named coasts."""

    def __init__(
        self,
        facts: Facts,
        labels: Any,
        wishes: Mapping[tuple[str, str], Point],
        coasts: Mapping[str, list[list[Point]]],
    ) -> None:
        self.facts, self.labels, self.wishes, self.coasts = facts, labels, wishes, coasts
        self.taken: Any = np.zeros(labels.shape, dtype=bool)
        sizes = np.bincount(labels.ravel(), minlength=len(facts.codes)).astype(float)
        land = np.array([facts.kinds[code] != SEA for code in facts.codes])
        worth = np.where(land, 900 / np.maximum(sizes, 100), 60 / np.maximum(sizes, 100))
        worth[0] = 0.05
        self.worth = worth[labels]  # what it costs to cover a cell of somebody else
        self.boxes: dict[str, list[Box]] = {code: [] for code in facts.near}
        self.middle, self.standing, self.around = cache(self._middle), cache(self._standing), cache(self._around)

    def place(self) -> dict[str, Stand]:
        """Put all boxes, the crowded provinces first; then try again what did not find a good place."""
        codes = sorted(self.facts.near, key=lambda code: (code not in self.facts.coasts, self._room(code), code))
        for code in codes:
            self._group(code)
        for _ in range(ROUNDS):
            for code in codes:
                self._again([[code]])
            for code in codes:
                for other in sorted(self.facts.near[code]):
                    if self._cost([code]) > GOOD:
                        self._again([[code, other], [other, code]])
        stands: dict[str, Stand] = {}
        for code in codes:
            stands |= self._stands(code)
        return stands

    def _room(self, code: str) -> float:
        """How many boxes' worth of room a province has."""
        return float(self._own(code).sum()) / (1 + len(self.facts.coasts.get(code, ())))

    def _cost(self, codes: Iterable[str]) -> float:
        """How bad it is that the boxes of these provinces are where they are."""
        return sum(box.cost for code in codes for box in self.boxes[code])

    def _again(self, ways: list[list[str]]) -> None:
        """Put the boxes of some provinces anew, one province after the other; each way is one order of them."""
        before = {code: self.boxes[code] for code in ways[0]}
        tried = [(self._cost(before), before)]
        for way in ways:
            for code in way:
                self._set(code, [])
            for code in way:
                self._group(code)
            tried.append((self._cost(way), {code: self.boxes[code] for code in way}))
        best = min(tried, key=lambda one: one[0])[1]
        for code in best:
            self._set(code, [])
        for code, boxes in best.items():
            self._set(code, boxes)

    def _set(self, code: str, boxes: list[Box]) -> None:
        """Replace the boxes of a province."""
        for box in self.boxes[code]:
            self.taken[box.cells] = False
        for box in boxes:
            self.taken[box.cells] = True
        self.boxes[code] = boxes

    def _group(self, code: str) -> None:
        """Put all boxes of a province that has none yet, in the order that turns out best."""
        tried: list[list[Box]] = []
        near = self._together(code) or self.middle(code)
        for order in ORDERS if code in self.facts.coasts else [("label",)]:
            self._in_order(code, order, near)
            tried.append(self.boxes[code])
            self._set(code, [])
        self._set(code, min(tried, key=lambda boxes: sum(box.cost for box in boxes)))

    def _in_order(self, code: str, order: tuple[str, ...], near: Point) -> None:
        """Put the boxes of a province one after the other, the first near *near*."""
        for what in order:
            if what == "centre" and code not in self.facts.centres:
                continue
            self._put(code, code, what, near, PULL[what])
            near = self.boxes[code][0].middle
            if what == "unit":
                for name in self.facts.coasts[code]:
                    self._on_coast(code, f"{code}/{name}")

    def _on_coast(self, code: str, place: str) -> None:
        """Put the unit and the label of a named coast."""
        shore = [point for line in self.coasts[place] for point in line] or [self.middle(code)]
        self._put(code, place, "unit", _central(shore), SHORE)
        self._put(code, place, "coast", self.boxes[code][-1].middle, PULL["coast"])

    def _put(self, code: str, place: str, what: str, near: Point, pull: float) -> None:
        """Put a box at the best free spot: inside, near *near*, where it covers little of others."""
        wish = self.wishes.get((what, place))
        (x, y), pull = (wish, WISHED) if wish else (near, pull)
        width, height = SIZES[what]
        top, left, standing = self.standing(code, what)
        at = (y / STEP - height / 2, x / STEP - width / 2)
        for reach in (CLOSE, sum(self.labels.shape)):
            row, column = (max(0, int(middle) - reach - edge) for middle, edge in zip(at, (top, left), strict=True))
            part = standing[row : max(0, int(at[0]) + reach - top), column : max(0, int(at[1]) + reach - left)]
            row, column = row + top, column + left
            view = self.taken[row : row + part.shape[0] + height - 1, column : column + part.shape[1] + width - 1]
            if not part.size:
                continue
            rows, columns = np.indices(part.shape)
            away = np.hypot(columns + column - at[1], rows + row - at[0])
            cost = np.where(_share(view, (width, height)) == 0, part + pull * away, 1e6)
            down, right = np.unravel_index(int(cost.argmin()), cost.shape)
            box = Box(place, what, int(right) + column, int(down) + row, float(cost[down, right]))
            if box.cost < pull * (reach - 1):  # whatever is further away costs more
                break
        self._set(code, [*self.boxes[code], box])

    def _standing(self, code: str, what: str) -> tuple[int, int, Any]:
        """What it costs to stand in a province or near it: the first row and column, then a cost for each spot."""
        near = self.around(code, REACH)
        own = self._own(code)[near]
        share = _share_round if what == "unit" else _share
        outside = 1 - share(own, SIZES[what])
        cover = share(np.where(own, 0.0, self.worth[near]), SIZES[what])
        return near[0].start, near[1].start, HEAVY[what] * outside + COVER * cover

    def _around(self, code: str, reach: int) -> tuple[slice, slice]:
        """The rectangle of cells that a province fills, and so many steps on each side of it."""
        filled = np.nonzero(self._own(code))
        rows, columns = (slice(max(0, int(n.min(initial=0)) - reach), int(n.max(initial=0)) + reach) for n in filled)
        return rows, columns

    def _together(self, code: str) -> Point | None:
        """Where the unit stands if label, unit and mark all fit into the province, the label above the unit."""
        near = self.around(code, max(SIZES["label"]))
        fits = _share(self._own(code)[near] & ~self.taken[near], (20, 21)) >= 1
        if not fits.any():
            return None
        rows, columns = np.nonzero(fits)
        x, y = self.middle(code)
        rows, columns = rows + near[0].start, columns + near[1].start
        number = int(np.hypot(rows + 10 - y / STEP, columns + 10 - x / STEP).argmin())
        return int(columns[number] + 6) * STEP, int(rows[number] + 15) * STEP

    def _own(self, code: str) -> Any:
        """Which cells belong to a province."""
        return self.labels == self.facts.codes.index(code)

    def _middle(self, code: str) -> Point:
        """The cell of a province that is deepest inside, as a point."""
        near = self.around(code, 1)
        depth = ndimage.distance_transform_edt(np.pad(self._own(code)[near], 1))[1:-1, 1:-1]
        row, column = np.unravel_index(int(depth.argmax()), depth.shape)
        return (int(column) + near[1].start) * STEP, (int(row) + near[0].start) * STEP

    def _stands(self, code: str) -> dict[str, Stand]:
        """Where the things of a province stand, and of each of its named coasts."""
        at = {(box.place, "label" if box.what == "coast" else box.what): box for box in self.boxes[code]}
        for place, what in (key for key, box in at.items() if box.cost >= 1e6):
            print(f"{place}: no room for its {what}")
        stands = {}
        for place in sorted({place for place, _ in at}):
            label = at[place, "label"]
            centre = at.get((place, "centre"))
            unit = at.get((place, "unit"), label).middle
            stands[place] = Stand(label.middle, unit, centre.middle if centre else None)
        covered = np.bincount(self.labels[at[code, "label"].cells].ravel(), minlength=len(self.facts.codes))
        land = max(int(count) for other, count in zip(self.facts.codes, covered, strict=True)
                   if other not in (OUT, code) and self.facts.kinds[other] != SEA)  # fmt: skip
        if covered[self.facts.codes.index(code)] < max(land, INSIDE * covered.sum()):
            stands[code].leader = self._leader(self._own(code), at[code, "label"])
        return stands

    def _leader(self, own: Any, label: Box) -> Point | None:
        """The point of a province to which a line from its label leads: near it, under no box; None if it is there."""
        depth = np.where(self.taken, 0, ndimage.distance_transform_edt(own))
        deepest = float(depth.max())
        if ndimage.binary_erosion(own)[label.cells].any() or deepest < SHALLOW:
            return None
        rows, columns = np.nonzero(depth >= min(DEEP, max(SHALLOW, 0.7 * deepest)))
        number = int(np.hypot(columns - label.middle[0] / STEP, rows - label.middle[1] / STEP).argmin())
        return int(columns[number]) * STEP + 2, int(rows[number]) * STEP + 2


def _share(values: Any, size: tuple[int, int]) -> Any:
    """The mean of *values* in each box of so many cells, by its left upper cell."""
    width, height = size
    sums = np.pad(np.cumsum(np.cumsum(values.astype(float), axis=0), axis=1), ((1, 0), (1, 0)))
    boxes = sums[height:, width:] - sums[:-height, width:] - sums[height:, :-width] + sums[:-height, :-width]
    return np.round(boxes / (width * height), 9)


def _share_round(values: Any, size: tuple[int, int]) -> Any:
    """The mean of *values* in the circle that fills each box of so many cells, by the box's left upper cell."""
    width, height = size
    rows, columns = np.indices((height, width))
    circle = np.hypot((columns + 0.5) / width - 0.5, (rows + 0.5) / height - 0.5) <= 0.5
    windows = np.lib.stride_tricks.sliding_window_view(values.astype(float), (height, width))
    return np.round(np.einsum("ijkl,kl->ij", windows, circle / circle.sum()), 9)


def _central(points: list[Point]) -> Point:
    """The point of a line that is nearest to the middle of all."""
    spots = np.array(points)
    return points[int(((spots - spots.mean(axis=0)) ** 2).sum(axis=1).argmin())]
