"""What a seat knows now: the position, its colour, and a turn that it could send."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from gm.rules import Phase, Seat
from gm.rules.hex_negotiation.examples import example
from gm.rules.hex_negotiation.notices import StonesBoard
from gm.rules.hex_negotiation.state import State, colour_of
from gm.rules.hex_negotiation.telling import board_told
from gm.rules.ruleset import View


class StoneView(View, frozen=True, kw_only=True):
    """The position. colour: the seat's own; proposal: the colour that proposes a draw, or ""."""

    phase: Phase
    position: StonesBoard
    swapped: bool
    colour: str | UnsetType = UNSET
    proposal: str | UnsetType = UNSET


def view_of(state: State, seat: Seat | None) -> StoneView:
    """Return what *seat* knows now; None stands for an observer, who sees the position."""
    position = board_told(state)
    if seat is None:
        return StoneView(phase=state.phase, position=position, swapped=state.swapped)
    owes = not state.how and seat == state.owing
    return StoneView(
        phase=state.phase,
        position=position,
        swapped=state.swapped,
        colour=colour_of(state, seat),
        proposal=colour_of(state, state.proposal) if state.proposal else "",
        filed=(),
        example=example(state.position) if owes else (),
        topic="REPLACE" if state.history else "PLACE",
    )
