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
from gm.rules.lines.positions import Count, check_names, shaped
from gm.rules.pictures.honeycomb import MOST_COLUMNS, MOST_ROWS, Board
from gm.rules.pictures.war import SIDES
from gm.rules.war.piles import in_order, sorted_piles
from gm.rules.war.reading import LineReader

WITHOUT_ORDERS = ("READY", "HOLD FIRE", "HOLD")


class CityGiven(msgspec.Struct, frozen=True):
    """A city: its first owner, and who possesses it, the owner if it is left out."""

    owner: str
    possessor: str = ""


class PositionGiven(msgspec.Struct, frozen=True):
    """A position as it is given (docs/formats.md)."""

    stage: str
    rows: int = 25
    columns: int = 17
    chips: dict[str, dict[str, Count]] = {}
    cities: dict[str, CityGiven] = {}
    orders: dict[str, str] = {}
    options: Options = Options()


def judge_stage(reader: LineReader, raw: Given) -> Ruling:
    """Return the result of *raw*, a stage "moves" or "fire". Raises ValueError if it cannot be meant."""
    given = shaped(raw, PositionGiven)
    check_names("stage", [given.stage], ("moves", "fire"), "stage")
    check_names("orders", given.orders, SIDES, "side")
    position = _position(given)
    problems: dict[str, list[Problem]] = {}
    orders = {}
    for side, text in given.orders.items():
        orders[side], problems[side] = _read(reader, position.board, text, WALK if given.stage == "moves" else "")
    if given.stage == "moves":
        facts = _moves(position, orders, problems)
    else:
        facts = _fire(position, orders, problems, given.options.table)
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


def _position(given: PositionGiven) -> Position:
    bounds = ("rows", given.rows, MOST_ROWS), ("columns", given.columns, MOST_COLUMNS)
    for key, number, most in bounds:
        if why := out_of_bounds(key, number, 1, most):
            raise ValueError(why)
    board = Board(given.rows, given.columns)
    check_names("chips", given.chips, SIDES, "side")
    for field in given.cities:
        _check_field(board, field, "cities")
    return Position(
        board,
        {side: _piles(board, side, given.chips.get(side, {})) for side in SIDES},
        tuple(_city(board, field, given.cities[field]) for field in in_order(given.cities)),
    )


def _piles(board: Board, side: str, piles: Mapping[str, int]) -> dict[str, int]:
    for field, chips in piles.items():
        _check_field(board, field, f"chips: {side}")
        if chips > PILE:
            raise ValueError(f"chips: {side}: {chips} chips on {field}, at most {PILE}")
    return sorted_piles(piles)


def _city(board: Board, field: str, facts: CityGiven) -> City:
    city = City(field, facts.owner, facts.possessor or facts.owner)
    check_names(f"cities: {field}", (city.owner, city.possessor), SIDES, "side")
    if not board.has(city.airport):
        raise ValueError(f"cities: {field}: its airport is not on the board")
    return city


def _check_field(board: Board, field: str, key: str) -> None:
    if not board.has(field):
        raise ValueError(f"{key}: there is no field {field!r}")
