"""Whether an order may be carried out now, by what everybody sees: the first reason why not, or none.

How the order was written is not known here; the reason says which part of it is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gm.rules.so_long_sucker.acts import Act, Discard, Kill, Next, Play, Refuse, Transfer
from gm.rules.so_long_sucker.chips import in_order, prisoners
from gm.rules.so_long_sucker.choices import outcome_of, owed, reluctant
from gm.rules.so_long_sucker.events import listed
from gm.rules.so_long_sucker.picture import BURN, CAPTURE, LOWEST
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import KILL, NEXT, PLAY, RESCUE, State

WHOLE, COLOUR, COUNT, PLACE, TO = "whole", "colour", "count", "place", "to"  # the parts of an order


class Reason(msgspec.Struct, frozen=True):
    """Why an order may not be carried out. part: which part of it; hints: what could have been meant."""

    code: str
    message: str
    part: str = WHOLE
    hints: tuple[str, ...] = ()


def why_not(state: State, seat: str, act: Act) -> Reason | None:
    """Why *seat* may not do this now; None if he may."""
    if state.winner:
        return Reason("over", "the game is over")
    if seat in state.defeated:
        return Reason("defeated", "you are defeated: BROADCAST is all that is left to you")
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


def _turn(state: State, seat: str, kind: str) -> Reason | None:
    """Whether *kind* is what the seat owes now."""
    now = owed(state)
    if state.kind == kind and now[0].seat == seat:
        return None
    own = next((one.what for one in now if one.seat == seat), "")
    wanted = {
        PLAY: "you have the move: PLAY a chip", NEXT: "your chip lies: say NEXT and who moves",
        KILL: "you have captured a pile: KILL one of its chips first", RESCUE: f"{state.mover} asks for a rescue first",
    }  # fmt: skip
    if own:
        return Reason("not-now", wanted[own])
    if state.kind == RESCUE:
        who = "you have the move and no chip" if seat == state.mover else f"{state.mover} has the move and no chip"
        return Reason("not-now", f"{who}: we wait for {listed(one.seat for one in now)} to rescue or refuse")
    return Reason("not-your-turn", f"we wait for {now[0].seat}: {state.phase.title}")


def _play(state: State, seat: str, act: Play) -> Reason | None:
    held = state.hands[seat]
    if act.colour not in held:
        hints = tuple(colour.lower() for colour in in_order(held))
        return Reason("no-such-chip", f"you hold no {act.colour.lower()}", COLOUR, hints)
    if act.pile and (act.pile > len(state.piles) or state.piles[act.pile - 1] is None):
        return _no_pile(state, act)
    return _named(state, act) if act.to else None


def _no_pile(state: State, act: Play) -> Reason:
    there = [str(number) for number, chips in enumerate(state.piles, 1) if chips is not None]
    gone = act.pile <= len(state.piles)
    said = f"pile {act.pile} is gone, and its number is not used again" if gone else f"there is no pile {act.pile}"
    hints = (*(f"ON {number}" for number in there), f"PLAY {act.colour.lower()} (a new pile)")
    return Reason("no-pile", said, PLACE, hints)


def _named(state: State, act: Play) -> Reason | None:
    """What is wrong with the NEXT of a PLAY; the chip is not played then."""
    what, to = outcome_of(state, act.colour, act.pile)
    if what == CAPTURE:
        return Reason("next-of-capture", f"this captures the pile, and {to[0]} has the move: leave NEXT out", TO)
    if what == BURN:
        return Reason("next-of-capture", "this kills the whole pile, and you move again: leave NEXT out", TO)
    if what == LOWEST:
        said = f"then everybody has a chip in the pile, and the move goes to {to[0]}, who is lowest: leave NEXT out"
        return Reason("next-is-given", said, TO)
    return _open(state, act.to, to, "the pile" if act.pile else "the new pile")


def _next(state: State, to: str, pile: int) -> Reason | None:
    return _open(state, to, Referee(state).choices(), f"pile {pile}")


def _open(state: State, to: str, open_to: Sequence[str], where: str) -> Reason | None:
    if to in open_to:
        return None
    why = f"{to} is defeated" if to in state.defeated else f"there is {to.lower()} in {where}, so {to} may not be named"
    return Reason("not-next", why, TO, tuple(seat.lower() for seat in open_to))


def _kill(state: State, seat: str, act: Kill) -> Reason | None:
    if state.kind != KILL or state.captor != seat:
        held = prisoners(seat, state.hands[seat]).get(act.colour)
        said = "KILL is for a pile that you have just captured"
        return Reason("no-capture", said, WHOLE, (f"DISCARD 1 {act.colour.lower()}",) if held else ())
    inside = owed(state)[0].of
    if act.colour not in inside:
        colours = tuple(colour.lower() for colour in inside)
        return Reason("not-in-pile", f"there is no {act.colour.lower()} in pile {state.pile}", COLOUR, colours)
    return None


def _prisoners(state: State, seat: str, colour: str, count: int) -> Reason | None:
    """8: whether *seat* has so many prisoners of this colour."""
    held = prisoners(seat, state.hands[seat])
    if colour == seat:
        return Reason("own-colour", "chips of your own colour are never given away or killed", COLOUR)
    if count < 1:
        return Reason("no-chips", "one chip or more", COUNT)
    if count > held.get(colour, 0):
        said = f"you hold {held.get(colour) or 'no'} {colour.lower()}"
        hints = tuple(f"{count} {one.lower()}" for one, count in held.items())
        return Reason("no-such-chip", said, COUNT if colour in held else COLOUR, hints)
    return None


def _transfer(state: State, seat: str, act: Transfer) -> Reason | None:
    if act.to == seat:
        return Reason("to-himself", "that is yourself", TO)
    if act.to in state.defeated:
        hints = tuple(one.lower() for one in state.survivors if one != seat)
        return Reason("to-defeated", f"{act.to} is defeated", TO, hints)
    return _prisoners(state, seat, act.colour, act.count)


def _refuse(state: State, seat: str) -> Reason | None:
    if state.kind != RESCUE:
        return Reason("no-distress", "nobody asks for a rescue now")
    if seat in state.refused:
        still = "; RESCUE would still be open to you" if seat in reluctant(state) else ""
        return Reason("refused", f"you have refused already{still}")
    if all(one.seat != seat for one in owed(state)):
        return Reason("not-asked", "you are not asked: only who holds a prisoner is")
    return None
