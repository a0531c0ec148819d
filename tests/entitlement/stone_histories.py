"""Pairs of stone games of which a reader is told the same: the turns and their times, which everybody is told.

Hidden is what the others ask, try and write; from observers also that a draw is proposed.
"""

from __future__ import annotations

from random import Random

import msgspec
import pairs
from hidden_at_the_desk import DESK
from playing import OBSERVER, Played, Secret
from turn_histories import WHEN, TurnHistory

from gm.rules.hex_negotiation.examples import written
from gm.rules.hex_negotiation.position import Played as Turn
from gm.rules.hex_negotiation.state import SEATS

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
    """What two histories share: the reader, and when each turn comes. ends: the operator ends it."""

    reader: str
    seed: int
    turns: tuple[str, ...]
    on_timeout: str = "wait"
    swaps: bool = False
    rich: bool = False
    ends: bool = False


class StoneHistory(TurnHistory):
    """One game."""

    probes = (["BOARD", "SHOW"], ["SHOW", "REPLACE A1"], ["SWAP now", "STATUS"])

    def __init__(self, story: Story, secret: Secret) -> None:
        reminders = "everybody" if story.seed % 2 else "owing"
        super().__init__(story, secret, GAME.format(reminders=reminders, on_timeout=story.on_timeout))

    def take_turn(self, at: int) -> None:
        state, chance = self.game.state, self.common("turn")
        if state.may_swap and self.story.swaps:
            self.write(at, state.owing, "SWAP")
            return
        position = state.position
        gained = chance.choice(position.replaceable) if position.replaceable else ""
        placed = tuple(chance.sample(position.empty, position.must_place))
        self.write(at, state.owing, written(Turn(gained, placed)))

    def in_secret(self, one: str) -> None:
        if self.hides("wrong_turns"):
            self.write(self.sometime(1700), one, self.words.choice(WRONG))
        if self.hides("boards"):
            self.write(self.sometime(1700), one, *self.own.sample(("BOARD", "SHOW", "STATUS"), 2))
        if self.hides("proposals") and self.watches and self.own.random() < 0.5:
            self.write(self.sometime(1700), self.others[0], "PROPOSE DRAW")

    def in_public(self, at: int) -> None:
        if not self.watches and self.common("draw").random() < 0.3:
            self.write(4300, self.others[0], "PROPOSE DRAW")
        if self.common("broadcast").random() < 0.3:
            self.broadcast(at - 1000, "A fine board.")

    def told_to_all(self) -> tuple[object, ...]:
        state = self.game.state
        return state.history, state.stones, state.swapped, state.how, bool(self.game.over)


def story_of(seed: int) -> Story:
    """The story that a number stands for."""
    chance = Random(f"stones {seed}")
    turns = tuple(chance.choice(("soon", "soon", *WHEN)) for _ in range(chance.randint(2, 7)))
    reader = chance.choice((*SEATS, OBSERVER))
    lost = "forfeit" if chance.random() < 0.3 else "wait"
    return Story(reader, seed, turns, lost, chance.random() < 0.5, chance.random() < 0.5, chance.random() < 0.3)


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number."""
    return pairs.numbered(number, story_of, pair, HIDDEN)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories with the same turns."""
    first = StoneHistory(story, one).tell()
    return first, StoneHistory(story, other).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    story = Story("WHITE", 4, ("soon", "in grace", "late", "soon"), rich=True)
    return StoneHistory(story, Secret(1, frozenset(HIDDEN))).tell()
