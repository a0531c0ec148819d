"""What became of an order, in plain words for the players."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gm.rules import Seat
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.movement import Fate, Result


class Told(msgspec.Struct, frozen=True):
    """One order and its outcome. power is the owner's code; order in normal form; outcome in words; ok: as ordered."""

    power: Seat
    order: str
    outcome: str
    ok: bool
    fate: str


def tell_movement(
    board: Board, units: Mapping[str, Unit], texts: Mapping[str, str], fates: Mapping[str, Fate]
) -> tuple[Told, ...]:
    """Return every order with its outcome, by power and place. *texts* gives each unit's order in normal form."""
    rows = []
    for unit in sorted(units.values(), key=lambda u: (u.power, u.place)):
        fate = fates[unit.province]
        outcome = _words(board, units, texts, unit=unit, fate=fate)
        rows.append(
            Told(
                power=unit.power,
                order=texts[unit.province],
                outcome=outcome,
                ok=fate.fate == Result.SUCCEEDS,
                fate=fate.fate,
            )
        )
    return tuple(rows)


def _words(board: Board, units: Mapping[str, Unit], texts: Mapping[str, str], unit: Unit, fate: Fate) -> str:
    if fate.fate == Result.DISLODGED:
        by = _named(board, units, texts, fate.by)
        lost = fate.order_fate in (Result.DISLODGED, Result.DISRUPTED)
        own = "" if lost else _own_words(board, units, texts, unit=unit, fate=fate)
        return f"dislodged by {by}" + (f"; {own}" if own else "")
    return _own_words(board, units, texts, unit=unit, fate=fate)


def _own_words(board: Board, units: Mapping[str, Unit], texts: Mapping[str, str], unit: Unit, fate: Fate) -> str:
    """Return the outcome of the order itself."""
    kind = fate.order_fate or fate.fate
    by = _named(board, units, texts, fate.order_by if fate.order_fate else fate.by)
    text = texts[unit.province]
    match kind:
        case Result.SUCCEEDS:
            return _done(text)
        case Result.BOUNCES:
            return f"bounced with {by}" if by else "bounced"
        case Result.CUT:
            return f"support cut by {by}"
        case Result.DISRUPTED if fate.paradox:
            return "no convoy: it hung on its own attack"
        case Result.DISRUPTED:
            return f"convoy broken: {by} dislodged" if by else "no fleet carried it"
        case _:
            return f"void: {fate.why}"


def _done(text: str) -> str:
    order = text.split(" ", 2)[2]
    return {"H": "held", "-": "moved", "S": "gave support", "C": "convoyed"}[order[0]]


def _named(board: Board, units: Mapping[str, Unit], texts: Mapping[str, str], provinces: tuple[str, ...]) -> str:
    """Return orders with their owners: `German A MUN - BUR and Italian A MAR - BUR`."""
    names = [f"{board.powers[units[p].power].adjective} {texts[p]}" for p in provinces]
    return " and ".join(names) if len(names) < 3 else ", ".join(names[:-1]) + " and " + names[-1]
