"""What the umpire of either war game may change about its numbers (IX d): the death table, and a limit of cycles.

At the limit the pieces are counted. What else a game lets its umpire choose is its own affair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from gm.rules import Outcome, as_seat
from gm.rules.lines.letters import out_of_bounds
from gm.rules.lines.words import plural
from gm.rules.pictures.war import NAMES, SIDES
from gm.rules.war.faults import words
from gm.rules.war.fire import TABLE
from gm.rules.war.sides import SEATS

# Pages of HELP that tell rules whose numbers may differ from game to game.
ON_RULES = ("RULES", "FIRE", "INFORMATION", "CITIES", "PRODUCTION", "TRUCK", "MOVES", "MAN", "MEN", "CHIPS", "END")
LONGEST_TABLE = 36  # units of fire: more than can reach a field of six neighbours with the usual piles
MOST_DEAD = 9
MOST_CYCLES = 999
Count = tuple[str, str, Mapping[str, int]]  # of what (one, more), and by side how many


def check_limits(deaths: Sequence[int], cycles: int) -> str:
    """Return what is wrong with these options, as `key: message`; "" if nothing."""
    rising = all(before <= after for before, after in pairwise(deaths))
    if len(deaths) > LONGEST_TABLE or not rising or any(not 0 <= number <= MOST_DEAD for number in deaths):
        return words("deaths", longest=LONGEST_TABLE, most=MOST_DEAD)
    return out_of_bounds("cycles", cycles, 0, MOST_CYCLES)


def told_limits(table: Sequence[int], cycles: int, counts: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return how these options differ from the usual rules, one sentence each. *counts*: what is counted, in order."""
    fire = ", ".join(str(number) for number in range(1, len(table)))
    units = f"{fire}, {len(table)} or more units" if fire else "any number of units"
    dead = ", ".join(map(str, table))
    first, second = (more for _, more in counts)
    deaths = f"Of {units} of fire on a field so many die: {dead}."
    limit = (
        f"Cycle {cycles} is the last. If nobody has won by its end, the side with more {first} has won; with as many, "
        f"the one with more {second}; else it is a draw."
    )
    return tuple(said for holds, said in ((tuple(table) != TABLE, deaths), (cycles > 0, limit)) if holds)


def verdict(cycle: int, counts: Sequence[Count]) -> Outcome:
    """Return who has won by count at the end of the last cycle: by the first of *counts* that is not equal."""
    for one, more, by_side in counts:
        if len(set(by_side.values())) > 1:
            winner = max(SIDES, key=lambda side: by_side[side])
            most, least = sorted(by_side.values(), reverse=True)
            of = plural(most, one, more)
            how = words("counted", winner=NAMES[winner], cycle=cycle, most=most, of=of, least=least)
            return Outcome((as_seat(winner),), how)
    equal = " and ".join(f"{of[SIDES[0]]} {plural(of[SIDES[0]], one, more)}" for one, more, of in counts)
    return Outcome(SEATS, words("counted.equal", cycle=cycle, equal=equal))
