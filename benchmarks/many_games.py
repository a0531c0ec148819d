"""Ten thousand games in one database, two hundred of them live, compared with one: finished games must cost nothing.

Every act is done in separate processes; to compare two databases, in both by turns.
Work that grows only with live games (gm list, the digest, time given back after an outage) is shown without a bound.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, median
from time import monotonic

import msgspec

from benchmarks import crowd
from benchmarks.letters import GM, OPERATOR
from benchmarks.many_worker import Found, Part, Task
from benchmarks.measure import RUNS, Row, seconds
from gm.desk.books.outage import ALIVE
from gm.store.database import iso
from gm.store.store import Store

LETTERS, QUESTIONS, STRIKES, REMEMBERED = 200, 60, 15, 500  # acts of each kind; letters until memory is looked at
SIZE_BOUND, ASLEEP_BOUND = 4.0, 0.6  # MB
START_BOUND, RATIO_BOUND, MEMORY_BOUND = 2.0, 1.2, 200.0  # seconds; times one game; MB
LOOKED = b" letters in, "  # what `gm serve` tells systemd after each look into an empty mailbox
PATIENCE = 60.0  # seconds
CONFIG = """
[gm]
address = "{gm.address}"
operator = "{operator}"
reply_address = "{gm.reply_address}"
state = "{state}"
[maildir]
path = "{state}/mail"
[smtp]
host = "127.0.0.1"
port = 9
tls = "none"
"""


class World:
    """A database in a folder of its own, with its configuration."""

    def __init__(self, folder: Path, games: int) -> None:
        """*games*: how many of them are live."""
        self.games, self.database, self._config = games, folder / "gm.sqlite", folder / "gm.toml"
        for part in ("mail", "mail/new", "mail/cur", "mail/tmp"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        self._config.write_text(CONFIG.format(gm=GM, operator=OPERATOR, state=folder), encoding="utf-8")

    def command(self, *words: str) -> list[str]:
        """How to run gm."""
        return [sys.executable, "-m", "gm", "--config", str(self._config), *words]

    def runs(self, *words: str) -> float:
        """Seconds of one command."""
        command = self.command(*words)
        return seconds(lambda: subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE))

    def starts(self) -> float:
        """Seconds from the start of `gm serve` until it has looked into its mailbox and let strike what was due."""
        store = Store(self.database)
        with closing(store), store.transaction():
            store.facts.keep(ALIVE, iso(datetime.now(UTC)))  # as if just stopped
        name = str(self.database.with_name("notify"))
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.bind(name)
            line.settimeout(PATIENCE)
            begun = monotonic()
            process = subprocess.Popen(
                self.command("serve"), env={**os.environ, "NOTIFY_SOCKET": name}, stderr=subprocess.DEVNULL
            )
            try:
                while LOOKED not in line.recv(4096):
                    assert process.poll() is None
                return monotonic() - begun
            finally:
                process.terminate()
                process.wait(PATIENCE)
                os.unlink(name)


class Comparison:
    """The two databases, and what their players write."""

    def __init__(self, folder: Path) -> None:
        """Make both in *folder*."""
        self._folder = folder
        for name in ("one", "many"):
            (folder / name).mkdir()
        self.one, self.many = World(folder / "one", 1), World(folder / "many", crowd.LIVE)
        self.said = crowd.build_one(self.one.database)
        shutil.copy(self.one.database, folder / "start.sqlite")
        crowd.build_many(self.many.database, self.one.database)
        with self.many.database.open("rb") as file:  # so that it is in the disk cache, as the small one is
            while file.read(1 << 24):
                pass

    def work(self, work: str, run: int, *parts: Part) -> Found:
        """Run *work* in a process, and return what it found."""
        command = [sys.executable, "-m", "benchmarks.many_worker"]
        task = msgspec.json.encode(Task(parts, work, self.said, f"{work}-{run}")).decode()
        done = subprocess.run([*command, task], check=True, stdout=subprocess.PIPE, timeout=600)
        return msgspec.json.decode(done.stdout, type=Found)

    def in_many(self, count: int) -> Part:
        """Work *count* times in the many games."""
        return Part(str(self.many.database), self.many.games, count)

    def in_one(self, count: int, number: int = 0) -> Part:
        """Work *count* times in a fresh copy of the one game, the copy *number*."""
        copy = self._folder / f"copy-{number}.sqlite"
        shutil.copy(self._folder / "start.sqlite", copy)
        return Part(str(copy), 1, count)

    def both(self, work: str, count: int) -> dict[str, tuple[list[float], list[float]]]:
        """The seconds of each kind of act, with one game and with many, of all runs."""
        found: dict[str, tuple[list[float], list[float]]] = {}
        for run in range(RUNS):
            times = self.work(work, run, self.in_one(count, run), self.in_many(count)).times
            for kind in times[0]:
                for all_runs, of in zip(found.setdefault(kind, ([], [])), times, strict=True):
                    all_runs.extend(of[kind][count // 10 :])  # the first ones read grammars and templates
        return found

    def strikes(self) -> tuple[list[float], list[float]]:
        """The seconds for judging a phase: in copies of the one game, and in as many games of the many."""
        copies = [self.in_one(1, number) for number in range(STRIKES + 1)]
        _, *one, many = self.work("strikes", 0, *copies, self.in_many(STRIKES)).times
        return [took for times in one for took in times["strike"]], many["strike"]


def typical(times: Sequence[float]) -> float:
    """The mean of *times* without the slowest and the fastest tenth.

    Not the median: a disk flush ends with a tick of the machine's clock, and the median would jump with it.
    """
    cut = len(times) // 10
    return mean(sorted(times)[cut : len(times) - cut])


def compared(what: str, one: Sequence[float], many: Sequence[float], bound: float | None = RATIO_BOUND) -> list[Row]:
    """The rows about one kind of act."""
    ours, single = typical(many), typical(one)
    worst = f"worst {max(many) * 1e3:.0f} of {len(many)}"
    return [
        Row(f"  {what}", ours * 1e3, "ms", note=worst),
        Row("    : with one game", ours / single, "x", bound, f"{single * 1e3:.1f} ms, worst {max(one) * 1e3:.0f}"),
    ]


def starts(found: Comparison) -> list[Row]:
    """The rows about starting, and about commands that look."""
    one, many = ([world.starts() for _ in range(RUNS)] for world in (found.one, found.many))
    show_one, show = ([world.runs("show", crowd.live(0)) for _ in range(RUNS)] for world in (found.one, found.many))
    return [
        Row("  gm serve, start to first look", median(many), "s", START_BOUND, f"{median(one):.2f} s with one game"),
        *compared("gm show", show_one, show),
        Row("  gm list", median(found.many.runs("list") for _ in range(RUNS)), "s", note=f"{crowd.LIVE} games shown"),
    ]


def daily(found: Comparison) -> list[Row]:
    """The rows about work that grows with the number of live games."""
    (digest,), (outage,) = (found.work(work, 0, found.in_many(1)).times[0][work] for work in ("digest", "outage"))
    return [
        Row("  the operator's digest", digest, "s", note=f"of {crowd.LIVE} games"),
        Row("  a day given back after an outage", outage, "s", note=f"{crowd.LIVE} games, 7 mails each"),
    ]


def sizes(found: Comparison) -> list[Row]:
    """The rows about the database."""
    store = Store(found.many.database)
    with closing(store):
        mails = store.rows("select count(*) as n from outbox")[0]["n"]
        size = crowd.size_of_a_game(found.many.database.parent / "game.sqlite")
    note = f"of that {size.files / 1e6:.1f} for the report, which mails share, {size.mails / 1e6:.1f} for the mails"
    return [
        Row("  the database", found.many.database.stat().st_size / 1e6, "MB", note=f"{mails} mails, texts cut short"),
        Row(f"  one game of {size.years} years, whole", size.all / 1e6, "MB", SIZE_BOUND, note),
        Row("  the same after gm compact", size.asleep / 1e6, "MB", ASLEEP_BOUND),
    ]  # fmt: skip


def run() -> list[Row]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        found = Comparison(Path(folder))
        rows = [Row("Games in one database", crowd.LIVE + crowd.OVER, "", note=f"{crowd.LIVE} of them live")]
        rows += starts(found)
        for work, count in (("letters", LETTERS), ("questions", QUESTIONS)):
            for kind, (one, many) in found.both(work, count).items():
                # The answer to WHOAMI looks through the live games for those of its asker.
                bound = None if kind == "WHOAMI" else RATIO_BOUND
                rows += compared("a sheet" if kind == "letter" else kind, one, many, bound)
        peak = found.work("letters", RUNS, found.in_many(REMEMBERED)).peak
        rows += compared("a phase judged", *found.strikes())
        rows += daily(found)
        note = f"after {REMEMBERED} letters to all live games"
        return [*rows, Row("  most memory of the process", peak, "MB", MEMORY_BOUND, note), *sizes(found)]
