"""Standing orders of a Ground War: when a side's come into force, and what they file, by what it knows then."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules import Phase
from gm.rules.ground_war.own import own_of
from gm.rules.ground_war.state import FIRE, MOVES, State
from gm.rules.pictures.war import SOUTH
from gm.rules.war.notices import StandingOrders
from gm.rules.war.standing import standing_fire, told


def stands_of(state: State, side: str) -> StandingOrders:
    """Return the standing orders of a side, and for which round they file next."""
    return told(state.stands, side, _coming(state, side))


def _coming(state: State, side: str) -> Phase | None:
    """Return the next round for which standing orders of a side file; None if the last one has begun."""
    if state.turn:
        later = not (state.turn == SOUTH and side != SOUTH)
        then = replace(state, turn=side, cycle=state.cycle + later)
    else:
        then = replace(state, kind=FIRE, cycle=state.cycle + (state.kind != MOVES))
    return None if 0 < state.options.cycles < then.cycle else then.phase


def fire_of(state: State, side: str) -> tuple[str, ...]:
    """Return the fire that a side's standing orders file in the round that has begun, as order lines."""
    own, fields = own_of(state, side), (state.stands or {}).get(side, ())
    if not (own.fire and fields):
        return ()
    enemy = {field: sighting.men for field, sighting in state.knows[side].enemy.items() if field in own.enemy}
    return standing_fire(fields, own.aiming(), enemy, own.board)
