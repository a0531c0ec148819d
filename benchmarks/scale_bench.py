"""Letters that are filed, of different games: one worker on SQLite, one on PostgreSQL, and two on PostgreSQL.

All in one run, each on a database of its own with the same games and letters; both engines wait for the disk.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import msgspec

from benchmarks.mail_bench import SERVERS
from benchmarks.measure import RUNS, Row
from benchmarks.mixed import begin_mix, mixed_letters
from benchmarks.scale_worker import Found
from gm.desk.books.outage import ALIVE
from gm.post.inbound.letter import sender_of
from gm.store.database import iso
from gm.store.server import Server

LETTERS = 600
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
ONE, TWO = 0.6, 1.3


def filed(database: Path | Server) -> None:
    """Make a database with games, and letters of their players that are filed."""
    office = begin_mix(database)
    store, at = office.store, datetime.now(UTC).replace(microsecond=0)
    with store.transaction():
        store.facts.keep(ALIVE, iso(at + timedelta(hours=1)))
        for number, raw in enumerate(mixed_letters(store, LETTERS)):
            lane = office.sorting.lane_of(office.read(raw), at)
            store.waiting.file("", f"1/{number}", at, raw, trouble="", sender=sender_of(raw), lane=lane)
    store.close()


def workers(name: str, number: int) -> list[Found]:
    """What so many workers did on a database, which all begin at once."""
    command = [sys.executable, "-m", "benchmarks.scale_worker", name]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(number)
    ]
    found = []
    for one in running:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    for one in running:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()
    for one in running:
        said, _ = one.communicate(timeout=300)
        found.append(msgspec.json.decode(said, type=Found))
    return found


def rate(found: Sequence[Found]) -> float:
    """Letters a second of all workers together."""
    return sum(one.letters for one in found) / max(one.seconds for one in found)


def run() -> list[Row]:
    """The rows of the table; one that says why if PostgreSQL is missing."""
    sys.path[:0] = [str(SERVERS.parent)]
    postgres = importlib.import_module("helpers.postgres")
    if why := postgres.why_missing():
        return [Row(f"Several daemons: {why}", 0.0, "")]
    with tempfile.TemporaryDirectory() as temporary:
        cluster = postgres.Cluster(DURABLE)
        try:
            return _measured(Path(temporary), cluster)
        finally:
            cluster.close()


def _measured(folder: Path, cluster: object) -> list[Row]:
    kinds: dict[str, Callable[[int], list[Found]]] = {
        "SQLite": lambda n: _on_file(folder / f"{n}.sqlite"),
        "PostgreSQL": lambda n: _on_server(cluster, f"one{n}", 1),
        "PostgreSQL, two": lambda n: _on_server(cluster, f"two{n}", 2),
    }
    found: dict[str, list[list[Found]]] = {kind: [] for kind in kinds}
    for number in range(RUNS):
        for kind, measure in kinds.items():
            found[kind].append(measure(number))
    rates = {kind: median(rate(one) for one in runs) for kind, runs in found.items()}
    costs = {kind: median(sum(o.processor for o in one) / LETTERS for one in runs) for kind, runs in found.items()}
    one, two = rates["PostgreSQL"] / rates["SQLite"], rates["PostgreSQL, two"] / rates["PostgreSQL"]
    rows = [
        Row(f"Letters filed, worker(s) on {kind}", many, "/s", note=f"{costs[kind] * 1e3:.1f} ms of processor each")
        for kind, many in rates.items()
    ]
    return [
        *rows, Row("  one on PostgreSQL : one on SQLite", one, "x", ONE, least=True),
        Row("  two on PostgreSQL : one", two, "x", TWO, least=True),
    ]  # fmt: skip


def _on_file(path: Path) -> list[Found]:
    filed(path)
    return workers(str(path), 1)


def _on_server(cluster: object, name: str, number: int) -> list[Found]:
    server: Server = cluster.made(name, Path("gm.sqlite"))  # type: ignore[attr-defined]
    filed(server)
    return workers(server.url, number)
