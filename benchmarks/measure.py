"""Stop-watches, and the table that says which bounds hold."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter

import msgspec

RUNS = 3
KEPT = 20  # of the slowest acts, to be run again


class Row(msgspec.Struct, frozen=True):
    """One line of the table: a figure, perhaps with a bound: an upper one, or a lower one if *least*."""

    what: str
    value: float
    unit: str
    bound: float | None = None
    note: str = ""
    least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the figure keeps its bound, if any."""
        return self.bound is None or (self.value >= self.bound if self.least else self.value <= self.bound)

    @property
    def verdict(self) -> str:
        """The bound and whether it is kept, for the table; "" without one."""
        if self.bound is None:
            return ""
        return f"at {'least' if self.least else 'most'} {self.bound:g}  {'holds' if self.holds else 'MISSED'}"


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without garbage collection, which would charge one run for what others left behind."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def seconds(act: Callable[[], object]) -> float:
    """How long *act* takes."""
    start = perf_counter()
    act()
    return perf_counter() - start


def best(act: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of several runs: what the work costs when nothing else gets in the way."""
    with undisturbed():
        return min(seconds(act) for _ in range(runs))


def slowest_of_passes(acts: Sequence[tuple[str, Callable[[], object]]], runs: int = RUNS) -> tuple[float, str]:
    """Like slowest, for short acts: each pass runs all of them, so that no hiccup hits every run of one act."""
    times = [float("inf")] * len(acts)
    for _ in range(runs):
        with undisturbed():
            times = [min(time, seconds(act)) for time, (_, act) in zip(times, acts, strict=True)]
    return max((time, name) for time, (name, _) in zip(times, acts, strict=True))


def slowest(acts: Iterable[tuple[str, Callable[[], object]]], runs: int = RUNS) -> tuple[float, str]:
    """The largest of the best times of all *acts*, and the act's name, for acts that take long.

    All are run once; those that then look slowest are run again later. An act whose first run was faster than the
    best of another cannot be the slowest and needs no other run.
    """
    first: list[tuple[float, int, str, Callable[[], object]]] = []
    for number, (name, act) in enumerate(acts):
        with undisturbed():
            first.append((seconds(act), number, name, act))
        first = sorted(first, reverse=True)[: KEPT + 1]
    worst = first[-1][0], first[-1][2]
    for time, _, name, act in first[:KEPT]:
        if time <= worst[0]:
            break
        worst = max(worst, (min(time, best(act, runs - 1)), name))
    return worst


def table(rows: Sequence[Row]) -> str:
    """The rows in columns."""
    width = max((len(row.what) for row in rows), default=0)
    lines = (f"{row.what:<{width}}  {row.value:>9.3f} {row.unit:<3} {row.verdict:<22} {row.note}" for row in rows)
    return "\n".join(map(str.rstrip, lines))
