"""What the state of every game of armies and fleets has: the board as it stands, and what is on file besides moves."""

from __future__ import annotations

import msgspec

from gm.rules import NO_SEAT, Phase, Seat
from gm.rules.pictures.map import MapTold
from gm.rules.provinces.board import Board, BoardOptions, Unit
from gm.rules.provinces.movement import Dislodged
from gm.rules.provinces.orders import Adjustment, RetreatOrder, write_adjustment, write_retreat

SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}
WHAT = {"R": "retreats", "A": "adjustments"}


class Fallen(msgspec.Struct, frozen=True):
    """A unit that has left the board, as everybody was told: how, in words, and in which phase, by its title."""

    unit: Unit
    how: str
    title: str


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """A game between two events. Keys of units and dislodged are provinces; a ruleset adds what its powers file.

    retreats and adjustments are what is on file for the phase now due. contested: provinces that a standoff left empty.
    fallen: the units that each of the last two results listed as destroyed, disbanded or removed, the older one first.
    vacant: seats without a player. maps: what everybody was told of the phases judged so far, in order; gm 0.4 or
    earlier kept none.
    """

    options: BoardOptions
    year: int
    season: str
    kind: str
    units: dict[str, Unit]
    centres: dict[Seat, tuple[str, ...]]
    retreats: dict[Seat, dict[str, RetreatOrder]] = {}
    adjustments: dict[Seat, tuple[Adjustment, ...]] = {}
    dislodged: dict[str, Dislodged] = {}
    contested: tuple[str, ...] = ()
    vacant: tuple[Seat, ...] = ()
    winner: Seat = NO_SEAT
    fallen: tuple[tuple[Fallen, ...], ...] = ()
    maps: tuple[MapTold, ...] = ()

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

    @property
    def next_movement(self) -> str:
        """The code of the next movement phase."""
        return f"F{self.year}M" if self.season == "S" else f"S{self.year + 1}M"

    def owned_by(self, power: Seat) -> tuple[Unit, ...]:
        """Return the units of *power*, by place."""
        return tuple(unit for unit in self.by_place() if unit.power == power)

    def by_place(self) -> list[Unit]:
        """Return all units, by place."""
        return sorted(self.units.values(), key=lambda unit: unit.place)

    def provinces_of(self, power: Seat) -> frozenset[str]:
        """Return the provinces in which *power* has a centre or a unit, dislodged ones included."""
        units = [*self.units.values(), *(lost.unit for lost in self.dislodged.values())]
        return frozenset((*self.centres.get(power, ()), *(one.province for one in units if one.power == power)))

    def eliminated(self, power: Seat) -> bool:
        """Return whether *power* owns no centre (counted in autumn)."""
        return not self.centres.get(power)


def order_of(code: str) -> tuple[int, int, int]:
    """Return by what the codes of phases are sorted."""
    return int(code[1:5]), "SFW".index(code[0]), "MRA".index(code[5])


def opening(board: Board) -> tuple[dict[str, Unit], dict[Seat, tuple[str, ...]]]:
    """Return the units, by province, and the centres that the powers of a board begin with."""
    units = {unit.province: unit for own in board.start.values() for unit in own}
    centres = {power: tuple(sorted(c for c, owner in board.home.items() if owner == power)) for power in board.powers}
    return units, centres


def own_lines_on_file(state: Campaign, seat: Seat) -> tuple[str, ...]:
    """Return the retreats or adjustments that a seat has on file, in normal form."""
    if state.kind == "R":
        orders = state.retreats.get(seat, {})
        return tuple(write_retreat(state.dislodged[p].unit, order) for p, order in sorted(orders.items()))
    return tuple(write_adjustment(order) for order in state.adjustments.get(seat, ()))
