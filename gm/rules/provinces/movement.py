"""A movement phase from orders to fates: what became of each order, and which orders were the cause."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from gm.rules.provinces.battle import Battle
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.faults import words
from gm.rules.provinces.orders import HOLD, Convoy, Move, Order, Support, chain_needs, fleets_at_sea, why_illegal
from gm.rules.provinces.paradox import resolve


class Result(StrEnum):
    """What may become of an order; only retreats and adjustments disband."""

    SUCCEEDS = "succeeds"
    BOUNCES = "bounces"
    CUT = "cut"
    DISRUPTED = "disrupted"
    VOID = "void"
    DISLODGED = "dislodged"
    DISBANDS = "disbands"


class Fate(msgspec.Struct, frozen=True):
    """What became of a unit's order. *by* names the units whose orders were the cause, by province, sorted.

    order_fate, order_by: the same of a dislodged unit's own order. why: the reason for a void order, in words.
    paradox: the Szykman rule broke the convoy.
    """

    fate: Result
    by: tuple[str, ...] = ()
    order_fate: Result | None = None
    order_by: tuple[str, ...] = ()
    why: str = ""
    paradox: bool = False


class Dislodged(msgspec.Struct, frozen=True):
    """A unit that lost its place: the province its attacker came from, and where it may retreat (places, sorted)."""

    unit: Unit
    attacker: str
    retreats: tuple[str, ...]


class Ruling(msgspec.Struct, frozen=True):
    """A movement phase judged. Keys are provinces; a fate's is where the unit stood.

    contested: provinces left empty by a standoff, closed to retreats.
    """

    fates: dict[str, Fate]
    units: dict[str, Unit]
    dislodged: dict[str, Dislodged]
    contested: tuple[str, ...]


def split_void(
    board: Board, units: Mapping[str, Unit], orders: Mapping[str, Order]
) -> tuple[dict[str, Order], dict[str, str]]:
    """Return the legal orders, and why each of the others is void. A unit without a legal order holds."""
    legal: dict[str, Order] = {}
    void: dict[str, str] = {}
    for province, order in orders.items():
        why = why_illegal(board, units, units[province], order)
        if why:
            void[province] = why
        else:
            legal[province] = order
    return legal, void


def choose_ways(board: Board, units: Mapping[str, Unit], orders: Mapping[str, Order]) -> dict[str, Order]:
    """Settle land or convoy for each army in *orders*: by convoy where no border leads, or by intent (DATC 6.G.1).

    An army ordered over a land border goes by convoy if a fleet of its own power is ordered to carry it and is
    part of a chain without a spare fleet.
    """
    seas = fleets_at_sea(board, units)
    meant = {
        (order.of, order.to)
        for province, order in orders.items()
        if isinstance(order, Convoy)
        and order.of in units
        and units[order.of].power == units[province].power
        and chain_needs(board, seas, order.of, goal=order.to, link=province)
    }
    return {province: _with_way(board, units[province], order, meant) for province, order in orders.items()}


def _with_way(board: Board, unit: Unit, order: Order, meant: set[tuple[str, str]]) -> Order:
    if not isinstance(order, Move) or unit.kind == "F" or order.via:
        return order
    by_land = order.to in board.army.get(unit.province, ())
    return order if by_land and (unit.province, order.to) not in meant else Move(order.to, via=True)


def adjudicate(board: Board, units: Mapping[str, Unit], orders: Mapping[str, Order]) -> Ruling:
    """Judge legal *orders* (see split_void) with land or convoy settled (see choose_ways)."""
    battle = Battle(board, units, orders)
    broken = resolve(battle)
    contested = _contested(battle)
    after = {p: unit for p, unit in units.items() if p not in battle.moves and not battle.dislodged(p)}
    lost: dict[str, str] = {}
    for mover, won in battle.won.items():
        if won:
            unit, target = units[mover], battle.moves[mover]
            order = orders[mover]
            after[target] = Unit(unit.power, unit.kind, order.to if unit.kind == "F" else target)  # type: ignore[union-attr]
            if battle.dislodged(target):
                lost[target] = mover
        elif not battle.dislodged(mover):
            after[mover] = units[mover]
    dislodged = {
        p: Dislodged(
            units[p],
            by,
            retreats(board, units[p], after, contested=contested, attacker="" if by in battle.path else by),
        )
        for p, by in sorted(lost.items())
    }
    fates = {p: _fate(battle, p, orders.get(p, HOLD), taken_by=lost.get(p), broken=broken) for p in units}
    return Ruling(fates, after, dislodged, tuple(sorted(contested)))


def retreats(
    board: Board, unit: Unit, after: Mapping[str, Unit], contested: frozenset[str], attacker: str
) -> tuple[str, ...]:
    """Return where a dislodged *unit* may go: over a border, to a place neither occupied, contested nor the attacker's.

    attacker: the province the attack came from, "" if it came by convoy (DATC 6.H.11).
    """
    closed = contested | {attacker}
    return tuple(sorted(p for p in board.reach(unit.kind, unit.place) if p[:3] not in after and p[:3] not in closed))


def _contested(battle: Battle) -> frozenset[str]:
    """Return provinces that a standoff left empty: an attempt with strength failed there, and no unit is there now."""
    found = set()
    for target, movers in battle.into.items():
        stays = target in battle.power and not battle.won.get(target)
        if not stays and not any(battle.won[m] for m in movers) and any(battle.prevent(m)[1] > 0 for m in movers):
            found.add(target)
    return frozenset(found)


def _fate(battle: Battle, province: str, order: Order, taken_by: str | None, broken: frozenset[str]) -> Fate:
    own = _own_fate(battle, province, order, taken=taken_by is not None, broken=broken)
    if taken_by is None:
        return own
    return Fate(
        fate=Result.DISLODGED, by=(taken_by,), order_fate=own.fate, order_by=own.by, why=own.why, paradox=own.paradox
    )


def _own_fate(battle: Battle, province: str, order: Order, taken: bool, broken: frozenset[str]) -> Fate:
    """Return the fate of the order itself, whatever became of the unit."""
    match order:
        case Move():
            return _move_fate(battle, province, province in broken)
        case Support():
            return _support_fate(battle, province)
        case Convoy(of=of, to=to):
            if battle.moves.get(of) != to or of not in battle.path:
                return Fate(Result.VOID, why=words("not-given"))
            return Fate(Result.DISRUPTED) if taken else Fate(Result.SUCCEEDS)
        case _:
            return Fate(Result.DISLODGED) if taken else Fate(Result.SUCCEEDS)


def _support_fate(battle: Battle, province: str) -> Fate:
    if province not in battle.support:
        return Fate(Result.VOID, why=words("not-given"))
    if battle.support[province]:
        return Fate(Result.SUCCEEDS)
    target, power = battle.helps[province], battle.power[province]
    return Fate(
        Result.CUT,
        tuple(
            sorted(
                a
                for a in battle.into[province]
                if battle.power[a] != power and (battle.won[a] if a == target else battle.cuts(a))
            )
        ),
    )


def _move_fate(battle: Battle, mover: str, paradox: bool) -> Fate:
    if battle.won[mover]:
        return Fate(Result.SUCCEEDS)
    if battle.path.get(mover) is False:
        lost = sorted(fleet for fleet in battle.carriers[mover] if battle.dislodged(fleet))
        return Fate(Result.DISRUPTED, tuple(lost), paradox=paradox)
    target, strength = battle.moves[mover], battle.attack(mover)[0]
    stood = [target] if battle.resistance(mover)[0] >= strength and target in battle.power else []
    rivals = [r for r in battle.into[target] if r != mover and battle.prevent(r)[0] >= strength]
    return Fate(Result.BOUNCES, tuple(sorted({*stood, *rivals})))
