"""Stage 2: what each side is told of the enemy, and nothing else (section IV, a to c)."""

from __future__ import annotations

import msgspec

from gm.rules.ground_war.position import Position
from gm.rules.ground_war.state import Options
from gm.rules.pictures.war import other
from gm.rules.war.piles import in_order, sorted_piles


class Seen(msgspec.Struct, frozen=True):
    """What a side is told.

    men: exact enemy men on or next to own men's fields (a); trucks: exact enemy trucks within two steps of own men (a,
    b); occupied: fields within two steps of own men that hold enemy men (c). near, sight: the fields covered by (a) and
    by (b, c), including empty ones. steps: how far sight goes, usually two.
    """

    men: dict[str, int]
    trucks: dict[str, int]
    occupied: tuple[str, ...]
    near: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()
    steps: int = 2


def see(position: Position, side: str, options: Options) -> Seen:
    """Return what *side* is told in stage 2 of this position."""
    board, enemy = position.board, other(side)
    near = {field for own in position.men[side] for field in board.near(own, options.sight_exact)}
    sight = {field for own in position.men[side] for field in board.near(own, options.sight)}
    men, trucks = position.men[enemy], position.trucks[enemy]
    return Seen(
        men=sorted_piles({field: number for field, number in men.items() if field in near}),
        trucks=sorted_piles({field: number for field, number in trucks.items() if field in sight}),
        occupied=tuple(in_order(field for field in men if field in sight)),
        near=tuple(in_order(near)),
        sight=tuple(in_order(sight)),
        steps=options.sight,
    )


def see_all(position: Position, side: str) -> Seen:
    """Return what *side* is told where information is complete: everything."""
    enemy, everywhere = other(side), tuple(str(field) for field in position.board.fields)
    men, trucks = position.men[enemy], position.trucks[enemy]
    return Seen(
        men=sorted_piles(men),
        trucks=sorted_piles(trucks),
        occupied=tuple(in_order(men)),
        near=everywhere,
        sight=everywhere,
    )


def may_aim(position: Position, side: str) -> dict[str, int]:
    """Return the men who may aim (V a), by field: those next to enemy men but not on a field with any."""
    enemy, board = position.men[other(side)], position.board
    return sorted_piles(
        {
            field: number
            for field, number in position.men[side].items()
            if field not in enemy and any(near in enemy for near in board.near(field))
        }
    )
