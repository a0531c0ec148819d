"""The Ground War as a ruleset: moves, information, fire and captures behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.rules import Duty, Given, Letter, Material, Orders, Outcome, Phase, Problems, Ruling, Seat, Step
from gm.rules.ground_war import opening, view
from gm.rules.ground_war.cycle import Judge
from gm.rules.ground_war.filing import Filing
from gm.rules.ground_war.judging import judge_stage
from gm.rules.ground_war.letter import WORDS, read_letter
from gm.rules.ground_war.loosely import loosely
from gm.rules.ground_war.notices import GroundRules, TrueBoard
from gm.rules.ground_war.own import own_of
from gm.rules.ground_war.reading import STARTS
from gm.rules.ground_war.reading import WORDS as ORDER_WORDS
from gm.rules.ground_war.standing import fire_of, stands_of
from gm.rules.ground_war.state import CODES, FIRE, MOVES, Options, State
from gm.rules.ground_war.story import told
from gm.rules.ground_war.tapping import TAP, tapped
from gm.rules.ground_war.telling import rules_of, standing_now
from gm.rules.ground_war.truth import true_board
from gm.rules.onepage import TappedOnOnePage
from gm.rules.pictures import shaped
from gm.rules.pictures.war import NAMES, Picture
from gm.rules.ruleset import Card, Drawn, Judged, Kind, Named, Pace, Rules, Sealed, Standing, Storied
from gm.rules.stories.story import Part, Story
from gm.rules.war.limits import ON_RULES
from gm.rules.war.notices import StandingOrders
from gm.rules.war.piles import by_place
from gm.rules.war.reading import LineReader
from gm.rules.war.sides import SEATS, enemy
from gm.rules.war.standing import SETTING, Stand, ordered
from gm.rules.war.tapping import WarFacts


class GroundWar(
    Rules[Options, State],
    Named[Options, State],
    Sealed[State],
    Standing[State],
    Judged,
    Drawn[State],
    Storied[Options],
    TappedOnOnePage[Options, State],
):
    """The ruleset `ground-war`. It holds scenarios and a reader, which never change; games are in their States."""

    one_page = TAP
    card = Card(
        title="Ground War",
        options=Options,
        state=State,
        kinds=(Kind(MOVES, "3d"), Kind(FIRE, "2d")),
        pace=Pace(early_after="2m"),
        waits="the round waits for you",
        codes=CODES,
        words=WORDS,
        topics=(
            "MOVES", "TRUCK", "JUMP", "FIRE", "READY", "CLEAR", "BOARD", "REPORT", "TRY", "PROPOSE", "RULES",
            "INFORMATION", "CITIES", "PRODUCTION", "TURNS", "MAN", "MEN", "HOLD", "STAND", "AHEAD",
        ),
        news="a draw is proposed",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of order lines, and the scenarios."""
        self._scenarios = {
            name.removesuffix(".toml"): text for name, text in material.files.items() if name.endswith(".toml")
        }
        self._reader = LineReader(material.grammar, STARTS, ORDER_WORDS)

    def check(self, options: Options) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        return opening.check_options(options, self._scenarios)

    def about(self, options: Options, topic: str) -> tuple[msgspec.Struct, ...]:
        """Return how the options of this game differ from what the pages of HELP on its rules say."""
        rules = rules_of(options, options.inter_city_jumps) if topic in ON_RULES else ()
        return (GroundRules(rules),) if rules else ()

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the two sides."""
        return SEATS

    def names(self, options: Options) -> dict[Seat, str]:
        """Return the names of the sides."""
        return {seat: NAMES[seat] for seat in SEATS}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Set the scene, and tell both sides all of it."""
        return opening.begin(options, seed, self._scenarios)

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter: its right lines stand beside its wrong ones."""
        return read_letter(self._reader, state, seat, letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return what a line in plain words may have been meant as, as far as the side knows."""
        return loosely(own_of(state, seat), text)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Do what the acts of a letter do at once."""
        return Filing(state, seat).act(orders)

    def phase(self, state: State) -> Phase | None:
        """Return the round now due; None once the game is decided."""
        return None if state.how else state.phase

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Return who owes orders: for moves both sides, or the one whose turn it is; for fire those who may aim."""
        if state.how:
            return ()
        owing = state.movers if state.kind == MOVES else [side for side in SEATS if own_of(state, side).aiming()]
        return tuple(self._duty(state, side) for side in owing)

    def _duty(self, state: State, side: Seat) -> Duty:
        ready, on_file = side in state.ready, bool(view.on_file(state, side))
        if on_file:
            return Duty(
                seat=side,
                what="orders" if ready else "READY or other orders",
                filed=ready,
                default="what we have from you counts",
                enough=True,
                final=ready,
            )
        default = "your men aim at nothing" if state.kind == FIRE else "your men stay where they are"
        return Duty(side, "orders", ready, default, final=ready)

    def in_order(self, plain: object) -> object:
        """Sort fields from the south-west, row by row."""
        return by_place(plain)

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """Judge the round with what is on file; without orders a side stays and aims at nothing."""
        return Judge(state).judge()

    def seat_taken(self, state: State, seat: Seat) -> Step:
        """End the standing orders of whoever had the side before."""
        return Step(replace(state, stands=ordered(state.stands, seat, Stand(()))) if state.stands else state)

    def again(self, then: State, now: State) -> State:
        """Return *then* with the standing orders as they are now, like a player's settings."""
        return replace(then, stands=now.stands)

    def settings(self, options: Options) -> tuple[tuple[str, str], ...]:
        """Return whether standing orders are kept."""
        return (SETTING,) if options.ahead else ()

    def stands(self, state: State, seat: Seat) -> StandingOrders | None:
        """Return the standing orders of a side; None if it has none."""
        return stands_of(state, seat) if seat in (state.stands or {}) else None

    def standing_lines(self, state: State, seat: Seat) -> tuple[str, ...]:
        """Return the fire that a side's standing orders file in the round that has begun."""
        return fire_of(state, seat)

    def seat_left(self, state: State, seat: Seat) -> Step:
        """Resign for a side: the other has won (VII)."""
        if state.how:
            return Step(state)
        winner = enemy(seat)
        return Step(replace(state, winners=(winner,), how=f"{NAMES[winner]} has won: {NAMES[seat]} has resigned"))

    def view(self, state: State, seat: Seat | None) -> view.GroundView:
        """Return what a side knows now; for an observer the initial position."""
        return view.view_of(state, seat)

    def picture(self, state: State, seat: Seat | None) -> Picture | None:
        """Return what a side knows, to be drawn."""
        return view.picture(state, seat)

    def completed(self, options: Options, picture: object) -> object:
        """Return a picture that a report keeps as plain values as what it was."""
        return shaped(Picture, picture)

    def shown(self, state: State, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return what a side knows now, as BOARD does."""
        return (standing_now(state, seat),) if seat and not asked else ()

    def truth(self, state: State) -> TrueBoard:
        """Return the whole position."""
        return true_board(state)

    def on_file(self, state: State, seat: Seat) -> str:
        """Return what a side has on file, in normal form, as it is sealed."""
        return "\n".join(view.on_file(state, seat)) or "(nothing)"

    def ways(self, kind: str, told: Mapping[str, Any], reader: str) -> tuple[str, ...]:
        """Return READY below orders that are not final."""
        if kind != "onfile" or told["final"]:
            return ()
        return ("READY",) if told["lines"] else ("READY NOTHING",)

    def to_tap(self, state: State, seat: Seat) -> WarFacts | None:
        """Return the board as a side knows it, and what it may order now; None if it owes nothing."""
        return tapped(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it runs."""
        return Outcome(state.winners, state.how) if state.how else None

    def story(self, options: Options, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went (`story`)."""
        return told(parts, outcome)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one stage of one position, for `gm judge ground-war`."""
        return judge_stage(self._reader, given)
