"""Machines whose clocks are wrong by minutes, and one whose clock jumps: the database's server says what time it is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from helpers.served import DOMAIN, GAME, PASSWORD, SEATS, USERS, Served, letter, post, run, until

from gm.demo.postoffice import PostOffice
from gm.store.server import Server

pytestmark = pytest.mark.servers
Make = Callable[[], Server]
LIBRARIES = "/usr/lib/*/faketime/libfaketimeMT.so.1"
# Where libfaketime leaves the monotonic clock alone, its clock_nanosleep refuses what Python's time.sleep asks of it.
SLEEP = "import threading, time\ntime.sleep = lambda seconds: threading.Event().wait(seconds) and None\n"


@pytest.fixture
def library() -> str:
    """Where what shows another time lies."""
    found = sorted(Path("/").glob(LIBRARIES.lstrip("/")))
    if not found:
        reason = "faketime is missing: apt-get install faketime"
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but {reason}", pytrace=False)
        pytest.skip(reason)
    return str(found[0])


class Wrong:
    """A machine with a clock of its own, on which a daemon runs."""

    def __init__(self, folder: Path, server: Server, office: PostOffice, library: str, shift: str) -> None:
        folder.mkdir()
        self.file = folder / "faketime"
        self.shift(shift)
        (folder / "sitecustomize.py").write_text(SLEEP)
        self.served = Served(folder, server)
        self.served.configure(office.smtp_port, office.imap_port)
        self.served.around = {
            "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "PYTHONPATH": str(folder),
        }  # fmt: skip

    async def shows(self) -> timedelta:
        """By how much its clock is wrong."""
        asked = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "import time; print(time.time())", stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **self.served.around},
        )  # fmt: skip
        said, _ = await asked.communicate()
        return datetime.fromtimestamp(float(said), UTC) - now()

    def shift(self, shift: str) -> None:
        """From now on its clock is wrong by so much."""
        self.file.write_text(shift)


@contextlib.asynccontextmanager
async def machines(
    folder: Path, server: Server, library: str, *shifts: str
) -> AsyncIterator[tuple[PostOffice, list[Wrong]]]:
    """A post office whose clock is right, and machines with such clocks, on which nothing runs yet."""
    async with PostOffice(USERS, DOMAIN, PASSWORD) as office:
        made = [Wrong(folder / f"m{n}", server, office, library, shift) for n, shift in enumerate(shifts)]
        try:
            yield office, made
        finally:
            for one in made:
                await one.served.close()


def now() -> datetime:
    return datetime.now(UTC)


async def begin(one: Served, movement: str) -> None:
    """Begin a game on a machine with `gm new`."""
    seats = "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in SEATS)
    settings = GAME.format(name="spring").replace("[options]", 'reminders = "none"\n[options]')
    settings = settings.replace('movement = "1h"', f'movement = "{movement}"').replace('grace = "1h"', 'grace = "0s"')
    file = one.folder / "spring.toml"
    file.write_text(settings + seats)
    status, said = await one.run("new", "--file", str(file))
    assert status == 0, said


def entries(one: Served, kind: str) -> list[datetime]:
    return [entry.at for entry in one.store.journal.entries("spring") if entry.kind == kind]


def deadlines(one: Served) -> list[datetime]:
    """When a deadline has struck."""
    found = [entry for entry in one.store.journal.entries("spring") if entry.kind == "time"]
    return [entry.at for entry in found if entry.data["kind"] == "deadline"]


async def differ(folder: Path, server: Server, library: str) -> None:
    async with machines(folder, server, library, "+110", "-110") as (office, made):
        ahead, behind = (one.served for one in made)
        assert await made[0].shows() - await made[1].shows() > timedelta(minutes=3)
        begun = now() - timedelta(seconds=1)
        await begin(behind, "20s")
        (opened,) = [entry.at for entry in behind.store.journal.entries("spring")]
        assert begun <= opened <= now()
        for one in (ahead, behind):
            await one.start()
        deadline = ahead.game().clock
        assert deadline is not None
        for n, stops in enumerate((ahead, behind)):
            sent = now() - timedelta(seconds=1)
            await post(letter("FRANCE", "STATUS", f"m{n}"), office)
            await until(lambda n=n: len(entries(behind, "letter")) > n, f"letter {n} to act")
            assert sent <= entries(behind, "letter")[n] <= now()
            await stops.kill()
            await stops.start()
        await until(lambda: deadlines(behind), "the deadline to strike")
        assert deadline.deadline <= deadlines(behind)[0] <= now()
        await until(ahead.sent, "all mails to be sent")
        dates = [
            parsedate_to_datetime(str(message_from_bytes(raw)["Date"]))
            for seat in SEATS
            for raw in office.mailbox_bytes(seat.lower())
        ]
        assert len(dates) >= len(SEATS) + 2
        assert begun <= min(dates) and max(dates) <= now()
        for one in (ahead, behind):
            assert "in doubt" not in one.text() and "Traceback" not in one.text()


def test_machines_whose_clocks_differ_by_minutes_tell_one_time(make: Make, tmp_path: Path, library: str) -> None:
    run(differ(tmp_path, make(), library))


async def jump(folder: Path, server: Server, library: str) -> None:
    async with machines(folder, server, library, "+0") as (office, (machine,)):
        one = machine.served
        await begin(one, "1h")
        await one.start()
        clock = one.game().clock
        assert clock is not None
        for n, shift in enumerate(("+5h", "-5h", "+0")):
            machine.shift(shift)
            sent = now() - timedelta(seconds=1)
            await post(letter("FRANCE", "STATUS", f"m{n}"), office)
            await until(lambda n=n: len(entries(one, "letter")) > n, f"letter {n} to act")
            assert sent <= entries(one, "letter")[n] <= now()
            status, said = await one.run("announce", "spring", "A word.")
            assert status == 0, said
            assert sent <= entries(one, "operator")[n] <= now()
        assert entries(one, "time") == [] and one.game().clock == clock
        assert "in doubt" not in one.text()


def test_a_machine_whose_clock_jumps_by_hours_moves_nothing(make: Make, tmp_path: Path, library: str) -> None:
    run(jump(tmp_path, make(), library))
