"""The orders of Diplomacy, and the one way to write each. Nothing here judges an order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from gm.rules.diplomacy.board import Unit


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
