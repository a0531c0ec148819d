"""Pairs of games of So Long Sucker of which a reader is told the same: all moves and their times, which all are told.

Hidden is what the others ask, try and write wrongly, and what they write to each other where private talk is allowed.
"""

from __future__ import annotations

from random import Random

import msgspec
import pairs
from hidden_at_the_desk import DESK
from playing import OBSERVER, Played, Secret
from turn_histories import WHEN, TurnHistory

from gm.rules.so_long_sucker.chips import prisoners
from gm.rules.so_long_sucker.choices import Owed, choices, owed
from gm.rules.so_long_sucker.state import COLOURS

HIDDEN = (*DESK, "looks", "wrong_moves")
WRONG = (
    "PLAY violet",
    "PLAY red ON 99",
    "NEXT red NEXT blue",
    "REFUSE",
    "KILL red",
    "TRANSFER 9 red TO blue",
    "PLYA red",
)
GAME = (
    '[game]\nname = "spring"\nruleset = "so-long-sucker"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n'
    'reminders = "{reminders}"\n[options]\nplayers = {players}\nchips = 2\nprivate_press = {private}\n[deadlines]\n'
    'play = "12h"\nnext = "12h"\nkill = "12h"\nrescue = "12h"\ngrace = "6h"\n[seats]\n{seats}\n'
)


class Story(msgspec.Struct, frozen=True):
    """What two histories share: the reader, and when each move comes. ends: the operator ends it."""

    reader: str
    seed: int
    turns: tuple[str, ...]
    players: int = 3
    private: bool = False
    rich: bool = False
    ends: bool = False


class SuckerHistory(TurnHistory):
    """One game."""

    probes = (["TABLE", "SHOW"], ["SHOW", "PLAY violet"], ["REFUSE now", "STATUS"])

    def __init__(self, story: Story, secret: Secret) -> None:
        facts = {
            "reminders": "everybody" if story.seed % 2 else "owing",
            "players": story.players,
            "private": str(story.private).lower(),
            "seats": "\n".join(f'{seat} = "{seat.lower()}@players.example"' for seat in COLOURS[: story.players]),
        }
        super().__init__(story, secret, GAME.format(**facts))

    def take_turn(self, at: int) -> None:
        for number, one in enumerate(owed(self.game.state)):
            self.write(at + 60 * number, one.seat, self.line(one))

    def line(self, one: Owed) -> str:
        """What is owed, the same in both histories."""
        state, chance = self.game.state, self.common(one.seat)
        if one.what == "play":
            choice = chance.choice(choices(state))
            named = f" NEXT {chance.choice(choice.to)}" if choice.what == "next" and chance.random() < 0.8 else ""
            return f"PLAY {chance.choice(choice.colours)}{f' ON {choice.pile}' if choice.pile else ''}{named}"
        if one.what == "rescue":
            return f"RESCUE {chance.choice(one.of)}" if chance.random() < 0.4 else "REFUSE"
        return f"{one.what.upper()} {chance.choice(one.of)}"

    def in_secret(self, one: str) -> None:
        if self.hides("wrong_moves"):
            self.write(self.sometime(1700), one, *self.words.sample(WRONG, 2))
        if self.hides("looks"):
            self.write(self.sometime(1700), one, *self.own.sample(("TABLE", "SHOW", "STATUS", "PLAY violet"), 3))

    def in_public(self, at: int) -> None:
        """Talk to all, and chips that change hands."""
        state, common = self.game.state, self.common("in public")
        if common.random() < 0.3:
            self.broadcast(at - 1000, "Trust me.")
        holders = [seat for seat in state.survivors if prisoners(seat, state.hands[seat])]
        if holders and common.random() < 0.3:
            seat = common.choice(holders)
            self.write(at - 900, seat, f"DISCARD {common.choice(list(prisoners(seat, state.hands[seat])))}")

    def told_to_all(self) -> tuple[object, ...]:
        state = self.game.state
        return state.hands, state.piles, state.dead, state.line, state.defeated, state.code, state.winner


def story_of(seed: int) -> Story:
    """The story that a number stands for."""
    chance = Random(f"sucker {seed}")
    turns = tuple(chance.choice(("soon", "soon", "soon", *WHEN)) for _ in range(chance.randint(3, 9)))
    players = chance.choice((3, 4))
    reader = chance.choice((*COLOURS[:players], OBSERVER))
    return Story(reader, seed, turns, players, chance.random() < 0.5, chance.random() < 0.5, chance.random() < 0.3)


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number."""
    return pairs.numbered(number, story_of, pair, HIDDEN)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories with the same moves."""
    first = SuckerHistory(story, one).tell()
    return first, SuckerHistory(story, other).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    story = Story("BLUE", 5, ("soon", "in grace", "late", "soon", "soon", "soon"), 4, rich=True)
    return SuckerHistory(story, Secret(1, frozenset(HIDDEN))).tell()
