"""The state of an Air War and its options: frozen values that serialise to JSON as they are.

Fields are names (`G5`); piles are by field and never 0. What is on file is kept in normal form, line by line.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from gm.rules import Phase, Seat
from gm.rules.air_war.position import City, Position
from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import NORTH, SOUTH
from gm.rules.war.fire import TABLE


class Stage(StrEnum):
    """The rounds that there are: two at the start, then two in each cycle."""

    CITIES = "cities"
    CHIPS = "chips"
    MOVES = "moves"
    FIRE = "fire"


CITIES, CHIPS, MOVES, FIRE = Stage
CODES = r"C\d+[MFAB]"
LETTERS = {CITIES: "A", CHIPS: "B", MOVES: "M", FIRE: "F"}
COUNTS = (("chip", "chips"), ("city", "cities"))
START_TITLES = {CITIES: "Choice of cities", CHIPS: "First chips"}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game may choose.

    cities: all six, named by the umpire (0.1). deaths: of 1, 2, 3 ... units of fire, empty for the usual table.
    cycles: how many there are, 0 for no limit; count: what then decides first. ahead: standing orders are kept; unset
    where nobody asked for it, as in games begun with gm 0.8 or earlier, of whose options the journal has the hash.
    """

    rows: int = 25
    columns: int = 17
    chips: int = 30
    cities: tuple[str, ...] = ()
    deaths: tuple[int, ...] = ()
    cycles: int = 0
    count: Literal["chips", "cities"] = "chips"
    ahead: bool | UnsetType = UNSET

    @property
    def table(self) -> tuple[int, ...]:
        """The death table (4)."""
        return self.deaths or TABLE

    @property
    def counts(self) -> tuple[tuple[str, str], ...]:
        """What decides at the limit of cycles, in order."""
        return COUNTS if self.count == "chips" else COUNTS[::-1]


class Cycle(msgspec.Struct, frozen=True):
    """What both sides did in a cycle: their moves in normal form, and their aimed fire (`G5-G6`: chips)."""

    moves: dict[str, tuple[str, ...]] = {}
    fire: dict[str, dict[str, int]] = {}


class State(msgspec.Struct, frozen=True):
    """A game between two events.

    cycle: 0 at the start, then from 1; kind: cities, chips, moves or fire. filed, ready: of the round now due.
    proposals: who proposes a draw in this cycle. shots, dead: of the last fire, nothing after the next moves. first:
    the chips as first placed; history: every cycle so far, from which all that was told can be told again. how: how the
    game ended, in words; "" while it runs. stands: the standing orders by side, unset until there are any.
    """

    options: Options
    seed: str
    cycle: int = 0
    kind: Stage = CITIES
    chips: dict[str, dict[str, int]] = msgspec.field(default_factory=lambda: {SOUTH: {}, NORTH: {}})
    cities: tuple[City, ...] = ()
    filed: dict[str, tuple[str, ...]] = {}
    ready: tuple[str, ...] = ()
    proposals: tuple[str, ...] = ()
    shots: dict[str, dict[str, int]] = {}
    dead: dict[str, dict[str, int]] = {}
    first: dict[str, dict[str, int]] = {}
    history: tuple[Cycle, ...] = ()
    winners: tuple[Seat, ...] = ()
    how: str = ""
    stands: dict[str, tuple[str, ...]] | UnsetType = UNSET

    @property
    def board(self) -> Board:
        """The honeycomb of this game."""
        return Board(self.options.rows, self.options.columns)

    @property
    def position(self) -> Position:
        """Everything on the board."""
        return Position(self.board, self.chips, self.cities)

    @property
    def code(self) -> str:
        """The code of the round: C7M for the moves of cycle 7, C7F for its fire; C0A and C0B at the start."""
        return f"C{self.cycle}{LETTERS[self.kind]}"

    @property
    def phase(self) -> Phase:
        """The phase now due."""
        last = " (last)" if self.cycle == self.options.cycles else ""
        return Phase(self.code, self.kind, START_TITLES.get(self.kind) or f"Cycle {self.cycle}{last} {self.kind}")
