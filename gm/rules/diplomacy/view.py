"""What is told of a game of Diplomacy as it stands: what a seat knows now."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.rules import Phase, Seat
from gm.rules.diplomacy.notices import Position, Retreating
from gm.rules.diplomacy.state import State, lines_on_file
from gm.rules.provinces.board import Board
from gm.rules.provinces.view import own_example, position, retreating
from gm.rules.ruleset import View

TOPICS = {"M": "ORDERS", "R": "RETREATS", "A": "BUILDS"}
SHOWN = 3  # lines of an example


class DiplomacyView(View, frozen=True, kw_only=True):
    """The board. lacking: the seat's own units without an order; final: it has said READY; eliminated: no centre."""

    position: Position
    dislodged: tuple[Retreating, ...]
    phase: Phase
    code: str
    lacking: tuple[str, ...] | UnsetType = UNSET
    final: bool | UnsetType = UNSET
    eliminated: bool | UnsetType = UNSET


def view_of(board: Board, state: State, seat: Seat | None) -> DiplomacyView:
    """Return what *seat* knows now; None stands for an observer, who sees only the board."""
    public = DiplomacyView(
        position=position(board, state), dislodged=retreating(state.dislodged), phase=state.phase, code=state.code
    )
    if seat is None:
        return public
    return replace(
        public,
        filed=lines_on_file(board, state, seat),
        example=_example(board, state, seat),
        topic=TOPICS[state.kind],
        lacking=tuple(map(str, state.lacking(seat))),
        final=seat in state.ready,
        eliminated=state.eliminated(seat),
    )


def _example(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    """Return lines that would be valid here and now, with the seat's own units."""
    if state.kind != "M":
        return own_example(board, state, seat)
    lines = []
    for number, unit in enumerate(state.owned_by(seat)[:SHOWN]):
        places = sorted(board.reach(unit.kind, unit.place))
        lines.append(f"{unit} - {places[number % len(places)]}" if places and number < SHOWN - 1 else f"{unit} H")
    return tuple(lines)
