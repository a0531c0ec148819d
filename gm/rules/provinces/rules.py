"""What the rulesets of all games of armies and fleets share: boards and powers, who votes, who has won."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from gm.rules import Duty, Material, Outcome, Phase, Seat, Step
from gm.rules.lines.words import plural
from gm.rules.pictures.map import MapPicture
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.ahead import SETTING
from gm.rules.provinces.atlas import told_of
from gm.rules.provinces.board import Board, BoardOptions
from gm.rules.provinces.campaign import Campaign
from gm.rules.provinces.charting import chart, shown
from gm.rules.provinces.known import Boards
from gm.rules.provinces.reading import Reader
from gm.rules.provinces.story import told
from gm.rules.provinces.tapping import has_something, position_to_tap, tap_of
from gm.rules.ruleset import Bordered, Drawn, Kind, Named, Owned, Rules, Sealed, Storied, Tap, Tapped, Voted, Yearly
from gm.rules.stories.story import Part, Story

O = TypeVar("O", bound=BoardOptions)  # noqa: E741 - options
C = TypeVar("C", bound=Campaign)
KINDS = (Kind("movement", "3d"), Kind("retreat", "1d", brief=True), Kind("adjustment", "1d", brief=True))
CENTRES = "centres"
CODES = r"[SFW]\d{4}[MRA]"


class ArmiesAndFleets(
    Rules[O, C], Named[O, C], Voted[C], Sealed[C], Drawn[C], Bordered[C], Yearly[C], Storied[O], Tapped[O, C]
):
    """A ruleset of armies and fleets. It holds boards and readers, which never change; a game is all in its state."""

    own_boards = True
    thing = "centre"
    public = ("position",)

    def __init__(self, material: Material, starts: Sequence[str]) -> None:
        """*material*: the grammar of orders, and the boards; *starts*: the kinds of lines of the grammar."""
        self.known = Boards(material, starts)

    def reader(self, state: C) -> Reader:
        """Return the reader for the board of a game, as it is in the season of the phase."""
        return self.known.chosen(state.options, "" if state.kind == "A" else state.season)

    def board(self, state: C) -> Board:
        """Return the board of a game, as it is in the season of the phase."""
        return self.reader(state).board

    def whole(self, options: O) -> Board:
        """Return the board of a game with all of its borders."""
        return self.known.chosen(options).board

    def check(self, options: O) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        return self.known.why_not(options)

    def settings(self, options: O) -> tuple[tuple[str, str], ...]:
        """Return whether letters for phases to come are kept."""
        return (SETTING,) if options.ahead else ()

    def filled(self, options: O) -> O:
        """Return the options of a new game with the texts of its board and map."""
        return self.known.filled(options)

    def seats(self, options: O) -> tuple[Seat, ...]:
        """Return the powers of the board."""
        return tuple(self.whole(options).powers)

    def names(self, options: O) -> dict[Seat, str]:
        """Return the names of the powers."""
        return {code: power.name for code, power in self.whole(options).powers.items()}

    def also(self, options: O) -> dict[str, Seat]:
        """Return the powers by their adjectives and letters."""
        powers = self.whole(options).powers.items()
        return {word.upper(): code for code, power in powers for word in (power.adjective, power.letter)}

    def about(self, options: O, topic: str) -> tuple[msgspec.Struct, ...]:
        """Return the board, its provinces, or one of them."""
        reader = self.known.chosen(options)
        return told_of(reader.board, reader.names, topic)

    def picture(self, state: C, seat: Seat | None) -> MapPicture | None:
        """Return the position, which everybody knows; None for a board without a drawing."""
        ground = self.known.ground(state.options)
        return MapPicture(ground, chart(state, state.phase.title)) if ground else None

    def completed(self, options: O, picture: object) -> object:
        """Return a picture on the drawing of its board."""
        return self.known.drawn(options, picture)

    def shown(self, state: C, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return the position, or a phase that was judged; everybody is shown the same."""
        return (shown(self.known.chosen(state.options).board, state, asked),)

    def touching(self, state: C, seat: Seat) -> tuple[Seat, ...]:
        """Return the powers of which a province is one of *seat*'s, borders on one, or on the same province as one.

        A power's provinces are those of its centres and of its units, dislodged ones included; borders count in all
        seasons.
        """
        board = self.known.chosen(state.options).board
        around = {power: board.around(state.provinces_of(power)) for power in board.powers}
        return tuple(power for power in board.powers if power != seat and around[power] & around[seat])

    def owned(self, state: C) -> Owned:
        """Return the centres of each power; a year is over once they are counted, before builds and removals."""
        years = state.year - self.known.chosen(state.options).board.year + (state.season == "W")
        return Owned(years, {power: own for power, own in state.centres.items() if own})

    def story(self, options: O, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went: centres over time, and every order."""
        return told(parts, self.names(options), outcome)

    def phase(self, state: C) -> Phase | None:
        """Return the phase now due; None once the game is won."""
        return None if state.winner else state.phase

    def duties(self, state: C) -> tuple[Duty, ...]:
        """Return what each seat with a player owes in the phase now due."""
        if state.winner:
            return ()
        duty = {"M": self.owes_moves, "R": self.owes_retreats, "A": self.owes_adjustments}[state.kind]
        found = (duty(state, power) for power in self.board(state).powers if power not in state.vacant)
        return tuple(d for d in found if d is not None)

    @abstractmethod
    def owes_moves(self, state: C, power: Seat) -> Duty | None:
        """Return what a power owes in a movement phase."""

    def owes_retreats(self, state: C, power: Seat) -> Duty | None:
        """Return what a power owes in a retreat phase."""
        if not any(lost.unit.power == power for lost in state.dislodged.values()):
            return None
        return Duty(power, "retreats", power in state.retreats, "your dislodged units disband")

    def owes_adjustments(self, state: C, power: Seat) -> Duty | None:
        """Return what a power owes in an adjustment phase."""
        owes = account(self.board(state), power, state.units, state.centres.get(power, ()))
        filed = power in state.adjustments
        if owes.builds:
            return Duty(power, f"{plural(owes.builds, 'build')} (up to {owes.builds})", filed, "builds are waived")
        if owes.removals:
            default = "civil disorder removes the units farthest from your centres"
            return Duty(power, f"{plural(owes.removals, 'removal')} ({owes.removals})", filed, default)
        return None

    def votes_needed(self, state: C) -> tuple[Seat, ...]:
        """Return whose votes an agreed end needs: all seats with a centre that are not vacant."""
        return tuple(p for p in self.board(state).powers if not state.eliminated(p) and p not in state.vacant)

    def seat_left(self, state: C, seat: Seat) -> Step:
        """Stop waiting for a seat without a player."""
        return Step(replace(state, vacant=tuple(sorted({*state.vacant, seat}))))

    def seat_taken(self, state: C, seat: Seat) -> Step:
        """Give a player a vacant seat as it stands."""
        return Step(replace(state, vacant=tuple(s for s in state.vacant if s != seat)))

    def outcome(self, state: C) -> Outcome | None:
        """Return the winner by the board's victory criterion; None while there is none."""
        if not state.winner:
            return None
        name = self.board(state).powers[state.winner].name
        return Outcome((state.winner,), f"{name} has won with {len(state.centres[state.winner])} centres")

    def counted(self, state: C) -> Mapping[str, Mapping[Seat, int | Fraction]]:
        """Return how many centres each power owns."""
        return {CENTRES: {power: len(state.centres.get(power, ())) for power in self.board(state).powers}}

    def strength(self, state: C) -> Mapping[Seat, str]:
        """Return how many of the board's centres each power owns: ownership is public, what it has besides is not."""
        board = self.board(state)
        return {
            power: f"{len(state.centres.get(power, ()))} of {len(board.home)} {CENTRES}" for power in board.powers
        }

    def boards_to_tap(self) -> tuple[O, ...]:
        """Return the options of games on each of the known boards."""
        options: Any = self.card.options
        return tuple(options(board=name) for name in self.boards())

    def board_to_tap(self, options: O) -> Tap:
        """Return the board of a game, with all of its borders."""
        return tap_of(self.whole(options), self.known.ground(options))

    def to_tap(self, state: C, seat: Seat) -> dict[str, Any] | None:
        """Return the position, and what else *seat* knows of itself; None if it has nothing to order."""
        found = position_to_tap(self.board(state), state, seat)
        return found if state.kind == "M" or has_something(state, seat, found) else None

    def boards(self) -> tuple[str, ...]:
        """Return the names of the boards."""
        return self.known.names()
