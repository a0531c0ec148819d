"""How light gm is: the time of commands that only look, against a bare start of Python, and the daemon's memory.

Commands and bare starts take turns, so that both meet the same machine. The daemon reads letters with a picture each,
and answers each with a map; its memory is the largest that it ever had, and the largest of its helpers together.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from benchmarks.letters import ANSWERS_PER_HOUR, GM, OPERATOR, begin, letters
from benchmarks.mail_bench import running
from benchmarks.measure import Row, seconds
from benchmarks.sink import Sink
from gm.post.boxes.maildir import deliver
from gm.store.store import Store

LOOKING = ("--help", "show --help", "list", "show spring", "seats spring")
TURNS = 15
SECONDS_BOUND, RATIO_BOUND = 0.2, 16.0
LETTERS, PICTURE = 1000, 150_000  # letters, and bytes of the picture in each
MEMORY_BOUND = 110.0  # MB
PATIENCE = 600.0  # seconds
EVERY = 0.05  # seconds between two looks for helpers
BOUNDARY = "a-picture-comes"
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
port = {smtp}
tls = "none"
[limits]
answers_per_hour = {answers}
"""


def _configured(folder: Path, smtp: int = 9) -> Path:
    for part in ("mail", "mail/new", "mail/cur", "mail/tmp"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    path = folder / "gm.toml"
    path.write_text(CONFIG.format(gm=GM, operator=OPERATOR, state=folder, smtp=smtp, answers=ANSWERS_PER_HOUR))
    return path


def commands() -> Iterator[Row]:
    """The rows about commands that only look."""
    with tempfile.TemporaryDirectory() as folder:
        config = _configured(Path(folder))
        begin(Path(folder) / "gm.sqlite").store.close()
        bare = [sys.executable, "-c", "pass"]
        asked = {words: [sys.executable, "-m", "gm", "--config", str(config), *words.split()] for words in LOOKING}
        times: dict[str, list[float]] = {words: [] for words in ("", *LOOKING)}
        for _ in range(TURNS):
            for words, command in {"": bare, **asked}.items():
                times[words].append(seconds(lambda: subprocess.run(command, check=True, capture_output=True)))  # noqa: B023
    floor = median(times[""])
    yield Row("Light, python -c pass, median", floor, "s", note=f"{TURNS} turns")
    for words in LOOKING:
        yield Row(f"  gm {words}", median(times[words]), "s", SECONDS_BOUND)
        yield Row("  ours : a bare start", median(times[words]) / floor, "x", RATIO_BOUND)


def with_picture(raw: bytes, picture: bytes) -> bytes:
    """A letter that asks for a map, with a picture attached."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept = [line for line in head.split(b"\n") if not line.startswith((b"Content-T", b"MIME-"))]
    mixed = f'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="{BOUNDARY}"\n\n--{BOUNDARY}\n'
    text = b"Content-Type: text/plain; charset=UTF-8; format=flowed\nContent-Transfer-Encoding: 8bit\n\nMAP\n" + body
    file = f"\n--{BOUNDARY}\nContent-Type: image/png; name=map.png\nContent-Transfer-Encoding: base64\n\n"
    end = f"\n--{BOUNDARY}--\n"
    return b"\n".join(kept) + b"\n" + mixed.encode() + text + file.encode() + base64.encodebytes(picture) + end.encode()


class Memory:
    """The most memory that a process ever had, and the most that its helpers had at one time, in kilobytes."""

    def __init__(self, process: int) -> None:
        self._process, self._own, self._helpers = process, 0, 0
        self._seen = set[int]()

    def look(self) -> None:
        """Note what all that run now have."""
        self._own = max(self._own, kilobytes(self._process, "status", "VmHWM"))
        helpers = [number for number in family(self._process) if number != self._process]
        self._seen.update(helpers)
        # What processes share, as forked ones do, counts once.
        together = sum(kilobytes(number, "smaps_rollup", "Pss") for number in helpers)
        self._helpers = max(self._helpers, together)

    async def watch(self) -> None:
        """Look again and again, for ever."""
        while True:
            self.look()
            await asyncio.sleep(EVERY)

    @property
    def megabytes(self) -> float:
        """Both together: no less than they ever had at one time."""
        return (self._own + self._helpers) * 1024 / 1e6

    @property
    def helpers(self) -> int:
        """How many helpers were seen."""
        return len(self._seen)


def kilobytes(process: int, file: str, name: str) -> int:
    """A figure that the system tells of a process, 0 if that has ended."""
    try:
        lines = Path(f"/proc/{process}/{file}").read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{name}:")), 0)


def family(process: int) -> Iterator[int]:
    """The process and all that it has started, and these in turn."""
    yield process
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in thread.read_text(encoding="ascii").split():
                yield from family(int(child))


async def _memory() -> Memory:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        async with Sink() as sink:
            config = _configured(path, sink.port)
            store = begin(path / "gm.sqlite").store
            raws = letters(store, LETTERS)
            store.close()
            picture = random.Random(1901).randbytes(PICTURE)
            for raw in raws:
                deliver(path / "mail", with_picture(raw, picture), int(datetime.now(UTC).timestamp()))
            async with running(["gm", "--config", str(config), "serve"], path / "log") as process:
                memory = Memory(process.number)
                watching = asyncio.create_task(memory.watch())
                await process.during(sink.taken(LETTERS, PATIENCE))
                memory.look()
                watching.cancel()
        check(path / "gm.sqlite")
    return memory


def check(database: Path) -> None:
    """Raise AssertionError unless each letter was done, and answered with a picture."""
    store = Store(database)
    assert store.value("select count(*) from inbox where state = 'done'") == LETTERS
    answers = store.rows("select raw from outbox where reader in (select seat from players) order by id")[-LETTERS:]
    shown = sum(b"image/png" in bytes(row["raw"]) for row in answers)
    assert shown == LETTERS, f"{shown} answers with a picture"
    store.close()


def memory() -> Iterator[Row]:
    """The row about the daemon's memory; none where the system does not tell."""
    if not os.path.exists("/proc/self/status"):
        print("light: memory is left out: there is no /proc", file=sys.stderr)
        return
    found = asyncio.run(_memory())
    note = f"{LETTERS} letters with {PICTURE // 1000} kB of picture, each answered with a map; {found.helpers} helpers"
    yield Row("Light, gm serve, most memory", found.megabytes, "MB", MEMORY_BOUND, note)


def run() -> list[Row]:
    """The rows of the table."""
    return [*commands(), *memory()]
