"""The whole daemon compared with a floor: letters per second from a real mailbox, and the time for one letter.

Each is a process that talks to its own Dovecot and to the same sink, over loopback. The floor does what no mail game
can do without (mail_floor), and the letters are the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import shutil
import smtplib
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, TypeVar

import msgspec

from benchmarks.letters import ANSWERS_PER_HOUR, FILED, GM, MESSAGE_ID, OPERATOR, begin, check_answers, letters
from benchmarks.mail_floor import Task
from benchmarks.measure import RUNS, Row
from benchmarks.mixed import GAMES, begin_mix, mixed_letters
from benchmarks.sink import Sink
from benchmarks.tap import Tap
from gm.store.store import Store

T = TypeVar("T")
SERVERS = Path(__file__).parents[1] / "tests" / "servers"
HOST, USER = "127.0.0.1", "gm"
BACKLOG = 2000  # letters in the mailbox when the clock starts
MIXED = 1000  # of the mix
SINGLE = 30  # letters that come one after another
QUIET = 0.7  # seconds of quiet before the next comes: Dovecot announces changes within 0.5
PATIENCE, START = 300.0, 20.0  # seconds
RATE_BOUND = 0.5
LATENCY_BOUND = 1.5
CONFIG = """
[gm]
address = "{gm.address}"
operator = "{operator}"
reply_address = "{gm.reply_address}"
state = "{state}"
[imap]
host = "127.0.0.1"
port = {imap}
user = "{user}"
tls = "none"
password = "{password}"
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
[limits]
answers_per_hour = {answers}
"""


class Program:
    """One of the programs compared: a command, its files, and how it shows that it is ready."""

    def __init__(self, folder: Path, start: Path) -> None:
        """*folder* is its own; *start* is a database in which the game has begun."""
        self.folder, self._start = folder, start

    def command(self, servers: Any, imap: int, smtp: int) -> list[str]:
        """The command that starts it, reading from port *imap* and sending to port *smtp*."""
        raise NotImplementedError

    def check(self, raws: Sequence[bytes]) -> None:
        """Raise AssertionError unless what it stored is right."""


class Ours(Program):
    """The daemon. said: what all of its answers say."""

    said = FILED

    def command(self, servers: Any, imap: int, smtp: int) -> list[str]:
        """`gm serve`, on a copy of the database."""
        shutil.copy(self._start, self.folder / "gm.sqlite")
        config = self.folder / "gm.toml"
        config.touch(mode=0o600)
        config.write_text(CONFIG.format(
            gm=GM, operator=OPERATOR, state=self.folder, imap=imap, user=servers.address(USER),
            password=servers.password, smtp=smtp, answers=ANSWERS_PER_HOUR,
        ))  # fmt: skip
        return ["gm", "--config", str(config), "serve"]

    def check(self, raws: Sequence[bytes]) -> None:
        """Check that every letter is filed and answered, and every answer noted as sent."""
        store = Store(self.folder / "gm.sqlite")
        check_answers(store, raws, self.said)
        states = store.rows("select state, count(*) as n from outbox group by state")
        assert [row["state"] for row in states] == ["sent"], f"not all is sent: {states}"
        store.close()


class OursMixed(Ours):
    """The daemon, given letters that are answered in all ways."""

    said = b""


class Floor(Program):
    """The floor."""

    lean = False

    def command(self, servers: Any, imap: int, smtp: int) -> list[str]:
        """The floor's process."""
        database = str(self.folder / "floor.sqlite")
        task = Task(imap, smtp, servers.address(USER), servers.password, database, self.lean)
        return ["benchmarks.mail_floor", msgspec.json.encode(task).decode()]


class LeanFloor(Floor):
    """The floor with the quicker parser and answers from a template."""

    lean = True


