"""What a round does to a position: moves and possession; fire, deaths, possession and production (1 to 6).

It plays what it is given: whether that is allowed is checked before, and who is told is decided after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from gm.rules.air_war.moves import Move, moved
from gm.rules.air_war.position import Position, possessed, produced
from gm.rules.pictures.war import SIDES
from gm.rules.war.fire import TABLE, BySide, all_shots, killed, without_dead


class Fought(msgspec.Struct, frozen=True):
    """A round of fire: the position after production, every shot, the dead, and the cities that got a chip."""

    position: Position
    shots: dict[str, dict[str, int]]
    dead: dict[str, dict[str, int]]
    made: tuple[str, ...]


def play_moves(position: Position, sets: Mapping[str, Sequence[Move]]) -> Position:
    """Return the position after the moves of both sides, with possession brought up to date (1, 6.3)."""
    chips = {side: moved(position.chips[side], sets.get(side, ())) for side in SIDES}
    return possessed(replace(position, chips=chips))


def play_fire(position: Position, aims: BySide, table: Sequence[int] = TABLE) -> Fought:
    """Play fire, deaths, possession and production: stages 3 to 5. *table*: how many die of 1, 2, 3 ... units."""
    shots = all_shots(aims, position.chips)
    dead = killed(shots, position.chips, table)
    chips = {side: without_dead(position.chips[side], dead[side]) for side in SIDES}
    after, made = produced(possessed(replace(position, chips=chips)))
    return Fought(after, shots, dead, made)
