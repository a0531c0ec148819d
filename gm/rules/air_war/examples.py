"""Lines that would be valid here and now, with each pile of a side: shown in its mails as a possible reply.

They are made from what both sides know, never from what is on file or from the game's draws.
"""

from __future__ import annotations

from gm.rules.air_war.cities import drawn_cities
from gm.rules.air_war.halves import chip_fields
from gm.rules.air_war.moves import Move, broken_rules, departures
from gm.rules.air_war.placing import PILE
from gm.rules.air_war.position import Position
from gm.rules.air_war.state import CHIPS, CITIES, FIRE, State
from gm.rules.air_war.writing import chips_written, cities_written, packed
from gm.rules.pictures.honeycomb import place
from gm.rules.pictures.war import SOUTH, other


def example(state: State, side: str) -> tuple[str, ...]:
    """Return lines for the round now due."""
    if state.kind == CITIES:
        return cities_written(drawn_cities(state.board, other(side), "example"))
    if state.kind == CHIPS:
        return chips_written(_some_chips(state, side))
    if state.kind == FIRE:
        return _fire(state.position, side)
    moves = _moves(state.position, side)
    flights = tuple(str(move) for move in moves if move.air)
    return (*flights, *packed([str(move) for move in moves if not move.air]))


def _some_chips(state: State, side: str) -> dict[str, int]:
    """Place chips on own cities and airports, then along the row nearest to the enemy, then behind it."""
    own = [field for city in state.cities if city.owner == side for field in (city.field, city.airport)]
    rows = sorted(chip_fields(state.board, side), key=lambda field: _to_go(state.board.rows, side, field))
    left, placed = state.options.chips, {}
    for field in dict.fromkeys((*own, *rows)):
        if left:
            placed[field] = min(PILE, left)
            left -= placed[field]
    return placed


def _to_go(rows: int, side: str, field: str) -> int:
    """Return how many rows a field is from the enemy's home edge."""
    row = place(field)[0]
    return rows - row if side == SOUTH else row - 1


def _moves(position: Position, side: str) -> list[Move]:
    """Return a flight, if possible, and a move for each pile: one step on if there is room, else a stay.

    One chip stays in each city, unless there are no others.
    """
    own, moves = position.chips[side], list[Move]()
    cities = {city.field for city in position.cities if city.possessor == side}
    if set(own.values()) == {1} and set(own) <= cities:
        cities = set()
    flight = _flight(position, side)
    if flight is not None:
        moves.append(flight)
    after = dict(own)
    for move in moves:
        after[move.end] = after.get(move.end, 0) + 1
        after[move.start] -= 1
    for field in sorted(own, key=lambda one: (_to_go(position.board.rows, side, one), place(one))):
        chips = own[field] - (field in cities) - sum(move.chips for move in moves if move.start == field)
        if chips:
            end = _step(position, side, field, chips=chips, after=after)
            moves.append(Move(chips, field, end))
            after[field] -= chips
            after[end] = after.get(end, 0) + chips
    return moves


def _step(position: Position, side: str, field: str, chips: int, after: dict[str, int]) -> str:
    """Return the first field one row on that has room for *chips*, else *field*."""
    rows = position.board.rows
    nearer = [one for one in position.board.near(field) if _to_go(rows, side, one) < _to_go(rows, side, field)]
    return next((one for one in nearer if after.get(one, 0) + chips <= PILE), field)


def _flight(position: Position, side: str) -> Move | None:
    """Return a flight of one chip to another own airport with room for it, or None."""
    for start in departures(position, side):
        for end in position.own_airports(side):
            move = Move(1, start, end, air=True)
            if position.chips[side].get(end, 0) < PILE and not broken_rules(position, side, [move]):
                return move
    return None


def _fire(position: Position, side: str) -> tuple[str, ...]:
    """Return fire from each pile that may aim, at its first target."""
    own = position.chips[side]
    return tuple(f"FIRE {own[field]} {field}-{position.targets(side, field)[0]}" for field in position.aimers(side))
