"""Which class draws which shape, a line for each. What a picture shows, and for whom, is not known here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gm.draw.drawing import Drawing
from gm.draw.grids import GridsDrawing
from gm.draw.map import MapDrawing
from gm.draw.plot import FlowDrawing, LeadDrawing, PlotDrawing
from gm.draw.stones import StonesDrawing
from gm.draw.table import TableDrawing
from gm.draw.war import WarDrawing
from gm.rules.pictures.grids import Boards
from gm.rules.pictures.map import MapPicture
from gm.rules.pictures.plot import Flow, Lead, Plot
from gm.rules.pictures.stones import StonePicture
from gm.rules.pictures.table import TablePicture
from gm.rules.pictures.war import Picture

DRAWINGS: Mapping[type, type[Drawing[Any]]] = {
    Picture: WarDrawing,
    TablePicture: TableDrawing,
    StonePicture: StonesDrawing,
    Boards: GridsDrawing,
    MapPicture: MapDrawing,
    Plot: PlotDrawing,
    Lead: LeadDrawing,
    Flow: FlowDrawing,
}


def drawing_of(picture: object) -> Drawing[Any] | None:
    """Return *picture* as its drawing, None if it is no shape that can be drawn."""
    drawing = DRAWINGS.get(type(picture))
    return None if drawing is None else drawing(picture)
