"""Crowded phases of any board: a unit for each centre, all of which do something, and centres of random owners."""

from __future__ import annotations

from random import Random

from gm.draw.map import MapDrawing
from gm.registry import boards
from gm.rules.pictures.map import Ground, MapPicture, MapTold, Piece, Way
from gm.rules.provinces.board import Board

BOARDS = ("standard", "loeb9", "colonial", "youngstown")


def ground(name: str = "standard") -> Ground:
    """The drawing of a board of gm's."""
    found = boards().ground(boards().options(name))
    assert found is not None
    return found


def drawing(told: MapTold, name: str = "standard") -> MapDrawing:
    """The map of a phase."""
    return MapDrawing(MapPicture(ground(name), told))


def crowd(name: str, seed: int) -> MapTold:
    """A crowded phase; every fourth unit was dislodged, every power owns something, and some centres are nobody's."""
    board, chance = boards().board(name), Random(seed)
    powers, provinces = [*board.powers], [code for code in board.provinces if board.near[code]]
    chosen = chance.sample(provinces, len(board.home))
    pieces = tuple(_unit(board, code, powers[n % len(powers)], chance, n % 4 == 0) for n, code in enumerate(chosen))
    ways = tuple(_way(board, one, chosen, chance) for one in pieces)
    free = chance.sample(sorted(board.home), len(board.home))
    centres = {power: tuple(sorted(free[n :: len(powers) + 1])) for n, power in enumerate(powers)}
    return MapTold("Fall 1905", "F1905M", pieces, centres, ways)


def _unit(board: Board, code: str, power: str, chance: Random, lost: bool) -> Piece:
    places = board.fleet_places(code)
    fleet = bool(places) and (board.is_sea(code) or chance.random() < 0.4)
    return Piece(power, "F" if fleet else "A", chance.choice(sorted(places)) if fleet else code, lost)


def _way(board: Board, one: Piece, chosen: list[str], chance: Random) -> Way:
    near, done = sorted(board.near[one.place[:3]]), chance.random() < 0.6
    if chance.random() < 0.4:
        return Way(one.power, "support", one.place, chance.choice(near), chance.choice(chosen), done)
    return Way(one.power, chance.choice(["move", "move", "retreat"]), one.place, chance.choice(near), done=done)
