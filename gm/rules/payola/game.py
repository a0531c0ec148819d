"""Payola Diplomacy as a ruleset: offers, money and moves behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from gm.rules import (
    DISCLOSURE,
    EVERYBODY,
    Duty,
    Given,
    Letter,
    Material,
    Orders,
    Problems,
    Ruling,
    Seat,
    Step,
)
from gm.rules.lines.letters import note
from gm.rules.payola import notices as said
from gm.rules.payola.filing import Filing
from gm.rules.payola.judging import judge_sheets
from gm.rules.payola.letter import WORDS, LetterReader
from gm.rules.payola.loosely import loosely
from gm.rules.payola.phases import Judge, booked, pay_taxes
from gm.rules.payola.state import Options, State, letters, on_file
from gm.rules.payola.story import told
from gm.rules.payola.view import PayolaView, view_of
from gm.rules.provinces.campaign import opening
from gm.rules.provinces.charting import opened
from gm.rules.provinces.judging import STARTS
from gm.rules.provinces.own import STARTS as OWN
from gm.rules.provinces.rules import CENTRES, CODES, KINDS, ArmiesAndFleets
from gm.rules.provinces.view import position
from gm.rules.ruleset import Card, Judged
from gm.rules.stories.story import Part, Story


class Payola(ArmiesAndFleets[Options, State], Judged):
    """The ruleset `payola`."""

    card = Card(
        title="Payola Diplomacy",
        options=Options,
        state=State,
        kinds=KINDS,
        grace="1d",
        codes=CODES,
        letter="whole",
        words=WORDS,
        blocks=("OFFERS",),
        lasting=("ACCEPT", "TRANSFER"),
        topics=(
            "RULES", "OFFERS", "ORDERS", "SAVINGS", "PLATEAU", "TIES", "MONEY", "ACCEPT", "TRANSFER", "BALANCE", "TRY",
            "CLEAR", "AHEAD", "RETREATS", "BUILDS", "PROVINCES", "BOARD",
        ),
        press=("private", "public", "grey", "fake"),
        votes=("vote_draw", "vote_concede"),
        counts=(CENTRES, "silver"),
        news="your account",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of offers and orders, and the boards."""
        super().__init__(material, (*STARTS, *OWN.values(), "offer_line"))

    def counted(self, state: State) -> Mapping[str, Mapping[Seat, int | Fraction]]:
        """Return how many centres and how much silver each power has."""
        return {**super().counted(state), "silver": state.balances}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Start with the first Spring, taxes paid (2.1)."""
        board = self.whole(options)
        units, centres = opening(board)
        state = State(
            options=options,
            year=board.year,
            season="S",
            kind="M",
            units=units,
            centres=centres,
            balances=dict.fromkeys(board.powers, 0),
        )
        step = pay_taxes(board, state, [])
        return opened(Step(step.state, (*step.notices, note(EVERYBODY, position(board, state)))))

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter as one act (see LetterReader)."""
        reader = self.reader(state)
        return LetterReader(reader.board, reader, state, seat).read(letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines that a line in plain words may have been meant as."""
        return loosely(self.reader(state), state, seat, text)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Do what the acts of a letter do at once, in the order written."""
        return Filing(self.board(state), state, seat).act(orders)

    def owes_moves(self, state: State, power: Seat) -> Duty | None:
        """Return what a power owes in a movement phase: offers, and once an acceptance list."""
        if state.eliminated(power):
            return None
        sheet, accepts = power in state.sheets, power in state.acceptance
        what = "offers" if accepts else "offers and an acceptance list" if not sheet else "an acceptance list"
        defaults = [] if sheet else ["each of your units gets a HOLD for 0"]
        if not accepts:
            defaults.append("your acceptance list is yourself first, then the others by name")
        return Duty(power, what, sheet and accepts, "; ".join(defaults))

    def why_no_wait(self, state: State, seat: Seat) -> str:
        """Everybody's WAIT counts, but that of an eliminated power only while it has money."""
        if not state.eliminated(seat) or state.balances[seat] > 0:
            return ""
        return "you have neither centres nor money, so the phase does not wait for you"

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """Judge the phase; powers that have filed nothing get the default (3.4)."""
        return Judge(self.board(state)).judge(state)

    def seat_left(self, state: State, seat: Seat) -> Step:
        """Stop waiting for a seat without a player; if it is eliminated, its treasury is forfeited (2.4)."""
        if not state.eliminated(seat):
            return super().seat_left(state, seat)
        vacant = tuple(sorted({*state.vacant, seat}))
        lost = state.balances[seat]
        if lost:
            state = booked(state, seat, "forfeited", -lost)
        record = said.ActRecord(state.code, seat, "resigned when eliminated", (f"{lost} AgP forfeited",))
        forfeited = tuple(sorted({*state.forfeited, seat}))
        return Step(replace(state, vacant=vacant, forfeited=forfeited), (note(DISCLOSURE, record),))

    def lost(self, state: State) -> tuple[Seat, ...]:
        """Return the powers that are eliminated and whose treasury is forfeited: nothing is left to play."""
        return state.forfeited

    def view(self, state: State, seat: Seat | None) -> PayolaView:
        """Return the board and, for a seat, what it has on file; an observer sees only the board."""
        return view_of(self.board(state), state, seat)

    def on_file(self, state: State, seat: Seat) -> str:
        """Return what a seat has on file, its acceptance list and its orders, in normal form as it is sealed."""
        return on_file(self.board(state), state, seat)

    def story(self, options: Options, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went, and where the money went."""
        return told(parts, self.names(options), outcome)

    def to_tap(self, state: State, seat: Seat) -> dict[str, Any] | None:
        """Return the position, and for offers the seat's own silver (m) and acceptance list (a)."""
        found = super().to_tap(state, seat)
        if found is None or state.kind != "M":
            return found
        return {**found, "m": state.balances[seat], "a": letters(self.board(state), state.acceptance.get(seat, ()))}

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position of `gm judge payola`."""
        return judge_sheets(self.known.reader(board), given)
