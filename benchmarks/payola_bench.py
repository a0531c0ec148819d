"""Determining Payola's orders: compared with the literal reading of the rules, and nasty sheets with ordinary ones."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from types import ModuleType

from benchmarks.measure import Row, best, slowest
from benchmarks.sheets import SheetSet, adversarial_sets, lockstep_sets, ordinary_sets
from gm.rules.payola.determination import determine

SLOW = Path(__file__).parents[1] / "tests" / "rules" / "payola" / "slow.py"
SEED = 1999
ORDINARY = 200
LITERAL = 12  # sets on which the literal reading is timed: each takes it about a second
ADVERSARIAL = 2000
SLOW_BOUND = 1 / 5
LOCKSTEP = 40
ADVERSARIAL_BOUND = 100.0  # times the ordinary median
ORDINARY_MS, ADVERSARIAL_MS, LOCKSTEP_MS = 2.5, 60, 500


def literal() -> ModuleType:
    """The determination one silver piece at a time that the tests compare with."""
    spec = importlib.util.spec_from_file_location("slow", SLOW)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def deciding(sheets: SheetSet, how: Callable[..., object] = determine) -> Callable[[], object]:
    """The determination of *sheets*, ready to be timed."""
    return partial(how, sheets.owners, sheets.bids, sheets.acceptance, sheets.available)


def adversarial_acts() -> Iterator[tuple[str, Callable[[], object]]]:
    """The adversarial sets, each with its name."""
    for number, sheets in enumerate(adversarial_sets(SEED, ADVERSARIAL)):
        yield f"{sheets.kind} #{number}", deciding(sheets)


def lockstep_acts() -> Iterator[tuple[str, Callable[[], object]]]:
    """The sets in lockstep, each with its name."""
    for number, sheets in enumerate(lockstep_sets(SEED, LOCKSTEP)):
        yield f"{sheets.kind} #{number}", deciding(sheets)


def run() -> list[Row]:
    """The rows of the table."""
    slowly = literal().determine_slowly
    ordinary = list(ordinary_sets(SEED, ORDINARY))
    ours = [best(deciding(sheets)) for sheets in ordinary]
    theirs = [best(deciding(sheets, slowly), 1) for sheets in ordinary[:LITERAL]]
    own, worst, hardest = median(ours), slowest(adversarial_acts()), slowest(lockstep_acts())
    ratio = median(ours[:LITERAL]) / median(theirs)
    return [
        Row("Payola, ordinary sheets, ours, median", own * 1e3, "ms", ORDINARY_MS, f"{ORDINARY} sets, 34 units"),
        Row("  one piece at a time, median", median(theirs) * 1e3, "ms", note=f"the first {LITERAL} of them"),
        Row("  ours : one at a time", ratio, "x", SLOW_BOUND, "on the same sets"),
        Row(f"  {ADVERSARIAL} adversarial sets, slowest", worst[0] * 1e3, "ms", ADVERSARIAL_MS, worst[1]),
        Row("  slowest : our median", worst[0] / own, "x", ADVERSARIAL_BOUND),
        Row(f"  {LOCKSTEP} sets in lockstep, slowest", hardest[0] * 1e3, "ms", LOCKSTEP_MS, hardest[1]),
    ]
