"""Judging a movement phase: compared with the peer on ordinary positions, and with ordinary ones on hard positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from benchmarks import peer
from benchmarks.hard import hard
from benchmarks.measure import Row, best, seconds, slowest_of_passes, undisturbed
from benchmarks.positions import Case, ordinary, standard
from gm.rules.provinces.board import Board
from gm.rules.provinces.movement import adjudicate

SEED = 1901
ORDINARY = 300
HARD = 5000
PEER_BOUND = 0.5  # of the peer's median
HARD_BOUND = 10.0  # times our own median
LEAST_UNITS = {"standard": 27, "colonial": 46}  # on the boards that the peer has


def judging(case: Case, board: Board | None = None) -> Callable[[], object]:
    """The judging of *case*, ready to be timed."""
    return partial(adjudicate, board or standard(), case.units, case.orders)


def hard_acts() -> Iterator[tuple[str, Callable[[], object]]]:
    """The hard positions, each with its name."""
    for number, case in enumerate(hard(SEED, HARD)):
        yield f"{case.kind} #{number}", judging(case)


class Comparison:
    """Judges positions of one board beside the peer.

    ours, theirs: times in seconds. refused: positions with an order that the peer does not take. walked: those that end
    otherwise because the peer lets an army go by land that asked for a convoy; strange: those that do for another.
    """

    def __init__(self, name: str, game: Any) -> None:
        self.name, self._game, self._board = name, game, peer.board_of(name)
        self.ours: list[float] = []
        self.theirs: list[float] = []
        self.refused = self.walked = 0
        self.strange: list[Case] = []
        for case in ordinary(SEED, ORDINARY, self._board, LEAST_UNITS[name]):
            self._judge(case)

    def _judge(self, case: Case) -> None:
        times = []
        for _ in range(3):
            if peer.load(self._game, self._board, case):
                with undisturbed():
                    times.append(seconds(self._game.process))
        if not times:
            self.refused += 1
            return
        self.theirs.append(min(times))
        self.ours.append(best(judging(case, self._board)))
        found = peer.units_after(self._game)
        if found == peer.ours_after(self._board, case):
            return
        if found == peer.ours_after(self._board, peer.walking(self._board, case)):
            self.walked += 1
        else:
            self.strange.append(case)

    def rows(self) -> Iterator[Row]:
        """The rows of the table."""
        own, theirs = median(self.ours), median(self.theirs)
        units = f"{len(self.ours)} positions of about {LEAST_UNITS[self.name] + 2} units"
        walked = f"{self.walked} others differ: a convoy to a neighbour that fails, where the peer's army walks"
        yield Row(f"Diplomacy, full phase on {self.name}, ours, median", own * 1e3, "ms", note=units)
        yield Row("  the peer, median", theirs * 1e3, "ms", note=f"it refuses orders in {self.refused} others")
        yield Row("  ours : peer", own / theirs, "x", PEER_BOUND)
        yield Row("  rulings that differ without an explanation", len(self.strange), "", 0, walked)


def run() -> list[Row]:
    """The rows of the table."""
    from diplomacy import Game  # only here: everything else runs without the peer

    boards = [Comparison(name, Game(map_name=name)) for name in LEAST_UNITS]
    own = median(boards[0].ours)
    worst, name = slowest_of_passes(list(hard_acts()))
    return [
        *(row for one in boards for row in one.rows()),
        Row(f"{HARD} hard positions on standard, slowest", worst * 1e3, "ms", note=name),
        Row("  slowest : our median", worst / own, "x", HARD_BOUND),
    ]
