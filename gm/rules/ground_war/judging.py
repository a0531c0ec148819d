"""Judging one stage of one position, in the plain form that `gm judge ground-war` uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from gm.rules import Given, Line, Ruling
from gm.rules.ground_war.faults import words
from gm.rules.ground_war.information import see
from gm.rules.ground_war.letter import is_command
from gm.rules.ground_war.moves import can_jump, carry_out
from gm.rules.ground_war.own import own_in
from gm.rules.ground_war.position import City, Link, Position
from gm.rules.ground_war.production import end_of_cycle
from gm.rules.ground_war.reading import is_order, read_sheet
from gm.rules.ground_war.state import FIRE, MOVES, Aim, Filed, Options, Stage
from gm.rules.lines.letters import out_of_bounds, plain, sorted_problems
from gm.rules.lines.positions import Count, check_names, shaped
from gm.rules.lines.words import without_remark
from gm.rules.pictures.honeycomb import MOST_COLUMNS, MOST_ROWS, read_field
from gm.rules.pictures.war import SIDES, other
from gm.rules.war.fire import all_shots, killed, shot, without_dead
from gm.rules.war.piles import in_order, sorted_piles
from gm.rules.war.reading import LineReader

V = TypeVar("V")


class LinkGiven(msgspec.Struct, frozen=True):
    """Two cities between which men may jump (see Link)."""

    cities: list[str]
    clear: list[str] = []


class PositionGiven(msgspec.Struct, frozen=True):
    """A position as it is given (docs/formats.md)."""

    stage: str
    rows: int = 25
    columns: int = 17
    cycle: int = 1
    men: dict[str, dict[str, Count]] = {}
    trucks: dict[str, dict[str, Count]] = {}
    before: dict[str, dict[str, Count]] | None = None
    cities: dict[str, City] = {}
    links: list[LinkGiven] = []
    orders: dict[str, str] = {}
    options: Options = Options()


def judge_stage(reader: LineReader, raw: Given) -> Ruling:
    """Return the facts after the stage. Raises ValueError if the position itself cannot be meant."""
    given = shaped(raw, PositionGiven)
    check_names("stage", [given.stage], (MOVES, FIRE), "stage")
    check_names("orders", given.orders, SIDES, "side")
    if given.cycle < 1:
        raise ValueError("cycle: a whole number from 1 is expected")
    position = read_position(given)
    sheets, problems = _sheets(reader, given, position)
    facts = _moved(given, position, sheets) if given.stage == MOVES else _fired(given, position, sheets)
    return {**facts, "problems": problems} if problems else facts


def read_position(given: PositionGiven) -> Position:
    """Return the position of *given*. Raises ValueError if it cannot be meant."""
    bounds = ("rows", given.rows, MOST_ROWS), ("columns", given.columns, MOST_COLUMNS)
    for key, number, most in bounds:
        if why := out_of_bounds(key, number, 1, most):
            raise ValueError(why)
    empty = Position(rows=given.rows, columns=given.columns, men={}, trucks={}, cities={})
    men, trucks = _piles(empty, given.men, "men"), _piles(empty, given.trucks, "trucks")
    pile = given.options.pile
    high = [(field, number) for own in men.values() for field, number in own.items() if number > pile]
    if high:
        raise ValueError(f"men: {high[0][1]} men on {high[0][0]}, at most {pile}")
    cities = _fields(empty, given.cities, "cities")
    for field, city in cities.items():
        check_names(f"cities: {field}: possessor", [city.possessor], SIDES, "side")
    links = tuple(_link(empty, link, cities) for link in given.links)
    return replace(empty, men=men, trucks=trucks, cities={f: cities[f] for f in in_order(cities)}, links=links)


def _piles(board: Position, given: Mapping[str, Mapping[str, int]], key: str) -> dict[str, dict[str, int]]:
    check_names(key, given, SIDES, "side")
    return {side: sorted_piles(_fields(board, given.get(side, {}), key)) for side in SIDES}


def _fields(board: Position, table: Mapping[str, V], what: str) -> dict[str, V]:
    """Return a table by field, each as `G5`. Raises ValueError if a field is named twice."""
    found: dict[str, V] = {}
    for name, value in table.items():
        field = _field(board, name, what)
        if field in found:
            raise ValueError(f"{what}: {field} is there twice, the second time as {name!r}")
        found[field] = value
    return found


def _link(board: Position, link: LinkGiven, cities: Mapping[str, City]) -> Link:
    """Return a link between two cities of the position, its fields as `G5`. Raises ValueError."""
    ends = [_field(board, field, "links") for field in link.cities]
    if len(ends) != 2 or ends[0] == ends[1] or not {*ends} <= {*cities}:
        raise ValueError(f"links: {' and '.join(ends)} are not two cities of the position")
    return Link((ends[0], ends[1]), tuple(_field(board, field, "links") for field in link.clear))


def _field(board: Position, name: str, what: str) -> str:
    field = read_field(name)
    if field is None or field not in board.board:
        raise ValueError(f"{what}: there is no field {name!r}")
    return str(field)


def _sheets(reader: LineReader, given: PositionGiven, position: Position) -> tuple[dict[str, Filed], Ruling]:
    filed: dict[str, Filed] = {}
    problems: Ruling = {}
    for side in SIDES:
        text = given.orders.get(side, "")
        lines = [Line(n, line) for n, line in enumerate(text.split("\n"), 1) if without_remark(line).strip()]
        orders = [line for line in lines if is_order(reader, line.text)]
        own = own_in(position, side, given.cycle, kind=Stage(given.stage), options=given.options)
        sheet = read_sheet(reader, own, orders)
        filed[side] = sheet.filed
        others = [line for line in lines if line not in orders and not is_command(line)]
        strange = [words.problem((line.number, 1), "no-order") for line in others]
        found = sorted_problems((*sheet.problems, *strange))
        if found:
            problems[side] = [plain(one) for one in found]
    return filed, problems


def _moved(given: PositionGiven, position: Position, sheets: Mapping[str, Filed]) -> Ruling:
    options = given.options
    before = position.men if given.before is None else _piles(position, given.before, "before")
    carried = {}
    for side in SIDES:
        moves, enemy = sheets[side].moves, before[other(side)]
        may = [
            can_jump(m, side, given.cycle, cities=position.cities, links=position.links, enemy=enemy, options=options)
            for m in moves
        ]
        men, trucks = position.men[side], position.trucks[side]
        carried[side] = carry_out(
            position.board, moves, men, trucks=trucks, enemy=enemy, pile=options.pile, may_jump=may
        )
    after = replace(
        position,
        men={side: carried[side].men for side in SIDES},
        trucks={side: carried[side].trucks for side in SIDES},
    )
    seen = {side: see(after, side, options) for side in SIDES}
    return {
        "ended": {side: list(carried[side].ended) for side in SIDES},
        "men": after.men,
        "trucks": after.trucks,
        "told": {
            side: {"men": one.men, "trucks": one.trucks, "occupied": list(one.occupied)} for side, one in seen.items()
        },
    }


def _fired(given: PositionGiven, position: Position, sheets: Mapping[str, Filed]) -> Ruling:
    aims = {side: shots_of(sheets[side].aims) for side in SIDES}
    shots = all_shots(aims, position.men)
    dead = killed(shots, position.men, given.options.table)
    after = replace(position, men={side: without_dead(position.men[side], dead[side]) for side in SIDES})
    ended = end_of_cycle(after, given.cycle, given.options)
    return {
        "shots": shots,
        "deaths": dead,
        "men": ended.position.men,
        "trucks": ended.position.trucks,
        "cities": msgspec.to_builtins(ended.position.cities),
        "made": in_order(field for side in SIDES for field in ended.made[side]),
    }


def shots_of(aims: Sequence[Aim]) -> dict[str, int]:
    """Return aims as shots."""
    found: dict[str, int] = {}
    for aim in aims:
        key = shot(aim.source, aim.target)
        found[key] = found.get(key, 0) + aim.men
    return found
