"""What may be done next, and by whom: every chip that may be played with its consequences, and who owes what.

This is worked out from the position alone, which everybody knows; a mail's example is the first sensible choice.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gm.rules import Seat
from gm.rules.pictures.table import BURN, CAPTURE, LOWEST, MANY, ONE, Choice
from gm.rules.so_long_sucker.chips import captures, in_order, lowest, missing, prisoners
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import KILL, NEXT, PLAY, RESCUE, State


class Owed(msgspec.Struct, frozen=True):
    """What a seat must do now: play, next, kill or rescue.

    of: the colours it may play, the players it may name, the colours it may kill, or the prisoners it may give.
    """

    seat: Seat
    what: str
    of: tuple[str, ...]


def owed(state: State) -> tuple[Owed, ...]:
    """Return who owes what: several only while a rescue is asked for, nobody once the game is won."""
    if state.winner:
        return ()
    if state.kind == PLAY:
        return (Owed(state.mover, PLAY, tuple(in_order(state.hands[state.mover]))),)
    if state.kind == NEXT:
        return (Owed(state.mover, NEXT, Referee(state).choices()),)
    if state.kind == KILL:
        return (Owed(state.captor, KILL, tuple(dict.fromkeys(state.piles[state.pile - 1] or ()))),)
    holding = ((seat, tuple(prisoners(seat, state.hands[seat]))) for seat in state.survivors if seat != state.mover)
    return tuple(Owed(seat, RESCUE, held) for seat, held in holding if held and seat not in state.refused)


def reluctant(state: State) -> tuple[Seat, ...]:
    """Return the players who have refused the rescue now asked for and could still change their minds (9)."""
    if state.kind != RESCUE or state.winner:
        return ()
    return tuple(seat for seat in state.survivors if seat in state.refused and prisoners(seat, state.hands[seat]))


def outcome_of(state: State, colour: str, pile: int) -> tuple[str, tuple[str, ...]]:
    """Return what follows if the mover plays *colour* on a pile (5, 6, 10): what and to of a Choice."""
    chips = (*((state.piles[pile - 1] or ()) if pile else ()), colour)
    if captures(chips):
        return (BURN, (state.mover,)) if colour in state.defeated else (CAPTURE, (colour,))
    to = missing(chips, state.survivors)
    if not to:
        return LOWEST, (lowest(chips, state.survivors),)
    return (ONE if len(to) == 1 else MANY), to


def choices(state: State) -> tuple[Choice, ...]:
    """Return all that the mover may play, pile by pile, a new one last; colours with the same result are together."""
    return tuple(_choices(state)) if state.kind == PLAY and not state.winner else ()


def _choices(state: State) -> Iterator[Choice]:
    piles = [number for number, chips in enumerate(state.piles, 1) if chips is not None]
    for pile in (*piles, 0):
        found: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        for colour in in_order(state.hands[state.mover]):
            comes = outcome_of(state, colour, pile)
            found[comes] = (*found.get(comes, ()), colour)
        for (what, to), colours in found.items():
            yield Choice(colours, pile, what, to)


def example(state: State, seat: Seat) -> tuple[str, ...]:
    """Return a line that *seat* could send now; nothing if it owes nothing."""
    own = next((one for one in owed(state) if one.seat == seat), None)
    if own is None:
        return ()
    if own.what == PLAY:
        return (_example_play(state),)
    if own.what == RESCUE:
        return (f"RESCUE 1 {own.of[0].lower()}",)
    others = [one for one in own.of if one != seat]
    return (f"{own.what.upper()} {(others or own.of)[0].lower()}",)


def _example_play(state: State) -> str:
    """Play where somebody can be named, if possible, since that shows the whole form of a line."""
    found = choices(state)
    best = next((one for one in found if one.what == MANY), found[0])
    named = next((seat for seat in best.to if seat != state.mover), best.to[0])
    where = f" ON {best.pile}" if best.pile else ""
    following = f" NEXT {named.lower()}" if best.what == MANY else ""
    return f"PLAY {best.colours[0].lower()}{where}{following}"
