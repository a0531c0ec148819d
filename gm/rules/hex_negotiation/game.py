"""The stone game as a ruleset: turns are read, made and told behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.rules import EVERYBODY, Duty, Given, Letter, Material, Orders, Outcome, Phase, Problems, Ruling, Seat, Step
from gm.rules.hex_negotiation import turns
from gm.rules.hex_negotiation.filing import Filing
from gm.rules.hex_negotiation.judging import judge_position
from gm.rules.hex_negotiation.letter import WORDS, LetterReader
from gm.rules.hex_negotiation.loosely import loosely
from gm.rules.hex_negotiation.reading import turn_parser
from gm.rules.hex_negotiation.state import CODES, SEATS, TURN, Options, State, colour_of
from gm.rules.hex_negotiation.story import told
from gm.rules.hex_negotiation.tapping import TAP, StoneFacts, tapped
from gm.rules.hex_negotiation.telling import begun, board_told, picture
from gm.rules.hex_negotiation.view import StoneView, view_of
from gm.rules.lines.letters import note, out_of_bounds
from gm.rules.onepage import TappedOnOnePage
from gm.rules.pictures import shaped
from gm.rules.pictures.hexagon import LARGEST, SMALLEST
from gm.rules.pictures.stones import NAMES, StonePicture
from gm.rules.ruleset import Card, Drawn, Judged, Kind, Named, Pace, Rules, Storied
from gm.rules.stories.story import Part, Story

AT_ONCE = "a turn is over when it is made"


class HexNegotiation(
    Rules[Options, State],
    Named[Options, State],
    Judged,
    Drawn[State],
    Storied[Options],
    TappedOnOnePage[Options, State],
):
    """The ruleset `hex-negotiation`. It holds a parser, which never changes; all about a game is in its State."""

    one_page = TAP
    public = ("stonesbegin", "stonesplayed", "stonesswapped")
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
        letter="until",
        words=WORDS,
        topics=("RULES", "PLACE", "REPLACE", "SWAP", "BOARD", "PROPOSE"),
        off={"wait": f"{AT_ONCE}, so there is nothing that could run early"},
        news="a draw is proposed",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of a turn."""
        self._reader = turn_parser(material.grammar)

    def check(self, options: Options) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        return out_of_bounds("side", options.side, SMALLEST, LARGEST)

    def settings(self, options: Options) -> tuple[tuple[str, str], ...]:
        """Return what happens at the end of grace."""
        return (("late", "the game waits for the turn" if options.on_timeout == "wait" else "who is late has lost"),)

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the two players, by the colours with which they begin."""
        return SEATS

    def names(self, options: Options) -> dict[Seat, str]:
        """Return the names of the seats."""
        return {seat: NAMES[seat] for seat in SEATS}

    def names_now(self, state: State) -> dict[Seat, str]:
        """A player is called by their current colour."""
        return {seat: NAMES[colour_of(state, seat)] for seat in SEATS}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Start with the empty board."""
        state = State(options)
        return Step(state, (note(EVERYBODY, begun(state)),))

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter and its turn (see LetterReader)."""
        return LetterReader(self._reader, state, seat).read(letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the turns that a line in plain words may have been meant as, if it is the seat's turn."""
        return loosely(state.position, state.may_swap, text) if state.owing == seat else ()

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Do what the acts of a letter do at once."""
        return Filing(state, seat).act(orders)

    def phase(self, state: State) -> Phase | None:
        """Return the turn now due; None once the game is decided."""
        return None if state.how else state.phase

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Return whose turn it is, and what happens if they do not make it."""
        if state.how:
            return ()
        what = "your turn, or SWAP" if state.may_swap else "your turn"
        return (Duty(state.owing, what, False, "you have lost the game"),)

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """The deadline has passed without a turn: the other player wins (forfeit), or the same turn is due again."""
        if state.options.on_timeout == "forfeit" and state.owing in seats:
            return self._lost(state, state.owing, "has not made a turn in time")
        return Step(state, (note(EVERYBODY, board_told(state)),))

    def seat_left(self, state: State, seat: Seat) -> Step:
        """Resign for a player: the other has won."""
        return self._lost(state, seat, "has resigned")

    def _lost(self, state: State, seat: Seat, why: str) -> Step:
        """Let the other player win, and show everybody the last position; nothing changes if the game is over."""
        if state.how:
            return Step(state)
        ended = turns.give_up(state, seat, why)
        return Step(ended, (note(EVERYBODY, board_told(ended)),))

    def pace(self, options: Options, chosen: Pace) -> Pace:
        """At the end of grace the game waits forever, or the turn is judged as it is, depending on on_timeout."""
        return replace(chosen, nmr="wait" if options.on_timeout == "wait" else "hold")

    def view(self, state: State, seat: Seat | None) -> StoneView:
        """Return the position, which everybody knows; for players with their colour and a turn they could send."""
        return view_of(state, seat)

    def picture(self, state: State, seat: Seat | None) -> StonePicture:
        """Return the board, the same for all."""
        return picture(state)

    def completed(self, options: Options, picture: object) -> object:
        """Return a picture that a report keeps as plain values as what it was."""
        return shaped(StonePicture, picture)

    def shown(self, state: State, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return the board, the same for all."""
        return () if asked else (board_told(state),)

    def ways(self, kind: str, told: Mapping[str, Any], reader: str) -> tuple[str, ...]:
        """Return SWAP for the player who may do so now."""
        return ("SWAP",) if told.get("may_swap") and told.get("to_play") == reader.upper() else ()

    def to_tap(self, state: State, seat: Seat) -> StoneFacts | None:
        """Return the position for the player whose turn it is; None for the other."""
        return tapped(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it runs."""
        return Outcome(state.winners, state.how) if state.how else None

    def story(self, options: Options, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went (`story`)."""
        return told(parts, outcome)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position of `gm judge hex-negotiation`."""
        return judge_position(self._reader, given)
