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
    """One line of the table: a figure, and for some the bound that it must hold: at most so much, or at *least*."""

    what: str
    value: float
    unit: str
    bound: float | None = None
    note: str = ""
    least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the bound, if any, is kept."""
        return self.bound is None or (self.value >= self.bound if self.least else self.value <= self.bound)

    @property
    def verdict(self) -> str:
        """The bound and whether it is kept, for the table; "" without one."""
        if self.bound is None:
            return ""
        return f"at {'least' if self.least else 'most'} {self.bound:g}  {'holds' if self.holds else 'MISSED'}"


@contextmanager
def undisturbed() -> Iterator[None]:
    """No garbage collection meanwhile: it would charge one run for what others left behind."""
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
    """As slowest, for short acts: all are run once, then all again, so that no hiccup hits every run of one of them."""
    times = [float("inf")] * len(acts)
    for _ in range(runs):
        with undisturbed():
            times = [min(time, seconds(act)) for time, (_, act) in zip(times, acts, strict=True)]
    return max((time, name) for time, (name, _) in zip(times, acts, strict=True))


def slowest(acts: Iterable[tuple[str, Callable[[], object]]], runs: int = RUNS) -> tuple[float, str]:
    """The largest of the best times of all *acts*, and its name, for acts that take long.

    All are run once; those that then look slowest are run again, some time later. An act that was quicker even at
    once than the best of another cannot be the slowest and needs no other run.
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
