"""What a side knows now, as plain values: for the footer of its mails, STATUS, SHOW, its board and its picture."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.rules.ground_war.notices import Setup, Standing
from gm.rules.ground_war.opening import setup_of
from gm.rules.ground_war.orders import write_aim, write_filed, write_move
from gm.rules.ground_war.own import Own, own_of
from gm.rules.ground_war.state import FIRE, Aim, Filed, Move, State
from gm.rules.ground_war.telling import outlook_of, picture_of, standing_now, true_picture
from gm.rules.pictures.honeycomb import place
from gm.rules.pictures.war import SOUTH, Picture
from gm.rules.ruleset import View
from gm.rules.war.piles import in_order


class GroundView(View, frozen=True, kw_only=True):
    """What a side knows: its standing, and whether it has sent READY (final). setup: the beginning, for observers."""

    cycle: int
    code: str
    scenario: str
    final: bool | UnsetType = UNSET
    setup: Setup | UnsetType = UNSET
    standing: Standing | UnsetType = UNSET


def view_of(state: State, side: str | None) -> GroundView:
    """Return what a side knows now; for an observer (None) the initial position and the cycle."""
    facts = GroundView(cycle=state.cycle, code=state.code, scenario=state.title)
    if side is None:
        return replace(facts, setup=setup_of(state))
    return replace(
        facts,
        filed=on_file(state, side),
        final=side in state.ready,
        example=example(state, side),
        topic="FIRE" if state.kind == FIRE else "TURNS" if state.turn else "MOVES",
        standing=standing_now(state, side),
    )


def on_file(state: State, side: str) -> tuple[str, ...]:
    """Return what is on file for the round now due, in normal form."""
    return write_filed(state.filed.get(side, Filed()))


def example(state: State, side: str) -> tuple[str, ...]:
    """Return lines that would be right here and now, one for each own pile. They leave a man in each own city."""
    own = own_of(state, side)
    if state.kind == FIRE:
        return tuple(_fire_lines(own))
    if not own.moves:
        return ()
    going = {field: own.men[field] - (field in own.cities) for field in in_order(own.men)}
    going = {field: number for field, number in going.items() if number} or dict(list(own.men.items())[:1])
    return tuple(_move_line(own, field, number) for field, number in going.items())


def _fire_lines(own: Own) -> list[str]:
    lines = []
    for field, number in own.aiming().items():
        target = next(near for near in own.board.near(field) if near in own.enemy)
        lines.append(write_aim(Aim(field, target, number)))
    return lines


def _move_line(own: Own, field: str, number: int) -> str:
    """Return a move of so many men towards the enemy, by truck if there is one."""
    path = _way(own, field, own.options.truck_steps if field in own.trucks else 1)
    if field in own.trucks:
        return write_move(Move("truck", path, min(number, own.options.truck_men)))
    return write_move(Move("man", path), number)


def _way(own: Own, field: str, steps: int) -> tuple[str, ...]:
    forward = 1 if own.side == SOUTH else -1
    path = [field]
    for _ in range(min(steps, 2)):
        around = [near for near in own.board.near(path[-1]) if near not in path]
        path.append(max(around, key=lambda near: (forward * place(near)[0], near not in own.men)))
    return tuple(path)


def picture(state: State, side: str | None) -> Picture:
    """Return what a side knows, to be drawn; for an observer the initial position."""
    if side is None:
        return true_picture(state.initial, 0)
    shown = state.fired == state.informed and state.fired > 0
    shots, dead = (state.shots, state.dead) if shown else ({}, {})
    return picture_of(outlook_of(state, side), state.position.board, shots, dead)
