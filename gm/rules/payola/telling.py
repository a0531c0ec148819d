"""What is told of a game of Payola as it stands: the position, and who was dislodged."""

from __future__ import annotations

from collections.abc import Mapping

from gm.rules.diplomacy.board import Board, Unit
from gm.rules.diplomacy.movement import Dislodged, Fate
from gm.rules.diplomacy.orders import RetreatOrder, write_retreat
from gm.rules.diplomacy.telling import Told
from gm.rules.payola import notices as said
from gm.rules.payola.state import State


def position(board: Board, state: State, counted: bool = False, taken: tuple[str, ...] = ()) -> said.Position:
    """The board as everybody sees it."""
    owned = {c for centres in state.centres.values() for c in centres}
    return said.Position(
        tuple(
            said.Holdings(
                code, power.name, tuple(str(u) for u in state.owned_by(code)), tuple(state.centres.get(code, ()))
            )
            for code, power in board.powers.items()
        ),
        tuple(sorted(c for c in board.home if c not in owned)),
        counted,
        taken,
    )


def retreating(lost: Mapping[str, Dislodged]) -> tuple[said.Retreating, ...]:
    """Dislodged units and where they may go, by power and place."""
    return tuple(
        said.Retreating(d.unit.power, str(d.unit), d.attacker, d.retreats)
        for _, d in sorted(lost.items(), key=lambda item: (item[1].unit.power, item[0]))
    )


def told_retreat(unit: Unit, order: RetreatOrder, fate: Fate) -> Told:
    """What became of a retreat."""
    done = fate.fate == "succeeds"
    return Told(
        unit.power, write_retreat(unit, order), "retreated" if done else f"disbanded ({fate.why})", done, fate.fate
    )
