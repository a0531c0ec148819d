"""From longitude and latitude to units of the picture: projection, stretching, frame."""

from __future__ import annotations

from typing import Any

import numpy as np

from gm.maps.places import Places

RADIUS = 6371.0  # of the earth, in kilometres


class Frame:
    """How spots of the earth lie on the picture of a board. Units grow to the right and downwards."""

    def __init__(self, places: Places) -> None:
        self.places = places
        left, bottom, right, top = places.frame
        self.width = places.width
        self.scale = places.width / (right - left)
        self.height = round((top - bottom) * self.scale / (2 * places.cell)) * 2 * places.cell
        self._middles = self._stretched_middles()

    def units(self, spots: Any) -> Any:
        """Return where *spots* (rows of longitude, latitude) lie, in units: rows of x, y."""
        plane = project(self.places, np.asarray(spots, dtype=float))
        for (middle, radius, more) in self._middles:
            plane = _stretched(plane, middle, radius, more)
        left, _, _, top = self.places.frame
        return np.stack([(plane[:, 0] - left) * self.scale, (top - plane[:, 1]) * self.scale], axis=1)

    def cells(self, spots: Any) -> Any:
        """Return where *spots* lie, in cells of the raster (not whole numbers)."""
        return self.units(spots) / self.places.cell

    def _stretched_middles(self) -> list[tuple[Any, float, float]]:
        """The stretched regions, each with its middle where the regions before it have put it."""
        done: list[tuple[Any, float, float]] = []
        for stretch in self.places.stretch:
            middle = project(self.places, np.array([stretch.at]))
            for before in done:
                middle = _stretched(middle, *before)
            done.append((middle[0], stretch.radius, stretch.by - 1))
        return done


def _stretched(plane: Any, middle: Any, radius: float, more: float) -> Any:
    """Move points away from *middle*: most near it, and not at all far from it."""
    away = plane - middle
    squared = (away**2).sum(axis=1, keepdims=True) / radius**2
    return plane + away * more * np.exp(-squared)


def project(places: Places, spots: Any) -> Any:
    """Return *spots* in kilometres from the centre, on a plane (y grows upwards)."""
    longitude, latitude = np.radians(spots[:, 0]), np.radians(spots[:, 1])
    middle = np.radians(places.centre)
    kind = {"azimuthal": _azimuthal, "conic": _conic, "miller": _miller}[places.projection]
    x, y = kind(places, longitude - middle[0], latitude, middle[1])
    return np.stack([x, y], axis=1) * RADIUS


def _azimuthal(places: Places, longitude: Any, latitude: Any, middle: float) -> tuple[Any, Any]:
    """Lambert's azimuthal projection, which keeps areas."""
    cosine = np.sin(middle) * np.sin(latitude) + np.cos(middle) * np.cos(latitude) * np.cos(longitude)
    k = np.sqrt(2 / np.maximum(1 + cosine, 1e-3))
    x = k * np.cos(latitude) * np.sin(longitude)
    return x, k * (np.cos(middle) * np.sin(latitude) - np.sin(middle) * np.cos(latitude) * np.cos(longitude))


def _conic(places: Places, longitude: Any, latitude: Any, middle: float) -> tuple[Any, Any]:
    """Albers' conic projection, which keeps areas."""
    one, two = np.radians(places.parallels)
    n = (np.sin(one) + np.sin(two)) / 2
    c = np.cos(one) ** 2 + 2 * n * np.sin(one)
    radius = np.sqrt(np.maximum(c - 2 * n * np.sin(latitude), 0)) / n
    turned = n * ((longitude + np.pi) % (2 * np.pi) - np.pi)
    return radius * np.sin(turned), np.sqrt(c - 2 * n * np.sin(middle)) / n - radius * np.cos(turned)


def _miller(places: Places, longitude: Any, latitude: Any, middle: float) -> tuple[Any, Any]:
    """Miller's cylindrical projection: a rectangle that does not swell too much in the north."""
    def height(angle: Any) -> Any:
        return 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * angle))

    return longitude, height(latitude) - height(middle)
