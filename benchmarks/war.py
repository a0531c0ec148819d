"""Judging a stage of the Ground War on the full board, compared with a movement phase of Payola in the same run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from benchmarks.measure import Row, best
from gm.registry import ruleset
from gm.rules import Letter, Line, Orders

AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
MEN, TRUCKS = 60, 10  # a side
BOUND = 5.0  # times the movement phase


def scenario() -> str:
    """25 x 17 fields, 60 men and 10 trucks a side, the fronts two fields apart."""
    tables = []
    for side, rows in (("south", (12, 11)), ("north", (14, 15))):
        fields = [f"{letter}{row}" for row in rows for letter in "BDFHJLNPCE"][: MEN // 3]
        men = ", ".join(f"{field} = 3" for field in fields)
        trucks = ", ".join(f"{field} = 1" for field in fields[:TRUCKS])
        city = "I3" if side == "south" else "I23"
        tables.append(f'[{side}]\nmen = {{ {men} }}\ntrucks = {{ {trucks} }}\ncities = ["{city}"]')
    return "\n".join(['title = "Fronts"', "rows = 25", "columns = 17", *tables])


def filed(rules: Any, state: Any, letters: dict[str, list[str]]) -> Any:
    """The state with these letters on file."""
    for seat, lines in letters.items():
        read = rules.read(state, seat, Letter(tuple(Line(n, line) for n, line in enumerate(lines, 1))))
        assert isinstance(read, Orders) and read.acts and not read.problems, read
        state = rules.file(state, seat, read, AT).state
    return state


def ground() -> tuple[Callable[[], object], Callable[[], object]]:
    """A round of moves and a round of fire, ready to be timed."""
    rules: Any = ruleset("ground-war").rules
    state = rules.open(rules.card.options(scenario_text=scenario()), "seed", AT).state
    moves = filed(rules, state, {side: list(rules.view(state, side).example) for side in ("SOUTH", "NORTH")})
    after = rules.due(state, (), AT).state
    after = rules.due(filed(rules, after, {}), (), AT).state if after.kind == "moves" else after
    fire = filed(rules, after, {side: list(rules.view(after, side).example) for side in ("SOUTH", "NORTH")})
    return partial(rules.due, moves, (), AT), partial(rules.due, fire, (), AT)


def payola() -> Callable[[], object]:
    """A movement phase in which every power bribes its own units, and three of its neighbours', ready to be timed."""
    rules: Any = ruleset("payola").rules
    state = rules.open(rules.card.options(), "seed", AT).state
    board = rules.board(state)
    letters = {}
    for seat in rules.seats(state.options):
        own = [unit for unit in state.units.values() if unit.power == seat]
        others = [unit for unit in state.units.values() if unit.power != seat][:3]
        lines = []
        for number, unit in enumerate((*own, *others), 2):
            first, *more = sorted(board.reach(unit.kind, unit.place))
            lines += [f"{number} : {unit} - {first}" + (f" | - {more[0]}" if more else ""), f"1 : {unit} H"]
        letters[seat] = lines
    return partial(rules.due, filed(rules, state, letters), (), AT)


def run() -> list[Row]:
    """The rows of the table."""
    moves, fire = ground()
    phase = best(payola(), 10)
    rows = [Row("Payola, a movement phase", phase * 1e3, "ms", note="7 powers, 22 units, sheets of a dozen offers")]
    for name, act in (("moves", moves), ("fire", fire)):
        taken = best(act, 10)
        note = f"25 x 17, {MEN} men and {TRUCKS} trucks a side"
        rows += [
            Row(f"Ground War, a round of {name}", taken * 1e3, "ms", note=note),
            Row("  it : a movement phase", taken / phase, "x", BOUND),
        ]
    return rows
