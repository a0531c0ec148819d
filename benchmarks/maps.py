"""Painting the map of a crowded phase: how large it is, and how long it takes beside painting all of it at once."""

from __future__ import annotations

from random import Random

import resvg_py

from benchmarks.measure import Row, best
from gm.draw.map import MapDrawing
from gm.draw.png import to_layered_png
from gm.registry import boards
from gm.rules.pictures.map import MapPicture, MapTold, Piece
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.charting import moves_of
from gm.rules.provinces.movement import adjudicate
from gm.rules.provinces.orders import HOLD, Move, Order, Support, write_with_unit
from gm.rules.provinces.telling import tell_movement

KILO = 1024
SIZES = {"standard": 60, "loeb9": 120, "colonial": 120, "youngstown": 120}  # kilobytes at most
SHARE = 0.9  # of the time that painting everything at once takes, at most


def crowded(name: str, seed: int) -> MapPicture:
    """A movement phase with as many units as the board has centres, all of which do something."""
    chance, board = Random(seed), boards().board(name)
    units = _units(board, chance)
    orders = {province: _order(board, units, province, chance) for province in units}
    ruling = adjudicate(board, units, orders)
    texts = {p: write_with_unit(unit, orders[p], units) for p, unit in units.items()}
    ways = moves_of(board, tell_movement(board, units, texts, ruling.fates))
    lost = [Piece(d.unit.power, d.unit.kind, d.unit.place, True) for d in ruling.dislodged.values()]
    pieces = [Piece(unit.power, unit.kind, unit.place) for unit in ruling.units.values()]
    owners: dict[str, list[str]] = {}
    for centre in board.home:
        owners.setdefault(chance.choice([*board.powers]), []).append(centre)
    told = MapTold("Fall 1905", "F1905M", (*pieces, *lost), {p: tuple(own) for p, own in owners.items()}, tuple(ways))
    known = boards()
    ground = known.ground(known.options(name))
    assert ground is not None
    return MapPicture(ground, told)


def _units(board: Board, chance: Random) -> dict[str, Unit]:
    """Units near each other, by province, in turn of each power."""
    powers, found = [*board.powers], dict[str, Unit]()
    provinces = [code for code in board.provinces if board.near[code]]
    for number, province in enumerate(chance.sample(provinces, len(board.home))):
        places = board.fleet_places(province)
        fleet = bool(places) and (board.is_sea(province) or chance.random() < 0.4)
        place = chance.choice(places) if fleet else province
        found[province] = Unit(powers[number % len(powers)], "F" if fleet else "A", place)  # type: ignore[arg-type]
    return found


def _order(board: Board, units: dict[str, Unit], province: str, chance: Random) -> Order:
    unit = units[province]
    targets = sorted(board.reach(unit.kind, unit.place))
    if not targets or chance.random() < 0.1:
        return HOLD
    helped = [(p, t) for p in units for t in board.reach_provinces(unit.kind, unit.place) if p != province
              and t in board.reach_provinces(units[p].kind, units[p].place)]  # fmt: skip
    if helped and chance.random() < 0.35:
        of, to = chance.choice(sorted(helped))
        return Support(of, to)
    return Move(chance.choice(targets))


def run() -> list[Row]:
    """A row for the size and one for the time of each board."""
    rows = []
    for name, kilobytes in SIZES.items():
        picture = crowded(name, 1)
        png = MapDrawing(picture).png()  # what is kept of the board is painted here
        svg = MapDrawing(picture).svg()

        def layered(picture: MapPicture = picture) -> bytes:
            to_layered_png.cache_clear()
            return MapDrawing(picture).png()

        whole = best(lambda svg=svg: resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))  # type: ignore[misc]
        took = best(layered)
        rows += [
            Row(f"map of {name}: size", len(png) / KILO, "KB", kilobytes),
            Row(f"map of {name}: time", took * 1000, "ms"),
            Row(f"map of {name}: time, to painting it at once", took / whole, "x", SHARE),
        ]
    return rows
