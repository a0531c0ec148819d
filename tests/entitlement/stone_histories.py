"""Pairs of stone games of which a reader is told the same: their turns and the times of them, which everybody is told.

Hidden is what the others ask, try and write; from observers that a draw is proposed, too.
"""

from __future__ import annotations

from random import Random

import msgspec
from hidden_at_the_desk import DESK, SECRETS, more_time
from hypothesis import strategies as st
from playing import OBSERVER, Played, Table

from gm.rules.hex_negotiation.examples import written
from gm.rules.hex_negotiation.position import Played as Turn
from gm.rules.hex_negotiation.state import SEATS

HOUR = 3600
WHEN = {"soon": 2 * HOUR, "in grace": 13 * HOUR, "late": 20 * HOUR}
HIDDEN = (*DESK, "boards", "proposals", "wrong_turns")
WRONG = (
    "PLACE A9 A1",
    "REPLACE E3",
    "REPLACE A1 A2 A3",
    "SWAP and go",
    "PLACE C1 C2 C3 C4",
    "REPLASE A1 PLACE B1 B2 B3",
)
GAME = (
    '[game]\nname = "spring"\nruleset = "hex-negotiation"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n'
    'reminders = "{reminders}"\n[options]\nside = 3\non_timeout = "{on_timeout}"\n[deadlines]\nturn = "12h"\n'
    'grace = "6h"\n[seats]\nBLACK = "black@players.example"\nWHITE = "white@players.example"\n'
)


class Story(msgspec.Struct, frozen=True):
    """What two histories share: the reader, and when each turn comes. rich: he wants pages, files, entries, too."""

    reader: str
    seed: int
    turns: tuple[str, ...]
    on_timeout: str = "wait"
    swaps: bool = False
    rich: bool = False


class Secret(msgspec.Struct, frozen=True):
    """What is hidden from the reader: which kinds of things the others do, and the chance that fills them in."""

    seed: int
    hidden: frozenset[str] = frozenset()


class StoneHistory(Table):
    """One game."""

    def __init__(self, story: Story, secret: Secret) -> None:
        self.story, self.secret, self.round = story, secret, 0
        reminders = "everybody" if story.seed % 2 else "owing"
        game = GAME.format(reminders=reminders, on_timeout=story.on_timeout)
        super().__init__(story.reader, game, Random(f"{secret.seed} own"))
        if story.rich and story.reader != OBSERVER:
            self.receive(self.game.clock.opened, story.reader, "SET FORMAT HTML\nSET JSON ON\nSET CALENDAR ON")

    def common(self, what: str) -> Random:
        """Chance that is the same in both histories."""
        return Random(f"{self.story.seed} {self.round} {what}")

    def hides(self, what: str) -> bool:
        """Whether *what* is among the things that the others do in secret."""
        return what in self.secret.hidden

    def tell(self) -> Played:
        """The whole history."""
        for when in self.story.turns:
            if self.game.over:
                break
            self._turn(WHEN[when])
            self.round += 1
        return self.played()

    def _turn(self, at: int) -> None:
        state = self.game.state
        code = state.phase.code
        self.write(at, state.owing, self._line())
        self._in_secret()
        self._in_public(at)
        self._reader(at)
        self.run()
        after = self.game.state
        allowed = (after.history, after.stones, after.swapped, after.how, self.game.over)
        self.part(f"{code}, made", (self.strikes(), msgspec.to_builtins(allowed)))

    def _line(self) -> str:
        """The turn, the same in both histories."""
        state, chance = self.game.state, self.common("turn")
        if state.may_swap and self.story.swaps:
            return "SWAP"
        position = state.position
        gained = chance.choice(position.replaceable) if position.replaceable else ""
        return written(Turn(gained, tuple(chance.sample(position.empty, position.must_place))))

    def _in_secret(self) -> None:
        for name in sorted(self.secret.hidden & set(SECRETS)):
            if self.own.random() < 0.4:
                SECRETS[name](self, self.own.choice(self.others), self.sometime(1700))
        more_time(self, self.secret.hidden, self.common("more time"), 1751)
        one = self.own.choice(self.others)
        if self.hides("wrong_turns"):
            self.write(self.sometime(1700), one, self.own.choice(WRONG))
        if self.hides("boards"):
            self.write(self.sometime(1700), one, *self.own.sample(("BOARD", "SHOW", "STATUS"), 2))
        if self.hides("proposals") and self.reader == OBSERVER and self.own.random() < 0.5:
            self.write(self.sometime(1700), self.others[0], "PROPOSE DRAW")

    def _in_public(self, at: int) -> None:
        if self.reader != OBSERVER and self.common("draw").random() < 0.3:
            self.write(4300, self.others[0], "PROPOSE DRAW")
        if self.common("broadcast").random() < 0.3:
            self.write(at - 1000, self.others[0], "BROADCAST", "A fine board.", "END")

    def _reader(self, at: int) -> None:
        known = [["STATUS", "HISTORY"], ["HELP", "WHOAMI"]]
        if self.reader != OBSERVER:
            known += [["BOARD", "SHOW"], ["SHOW", "REPLACE A1"], ["SWAP now", "STATUS"]]
        for number, lines in enumerate(self.common("probes").sample(known, 2)):
            self.write((1900, at - 200)[number], self.reader, *lines)


def story_of(seed: int) -> Story:
    """The story that a number stands for."""
    chance = Random(f"stones {seed}")
    turns = tuple(chance.choice(("soon", "soon", *WHEN)) for _ in range(chance.randint(2, 7)))
    reader = chance.choice((*SEATS, OBSERVER))
    lost = "forfeit" if chance.random() < 0.3 else "wait"
    return Story(reader, seed, turns, lost, chance.random() < 0.5, chance.random() < 0.5)


def secret_of(seed: int) -> Secret:
    """The secret that a number stands for: most of what may be hidden is."""
    chance = Random(f"stone secret {seed}")
    return Secret(seed, frozenset(what for what in HIDDEN if chance.random() < 0.8))


stories = st.integers(0, 2**20).map(story_of)
secrets = st.integers(0, 2**20).map(secret_of)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories with the same turns."""
    return StoneHistory(story, one).tell(), StoneHistory(story, other).tell()
