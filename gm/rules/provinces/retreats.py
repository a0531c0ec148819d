"""A retreat phase: each dislodged unit goes where it was ordered, or leaves the board."""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.faults import words
from gm.rules.provinces.movement import Dislodged, Fate, Result
from gm.rules.provinces.orders import Disband, Retreat, RetreatOrder


def judge_retreats(
    board: Board, dislodged: Mapping[str, Dislodged], orders: Mapping[str, RetreatOrder]
) -> tuple[dict[str, Fate], tuple[Unit, ...]]:
    """Return fates by province (succeeds or disbands), and the units that found a place, as they now stand.

    A unit without an order, with an impossible one, or with a rival for its place disbands (DATC 6.H). An army that
    retreats over a strait is no rival of a unit that does not.
    """
    wanted: dict[str, list[str]] = {}
    for province, lost in dislodged.items():
        order = orders.get(province)
        if isinstance(order, Retreat) and order.to in lost.retreats:
            wanted.setdefault(order.to[:3], []).append(province)
    armies = {one for one, lost in dislodged.items() if lost.unit.kind == "A"}
    first = {
        target: [one for one in rivals if one not in armies or not board.crosses(one, target)] or rivals
        for target, rivals in wanted.items()
    }
    fates, saved = {}, []
    for province, lost in dislodged.items():
        order = orders.get(province)
        rivals = first.get(order.to[:3], []) if isinstance(order, Retreat) else []
        if rivals == [province] and isinstance(order, Retreat):
            fates[province] = Fate(Result.SUCCEEDS)
            saved.append(Unit(lost.unit.power, lost.unit.kind, order.to))
        else:
            over = isinstance(order, Retreat) and province in wanted.get(order.to[:3], [])
            why = _why(order, rivals, over and province not in rivals)
            fates[province] = Fate(Result.DISBANDS, tuple(r for r in rivals if r != province), why=why)
    return fates, tuple(saved)


def _why(order: RetreatOrder | None, rivals: list[str], is_passed: bool) -> str:
    """Return why a retreat fails. is_passed: whether it is one over a strait, and others are first in line."""
    if order is None:
        return words("retreat.none")
    if isinstance(order, Disband):
        return words("retreat.disband")
    if not rivals:
        return words("retreat.closed")
    return words("retreat.taken" if is_passed else "retreat.two")
