"""Judging one stage of one position, in the plain form that `gm judge ground-war` uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from gm.rules.lines.letters import plain, sorted_problems
from gm.rules.lines.words import without_remark
from gm.rules.pictures.honeycomb import MOST_COLUMNS, MOST_ROWS, read_field
from gm.rules.pictures.war import SIDES, other
from gm.rules.war.fire import all_shots, killed, shot, without_dead
from gm.rules.war.piles import in_order, sorted_piles
from gm.rules.war.reading import LineReader


def judge_stage(reader: LineReader, given: Given) -> Ruling:
    """Return the facts after the stage. Raises ValueError if the position itself is malformed."""
    stage = given.get("stage")
    if stage not in (MOVES, FIRE):
        raise ValueError(f"stage: {stage!r} is neither moves nor fire")
    stage, options = Stage(stage), _options(given)
    position = read_position(given, options)
    cycle = _whole(given.get("cycle", 1), "cycle", 1)
    sheets, problems = _sheets(reader, given, position, stage=stage, cycle=cycle, options=options)
    judge = _moved if stage == MOVES else _fired
    facts = judge(given, position, sheets, cycle=cycle, options=options)
    return {**facts, "problems": problems} if problems else facts


def _options(given: Given) -> Options:
    try:
        return msgspec.convert(given.get("options", {}), Options)
    except msgspec.ValidationError as error:
        raise ValueError(f"options: {error}") from None


def read_position(given: Given, options: Options) -> Position:
    """Return the position of *given*. Raises ValueError if it is malformed."""
    rows, columns = _whole(given.get("rows", 25), "rows", 1), _whole(given.get("columns", 17), "columns", 1)
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        raise ValueError(f"rows, columns: at most {MOST_ROWS} and {MOST_COLUMNS}")
    empty = Position(rows=rows, columns=columns, men={}, trucks={}, cities={})
    men = {side: _piles(empty, given, "men", side) for side in SIDES}
    trucks = {side: _piles(empty, given, "trucks", side) for side in SIDES}
    for side in SIDES:
        high = [field for field, number in men[side].items() if number > options.pile]
        if high:
            raise ValueError(f"men: {men[side][high[0]]} men on {high[0]}, at most {options.pile}")
    places = _fields(empty, given.get("cities", {}), "cities")
    cities = {field: msgspec.convert(city, City) for field, city in places.items()}
    if any(city.possessor not in SIDES for city in cities.values()):
        raise ValueError("cities: a possessor is SOUTH or NORTH")
    links = tuple(_link(empty, link, cities) for link in msgspec.convert(given.get("links", ()), tuple[Link, ...]))
    return replace(empty, men=men, trucks=trucks, cities={f: cities[f] for f in in_order(cities)}, links=links)


def _piles(board: Position, given: Given, what: str, side: str) -> dict[str, int]:
    table = given.get(what, {})
    if not isinstance(table, Mapping) or set(table) - set(SIDES):
        raise ValueError(f"{what}: piles by side, SOUTH and NORTH, are expected")
    return sorted_piles({f: _whole(n, what, 0) for f, n in _fields(board, table.get(side, {}), what).items()})


def _fields(board: Position, table: Given, what: str) -> Ruling:
    """Return a table by field, each as `G5`. Raises ValueError if a field is named twice."""
    found: dict[str, object] = {}
    for name, value in table.items():
        field = _field(board, name, what)
        if field in found:
            raise ValueError(f"{what}: {field} is there twice, the second time as {name!r}")
        found[field] = value
    return found


def _link(board: Position, link: Link, cities: Mapping[str, City]) -> Link:
    """Return a link between two cities of the position, its fields as `G5`. Raises ValueError."""
    first, second = (_field(board, field, "links") for field in link.cities)
    if first == second or not {first, second} <= set(cities):
        raise ValueError(f"links: {first} and {second} are not two cities of the position")
    return Link((first, second), tuple(_field(board, field, "links") for field in link.clear))


def _field(board: Position, name: object, what: str) -> str:
    field = read_field(str(name))
    if field is None or field not in board.board:
        raise ValueError(f"{what}: there is no field {name!r}")
    return str(field)


def _whole(value: object, what: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{what}: {value!r} is no whole number from {least}")
    return value


def _sheets(
    reader: LineReader, given: Given, position: Position, stage: Stage, cycle: int, options: Options
) -> tuple[dict[str, Filed], Ruling]:
    filed: dict[str, Filed] = {}
    problems: Ruling = {}
    for side in SIDES:
        text = given.get("orders", {}).get(side, "")
        if not isinstance(text, str):
            raise ValueError(f"orders: the orders of {side} are not a text")
        lines = [Line(n, line) for n, line in enumerate(text.split("\n"), 1) if without_remark(line).strip()]
        orders = [line for line in lines if is_order(reader, line.text)]
        sheet = read_sheet(reader, own_in(position, side, cycle, kind=stage, options=options), orders)
        filed[side] = sheet.filed
        others = [line for line in lines if line not in orders and not is_command(line)]
        strange = [words.problem((line.number, 1), "no-order") for line in others]
        found = sorted_problems((*sheet.problems, *strange))
        if found:
            problems[side] = [plain(one) for one in found]
    return filed, problems


def _moved(given: Given, position: Position, sheets: Mapping[str, Filed], cycle: int, options: Options) -> Ruling:
    before = position.men
    if "before" in given:
        before = {side: _piles(position, given, "before", side) for side in SIDES}
    carried = {}
    for side in SIDES:
        moves, enemy = sheets[side].moves, before[other(side)]
        may = [
            can_jump(m, side, cycle, cities=position.cities, links=position.links, enemy=enemy, options=options)
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


def _fired(given: Given, position: Position, sheets: Mapping[str, Filed], cycle: int, options: Options) -> Ruling:
    aims = {side: shots_of(sheets[side].aims) for side in SIDES}
    shots = all_shots(aims, position.men)
    dead = killed(shots, position.men, options.table)
    after = replace(position, men={side: without_dead(position.men[side], dead[side]) for side in SIDES})
    ended = end_of_cycle(after, cycle, options)
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
