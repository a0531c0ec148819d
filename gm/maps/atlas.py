"""The coastlines: the countries of Natural Earth (public domain), as the npm package world-atlas carries them."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = "world-atlas@2.0.2"
MEMBER = "package/countries-50m.json"
SHA256 = "04342cdc1e3016bcd7db1630de95684d67b79fe3c8c460321e87aef469502394"

# The outlines of a country: arrays of points (longitude, latitude), one for each piece of land.
Outlines = dict[str, list[Any]]


def read_atlas(file: Path | None) -> Outlines:
    """Return the outlines of all countries, from *file* or from the package. Raises ValueError if it is another file.
    """
    data = file.read_bytes() if file else _fetched()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ValueError(f"this is not {MEMBER} of {PACKAGE}")
    return _decoded(json.loads(data))


def _fetched() -> bytes:
    """The file as npm gives it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True)
        (package,) = Path(folder).glob("*.tgz")
        with tarfile.open(package) as archive:
            member = archive.extractfile(MEMBER)
            assert member is not None
            return member.read()


def _decoded(topology: dict[str, Any]) -> Outlines:
    """The countries of a TopoJSON topology; holes are left out, since other countries or water fill them."""
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + shift for arc in topology["arcs"]]
    found: Outlines = {}
    for shape in topology["objects"]["countries"]["geometries"]:
        pieces = {"Polygon": [shape.get("arcs")], "MultiPolygon": shape.get("arcs")}.get(shape["type"], [])
        rings = [_ring(arcs, piece[0]) for piece in pieces]
        found.setdefault(shape["properties"]["name"], []).extend(rings)
    return found


def _ring(arcs: list[Any], indexes: list[int]) -> Any:
    """One closed outline; an arc ~n is arc n backwards."""
    parts = [arcs[index] if index >= 0 else arcs[~index][::-1] for index in indexes]
    return np.concatenate([parts[0], *(part[1:] for part in parts[1:])])
