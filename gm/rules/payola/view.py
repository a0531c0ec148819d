"""What is told of a game of Payola as it stands: what a seat knows now."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.rules import Phase, Seat
from gm.rules.payola.notices import Position, Retreating
from gm.rules.payola.state import State, letters, lines_on_file, savings
from gm.rules.provinces.board import Board
from gm.rules.provinces.view import own_example, position, retreating
from gm.rules.ruleset import View

TOPICS = {"M": "OFFERS", "R": "RETREATS", "A": "BUILDS"}


class PayolaView(View, frozen=True, kw_only=True):
    """The board. balance, acceptance (as letters), saved: the seat's own; eliminated: it owns no centre."""

    position: Position
    dislodged: tuple[Retreating, ...]
    phase: Phase
    code: str
    balance: int | UnsetType = UNSET
    acceptance: str | UnsetType = UNSET
    saved: int | UnsetType = UNSET
    eliminated: bool | UnsetType = UNSET


def view_of(board: Board, state: State, seat: Seat | None) -> PayolaView:
    """Return what *seat* knows now; None stands for an observer, who sees only the board."""
    public = PayolaView(
        position=position(board, state), dislodged=retreating(state.dislodged), phase=state.phase, code=state.code
    )
    if seat is None:
        return public
    return replace(
        public,
        balance=state.balances[seat],
        acceptance=letters(board, state.acceptance.get(seat, ())),
        filed=lines_on_file(board, state, seat),
        saved=savings(state.sheets.get(seat, ())),
        example=_example(board, state, seat),
        eliminated=state.eliminated(seat),
        topic=TOPICS[state.kind],
    )


def _example(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    """Return lines that would be valid here and now, with the seat's own units."""
    if state.kind != "M":
        return own_example(board, state, seat)
    lines = []
    if seat not in state.acceptance and not state.eliminated(seat):
        names = [seat, *(p for p in board.powers if p != seat)]
        lines.append(f"ACCEPT {letters(board, names)}")
    own_units = state.owned_by(seat)
    for number, unit in enumerate(own_units[:2]):
        places = sorted(board.reach(unit.kind, unit.place))
        if places:
            more = f" | - {places[1]}" if number == 0 and len(places) > 1 else ""
            lines.append(f"{4 - 2 * number} : {unit} - {places[0]}{more}")
    if not own_units:
        foreign = min((u for u in state.units.values() if u.power != seat), key=lambda u: u.place)
        lines.append(f"1 : {foreign} H")
    return (*lines, "10 $")
