"""The daemon killed at random moments: no letter is lost or taken twice, no mail is lost."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import time
from email import message_from_bytes
from pathlib import Path

from served import DOMAIN, SEATS, Served, letter, post, run, serving, until

from gm.demo.players import Player, read
from gm.demo.postoffice import PostOffice
from gm.desk.fsck import check_store
from gm.registry import ruleset

KILLS = 50
SEED = 1789
LONGEST_LIFE = 0.35  # seconds from its readiness to its death
KILLED_STARTING = 0.2  # of the lives end before the daemon is ready
ENOUGH = 4  # AgP that nobody goes below by transfers of ours


class Writers:
    """Players who write by themselves, whatever becomes of the daemon; what they wrote is remembered."""

    def __init__(self, served: Served, office: PostOffice, chance: random.Random) -> None:
        self._served, self._office, self._chance = served, office, chance
        game = served.game()
        board = ruleset("payola").board(game.state)
        self._players = {seat: Player(seat, board, str(SEED)) for seat in SEATS}
        self._read = dict.fromkeys(SEATS, 0)
        self.letters: list[str] = []
        self.balances: dict[str, int] = dict(game.state.balances)

    async def send(self, seat: str, text: str, to: str = f"gm@{DOMAIN}", subject: str = "") -> None:
        """Write a letter."""
        name = f"{seat.lower()}-{len(self.letters)}"
        self.letters.append(f"{name}@{DOMAIN}")
        await post(letter(seat, text, name, to=to, subject=subject), self._office)

    async def chat(self) -> None:
        """One to three letters: money, press, questions, and what we cannot take."""
        for _ in range(self._chance.randint(1, 3)):
            seat, other = self._chance.sample(SEATS, 2)
            kind = self._chance.choice(("money", "money", "money", "press", "status", "wrong"))
            if kind == "money" and self.balances[seat] > ENOUGH:
                amount = self._chance.randint(1, 2)
                self.balances[seat] -= amount
                self.balances[other] += amount
                await self.send(seat, f"TRANSFER {amount} TO {other}")
            elif kind == "press":
                await self.send(seat, f"PRESS TO {other}\nWhat do you pay?\nEND\nSTATUS")
            elif kind == "wrong":
                await self.send(seat, f"TRANSFER 1 TO {other}\nTRANSFER 1 TO NOBODY")
            else:
                await self.send(seat, "STATUS")

    async def play(self) -> None:
        """Everybody answers what comes, until the game is over."""
        while not self._served.game().over:
            for seat, player in self._players.items():
                mails = self._office.mailbox_bytes(seat.lower())
                for raw in mails[self._read[seat] :]:
                    self._read[seat] += 1
                    mail = read(raw)
                    text = player.answer(mail)
                    if text is not None:
                        await self.send(seat, text, mail.reply_to, f"Re: {mail.subject}")
            await asyncio.sleep(0.05)


class Killer:
    """Lets the daemon live for random times, or until just after it has done something."""

    def __init__(self, served: Served, office: PostOffice, chance: random.Random) -> None:
        self._served, self._office, self._chance = served, office, chance
        self.kills = 0

    async def live(self) -> None:
        """One life."""
        early = self._chance.random() < KILLED_STARTING
        moment = self._chance.choice((self._never, self._never, self._mails, self._letters))
        life = self._chance.uniform(0, LONGEST_LIFE)
        await self._served.start(ready=not early)
        count, end = moment(), time.monotonic() + life
        while time.monotonic() < end and moment() == count:
            await asyncio.sleep(0.001)
        assert self._served.alive, self._served.text()
        await self._served.kill()
        self.kills += 1

    def _never(self) -> int:
        return 0

    def _mails(self) -> int:
        """A mail that has come, and may not be noted as sent yet."""
        return sum(len(self._office.mailbox_bytes(seat.lower())) for seat in SEATS)

    def _letters(self) -> int:
        """A letter that has been handled, and may not be moved away yet."""
        return self._served.count("inbox")


def _written(copy: bytes) -> bytes:
    """What came, without what the post office put on top."""
    return copy[copy.index(b"From: ") :]


def _check_letters(served: Served, office: PostOffice, letters: list[str]) -> None:
    """Every letter is in the inbox once, and in the journal once."""
    rows = served.store.rows("select message_id, state, game from inbox")
    assert sorted(row["message_id"] for row in rows) == sorted(letters)
    assert {(row["state"], row["game"]) for row in rows} == {("done", "spring")}
    game = served.game()
    came = [hashlib.sha256(raw).hexdigest() for raw in office.mailbox_bytes("gm")]
    entered = [entry.data["mail"] for entry in served.store.journal("spring") if entry.kind == "letter"]
    assert sorted(entered) == sorted(game.secret(digest, "mail", 0)[:32] for digest in came)
    assert len(entered) == len(letters)


def _check_mails(served: Served, office: PostOffice) -> tuple[int, int]:
    """Every mail of the outbox has come, and its repeats are the same mail; how many mails and repeats there are."""
    copies: dict[tuple[str, str], list[bytes]] = {}
    for user in ("operator", *(seat.lower() for seat in SEATS)):
        for raw in office.mailbox_bytes(user):
            name = str(message_from_bytes(raw)["Message-ID"]).strip("<> ")
            copies.setdefault((user, name), []).append(raw)
    rows = served.store.rows("select recipient, message_id, raw, state from outbox")
    for row in rows:
        assert row["state"] == "sent"
        found = copies.pop((row["recipient"].partition("@")[0], row["message_id"]))
        assert {_written(copy) for copy in found} == {_written(row["raw"])}
        row["copies"] = len(found)
    assert not copies, "mails came that are not in the outbox"
    return len(rows), sum(row["copies"] - 1 for row in rows)


async def _killed(folder: Path) -> None:
    chance = random.Random(SEED)
    begun = time.monotonic()
    async with serving(folder) as (served, office):
        await served.begin()
        writers, killer = Writers(served, office, chance), Killer(served, office, chance)
        # First nobody files offers, so that money moves by transfers alone.
        while killer.kills < KILLS // 2:
            await asyncio.gather(killer.live(), writers.chat())
        await served.start()
        await until(lambda: served.count("inbox") == len(writers.letters), "all letters read", 30)
        assert served.game().clock is not None and served.game().state.code == "S1901M"
        assert served.game().state.balances == writers.balances
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
        _check_letters(served, office, writers.letters)
        mails, repeats = _check_mails(served, office)
        assert check_store(served.store) == ([], 1)
        assert "Traceback" not in served.text()
        again = served.text().count(": known ")
        print(
            f"\n{killer.kills} kills, {len(writers.letters)} letters ({again} of them shown again), "
            f"{mails} mails ({repeats} repeats), {served.count('journal')} journal entries, "
            f"{time.monotonic() - begun:.0f} s"
        )


def test_fifty_kills_during_a_game_lose_no_letter_and_no_mail_and_do_nothing_twice(tmp_path: Path) -> None:
    run(_killed(tmp_path), 88)
