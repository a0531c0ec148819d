"""Diplomacy as a ruleset: orders, retreats and builds behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from gm.rules import EVERYBODY, Duty, Given, Letter, Material, Orders, Problems, Ruling, Seat, Step
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.filing import Filing
from gm.rules.diplomacy.letter import WORDS, LetterReader
from gm.rules.diplomacy.phases import Judge
from gm.rules.diplomacy.state import Options, State, builds_due, on_file
from gm.rules.diplomacy.view import DiplomacyView, view_of
from gm.rules.lines.letters import note
from gm.rules.lines.words import plural
from gm.rules.provinces.campaign import opening
from gm.rules.provinces.charting import opened
from gm.rules.provinces.judging import STARTS, judge_position
from gm.rules.provinces.loosely import Plain
from gm.rules.provinces.own import STARTS as OWN
from gm.rules.provinces.rules import CENTRES, CODES, KINDS, ArmiesAndFleets
from gm.rules.provinces.view import position
from gm.rules.ruleset import Card, Judged

NAMED = 4  # units named one by one among those without an order


class Diplomacy(ArmiesAndFleets[Options, State], Judged):
    """The ruleset `diplomacy`."""

    card = Card(
        title="Diplomacy",
        options=Options,
        state=State,
        kinds=KINDS,
        grace="1d",
        codes=CODES,
        letter="whole",
        words=WORDS,
        topics=(
            "RULES", "ORDERS", "SUPPORT", "CONVOY", "RETREATS", "BUILDS", "READY", "TRY", "CLEAR", "AHEAD", "PROVINCES",
            "BOARD",
        ),
        press=("private", "public", "grey", "fake"),
        votes=("vote_draw", "vote_concede"),
        counts=(CENTRES,),
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of orders, and the boards."""
        super().__init__(material, (*STARTS, *OWN.values()))

    def settings(self, options: Options) -> tuple[tuple[str, str], ...]:
        """Return who may share a draw, if the votes may name them, and whether letters ahead are kept."""
        draws = (("draws", "those whom the votes name share a draw"),) if options.draws == "named" else ()
        return (*draws, *super().settings(options))

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Start with the first Spring."""
        board = self.whole(options)
        units, centres = opening(board)
        state = State(options=options, year=board.year, season="S", kind="M", units=units, centres=centres)
        return opened(Step(state, (note(EVERYBODY, position(board, state)),)))

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter as one act (see LetterReader)."""
        return LetterReader(self.reader(state), state, seat).read(letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines that a line in plain words may have been meant as."""
        return Plain(self.reader(state), state, seat, (seat,)).lines(text)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Do what the acts of a letter do at once."""
        return Filing(self.board(state), state, seat).act(orders)

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Return what each seat with a player owes; who has said READY owes no more."""
        ready = state.ready
        return tuple(
            replace(duty, filed=duty.filed or duty.seat in ready, final=duty.seat in ready)
            for duty in super().duties(state)
        )

    def owes_moves(self, state: State, power: Seat) -> Duty | None:
        """Return what a power owes in a movement phase: an order for each of its units."""
        if not state.owned_by(power):
            return None
        return _duty(state, power, "orders", "your units without an order hold")

    def owes_retreats(self, state: State, power: Seat) -> Duty | None:
        """Return what a power owes in a retreat phase: an order for each of its dislodged units."""
        found = super().owes_retreats(state, power)
        return found and _duty(state, power, found.what, "your dislodged units without an order disband")

    def owes_adjustments(self, state: State, power: Seat) -> Duty | None:
        """Return what a power owes in an adjustment phase: to order or to waive each of its builds, or its removals."""
        found, most = super().owes_adjustments(state, power), builds_due(self.board(state), state, power)
        left = most - len(state.adjustments.get(power, ()))
        if found is None or not most or not found.filed or not left:
            return found
        return replace(found, what=f"{plural(most, 'build')} ({left} of {most} left)", filed=False)

    def why_no_draw(self, state: State, among: Sequence[Seat]) -> str:
        """Return why these seats cannot share a draw: all survivors do, unless the votes may name them."""
        names = self.names(state.options)
        gone = [names[seat] for seat in among if state.eliminated(seat)]
        if gone:
            return words("draw.eliminated", name=gone[0])
        named = state.options.draws == "named" or {*among} == {*self.votes_needed(state)}
        return "" if named else words("draw")

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """Judge the phase; units without an order hold, or disband if they are dislodged."""
        return Judge(self.board(state)).judge(state)

    def view(self, state: State, seat: Seat | None) -> DiplomacyView:
        """Return the board and, for a seat, what it has on file; an observer sees only the board."""
        return view_of(self.board(state), state, seat)

    def on_file(self, state: State, seat: Seat) -> str:
        """Return what a seat has on file, in normal form as it is sealed."""
        return on_file(self.board(state), state, seat)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position (see judge_position). Raises ValueError if it cannot be meant."""
        return judge_position(self.known.reader(board), given)


def _duty(state: State, power: Seat, what: str, default: str) -> Duty:
    """Return the duty to give every unit an order. Once some have one, it names the others, or says how many."""
    lacking = state.lacking(power)
    filed = state.orders if state.kind == "M" else state.retreats
    if filed.get(power) and lacking:
        units = ", ".join(map(str, lacking)) if len(lacking) <= NAMED else f"{len(lacking)} units"
        what = f"{what} ({units})"
    return Duty(power, what, not lacking, default)
