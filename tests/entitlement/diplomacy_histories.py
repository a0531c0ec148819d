"""Pairs of games of Diplomacy that one reader must not be able to tell apart: all units do the same in both.

Hidden is what the others do until a phase is judged: when each of them files, who is the last, what they had on file
before, what they try, ask, write wrongly and vote for, and whether a unit holds by an order or for want of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pairs
from ahead_letters import keep_ahead, withdraw_kept
from choices import DISMISSED, LATE
from hidden_at_the_desk import DESK
from histories import SEATS, fallen, owed_between_moves
from msgspec import UNSET
from msgspec.structs import replace
from playing import OBSERVER, Played, Secret
from turn_histories import WHEN, TurnHistory

from gm.rules.diplomacy.game import Diplomacy
from gm.rules.diplomacy.state import State

HIDDEN = (
    "ahead", "asks", "clear", "drafts", "finale", "proposers", "ready", "trials", "votes", "waits", "when", "who",
    "writers", "wrong_orders", *DESK,
)  # fmt: skip
WRONG = ("A XYZ - BUR", "A PAR BUR", "F MOS - UKR", "BUILD A PAR\nA PAR H", "ORDERS S1950M\nA PAR H", "A MUN -")
GAME = (
    '[game]\nname = "spring"\nruleset = "diplomacy"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n'
    'reminders = "{reminders}"\n[options]\ndraws = "{draws}"\n'
    '[deadlines]\nmovement = "12h"\nretreat = "12h"\nadjustment = "12h"\ngrace = "6h"\n'
    "[seats]\n" + "".join(f'{seat} = "{seat.lower()}@players.example"\n' for seat in SEATS)
)
MISSING = WHEN["late"]  # so late that the phase has been judged


class Story(msgspec.Struct, frozen=True):
    """What two histories share: the reader, and when the last letter of each phase comes.

    fall: it begins in a fall in which units stand among each other. ends: the operator ends it.
    """

    reader: str
    seed: int
    turns: tuple[str, ...]
    fall: bool = False
    rich: bool = False
    ends: bool = False


class DiplomacyHistory(TurnHistory):
    """One game."""

    def __init__(self, story: Story, secret: Secret) -> None:
        true = Diplomacy.open

        def opened(rules: Diplomacy, *given: Any) -> Any:
            step = true(rules, *given)
            return replace(step, state=fallen(rules.board(step.state), step.state, Random(f"{story.seed} fall")))

        reminders = "everybody" if story.seed % 2 else "owing"
        # size: a position as late in a game, which need not be played
        with patch.object(Diplomacy, "open", opened if story.fall else true):
            draws = "named" if story.seed % 3 > 1 else "all"
            clock = Random(f"{story.seed} clock").choice(("", LATE, DISMISSED))
            super().__init__(story, secret, GAME.format(reminders=reminders, draws=draws), clock)
        own = f"PRESS TO {self.others[0]}"
        self.probes = (
            ["SHOW", "STATUS"], ["TRY", "READY"], ["TRY", "CLEAR"], ["A XYZ - BUR", "READY"], [own, "And you?", "END"],
            ["VOTE DRAW", "SHOW"], ["VOTE DRAW FRANCE ITALY"], ["WAIT", "STATUS"], ["NOWAIT", "NOVOTE"],
        )  # fmt: skip

    # -- a phase -----------------------------------------------------------------------------------------------

    def take_turn(self, at: int) -> None:
        state: State = self.game.state
        withdraw_kept(self, state.code)
        owing = [duty.seat for duty in self.rules.duties(state) if self.game.seats[duty.seat].taken]
        idle = self.common("idle").sample(self.others, 2)
        lines = dict(self.lines(state, idle))
        last = self._last(state, [seat for seat in owing if seat in self.others], idle, at) or self.reader
        if self.hides("finale") and self.round == len(self.story.turns) - 1:
            lines |= {seat: self._draft(state, seat, self.own) or lines[seat] for seat in self.others}
        for seat in owing:
            if seat == last:
                self.write(at, seat, *lines[seat])
            elif seat == self.reader:
                self.write(1001, seat, *lines[seat])
                self.write(at - 300, seat, *lines[seat])
            else:
                when = self.sometime(min(at, WHEN["soon"]) - 700, 1800) if self.hides("when") else 1901
                self._file(state, seat, lines[seat], when)

    def _last(self, state: State, owing: list[str], idle: list[str], at: int) -> str:
        """Who is the last to file, or files nothing: then one whose units hold, so that nobody sees who it was."""
        if at >= MISSING:
            owing = [seat for seat in owing if seat in idle] if state.kind == "M" else owing[:1]
        if not owing:
            return ""
        dismissed = (
            self.settings.pace.dismiss_after is not UNSET and at >= MISSING
        )  # all are told then whose seat it is
        return self.own.choice(owing) if self.hides("who") and not dismissed else owing[0]

    def lines(self, state: State, idle: list[str]) -> Iterator[tuple[str, list[str]]]:
        """What all units do, the same in both histories."""
        if state.kind != "M":
            for seat, found in owed_between_moves(self, state):
                yield seat, found or ["SHOW"]
            return
        board, chance = self.rules.board(state), self.common("orders")
        going: list[tuple[str, str]] = []
        lines: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for unit in state.by_place():
            places = sorted(board.reach(unit.kind, unit.place))
            backed = [(mover, to) for mover, to in going if to in places]
            order = "H"
            if unit.power not in idle and backed and chance.random() < 0.4:
                order = "S {} - {}".format(*chance.choice(backed))
            elif unit.power not in idle and chance.random() < 0.7:
                held = [place for place in places if place in state.units] if self.story.fall else []
                to = chance.choice(held or places)
                order = f"- {to}"
                going.append((str(unit), to))
            lines[unit.power].append(f"{unit} {order}")
        yield from lines.items()

    def _draft(self, state: State, seat: str, chance: Random) -> list[str]:
        """Other orders that this seat might send."""
        if state.kind != "M":
            return []
        board = self.rules.board(state)
        own = [(unit, sorted(board.reach(unit.kind, unit.place))) for unit in state.owned_by(seat)]
        return [f"{unit} - {chance.choice(places)}" for unit, places in own if places]

    def _file(self, state: State, seat: str, lines: list[str], at: int) -> None:
        """The orders of a seat; in secret they may have been others before, and may lack those that hold."""
        draft = self._draft(state, seat, self.words) if self.hides("drafts", 0.5) else []
        if draft:
            self.write(at - 60, seat, *draft)
        if self.hides("clear", 0.3):
            self.write(at - 40, seat, *lines)
        if draft or {"ahead", "clear"} & self.secret.hidden:
            self.write(at - 20, seat, "CLEAR")
        holds = [line for line in lines if line.endswith(" H")]
        if holds and self.hides("ready", 0.5):
            lines = [line for line in lines if line not in holds]
            lines.append("READY" if lines else "READY NOTHING")
        self.write(at, seat, *lines)

    # -- what is hidden ----------------------------------------------------------------------------------------

    def in_secret(self, one: str) -> None:
        state: State = self.game.state
        letters = {
            "asks": ["SHOW", "STATUS", "HELP ORDERS", "HELP PROVINCE BUR"],
            "trials": ["TRY", *self._draft(state, one, self.words), "READY"],
            "votes": [self.own.choice(["VOTE DRAW", f"VOTE CONCEDE TO {one}", "VOTE NONE"])],
            "wrong_orders": self.words.choice(WRONG).split("\n"),
        }
        for what, lines in letters.items():
            if self.hides(what):
                self.write(self.sometime(1700), one, *lines)
        if self.hides("waits"):
            self.write(1601, one, "WAIT")
            self.write(1701, one, "NOWAIT")
        if self.settings.options.ahead:
            keep_ahead(self, state.code, "ORDERS", lambda seat: self._draft(state, seat, self.words))

    # -- what all see ------------------------------------------------------------------------------------------

    def in_public(self, at: int) -> None:
        self._ask_for_maps(at)
        if self.common("in public").random() < 0.3:
            self.broadcast(4400, "We shall meet.")
        self.proposes(4500, self.common("proposal"))

    def _ask_for_maps(self, at: int) -> None:
        """The reader asks for the board, while others have something on file, and for a phase that was judged."""
        chance, reader = self.common("maps"), OBSERVER if self.watches else self.reader
        past = [f"MAP {one.phase}" for one in self.game.state.maps[-1:]]
        for words, when in zip(chance.sample(["MAP", "BOARD", *past], 2), (2100, at - 100), strict=True):
            self.write(when, reader, words)

    def run(self) -> None:
        """Let the phase happen; what was sent while it ran is a part of its own."""
        code = self.game.clock.phase
        super().run()
        self.part(f"{code}, while it runs", None, running=True)

    def told_to_all(self) -> Any:
        state: State = self.game.state
        return state.code, state.units, state.centres, state.dislodged, state.winner, self.game.over


def story_of(seed: int) -> Story:
    """The story that a number stands for."""
    chance = Random(f"diplomacy {seed}")
    turns = tuple(chance.choice(("soon", "soon", *WHEN)) for _ in range(chance.randint(2, 4)))
    reader = (*SEATS, OBSERVER)[seed % 8]
    return Story(reader, seed, turns, seed % 3 > 0, chance.random() < 0.6, chance.random() < 0.3)


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number."""
    return pairs.numbered(number, story_of, pair, HIDDEN)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories with the same moves."""
    first = DiplomacyHistory(story, one).tell()
    return first, DiplomacyHistory(story, other).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    story = Story("FRANCE", 2, ("in grace", "soon", "soon"), fall=True, rich=True)
    return DiplomacyHistory(story, Secret(1, frozenset(HIDDEN))).tell()
