"""What a side may tap on the board in the round now due. Both sides know all of it."""

from __future__ import annotations

from gm.rules.air_war.placing import PILE
from gm.rules.air_war.state import CHIPS, CITIES, FIRE, MOVES, State
from gm.rules.pictures.war import other
from gm.rules.ruleset import Tap
from gm.rules.war.tapping import SCRIPTS, Limits, Marks, Stage, WarFacts, written

TAP = Tap(name="air-war", title="Air War", scripts=SCRIPTS, board={"air": True})
STAGES: dict[str, Stage] = {CITIES: "cities", CHIPS: "chips", MOVES: "moves", FIRE: "fire"}


def tapped(state: State, side: str) -> WarFacts | None:
    """Return the board and what *side* may order now; None if it owes nothing, or its board cannot be written."""
    position = state.position
    if state.how or (state.kind == FIRE and not position.aimers(side)):
        return None
    own, lost = ({city.field: 1 for city in position.cities if city.possessor == one} for one in (side, other(side)))
    marks: Marks = {
        ("men", None): position.chips[side],
        ("foes", None): position.chips[other(side)],
        ("own", None): own,
        ("lost", None): lost,
    }
    texts = written(marks)
    if texts is None:
        return None
    return WarFacts(
        side=side,
        rows=state.options.rows,
        columns=state.options.columns,
        stage=STAGES[state.kind],
        marks=texts,
        limits=Limits(PILE, chips=state.options.chips),
        air=True,
    )
