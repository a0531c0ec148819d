"""What is told of an Air War, in each reader's words: the notices of its rounds, the picture and the board in text.

Both sides know everything here alike (2); only the words differ, and whose chips are called the reader's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from gm.rules import DISCLOSURE, OBSERVERS, Notice, to
from gm.rules.air_war import notices as said
from gm.rules.air_war.moves import read_move
from gm.rules.air_war.position import Position
from gm.rules.air_war.rounds import Fought
from gm.rules.air_war.state import State
from gm.rules.lines.letters import note
from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import SIDES, SOUTH, Mark, Picture, Shot, Trip, other
from gm.rules.war.fire import ends
from gm.rules.war.sides import SEATS
from gm.rules.war.textboard import board_lines

Shown = TypeVar("Shown", said.CitiesChosen, said.ChipsPlaced, said.AirMoves, said.AirFire)  # bodies with a board
Sets = Mapping[str, Sequence[str]]
EMPTY = Mark(in_sight=True)  # a field with nothing on it: here both sides see everything


def to_all(make: Callable[[str], msgspec.Struct]) -> tuple[Notice, ...]:
    """Tell each side the same in its own words, and observers and the report in neutral ones."""
    neither = make("")
    return (*(note(to(side), make(side)) for side in SEATS), note(OBSERVERS, neither), note(DISCLOSURE, neither))


def told_cities(position: Position, before: Position | None = None) -> tuple[said.AirCity, ...]:
    """Return the cities as they are, marking those that have changed hands since *before*."""
    held = {city.field: city.possessor for city in before.cities} if before else {}
    return tuple(
        said.AirCity(
            field=city.field,
            airport=city.airport,
            owner=city.owner,
            possessor=city.possessor,
            contested=position.contested(city.field),
            airport_contested=position.airport_contested(city),
            taken=held.get(city.field, city.possessor) != city.possessor,
        )
        for city in position.cities
    )


@lru_cache
def _names(rows: int, columns: int) -> tuple[str, ...]:
    """Return the names of all fields of a board."""
    return tuple(map(str, Board(rows, columns).fields))


def picture(
    position: Position,
    side: str,
    cycle: int,
    shots: Mapping[str, Mapping[str, int]] | None = None,
    dead: Mapping[str, Mapping[str, int]] | None = None,
    moves: Sets | None = None,
) -> Picture:
    """Return the board as *side* ("": an observer) sees it, with the last fire and its deaths, if any.

    moves: of both sides, in normal form, as they are told with it.
    """
    own, enemies = position.chips[side or SOUTH], position.chips[other(side or SOUTH)]
    cities = {city.field: city.possessor for city in position.cities}
    airports = {city.airport: city.possessor for city in position.cities}
    fallen = {field for one in (dead or {}).values() for field in one}
    marks = dict.fromkeys(_names(position.board.rows, position.board.columns), EMPTY)
    for field in {*own, *enemies, *cities, *airports, *fallen}:
        marks[field] = Mark(
            men=own.get(field, 0),
            city=cities.get(field, ""),
            airport=airports.get(field, ""),
            enemy=enemies.get(field, 0),
            in_sight=True,
            contested=field in own and field in enemies,
            deaths={s: dead[s][field] for s in SIDES if field in dead.get(s, {})} if dead else {},
        )
    fired = [Shot(s, *ends(key), chips) for s in SIDES for key, chips in (shots or {}).get(s, {}).items()]
    return Picture(
        rows=position.board.rows,
        columns=position.board.columns,
        side=side,
        cycle=cycle,
        marks=marks,
        shots=tuple(fired),
        pieces="chips",
        trips=tuple(_trip(s, line) for s in SIDES for line in (moves or {}).get(s, ())),
    )


def _trip(side: str, line: str) -> Trip:
    """Return a move in normal form, ready to be drawn."""
    move = read_move(line)
    return Trip(side, (move.start, move.end), move.end, move.chips, "air" if move.air else "")


def text_board(position: Position, side: str, cycle: int) -> tuple[str, ...]:
    """Return the board in text."""
    return board_lines(picture(position, side, cycle))


def chips_of(position: Position) -> said.BySide:
    """Return the piles of both sides, as plain values."""
    return {side: dict(position.chips[side]) for side in SIDES}


def moves_told(code: str, cycle: int, before: Position, after: Position, sets: Sets, side: str) -> said.AirMoves:
    """Return the moves of a cycle and the position after them, without the board."""
    return said.AirMoves(
        phase=code,
        title=f"Cycle {cycle} moves",
        side=side,
        cycle=cycle,
        moves=told_moves(sets),
        chips=chips_of(after),
        cities=told_cities(after, before),
        contested=tuple(after.contested_fields()),
        fire=any(after.aimers(one) for one in SIDES),
        targets=aims_open(after, side) if side else (),
    )


def told_moves(sets: Sets) -> dict[str, tuple[str, ...]]:
    """Return the moves to tell: stays are left out, and flights follow walks (AIR still applies after a comma)."""
    moves = {side: [move for move in map(read_move, sets.get(side, ())) if move.start != move.end] for side in SIDES}
    return {side: tuple(str(move) for move in sorted(own, key=lambda move: move.air)) for side, own in moves.items()}


def aims_open(position: Position, side: str) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Return from where a side may fire at an enemy: the field, its chips, and the enemy's fields next to it."""
    own = position.chips[side]
    return tuple((field, own[field], position.targets(side, field)) for field in position.aimers(side))


def fire_told(code: str, cycle: int, before: Position, fought: Fought, side: str) -> said.AirFire:
    """Return fire, deaths and production of a cycle and the position after them, without the board."""
    after = fought.position
    owners = {city.field: city.owner for city in after.cities}
    return said.AirFire(
        phase=code,
        title=f"Cycle {cycle} {'fire' if code.endswith('F') else 'moves'}",
        side=side,
        cycle=cycle,
        held=code.endswith("F"),
        shots=fought.shots,
        dead=fought.dead,
        made={one: tuple(field for field in fought.made if owners[field] == one) for one in SIDES},
        chips=chips_of(after),
        cities=told_cities(after, before),
        contested=tuple(after.contested_fields()),
    )


def board_told(state: State, side: str) -> said.AirBoard:
    """Return the position as last told, with the board."""
    position = state.position
    return said.AirBoard(
        phase=state.code,
        side=side,
        cycle=state.cycle,
        chips=chips_of(position),
        cities=told_cities(position),
        contested=tuple(position.contested_fields()),
        board=text_board(position, side, state.cycle),
        picture=picture(position, side, state.cycle, shots=state.shots, dead=state.dead),
    )


def with_board(body: Shown, position: Position, moves: Sets | None = None) -> Shown:
    """Return a notice with the board of *position* in its reader's words, and its picture.

    That shows the moves or the fire that the notice tells of, or the *moves* of one that is told at the same time.
    """
    cycle, told = getattr(body, "cycle", 0), {name: getattr(body, name, None) for name in ("shots", "dead", "moves")}
    shown = picture(position, body.side, cycle, **told | ({} if moves is None else {"moves": moves}))
    return replace(body, board=board_lines(shown), picture=shown)


def letters_of(columns: int) -> tuple[str, str]:
    """Return the first and the last column."""
    return "A", chr(ord("A") + columns - 1)