class Process:
    """A program that runs. *ready*: when it said that it is (seconds of the monotonic clock)."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self._process, self._log, self.ready = process, log, 0.0

    async def during(self, wanted: Coroutine[Any, Any, T]) -> T:
        """The result of *wanted*; raises RuntimeError with the log if the program fails first."""
        task, ended = asyncio.ensure_future(wanted), asyncio.ensure_future(self._process.wait())
        await asyncio.wait({task, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done() and self._process.returncode:
            task.cancel()
            raise RuntimeError(self._log.read_text(encoding="utf-8")[-3000:])
        return await task

    @property
    def number(self) -> int:
        """The number of its process."""
        return self._process.pid

    def worked(self) -> float:
        """The processor seconds that it has used."""
        # proc(5): utime and stime, counted from behind the name, which may hold anything.
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.asynccontextmanager
async def running(module: Sequence[str], log: Path) -> AsyncIterator[Process]:
    """Run a program, ready, and end it afterwards."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line, log.open("wb") as out:
        name = str(log.with_suffix(".notify"))
        line.bind(name)
        line.setblocking(False)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *module, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=out, env={**os.environ, "NOTIFY_SOCKET": name},
        )  # fmt: skip
        run = Process(process, log)
        try:
            told = b""
            while b"READY=1" not in told:
                told = await run.during(asyncio.wait_for(asyncio.get_running_loop().sock_recv(line, 4096), START))
            run.ready = monotonic()
            yield run
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            await asyncio.wait_for(process.wait(), START)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


@contextlib.asynccontextmanager
async def world(kind: type[Program], start: Path) -> AsyncIterator[tuple[Program, Any, Sink]]:
    """A program, not yet started, with its own folder, Dovecot and sink."""
    mailservers = importlib.import_module("mailservers")
    with tempfile.TemporaryDirectory() as folder, mailservers.MailServers([USER], postfix=False) as servers:
        async with Sink() as sink:
            yield kind(Path(folder), start), servers, sink


class Backlog(msgspec.Struct, order=True):
    """How a program coped with a backlog, from when it was ready to when the last answer was taken."""

    rate: float  # letters a second
    worked: float  # seconds of the processor for each


async def backlog(kind: type[Program], start: Path, raws: Sequence[bytes]) -> Backlog:
    """Let a program handle letters that wait for it."""
    async with world(kind, start) as (program, servers, sink):
        servers.fill(USER, raws)
        with servers.client(USER) as line:  # makes the server learn their sizes, as after delivery by LMTP
            line.select(readonly=True)
            line.fetch("1:*", "(RFC822.SIZE INTERNALDATE)")
        command = program.command(servers, servers.imap, sink.port)
        async with running(command, program.folder / "log") as process:
            before = process.worked()
            taken = await process.during(sink.taken(len(raws), PATIENCE))
            worked = process.worked() - before
        check_taken(taken.answered, raws)
        program.check(raws)
        return Backlog(len(raws) / (taken.times[-1] - process.ready), worked / len(raws))


async def single(kind: type[Program], start: Path, raws: Sequence[bytes]) -> tuple[float, float]:
    """Seconds from delivery to the answer, one letter at a time, medians: in all, and from Dovecot's news of it on."""
    whole, beyond = [], []
    async with world(kind, start) as (program, servers, sink), Tap(servers.imap) as tap:
        command = program.command(servers, tap.port, sink.port)
        async with running(command, program.folder / "log") as process:
            with smtplib.LMTP(HOST, servers.lmtp, local_hostname="localhost") as post:
                for number, raw in enumerate(raws, 1):
                    await asyncio.sleep(QUIET)
                    post.sendmail(OPERATOR, [servers.address(USER)], raw)
                    delivered = monotonic()
                    came = (await process.during(sink.taken(number, PATIENCE))).times[number - 1]
                    whole.append(came - delivered)
                    beyond.append(came - tap.news_after(delivered))
            taken = await sink.taken(len(raws), PATIENCE)
        check_taken(taken.answered, raws)
        program.check(raws)
    return median(whole), median(beyond)


def check_taken(answered: Sequence[str], raws: Sequence[bytes]) -> None:
    """Raise AssertionError unless the sink took one answer to each letter, and nothing else."""
    written = [match[1].decode() for raw in raws if (match := MESSAGE_ID.search(raw))]
    assert sorted(answered) == sorted(written), f"{len(answered)} answers to {len(written)} letters"


