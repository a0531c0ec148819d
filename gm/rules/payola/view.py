"""What is told of a game of Payola as it stands: the position, who was dislodged, and what a seat knows now."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.rules import Phase, Seat
from gm.rules.payola import notices as said
from gm.rules.payola.notices import Position, Retreating
from gm.rules.payola.state import State, letters, lines_on_file, savings
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.movement import Dislodged, Fate, Result
from gm.rules.provinces.orders import RetreatOrder, write_retreat
from gm.rules.provinces.telling import Told
from gm.rules.ruleset import View


def position(board: Board, state: State, counted: bool = False, taken: tuple[str, ...] = ()) -> said.Position:
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
    if state.kind == "R":
        own = sorted((d for d in state.dislodged.values() if d.unit.power == seat), key=lambda d: d.unit.place)
        return tuple(f"{d.unit} - {d.retreats[0]}" for d in own)
    if state.kind == "A":
        return _adjustment_example(board, state, seat)
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


def _adjustment_example(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    owes = account(board, seat, state.units, state.centres.get(seat, ()))
    if owes.builds:
        return tuple(f"BUILD A {site}" for site in owes.sites[: owes.builds])
    return tuple(f"REMOVE {unit}" for unit in state.owned_by(seat)[: owes.removals])
