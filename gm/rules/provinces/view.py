"""What is told of a game of armies and fleets as it stands: the board, who was dislodged, lines that could be sent."""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules import Seat
from gm.rules.provinces import notices as said
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.campaign import Campaign
from gm.rules.provinces.movement import Dislodged, Fate, Result
from gm.rules.provinces.orders import RetreatOrder, write_retreat
from gm.rules.provinces.telling import Told


def position(board: Board, state: Campaign, counted: bool = False, taken: tuple[str, ...] = ()) -> said.Position:
    """Return the board as everybody sees it."""
    owned = {c for centres in state.centres.values() for c in centres}
    units = [(unit.power, str(unit)) for unit in state.by_place()]
    return said.Position(
        tuple(
            said.Holdings(
                code, power.name, tuple(u for owner, u in units if owner == code), tuple(state.centres.get(code, ()))
            )
            for code, power in board.powers.items()
        ),
        tuple(sorted(c for c in board.home if c not in owned)),
        counted,
        taken,
    )


def retreating(lost: Mapping[str, Dislodged]) -> tuple[said.Retreating, ...]:
    """Return dislodged units and where they may go, by power and place."""
    return tuple(
        said.Retreating(d.unit.power, str(d.unit), d.attacker, d.retreats)
        for _, d in sorted(lost.items(), key=lambda item: (item[1].unit.power, item[0]))
    )


def told_retreat(unit: Unit, order: RetreatOrder, fate: Fate) -> Told:
    """Return what became of a retreat."""
    done = fate.fate == Result.SUCCEEDS
    return Told(
        power=unit.power,
        order=write_retreat(unit, order),
        outcome="retreated" if done else f"disbanded ({fate.why})",
        ok=done,
        fate=fate.fate,
    )


def own_example(board: Board, state: Campaign, seat: Seat) -> tuple[str, ...]:
    """Return retreats or adjustments that *seat* could send now."""
    if state.kind == "R":
        own = sorted((d for d in state.dislodged.values() if d.unit.power == seat), key=lambda d: d.unit.place)
        return tuple(f"{d.unit} - {d.retreats[0]}" for d in own)
    owes = account(board, seat, state.units, state.centres.get(seat, ()))
    if owes.builds:
        return tuple(f"BUILD A {site}" for site in owes.sites[: owes.builds])
    return tuple(f"REMOVE {unit}" for unit in state.owned_by(seat)[: owes.removals])
