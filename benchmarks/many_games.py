"""Ten thousand games in one database, two hundred of them live, against one game: nothing may cost more for those that
are over. Every act is done in processes of its own; where two databases are compared, in both by turns.

What only live games make more of (gm list, the digest, time given back after an outage) is told without a bound.
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
from statistics import median
from time import monotonic

import msgspec

from benchmarks import crowd
from benchmarks.letters import GM, OPERATOR
from benchmarks.many_worker import Found, Task
from benchmarks.measure import RUNS, Row, seconds
from gm.desk.outage import ALIVE
from gm.store.facts import keep
from gm.store.store import Store, iso

LETTERS, QUESTIONS, STRIKES, REMEMBERED = 200, 60, 7, 500  # acts of each kind; letters until memory is looked at
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
            keep(store, ALIVE, iso(datetime.now(UTC)))  # it was stopped just now
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

    def work(self, work: str, count: int, run: str, databases: dict[str, int]) -> Found:
        """What a process found that did *work* in the databases by turns."""
        task = Task(databases, work, count, self.said, f"{work}-{run}")
        command = [sys.executable, "-m", "benchmarks.many_worker", msgspec.json.encode(task).decode()]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=600)
        return msgspec.json.decode(done.stdout, type=Found)

    def both(self, work: str, count: int) -> list[tuple[str, list[float], list[float]]]:
        """Each kind of act with its seconds: with one game and with many, of all runs."""
        one, many = str(self.one.database), str(self.many.database)
        found: dict[str, tuple[list[float], list[float]]] = {}
        for run in range(RUNS):
            times = self.work(work, count, str(run), {one: self.one.games, many: self.many.games}).times
            for kind in times[one]:
                for times_of, database in zip(found.setdefault(kind, ([], [])), (one, many), strict=True):
                    # The first ones read grammars and templates.
                    times_of.extend(times[database][kind][count // 10 :])
        return [(kind, *times) for kind, times in found.items()]

    def strikes(self) -> tuple[list[float], list[float]]:
        """Seconds in which a phase is judged: in as many copies of one game, and in games of the many."""
        one, many = [], []
        for run in range(STRIKES):
            copies = [self._folder / "warm.sqlite", self._folder / "copy.sqlite"]
            for copy in copies:  # the first only reads what is read once by a process
                shutil.copy(self._folder / "start.sqlite", copy)
            databases = {**{str(copy): 1 for copy in copies}, str(self.many.database): self.many.games}
            times = self.work("strikes", 1, str(run), databases).times
            one += times[str(copies[1])]["strike"]
            many += times[str(self.many.database)]["strike"]
        return one, many


def compared(what: str, one: Sequence[float], many: Sequence[float]) -> list[Row]:
    """The rows about one kind of act."""
    return [
        Row(f"  {what}, median", median(many) * 1e3, "ms", note=f"worst {max(many) * 1e3:.0f} of {len(many)}"),
        Row("    ours : with one game", median(many) / median(one), "x", RATIO_BOUND,
            f"{median(one) * 1e3:.1f} ms, worst {max(one) * 1e3:.0f}"),
    ]  # fmt: skip


def starts(found: Comparison) -> list[Row]:
    """The rows about starting, and about commands that look."""
    one, many = ([world.starts() for _ in range(RUNS)] for world in (found.one, found.many))
    show = [[world.runs("show", crowd.live(0)) for _ in range(RUNS)] for world in (found.one, found.many)]
    return [
        Row("  gm serve, start to first look", median(many), "s", START_BOUND, f"{median(one):.2f} s with one game"),
        *compared("gm show", *show),
        Row("  gm list", median(found.many.runs("list") for _ in range(RUNS)), "s", note=f"{crowd.LIVE} games shown"),
    ]


def daily(found: Comparison) -> list[Row]:
    """The rows about work that there is more of with more live games."""
    many = {str(found.many.database): found.many.games}
    digest = found.work("digest", 1, "", many).times[str(found.many.database)]["digest"][0]
    outage = found.work("outage", 1, "", many).times[str(found.many.database)]["outage"][0]
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
    return [
        Row("  the database", found.many.database.stat().st_size / 1e6, "MB", note=f"{mails} mails, texts cut short"),
        Row(f"  one game of {size.years} years, whole", size.all / 1e6, "MB", note=f"of that {size.reports / 1e6:.1f} "
            f"are reports in sent mails, {size.mails / 1e6:.1f} other mails"),
    ]  # fmt: skip


def run() -> list[Row]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        found = Comparison(Path(folder))
        rows = [Row("Games in one database", crowd.LIVE + crowd.OVER, "", note=f"{crowd.LIVE} of them live")]
        rows += starts(found)
        for kind, one, many in [*found.both("letters", LETTERS), *found.both("questions", QUESTIONS)]:
            rows += compared("a sheet" if kind == "letter" else kind, one, many)
        peak = found.work("letters", REMEMBERED, "memory", {str(found.many.database): found.many.games}).peak
        rows += compared("a phase judged", *found.strikes())
        rows += daily(found)
        note = f"after {REMEMBERED} letters to all live games"
        return [*rows, Row("  most memory of the process", peak, "MB", MEMORY_BOUND, note), *sizes(found)]
