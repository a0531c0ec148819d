"""What a power orders for its own units after the moves: reading retreats, builds and removals, and their faults.

Checks use only what everybody sees (the board as it stands) and whose letter it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from lark import Token, Tree

from gm.rules import NO_SEAT, Problem, Seat
from gm.rules.lines.letters import Fault, problem
from gm.rules.provinces.adjustments import Account, account, why_no_build
from gm.rules.provinces.campaign import Campaign
from gm.rules.provinces.cutting import Pieces, written
from gm.rules.provinces.faults import words
from gm.rules.provinces.judging import read_adjustment, read_retreat
from gm.rules.provinces.orders import Adjustment, Build, Remove, Retreat, RetreatOrder, Waive
from gm.rules.provinces.reading import Reader, find_unit, subtrees, unit_written

STARTS = {"R": "retreat_line", "A": "winter_line"}
GONE = "gone"  # the code of the fault of an order that is passed over
WINTER_WORDS = ("BUILD", "REMOVE", "WAIVE")
CLOSED = {"M": WINTER_WORDS, "R": ("BUILD", "WAIVE")}  # what no line orders in these phases
ORDER_WORDS = {  # begin orders
    "M": WINTER_WORDS, "R": (*WINTER_WORDS, "DISBAND", "RETREAT"), "A": (*WINTER_WORDS, "DISBAND"),
}  # fmt: skip


class FileRetreats(msgspec.Struct, frozen=True, tag="retreats"):
    """File retreats for the sender's dislodged units, by province."""

    orders: dict[str, RetreatOrder]


class FileAdjustments(msgspec.Struct, frozen=True, tag="adjustments"):
    """File builds or removals."""

    orders: tuple[Adjustment, ...]


class PassOver(msgspec.Struct, frozen=True, tag="passed"):
    """Tell the sender which orders are passed over, since their units have left the board: each with how that was."""

    orders: tuple[tuple[str, str], ...]


class OwnReader:
    """Reads the retreats or adjustments of one seat for the phase now due."""

    def __init__(self, reader: Reader, state: Campaign, seat: Seat) -> None:
        self._board, self._reader, self._state, self._seat = reader.board, reader, state, seat

    def read(self, found: list[Token], before: Sequence[object]) -> tuple[str, RetreatOrder] | Adjustment:
        """Return the retreat, with its province, or the adjustment that the words *found* say; raises Fault.

        before: what the lines above it have been read as.
        """
        tree = self._reader.parse(found, STARTS[self._state.kind])
        return self._retreat(tree, before) if self._state.kind == "R" else self._adjustment(tree, before)

    def _retreat(self, tree: Tree[Token], before: Sequence[object]) -> tuple[str, RetreatOrder]:
        written = unit_written(next(iter(tree.find_data("unit"))))
        units = {p: lost.unit for p, lost in self._state.dislodged.items()}
        if written.province not in units:
            own = tuple(str(unit) for unit in units.values() if unit.power == self._seat)
            raise words.fault(written.token, "not-dislodged", own, province=self._board.named(written.province))
        unit = find_unit(self._board, units, written)
        if unit.power != self._seat:
            raise words.fault(written.token, "foreign-unit.own", unit=unit)
        if any(isinstance(one, tuple) and one[0] == unit.province for one in before):
            raise words.fault(written.token, "second-order", unit=unit)
        order = read_retreat(self._board, unit, tree)
        places = self._state.dislodged[unit.province].retreats
        if isinstance(order, Retreat) and order.to not in places:
            last = [child for child in tree.children if isinstance(child, Token)][-1]
            name = "no-retreat.but" if places else "no-retreat"
            raise words.fault(last, name, places, unit=unit, places=", ".join(places))
        return unit.province, order

    def _adjustment(self, tree: Tree[Token], before: Sequence[object]) -> Adjustment:
        for token in tree.scan_values(lambda one: isinstance(one, Token) and one.type == "POWER"):
            if token != self._seat:
                raise words.fault(token, "foreign-order")
        owes = account(self._board, self._seat, self._state.units, self._state.centres.get(self._seat, ()))
        if tree.data == "named":
            tree = self._as_build(tree, owes)
        order = read_adjustment(self._board, self._state.units, tree)
        if isinstance(order, Waive):
            return order
        written = unit_written(subtrees(tree)[-1])
        taken = [one.place[:3] for one in before if isinstance(one, Build | Remove)]
        if isinstance(order, Build):
            why = why_no_build(self._board, owes, order, taken)
            places = tuple(f"{order.kind} {p}" for p in self._board.fleet_places(order.place[:3])) if why else ()
            hints = places if order.kind == "F" and order.place[:3] in owes.sites else owes.sites
        else:
            unit = find_unit(self._board, self._state.units, written)
            why = words("foreign-unit.own", unit=unit) if unit.power != self._seat else ""
            why = why or (words("removal.twice") if unit.province in taken else "")
            hints = tuple(str(u) for u in self._state.owned_by(self._seat))
        if why:
            raise Fault(problem(written.token, "adjustment", why, hints))
        return order

    def _as_build(self, tree: Tree[Token], owes: Account) -> Tree[Token]:
        """Return a unit alone on its line as its build, if there is one to be made; it may not say what to remove."""
        if owes.builds:
            return Tree("build", tree.children)
        written = unit_written(subtrees(tree)[-1])
        unit = self._state.units.get(written.province)
        hints = [f"REMOVE {unit}"] if unit is not None and owes.removals and unit.power == self._seat else []
        raise words.fault(written.token, "unit-alone", hints)

    def miscounted(self, orders: Sequence[object], line: int) -> Iterator[Problem]:
        """Report more builds, or other removals, than are due, at the last *line* of them."""
        owes = account(self._board, self._seat, self._state.units, self._state.centres.get(self._seat, ()))
        builds = [o for o in orders if isinstance(o, Build | Waive)]
        removals = [o for o in orders if isinstance(o, Remove)]
        if len(builds) > owes.builds:
            yield words.problem((line, 1), "too-many-builds", most=owes.builds, number=len(builds))
        if len(removals) != owes.removals:
            yield words.problem((line, 1), "removals", most=owes.removals, number=len(removals))


def winter_only(state: Campaign, found: Sequence[Token]) -> Fault:
    """Return the fault of a build or a removal, with the words *found*, in another phase."""
    return words.fault(found[0], "builds-closed", year=state.year)


def gone(state: Campaign, found: Sequence[Token], seat: Seat = NO_SEAT) -> Fault | None:
    """Return the fault of a wrong order, with the words *found*, if it is for a unit that the last two results list.

    Such an order is passed over. seat: the unit must be its own; NO_SEAT: anybody's, as in offers.
    """
    at = next((n for n, token in enumerate(found) if token.type == "PLACE"), None)
    if at is None or (state.kind == "A" and not {"REMOVE", "DISBAND"} & {token.type for token in found}):
        return None
    province, kind = found[at][:3], str(found[at - 1]) if at and found[at - 1].type == "KIND" else ""
    units = {p: lost.unit for p, lost in state.dislodged.items()} if state.kind == "R" else state.units
    there = units.get(province)
    if there is not None and kind in ("", there.kind) and seat in (NO_SEAT, there.power):
        return None
    for one in (one for result in reversed(state.fallen) for one in result):
        if one.unit.province == province and kind in ("", one.unit.kind) and seat in (NO_SEAT, one.unit.power):
            return words.fault(found[at], GONE, unit=one.unit, how=one.how, title=one.title)
    return None


def one_line(pieces: Pieces) -> str:
    """Return an order that may be written over several lines as one."""
    return " ".join(" ".join(text for _, text in written(pieces)).split())
