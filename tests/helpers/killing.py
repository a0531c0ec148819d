"""What the killing tests share: players who write on their own, a killer of the daemon, and the checks afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from email import message_from_bytes
from email.message import EmailMessage

from gm.bots.payola import Player
from gm.bots.reading import read
from gm.registry import ruleset
from gm.store.packing import pack_mail, unpack, with_token
from helpers.served import DOMAIN, GM, SEATS, Served, letter

LONGEST_LIFE = 0.35  # seconds from ready to killed
LONGEST_WATCH = 0.5  # the same, if it is to die just after doing something
JUST_AFTER = 0.02  # seconds after that
KILLED_STARTING = 0.2  # the share of lives that end before the daemon is ready
ENOUGH = 4  # AgP that nobody goes below by our transfers, in whatever order they arrive

Post = Callable[[EmailMessage], Awaitable[None]]  # hands in a letter and returns once it is accepted
Boxes = Callable[[str], Sequence[bytes]]  # the mails of a user so far; earlier ones keep their places


class Writers:
    """Players who write on their own, whatever happens to the daemon, and remember what they wrote."""

    def __init__(self, served: Served, post: Post, boxes: Boxes, seed: str) -> None:
        self.post, self.boxes, self.chance = post, boxes, random.Random(seed)
        game = served.game()
        board = ruleset("payola").rules.board(game.state)
        self.players = {seat: Player(seat, seed, board) for seat in SEATS}
        self.read = dict.fromkeys(SEATS, 0)
        self.boards = dict.fromkeys(SEATS, _order(""))  # the phase of the last board that each player has seen
        self.over: set[str] = set()
        self.letters: list[str] = []  # their Message-IDs
        self.balances: dict[str, int] = dict(game.state.balances)
        self.purses: dict[str, int] = dict(game.state.balances)  # income is not counted

    async def send(self, seat: str, text: str, to: str = GM, subject: str = "", replied: str = "") -> None:
        """Send a letter. replied: the Message-ID of the mail that it answers."""
        name = f"{seat.lower()}-{len(self.letters)}"
        self.letters.append(f"{name}@{DOMAIN}")
        mail = letter(seat, text, name, to=to, subject=subject)
        if replied:
            mail["In-Reply-To"] = replied
        await self.post(mail)

    async def chat(self) -> None:
        """Send one to three letters: money, press, questions, and letters that must be refused."""
        for _ in range(self.chance.randint(1, 3)):
            seat, other = self.chance.sample(SEATS, 2)
            kind = self.chance.choice(("money", "money", "money", "press", "status", "wrong"))
            amount = self.chance.randint(1, 2)
            if kind == "money" and self.purses[seat] >= ENOUGH + amount:
                self.purses[seat] -= amount
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
        """Let every player answer their mails until they read that the game is over."""
        while len(self.over) < len(SEATS):
            for seat in SEATS:
                await self.answer(seat)
            await asyncio.sleep(0.05)

    async def answer(self, seat: str) -> None:
        for raw in self.boxes(seat.lower())[self.read[seat] :]:
            self.read[seat] += 1
            mail = read(raw)
            if mail.over:
                self.over.add(seat)
            # Mails may come in any order: an old board is ignored, and nobody writes for a phase before its board came.
            if "THE BOARD" in mail.text:
                self.boards[seat] = max(self.boards[seat], _order(mail.phase))
            if _order(mail.phase) != self.boards[seat]:
                continue
            text = self.players[seat].answer(mail)
            if text is not None:
                await self.send(seat, text, mail.reply_to, f"Re: {mail.subject}", mail.message_id)


def _order(phase: str) -> tuple[str, int, int]:
    """The key that sorts phases: S1901M, S1901R, F1901M, F1901R, W1901A."""
    return (phase[1:5], "SFW".index(phase[0]), "MRA".index(phase[5])) if phase else ("", 0, 0)


class Killer:
    """Lets the daemon live for random times, or until just after it has done something.

    *moments*: counters of what it does; it dies at the first change of one.
    """

    def __init__(self, served: Served, moments: Sequence[Callable[[], int]], seed: str) -> None:
        self.served, self.moments, self.chance = served, moments, random.Random(seed)
        self.kills = 0

    async def live(self) -> None:
        """Start the daemon and kill it once."""
        early = self.chance.random() < KILLED_STARTING
        moment = None if early or self.chance.random() < 0.3 else self.chance.choice(self.moments)
        life = self.chance.uniform(0, LONGEST_LIFE)
        await self.served.start(ready=not early)
        if moment is None:
            await asyncio.sleep(life)
        else:
            count, end = moment(), time.monotonic() + LONGEST_WATCH
            while time.monotonic() < end and moment() == count:
                await asyncio.sleep(0.001)
            await asyncio.sleep(self.chance.choice((0.0, self.chance.uniform(0, JUST_AFTER))))
        assert self.served.alive, self.served.text()
        # Nobody else has the database open, so the next life finds it as after a power cut.
        self.served.forget()
        await self.served.kill()
        self.kills += 1


@contextlib.asynccontextmanager
async def while_doing(*tasks: asyncio.Task[None]) -> AsyncIterator[None]:
    """Let tasks run in the background; if one of them fails, its error is raised at the end."""
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


def check_letters(served: Served, letters: Iterable[str], copies: Iterable[bytes]) -> int:
    """Check that every letter is in the journal once; returns how many copies of letters did nothing.

    letters: the Message-IDs of all letters written; copies: all mails in the daemon's mailbox.
    """
    wrote = sorted(letters)
    rows = served.store.rows("select message_id, state, game from inbox")
    done = [row for row in rows if row["state"] == "done"]
    assert sorted(row["message_id"] for row in done) == wrote
    assert {row["game"] for row in done} == {"spring"}
    known = [row["message_id"] for row in rows if row["state"] == "known"]
    assert len(done) + len(known) == len(rows) and set(known) <= set(wrote)
    game = served.game()
    names = {game.secret(hashlib.sha256(raw).hexdigest(), "mail", 0)[:32]: message_id(raw) for raw in copies}
    entered = [entry.data["mail"] for entry in served.store.journal.entries("spring") if entry.kind == "letter"]
    assert sorted(names[digest] for digest in entered) == wrote
    return len(known)


def without_token(raw: bytes) -> bytes:
    """A mail as the store has it once it was sent: without the token of its reply address."""
    return unpack(with_token(pack_mail(raw, None), ""), lambda digest: b"")


def check_mails(served: Served, boxes: Mapping[str, Iterable[bytes]]) -> tuple[int, int]:
    """Check that every mail of the outbox came, with identical repeats; returns the numbers of mails and repeats.

    boxes: the mails that came to each user.
    """
    copies: dict[tuple[str, str], list[bytes]] = {}
    for user, raws in boxes.items():
        for raw in raws:
            copies.setdefault((user, message_id(raw)), []).append(raw)
    rows = served.store.rows("select recipient, message_id, raw, state from outbox")
    repeats = 0
    for row in rows:
        assert row["state"] == "sent"
        found = copies.pop((row["recipient"].partition("@")[0], row["message_id"]))
        assert len({_written(copy) for copy in found}) == 1
        assert without_token(_written(found[0])) == _written(row["raw"])
        repeats += len(found) - 1
    assert not copies, "mails came that are not in the outbox"
    return len(rows), repeats


def message_id(raw: bytes) -> str:
    """The Message-ID of a mail, without brackets."""
    return str(message_from_bytes(raw)["Message-ID"]).strip("<> ")


def _written(copy: bytes) -> bytes:
    """A mail without the headers that mail servers put on top."""
    return copy[copy.index(b"From: ") :]
