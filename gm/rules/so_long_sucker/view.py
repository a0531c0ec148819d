"""What a seat knows now: all that everybody sees, and what it could send."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from gm.rules import Phase, Seat
from gm.rules.ruleset import View
from gm.rules.so_long_sucker.choices import example
from gm.rules.so_long_sucker.notices import TablePosition
from gm.rules.so_long_sucker.state import State
from gm.rules.so_long_sucker.telling import standing


class TableView(View, frozen=True, kw_only=True):
    """The position. winner: "" while the game runs; defeated: whether the seat is out."""

    phase: Phase
    code: str
    position: TablePosition
    winner: str
    defeated: bool | UnsetType = UNSET


def view_of(state: State, seat: Seat | None) -> TableView:
    """Return what *seat* knows now; None stands for an observer, who sees the same position."""
    phase, code, position = state.phase, state.code, standing(state)
    if seat is None:
        return TableView(phase=phase, code=code, position=position, winner=state.winner)
    lines = example(state, seat)
    return TableView(
        phase=phase,
        code=code,
        position=position,
        winner=state.winner,
        defeated=seat in state.defeated,
        filed=(),
        example=lines,
        topic=state.kind.upper() if lines else "RULES",
    )
