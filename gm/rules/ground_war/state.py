"""The state of a Ground War and its options: its position, what each side knows, what is on file.

Frozen values that serialise to JSON as they are. Fields are names (`G5`); piles are by field and never 0.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from gm.rules import Phase, Seat, as_seat
from gm.rules.ground_war.position import Position
from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import NAMES, NORTH, SOUTH
from gm.rules.war.fire import table_of
from gm.rules.war.sides import SEATS


class Stage(StrEnum):
    """The two rounds of a cycle."""

    MOVES = "moves"
    FIRE = "fire"


MOVES, FIRE = Stage
CODES = r"C\d+[MFSN]"
COUNTS = (("man", "men"), ("city", "cities"))


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game may choose.

    scenario: the name of a known scenario, or "generated"; scenario_text: one written out, instead. rows to trucks:
    only for "generated", the numbers for each side. sight: within how many steps of its men a side sees enemy men,
    and trucks exactly; sight_exact: within how many it is told the number of men. deaths: of 1, 2, 3 ... units of fire,
    empty for the usual table. cycles: how many there are, 0 for no limit; count: what then decides first. ahead:
    standing orders are kept; unset where nobody asked for it, as in games begun with gm 0.8 or earlier, of whose
    options the journal has the hash. The others are the rules' own (section IX).
    """

    scenario: str = "crossroads"
    scenario_text: str = ""
    rows: int = 25
    columns: int = 17
    cities: int = 3
    men: int = 18
    trucks: int = 3
    links: bool = False
    production_delay: int = 5
    production_every: int = 1
    truck_steps: int = 3
    truck_men: int = 3
    pile: int = 3
    inter_city_jumps: bool = False
    sight: int = 2
    sight_exact: int = 1
    deaths: tuple[int, ...] = ()
    cycles: int = 0
    count: Literal["men", "cities"] = "men"
    information: Literal["umpire", "complete", "last-cycle"] = "umpire"
    turns: Literal["simultaneous", "alternate"] = "simultaneous"
    ahead: bool | UnsetType = UNSET

    @property
    def alternate(self) -> bool:
        """Return whether the sides take turns (IX e, i)."""
        return self.turns == "alternate"

    @property
    def table(self) -> tuple[int, ...]:
        """The death table (VI)."""
        return self.deaths or table_of(self.pile)

    @property
    def counts(self) -> tuple[tuple[str, str], ...]:
        """What decides at the limit of cycles, in order."""
        return COUNTS if self.count == "men" else COUNTS[::-1]

    @property
    def open(self) -> bool:
        """Return whether both sides are told the whole position (IX e)."""
        return self.information != "umpire"


class Sighting(msgspec.Struct, frozen=True, array_like=True):
    """What a side was told of the enemy on a field in *cycle*. men: SOME if it was not told how many."""

    men: int
    trucks: int
    cycle: int


class Parked(msgspec.Struct, frozen=True, array_like=True):
    """Own trucks on a field as last known, in *cycle*."""

    number: int
    cycle: int


class Held(msgspec.Struct, frozen=True, array_like=True):
    """Who possesses a city as last known in *cycle*; since: the cycle it was taken, None if not told."""

    possessor: str
    since: int | None
    cycle: int


class Knowledge(msgspec.Struct, frozen=True):
    """What a side knows beyond its own men, all by field: the enemy, its own trucks, the cities.

    watch: the fields its men looked from when it was last informed, and steps: how far; everything: it was told the
    whole position.
    """

    enemy: dict[str, Sighting] = {}
    trucks: dict[str, Parked] = {}
    cities: dict[str, Held] = {}
    watch: tuple[str, ...] = ()
    everything: bool = False
    steps: int = 2

    def sight(self, board: Board) -> frozenset[str]:
        """Return the fields that the last information covered."""
        if self.everything:
            return frozenset(str(field) for field in board.fields)
        return frozenset(near for field in self.watch for near in board.near(field, self.steps))


