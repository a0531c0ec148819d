"""Who meets whom: tables drawn from a seed, so that nobody meets the same people twice where it can be avoided. Pure.

docs/league.md says how, so that anybody can repeat each draw.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from gm.desk.game.chance import draw

ATTEMPTS = 20
SEEDS = 50  # that are tried where some must not meet
Table = list[str]  # names, in the order of the seats
Met = Mapping[tuple[str, str], int]  # how often two have met, by their names in order


class Drawn(msgspec.Struct, frozen=True):
    """The tables of a round, and who has a bye."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]


def seed_of(league: str, number: int, secret: str) -> str:
    """The seed of a round: 64 hexadecimal digits made from the league's secret."""
    return hashlib.sha256("\n".join(("gm-league-seed-1", league, str(number), secret)).encode()).hexdigest()


def seeds_of(league: str, number: int, secret: str) -> Iterator[str]:
    """The seeds among which that of a round is chosen."""
    yield seed_of(league, number, secret)
    yield from (seed_of(league, number, f"{secret}/{one}") for one in range(1, SEEDS))


def seed_apart(seeds: Iterable[str], draw_from: Callable[[str], Drawn], apart: Collection[tuple[str, str]]) -> str:
    """The first of these seeds that brings none of these pairs of names to one table, else the fewest of them.

    Each pair is in order, as in `Met`.
    """
    best, fewest = "", -1
    for seed in seeds:
        together = sum(pair in apart for pair in pairs(draw_from(seed).tables))
        if fewest < 0 or together < fewest:
            best, fewest = seed, together
        if not together:
            break
    return best


def hash_of(league: str, number: int, seed: str) -> str:
    """The hash of a round's seed that is told before the draw."""
    return hashlib.sha256("\n".join(("gm-league-hash-1", league, str(number), seed)).encode()).hexdigest()


def shares(players: int, usual: int, allowed: Collection[int]) -> list[int]:
    """The sizes of tables for all *players*, as alike as can be, the larger ones first; [] if there are none.

    usual: the size that they should have; allowed: those that the ruleset has. Of several numbers of tables the one
    counts with which tables come nearest to the usual size, and of two such the smaller.
    """
    found = []
    for tables in range(1, players + 1):
        small, more = divmod(players, tables)
        sizes = [small + 1] * more + [small] * (tables - more)
        if all(size in allowed for size in sizes):
            found.append((abs(Fraction(players, tables) - usual), tables, sizes))
    return min(found)[2] if found else []


def layout(players: int, usual: int, allowed: Collection[int]) -> tuple[list[int], int]:
    """The sizes of the tables, and how many players have a bye: as few as possible. [] if nobody can play."""
    for byes in range(players):
        if sizes := shares(players - byes, usual, allowed):
            return sizes, byes
    return [], players


def pairs(tables: Iterable[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """The pairs of names that meet at these tables."""
    for table in tables:
        yield from combinations(sorted(table), 2)


def drawn(
    seed: str, names: Iterable[str], usual: int, allowed: Collection[int], met: Met, byes: Mapping[str, int]
) -> Drawn:
    """Draw the tables of a round. met: how often two have met so far; byes: how often each has had a bye."""
    everybody = sorted(names)
    sizes, without = layout(len(everybody), usual, allowed)
    order = sorted(everybody, key=lambda name: (byes.get(name, 0), draw(seed, f"bye/{name}")))
    idle = sorted(order[:without])
    playing = [name for name in everybody if name not in idle]
    best: list[Table] = []
    for attempt in range(ATTEMPTS):
        tables = _improved(_dealt(seed, attempt, playing, sizes), met)
        if not best or _cost(tables, met) < _cost(best, met):
            best = tables
        if not _cost(best, met):
            break
    seated = (tuple(sorted(table, key=lambda name: draw(seed, f"seat/{name}"))) for table in best)
    return Drawn(tuple(seated), tuple(idle))


def _dealt(seed: str, attempt: int, names: Sequence[str], sizes: Sequence[int]) -> list[Table]:
    left = iter(sorted(names, key=lambda name: draw(seed, f"table/{attempt}/{name}")))
    return [[next(left) for _ in range(size)] for size in sizes]


def _cost(tables: Sequence[Table], met: Met) -> int:
    return sum(met.get(pair, 0) for pair in pairs(tables))


def _with(name: str, others: Iterable[str], met: Met) -> int:
    """How often somebody has met the others at a table."""
    return sum(met.get((min(name, other), max(name, other)), 0) for other in others if other != name)


def _improved(tables: list[Table], met: Met) -> list[Table]:
    """Let players change places as long as fewer then meet again.

    Table by table and seat by seat, whoever meets somebody again changes places with the one of another table with whom
    most is gained, the first of these. That is done again until nobody has anything to gain.
    """
    again = True
    while again:
        again = False
        for one, place in _places(tables):
            if _with(tables[one][place], tables[one], met):
                others = ((other, there) for other, there in _places(tables) if other != one)
                gains = ((_gain(tables, (one, place), at, met), at) for at in others)
                gain, (other, there) = max(gains, key=lambda found: found[0], default=(0, (one, place)))
                if gain > 0:
                    tables[one][place], tables[other][there] = tables[other][there], tables[one][place]
                    again = True
    return tables


def _places(tables: Sequence[Table]) -> Iterator[tuple[int, int]]:
    for number, table in enumerate(tables):
        for place in range(len(table)):
            yield number, place


def _gain(tables: Sequence[Table], one: tuple[int, int], other: tuple[int, int], met: Met) -> int:
    """How many fewer meetings again there are once two players have changed places."""
    here, there = tables[one[0]], tables[other[0]]
    a, b = here[one[1]], there[other[1]]
    without_a, without_b = [name for name in here if name != a], [name for name in there if name != b]
    now = _with(a, without_a, met) + _with(b, without_b, met)
    return now - _with(b, without_a, met) - _with(a, without_b, met)


def counted_meetings(rounds: Iterable[Iterable[Sequence[str]]]) -> Counter[tuple[str, str]]:
    """How often two have met in these rounds."""
    return Counter(pair for tables in rounds for pair in pairs(tables))
