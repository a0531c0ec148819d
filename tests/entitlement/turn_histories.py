"""What pairs of games of turns share: all are told each turn at once; what is asked, tried and written is hidden.

Knows no ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from hidden_at_the_desk import SECRETS, more_time
from playing import OBSERVER, Secret, Table

HOUR = 3600
WHEN = {"soon": 2 * HOUR, "in grace": 13 * HOUR, "late": 20 * HOUR}


class TurnHistory(Table):
    """One game. *story*: what both share: reader, seed, rich (he wants pages, files and entries), turns (when)."""

    probes: Sequence[list[str]] = ()  # what a player may send to look about, or by mistake

    def __init__(self, story: Any, secret: Secret, game: str) -> None:
        self.story, self.secret, self.round = story, secret, 0
        super().__init__(story.reader, game, Random(f"{secret.seed} own"))
        if story.rich and story.reader != OBSERVER:
            self.receive(self.game.clock.opened, story.reader, "SET FORMAT HTML\nSET JSON ON\nSET CALENDAR ON")

    def common(self, what: str) -> Random:
        """Chance that is the same in both histories."""
        return Random(f"{self.story.seed} {self.round} {what}")

    def hides(self, what: str) -> bool:
        """Whether *what* is among the things that the others do in secret."""
        return what in self.secret.hidden

    def play(self) -> None:
        """Play the whole history."""
        for when in self.story.turns:
            if self.game.over:
                break
            self._turn(WHEN[when])
            self.round += 1

    def _turn(self, at: int) -> None:
        code = self.game.clock.phase
        self.take_turn(at)
        self._secrets_of_the_desk()
        self.in_secret(self.own.choice(self.others))
        self.in_public(at)
        self._reader(at)
        self.run()
        self.part(code, (self.strikes(), msgspec.to_builtins(self.told_to_all())))

    def take_turn(self, at: int) -> None:
        """Write what is owed, the same in both histories."""
        raise NotImplementedError

    def in_secret(self, one: str) -> None:
        """What the rules hide."""
        raise NotImplementedError

    def in_public(self, at: int) -> None:
        """What else is told to the reader, the same in both histories."""
        raise NotImplementedError

    def told_to_all(self) -> Any:
        """What of the state the reader knows."""
        raise NotImplementedError

    def _secrets_of_the_desk(self) -> None:
        for name in sorted(self.secret.hidden & set(SECRETS)):
            if self.own.random() < 0.4:
                SECRETS[name](self, self.own.choice(self.others), self.sometime(1700))
        more_time(self, self.secret.hidden, self.common("more time"), 1751)

    def _reader(self, at: int) -> None:
        known = [["STATUS", "HISTORY"], ["HELP", "WHOAMI"], *(self.probes if self.reader != OBSERVER else ())]
        for number, lines in enumerate(self.common("probes").sample(known, 2)):
            self.write((1900, at - 200)[number], self.reader, *lines)
