"""What the tests cost, and the default tier, which leaves out what is dear.

Cost is time of the processor, measured in *pieces*: how often a fixed piece of work could have been done in it, which
is done every now and then in the same run. So neither a slow machine nor a busy one changes it much. `tests/costs.toml`
keeps what each dear test costs; `make costs` measures it anew. No test is chosen by hand.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import resource
import sqlite3
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

import pytest

KEPT = Path(__file__).parents[1] / "costs.toml"
DEAR = 1.0  # pieces: the table lists what costs more
ALLOWED = 2.0  # pieces that a module may spend in the default tier on what is dear: on the cheapest of it
EVERY = 15.0  # seconds of processor between two pieces
GROWTH = 1.1  # by how much a tier may cost more than is kept
HEAD = """# What tests cost: `make costs` measures it anew. A piece is a fixed piece of work (helpers/costs.py).

# A whole tier with so many workers, collecting included, in pieces; in CI it may grow by a tenth.
"""


def processor() -> float:
    """Seconds of processor that this process and those that it has waited for have used."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def resident() -> int:
    """Bytes of memory that this process has now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def piece() -> float:
    """Do the fixed piece of work; returns the seconds of processor that it took."""
    begun = time.thread_time()
    words = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(6_000)]
    found: dict[str, list[int]] = {}
    for number, word in enumerate(words):
        for part in re.findall(r"[a-f]{2,}|\d{3,}", word):
            found.setdefault(part, []).append(number)
    text = json.dumps(sorted(found.items()), indent=1)
    assert json.loads(text) == [list(item) for item in sorted(found.items())]
    with sqlite3.connect(":memory:") as database:
        database.execute("create table words (part text primary key, often integer)")
        database.executemany("insert into words values (?, ?)", ((part, len(places)) for part, places in found.items()))
        database.execute("select often, count(*) from words group by often order by often").fetchall()
    database.close()
    return time.thread_time() - begun


@dataclass(frozen=True)
class Facts:
    """What one process spent: seconds of processor in all, at most so many MB, and those of pieces and of each test."""

    seconds: float
    memory: int
    pieces: list[float]
    costs: dict[str, float]


class Kept:
    """The kept table: what each dear test costs, and what each tier does as a whole."""

    def __init__(self, path: Path = KEPT) -> None:
        table = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.tiers: Mapping[str, float] = table.get("tiers", {})
        self.parts: Mapping[str, float] = table.get("parts", {})
        self.dear: Mapping[str, float] = table.get("dear", {})

    def left_out(self) -> frozenset[str]:
        """What the default tier leaves out: of each module all dear tests but the cheapest that it may keep."""
        out, spent = set(), dict[str, float]()
        for name, cost in sorted(self.dear.items(), key=lambda one: (one[1], one[0])):
            module = name.partition("::")[0]
            spent[module] = spent.get(module, 0.0) + cost
            if spent[module] > ALLOWED:
                out.add(name)
        return frozenset(out)


def written(tiers: Mapping[str, float], parts: Mapping[str, float], dear: Mapping[str, float]) -> str:
    """The table as its file has it."""
    lines = [HEAD + "[tiers]", *(f"{json.dumps(name)} = {cost:.0f}" for name, cost in sorted(tiers.items()))]
    lines += ["", "# What the parts of .ci/run take from beginning to end, in pieces.", "[parts]"]
    lines += [f"{json.dumps(name)} = {cost:.0f}" for name, cost in sorted(parts.items())]
    lines += ["", f"# Each test that costs more than {DEAR:g} of them.", "[dear]"]
    lines += [f"{json.dumps(name)} = {cost:.1f}" for name, cost in sorted(dear.items())]
    return "\n".join(lines) + "\n"


class Meter:
    """Measures, in each process that runs tests, what they cost, and how long the piece takes meanwhile."""

    def __init__(self) -> None:
        self._begun = processor()
        self._next = 0.0
        self._pieces: list[float] = []
        self._costs: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note what a test costs, with the fixtures that are made for it."""
        if processor() >= self._next:
            self._pieces.append(piece())
            self._next = processor() + EVERY
        begun = processor()
        done = yield
        self._costs[item.nodeid] = processor() - begun
        return done

    def facts(self) -> Facts:
        """What the main process is told of this one."""
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        spent = processor() - self._begun - sum(self._pieces)
        return Facts(spent, memory, self._pieces, self._costs)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Tell the main process, if it is another one."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["costs"] = asdict(self.facts())