async def measure(start: Path, raws: Sequence[bytes]) -> list[Row]:
    """Do all runs, taking turns between the programs, so that none gets the quieter machine."""
    kinds: list[type[Program]] = [Floor, Ours, LeanFloor]
    runs: dict[type[Program], list[Backlog]] = {kind: [] for kind in kinds}
    for _ in range(RUNS):
        for kind in kinds:
            runs[kind].append(await backlog(kind, start, raws))
    floor, ours = [await single(kind, start, raws[:SINGLE]) for kind in (Floor, Ours)]
    return [*backlog_rows(runs), *single_rows(ours, floor)]


async def measure_mix(start: Path, raws: Sequence[bytes]) -> list[Row]:
    """Compare both on the mix of letters, by turns."""
    runs = [(await backlog(Floor, start, raws), await backlog(OursMixed, start, raws)) for _ in range(RUNS)]
    floor, ours = (median(run[n].rate for run in runs) for n in (0, 1))
    worked = median(run[0].worked / run[1].worked for run in runs)
    games = f"{sum(GAMES.values())} games of {len(GAMES)} rulesets, a third of the letters with faults"
    return [
        Row(f"Mail, {len(raws)} letters of a mix, gm serve, median", ours, "/s", note=games),
        Row("  the floor", floor, "/s"),
        Row("  ours : the floor's", ours / floor, "x", RATE_BOUND, "the same letters", least=True),
        Row("  the same by time of the processor", worked, "x", note="for information"),
    ]


def backlog_rows(runs: Mapping[type[Program], Sequence[Backlog]]) -> list[Row]:
    """The rows about the backlog."""
    rate = {kind: median(run.rate for run in runs[kind]) for kind in runs}
    worked = {kind: median(run.worked for run in runs[kind]) * 1e3 for kind in runs}
    note = {
        kind: f"{worked[kind]:.2f} ms of the processor each; runs {', '.join(f'{run.rate:.0f}' for run in runs[kind])}"
        for kind in runs
    }
    return [
        Row(f"Mail, {BACKLOG} letters, gm serve, median", rate[Ours], "/s", note=note[Ours]),
        Row("  the floor", rate[Floor], "/s", note=note[Floor]),
        Row("  the lean floor", rate[LeanFloor], "/s", note=note[LeanFloor]),
        Row("  ours : the floor's", rate[Ours] / rate[Floor], "x", RATE_BOUND, "the same letters", least=True),
        Row("  the same by time of the processor", worked[Floor] / worked[Ours], "x", note="for information"),
    ]


def single_rows(ours: tuple[float, float], floor: tuple[float, float]) -> list[Row]:
    """The rows about one letter at a time: in all, and from Dovecot's news on."""
    return [
        Row("Mail, one letter, gm serve, median", ours[0] * 1e3, "ms", note=f"{SINGLE} letters, waiting in IDLE"),
        Row("  the floor", floor[0] * 1e3, "ms", note="both wait up to 500 ms for Dovecot's news of it"),
        Row("  ours : the floor's", ours[0] / floor[0], "x", LATENCY_BOUND),
        Row("  from Dovecot's news on, gm serve", ours[1] * 1e3, "ms"),
        Row("  from Dovecot's news on, the floor", floor[1] * 1e3, "ms"),
        Row("  ours : the floor's", ours[1] / floor[1], "x", note="for information"),
    ]


def run() -> list[Row]:
    """The rows of the table; none where Dovecot is missing."""
    if str(SERVERS) not in sys.path:
        sys.path[:0] = [str(SERVERS), str(SERVERS.parent)]  # the second has what it needs
    if why := importlib.import_module("mailservers").why_missing(postfix=False):
        print(f"mail: left out: {why}", file=sys.stderr)
        return []
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder) / "gm.sqlite"
        store = begin(start).store
        raws = letters(store, BACKLOG)
        store.close()
        rows = asyncio.run(measure(start, raws))
        mix = Path(folder) / "mix.sqlite"
        store = begin_mix(mix).store
        raws = mixed_letters(store, MIXED)
        store.close()
        return [*rows, *asyncio.run(measure_mix(mix, raws))]
