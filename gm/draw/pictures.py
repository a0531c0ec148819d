"""Which module draws which kind of picture: one line each. A ruleset's new kind of picture is one line more here.

What is on a picture is not known here, nor whom it is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from gm.draw import grids, hexagon, table, war
from gm.rules.pictures.grids import Boards
from gm.rules.pictures.stones import StonePicture
from gm.rules.pictures.table import TablePicture
from gm.rules.pictures.war import Picture

# Each module has the four functions below.
DRAWN_BY: Mapping[type, ModuleType] = {
    Picture: war,
    TablePicture: table,
    StonePicture: hexagon,
    Boards: grids,
}


def is_picture(value: object) -> bool:
    """Whether *value* is of a kind that can be drawn."""
    return type(value) in DRAWN_BY


def svg_of(picture: Any) -> str:
    """The picture as an SVG document."""
    return str(DRAWN_BY[type(picture)].svg_of(picture))


def png_of(picture: Any) -> bytes:
    """The picture as a PNG of the same size."""
    return bytes(DRAWN_BY[type(picture)].png_of(picture))


def width_of_picture(picture: Any) -> int:
    """The width of the picture in pixels."""
    return int(DRAWN_BY[type(picture)].width_of_picture(picture))


def lines_of_picture(picture: Any) -> tuple[str, ...]:
    """What is on the picture, in words."""
    return tuple(DRAWN_BY[type(picture)].lines_of_picture(picture))