class Bill:
    """Adds up, in the main process, what all processes have spent; says it, keeps it, and fails where it has grown."""

    def __init__(self, config: pytest.Config, meter: Meter | None) -> None:
        self._meter = meter  # if the tests run in this process
        self._facts: list[Facts] = []
        self._tier: str = config.getoption("tier")
        self._writes: bool = config.getoption("costs")
        self._whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.keyword

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Take what a worker has spent."""
        output = getattr(node, "workeroutput", {})  # none if it died
        if "costs" in output:
            self._facts.append(Facts(**output["costs"]))

    @property
    def _pieces(self) -> float:
        """What all has cost, in pieces."""
        pieces = [one for facts in self._facts for one in facts.pieces]
        return sum(facts.seconds for facts in self._facts) / mean(pieces) if pieces else 0.0

    @property
    def _name(self) -> str:
        return f"{self._tier}, {len(self._facts)} workers"

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Keep the costs if that was asked for; in CI, fail if a whole tier costs more than it may."""
        if self._meter is not None:
            self._facts.append(self._meter.facts())
        if self._writes:
            self._keep()
        elif os.environ.get("CI") and self._has_grown and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @property
    def _has_grown(self) -> bool:
        kept = Kept().tiers.get(self._name)
        return self._whole and kept is not None and self._pieces > GROWTH * kept

    def _keep(self) -> None:
        """Keep what the modules that ran cost, and if that were all, what the tier does."""
        kept = Kept()
        unit = mean(one for facts in self._facts for one in facts.pieces)
        costs = {name: cost / unit for facts in self._facts for name, cost in facts.costs.items()}
        ran = {name.partition("::")[0] for name in costs} if self._tier == "all" else set()
        dear = {name: cost for name, cost in kept.dear.items() if name.partition("::")[0] not in ran}
        dear |= {name: cost for name, cost in costs.items() if cost > DEAR and ran}
        tiers = {**kept.tiers, self._name: self._pieces} if self._whole else kept.tiers
        KEPT.write_text(written(tiers, kept.parts, dear), encoding="utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what was left out, and what the rest has cost."""
        if not any(facts.pieces for facts in self._facts):
            return  # nothing ran
        kept, say = Kept(), terminalreporter.write_line
        if self._tier == "default":
            out = kept.left_out()
            cost = sum(kept.dear[name] for name in out)
            say(f"left out: {len(out)} dear tests ({cost:.0f} pieces), which `make test-all` runs")
        pieces = [one for facts in self._facts for one in facts.pieces]
        seconds = sum(facts.seconds for facts in self._facts)
        say(
            f"processor: {seconds:.0f} s in {len(self._facts)} workers of at most "
            f"{max(facts.memory for facts in self._facts)} MB; a piece of work took {mean(pieces):.3f} s: "
            f"{self._pieces:.0f} pieces"
        )
        before = kept.tiers.get(self._name)
        if self._whole and before is not None:
            grown = " That is too much: make it cheaper, or keep it (CONTRIBUTING.md)." if self._has_grown else ""
            say(f"kept for this tier: {before:.0f} pieces.{grown}")


def register(config: pytest.Config) -> None:
    """Let pytest measure this run."""
    works = hasattr(config, "workerinput") or not config.getoption("numprocesses", None)
    meter = Meter() if works else None
    if meter is not None:
        config.pluginmanager.register(meter, "what tests cost")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Bill(config, meter), "the bill of all tests")


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of *items* what the tier that was asked for does not run."""
    tier = config.getoption("tier")
    if tier == "all":
        return
    out = Kept().left_out()
    gone = [item for item in items if (item.nodeid in out) == (tier == "default")]
    config.hook.pytest_deselected(items=gone)
    items[:] = [item for item in items if (item.nodeid in out) != (tier == "default")]


def plan() -> None:
    """Print what each part of .ci/run takes on this machine, from the kept table."""
    unit = sum(_walls(5)) / 5
    print(f"a piece of work takes {unit:.3f} s here; so these parts take about")
    for name, cost in Kept().parts.items():
        print(f"  {name:<16} {cost * unit / 60:5.1f} min")


def took(seconds: Mapping[str, float]) -> None:
    """Print what the parts took, beside what is kept of them; with GM_COSTS=write in the environment, keep it."""
    kept, unit = Kept(), sum(_walls(5)) / 5
    parts = {name: one / unit for name, one in seconds.items()}
    for name, cost in parts.items():
        before = f"{kept.parts[name]:.0f}" if name in kept.parts else "none"
        print(f"{name:<16} {seconds[name]:6.0f} s {cost:7.0f} pieces (kept: {before})")
    if os.environ.get("GM_COSTS") == "write":
        KEPT.write_text(written(kept.tiers, parts, kept.dear), encoding="utf-8")


def _walls(times: int) -> Iterator[float]:
    """How long the piece takes from beginning to end, now."""
    for _ in range(times):
        begun = time.perf_counter()
        piece()
        yield time.perf_counter() - begun


if __name__ == "__main__":
    if sys.argv[1:]:  # NAME=SECONDS ...
        took({name: float(value) for name, _, value in (word.partition("=") for word in sys.argv[1:])})
    else:
        plan()
