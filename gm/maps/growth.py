"""Every cell goes to the province whose spots are nearest to it: over land for land, over water for seas."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import ndimage, sparse
from scipy.sparse import csgraph

from gm.maps.facts import LAND, OUT, SEA, Facts
from gm.maps.frame import Frame
from gm.maps.ground import Ground
from gm.maps.places import Places

SEED = 1901
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
WALL = 60.0  # how many cells further it is across a cell of a wall


def grow(places: Places, facts: Facts, frame: Frame, ground: Ground) -> Any:
    """Return the index of the code of every cell. Changes the kind of lakes (to land) and of tiny islands (to sea)."""
    spots = _spots(places, facts, frame, ground)
    for kind in (SEA, LAND):
        _fill(places, ground, spots, kind)
    labels = np.where(ground.fixed >= 0, ground.fixed, -1)
    labels = _spread(places, ground, spots, SEA, labels)
    labels = _spread(places, ground, spots, LAND, labels)
    return _islands(places, facts, frame, ground, labels)


def _spots(places: Places, facts: Facts, frame: Frame, ground: Ground) -> list[tuple[int, int, int]]:
    """The spots of all provinces as row, column, index; each on a cell of its kind, the nearest if it missed."""
    found = []
    nearest = {kind: _nearest(ground.kind == kind) for kind in (LAND, SEA)}
    for index, code in enumerate(facts.codes):
        given = places.points.get(code, ())
        cells = np.floor(frame.cells(given)).astype(int).tolist() if given else []
        for spot, (column, row) in zip(given, cells, strict=True):
            if 0 <= row < ground.shape[0] and 0 <= column < ground.shape[1]:
                kind = facts.kinds[code]
                at = (row, column) if kind not in nearest else tuple(nearest[kind][:, row, column].tolist())
                found.append((at[0], at[1], index))
            else:
                print(f"{code}: the spot {spot} is outside the picture")
    return found


def _nearest(mask: Any) -> Any:
    """For every cell, row and column of the nearest cell of *mask*."""
    return ndimage.distance_transform_edt(~mask, return_distances=False, return_indices=True)


def _fill(places: Places, ground: Ground, spots: list[tuple[int, int, int]], kind: int) -> None:
    """Turn pieces without a spot into the other kind: all water (lakes), but only small islands."""
    pieces, count = ground.islands(kind)
    sizes = np.bincount(pieces.ravel(), minlength=count + 1)
    keep = sizes >= places.islands if kind == LAND else np.zeros(count + 1, dtype=bool)
    for row, column, _ in spots:
        keep[pieces[row, column]] = True
    keep[np.unique(pieces[ground.fixed >= 0])] = True
    keep[0] = True
    ground.kind[~keep[pieces]] = LAND if kind == SEA else SEA


def _spread(places: Places, ground: Ground, spots: list[tuple[int, int, int]], kind: int, labels: Any) -> Any:
    """Label the cells of one kind by the spots on them and by the cells that have a label already."""
    mask = ground.kind == kind
    numbers: Any = np.full(ground.shape, -1, dtype=np.int64)
    numbers[mask] = np.arange(int(mask.sum()))
    start = np.where(mask & (labels >= 0), labels, -1)
    for row, column, index in spots:
        if mask[row, column] and start[row, column] < 0:
            start[row, column] = index
    sources = numbers[start >= 0]
    graph = _graph(places, ground, mask, numbers, kind)
    _, _, nearest = csgraph.dijkstra(graph, indices=sources, min_only=True, return_predecessors=True)
    owner = np.full(int(mask.sum()), -1)
    owner[sources] = start[start >= 0]
    reached = nearest >= 0
    owner[reached] = owner[nearest[reached]]
    labels = labels.copy()
    labels[mask] = np.where(labels[mask] >= 0, labels[mask], owner)
    return labels


def _graph(places: Places, ground: Ground, mask: Any, numbers: Any, kind: int) -> Any:
    """The cells of one kind with how far it is from each to its eight neighbours."""
    cost = np.exp(places.rough * _noise(ground.shape)) if kind == LAND else np.ones(ground.shape)
    cost = cost + np.where((ground.wall & kind) > 0, WALL, 0)
    rows, columns, weights = [], [], []
    for down, right in STEPS:
        here, there = _shifted(down, right)
        both = mask[here] & mask[there]
        weight = (cost[here] + cost[there]) / 2 * np.hypot(down, right)
        differ = (ground.country[here] != ground.country[there]) & (ground.country[here] * ground.country[there] > 0)
        weight = (weight + np.where(differ, places.frontier, 0))[both]
        one, other = numbers[here][both], numbers[there][both]
        rows += [one, other]
        columns += [other, one]
        weights += [weight, weight]
    size = int(mask.sum())
    parts = (np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns)))
    return sparse.csr_array(parts, shape=(size, size))


def _shifted(down: int, right: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Two views of an array, of cells and of those that lie so many further down and right of them."""
    if right < 0:
        return (slice(None, -1), slice(1, None)), (slice(1, None), slice(None, -1))
    ends = (slice(None, -down or None), slice(None, -right or None))
    return ends, (slice(down, None), slice(right, None))


def _noise(shape: tuple[int, int]) -> Any:
    """Hills and valleys, always the same, that make borders wind."""
    noise = np.random.default_rng(SEED).standard_normal(shape)
    hills = ndimage.gaussian_filter(noise, 5) * 5 + ndimage.gaussian_filter(noise, 12) * 12
    return hills / hills.std()


def _islands(places: Places, facts: Facts, frame: Frame, ground: Ground, labels: Any) -> Any:
    """Give islands without a spot to the nearest land province whose seas are around them, else to OUT."""
    pieces, _ = ndimage.label((ground.kind == LAND) & (labels < 0))
    home = (ground.kind == LAND) & (labels > 0)
    away, (rows, columns) = ndimage.distance_transform_edt(~home, return_indices=True)
    for number, box in enumerate(ndimage.find_objects(pieces), start=1):
        around = tuple(slice(max(0, part.start - 1), part.stop + 1) for part in box)
        inside = pieces[around] == number
        rim = ndimage.binary_dilation(inside) & ~inside
        seas = {facts.codes[index] for index in np.unique(labels[around][rim]).tolist() if index >= 0}
        distance = np.where(inside, away[around], np.inf)
        at = np.unravel_index(int(distance.argmin()), distance.shape)
        owner = int(labels[rows[around][at], columns[around][at]])
        near = float(distance.min()) * places.cell / frame.scale <= places.to_island
        fits = near and owner >= 0 and all(facts.allowed(facts.codes[owner], code) for code in seas)
        labels[around][inside] = owner if fits else facts.codes.index(OUT)
    return np.where(labels < 0, 0, labels)
