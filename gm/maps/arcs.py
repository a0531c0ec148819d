"""From cells to outlines: arcs that two regions share, smoothed and simplified once for both."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
from scipy import ndimage

Point = tuple[int, int]
NOTHING = -1  # what lies beyond the edge of the picture
COAST, BORDER, WATER, EDGE = "coast", "border", "water", "edge"
# For each sort of arc how far it is smoothed (in cells) and how far simplifying may move it (in units); when two arcs
# would cross, both fall back to the next step, and last to the sides of the cells themselves.
SMOOTHING = {
    COAST: ((1.2, 1.0), (0.7, 0.6)),
    BORDER: ((3.0, 1.0), (1.5, 0.8), (0.7, 0.6)),
    WATER: ((6.0, 1.2), (3.0, 1.0), (1.0, 0.6)),
    EDGE: (),
}


class Arc(msgspec.Struct):
    """A line between two regions, from one junction to the next (or around an island); left and right of its way."""

    cells: Any
    left: int
    right: int
    sort: str
    closed: bool  # it goes around an island and meets no other arc
    step: int = 0
    points: list[Point] = []


def trace(labels: Any, water: set[int], boxed: set[int]) -> list[Arc]:
    """Return the arcs between the regions of *labels*; water: which of them are seas; boxed: which are rectangles."""
    ways = _ways(np.pad(labels, 1, constant_values=NOTHING))
    degree = {vertex: len(ends) for vertex, ends in ways.items()}
    junctions = sorted(vertex for vertex, count in degree.items() if count != 2)
    used: set[tuple[Point, Point]] = set()
    arcs = []
    for vertex in [*junctions, *sorted(degree)]:
        for end in sorted(ways[vertex]):
            if (vertex, end) not in used:
                arcs.append(_follow(ways, degree, vertex, end, used, water))
    for arc in arcs:
        if {arc.left, arc.right} & boxed:
            arc.sort = EDGE
    return arcs


def _ways(padded: Any) -> dict[Point, dict[Point, tuple[int, int]]]:
    """For each corner of cells the corners one side away along a border, and what lies left and right of that side."""
    ways: dict[Point, dict[Point, tuple[int, int]]] = defaultdict(dict)
    rows, columns = np.nonzero(padded[:, 1:] != padded[:, :-1])
    for y, x in zip(rows.tolist(), columns.tolist(), strict=True):  # a side that goes down, from (x, y - 1) to (x, y)
        west, east = int(padded[y, x]), int(padded[y, x + 1])
        ways[x, y - 1][x, y] = (east, west)
        ways[x, y][x, y - 1] = (west, east)
    rows, columns = np.nonzero(padded[1:] != padded[:-1])
    for y, x in zip(rows.tolist(), columns.tolist(), strict=True):  # a side that goes right
        north, south = int(padded[y, x]), int(padded[y + 1, x])
        ways[x - 1, y][x, y] = (north, south)
        ways[x, y][x - 1, y] = (south, north)
    return ways


def _follow(
    ways: dict[Point, dict[Point, tuple[int, int]]],
    degree: dict[Point, int],
    vertex: Point,
    end: Point,
    used: set[tuple[Point, Point]],
    water: set[int],
) -> Arc:
    """The arc that begins with one side, up to the next junction or back to its start."""
    left, right = ways[vertex][end]
    line = [vertex, end]
    used |= {(vertex, end), (end, vertex)}
    while degree[line[-1]] == 2 and line[-1] != vertex:
        (after,) = (point for point in ways[line[-1]] if point != line[-2])
        used |= {(line[-1], after), (after, line[-1])}
        line.append(after)
    wet = (left in water) + (right in water)
    sort = EDGE if NOTHING in (left, right) else (BORDER, COAST, WATER)[wet]
    return Arc(np.array(line), left, right, sort, line[-1] == vertex and degree[vertex] == 2)


def draw(arcs: list[Arc], cell: int) -> None:
    """Give every arc its points, in whole units, such that no two arcs cross or share a side."""
    for arc in arcs:
        arc.points = _drawn(arc, cell)
    while True:
        tangled = {number for pair in crossings(arcs) for number in pair}
        behind = [arc for number, arc in enumerate(arcs) if number in tangled and arc.step < len(SMOOTHING[arc.sort])]
        if not behind:
            return
        for arc in behind:
            arc.step += 1
            arc.points = _drawn(arc, cell)


def _drawn(arc: Arc, cell: int) -> list[Point]:
    """The points of an arc as smooth as its step says."""
    steps = SMOOTHING[arc.sort]
    if arc.step >= len(steps):
        return _straightened([(int(x) * cell, int(y) * cell) for x, y in arc.cells])
    sigma, tolerance = steps[arc.step]
    smooth = _smoothed(arc.cells.astype(float), sigma, arc.closed) * cell
    points = [(round(float(x)), round(float(y))) for x, y in _simplified(smooth, tolerance, arc.closed)]
    return [point for number, point in enumerate(points) if number == 0 or point != points[number - 1]]


def _smoothed(line: Any, sigma: float, closed: bool) -> Any:
    """A line without its corners; its ends stay."""
    if closed:
        round_ = ndimage.gaussian_filter1d(line[:-1], min(sigma, len(line) / 12), axis=0, mode="wrap")
        return np.concatenate([round_, round_[:1]])
    if len(line) < 4:
        return line
    before, after = 2 * line[0] - line[:0:-1], 2 * line[-1] - line[-2::-1]
    long = ndimage.gaussian_filter1d(np.concatenate([before, line, after]), sigma, axis=0)
    middle = long[len(line) - 1 : 2 * len(line) - 1]
    middle[0], middle[-1] = line[0], line[-1]
    return middle


def _simplified(line: Any, tolerance: float, closed: bool) -> Any:
    """The points of a line without which it would move by more than *tolerance*."""
    keep: Any = np.zeros(len(line), dtype=bool)
    keep[[0, -1]] = True
    spans = [(0, len(line) - 1)]
    if closed:
        far = int(((line - line[0]) ** 2).sum(axis=1).argmax())
        keep[far] = True
        spans = [(0, far), (far, len(line) - 1)]
    while spans:
        start, end = spans.pop()
        if end - start < 2:
            continue
        away = _distances(line[start + 1 : end], line[start], line[end])
        farthest = int(away.argmax())
        if away[farthest] > tolerance:
            middle = start + 1 + farthest
            keep[middle] = True
            spans += [(start, middle), (middle, end)]
    return line[keep]


def _distances(points: Any, start: Any, end: Any) -> Any:
    """How far points are from the straight line between two others."""
    along = end - start
    length = float(np.hypot(*along))
    if length == 0:
        return np.hypot(*(points - start).T)
    where = np.clip(((points - start) @ along) / length**2, 0, 1)
    return np.hypot(*(points - start - where[:, None] * along).T)


def _straightened(points: list[Point]) -> list[Point]:
    """The same line without points in the middle of straight runs."""
    kept = points[:1]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        turn = (point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])
        if turn:
            kept.append(point)
    return [*kept, points[-1]]


def crossings(arcs: list[Arc]) -> list[tuple[int, int]]:
    """Return the pairs of arcs (by number) that meet elsewhere than at their ends; an arc may meet itself."""
    sides = [
        (number, start, end)
        for number, arc in enumerate(arcs)
        for start, end in zip(arc.points, arc.points[1:], strict=False)
    ]
    grid: dict[Point, list[int]] = defaultdict(list)
    for index, (_, start, end) in enumerate(sides):
        for x in range(min(start[0], end[0]) // 16, max(start[0], end[0]) // 16 + 1):
            for y in range(min(start[1], end[1]) // 16, max(start[1], end[1]) // 16 + 1):
                grid[x, y].append(index)
    found = {
        (sides[one][0], sides[other][0])
        for indexes in grid.values()
        for one, other in combinations(indexes, 2)
        if _meet(*sides[one][1:], *sides[other][1:])
    }
    loops = ((number, arc.points) for number, arc in enumerate(arcs) if arc.points[0] == arc.points[-1])
    short = {(number, number) for number, points in loops if len(points) < 4}
    return sorted(found | short)


def _turn(one: Point, two: Point, three: Point) -> int:
    """Positive, zero or negative as the way through three points turns."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Say whether two sides have more in common than an end of both."""
    shared = {a, b} & {c, d}
    if len(shared) == 2:
        return True
    if shared:
        (at,) = shared
        one, other = (b if a == at else a), (d if c == at else c)
        ahead = (one[0] - at[0]) * (other[0] - at[0]) + (one[1] - at[1]) * (other[1] - at[1])
        return _turn(at, one, other) == 0 and ahead > 0
    if min(a[0], b[0]) > max(c[0], d[0]) or min(c[0], d[0]) > max(a[0], b[0]):
        return False
    if min(a[1], b[1]) > max(c[1], d[1]) or min(c[1], d[1]) > max(a[1], b[1]):
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def outlines(arcs: list[Arc]) -> dict[int, list[list[Point]]]:
    """Return the closed outlines of every region: the points of each, the first not repeated; the region on the left.
    """
    parts: dict[int, list[list[Point]]] = defaultdict(list)
    for arc in arcs:
        parts[arc.left].append(arc.points)
        parts[arc.right].append(arc.points[::-1])
    return {region: _joined(lines) for region, lines in sorted(parts.items()) if region != NOTHING}


def _joined(lines: list[list[Point]]) -> list[list[Point]]:
    """Lines put together end to start until each is closed."""
    starts: dict[Point, list[list[Point]]] = defaultdict(list)
    for line in lines:
        starts[line[0]].append(line)
    rings = []
    for line in lines:
        if line not in starts[line[0]]:
            continue
        starts[line[0]].remove(line)
        ring = line
        while ring[-1] != ring[0]:
            ring = ring + starts[ring[-1]].pop()[1:]
        rings.append(ring[:-1])
    return rings
