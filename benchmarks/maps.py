"""The map of a crowded phase: how large it is in a mail and in a page, and how long it takes to paint.

Sizes are the largest of many random phases. What is kept of a board is painted once for all its phases, and is not
counted. Times are those of the processor: other programs do not lengthen them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from benchmarks.measure import Row
from gm.draw.map import MapDrawing
from gm.registry import boards
from gm.rules.pictures.map import MapPicture, MapTold, Piece
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.charting import moves_of
from gm.rules.provinces.movement import adjudicate
from gm.rules.provinces.orders import HOLD, Move, Order, Support, write_with_unit
from gm.rules.provinces.telling import tell_movement

KILO = 1024
# Kilobytes of the PNG, milliseconds that painting it takes, kilobytes in a page: at most.
BOUNDS = {
    "standard": (60, 150, 8), "loeb9": (120, 300, 10), "colonial": (120, 300, 14), "youngstown": (120, 300, 17),
}  # fmt: skip
SEEDS = 30
RUNS = 5


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
    """Rows for the size and the time of each board."""
    rows = []
    for name, (kilobytes, milliseconds, page) in BOUNDS.items():
        drawings = [MapDrawing(crowded(name, seed)) for seed in range(1, SEEDS + 1)]
        largest = max(len(one.png()) for one in drawings)
        inline = max(len(one.inline()) for one in drawings)
        picture = drawings[0].picture  # all that is kept of the board has been painted
        took = _best(lambda picture=picture: MapDrawing(picture).png())  # type: ignore[misc]
        rows += [
            Row(f"map of {name}: largest of {SEEDS}", largest / KILO, "KB", kilobytes),
            Row("  in a page", inline / KILO, "KB", page),
            Row("  time", took * 1000, "ms", milliseconds),
        ]
    return rows


def _best(act: Callable[[], object]) -> float:
    """The shortest processor time of several runs, in seconds."""
    times = []
    for _ in range(RUNS):
        start = process_time()
        act()
        times.append(process_time() - start)
    return min(times)
