"""Payola Diplomacy as a ruleset: offers, money and moves behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from gm.rules import (
    DISCLOSURE,
    EVERYBODY,
    Duty,
    Given,
    Letter,
    Material,
    Orders,
    Outcome,
    Phase,
    Problems,
    Ruling,
    Seat,
    Step,
)
from gm.rules.lines.letters import note
from gm.rules.lines.words import plural
from gm.rules.payola import notices as said
from gm.rules.payola.filing import Filing
from gm.rules.payola.judging import judge_sheets
from gm.rules.payola.letter import WORDS, LetterReader
from gm.rules.payola.phases import Judge, booked, pay_taxes
from gm.rules.payola.state import Options, State, on_file
from gm.rules.payola.view import PayolaView, view_of
from gm.rules.pictures.map import MapPicture
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.atlas import told_of
from gm.rules.provinces.board import Board
from gm.rules.provinces.campaign import opening
from gm.rules.provinces.charting import chart, opened, shown
from gm.rules.provinces.judging import STARTS
from gm.rules.provinces.known import Boards
from gm.rules.provinces.reading import Reader
from gm.rules.provinces.view import position
from gm.rules.ruleset import Card, Drawn, Judged, Kind, Named, Rules, Sealed, Voted


class Payola(Rules[Options, State], Named[Options, State], Voted[State], Sealed[State], Drawn[State], Judged):
    """The ruleset `payola`. It holds boards and readers, which never change; all about a game is in its State."""

    card = Card(
        title="Payola Diplomacy",
        options=Options,
        state=State,
        kinds=(Kind("movement", "3d"), Kind("retreat", "1d"), Kind("adjustment", "1d")),
        grace="1d",
        codes=r"[SFW]\d{4}[MRA]",
        letter="whole",
        words=WORDS,
        blocks=("OFFERS",),
        lasting=("ACCEPT", "TRANSFER"),
        topics=(
            "RULES", "OFFERS", "ORDERS", "SAVINGS", "PLATEAU", "TIES", "MONEY", "ACCEPT", "TRANSFER", "BALANCE", "TRY",
            "CLEAR", "RETREATS", "BUILDS", "PROVINCES", "BOARD",
        ),
        press=("private", "public", "grey", "fake"),
        votes=("vote_draw", "vote_concede"),
        news="your account",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of offers and orders, and the boards."""
        self._boards = Boards(material, (*STARTS, "offer_line"))

    def board(self, state: State) -> Board:
        """Return the board of a game, as it is in the season of the phase."""
        return self._reader(state).board

    def _reader(self, state: State) -> Reader:
        return self._boards.chosen(state.options, "" if state.kind == "A" else state.season)

    def _whole(self, options: Options) -> Board:
        """Return the board of a game with all of its borders."""
        return self._boards.chosen(options).board

    def check(self, options: Options) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        return self._boards.why_not(options)

    def filled(self, options: Options) -> Options:
        """Return the options of a new game with the texts of its board and map."""
        return self._boards.filled(options)

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the powers of the board."""
        return tuple(self._whole(options).powers)

    def names(self, options: Options) -> dict[Seat, str]:
        """Return the names of the powers."""
        return {code: power.name for code, power in self._whole(options).powers.items()}

    def also(self, options: Options) -> dict[str, Seat]:
        """Return the powers by their adjectives and letters."""
        powers = self._whole(options).powers.items()
        return {word.upper(): code for code, power in powers for word in (power.adjective, power.letter)}

    def about(self, options: Options, topic: str) -> tuple[msgspec.Struct, ...]:
        """Return the board, its provinces, or one of them."""
        reader = self._boards.chosen(options)
        return told_of(reader.board, reader.names, topic)

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Start with the first Spring, taxes paid (2.1)."""
        board = self._whole(options)
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

    def picture(self, state: State, seat: Seat | None) -> MapPicture | None:
        """Return the position, which everybody knows; None for a board without a drawing."""
        ground = self._boards.ground(state.options)
        return MapPicture(ground, chart(state, state.phase.title)) if ground else None

    def whole(self, options: Options, picture: object) -> object:
        """Return a picture on the drawing of its board."""
        return self._boards.drawn(options, picture)

    def shown(self, state: State, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return the position, or a phase that was judged; everybody is shown the same."""
        return (shown(self._whole(state.options), state, asked),)

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter as one act (see LetterReader)."""
        reader = self._reader(state)
        return LetterReader(reader.board, reader, state, seat).read(letter)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Do what the acts of a letter do at once, in the order written."""
        return Filing(self.board(state), state, seat).act(orders)

    def phase(self, state: State) -> Phase | None:
        """Return the phase now due; None once the game is won."""
        return None if state.winner else state.phase

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Return what each seat with a player owes in the phase now due."""
        if state.winner:
            return ()
        duty = {"M": self._owes_offers, "R": self._owes_retreats, "A": self._owes_adjustments}[state.kind]
        found = (duty(state, power) for power in self.board(state).powers if power not in state.vacant)
        return tuple(d for d in found if d is not None)

    def _owes_offers(self, state: State, power: Seat) -> Duty | None:
        if state.eliminated(power):
            return None
        sheet, accepts = power in state.sheets, power in state.acceptance
        what = "offers" if accepts else "offers and an acceptance list" if not sheet else "an acceptance list"
        defaults = [] if sheet else ["each of your units gets a HOLD for 0"]
        if not accepts:
            defaults.append("your acceptance list is yourself first, then the others by name")
        return Duty(power, what, sheet and accepts, "; ".join(defaults))

    def _owes_retreats(self, state: State, power: Seat) -> Duty | None:
        lost = [d for d in state.dislodged.values() if d.unit.power == power]
        if not lost:
            return None
        return Duty(power, "retreats", power in state.retreats, "your dislodged units disband")

    def _owes_adjustments(self, state: State, power: Seat) -> Duty | None:
        owes = account(self.board(state), power, state.units, state.centres.get(power, ()))
        filed = power in state.adjustments
        if owes.builds:
            return Duty(power, f"{plural(owes.builds, 'build')} (up to {owes.builds})", filed, "builds are waived")
        if owes.removals:
            default = "civil disorder removes the units farthest from your centres"
            return Duty(power, f"{plural(owes.removals, 'removal')} ({owes.removals})", filed, default)
        return None

    def why_no_wait(self, state: State, seat: Seat) -> str:
        """Everybody's WAIT counts, but that of an eliminated power only while it has money."""
        if not state.eliminated(seat) or state.balances[seat] > 0:
            return ""
        return "you have neither centres nor money, so the phase does not wait for you"

    def votes_needed(self, state: State) -> tuple[Seat, ...]:
        """Return whose votes an agreed end needs: all seats with a centre that are not vacant."""
        return tuple(p for p in self.board(state).powers if not state.eliminated(p) and p not in state.vacant)

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """Judge the phase; powers that have filed nothing get the default (3.4)."""
        return Judge(self.board(state)).judge(state)

    def seat_left(self, state: State, seat: Seat) -> Step:
        """Stop waiting for a seat without a player; if it is eliminated, its treasury is forfeited (2.4)."""
        vacant = tuple(sorted({*state.vacant, seat}))
        if not state.eliminated(seat):
            return Step(replace(state, vacant=vacant))
        lost = state.balances[seat]
        if lost:
            state = booked(state, seat, "forfeited", -lost)
        record = said.ActRecord(state.code, seat, "resigned when eliminated", (f"{lost} AgP forfeited",))
        forfeited = tuple(sorted({*state.forfeited, seat}))
        return Step(replace(state, vacant=vacant, forfeited=forfeited), (note(DISCLOSURE, record),))

    def seat_taken(self, state: State, seat: Seat) -> Step:
        """Give a player a vacant seat, with its position and treasury."""
        return Step(replace(state, vacant=tuple(s for s in state.vacant if s != seat)))

    def lost(self, state: State) -> tuple[Seat, ...]:
        """Return the powers that are eliminated and whose treasury is forfeited: nothing is left to play."""
        return state.forfeited

    def view(self, state: State, seat: Seat | None) -> PayolaView:
        """Return the board and, for a seat, what it has on file; an observer sees only the board."""
        return view_of(self.board(state), state, seat)

    def on_file(self, state: State, seat: Seat) -> str:
        """Return what a seat has on file, its acceptance list and its orders, in normal form as it is sealed."""
        return on_file(self.board(state), state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return the winner by the board's victory criterion; None while there is none."""
        if not state.winner:
            return None
        name = self.board(state).powers[state.winner].name
        return Outcome((state.winner,), f"{name} has won with {len(state.centres[state.winner])} centres")

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position of `gm judge payola`."""
        return judge_sheets(self._boards.reader(board), given)

    def boards(self) -> tuple[str, ...]:
        """Return the names of the boards."""
        return self._boards.names()
