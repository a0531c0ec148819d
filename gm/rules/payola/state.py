"""The state of a Payola game and its options: frozen values that serialise to JSON as they are."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gm.rules import Phase
from gm.rules.diplomacy.board import Board, Unit
from gm.rules.diplomacy.movement import Dislodged
from gm.rules.diplomacy.orders import Adjustment, RetreatOrder
from gm.rules.payola.offers import Offer

SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}
WHAT = {"M": "offers", "R": "retreats", "A": "adjustments"}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game may choose."""

    board: str = "standard"


class Entry(msgspec.Struct, frozen=True):
    """One entry of an account: when (the phase), what for, how much, and the balance after it."""

    phase: str
    what: str
    amount: int
    balance: int


class State(msgspec.Struct, frozen=True):
    """A game between two events. Keys of units and dislodged are provinces; amounts are silver pieces.

    sheets, retreats and adjustments are what is on file for the phase now due. accounts: entries of this game year.
    acceptance: lists in force. vacant: seats without a player; forfeited: eliminated seats whose player resigned.
    """

    options: Options
    year: int
    season: str
    kind: str
    units: dict[str, Unit]
    centres: dict[str, tuple[str, ...]]
    balances: dict[str, int]
    accounts: dict[str, tuple[Entry, ...]] = {}
    acceptance: dict[str, tuple[str, ...]] = {}
    sheets: dict[str, tuple[Offer, ...]] = {}
    retreats: dict[str, dict[str, RetreatOrder]] = {}
    adjustments: dict[str, tuple[Adjustment, ...]] = {}
    dislodged: dict[str, Dislodged] = {}
    contested: tuple[str, ...] = ()
    vacant: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    winner: str = ""

    @property
    def code(self) -> str:
        """The code of the phase, such as S1901M."""
        return f"{self.season}{self.year}{self.kind}"

    @property
    def phase(self) -> Phase:
        """The phase now due."""
        title = f"{SEASONS[self.season]} {self.year}"
        if self.kind != "M":
            title += f" {WHAT[self.kind]}"
        return Phase(self.code, KINDS[self.kind], title)

    def owned_by(self, power: str) -> tuple[Unit, ...]:
        """Return the units of *power*, by place."""
        return tuple(unit for unit in self.by_place() if unit.power == power)

    def by_place(self) -> list[Unit]:
        """Return all units, by place."""
        return sorted(self.units.values(), key=lambda unit: unit.place)

    def eliminated(self, power: str) -> bool:
        """Return whether *power* owns no centre (2.4; counted in autumn)."""
        return not self.centres.get(power)


def default_list(board: Board, power: str) -> tuple[str, ...]:
    """Return the acceptance list of a power that has filed none: itself, then the others by name."""
    others = sorted((p for p in board.powers if p != power), key=lambda p: board.powers[p].name)
    return (power, *others)


def acceptance_of(board: Board, lists: Mapping[str, tuple[str, ...]], power: str) -> tuple[str, ...]:
    """Return the list in force, or the default one."""
    return lists.get(power) or default_list(board, power)


def tax(board: Board, centres: int) -> int:
    """Return a year's income from *centres*: victory criterion - n for the n-th, never below 0 (2.1, 6)."""
    return sum(max(0, board.victory - n) for n in range(1, centres + 1))
