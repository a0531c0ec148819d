"""Moves (1): which sets of moves the rules allow a side, and what they do to its chips.

Nothing of the enemy's can change a move, so a set is judged only by the position at the start of the cycle, and fails
as a whole if it breaks a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from gm.rules import Problem
from gm.rules.air_war.faults import words
from gm.rules.air_war.placing import PILE
from gm.rules.air_war.position import Position
from gm.rules.lines.letters import problem
from gm.rules.lines.words import plural
from gm.rules.pictures.war import other
from gm.rules.war.piles import Piles, shifted
from gm.rules.war.reading import towards

FLOWN = 2  # chips that may fly together


class Move(msgspec.Struct, frozen=True):
    """Chips that walk one step (or stay: end is start) or fly (air). place: line and column where it is written."""

    chips: int
    start: str
    end: str
    air: bool = False
    place: tuple[int, int] = (0, 1)

    def __str__(self) -> str:
        number = f"{self.chips} " if self.chips > 1 else ""
        return f"{'AIR ' if self.air else ''}{number}{self.start}-{self.end}"


def read_move(text: str) -> Move:
    """Parse a move from its normal form, as `str` writes it: `AIR 2 G3-M3`."""
    *before, fields = text.split()
    start, end = fields.split("-")
    return Move(int(before[-1]) if before and before[-1].isdigit() else 1, start, end, before[:1] == ["AIR"])


def broken_rules(position: Position, side: str, moves: Sequence[Move]) -> tuple[Problem, ...]:
    """Return every rule that *moves*, in order, break as the set of one side; nothing if all are allowed."""
    found: list[Problem] = []
    used: Counter[str] = Counter()
    airborne: set[str] = set()
    for move in moves:
        wrong = _wrong_start(position, side, move, used[move.start]) or _wrong_way(position, side, move, airborne)
        if wrong is not None:
            found.append(wrong)
        used[move.start] += move.chips
        if move.air:
            airborne.add(move.start)
    return tuple(found) or _crowded(position, side, moves)


def _wrong_start(position: Position, side: str, move: Move, used: int) -> Problem | None:
    """Return the fault of chips that are not there, or that earlier moves of the set have used."""
    there = position.chips[side].get(move.start, 0)
    if move.chips < 1:
        return words.problem(move.place, "no-chip.going")
    if there == 0:
        near = tuple(field for field in position.board.near(move.start) if field in position.chips[side])
        return words.problem(move.place, "no-chip", near, field=move.start)
    if move.chips > there - used:
        stand = words("stand.one" if there == 1 else "stand", there=there)
        name, have = "too-many-chips.moved" if used else "too-many-chips", plural(used, "has", "have")
        hints = (str(replace(move, chips=there - used)),) if there > used else ()
        return words.problem(move.place, name, hints, stand=stand, field=move.start, used=used, have=have)
    return None


def _wrong_way(position: Position, side: str, move: Move, airborne: set[str]) -> Problem | None:
    if move.air:
        return _wrong_flight(position, side, move, airborne)
    if move.end not in position.board.near(move.start):
        near = towards(move.start, move.end, position.board)
        hints = tuple(str(replace(move, end=field)) for field in near)
        return words.problem(move.place, "not-adjacent.walk", hints, end=move.end, start=move.start)
    return None


def _wrong_flight(position: Position, side: str, move: Move, airborne: set[str]) -> Problem | None:
    """Return how a flight breaks 1.3, judged by the start of the cycle."""
    own = position.own_airports(side)
    why = no_departure(position, side, move.start)
    if why:
        return problem(
            move.place, "no-departure", why, [str(replace(move, start=one)) for one in departures(position, side)]
        )
    if move.start in airborne:
        return words.problem(move.place, "used-airport", field=move.start)
    if move.end == move.start:
        return words.problem(move.place, "no-flight")
    if move.chips > FLOWN:
        chips = FLOWN if move.end in own else 1
        return words.problem(move.place, "too-many-flown", (str(replace(move, chips=chips)),))
    if move.chips == FLOWN:
        hints = tuple(str(replace(move, end=field)) for field in own if field != move.start)
        return words.problem(move.place, "no-airport", hints, field=move.end) if move.end not in own else None
    return _near_enemy(position, side, move)


def departures(position: Position, side: str) -> tuple[str, ...]:
    """Return the airports that *side* may fly from."""
    return tuple(field for field in position.own_airports(side) if not no_departure(position, side, field))


def no_departure(position: Position, side: str, field: str) -> str:
    """Return why *side* cannot fly from *field*; "" if it can."""
    city = next((city for city in position.cities if city.airport == field), None)
    if city is None:
        return words("no-departure", field=field)
    if city.possessor != side:
        return words("no-departure.enemy", field=field, city=city.field)
    if position.airport_contested(city):
        name = "no-departure.contested" if position.contested(field) else "no-departure.city-contested"
        return words(name, field=field, city=city.field)
    return ""


def _near_enemy(position: Position, side: str, move: Move) -> Problem | None:
    """Return the fault of a single chip that lands on or next to a city or airport that the enemy possesses (1.3)."""
    for place, what in _enemy_places(position, side):
        if move.end in position.board.near(place):
            name = "enemy-place" if move.end == place else "enemy-place.near"
            return words.problem(move.place, name, field=move.end, place=place, what=what)
    return None


def _enemy_places(position: Position, side: str) -> Iterator[tuple[str, str]]:
    for city in position.cities:
        if city.possessor == other(side):
            yield city.field, "a city"
            yield city.airport, "an airport"


def _crowded(position: Position, side: str, moves: Sequence[Move]) -> tuple[Problem, ...]:
    """Return fields with more than three chips after all moves (1.4), each at the last move to it."""
    found = []
    for field, chips in moved(position.chips[side], moves).items():
        to_it = [move for move in moves if move.end == field]
        if chips > PILE and to_it:
            found.append(words.problem(to_it[-1].place, "crowded", chips=chips, field=field, most=PILE))
    return tuple(found)


def moved(piles: Piles, moves: Sequence[Move]) -> dict[str, int]:
    """Return the chips of a side after *moves*, without checking rules."""
    changes = [change for move in moves for change in ((move.start, -move.chips), (move.end, move.chips))]
    return shifted(piles, changes)
