"""So Long Sucker as a ruleset: turns, piles, captures and defeats behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.rules import Duty, Given, Letter, Material, Orders, Outcome, Phase, Problems, Ruling, Seat, Step, to
from gm.rules.lines.letters import note, out_of_bounds
from gm.rules.pictures import shaped
from gm.rules.pictures.table import TablePicture
from gm.rules.ruleset import Card, Drawn, Judged, Kind, Pace, Rules, Storied
from gm.rules.so_long_sucker.acts import AskTable
from gm.rules.so_long_sucker.choices import owed, reluctant
from gm.rules.so_long_sucker.filing import carry_out
from gm.rules.so_long_sucker.judging import judge_position
from gm.rules.so_long_sucker.letter import WORDS, LetterReader
from gm.rules.so_long_sucker.loosely import loosely
from gm.rules.so_long_sucker.reading import line_parser
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import (
    CODES,
    COLOURS,
    FEWEST,
    KILL,
    MOST,
    MOST_CHIPS,
    NEXT,
    PLAY,
    RESCUE,
    Options,
    State,
)
from gm.rules.so_long_sucker.story import told
from gm.rules.so_long_sucker.telling import between, laid, picture, shown, standing, turned
from gm.rules.so_long_sucker.view import TableView, view_of
from gm.rules.stories.story import Part, Story
from gm.rules.war.draws import choose, draw

NO_WAIT = "nothing here happens early: a turn is over when its player has done it"
FIRST = "first"  # the purpose of the draw in rule 3
WHAT: Mapping[str, str] = {
    PLAY: "your move", NEXT: "the name of who is next", KILL: "the chip that you kill", RESCUE: "a rescue or a refusal",
}  # fmt: skip
DEFAULTS = {
    PLAY: "a chip is played for you on a new pile, and the next named",
    NEXT: "the first after you who may be is named",
    KILL: "the lowest chip that is not yours is killed, or else the lowest",
    RESCUE: "that is a refusal",
}


class SoLongSucker(Rules[Options, State], Judged, Drawn[State], Storied[Options]):
    """The ruleset `so-long-sucker`. It holds a parser, which never changes; all about a game is in its State."""

    public = ("tablelaid", "tableturned")
    card = Card(
        title="So Long Sucker",
        options=Options,
        state=State,
        kinds=(Kind(PLAY, "2d"), Kind(NEXT, "1d"), Kind(KILL, "1d"), Kind(RESCUE, "1d")),
        grace="12h",
        pace=Pace(early=False, early_after="0m", show_late=True),
        waits="the game waits for you",
        codes=CODES,
        letter="until",
        words=WORDS,
        topics=(
            "RULES", "PLAY", "NEXT", "CAPTURE", "KILL", "DISCARD", "TRANSFER", "RESCUE", "REFUSE", "DEFEAT", "TABLE",
            "PROPOSE",
        ),
        off={"wait": NO_WAIT, "nowait": NO_WAIT},
        press_default=("public",),
        counts=("chips",),
        news="news from the table",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of order lines."""
        self._parser = line_parser(material.grammar)

    def check(self, options: Options) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        why = out_of_bounds("players", options.players, FEWEST, MOST)
        return why or out_of_bounds("chips", options.each, 1, MOST_CHIPS)

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the players, in seating order."""
        return COLOURS[: options.players]

    def tables(self, options: Options) -> Mapping[int, Options]:
        """Return the options for each number of players; chips that were chosen stay as they are."""
        return {number: replace(options, players=number) for number in range(FEWEST, MOST + 1)}

    def counted(self, state: State) -> Mapping[str, Mapping[Seat, int | Fraction]]:
        """Return how many chips, of whatever colour, each player holds; who is defeated has none."""
        return {"chips": {seat: sum(state.hands[seat].values()) for seat in state.seats}}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """2 and 3: give everybody their chips, and draw who moves first."""
        seats = self.seats(options)
        first = choose(seed, FIRST, seats)
        referee = Referee(State(options, seed, {seat: {seat: options.each} for seat in seats}, (first,)))
        referee.begin()
        return Step(referee.state, (laid(referee.state, (FIRST, draw(seed, FIRST)), referee.events),))

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders | Problems:
        """Read a letter, up to its first wrong line (see LetterReader)."""
        return LetterReader(self._parser, state, seat).read(letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines that a line in plain words may have been meant as."""
        return loosely(state, seat, text)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Carry out a letter; everybody is told at once, which answers TABLE too if something happened."""
        referee, passed = Referee(state), []
        for act in orders.acts:
            if not isinstance(act, AskTable):
                carry_out(referee, seat, act)
                passed.append((len(referee.events), standing(referee.state)))
        notices = (turned(state, referee.state, referee.events),) if referee.events else ()
        if len(passed) > 1:
            notices = (*notices, between(state, passed[:-1]))
        if AskTable() in orders.acts and not notices and not referee.state.winner:
            notices = (note(to(seat), shown(referee.state)),)
        return Step(referee.state, notices)

    def phase(self, state: State) -> Phase | None:
        """Return what is now due; None once somebody has won."""
        return None if state.winner else state.phase

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Return who owes what; in a rescue, those who have refused and could still help are listed as done."""
        about = {
            PLAY: "", NEXT: "name who is next", KILL: f"you capture pile {state.pile}: kill a chip",
            RESCUE: f"{state.mover} asks you for a rescue",
        }[state.kind]  # fmt: skip
        owing = tuple(Duty(one.seat, WHAT[one.what], False, DEFAULTS[state.kind], about=about) for one in owed(state))
        return (
            *owing,
            *(
                Duty(seat=seat, what="refusal", filed=True, default="it stands", enough=True)
                for seat in reluctant(state)
            ),
        )

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """Do for *seats* what they have not done in time, and tell everybody."""

        def act(referee: Referee) -> None:
            for seat in seats:
                referee.act_for(seat)

        return self._done(state, act)

    def lost(self, state: State) -> tuple[Seat, ...]:
        """Nobody can take a defeated player's seat."""
        return state.defeated

    def seat_left(self, state: State, seat: Seat) -> Step:
        """Resign for a player, who is defeated at once."""
        if state.winner or seat in state.defeated:
            return Step(state)
        return self._done(state, lambda referee: referee.resign(seat))

    def _done(self, state: State, act: Callable[[Referee], None]) -> Step:
        referee = Referee(state)
        act(referee)
        return Step(referee.state, (turned(state, referee.state, referee.events),) if referee.events else ())

    def view(self, state: State, seat: Seat | None) -> TableView:
        """Return all that everybody sees, and for a seat what it could send."""
        return view_of(state, seat)

    def picture(self, state: State, seat: Seat | None) -> TablePicture:
        """Return the table, the same for everybody."""
        return picture(state)

    def completed(self, options: Options, picture: object) -> object:
        """Return a picture that a report keeps as plain values as what it was."""
        return shaped(TablePicture, picture)

    def shown(self, state: State, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return the table, the same for everybody."""
        return () if asked else (shown(state),)

    def ways(self, kind: str, told: Mapping[str, Any], reader: str) -> tuple[str, ...]:
        """Return whom the reader may name next, which chips of a pile they may kill, and how they refuse a rescue."""
        owed = [one for one in told.get("standing", {}).get("owed", ()) if one["seat"] == reader]
        named = [
            f"{one['what'].upper()} {colour.lower()}"
            for one in owed if one["what"] in ("next", "kill") for colour in one["of"]
        ]  # fmt: skip
        return (*named, *("REFUSE" for one in owed if one["what"] == "rescue"))

    def outcome(self, state: State) -> Outcome | None:
        """11: the sole survivor has won; None while there are several."""
        return Outcome((state.winner,), f"{state.winner} has won") if state.winner else None

    def story(self, options: Options, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went (`story`)."""
        return told(parts, outcome)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position of `gm judge so-long-sucker`."""
        return judge_position(self._parser, given)
