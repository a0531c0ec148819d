"""How a Ground War begins: options are checked, the scene is set, and both sides are told the initial position."""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules import EVERYBODY, Notice, Step, to
from gm.rules.ground_war import notices as said
from gm.rules.ground_war.faults import words
from gm.rules.ground_war.generator import check_generated, generate
from gm.rules.ground_war.knowledge import first_knowledge
from gm.rules.ground_war.scenario import Scenario, ScenarioError, read_scenario
from gm.rules.ground_war.state import Options, State
from gm.rules.ground_war.telling import counted, outlook_of, rules_of, standing, true_picture
from gm.rules.lines.letters import note, out_of_bounds
from gm.rules.pictures.war import NAMES, SIDES, SOUTH
from gm.rules.war.limits import check_limits
from gm.rules.war.sides import SEATS
from gm.rules.war.textboard import board_lines

GENERATED = "generated"
NUMBERS = {
    "production_delay": (0, 99),
    "production_every": (1, 99),
    "truck_steps": (1, 9),
    "truck_men": (1, 9),
    "pile": (1, 9),
    "sight": (1, 9),
}


def check_options(options: Options, scenarios: Mapping[str, str]) -> str:
    """Return what is wrong with the options beyond their types, as `key: message`; "" if nothing."""
    for key, (least, most) in NUMBERS.items():
        if why := out_of_bounds(key, getattr(options, key), least, most):
            return why
    why = out_of_bounds("sight_exact", options.sight_exact, 1, options.sight)
    why = why or check_limits(options.deaths, options.cycles)
    if why:
        return why
    ways = {("umpire", "simultaneous"), ("complete", "alternate"), ("last-cycle", "simultaneous")}
    if (options.information, options.turns) not in ways:
        return words("information", information=options.information, turns=options.turns)
    if options.scenario_text:
        try:
            read_scenario(options.scenario_text, options.pile)
        except ScenarioError as error:
            return f"scenario_text: {error}"
        return ""
    if options.scenario == GENERATED:
        return check_generated(options)
    if options.scenario not in scenarios:
        return words("scenario", name=options.scenario, names=", ".join((*sorted(scenarios), GENERATED)))
    try:
        read_scenario(scenarios[options.scenario], options.pile)
    except ScenarioError as error:
        return f"scenario: {options.scenario}: {error}"
    return ""


def scene(options: Options, seed: str, scenarios: Mapping[str, str]) -> Scenario:
    """Return the scenario of a game; the options must be right."""
    if options.scenario_text:
        return read_scenario(options.scenario_text, options.pile)
    if options.scenario == GENERATED:
        return generate(options, seed)
    return read_scenario(scenarios[options.scenario], options.pile)


def begin(options: Options, seed: str, scenarios: Mapping[str, str]) -> Step:
    """Begin the first cycle, and tell both sides and the observers about it."""
    found = scene(options, seed, scenarios)
    position = found.position
    knows = {side: first_knowledge(position, side) for side in SIDES}
    turn = SOUTH if options.alternate else ""
    state = State(options, found.title, position, position, turn=turn, knows=knows)
    own = (note(to(side), standing(outlook_of(state, side), position.board, False)) for side in SEATS)
    notices: tuple[Notice, ...] = (*own, note(EVERYBODY, setup_of(state)))
    return Step(state, notices)


def setup_of(state: State) -> said.Setup:
    """Return the initial position in words."""
    position = state.initial
    sides = tuple(
        said.SideSet(
            NAMES[side],
            counted(position.men[side]),
            counted(position.trucks[side]),
            tuple(field for field, city in position.cities.items() if city.possessor == side),
        )
        for side in SIDES
    )
    links: tuple[str, ...] = ()
    if state.options.inter_city_jumps:
        links = tuple(
            f"{link.cities[0]}-{link.cities[1]}" + (f" (no enemy on {', '.join(link.clear)})" if link.clear else "")
            for link in position.links
        )
    board = board_lines(true_picture(position, 0))
    rules = rules_of(state.options, bool(position.links))
    return said.Setup(
        scenario=state.title,
        rows=position.rows,
        columns=position.columns,
        sides=sides,
        links=links,
        rules=rules,
        board=board,
    )
