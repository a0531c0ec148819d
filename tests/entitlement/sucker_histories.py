"""Pairs of games of So Long Sucker of which a reader is told the same: all moves and their times, which all are told.

Hidden is what the others ask, try and write wrongly, and what they write to each other where private talk is allowed.
"""

from __future__ import annotations

from random import Random

import msgspec
from hidden_at_the_desk import DESK, SECRETS, more_time
from hypothesis import strategies as st
from playing import OBSERVER, Played, Table

from gm.rules.so_long_sucker.chips import prisoners
from gm.rules.so_long_sucker.choices import Owed, choices, owed
from gm.rules.so_long_sucker.state import COLOURS

HOUR = 3600
WHEN = {"soon": 2 * HOUR, "in grace": 13 * HOUR, "late": 20 * HOUR}
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
    """What two histories share: the reader, and when each move comes. rich: he wants pages, files, entries, too."""

    reader: str
    seed: int
    moves: tuple[str, ...]
    players: int = 3
    private: bool = False
    rich: bool = False


class Secret(msgspec.Struct, frozen=True):
    """What is hidden from the reader: which kinds of things the others do, and the chance that fills them in."""

    seed: int
    hidden: frozenset[str] = frozenset()


class SuckerHistory(Table):
    """One game."""

    def __init__(self, story: Story, secret: Secret) -> None:
        self.story, self.secret, self.round = story, secret, 0
        facts = {
            "reminders": "everybody" if story.seed % 2 else "owing",
            "players": story.players,
            "private": str(story.private).lower(),
            "seats": "\n".join(f'{seat} = "{seat.lower()}@players.example"' for seat in COLOURS[: story.players]),
        }
        super().__init__(story.reader, GAME.format(**facts), Random(f"{secret.seed} own"))
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
        for when in self.story.moves:
            if self.game.over:
                break
            self._move(WHEN[when])
            self.round += 1
        return self.played()

    def _move(self, at: int) -> None:
        state = self.game.state
        for number, one in enumerate(owed(state)):
            self.write(at + 60 * number, one.seat, self._line(one))
        self._in_secret()
        self._in_public(at)
        self._reader(at)
        self.run()
        after = self.game.state
        told = (after.hands, after.piles, after.dead, after.line, after.defeated, after.code, after.winner)
        self.part(f"{state.code}, done", (self.strikes(), msgspec.to_builtins(told)))

    def _line(self, one: Owed) -> str:
        """What is owed, the same in both histories."""
        state, chance = self.game.state, self.common(one.seat)
        if one.what == "play":
            choice = chance.choice(choices(state))
            named = f" NEXT {chance.choice(choice.to)}" if choice.what == "next" and chance.random() < 0.8 else ""
            return f"PLAY {chance.choice(choice.colours)}{f' ON {choice.pile}' if choice.pile else ''}{named}"
        if one.what == "rescue":
            return f"RESCUE {chance.choice(one.of)}" if chance.random() < 0.4 else "REFUSE"
        return f"{one.what.upper()} {chance.choice(one.of)}"

    def _in_secret(self) -> None:
        for name in sorted(self.secret.hidden & set(SECRETS)):
            if self.own.random() < 0.4:
                SECRETS[name](self, self.own.choice(self.others), self.sometime(1700))
        more_time(self, self.secret.hidden, self.common("more time"), 1751)
        one = self.own.choice(self.others)
        if self.hides("wrong_moves"):
            self.write(self.sometime(1700), one, *self.own.sample(WRONG, 2))
        if self.hides("looks"):
            self.write(self.sometime(1700), one, *self.own.sample(("TABLE", "SHOW", "STATUS", "PLAY violet"), 3))

    def _in_public(self, at: int) -> None:
        """Talk to all, and chips that change hands."""
        state, common = self.game.state, self.common("in public")
        if common.random() < 0.3:
            self.write(at - 1000, self.others[0], "BROADCAST", "Trust me.", "END")
        holders = [seat for seat in state.survivors if prisoners(seat, state.hands[seat])]
        if holders and common.random() < 0.3:
            seat = common.choice(holders)
            self.write(at - 900, seat, f"DISCARD {common.choice(list(prisoners(seat, state.hands[seat])))}")

    def _reader(self, at: int) -> None:
        known = [["STATUS", "HISTORY"], ["HELP", "WHOAMI"]]
        if self.reader != OBSERVER:
            known += [["TABLE", "SHOW"], ["SHOW", "PLAY violet"], ["REFUSE now", "STATUS"]]
        for number, lines in enumerate(self.common("probes").sample(known, 2)):
            self.write((1900, at - 200)[number], self.reader, *lines)


def story_of(seed: int) -> Story:
    """The story that a number stands for."""
    chance = Random(f"sucker {seed}")
    moves = tuple(chance.choice(("soon", "soon", "soon", *WHEN)) for _ in range(chance.randint(3, 9)))
    players = chance.choice((3, 4))
    reader = chance.choice((*COLOURS[:players], OBSERVER))
    return Story(reader, seed, moves, players, chance.random() < 0.5, chance.random() < 0.5)


def secret_of(seed: int) -> Secret:
    """The secret that a number stands for: most of what may be hidden is."""
    chance = Random(f"sucker secret {seed}")
    return Secret(seed, frozenset(what for what in HIDDEN if chance.random() < 0.8))


stories = st.integers(0, 2**20).map(story_of)
secrets = st.integers(0, 2**20).map(secret_of)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories with the same moves."""
    return SuckerHistory(story, one).tell(), SuckerHistory(story, other).tell()
