"""What a person has drawn for a board: where its provinces lie, and what nature does not show (places/NAME.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

Spot = tuple[float, float]  # longitude, latitude


class Stretch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round region that is drawn larger (by > 1) or smaller (by < 1) than the rest; radius in kilometres."""

    at: Spot
    radius: float
    by: float


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that no province grows across: a border drawn by hand. on: land, sea or both."""

    line: tuple[Spot, ...]
    on: str = "both"


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region drawn by hand that belongs to *of* ("" for the nearest province of that kind).

    on: the cells of which kind it takes, land, sea or both; all that it takes become land or sea as *of* is, or as
    *kind* says.
    """

    line: tuple[Spot, ...]
    of: str = ""
    on: str = "both"
    kind: str = ""


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A border that no shared outline shows, with its reason and the line that shows it.

    units: the line as points of the picture instead, in units.
    """

    why: str
    line: tuple[Spot, ...] = ()
    units: tuple[tuple[int, int], ...] = ()


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is drawn by hand for one board.

    width, narrowest: see the format of maps. frame: left, bottom, right, top of the picture in kilometres from its
    middle, which lies at *centre*. projection: azimuthal, conic or miller. cell: how many units a cell of the raster is
    wide. frontier: how many cells further it is across a frontier of today. rough: how winding borders are that follow
    no frontier. islands: from how many cells on an island is drawn; to_island: so many kilometres from a province it
    still belongs to it. points: for each province one or more spots; OUT has those of land outside the board. boxes:
    provinces that are rectangles on the picture, in units: left, top, right, bottom. margins: rectangles that are no
    part of the board, around boxes.
    """

    board: str
    width: int
    narrowest: int
    centre: Spot
    frame: tuple[float, float, float, float]
    points: dict[str, tuple[Spot, ...]]
    projection: str = "azimuthal"
    parallels: tuple[float, float] = (35, 60)
    cell: int = 2
    frontier: float = 25
    rough: float = 0.35
    islands: int = 12
    to_island: float = 150
    stretch: tuple[Stretch, ...] = ()
    walls: tuple[Wall, ...] = ()
    areas: tuple[Area, ...] = ()
    links: dict[str, Link] = {}
    boxes: dict[str, tuple[int, int, int, int]] = {}
    margins: tuple[tuple[int, int, int, int], ...] = ()
    labels: dict[str, Spot] = {}
    units: dict[str, Spot] = {}


def read_places(file: Path) -> Places:
    """Return what *file* says. Raises msgspec.ValidationError where it is wrong."""
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Places)
