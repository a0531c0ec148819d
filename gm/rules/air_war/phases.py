"""The rounds of an Air War as deadlines end them: without a choice a draw is made, without orders a side stays.

This changes the state and says what is told; how a round is played is in gm/rules/air_war/rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from gm.rules import Step
from gm.rules.air_war import notices as said
from gm.rules.air_war.cities import drawn_cities
from gm.rules.air_war.halves import chip_rows, city_rows
from gm.rules.air_war.moves import Move, read_move
from gm.rules.air_war.placing import drawn_chips
from gm.rules.air_war.position import City, Position
from gm.rules.air_war.rounds import Fought, play_fire, play_moves
from gm.rules.air_war.state import CHIPS, CITIES, FIRE, MOVES, Cycle, State
from gm.rules.air_war.telling import (
    chips_of,
    fire_told,
    letters_of,
    moves_told,
    to_all,
    told_cities,
    told_moves,
    with_board,
)
from gm.rules.air_war.writing import aims_on_file, chips_on_file, cities_on_file
from gm.rules.pictures.honeycomb import Board, place, read_field
from gm.rules.pictures.war import NAMES, SIDES, other
from gm.rules.war.draws import draw
from gm.rules.war.limits import Count, told_limits, verdict
from gm.rules.war.sides import SEATS

Rows = dict[str, tuple[int, int]]


def begin(state: State) -> Step:
    """Begin the first round: each side names the cities of the other half, unless the umpire has named all (0.1)."""
    board, phase, options = state.board, state.phase, state.options
    named = cities_named(board, options.cities)

    def make(side: str) -> said.AirBegins:
        rows: Rows = {one: (city_rows(board, one)[0], city_rows(board, one)[-1]) for one in SIDES}
        letters = letters_of(board.columns)
        return said.AirBegins(
            phase=phase.code,
            title=phase.title,
            side=side,
            rows=board.rows,
            columns=board.columns,
            chips=state.options.chips,
            city_rows=rows,
            letters=letters,
            named=bool(named),
            rules=told_limits(options.table, options.cycles, options.counts),
        )

    begun = to_all(make)
    if not named:
        return Step(state, begun)
    step = _chosen(state, named, ())
    return Step(step.state, (*begun, *step.notices))


def cities_named(board: Board, named: Sequence[str]) -> tuple[City, ...]:
    """Return the cities that the umpire has named, each owned by the side in whose half it lies."""
    return tuple(
        City(str(read_field(field)), side, side)
        for side in SIDES
        for field in named
        if place(str(read_field(field)))[0] in city_rows(board, side)
    )


def judge(state: State) -> Step:
    """End the round now due."""
    ends: Mapping[str, Callable[[State], Step]] = {
        CITIES: _end_of_choice, CHIPS: _end_of_placing, MOVES: _end_of_moves, FIRE: _end_of_fire,
    }  # fmt: skip
    return ends[state.kind](state)


def _drawn(state: State, missing: tuple[str, ...]) -> tuple[tuple[str, str, str], ...]:
    """Return the draws for the sides that have sent nothing: side, purpose and digits."""
    return tuple((side, f"{state.kind}/{side}", draw(state.seed, f"{state.kind}/{side}")) for side in missing)


def _end_of_choice(state: State) -> Step:
    """0.1: the cities of each half are those named by the other side, or those of a draw."""
    board = state.board
    drawn = _drawn(state, tuple(side for side in SIDES if side not in state.filed))
    chosen = {side: cities_on_file(lines) for side, lines in state.filed.items()}
    chosen |= {side: drawn_cities(board, other(side), digits) for side, _, digits in drawn}
    return _chosen(state, [City(field, other(side), other(side)) for side in SIDES for field in chosen[side]], drawn)


def _chosen(state: State, cities: Sequence[City], drawn: tuple[tuple[str, str, str], ...]) -> Step:
    """Tell both sides the cities; first chips are due."""
    board, phase = state.board, state.phase
    found = tuple(sorted(cities, key=lambda city: place(city.field)))
    after = replace(state, kind=CHIPS, cities=found, filed={}, ready=())
    rows: Rows = {side: (chip_rows(board, side)[0], chip_rows(board, side)[-1]) for side in SIDES}

    def make(side: str) -> said.CitiesChosen:
        told = told_cities(after.position)
        chosen = said.CitiesChosen(
            phase=phase.code,
            title=phase.title,
            side=side,
            cities=told,
            drawn=drawn,
            chips=state.options.chips,
            chip_rows=rows,
        )
        board: said.CitiesChosen = with_board(chosen, after.position)
        return board

    return Step(after, to_all(make))


def _end_of_placing(state: State) -> Step:
    """0.2, 0.3: tell both sides the chips of both."""
    phase, options = state.phase, state.options
    drawn = _drawn(state, tuple(side for side in SIDES if side not in state.filed))
    placed = {side: chips_on_file(lines) for side, lines in state.filed.items()}
    placed |= {side: drawn_chips(state.board, side, options.chips, digits) for side, _, digits in drawn}
    chips = {side: placed[side] for side in SIDES}
    after = replace(state, cycle=1, kind=MOVES, chips=chips, first=chips, filed={}, ready=(), proposals=())

    def make(side: str) -> said.ChipsPlaced:
        position = after.position
        placed = said.ChipsPlaced(
            phase=phase.code,
            title=phase.title,
            side=side,
            chips=chips_of(position),
            cities=told_cities(position),
            drawn=drawn,
        )
        board: said.ChipsPlaced = with_board(placed, position)
        return board

    return Step(after, to_all(make))


def _end_of_moves(state: State) -> Step:
    """1 and 2: tell everybody all moves; if nobody may aim, the rest of the cycle follows at once."""
    sets = {side: state.filed.get(side, ()) for side in SIDES}
    before, after = state.position, play_moves(state.position, _moves(sets))
    history = (*state.history, Cycle(sets))
    state = replace(state, filed={}, ready=(), shots={}, dead={}, history=history)
    state = _standing(state, after)

    def make(side: str) -> said.AirMoves:
        told = moves_told(f"C{state.cycle}M", state.cycle, before, after=after, sets=sets, side=side)
        return with_board(told, after) if told.fire else told

    told = to_all(make)
    if any(after.aimers(side) for side in SIDES):
        return Step(replace(state, kind=FIRE), told)
    step = _finish(state, play_fire(after, {}, state.options.table), f"C{state.cycle}M", told_moves(sets))
    return Step(step.state, (*told, *step.notices))


def _moves(sets: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[Move, ...]]:
    return {side: tuple(read_move(line) for line in lines) for side, lines in sets.items()}


def _standing(state: State, position: Position) -> State:
    """Return the state with everything where *position* has it."""
    return replace(state, chips=chips_of(position), cities=position.cities)


def _end_of_fire(state: State) -> Step:
    """3: reveal the fire of both sides together."""
    aims = {side: aims_on_file(state.filed.get(side, ())) for side in SIDES}
    *before, last = state.history
    state = replace(state, history=(*before, replace(last, fire=aims)))
    return _finish(state, play_fire(state.position, aims, state.options.table), state.code)


def _finish(state: State, fought: Fought, code: str, moves: Mapping[str, Sequence[str]] | None = None) -> Step:
    """4 and 5: tell deaths and production; end the game, or begin the next cycle. *moves*: those told just before."""
    before, cycle = state.position, state.cycle

    def make(side: str) -> said.AirFire:
        told = fire_told(code, cycle, before, fought=fought, side=side)
        board: said.AirFire = with_board(told, fought.position, moves)
        return board

    after = _standing(state, fought.position)
    after = replace(after, filed={}, ready=(), proposals=(), shots=fought.shots, dead=fought.dead)
    return Step(_ended(after) or replace(after, cycle=cycle + 1, kind=MOVES), to_all(make))


def _ended(state: State) -> State | None:
    """Return the decided state if a side has no chips, or by count after the last cycle, else None."""
    alive = tuple(side for side in SIDES if state.chips[side])
    if len(alive) == 2 and state.cycle == state.options.cycles:
        found = verdict(state.cycle, _counts(state))
        return replace(state, winners=found.winners, how=found.how)
    if len(alive) == 2:
        return None
    if not alive:
        return replace(state, winners=SEATS, how="a draw: neither side has a chip left")
    how = f"{NAMES[alive[0]]} has won: {NAMES[other(alive[0])]} has no chip left"
    return replace(state, winners=alive, how=how)


def _counts(state: State) -> tuple[Count, ...]:
    """Return what decides at the limit of cycles: chips and cities of each side, in the order of the options."""
    holders = [city.possessor for city in state.cities]
    found = {
        "chips": {side: state.position.count(side) for side in SIDES},
        "cities": {side: holders.count(side) for side in SIDES},
    }
    return tuple((one, more, found[more]) for one, more in state.options.counts)


def report(state: State, side: str, cycle: int) -> said.AirReport:
    """Return what was told in a cycle, worked out again from the first position and all orders since."""
    if not 1 <= cycle <= len(state.history):
        return said.AirReport(side, cycle)
    table = state.options.table
    cities = tuple(replace(city, possessor=city.owner) for city in state.cities)
    position = Position(state.board, state.first, cities)
    for past in state.history[: cycle - 1]:
        position = play_fire(play_moves(position, _moves(past.moves)), past.fire, table).position
    past = state.history[cycle - 1]
    after = play_moves(position, _moves(past.moves))
    moves = moves_told(f"C{cycle}M", cycle, position, after=after, sets=past.moves, side=side)
    moves = replace(with_board(moves, after), targets=(), picture=None)
    if cycle == state.cycle and state.kind == FIRE:
        return said.AirReport(side, cycle, moves)
    fought = play_fire(after, past.fire, table)
    fire = fire_told(f"C{cycle}{'F' if moves.fire else 'M'}", cycle, after, fought=fought, side=side)
    return said.AirReport(side, cycle, moves, replace(with_board(fire, fought.position), picture=None))
