"""What pairs of games of turns share: all are told each turn at once; what is asked, tried and written is hidden.

Knows no ruleset.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import company
import msgspec
from happening import EVERYWHERE, happens, roll_back
from hidden_at_the_desk import acted_for, in_secret
from playing import RICH, Secret, Table

HOUR = 3600
WHEN = {"soon": 2 * HOUR, "in grace": 13 * HOUR, "late": 20 * HOUR}


class TurnHistory(Table):
    """One game. *story*: what both share: reader, seed, rich (he wants pages, files and entries), ends
    (the operator ends it in the last turn), turns (when)."""

    probes: Sequence[list[str]] = ()  # what a player may send to look about, or by mistake

    def __init__(self, story: Any, secret: Secret, game: str, clock: str = "") -> None:
        self.story, self.round = story, 0
        super().__init__(story.reader, game, secret, story.seed, RICH * story.rich, clock)

    def common(self, what: str) -> Random:
        """Chance that is the same in both histories."""
        return Random(f"{self.story.seed} {self.round} {what}")

    def play(self) -> None:
        """Play the whole history."""
        for when in self.story.turns:
            if self.game.over:
                break
            code = self.game.clock.phase
            self.turn(WHEN[when])
            if self.common("rollback").random() < 0.15 and not self.game.over:
                roll_back(self, code)
            self.round += 1

    def turn(self, at: int) -> None:
        code = self.game.clock.phase
        self.take_turn(at)
        self.secrets_of_the_desk()
        self.in_secret(self.own.choice(self.others))
        self.in_public(at)
        self._reader(at)
        self.run()
        self.part(code, msgspec.to_builtins(self.told_to_all()))

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

    def secrets_of_the_desk(self) -> None:
        in_secret(self, 1700)
        company.write(self, self.common("company"), 3000)
        acted_for(self)
        ends = self.round == len(self.story.turns) - 1 and self.story.ends
        happens(self, self.common("happening"), ("ended_by_the_operator",) if ends else EVERYWHERE)

    def _reader(self, at: int) -> None:
        known = [["STATUS", "HISTORY"], ["HELP", "WHOAMI"], *(self.probes if not self.watches else ())]
        for number, lines in enumerate(self.common("probes").sample(known, 2)):
            self.write((1900, at - 200)[number], self.reader, *lines)
