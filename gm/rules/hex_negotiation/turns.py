"""What a turn does, what SWAP does, and how the game ends. Whether a turn may be made is asked elsewhere."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules.hex_negotiation.groups import sizes, winner
from gm.rules.hex_negotiation.position import Played
from gm.rules.hex_negotiation.state import SEATS, State, colour_of, seat_of
from gm.rules.lines.words import plural
from gm.rules.pictures.stones import NAMES, other


def make_turn(state: State, turn: Played) -> State:
    """The state after a turn; with the last the game is over."""
    mover = state.owing
    stones = state.position.after(turn).stones
    after = replace(state, history=(*state.history, turn), stones=stones, proposal=_standing(state, mover))
    return _ended(after) if after.is_full else after


def swap(state: State) -> State:
    """The players change colours, the stones stay; White's first turn is still due."""
    return replace(state, swapped=True, proposal=_standing(state, state.owing))


def _standing(state: State, mover: str) -> str:
    """A proposal stands until the next turn of the one to whom it was made."""
    return state.proposal if state.proposal == mover else ""


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


def give_up(state: State, seat: str, why: str) -> State:
    """The other player has won because of what *seat* did, or did not."""
    own = colour_of(state, seat)
    how = f"{NAMES[other(own)]} has won: {NAMES[own]} {why}"
    return replace(state, winners=(other(seat),), how=how)


def agree(state: State) -> State:
    """Both want a draw."""
    return replace(state, winners=SEATS, proposal="", how="a draw is agreed between Black and White")
