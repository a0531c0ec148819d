"""Pairs of Air Wars of which a side, or an observer, is told the same: only the running round is not told to all.

So both histories have the same rounds, and what is hidden is within them; the last may end in any way.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pairs
from playing import Played
from war_histories import HIDDEN as HIDDEN_IN_WAR
from war_histories import SIDES, Ending, Secret, Story, WarHistory, story_of

from gm.rules.air_war.cities import drawn_cities
from gm.rules.air_war.placing import drawn_chips

HIDDEN = tuple(what for what in HIDDEN_IN_WAR if what != "orders")  # all moves are told
PILE = 3
SCENES = {"small": "rows = 11\ncolumns = 17\nchips = 24\n", "tall": "rows = 13\ncolumns = 16\nchips = 12\n"}
KINDS = ("cities", "chips", "moves", "fire")


class AirHistory(WarHistory):
    """One Air War."""

    ruleset = "air-war"
    mistakes = (
        "A1-Q9", "4 G5-G6", "AIR Z1-Z2", "FIRE 9 A1-A2", "CITIES A1 A2 A3", "PLACE 99 A1", "REPORT 99", "AIR 3 A1-B9",
    )  # fmt: skip

    def options(self) -> str:
        return SCENES[self.story.scene]

    def deadlines(self) -> str:
        return "\n".join(f'{kind} = "12h"' for kind in KINDS)

    def is_ended_by_filing(self) -> bool:
        return self.game.state.kind in ("cities", "chips")

    def waits(self, seat: str) -> bool:
        """Nobody is simply not READY: at the deadline grace would begin, which all are told."""
        return seat != self.reader

    # -- orders ------------------------------------------------------------------------------------------------

    def orders(self, missing: str) -> dict[str, list[str]]:
        lines = {side: self.lines(self.common(side), side) if side != missing else [] for side in SIDES}
        if self.track and self.is_finale():
            secret = [side for side in SIDES if side not in (self.reader, missing)]
            lines |= {side: self.lines(self.words, side) for side in secret}
        return lines

    def draft(self, side: str) -> list[str]:
        return self.lines(self.words, side)

    def lines(self, chance: Random, side: str) -> list[str]:
        """Some orders of a side for the round now due."""
        state = self.game.state
        other = SIDES[1 - SIDES.index(side)]
        if state.kind == "cities":
            return ["CITIES " + " ".join(drawn_cities(state.board, other, str(chance.random())))]
        if state.kind == "chips":
            placed = drawn_chips(state.board, side, state.options.chips, str(chance.random()))
            return ["PLACE " + ", ".join(f"{chips} {field}" for field, chips in placed.items())]
        if state.kind == "fire":
            return self.aims(chance, side)
        if chance.random() < 0.3:
            return [line for line in self.rules.view(state, side).example if line != "READY"]
        return self.moves(chance, side)

    def moves(self, chance: Random, side: str) -> list[str]:
        position, lines = self.game.state.position, []
        after = dict(position.chips[side])
        for field, chips in sorted(position.chips[side].items()):
            end, number = chance.choice(position.board.near(field)), chance.randint(1, chips)
            if chance.random() < 0.6 and after.get(end, 0) + number <= PILE:
                after[field] -= number
                after[end] = after.get(end, 0) + number
                lines.append(f"{number} {field}-{end}")
        return lines

    def aims(self, chance: Random, side: str) -> list[str]:
        position = self.game.state.position
        own = position.chips[side]
        return [
            f"FIRE {chance.randint(1, own[field])} {field}-{chance.choice(position.targets(side, field))}"
            for field in position.aimers(side)
            if chance.random() < 0.8
        ]

    def probes(self) -> list[list[str]]:
        chance, state = self.common("probes of the board"), self.game.state
        tried = self.lines(chance, self.reader)
        fields = chance.sample([str(field) for field in state.board.fields], 6)
        return [
            ["BOARD", "REPORT", "SHOW"], [f"REPORT {chance.randint(0, 4)}", "BOARD"], ["TRY", "BOARD", *tried],
            ["TRY", *(f"{field}-{chance.choice(fields)}" for field in fields)],
            ["TRY", *(f"AIR {field}-{chance.choice(fields)}" for field in fields)],
        ]  # fmt: skip

    # -- what may be known ---------------------------------------------------------------------------------------

    def allowed(self, before: Any) -> Any:
        """All that stands on the board, and all that was done: 2, and the fire of 3."""
        state = self.game.state
        facts = (state.code, state.chips, state.cities, state.shots, state.dead, state.history, state.first)
        self.kept.append(state.code)
        return msgspec.to_builtins(facts)


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number."""
    return pairs.numbered(number, lambda n: story_of(n, sorted(SCENES), 1, 6), pair, HIDDEN)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories with the same rounds, but for the last."""
    first = AirHistory(story, one).tell()
    return first, AirHistory(story, other, first.track).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    story = Story("SOUTH", 5, (Ending("early", False, True, 5),) * 4, "small", True)
    return AirHistory(story, Secret(1, frozenset(HIDDEN))).tell()
