"""Whether an order is allowed now, by what everybody sees: the first reason why not, or none.

How the order was written is not known here; the reason says which part of it is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.rules import Seat
from gm.rules.pictures.table import BURN, CAPTURE, LOWEST
from gm.rules.so_long_sucker.acts import Act, Discard, Kill, Next, Play, Refuse, Transfer
from gm.rules.so_long_sucker.chips import in_order, prisoners
from gm.rules.so_long_sucker.choices import outcome_of, owed, reluctant
from gm.rules.so_long_sucker.events import listed
from gm.rules.so_long_sucker.faults import words
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import KILL, NEXT, PLAY, RESCUE, Stage, State

WHOLE, COLOUR, COUNT, PLACE, TO = "whole", "colour", "count", "place", "to"  # the parts of an order


class Reason(msgspec.Struct, frozen=True):
    """Why an order is not allowed. part: the part at fault; hints: what may have been meant."""

    code: str
    message: str
    part: str = WHOLE
    hints: tuple[str, ...] = ()


def _reason(name: str, part: str = WHOLE, hints: tuple[str, ...] = (), /, **facts: object) -> Reason:
    """Return the reason of that name in faults.words; the name begins with its code."""
    return Reason(name.partition(".")[0], words(name, **facts), part, hints)


def why_not(state: State, seat: Seat, act: Act) -> Reason | None:
    """Return why *seat* may not do this now; None if it may."""
    if state.winner:
        return _reason("over")
    if seat in state.defeated:
        return _reason("defeated")
    match act:
        case Play():
            return _turn(state, seat, PLAY) or _play(state, seat, act)
        case Next():
            return _turn(state, seat, NEXT) or _next(state, act.to, state.pile)
        case Kill():
            return _kill(state, seat, act)
        case Discard():
            return _prisoners(state, seat, act.colour, act.count)
        case Transfer():
            return _transfer(state, seat, act)
        case Refuse():
            return _refuse(state, seat)


def _turn(state: State, seat: Seat, kind: Stage) -> Reason | None:
    """Return why *kind* is not what the seat owes now; None if it is."""
    now = owed(state)
    if state.kind == kind and now[0].seat == seat:
        return None
    own = next((one.what for one in now if one.seat == seat), "")
    if own:
        return _reason(f"not-now.{own}", mover=state.mover)
    if state.kind == RESCUE:
        name = "not-now.distressed" if seat == state.mover else "not-now.of-another"
        return _reason(name, mover=state.mover, owing=listed(one.seat for one in now))
    return _reason("not-your-turn", seat=now[0].seat, title=state.phase.title)


def _play(state: State, seat: Seat, act: Play) -> Reason | None:
    held = state.hands[seat]
    if act.colour not in held:
        hints = tuple(colour.lower() for colour in in_order(held))
        return _reason("no-such-chip", COLOUR, hints, colour=act.colour.lower())
    if act.pile and (act.pile > len(state.piles) or state.piles[act.pile - 1] is None):
        return _no_pile(state, act)
    return _named(state, act) if act.to else None


def _no_pile(state: State, act: Play) -> Reason:
    there = [str(number) for number, chips in enumerate(state.piles, 1) if chips is not None]
    gone = act.pile <= len(state.piles)
    hints = (*(f"ON {number}" for number in there), f"PLAY {act.colour.lower()} (a new pile)")
    return _reason("no-pile.gone" if gone else "no-pile", PLACE, hints, pile=act.pile)


def _named(state: State, act: Play) -> Reason | None:
    """Return what is wrong with the NEXT of a PLAY, so that the chip is not played; None if nothing."""
    what, to = outcome_of(state, act.colour, act.pile)
    if what == CAPTURE:
        return _reason("next-of-capture", TO, to=to[0])
    if what == BURN:
        return _reason("next-of-capture.burnt", TO)
    if what == LOWEST:
        return _reason("next-is-given", TO, to=to[0])
    return _open(state, act.to, to, "the pile" if act.pile else "the new pile")


def _next(state: State, to: str, pile: int) -> Reason | None:
    return _open(state, to, Referee(state).choices(), f"pile {pile}")


def _open(state: State, to: str, open_to: Sequence[str], where: str) -> Reason | None:
    if to in open_to:
        return None
    name = "not-next.defeated" if to in state.defeated else "not-next"
    return _reason(name, TO, tuple(seat.lower() for seat in open_to), to=to, colour=to.lower(), where=where)


def _kill(state: State, seat: Seat, act: Kill) -> Reason | None:
    if state.kind != KILL or state.captor != seat:
        held = prisoners(seat, state.hands[seat]).get(act.colour)
        return _reason("no-capture", WHOLE, (f"DISCARD 1 {act.colour.lower()}",) if held else ())
    inside = owed(state)[0].of
    if act.colour not in inside:
        colours = tuple(colour.lower() for colour in inside)
        return _reason("not-in-pile", COLOUR, colours, colour=act.colour.lower(), pile=state.pile)
    return None


def _prisoners(state: State, seat: Seat, colour: str, count: int) -> Reason | None:
    """Return why *seat* lacks *count* prisoners of this colour (8); None if it has them."""
    held = prisoners(seat, state.hands[seat])
    if colour == seat:
        return _reason("own-colour", COLOUR)
    if count < 1:
        return _reason("no-chips", COUNT)
    if count > held.get(colour, 0):
        part = COUNT if colour in held else COLOUR
        hints = tuple(f"{count} {one.lower()}" for one, count in held.items())
        return _reason("no-such-chip.so-many", part, hints, number=held.get(colour) or "no", colour=colour.lower())
    return None


def _transfer(state: State, seat: Seat, act: Transfer) -> Reason | None:
    if act.to == seat:
        return _reason("to-yourself", TO)
    if act.to in state.defeated:
        hints = tuple(one.lower() for one in state.survivors if one != seat)
        return _reason("to-defeated", TO, hints, to=act.to)
    return _prisoners(state, seat, act.colour, act.count)


def _refuse(state: State, seat: Seat) -> Reason | None:
    if state.kind != RESCUE:
        return _reason("no-distress")
    if seat in state.refused:
        return _reason("refused.reluctantly" if seat in reluctant(state) else "refused")
    if all(one.seat != seat for one in owed(state)):
        return _reason("not-asked")
    return None
