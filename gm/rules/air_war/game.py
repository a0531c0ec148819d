"""The Air War as a ruleset: cities, chips, moves and fire behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.rules import Duty, Given, Letter, Material, Orders, Outcome, Phase, Problems, Ruling, Seat, Step
from gm.rules.air_war import phases
from gm.rules.air_war.cities import wrong_six
from gm.rules.air_war.faults import words
from gm.rules.air_war.filing import Filing
from gm.rules.air_war.halves import FEWEST_ROWS, fewest_columns
from gm.rules.air_war.judging import judge_stage
from gm.rules.air_war.letter import WORDS, LetterReader
from gm.rules.air_war.loosely import loosely
from gm.rules.air_war.notices import AirBoard, AirRules
from gm.rules.air_war.placing import room
from gm.rules.air_war.reading import line_reader
from gm.rules.air_war.standing import fire_of, stands_of
from gm.rules.air_war.state import CHIPS, CITIES, CODES, FIRE, MOVES, Options, State
from gm.rules.air_war.story import told
from gm.rules.air_war.tapping import TAP, tapped
from gm.rules.air_war.telling import board_told, picture
from gm.rules.air_war.view import AirView, view_of
from gm.rules.lines.letters import out_of_bounds
from gm.rules.onepage import TappedOnOnePage
from gm.rules.pictures import shaped
from gm.rules.pictures.honeycomb import MOST_COLUMNS, MOST_ROWS, Board
from gm.rules.pictures.war import NAMES, SOUTH, Picture
from gm.rules.ruleset import Card, Drawn, Judged, Kind, Named, Pace, Rules, Sealed, Standing, Storied
from gm.rules.stories.story import Part, Story
from gm.rules.war.limits import ON_RULES, check_limits, told_limits
from gm.rules.war.notices import StandingOrders
from gm.rules.war.piles import by_place
from gm.rules.war.sides import SEATS, enemy
from gm.rules.war.standing import SETTING, Stand, ordered
from gm.rules.war.tapping import WarFacts


class AirWar(
    Rules[Options, State],
    Named[Options, State],
    Sealed[State],
    Standing[State],
    Judged,
    Drawn[State],
    Storied[Options],
    TappedOnOnePage[Options, State],
):
    """The ruleset `air-war`. It holds a reader, which never changes; all about a game is in its State."""

    one_page = TAP
    public = ("chipsplaced", "airmoves", "airfire")
    card = Card(
        title="Air War",
        options=Options,
        state=State,
        kinds=(Kind(CITIES, "3d"), Kind(CHIPS, "3d"), Kind(MOVES, "3d"), Kind(FIRE, "2d")),
        pace=Pace(early_after="2m"),
        waits="the round waits for you",
        codes=CODES,
        words=WORDS,
        topics=(
            "RULES", "CITIES", "CHIPS", "PLACE", "MOVES", "AIR", "FIRE", "HOLD", "READY", "CLEAR", "TRY", "BOARD",
            "REPORT", "PROPOSE", "STAND", "AHEAD",
        ),
        counts=("chips",),
        news="a draw is proposed",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of order lines."""
        self._reader = line_reader(material.grammar)

    def check(self, options: Options) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        rows, columns = options.rows, options.columns
        if not FEWEST_ROWS <= rows <= MOST_ROWS or rows % 2 == 0:
            return words("rows", least=FEWEST_ROWS, most=MOST_ROWS)
        if not fewest_columns(rows) <= columns <= MOST_COLUMNS:
            return words("columns", rows=rows, least=fewest_columns(rows), most=MOST_COLUMNS)
        board = Board(rows, columns)
        why = out_of_bounds("chips", options.chips, 1, room(board, SOUTH))
        why = why or check_limits(options.deaths, options.cycles)
        return why or (wrong_six(board, options.cities) if options.cities else "")

    def about(self, options: Options, topic: str) -> tuple[msgspec.Struct, ...]:
        """Return how the options of this game differ from what the pages of HELP on its rules say."""
        rules = told_limits(options.table, options.cycles, options.counts) if topic in ON_RULES else ()
        return (AirRules(rules),) if rules else ()

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the two sides."""
        return SEATS

    def names(self, options: Options) -> dict[Seat, str]:
        """Return the names of the sides."""
        return {seat: NAMES[seat] for seat in SEATS}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Start with the choice of cities (0.1)."""
        return phases.begin(State(options, seed))

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter: its set of moves as one act, its fire line by line (see LetterReader)."""
        return LetterReader(self._reader, state, seat).read(letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return what a line in plain words may have been meant as."""
        return loosely(state, seat, text)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Do what the acts of a letter do at once."""
        return Filing(state, seat).act(orders)

    def phase(self, state: State) -> Phase | None:
        """Return the round now due; None once the game is decided."""
        return None if state.how else state.phase

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Return what each side owes: READY for moves, and for fire if it may aim; at the start, what completes it."""
        if state.how:
            return ()
        if state.kind in (CITIES, CHIPS):
            return tuple(self._owes_at_the_start(state, side) for side in SEATS)
        owing = SEATS if state.kind == MOVES else tuple(side for side in SEATS if state.position.aimers(side))
        return tuple(self._owes_orders(state, side) for side in owing)

    def _owes_at_the_start(self, state: State, side: Seat) -> Duty:
        if state.kind == CITIES:
            what, default = "three fields", "a draw names the cities for you"
        else:
            what, default = f"{state.options.chips} chips", "a draw places your chips"
        return Duty(side, what, side in state.filed, default)

    def _owes_orders(self, state: State, side: Seat) -> Duty:
        ready, filed = side in state.ready, side in state.filed
        what = "READY" if filed and not ready else "orders"
        default = "all your chips stay where they are" if state.kind == MOVES else "your chips aim at nothing"
        return Duty(side, what, ready, "what we have from you counts" if filed else default, final=ready)

    def in_order(self, plain: object) -> object:
        """Sort fields from the south-west, row by row."""
        return by_place(plain)

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """End the round; sides that have sent nothing stay, aim at nothing, or have draws made for them."""
        return phases.judge(state)

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
        """Resign for a side: the other has won."""
        how = f"{NAMES[enemy(seat)]} has won: {NAMES[seat]} has resigned"
        return Step(state if state.how else replace(state, winners=(enemy(seat),), how=how))

    def view(self, state: State, seat: Seat | None) -> AirView:
        """Return all that is on the board and, for a side, its own orders."""
        return view_of(state, seat)

    def picture(self, state: State, seat: Seat | None) -> Picture:
        """Return the board as *seat* knows it, with the last fire and its deaths; None: as observers do."""
        return picture(state.position, seat or "", state.cycle, shots=state.shots, dead=state.dead)

    def completed(self, options: Options, picture: object) -> object:
        """Return a picture that a report keeps as plain values as what it was."""
        return shaped(Picture, picture)

    def shown(self, state: State, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return the position as a side was told it last, as BOARD does."""
        return (board_told(state, seat),) if seat and not asked else ()

    def truth(self, state: State) -> AirBoard:
        """Return the position, of which only orders on file are secret."""
        return board_told(state, "")

    def on_file(self, state: State, seat: Seat) -> str:
        """Return what a side has on file, in normal form, as it is sealed."""
        return "\n".join(state.filed.get(seat, ())) or "(nothing)"

    def ways(self, kind: str, told: Mapping[str, Any], reader: str) -> tuple[str, ...]:
        """Return READY where it must be said again."""
        return ("READY",) if kind == "airfiled" and told["revoked"] else ()

    def to_tap(self, state: State, seat: Seat) -> WarFacts | None:
        """Return the board as a side knows it, and what it may order now; None if it owes nothing."""
        return tapped(state, seat)

    def counted(self, state: State) -> Mapping[str, Mapping[Seat, int | Fraction]]:
        """Return how many chips each side has on the board."""
        return {"chips": {side: state.position.count(side) for side in SEATS}}

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it runs."""
        return Outcome(state.winners, state.how) if state.how else None

    def story(self, options: Options, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went (`story`)."""
        return told(parts, outcome)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position of `gm judge air-war`."""
        return judge_stage(self._reader, given)
