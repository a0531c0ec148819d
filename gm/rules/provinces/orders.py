"""The orders of Diplomacy, the one way to write each, and which are legal on a board as it stands.

Nothing here judges an order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.faults import words


class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """Stay."""


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Go to a place (a fleet's with its coast). via: by convoy, asked for even where a land border may exist."""

    to: str
    via: bool = False


class Support(msgspec.Struct, frozen=True, tag="support"):
    """Help the unit in province *of* to hold (to is "") or to move to *to*. A coast in *to* must then be the move's."""

    of: str
    to: str = ""


class Convoy(msgspec.Struct, frozen=True, tag="convoy"):
    """Carry the army in province *of* to province *to*."""

    of: str
    to: str


class Retreat(msgspec.Struct, frozen=True, tag="retreat"):
    """Move a dislodged unit to a place."""

    to: str


class Disband(msgspec.Struct, frozen=True, tag="disband"):
    """Take a dislodged unit off the board."""


class Build(msgspec.Struct, frozen=True, tag="build"):
    """Place a new unit in a home centre."""

    kind: str
    place: str


class Remove(msgspec.Struct, frozen=True, tag="remove"):
    """Take a unit off the board in an adjustment phase."""

    kind: str
    place: str


class Waive(msgspec.Struct, frozen=True, tag="waive"):
    """Give up a build."""


Order: TypeAlias = Hold | Move | Support | Convoy
RetreatOrder: TypeAlias = Retreat | Disband
Adjustment: TypeAlias = Build | Remove | Waive

HOLD = Hold()


def helped(province: str, units: Mapping[str, Unit]) -> str:
    """Return the unit in *province* as a support or convoy names it: without its coast."""
    return f"{units[province].kind} {province}"


def write(order: Order, units: Mapping[str, Unit], by_land: bool = True) -> str:
    """Write *order* without its unit: `H`, `- BUR`, `S A MUN - BUR`. *units*: all, by their provinces.

    by_land: a land border joins the move's places, so that VIA means something and is written.
    """
    match order:
        case Hold():
            return "H"
        case Move(to=to, via=via):
            return f"- {to} VIA" if via and by_land else f"- {to}"
        case Support(of=of, to=""):
            return f"S {helped(of, units)}"
        case Support(of=of, to=to):
            return f"S {helped(of, units)} - {to}"
        case Convoy(of=of, to=to):
            return f"C {helped(of, units)} - {to}"


def write_with_unit(unit: Unit, order: Order, units: Mapping[str, Unit], by_land: bool = True) -> str:
    """Write *order* with its unit: `A PAR - BUR`."""
    return f"{unit} {write(order, units, by_land)}"


def write_retreat(unit: Unit, order: RetreatOrder) -> str:
    """Write a retreat: `A BUR - PAR` or `A BUR D`."""
    return f"{unit} - {order.to}" if isinstance(order, Retreat) else f"{unit} D"


def write_adjustment(order: Adjustment) -> str:
    """Write an adjustment: `BUILD F STP/SC`, `REMOVE A PAR` or `WAIVE`."""
    match order:
        case Build(kind=kind, place=place):
            return f"BUILD {kind} {place}"
        case Remove(kind=kind, place=place):
            return f"REMOVE {kind} {place}"
        case Waive():
            return "WAIVE"


Units = Mapping[str, Unit]
CHAIN_STEPS = 4000  # fleets considered when looking for a needed link; far above what a real board asks for


def fleets_at_sea(board: Board, units: Units) -> frozenset[str]:
    """Return the seas that hold a fleet now."""
    return frozenset(p for p, unit in units.items() if unit.kind == "F" and board.is_sea(p))


def _leads(board: Board, seas: frozenset[str], front: frozenset[str], ends: frozenset[str]) -> bool:
    """Return whether fleets in *seas*, each touching the next, lead from one of *front* to one of *ends*."""
    front = front & seas
    seen = set(front)
    while front:
        if not ends.isdisjoint(front):
            return True
        front = frozenset(n for sea in front for n in board.touches[sea] if n in seas and n not in seen)
        seen |= front
    return False


def chain_exists(board: Board, seas: frozenset[str], start: str, goal: str) -> bool:
    """Return whether fleets in *seas* join the coasts *start* and *goal*."""
    return _leads(board, seas, board.touches[start], board.touches[goal])


def chain_through(board: Board, seas: frozenset[str], start: str, goal: str, link: str) -> bool:
    """Return whether some chain from *start* to *goal* includes the fleet in *link*, and no fleet twice.

    Two paths from *link*, one to each coast and sharing no sea, exist unless one sea cuts it off from both
    coasts (Menger's theorem), so nothing is enumerated.
    """
    here, coasts = frozenset((link,)), (board.touches[start], board.touches[goal])
    if link not in seas or not all(_leads(board, seas, here, coast) for coast in coasts):
        return False
    return all(any(_leads(board, seas - {sea}, here, coast) for coast in coasts) for sea in seas - {link})


