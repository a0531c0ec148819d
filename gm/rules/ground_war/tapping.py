"""What a side may tap on the board in the round now due, made only from what it knows."""

from __future__ import annotations

from collections.abc import Iterator

from gm.rules.ground_war.moves import can_jump
from gm.rules.ground_war.own import Own, own_of
from gm.rules.ground_war.state import FIRE, Move, State
from gm.rules.ruleset import Tap
from gm.rules.war.tapping import SCRIPTS, Limits, WarFacts, watched, written

TAP = Tap(name="ground-war", title="Ground War", scripts=SCRIPTS, board={"air": False})
Marks = dict[tuple[str, int | None], dict[str, int]]


def tapped(state: State, side: str) -> WarFacts | None:
    """Return the board and what *side* may order now; None if it owes nothing, or its board cannot be written."""
    own, knows, options = own_of(state, side), state.knows[side], state.options
    texts = written(_marks(state, side))
    if state.how or texts is None or not (own.moves or (own.fire and own.aiming())):
        return None
    return WarFacts(
        side=side,
        rows=own.board.rows,
        columns=own.board.columns,
        stage="turn" if state.turn else "fire" if state.kind == FIRE else "moves",
        marks=texts,
        limits=Limits(options.pile, steps=options.truck_steps, load=options.truck_men),
        jumps="".join(f"{start}{end}" for start, end in _jumps(own)) if own.moves else "",
        watch="" if knows.everything else watched(knows.watch, own.men),
        steps=0 if knows.everything else knows.steps,
    )


def _marks(state: State, side: str) -> Marks:
    """Return everything that the side knows, with the cycle that it dates from if that is over."""
    men, knows, now = state.position.men[side], state.knows[side], state.informed
    marks: Marks = {("men", None): dict(men)}

    def enter(what: str, cycle: int, field: str, number: int) -> None:
        if number:
            marks.setdefault((what, cycle if cycle < now else None), {})[field] = number

    for field, sighting in knows.enemy.items():
        enter("foes", sighting.cycle, field, sighting.men)
        enter("vans", sighting.cycle, field, sighting.trucks)
    for field, parked in knows.trucks.items():
        enter("trucks", parked.cycle, field, parked.number)
    for field, held in knows.cities.items():
        enter("own" if held.possessor == side else "lost", now if field in men else held.cycle, field, 1)
    return marks


def _jumps(own: Own) -> Iterator[tuple[str, str]]:
    """Yield the jumps that the side may order, as far as it knows."""
    for link in own.links:
        for start, end in (link.cities, link.cities[::-1]):
            move = Move("jump", (start, end))
            if start in own.men and can_jump(
                move, own.side, own.cycle, cities=own.cities, links=own.links, enemy=own.enemy, options=own.options
            ):
                yield start, end
