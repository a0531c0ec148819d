"""A retreat phase: each dislodged unit goes where it was ordered, or leaves the board."""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules.provinces.board import Unit
from gm.rules.provinces.faults import words
from gm.rules.provinces.movement import Dislodged, Fate, Result
from gm.rules.provinces.orders import Disband, Retreat, RetreatOrder


def judge_retreats(
    dislodged: Mapping[str, Dislodged], orders: Mapping[str, RetreatOrder]
) -> tuple[dict[str, Fate], tuple[Unit, ...]]:
    """Return fates by province (succeeds or disbands), and the units that found a place, as they now stand.

    A unit without an order, with an impossible one, or with a rival for its place disbands (DATC 6.H).
    """
    wanted: dict[str, list[str]] = {}
    for province, lost in dislodged.items():
        order = orders.get(province)
        if isinstance(order, Retreat) and order.to in lost.retreats:
            wanted.setdefault(order.to[:3], []).append(province)
    fates, saved = {}, []
    for province, lost in dislodged.items():
        order = orders.get(province)
        rivals = wanted.get(order.to[:3], []) if isinstance(order, Retreat) else []
        if rivals == [province] and isinstance(order, Retreat):
            fates[province] = Fate(Result.SUCCEEDS)
            saved.append(Unit(lost.unit.power, lost.unit.kind, order.to))
        else:
            fates[province] = Fate(Result.DISBANDS, tuple(r for r in rivals if r != province), why=_why(order, rivals))
    return fates, tuple(saved)


def _why(order: RetreatOrder | None, rivals: list[str]) -> str:
    if order is None:
        return words("retreat.none")
    if isinstance(order, Disband):
        return words("retreat.disband")
    return words("retreat.two" if rivals else "retreat.closed")
