"""Fire and deaths, the same in both war games: who fires where, and how many die of it. All fire is simultaneous.

Shots are keyed `source-target`, as players write them: {"G5-G6": 2, "H4-H4": 1}. How orders are written, and who may
order fire, is up to each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules.pictures.war import SIDES, other
from gm.rules.war.piles import Piles, in_order, sorted_piles

Shots = Mapping[str, int]
TABLE = (0, 1, 1, 2, 2, 3)  # how many die of 1, 2, 3 ... units of fire; of more, as many as of the last (VI)
BySide = Mapping[str, Mapping[str, int]]


def shot(source: str, target: str) -> str:
    """Return the key of fire from one field at another."""
    return f"{source}-{target}"


def ends(key: str) -> tuple[str, str]:
    """Return source and target of a shot."""
    source, _, target = key.partition("-")
    return source, target


def contested(men: BySide) -> list[str]:
    """Return the fields that hold men of both sides."""
    return in_order(set(men[SIDES[0]]) & set(men[SIDES[1]]))


def table_of(pile: int) -> tuple[int, ...]:
    """Return the death table where the highest pile is *pile*: half the units of fire, rounded down."""
    return tuple(fire // 2 for fire in range(1, 2 * pile + 1))


def deaths(fire: int, men: int, table: Sequence[int] = TABLE) -> int:
    """Return how many of *men* on a field die of *fire* (section VI; Air War, 4)."""
    return min(table[min(fire, len(table)) - 1], men) if fire else 0


def all_shots(aims: BySide, men: BySide, firing: tuple[str, ...] = SIDES) -> dict[str, dict[str, int]]:
    """Return the aimed fire of the sides that are *firing*, and that of all their men on contested fields."""
    found: dict[str, dict[str, int]] = {}
    for side in SIDES:
        own = dict(aims.get(side, {})) if side in firing else {}
        if side in firing:
            own |= {shot(field, field): men[side][field] for field in contested(men)}
        found[side] = in_order_of_shots(own)
    return found


def in_order_of_shots(shots: Shots) -> dict[str, int]:
    """Return the shots that are not 0, by source and target."""
    keys = in_order(ends(key)[0] for key in shots)
    by_source = {source: {ends(k)[1]: k for k in shots if ends(k)[0] == source} for source in keys}
    ordered = [targets[target] for targets in by_source.values() for target in in_order(targets)]
    return {key: shots[key] for key in ordered if shots[key] > 0}


def killed(shots: BySide, men: BySide, table: Sequence[int] = TABLE) -> dict[str, dict[str, int]]:
    """Return, by side, how many men die on each field under all these shots (section VI; Air War, 4)."""
    found: dict[str, dict[str, int]] = {}
    for side in SIDES:
        fire: dict[str, int] = {}
        for key, number in shots[other(side)].items():
            target = ends(key)[1]
            fire[target] = fire.get(target, 0) + number
        found[side] = sorted_piles({f: deaths(n, men[side].get(f, 0), table) for f, n in fire.items()})
    return found


def without_dead(men: Piles, dead: Piles) -> dict[str, int]:
    """Return the piles without the dead."""
    return sorted_piles({field: number - dead.get(field, 0) for field, number in men.items()})
