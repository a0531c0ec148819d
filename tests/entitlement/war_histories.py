"""What both war games share in pairs of histories: how a round ends, who files when, and what is tried in it.

The first history of a pair writes down its rounds; the second follows them, so that the reader is told the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import company
import msgspec
from happening import EVERYWHERE, happens, roll_back
from hidden_at_the_desk import DESK, acted_for, in_secret
from playing import OBSERVER, RICH, Secret, Table

LENGTH = 12 * 3600
CLOSE = 2 * 3600
ENDINGS = ("early", "deadline", "grace", "missing")
SIDES = ("SOUTH", "NORTH")
READERS = (*SIDES, OBSERVER)
HIDDEN_IN_ROUNDS = ("drafts", "finale", "orders", "ready", "trials", "when", "who", "wrong_orders")
GAME = (
    '[game]\nname = "spring"\nruleset = "{ruleset}"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n'
    'reminders = "{reminders}"\n[options]\n{options}\n[deadlines]\n{deadlines}\ngrace = "6h"\n'
    '[seats]\nSOUTH = "south@players.example"\nNORTH = "north@players.example"\n'
)


class Ending(msgspec.Struct, frozen=True):
    """How a round ends: early, at the deadline, in grace, or with somebody missing. own_last: on the reader's account.

    late: an early end comes after the first reminder. probes: how often the reader asks and tries.
    """

    how: str
    own_last: bool
    late: bool
    probes: int


class Story(msgspec.Struct, frozen=True):
    """What two histories share. scene: the board; rich: the reader wants pages, files and calendar entries, too.

    ends: the operator ends the game in the last round.
    """

    reader: str
    seed: int
    rounds: tuple[Ending, ...]
    scene: str = ""
    rich: bool = False
    ends: bool = False


class WarHistory(Table):
    """One war game, written round by round. A subclass knows the orders, and what the rules tell the reader."""

    ruleset = ""

    def __init__(self, story: Story, secret: Secret, track: Sequence[Any] = ()) -> None:
        self.story, self.track = story, track
        self.round = 0
        super().__init__(story.reader, self.game_file_of(), secret, story.seed, RICH * story.rich)

    # -- what a subclass knows ---------------------------------------------------------------------------------

    def options(self) -> str:
        """The lines of [options]."""
        raise NotImplementedError

    def deadlines(self) -> str:
        """The lines of [deadlines] but for grace."""
        raise NotImplementedError

    def orders(self, missing: str) -> dict[str, list[str]]:
        """The order lines of each side for the round now due; nothing of who is *missing*. Writes down the round."""
        raise NotImplementedError

    def draft(self, side: str) -> list[str]:
        """Other lines that this side might send."""
        raise NotImplementedError

    def allowed(self, before: Any) -> Any:
        """What the rules tell the reader of the round that is over, from the games *before* and after it."""
        raise NotImplementedError

    def probes(self) -> list[list[str]]:
        """What the reader may try in order to learn more."""
        raise NotImplementedError

    def is_ended_by_filing(self) -> bool:
        """Whether the round now due wants no READY: what is complete on file ends it."""
        return False

    mistakes: tuple[str, ...] = ()

    # -- the rounds --------------------------------------------------------------------------------------------

    def game_file_of(self) -> str:
        """The game that the story is about."""
        reminders = "everybody" if self.story.seed % 2 else "owing"
        facts = {"ruleset": self.ruleset, "options": self.options(), "deadlines": self.deadlines()}
        return GAME.format(reminders=reminders, **facts)

    def common(self, what: object) -> Random:
        """Chance that is the same in both histories as long as *what* it goes by is."""
        return Random(f"{self.story.seed} {self.round} {what}")

    def play(self) -> None:
        """Play the whole history."""
        for number, ending in enumerate(self.story.rounds):
            if self.game.over:
                break
            self.round = number
            code = self.game.clock.phase
            self._round(ending)
            if self.common("rollback").random() < 0.15 and not self.game.over:
                roll_back(self, code)

    def is_finale(self) -> bool:
        """Whether this is the last round, which the others may play in any way: the reader is told at its end."""
        return self.hides("finale") and self.round == len(self.story.rounds) - 1

    def _round(self, ending: Ending) -> None:
        before = self.game.state
        phase = self.rules.phase(before)
        owing = [duty.seat for duty in self.rules.duties(before)]
        last = self._last(ending, owing)
        lines = self.orders(last if ending.how == "missing" else "")
        close = 4 * CLOSE if ending.late else CLOSE
        for seat in owing:
            self._file(seat, lines[seat], seat == last, ending.how, close)
        self._others(ending, owing, close, last)
        self._reader(ending, close)
        if self.reader in owing:
            self.again(lines[self.reader], last == self.reader, ending.how, close)
        self.run()
        self.part(f"{phase.code}, while it runs", None, running=True)
        self.part(f"{phase.code}, judged", (self.allowed(before), bool(self.game.over)))

    def again(self, lines: list[str], last: bool, how: str, close: int) -> None:
        """What the reader has on file is answered again while the other side does whatever it does."""
        if not last:
            self.write((close + 2000) // 2, self.reader, "READY")
        elif lines and how in ("early", "deadline") and not self.is_ended_by_filing():
            self.write((close + 2000) // 2, self.reader, *lines)

    def _last(self, ending: Ending, owing: list[str]) -> str:
        """On whose account the round ends as it does."""
        others = [seat for seat in owing if seat != self.reader]
        if self.reader in owing and (ending.own_last or not others):
            return self.reader
        free = self.hides("who") and ending.how != "missing"
        return self.own.choice(others) if free else others[0]

    def _file(self, seat: str, lines: list[str], last: bool, how: str, close: int) -> None:
        at = 600
        if seat != self.reader:
            at = self.sometime(close - 100, 2000) if self.hides("when") else 2001
        if not last:
            self.in_two(seat, at, lines)
        elif how == "early":
            self.write(close, seat, *lines, *ready(lines))
        elif how == "deadline" and (not lines or self.is_ended_by_filing() or self.waits(seat)):
            self.write(at, seat, "WAIT", *lines, *ready(lines))
            if seat == self.reader and self.secret.wide:  # who may be another person since
                self.write(2255, seat, "WAIT")
        elif how == "deadline":
            self.write(at, seat, *lines)
        elif how == "grace":
            self.write(LENGTH + 3600, seat, *lines, *ready(lines))

    def waits(self, seat: str) -> bool:
        """Whether he is READY and lets the round wait for him, instead of not being READY."""
        return seat != self.reader and self.hides("ready")

    def in_two(self, seat: str, at: int, lines: list[str]) -> None:
        """Orders and READY in one letter, or in secret in two."""
        if seat != self.reader and self.hides("ready", 0.5) and lines:
            self.write(at, seat, *lines)
            self.write(at + 2, seat, "READY")
        else:
            self.write(at, seat, *lines, *ready(lines))

    # -- what is hidden ----------------------------------------------------------------------------------------

    def _others(self, ending: Ending, owing: list[str], close: int, last: str) -> None:
        in_secret(self, 1700)
        company.write(self, self.common("company"), 3000)
        acted_for(self)
        ends = self.round == len(self.story.rounds) - 1 and self.story.ends
        happens(self, self.common("happening"), ("ended_by_the_operator",) if ends else EVERYWHERE)
        for seat in self.others:
            self._in_secret(seat, seat in owing and ending.how in ("early", "deadline"), last)
        if self.watches and self.hides("who", 0.3):
            self.write(self.sometime(1700), self.others[0], "PROPOSE DRAW")
        elif not self.watches and self.common("draw").random() < 0.2:
            self.write(4300, self.others[0], "PROPOSE DRAW")
        if self.common("broadcast").random() < 0.3:
            self.broadcast(4400, "We shall meet.")

    def _in_secret(self, seat: str, drafts: bool, last: str) -> None:
        """Trials, mistakes, and orders that are replaced before the round ends; before the true ones come."""
        if self.hides("trials"):
            self.write(self.sometime(1700), seat, "TRY", *self.draft(seat))
            self.write(self.sometime(1700), seat, self.own.choice(["BOARD", "REPORT", "REPORT 1", "SHOW"]))
        if self.hides("wrong_orders"):
            self.write(self.sometime(1700), seat, *self.words.sample(self.mistakes, 2))
        drafts = drafts and not (seat == last and self.is_ended_by_filing())
        lines = (self.draft(seat) or ["SHOW"]) if self.hides("drafts") and drafts else []
        if lines:
            self.write(1801, seat, *lines)
            if seat != last and self.own.random() < 0.5:
                self.write(1851, seat, "CLEAR")

    # -- what the reader does ----------------------------------------------------------------------------------

    def _reader(self, ending: Ending, close: int) -> None:
        common = self.common("probes")
        known = [["STATUS", "HISTORY"], ["HELP", "WHOAMI"]]
        if not self.watches:
            known += self.probes()
            self.write(1890, self.reader, "TRY", "READY")  # with nothing on file it is asked back among moves
        end = close if ending.how == "early" else LENGTH
        times = (1900, 2400, end - 200, end // 2, 300)
        for number, lines in enumerate(common.sample(known, min(ending.probes, len(known)))):
            self.write(times[number] + 20 * number, self.reader, *lines)


def ready(lines: Sequence[str]) -> tuple[str]:
    """READY beside these orders; beside none it must say that nothing is meant."""
    return ("READY",) if lines else ("READY NOTHING",)


HIDDEN = (*DESK, *HIDDEN_IN_ROUNDS)


def story_of(seed: int, scenes: Sequence[str], least: int, most: int) -> Story:
    """The story that a number stands for; of all readers, scenes and endings in turn."""
    chance = Random(f"story {seed}")
    rounds = tuple(
        Ending(chance.choice(ENDINGS), chance.random() < 0.5, chance.random() < 0.3, chance.randint(2, 5))
        for _ in range(chance.randint(least, most))
    )
    reader = chance.choice((*SIDES, *SIDES, OBSERVER))
    return Story(reader, seed, rounds, chance.choice(scenes), chance.random() < 0.7, chance.random() < 0.3)
