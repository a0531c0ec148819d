"""What a line in plain words may have been meant as: moves, a truck's way, fire, by what the side knows."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.rules.ground_war.own import Own
from gm.rules.war.loosely import (
    AIR,
    FIRE,
    JUMP,
    MAN,
    TRUCK,
    Found,
    fields_in,
    orders_in,
    shots_at,
    with_ready,
    without_fire,
)

STEPS = 3  # of a truck


def loosely(own: Own, text: str) -> tuple[str, ...]:
    """Return the lines that a line may have been meant as, right or not."""
    if not fields_in(text):
        return without_fire(text, own.fire and not own.moves)
    found = orders_in(text, MAN if own.moves else FIRE)
    if len(found) == 1 and (ways := _ways(own, found[0])):
        return tuple(line for way in ways for line in with_ready([way], text))
    return with_ready([line for one in found for line in _written(own, one)], text)


def _ways(own: Own, order: Found) -> list[str]:
    """Return the lines of a single order that lacks its number, its target, or the right word for this round."""
    men, path = own.men.get(order.path[0], 0), "-".join(order.path)
    if own.moves and order.word == TRUCK and not order.number:
        return [f"TRUCK {path} WITH {number}" for number in range(min(men, own.options.truck_men), 0, -1)]
    if own.moves and order.word == TRUCK and len(order.path) > 1:
        return [f"TRUCK {way} WITH {order.number}" for way in _driven(own, order.path)]
    if own.moves and order.word == MAN and len(order.path) > 1:
        return [*_written(own, order), f"JUMP {path}"]
    if own.moves and order.word == FIRE and not own.fire:
        moves = [replace(order, word=MAN, number=f"{number}") for number in range(men, 0, -1)]
        return [line for move in moves for line in _written(own, move)]
    if own.fire and len(order.path) == 1 and path in own.aiming():
        number = f"{order.number} " if order.number else ""
        return [f"FIRE {number}{path}-{field}" for field in own.board.near(path) if field in own.enemy]
    return []


def _driven(own: Own, path: tuple[str, ...]) -> list[str]:
    """Return the shortest ways of a truck through these fields, where those between them are left out."""
    ways = [[path[0]]]
    for field in path[1:]:
        found: list[list[str]] = []
        while ways and not found and len(ways[0]) <= STEPS:
            found = [[*way, field] for way in ways if field in own.board.near(way[-1])]
            ways = [[*way, step] for way in ways for step in own.board.near(way[-1])]
        ways = found
    return ["-".join(way) for way in ways]


def _written(own: Own, order: Found) -> Iterator[str]:
    """Yield the lines of an order."""
    path, word, number = order.path, order.word, order.number
    if word == FIRE or not own.moves:
        yield from _fire(own, path, number)
    elif word == TRUCK:
        yield f"TRUCK {'-'.join(path)}{f' WITH {number}' if number else ''}"
    elif word in (JUMP, AIR):
        yield f"JUMP {'-'.join(path)}"
    else:
        yield f"MAN {'-'.join(path)}" if number in ("", "1") else f"{number} MEN {'-'.join(path)}"


def _fire(own: Own, path: tuple[str, ...], number: str) -> Iterator[str]:
    """Yield the fire of those who are named or, where only the target is, of those who stand beside it."""
    if len(path) > 1:
        yield f"FIRE {number} {'-'.join(path)}".replace("  ", " ")
        return
    for source, men in shots_at(path[0], number, own.aiming(), own.board.near(path[0])):
        yield f"FIRE {men} {source}-{path[0]}"