def chain_needs(board: Board, seas: frozenset[str], start: str, goal: str, link: str) -> bool:
    """Return whether a chain without a spare fleet includes *link* (DATC 6.G.6, 6.G.19).

    Such a chain cannot be shortened: only neighbours in it touch, and only its ends touch the coasts.
    """
    steps = 0
    first, last = board.touches[start], board.touches[goal]
    stack: list[tuple[tuple[str, ...], bool]] = [((sea,), link == sea) for sea in sorted(first & seas)]
    while stack and steps < CHAIN_STEPS:
        steps += 1
        path, met = stack.pop()
        if path[-1] in last:
            if met:
                return True
            continue
        for sea in sorted((board.touches[path[-1]] & seas) - first):
            if not any(sea == old or sea in board.touches[old] for old in path[:-1]):
                stack.append(((*path, sea), met or sea == link))
    return False


def why_illegal(board: Board, units: Units, unit: Unit, order: Order) -> str:
    """Return why *order* cannot be given to *unit* at all, in words for a player; "" if it is legal.

    A move crosses a border of the unit's kind, or a chain of fleets at sea carries the army; a support goes where
    the supporter could step over a border; a convoy is by a fleet at sea, of an army, along a chain it is part of.
    """
    if unit.province in board.closed and not isinstance(order, Hold):
        return words("closed.inside", place=board.named(unit.place))
    match order:
        case Hold():
            return ""
        case Move():
            return _why_no_move(board, units, unit, order)
        case Support():
            return _why_no_support(board, units, unit, order)
        case Convoy():
            return _why_no_convoy(board, units, unit, order)


def _why_no_move(board: Board, units: Units, unit: Unit, order: Move) -> str:
    target = order.to[:3]
    if target == unit.province:
        return words("move.nowhere", to=board.named(target))
    if unit.kind == "F":
        return _why_no_fleet_move(board, unit, order)
    if target in board.army.get(unit.province, ()) and not order.via:
        return ""
    if board.is_sea(target):
        return words("move.into-sea", to=board.named(target))
    seas = fleets_at_sea(board, units)
    if chain_exists(board, seas, unit.province, target):
        return ""
    if target in board.army.get(unit.province, ()):
        return words("move.by-land", to=board.named(target))
    return words("move.no-way", place=board.named(unit.place), to=board.named(target))


def _why_no_fleet_move(board: Board, unit: Unit, order: Move) -> str:
    if order.via:
        return words("fleet.convoyed")
    if order.to in board.reach("F", unit.place):
        return ""
    if order.to[:3] in board.closed:
        return words("closed", place=board.named(order.to))
    places = board.coasts_reached(unit.place, order.to[:3])
    if "/" in order.to and places:
        return words("fleet.other-coast", to=order.to, place=unit.place, coasts=" or ".join(places))
    if places:
        return words("fleet.coast", coasts=" or ".join(places))
    if not board.fleet_places(order.to[:3]):
        return words("fleet.inland", to=board.named(order.to))
    return words("fleet.no-border", place=board.named_with_coast(unit.place), to=board.named_with_coast(order.to))


def _why_no_support(board: Board, units: Units, unit: Unit, order: Support) -> str:
    if order.of == unit.province:
        return words("support.itself")
    other = units.get(order.of)
    if other is None:
        return words("no-unit", place=board.named(order.of))
    target = order.to[:3] or order.of
    if target in board.closed:
        return words("closed", place=board.named(target))
    if unit.kind == "A" and board.crosses(unit.province, target):
        return words("support.strait", to=board.named(target), place=board.named(unit.place))
    if target not in board.supported_from(unit.kind, unit.place):
        return words("support.not-next", to=board.named(target), place=board.named_with_coast(unit.place))
    return _why_no_helped_move(board, units, unit, other=other, to=order.to) if order.to else ""


def _why_no_helped_move(board: Board, units: Units, unit: Unit, other: Unit, to: str) -> str:
    """Return why a supported move is impossible by land and by a chain without the supporter (DATC 6.D.31); else ""."""
    if to[:3] == other.province:
        return words("support.no-move", to=board.named(to), unit=other)
    if to[:3] in board.reach_provinces(other.kind, other.place):
        return ""
    seas = fleets_at_sea(board, units) - {unit.province}
    if other.kind == "A" and not board.is_sea(to[:3]) and chain_exists(board, seas, other.province, to[:3]):
        return ""
    return words("support.cannot-go", unit=other, to=board.named(to))


def _why_no_convoy(board: Board, units: Units, unit: Unit, order: Convoy) -> str:
    if unit.kind != "F" or not board.is_sea(unit.province):
        return words("convoy.no-fleet")
    other = units.get(order.of)
    if other is None or other.kind != "A":
        return words("convoy.no-army", place=board.named(order.of))
    if order.of == order.to:
        return words("convoy.nowhere", to=board.named(order.to))
    if board.is_sea(order.to):
        return words("move.into-sea", to=board.named(order.to))
    if chain_through(board, fleets_at_sea(board, units), order.of, goal=order.to, link=unit.province):
        return ""
    return words("convoy.no-chain", place=board.named(order.of), to=board.named(order.to))
