"""The simple players: each beats those who stay still, in short games by the rules alone, without mails.

One seat has a simple player, another seat in each game. All others send nothing, and the rules do for them what they
do; where rules wait for ever, they send the example. The figure is how often the simple player ends above another
player; the same place counts as half.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from benchmarks.measure import Row
from gm.bots import bot_of
from gm.bots.player import Player
from gm.bots.reading import Reading
from gm.registry import RULESETS, ruleset
from gm.rules import Letter, Line, Orders, Seat, Step

AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
TIMES = 200
LEAST = 0.6
STEPS = 120  # phases, or letters, after which a game is as it is
DESK = ("SET", "BOARD", "STATUS")  # lines for the desk, which is not here
OPTIONS: dict[str, dict[str, object]] = {
    "hex-negotiation": {"side": 4}, "so-long-sucker": {"chips": 4}, "negotiation": {"players": 4},
    "ground-war": {"scenario": "duel", "cycles": 12},
    "air-war": {"rows": 13, "columns": 16, "chips": 15, "cycles": 5},
}  # fmt: skip
YEARS = 3  # of games that have no end of their own


class Game:
    """A game in which a simple player has one seat."""

    def __init__(self, name: str, number: int) -> None:
        """*number* says which seat that is, and what all draws are made from."""
        self.found = ruleset(name)
        self.rules: Any = self.found.rules
        self.options = msgspec.convert(OPTIONS.get(name, {}), self.found.card.options)
        self.seats: Sequence[Seat] = self.rules.seats(self.options)
        self.seat, seed, self.at = self.seats[number % len(self.seats)], str(number), AT
        self.bot: Player = bot_of(name, self.seat, seed, self.options)
        self.letters = 0  # that the bot has written
        self.heard: list[dict[str, object]] = []
        self.state: Any = None
        self._step(self.rules.open(self.options, seed, AT))

    def play(self) -> None:
        """Play to the end, or to where the game is as it is."""
        for _ in range(STEPS):
            phase = self.rules.phase(self.state)
            if self.rules.outcome(self.state) is not None or phase is None or self.late:
                break
            self.at += timedelta(hours=1)
            before = self.state
            text = self.bot.answer(self.reading()) or ""
            self.letters += bool(text)
            self._write(self.seat, text)
            if self.state == before or self.rules.phase(self.state) == phase:
                self._pass()
        while self.found.card.live and self.rules.outcome(self.state) is None:
            self._step(self.rules.due(self.state, (), self.at))

    def _step(self, step: Step) -> None:
        """Take over a step, with what it tells the bot."""
        told = [one for one in step.notices if one.audience.includes(self.seat)]
        self.heard += [{"kind": one.kind, "body": msgspec.to_builtins(one.body)} for one in told]
        self.state = step.state

    @property
    def late(self) -> bool:
        """Whether the years are over of a game that has no end of its own."""
        phase = self.rules.phase(self.state)
        code = phase.code if phase is not None else ""
        return code[1:5].isdigit() and int(code[1:5]) >= 1901 + YEARS

    def _pass(self) -> None:
        """Let the time of the phase, or the next time in it, be over."""
        if self.found.card.live:
            self.at = max(self.at, *self.found.live.alarms(self.state), self.at)
            self._step(self.found.live.alarm(self.state, self.at))
            return
        missing = [duty.seat for duty in self.rules.duties(self.state) if not duty.filed]
        before = self.state
        self._step(self.rules.due(before, missing, self.at))
        if self.state == before:
            for seat in missing:
                self._write(seat, "\n".join(self.rules.view(before, seat).example))

    def _write(self, seat: Seat, text: str) -> None:
        """File what a letter says."""
        lines = [Line(n, line) for n, line in enumerate(text.splitlines(), 1) if line and not line.startswith(DESK)]
        read = self.rules.read(self.state, seat, Letter(tuple(lines))) if lines else None
        if isinstance(read, Orders):
            self._step(self.rules.file(self.state, seat, read, self.at))

    def reading(self) -> Reading:
        """What the bot's next mail says."""
        view, phase = self.rules.view(self.state, self.seat), self.rules.phase(self.state)
        owes = self.seat in [duty.seat for duty in self.rules.duties(self.state) if not duty.filed]
        plain, heard, self.heard = msgspec.to_builtins(view), self.heard, []
        return Reading(
            "", "", "", phase=phase.code, owes=owes, refused=False, over=False, example=tuple(view.example or ()),
            text=board_text(plain, self.found.named.names(self.options)), beside={"view": plain, "notices": heard},
        )  # fmt: skip

    def above(self) -> float:
        """How many of the others the bot ends above, as a part of them."""
        outcome = self.rules.outcome(self.state)
        winners = outcome.winners if outcome is not None else ()
        counts: Mapping[Seat, Any] = next(iter(self.rules.counted(self.state).values()), {})

        def worth(seat: Seat) -> tuple[bool, float]:
            return seat in winners, float(counts.get(seat, 0))

        own, others = worth(self.seat), [worth(seat) for seat in self.seats if seat != self.seat]
        return sum((own > other) + (own == other) / 2 for other in others) / len(others)


def board_text(view: Any, names: Mapping[Seat, str]) -> str:
    """The board as mails show it, where there are powers on it."""
    position = view.get("position")
    holdings = position.get("holdings", ()) if isinstance(position, dict) else ()
    if not holdings:
        return ""
    units = [f"  {names[one['power']]:12}{', '.join(one['units'])}" for one in holdings]
    centres = [f"  {names[one['power']]} {len(one['centres'])}   {' '.join(one['centres'])}" for one in holdings]
    return "\n".join(["THE BOARD", *units, "", "CENTRES", *centres, ""])


def run() -> list[Row]:
    """The rows of the table."""
    return [
        Row(f"{ruleset(name).card.title}, a simple player above one who stays still", measured(name), "", LEAST,
            f"{TIMES} games", least=True)
        for name in RULESETS
    ]  # fmt: skip


def measured(name: str, times: int = TIMES) -> float:
    """How often the simple player of a ruleset ends above one who stays still."""
    found = []
    for number in range(times):
        game = Game(name, number)
        game.play()
        found.append(game.above())
    return sum(found) / len(found)
