"""An adjustment phase: builds in empty home centres, removals, and civil disorder where orders are missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gm.rules import Seat
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.faults import words
from gm.rules.provinces.orders import Adjustment, Build, Remove, Waive


class Account(msgspec.Struct, frozen=True):
    """What a power owes or may do. difference: centres less units; sites: home centres free to build in, sorted."""

    difference: int
    sites: tuple[str, ...]

    @property
    def builds(self) -> int:
        """Return how many units may be built."""
        return max(0, min(self.difference, len(self.sites)))

    @property
    def removals(self) -> int:
        """Return how many units must be removed."""
        return max(0, -self.difference)


class Adjusted(msgspec.Struct, frozen=True):
    """One power's adjustments judged: for each order why it is void ("" if carried out), and the units that change."""

    void: tuple[str, ...]
    built: tuple[Unit, ...]
    removed: tuple[Unit, ...]
    disorder: tuple[Unit, ...]


def account(board: Board, power: Seat, units: Mapping[str, Unit], centres: Iterable[str]) -> Account:
    """Return what *power* may build or must remove, given its *centres* and every unit on the board."""
    owned = sorted(centres)
    count = sum(unit.power == power for unit in units.values())
    sites = tuple(c for c in owned if board.home.get(c) == power and c not in units)
    return Account(len(owned) - count, sites)


def why_no_build(board: Board, owes: Account, order: Build, taken: Iterable[str]) -> str:
    """Return why *order* cannot be carried out, besides sites already *taken*; "" if it can."""
    province = order.place[:3]
    if province not in owes.sites:
        return words("build.no-site", place=board.named(province))
    if province in taken:
        return words("build.twice", place=board.named(province))
    if order.kind == "F" and order.place not in board.fleet_places(province):
        places = board.fleet_places(province)
        return words("build.coast" if places else "build.inland", coasts=" or ".join(places))
    return ""


def judge_adjustments(
    board: Board, power: Seat, units: Mapping[str, Unit], centres: Iterable[str], orders: Sequence[Adjustment]
) -> Adjusted:
    """Carry out *orders* in the order written; what is excessive or impossible is void (DATC 6.I, 6.J).

    Missing removals are made by civil disorder; missing builds are waived.
    """
    owned = tuple(centres)
    owes = account(board, power, units, owned)
    void: list[str] = []
    built: dict[str, Unit] = {}
    removed: dict[str, Unit] = {}
    waived = 0
    for order in orders:
        match order:
            case Build():
                why = why_no_build(board, owes, order, built)
                if not why and len(built) + waived >= owes.builds:
                    why = words("build.none-left")
                if not why:
                    built[order.place[:3]] = Unit(power, order.kind, order.place)
            case Remove():
                why = _why_no_removal(power, units, owes, order=order, removed=removed)
                if not why:
                    removed[order.place[:3]] = units[order.place[:3]]
            case Waive():
                why = "" if len(built) + waived < owes.builds else words("build.none-left")
                waived += not why
        void.append(why)
    left = {p: unit for p, unit in units.items() if p not in removed}
    disorder = civil_disorder(board, power, left, centres=owned, count=owes.removals - len(removed))
    return Adjusted(tuple(void), tuple(built.values()), tuple(removed.values()), disorder)


def _why_no_removal(
    power: Seat, units: Mapping[str, Unit], owes: Account, order: Remove, removed: Mapping[str, Unit]
) -> str:
    unit = units.get(order.place[:3])
    if unit is None or unit.power != power or unit.kind != order.kind:
        return words("removal.no-unit")
    if unit.province in removed:
        return words("removal.twice")
    return "" if len(removed) < owes.removals else words("removal.none-due")


def civil_disorder(
    board: Board, power: Seat, units: Mapping[str, Unit], centres: Iterable[str], count: int
) -> tuple[Unit, ...]:
    """Return the first *count* units to go: farthest from an owned centre, fleets before armies, then by province name.

    2023 rules; DATC 4.D.8, 6.J.3 to 6.J.11.
    """
    owned = tuple(centres)

    def first_to_go(unit: Unit) -> tuple[int, bool, str]:
        return -board.distance(unit.kind, unit.place, owned), unit.kind == "A", board.named(unit.province)

    own = sorted((unit for unit in units.values() if unit.power == power), key=first_to_go)
    return tuple(own[: max(0, count)])