class Move(msgspec.Struct, frozen=True):
    """One move: of a man (word "man"), of a truck with its men, or a jump between cities. path: from its start."""

    word: Literal["man", "truck", "jump"]
    path: tuple[str, ...]
    men: int = 1


class Aim(msgspec.Struct, frozen=True):
    """Men on a field who aim at a field next to it, with their number."""

    source: str
    target: str
    men: int


class Filed(msgspec.Struct, frozen=True):
    """What a side has on file for the round. hold: it has said that it holds its fire."""

    moves: tuple[Move, ...] = ()
    aims: tuple[Aim, ...] = ()
    hold: bool = False


class Outlook(msgspec.Struct, frozen=True):
    """How a side sees the board at a time: its own men exactly, and what else it knows. aiming: its men who may aim."""

    side: str
    cycle: int
    men: dict[str, int]
    knows: Knowledge
    aiming: dict[str, int] = {}


class Gains(msgspec.Struct, frozen=True):
    """What fire and the end of a cycle did to a side, as far as it is told.

    lost: own men, killed: enemy men, both by field; made: cities with a new man; cities, trucks: captured by own men.
    over: the cycle is over, so production and captures are included.
    """

    lost: dict[str, int]
    killed: dict[str, int]
    made: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    trucks: dict[str, int] = {}
    over: bool = True


class Record(msgspec.Struct, frozen=True):
    """What a side was told when a round was judged: its moves, how it saw the board, its gains, the fire.

    code, title: of the round. enemy_moved: the other side's moves, where information is complete.
    """

    code: str
    title: str
    moved: tuple[tuple[str, str], ...] | None = None
    enemy_moved: tuple[tuple[str, str], ...] | None = None
    outlook: Outlook | None = None
    gains: Gains | None = None
    shots: dict[str, dict[str, int]] = {}
    dead: dict[str, dict[str, int]] = {}


class State(msgspec.Struct, frozen=True):
    """A game between two events.

    kind: moves or fire; turn: whose turn it is, "" where both move at once. filed, ready: of the round now due.
    knows: by side. shots, dead: of the last fire, as both were told, with its cycle. told: what each side was told, by
    side and cycle, for REPORT. proposals: who proposes a draw in this cycle. stands: the standing orders by side, unset
    until there are any.
    """

    options: Options
    title: str
    position: Position
    initial: Position
    cycle: int = 1
    kind: Stage = MOVES
    turn: str = ""
    filed: dict[str, Filed] = {}
    ready: tuple[str, ...] = ()
    knows: dict[str, Knowledge] = {}
    fired: int = 0
    shots: dict[str, dict[str, int]] = {}
    dead: dict[str, dict[str, int]] = {}
    told: dict[str, dict[str, tuple[Record, ...]]] = {}
    proposals: tuple[str, ...] = ()
    winners: tuple[Seat, ...] = ()
    how: str = ""
    stands: dict[str, tuple[str, ...]] | UnsetType = UNSET

    @property
    def code(self) -> str:
        """The code of the round: C7M for the moves of cycle 7, C7F for its fire; C7S and C7N for turns."""
        letter = {SOUTH: "S", NORTH: "N"}.get(self.turn) or ("M" if self.kind == MOVES else "F")
        return f"C{self.cycle}{letter}"

    @property
    def phase(self) -> Phase:
        """The phase now due."""
        what = f"{NAMES[self.turn]}'s turn" if self.turn else self.kind
        last = " (last)" if self.cycle == self.options.cycles else ""
        return Phase(self.code, self.kind, f"Cycle {self.cycle}{last} {what}")

    @property
    def informed(self) -> int:
        """The cycle of the latest information; 0: the beginning."""
        return self.cycle if self.kind == FIRE or self.turn == NORTH else self.cycle - 1

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The sides whose moves are made in this round."""
        return (as_seat(self.turn),) if self.turn else SEATS
