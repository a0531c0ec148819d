"""What a turn does, what SWAP does, and how the game ends. Whether a turn is legal is decided elsewhere."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules import NO_SEAT, Seat
from gm.rules.hex_negotiation.groups import sizes, winner
from gm.rules.hex_negotiation.position import Played
from gm.rules.hex_negotiation.state import SEATS, State, colour_of, seat_of
from gm.rules.lines.words import plural
from gm.rules.pictures.stones import NAMES, other


def make_turn(state: State, turn: Played) -> State:
    """Return the state after a turn; after the last, the game is over."""
    mover = state.owing
    stones = state.position.after(turn).stones
    after = replace(state, history=(*state.history, turn), stones=stones, proposal=_standing(state, mover))
    return _ended(after) if after.is_full else after


def swap(state: State) -> State:
    """Exchange the players' colours; the stones stay, and White's first turn is still due."""
    return replace(state, swapped=True, proposal=_standing(state, state.owing))


def _standing(state: State, mover: Seat) -> Seat:
    """Return the proposal that still stands: one stands until the next turn of the player to whom it was made."""
    return state.proposal if state.proposal == mover else NO_SEAT


def _ended(state: State) -> State:
    found = sizes(state.position.board, state.stones)
    best = winner(found)
    if not best:
        most, number = found[SEATS[0]][0], len(found[SEATS[0]])
        how = f"a draw: for both a largest group of {most} and {number} {plural(number, 'group')} in all"
        return replace(state, winners=SEATS, how=how)
    return replace(state, winners=(seat_of(state, best),), how=_how(best, found[best], found[other(best)]))


def _how(best: str, own: tuple[int, ...], foe: tuple[int, ...]) -> str:
    if own[0] > foe[0]:
        return f"{NAMES[best]} has won with a largest group of {own[0]} against {foe[0]}"
    return f"{NAMES[best]} has won: both largest groups are {own[0]}, and it has {len(own)} groups against {len(foe)}"


def give_up(state: State, seat: Seat, why: str) -> State:
    """Let the other player win because of what *seat* did or failed to do."""
    own = colour_of(state, seat)
    how = f"{NAMES[other(own)]} has won: {NAMES[own]} {why}"
    return replace(state, winners=(seat_of(state, other(own)),), how=how)


def agree(state: State) -> State:
    """Both players want a draw."""
    return replace(state, winners=SEATS, proposal="", how="a draw is agreed between Black and White")
