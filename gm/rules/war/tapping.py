"""What a side may tap on its board, as it stands in a link: piles as short texts, `G5bH6` for two on G5 and one on H6.

templates/compose/comb.js reads it. What a game lets a side know is the game's affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from gm.rules.pictures.war import SOME
from gm.rules.war.piles import Piles

Stage = Literal["moves", "fire", "turn", "cities", "chips"]  # turn: moves, and fire after them
Marks = Mapping[tuple[str, int | None], Piles]
SCRIPTS = ("hexes.js", "comb.js", "war.js", "warboard.js")
MOST = 26  # of something on a field: the number is a letter
LIKE_MEN = "="  # men see from where they are


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game allows. pile: men on a field; steps, load: of a truck; chips: to be placed at the beginning."""

    pile: int
    steps: int = 0
    load: int = 0
    chips: int = 0


class WarFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board as *side* knows it, and what it may order in the round now due.

    marks: piles as texts by what they are, with the cycle that this dates from if it is over: own men, foes (men of the
    enemy), own trucks, vans (trucks of the enemy), own cities, and lost ones (the enemy's). jumps: from which city to
    which a man may jump. watch, steps: the fields from which the side sees, and how far; 0: everything. air: it is the
    Air War.
    """

    side: str
    rows: int
    columns: int
    stage: Stage
    marks: dict[str, str]
    limits: Limits
    jumps: str = ""
    watch: str = ""
    steps: int = 0
    air: bool = False


def written(marks: Marks) -> dict[str, str] | None:
    """Return marks as texts, by what they are and the cycle that they date from (None: now).

    None if a pile is too high to be written.
    """
    numbers = {number for piles in marks.values() for number in piles.values()}
    if any(number != SOME and not 1 <= number <= MOST for number in numbers):
        return None
    return {
        f"{what}{'' if cycle is None else cycle}": "".join(f"{field}{_letter(n)}" for field, n in piles.items())
        for (what, cycle), piles in marks.items()
    }


def watched(watch: Iterable[str], men: Piles) -> str:
    """Return the fields from which a side sees as a text."""
    fields = list(watch)
    return LIKE_MEN if {*fields} == {*men} else "".join(fields)


def _letter(number: int) -> str:
    return "?" if number == SOME else "" if number == 1 else chr(ord("a") + number - 1)
