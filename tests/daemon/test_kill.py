"""The daemon is killed at random moments: no letter is lost or handled twice, and no mail is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from pathlib import Path

from helpers.killing import Killer, Writers, check_letters, check_mails
from helpers.served import SEATS, post, run, serving, until

from gm.desk.books.fsck import check_store

KILLS = 50
SEED = 1789


async def _killed(folder: Path) -> None:
    chance = random.Random(SEED)
    begun = time.monotonic()
    async with serving(folder) as (served, office):

        def mails() -> int:
            """A mail that has come, and may not be noted as sent yet."""
            return sum(len(office.mailbox_bytes(seat.lower())) for seat in SEATS)

        def letters() -> int:
            """A letter that has been handled, and may not be moved away yet."""
            return served.count("inbox")

        await served.begin()
        writers = Writers(served, lambda mail: post(mail, office), office.mailbox_bytes, str(SEED))
        killer = Killer(served, (mails, letters), str(SEED))
        # First nobody files offers, so that money moves by transfers alone.
        while killer.kills < KILLS // 2:
            await asyncio.gather(killer.live(), writers.chat())
        await served.start()
        await until(lambda: served.count("inbox") == len(writers.letters), "all letters read", 30)
        assert served.game().clock is not None and served.game().state.code == "S1901M"
        assert served.game().state.balances == writers.balances
        served.forget()
        await served.kill()
        killer.kills += 1
        # Then the game is played to its end.
        playing = asyncio.create_task(writers.play())
        try:
            while killer.kills < KILLS:
                await asyncio.gather(killer.live(), *([writers.chat()] if chance.random() < 0.5 else []))
            await served.start()
            await asyncio.wait_for(playing, 40)
            await until(lambda: served.count("inbox") == len(writers.letters) and served.sent(), "the last mails", 30)
        finally:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
        assert await served.stop() == 0
        assert check_letters(served, writers.letters, office.mailbox_bytes("gm")) == 0
        users = ("operator", *(seat.lower() for seat in SEATS))
        mails_sent, repeats = check_mails(served, {user: office.mailbox_bytes(user) for user in users})
        assert check_store(served.store) == ([], 1)
        assert "Traceback" not in served.text()
        again = served.text().count(": known")
        print(
            f"\n{killer.kills} kills, {len(writers.letters)} letters ({again} of them shown again), "
            f"{mails_sent} mails ({repeats} repeats), {served.count('journal')} journal entries, "
            f"{time.monotonic() - begun:.0f} s"
        )


def test_fifty_kills_during_a_game_lose_no_letter_and_no_mail_and_do_nothing_twice(tmp_path: Path) -> None:
    run(_killed(tmp_path), 88)
