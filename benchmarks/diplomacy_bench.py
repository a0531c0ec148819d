"""Judging a movement phase: compared with the peer on ordinary positions, and with ordinary ones on hard positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from benchmarks import peer
from benchmarks.hard import hard
from benchmarks.measure import Row, best, seconds, slowest_of_passes, undisturbed
from benchmarks.positions import Case, ordinary, standard
from gm.rules.provinces.movement import adjudicate

SEED = 1901
ORDINARY = 300
HARD = 5000
PEER_BOUND = 0.5  # of the peer's median
HARD_BOUND = 10.0  # times our own median


def judging(case: Case) -> Callable[[], object]:
    """The judging of *case*, ready to be timed."""
    return partial(adjudicate, standard(), case.units, case.orders)


def hard_acts() -> Iterator[tuple[str, Callable[[], object]]]:
    """The hard positions, each with its name."""
    for number, case in enumerate(hard(SEED, HARD)):
        yield f"{case.kind} #{number}", judging(case)


def run() -> list[Row]:
    """The rows of the table."""
    from diplomacy import Game  # only here: everything else runs without the peer

    game = Game()
    ours, theirs, refused = [], [], 0
    strayed: list[bool] = []  # for each ruling that differs, whether an army goes by convoy there
    for case in ordinary(SEED, ORDINARY):
        times = []
        for _ in range(3):
            if peer.load(game, case):
                with undisturbed():
                    times.append(seconds(game.process))
        if not times:
            refused += 1
            continue
        theirs.append(min(times))
        ours.append(best(judging(case)))
        ruling = adjudicate(standard(), case.units, case.orders)
        if peer.units_after(game) != {(u.power, str(u)) for u in ruling.units.values()}:
            strayed.append(peer.convoyed(case))
    own, differing = median(ours), f"units after differ in {len(strayed)}, convoys in {sum(strayed)} of these"
    worst, name = slowest_of_passes(list(hard_acts()))
    return [
        Row("Diplomacy, full phase, ours, median", own * 1e3, "ms", note=f"{len(ours)} positions of about 29 units"),
        Row("  the peer, median", median(theirs) * 1e3, "ms", note=f"it refuses orders in {refused} others"),
        Row("  ours : peer", own / median(theirs), "x", PEER_BOUND, differing),
        Row(f"  {HARD} hard positions, slowest", worst * 1e3, "ms", note=name),
        Row("  slowest : our median", worst / own, "x", HARD_BOUND),
    ]
