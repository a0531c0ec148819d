"""One worker of the benchmark of several daemons: lets letters that are filed act until none is left.

`python -m benchmarks.scale_worker DATABASE` says that it is ready, waits for a line, works, and prints as JSON how many
letters it let act, how many seconds passed, and how many of the processor it needed. DATABASE: a file, or a URL.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter, process_time

import msgspec

from benchmarks.letters import ANSWERS_PER_HOUR, GM, OPERATOR, new_office
from gm.config.loading import Config, Gm, Imap, Limits, Smtp
from gm.serve.health import Signs
from gm.serve.houseclock import HouseClock
from gm.serve.meter import Meter
from gm.serve.worker import Worker
from gm.store.server import Server

CONFIG = Config(
    gm=Gm(address=GM.address, operator=OPERATOR), imap=Imap(host="localhost", user="gm"), smtp=Smtp(host="localhost"),
    limits=Limits(answers_per_hour=ANSWERS_PER_HOUR),
)  # fmt: skip


class Found(msgspec.Struct, frozen=True):
    """What a worker did."""

    letters: int
    seconds: float
    processor: float


def where(name: str) -> Path | Server:
    """The database of this name."""
    return Server(name, Path("gm.sqlite")) if "://" in name else Path(name)


async def work(name: str) -> Found:
    """Work until no letter is left."""
    office, did = new_office(where(name)), Counter[str]()
    worker = Worker(
        CONFIG, office, HouseClock(office.store), Meter(), signs=Signs(), stop=asyncio.Event(), wake=lambda: None,
        acted=lambda: None, tell=lambda what: did.update([what]),
    )  # fmt: skip
    await worker.work()  # the first letters: grammars and templates are loaded
    print("ready", flush=True)
    sys.stdin.readline()
    before = did["in"]
    begun, worked = perf_counter(), process_time()
    while office.store.waiting.newest() is not None:
        if not await worker.work():
            await asyncio.sleep(0.01)
    found = Found(did["in"] - before, perf_counter() - begun, process_time() - worked)
    office.store.close()
    return found


if __name__ == "__main__":
    print(msgspec.json.encode(asyncio.run(work(sys.argv[1]))).decode())
