"""A game that is played while its daemon is killed at random moments."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from gm.demo.postoffice import PostOffice
from gm.desk.books.fsck import check_store
from gm.store.server import Server
from helpers.killing import Killer, Writers, check_letters, check_mails
from helpers.served import SEATS, Served, post, serving, until

SEED = 1789


async def killed(folder: Path, kills: int) -> None:
    """Play a game to its end, with its database in a file, while the daemon is killed so often."""
    chance, begun = random.Random(SEED), time.monotonic()
    async with serving(folder) as (served, office):
        await served.begin()
        writers = Writers(served, lambda mail: post(mail, office), office.mailbox_bytes, str(SEED))
        killer = _killer(served, office)
        # First nobody files offers, so that money moves by transfers alone.
        while killer.kills < kills // 2:
            await asyncio.gather(killer.live(), writers.chat())
        await _all_read(served, writers)
        served.forget()
        await served.kill()
        killer.kills += 1
        # Then the game is played to its end.
        playing = asyncio.create_task(writers.play())
        try:
            while killer.kills < kills:
                await asyncio.gather(killer.live(), *([writers.chat()] if chance.random() < 0.5 else []))
            await served.start()
            await asyncio.wait_for(playing, 40)
            await until(lambda: served.count("inbox") == len(writers.letters) and served.sent(), "the last mails", 30)
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
        assert await served.stop() == 0
        print(f"\n{killer.kills} kills, {_checked(served, office, writers)}, {time.monotonic() - begun:.0f} s")


async def killed_on(server: Server, folder: Path, kills: int, disturb: Callable[[], Awaitable[None]]) -> None:
    """Let players write while the daemon is killed so often, with its database on a server. disturb: what else is done.
    """
    begun = time.monotonic()
    async with serving(folder, server) as (served, office):
        await served.begin()
        writers = Writers(served, lambda mail: post(mail, office), office.mailbox_bytes, str(SEED))
        killer, disturbing = _killer(served, office), asyncio.ensure_future(disturb())
        while killer.kills < kills or not disturbing.done():
            await asyncio.gather(killer.live(), writers.chat())
        await disturbing
        await _all_read(served, writers)
        await until(served.sent, "the last mails", 60)
        assert await served.stop() == 0
        print(f"\n{killer.kills} kills, {_checked(served, office, writers)}, {time.monotonic() - begun:.0f} s")


def _killer(served: Served, office: PostOffice) -> Killer:
    """Kills the daemon just after it did something that it may not have noted."""

    def mails() -> int:
        """A mail that has come, and may not be noted as sent yet."""
        return sum(len(office.mailbox_bytes(seat.lower())) for seat in SEATS)

    def letters() -> int:
        """A letter that has been handled, and may not be moved away yet."""
        return served.count("inbox")

    return Killer(served, (mails, letters), str(SEED))


async def _all_read(served: Served, writers: Writers) -> None:
    """Start the daemon, and wait until it has read all letters: each transfer was made once."""
    await served.start()
    await until(lambda: served.count("inbox") == len(writers.letters), "all letters read", 60)
    assert served.game().clock is not None and served.game().state.code == "S1901M"
    assert served.game().state.balances == writers.balances


def _checked(served: Served, office: PostOffice, writers: Writers) -> str:
    """Check that each letter acted once and each mail came; return how many there were."""
    assert check_letters(served, writers.letters, office.mailbox_bytes("gm")) == 0
    users = ("operator", *(seat.lower() for seat in SEATS))
    mails_sent, repeats = check_mails(served, {user: office.mailbox_bytes(user) for user in users})
    assert check_store(served.store) == ([], 1)
    assert "Traceback" not in served.text()
    again = served.text().count(": known")
    return (
        f"{len(writers.letters)} letters ({again} of them shown again), {mails_sent} mails ({repeats} repeats), "
        f"{served.count('journal')} journal entries"
    )
