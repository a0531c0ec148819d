"""The stone game as a ruleset: the one interface behind which turns are read, made and told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from gm.rules import EVERYBODY, Duty, Given, Letter, Material, Orders, Outcome, Phase, Problems, Ruling, Step
from gm.rules.hex_negotiation import turns
from gm.rules.hex_negotiation.filing import Filing
from gm.rules.hex_negotiation.judging import judge_position
from gm.rules.hex_negotiation.letter import WORDS, LetterReader
from gm.rules.hex_negotiation.reading import turn_parser
from gm.rules.hex_negotiation.state import CODES, SEATS, TURN, Options, State, colour_of
from gm.rules.hex_negotiation.telling import begun, board_told, picture
from gm.rules.hex_negotiation.view import StoneView, view_of
from gm.rules.lines.faults import out_of_bounds
from gm.rules.lines.notes import note
from gm.rules.pictures.hexagon import LARGEST, SMALLEST
from gm.rules.pictures.stones import NAMES, StonePicture
from gm.rules.ruleset import Card, Drawn, Judged, Kind, Named, Pace, Rules

AT_ONCE = "a turn is over when it is made"


class HexNegotiation(Rules[Options, State], Named[Options, State], Judged, Drawn[State]):
    """The ruleset `hex-negotiation`. Holds a parser, which never changes; every game is in its State."""

    card = Card(
        title="Negotiation, a stone game",
        options=Options,
        state=State,
        kinds=(Kind(TURN, "3d"),),
        grace="1d",
        pace=Pace(early_after="0m", show_late=True),
        fixed={
            "early": AT_ONCE, "early_after": AT_ONCE, "nmr": "on_timeout says it",
            "show_late": "whose turn it is everybody knows",
        },
        waits="the game waits for you",
        codes=CODES,
        words=WORDS,
        topics=("RULES", "PLACE", "REPLACE", "SWAP", "BOARD", "PROPOSE"),
        off={"wait": f"{AT_ONCE}, so there is nothing that could run early"},
        news="a draw is proposed",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of a turn."""
        self._reader = turn_parser(material.grammar)

    def check(self, options: Options) -> str:
        """What is wrong with the options beyond their types, "" if nothing."""
        return out_of_bounds("side", options.side, SMALLEST, LARGEST)

    def seats(self, options: Options) -> tuple[str, ...]:
        """The two players, by the colours with which they begin."""
        return SEATS

    def names(self, options: Options) -> dict[str, str]:
        """The seats in the players' words."""
        return dict(NAMES)

    def names_now(self, state: State) -> dict[str, str]:
        """A player is called by the colour that he has now."""
        return {seat: NAMES[colour_of(state, seat)] for seat in SEATS}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """The empty board."""
        state = State(options)
        return Step(state, (note(EVERYBODY, begun(state)),))

    def read(self, state: State, seat: str, letter: Letter) -> Orders | Problems:
        """A letter and its turn (see LetterReader)."""
        return LetterReader(self._reader, state, seat).read(letter)

    def file(self, state: State, seat: str, orders: Orders, at: datetime) -> Step:
        """What the acts of a letter do at once."""
        return Filing(state, seat).act(orders)

    def phase(self, state: State) -> Phase | None:
        """The turn now due; none once the game is decided."""
        return None if state.how else state.phase

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Whose turn it is, and what becomes of it without him."""
        if state.how:
            return ()
        what = "your turn, or SWAP" if state.may_swap else "your turn"
        return (Duty(state.owing, what, False, "you have lost the game"),)

    def due(self, state: State, seats: Sequence[str], at: datetime) -> Step:
        """The deadline has passed without a turn: the other wins (forfeit), or the same turn is due again."""
        if state.options.on_timeout == "forfeit" and state.owing in seats:
            return self._lost(state, state.owing, "has not made a turn in time")
        return Step(state, (note(EVERYBODY, board_told(state)),))

    def seat_left(self, state: State, seat: str) -> Step:
        """A player resigns: the other has won."""
        return self._lost(state, seat, "has resigned")

    def _lost(self, state: State, seat: str, why: str) -> Step:
        """The other has won, and all are shown the last position; nothing changes if the game is over."""
        if state.how:
            return Step(state)
        ended = turns.give_up(state, seat, why)
        return Step(ended, (note(EVERYBODY, board_told(ended)),))

    def pace(self, options: Options, chosen: Pace) -> Pace:
        """At the end of grace the game waits for ever, or the turn is judged as it is, as on_timeout says."""
        return replace(chosen, nmr="wait" if options.on_timeout == "wait" else "hold")

    def view(self, state: State, seat: str | None) -> StoneView:
        """The position, which everybody knows; for players with their colour and a turn that they could send."""
        return view_of(state, seat)

    def picture(self, state: State, seat: str | None) -> StonePicture:
        """The board, the same for all."""
        return picture(state)

    def outcome(self, state: State) -> Outcome | None:
        """How the game has ended, None while it runs."""
        return Outcome(state.winners, state.how) if state.how else None

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """One position of `gm judge hex-negotiation`."""
        return judge_position(self._reader, given)
