"""What a line in plain words may have been meant as: cities, chips, moves and flights, fire. Nothing is done by it."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rules.air_war.state import CHIPS, CITIES, FIRE, State
from gm.rules.pictures.war import other
from gm.rules.war.loosely import AIR, AIRPORT, MAN, Found, fields_in, orders_in, shots_at, with_ready, without_fire
from gm.rules.war.loosely import FIRE as FIRES

NAMED = 3  # cities


def loosely(state: State, side: str, text: str) -> tuple[str, ...]:
    """Return the lines that a line may have been meant as, right or not."""
    fields = fields_in(text)
    if state.kind == CITIES:
        return (f"CITIES {' '.join(field for field, _ in fields)}",) if len(fields) == NAMED else ()
    if state.kind == CHIPS:
        return _chips(fields)
    if not fields:
        return without_fire(text, state.kind == FIRE)
    found = orders_in(text, FIRES if state.kind == FIRE else MAN)
    if state.kind == FIRE and len(found) == 1 and found[0].path in [(one,) for one in state.position.aimers(side)]:
        start, number = found[0].path[0], f"{found[0].number} " if found[0].number else ""
        targets = state.position.targets(side, start)
        return tuple(line for to in targets for line in with_ready([f"FIRE {number}{start}-{to}"], text))
    return with_ready([line for one in found for line in _written(state, side, one)], text)


def _chips(fields: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return a placing; a number before the first field alone is for each."""
    numbers = [number for _, number in fields]
    each = numbers[0] if numbers and numbers[0] and not any(numbers[1:]) else ""
    placed = ", ".join(f"{number or each or 1} {field}" for field, number in fields)
    return (f"PLACE {placed}",) if placed else ()


def _written(state: State, side: str, order: Found) -> Iterator[str]:
    """Yield the lines of an order."""
    path, number = order.path, order.number
    shot = "-".join(path)
    counted = f"{number} {shot}" if number not in ("", "1") else shot
    if state.kind != FIRE:
        flies = order.word == AIR or (order.word == AIRPORT and path[-1] not in state.position.board.near(path[0]))
        yield f"AIR {counted}" if flies and path[0] in state.position.own_airports(side) else counted
    elif len(path) > 1:
        yield f"FIRE {f'{number} ' if number else ''}{shot}"
    else:
        position = state.position
        aiming = {field: position.chips[side][field] for field in position.aimers(side)}
        enemies = position.chips[other(side)]
        near = position.board.near(path[0]) if path[0] in enemies else ()
        for source, chips in shots_at(path[0], number, aiming, near):
            yield f"FIRE {chips} {source}-{path[0]}"
