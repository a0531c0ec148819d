"""The picture as cells: what is land and what water, the frontiers of today, and what was drawn by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage

from gm.maps.atlas import Outlines
from gm.maps.facts import ANY, LAND, OUT, SEA, Facts
from gm.maps.frame import Frame
from gm.maps.places import Area, Places

FINER = 3  # countries are painted this much finer than the cells, and the middle of each cell counts
WORDS = {"land": LAND, "sea": SEA, "both": ANY}


class Ground:
    """Arrays of one value a cell: kind (LAND, SEA), country (a number, 0 for water), fixed (-1, or the index of the
    code that a hand-drawn area gives the cell to), wall (LAND, SEA, ANY: what does not grow across).
    """

    def __init__(self, places: Places, facts: Facts, frame: Frame, outlines: Outlines) -> None:
        self.shape = (frame.height // places.cell, frame.width // places.cell)
        self.country = self._countries(frame, outlines)
        self.kind = np.where(self.country > 0, LAND, SEA).astype(np.int8)
        self.fixed: Any = np.full(self.shape, -1, dtype=np.int32)
        self.wall: Any = np.zeros(self.shape, dtype=np.int8)
        for area in places.areas:
            self._draw_area(area, facts, self.mask(frame.cells(_dense(area.line, closed=True))))
        for code, corners in [*((OUT, margin) for margin in places.margins), *places.boxes.items()]:
            left, top, right, bottom = (corner // places.cell for corner in corners)
            self.fixed[top:bottom, left:right] = facts.codes.index(code)
            self.kind[top:bottom, left:right] = ANY  # nothing grows out of it
        for wall in places.walls:
            line = self._line(frame.cells(_dense(wall.line)))
            self.wall[line] |= WORDS[wall.on]

    def mask(self, cells: Any) -> Any:
        """Return which cells are inside the polygon *cells*."""
        image = Image.new("L", (self.shape[1], self.shape[0]))
        ImageDraw.Draw(image).polygon([tuple(point) for point in (cells - 0.5).tolist()], fill=1)
        return np.asarray(image) > 0

    def islands(self, kind: int) -> tuple[Any, int]:
        """Return the connected pieces of land or water, numbered from 1, and how many there are."""
        labels, count = ndimage.label(self.kind == kind)
        return labels, int(count)

    def _line(self, cells: Any) -> Any:
        """Which cells a line crosses; wide enough that nothing slips through between two."""
        image = Image.new("L", (self.shape[1], self.shape[0]))
        ImageDraw.Draw(image).line([tuple(point) for point in (cells - 0.5).tolist()], fill=1, width=2)
        return np.asarray(image) > 0

    def _countries(self, frame: Frame, outlines: Outlines) -> Any:
        """Paint the countries, the large before the small, so that enclaves are seen."""
        rings: list[tuple[float, int, Any]] = []
        for number, name in enumerate(sorted(outlines), start=1):
            for ring in outlines[name]:
                if not _is_near(ring, frame.places):
                    continue
                cells = frame.cells(_dense(_whole(ring, frame.places.centre[0]), closed=True)) * FINER
                if ((cells.max(axis=0) > 0) & (cells.min(axis=0) < np.array(self.shape[::-1]) * FINER)).all():
                    rings.append((-float(np.ptp(cells, axis=0).prod()), number, cells))
        image = Image.new("I", (self.shape[1] * FINER, self.shape[0] * FINER))
        for _, number, cells in sorted(rings, key=lambda ring: ring[:2]):
            ImageDraw.Draw(image).polygon([tuple(point) for point in (cells - 0.5).tolist()], fill=number)
        return np.array(image)[FINER // 2 :: FINER, FINER // 2 :: FINER].astype(np.int32)

    def _draw_area(self, area: Area, facts: Facts, inside: Any) -> None:
        """Give cells to an area: each of the kind that it takes."""
        inside = inside & ((self.kind & WORDS[area.on]) > 0)
        kind = WORDS[area.kind] if area.kind else facts.kinds.get(area.of, ANY)
        if kind != ANY:
            self.kind[inside] = kind
        if area.of:
            self.fixed[inside] = facts.codes.index(area.of)


def _is_near(ring: Any, places: Places) -> bool:
    """Return whether any of an outline is on the side of the earth that a map in the round shows.

    What lies around the opposite point of the earth would be projected all around the picture.
    """
    if places.projection == "miller":
        return True
    longitude, latitude = np.radians(ring - np.array([places.centre[0], 0])).T
    middle = np.radians(places.centre[1])
    height = np.sin(middle) * np.sin(latitude) + np.cos(middle) * np.cos(latitude) * np.cos(longitude)
    return bool((height > 0).any())


def _whole(ring: Any, middle: float) -> Any:
    """An outline that does not jump where longitude -180 meets 180, on the side of the earth around *middle*."""
    longitude = np.unwrap(ring[:, 0], period=360)
    longitude += 360 * np.round((middle - longitude.mean()) / 360)
    return np.stack([longitude, ring[:, 1]], axis=1)


def _dense(line: Any, closed: bool = False) -> Any:
    """Return *line* with points at most a degree apart, since straight lines of the map of the world are curved."""
    points = np.asarray(line, dtype=float)
    if closed:
        points = np.concatenate([points, points[:1]])
    parts = [points[:1]]
    for start, end in pairwise(points):
        steps = max(1, int(np.ceil(np.abs(end - start).max())))
        if steps > 300:  # from one end of the world to the other
            steps = 1
        parts.append(start + (end - start) * np.linspace(0, 1, steps + 1)[1:, None])
    return np.concatenate(parts)
