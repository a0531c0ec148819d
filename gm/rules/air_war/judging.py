"""Judging one stage of one position, in the plain form that `gm judge air-war` uses."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gm.rules import Given, Problem, Ruling
from gm.rules.air_war.aiming import check_fire
from gm.rules.air_war.checking import check_moves
from gm.rules.air_war.moves import Move
from gm.rules.air_war.placing import PILE
from gm.rules.air_war.position import City, Position
from gm.rules.air_war.reading import WALK, Order, read_orders
from gm.rules.air_war.rounds import play_fire, play_moves
from gm.rules.air_war.state import Options
from gm.rules.lines.letters import Fault, out_of_bounds, plain, sorted_problems
from gm.rules.pictures.honeycomb import MOST_COLUMNS, MOST_ROWS, Board
from gm.rules.pictures.war import SIDES
from gm.rules.war.piles import in_order, sorted_piles
from gm.rules.war.reading import LineReader

WITHOUT_ORDERS = ("READY", "HOLD FIRE", "HOLD")


def judge_stage(reader: LineReader, given: Given) -> Ruling:
    """Return the result of *given*, a stage "moves" or "fire" (docs/formats.md). Raises ValueError if malformed."""
    stage = given.get("stage")
    if stage not in ("moves", "fire"):
        raise ValueError('stage: "moves" or "fire" is expected')
    position = _position(given)
    written = given.get("orders", {})
    if not isinstance(written, Mapping) or not all(s in SIDES and isinstance(t, str) for s, t in written.items()):
        raise ValueError("orders: a text for SOUTH and one for NORTH are expected")
    problems: dict[str, list[Problem]] = {}
    orders = {}
    for side, text in written.items():
        orders[side], problems[side] = _read(reader, position.board, text, WALK if stage == "moves" else "")
    facts = _moves(position, orders, problems) if stage == "moves" else _fire(position, orders, problems, _table(given))
    found = {side: [plain(one) for one in sorted_problems(own)] for side, own in problems.items() if own}
    return {**facts, "problems": found} if found else facts


def _read(reader: LineReader, board: Board, text: str, without_word: str) -> tuple[list[Order], list[Problem]]:
    orders: list[Order] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = reader.tokens(line, number)
        if not found or " ".join(line.upper().split()) in WITHOUT_ORDERS:
            continue
        try:
            orders += list(read_orders(reader, found, board, without_word))  # all of a line, or nothing
        except Fault as fault:
            problems.append(fault.problem)
    return orders, problems


def _moves(position: Position, orders: Mapping[str, list[Order]], problems: dict[str, list[Problem]]) -> Ruling:
    sets: dict[str, tuple[Move, ...]] = {}
    for side, own in orders.items():
        sets[side], found = check_moves(position, side, own)
        problems[side] += found
    refused = [side for side in SIDES if problems.get(side)]
    after = play_moves(position, {side: own for side, own in sets.items() if side not in refused})
    return {**_told(after), "refused": refused}


def _table(given: Given) -> tuple[int, ...]:
    try:
        options = msgspec.convert(given.get("options", {}), Options)
    except msgspec.ValidationError as error:
        raise ValueError(f"options: {error}") from None
    return options.table


def _fire(
    position: Position, orders: Mapping[str, list[Order]], problems: dict[str, list[Problem]], table: tuple[int, ...]
) -> Ruling:
    aims: dict[str, dict[str, int]] = {}
    for side, own in orders.items():
        aims[side], found = check_fire(position, side, own)
        problems[side] += found
    fought = play_fire(position, aims, table)
    return {**_told(fought.position), "made": list(fought.made), "shots": fought.shots, "deaths": fought.dead}


def _told(position: Position) -> Ruling:
    cities = {city.field: {"owner": city.owner, "possessor": city.possessor} for city in position.cities}
    return {"chips": {side: dict(position.chips[side]) for side in SIDES}, "cities": cities}


def _position(given: Given) -> Position:
    rows, columns = given.get("rows", 25), given.get("columns", 17)
    why = out_of_bounds("rows", rows, 1, MOST_ROWS) or out_of_bounds("columns", columns, 1, MOST_COLUMNS)
    if why:
        raise ValueError(why)
    board = Board(rows, columns)
    chips = given.get("chips", {})
    cities = given.get("cities", {})
    return Position(
        board,
        {side: _piles(board, side, chips.get(side, {})) for side in SIDES},
        tuple(_city(board, field, cities[field]) for field in in_order(cities)),
    )


def _piles(board: Board, side: str, piles: Given) -> dict[str, int]:
    for field, chips in piles.items():
        if not board.has(field):
            raise ValueError(f"chips: {side}: there is no field {field!r}")
        if type(chips) is not int or chips < 0:
            raise ValueError(f"chips: {side}: {field}: a number of chips is expected")
        if chips > PILE:
            raise ValueError(f"chips: {side}: {chips} chips on {field}, at most {PILE}")
    return sorted_piles(piles)


def _city(board: Board, field: str, facts: Given) -> City:
    owner = facts.get("owner")
    city = City(field, str(owner), str(facts.get("possessor", owner)))
    if not board.has(field) or not board.has(city.airport):
        raise ValueError(f"cities: {field!r} and its airport are not both on the board")
    if city.owner not in SIDES or city.possessor not in SIDES:
        raise ValueError(f"cities: {field}: owner and possessor are SOUTH or NORTH")
    return city
