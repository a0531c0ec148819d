"""Standing orders of an Air War: when a side's come into force, and what they file on the position that both know."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules.air_war.state import FIRE, State
from gm.rules.pictures.war import other
from gm.rules.war.notices import StandingOrders
from gm.rules.war.standing import standing_fire, told


def stands_of(state: State, side: str) -> StandingOrders:
    """Return the standing orders of a side, and for which round they file next: the fire of this cycle or the next."""
    then = replace(state, kind=FIRE, cycle=max(1, state.cycle + (state.kind == FIRE)))
    return told(state.stands, side, None if 0 < state.options.cycles < then.cycle else then.phase)


def fire_of(state: State, side: str) -> tuple[str, ...]:
    """Return the fire that a side's standing orders file in the round that has begun, as order lines."""
    fields = (state.stands or {}).get(side, ())
    if state.kind != FIRE or not fields:
        return ()
    own = state.chips[side]
    aiming = {field: own[field] for field in state.position.aimers(side)}
    return standing_fire(fields, aiming, state.chips[other(side)], state.board)
