"""What a side knows now: all that is on the board, and its own orders."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.rules import Phase
from gm.rules.air_war.examples import example
from gm.rules.air_war.notices import AirBoard
from gm.rules.air_war.state import CHIPS, CITIES, FIRE, MOVES, State
from gm.rules.air_war.telling import board_told
from gm.rules.ruleset import View

TOPICS = {CITIES: "CITIES", CHIPS: "CHIPS", MOVES: "MOVES", FIRE: "FIRE"}


class AirView(View, frozen=True, kw_only=True):
    """The board. ready: whether the side has sent READY; proposals: who proposes a draw."""

    phase: Phase
    code: str
    cycle: int
    rows: int
    columns: int
    position: AirBoard
    ready: bool | UnsetType = UNSET
    proposals: tuple[str, ...] | UnsetType = UNSET


def view_of(state: State, side: str | None) -> AirView:
    """Return what a side knows now; None stands for an observer, who sees only the board."""
    board = AirView(
        phase=state.phase,
        code=state.code,
        cycle=state.cycle,
        rows=state.options.rows,
        columns=state.options.columns,
        position=board_told(state, side or ""),
    )
    if side is None:
        return board
    return replace(
        board,
        ready=side in state.ready,
        proposals=state.proposals,
        filed=state.filed.get(side, ()),
        example=example(state, side),
        topic=TOPICS[state.kind],
    )
