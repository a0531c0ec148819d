"""One process of the benchmark of many games: it does one kind of work in each database by turns.

`python -m benchmarks.many_worker TASK` prints the time of each act and the memory needed; both are JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from zoneinfo import ZoneInfo

import msgspec

from benchmarks.crowd import SEATS, live, office_on
from benchmarks.letters import GM
from benchmarks.measure import seconds
from gm.desk.books.outage import ALIVE, Watch
from gm.serve import digest
from gm.store.database import iso

LETTER = """\
Message-ID: <{run}.{number}@player.example>
Subject: Re: [{game}] your sheet
To: The GameMaster <{to}>
From: <{sender}>
In-Reply-To: <{answered}>
Content-Type: text/plain; charset=UTF-8

{text}
"""
QUESTIONS = {"STATUS": "done", "LIST": "answered", "WHOAMI": "answered"}


class Part(msgspec.Struct, frozen=True):
    """A database, how many of its games are live, and how often the work is done in these in turn."""

    database: str
    games: int
    count: int


class Task(msgspec.Struct, frozen=True):
    """What to do in each database by turns, so that other work of the machine affects all alike.

    work: letters, questions, strikes, digest or outage. said: what each player writes, by seat. run: a name for this
    run.
    """

    parts: tuple[Part, ...]
    work: str
    said: dict[str, str]
    run: str


class Found(msgspec.Struct, frozen=True):
    """times: the seconds of each act by its kind, for each part. peak: the most memory of the process, in MB."""

    times: tuple[dict[str, list[float]], ...]
    peak: float


class Worker:
    """Does one task in one database, one act at a time."""

    def __init__(self, part: Part, task: Task) -> None:
        self._games, self._count, self._task, self._number = part.games, part.count, task, 0
        self._office = office_on(Path(part.database))
        for number in range(part.games):
            self._office.game(live(number))  # as it is soon after the start of a daemon
        # The game's own time, because its clock may be ahead of ours or behind.
        self._at = self._office.store.journal.last_at(live(0)) + timedelta(minutes=1)

    def acts(self) -> Iterator[tuple[str, float]]:
        """The kind of each act and its seconds."""
        works: dict[str, Callable[[int], Iterator[tuple[str, float]]]] = {
            "letters": self._letter, "questions": self._questions, "strikes": self._strike, "digest": self._digest,
            "outage": self._outage,
        }  # fmt: skip
        for number in range(self._count):
            yield from works[self._task.work](number)

    def _letter(self, number: int) -> Iterator[tuple[str, float]]:
        """A player's sheet."""
        seat = SEATS[number // 200 % len(SEATS)]
        yield "letter", self._write(live(number % self._games), seat, self._task.said[seat], "done")

    def _questions(self, number: int) -> Iterator[tuple[str, float]]:
        """Questions about a game and about none."""
        for word, state in QUESTIONS.items():
            # The players of the others play other games, too, and are told of them.
            game = live(0 if word == "WHOAMI" else number % self._games)
            yield word, self._write(game, SEATS[1], word, state)

    def _write(self, game: str, seat: str, text: str, state: str) -> float:
        """Let a letter arrive in reply to its writer's newest mail; the seconds until its answer is committed."""
        store = self._office.store
        player = store.players.find(game, seat)
        mail = store.row(
            "select token, message_id from ledger l cross join tokens t "
            "on t.game = l.game and t.reader = l.reader and t.number = l.number "
            "where l.game = ? and l.reader = ? and press_from = '' order by l.number desc limit 1", [game, seat],
        )  # fmt: skip
        assert player is not None and mail is not None
        self._number += 1
        raw = LETTER.format(
            run=self._task.run, number=self._number, game=game, to=GM.reply_address.format(token=mail["token"]),
            sender=player.address, answered=mail["message_id"], text=text,
        ).encode()  # fmt: skip
        self._at += timedelta(seconds=5)
        begun = perf_counter()
        handled = self._office.receive(f"{self._task.run}/{self._number}", raw, self._at, self._at)
        took = perf_counter() - begun
        assert handled.state == state, handled
        return took

    def _strike(self, _: int) -> Iterator[tuple[str, float]]:
        """Let the clock strike in one game after another, until a phase is judged."""
        judged = False
        while not judged:
            due = self._office.store.games.next_strike()
            assert due is not None
            name, at = due[0], due[1] + timedelta(seconds=1)
            before = self._phase(name)
            begun = perf_counter()
            self._office.strike_before(at)
            took = perf_counter() - begun
            judged = self._phase(name) != before
        yield "strike", took

    def _phase(self, name: str) -> str:
        clock = self._office.game(name).clock
        return clock.phase if clock is not None else ""

    def _digest(self, _: int) -> Iterator[tuple[str, float]]:
        """The operator's daily mail."""
        room = digest.Room("9 GB", False)
        with self._office.store.transaction():
            digest.begin(self._office.store, self._at - timedelta(days=1))
            yield "digest", seconds(lambda: digest.send(self._office, ZoneInfo("UTC"), room, self._at))

    def _outage(self, number: int) -> Iterator[tuple[str, float]]:
        """Let the mailbox have been out of reach for a day, which every game gets back."""
        back = self._at + timedelta(days=2 * number + 1)
        with self._office.store.transaction():
            self._office.store.facts.keep(ALIVE, iso(back - timedelta(days=1)))
        yield "outage", seconds(lambda: Watch(self._office).come_back(back, back))


def work(task: Task) -> Found:
    """Do the task, one act in each database by turns, until all is done."""
    times: list[dict[str, list[float]]] = [{} for _ in task.parts]
    workers = [Worker(part, task).acts() for part in task.parts]
    for acts in zip_longest(*workers):
        for of, act in zip(times, acts, strict=True):
            if act is not None:
                of.setdefault(act[0], []).append(act[1])
    return Found(tuple(times), peak())


def peak() -> float:
    """The peak memory of this process, in MB; getrusage(2) would give at least what its parent had."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").split("\n")
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


if __name__ == "__main__":
    print(msgspec.json.encode(work(msgspec.json.decode(sys.argv[1], type=Task))).decode())
