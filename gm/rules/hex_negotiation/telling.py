"""What is told of the stone game. All that happens on the board everybody knows, so most of it is told to all alike."""

from __future__ import annotations

from gm.rules.hex_negotiation import notices as said
from gm.rules.hex_negotiation.groups import groups, winner
from gm.rules.hex_negotiation.state import State
from gm.rules.hex_negotiation.textboard import board_lines
from gm.rules.pictures.stones import COLOURS, NAMES, StonePicture


def picture(state: State) -> StonePicture:
    """The position, with the last turn marked; at the end with all groups."""
    last = state.history[-1] if state.history else None
    ended = state.is_full
    found = {colour: groups(state.position.board, state.stones[colour]) for colour in COLOURS} if ended else {}
    return StonePicture(
        state.options.side,
        _heading(state),
        state.stones,
        "" if state.how else state.to_play,
        last.placed if last else (),
        last.gained if last else "",
        bool(state.position.replaceable) and not state.how,
        found,
    )


def _heading(state: State) -> str:
    if state.is_full:
        return "The end"
    after = f"After turn {len(state.history)}" if state.history else "The beginning"
    return after if state.how else f"{after}, {NAMES[state.to_play]} to play"


def begun(state: State) -> said.StonesBegin:
    """The beginning."""
    phase, shown = state.phase, picture(state)
    return said.StonesBegin(
        phase.code,
        phase.title,
        state.options.side,
        len(state.position.board.cells),
        state.last_number,
        state.options.pie,
        board_lines(shown),
        shown,
    )


def played(before: State, after: State) -> said.StonesPlayed:
    """The turn that made *after* of *before*."""
    phase, turn, shown = before.phase, after.history[-1], picture(after)
    return said.StonesPlayed(
        phase.code,
        phase.title,
        before.to_play,
        before.number,
        before.last_number,
        turn.gained,
        turn.placed,
        "" if after.how else after.to_play,
        after.number,
        after.position.replaceable,
        after.position.must_place,
        after.may_swap,
        board_lines(shown),
        shown,
    )


def swapped(before: State, after: State) -> said.StonesSwapped:
    """SWAP, which stands in the place of a turn."""
    phase, may, shown = before.phase, after.position.replaceable, picture(after)
    return said.StonesSwapped(phase.code, phase.title, may, board_lines(shown), shown)


def result(before: State, after: State) -> said.StonesResult:
    """How the full board was counted."""
    found = {colour: groups(after.position.board, after.stones[colour]) for colour in COLOURS}
    sizes = {colour: tuple(map(len, own)) for colour, own in found.items()}
    largest = {colour: tuple(group for group in own if len(group) == len(own[0])) for colour, own in found.items()}
    return said.StonesResult(
        before.phase.code, before.phase.title, winner(sizes), after.position.empty[0], sizes, largest
    )


def board_told(state: State) -> said.StonesBoard:
    """The position as everybody knows it."""
    shown, position, over = picture(state), state.position, bool(state.how)
    return said.StonesBoard(
        "" if state.is_full else state.phase.code,
        "" if state.is_full else state.phase.title,
        state.number,
        state.last_number,
        state.stones,
        len(position.empty),
        "" if over else state.to_play,
        () if over else position.replaceable,
        0 if over else position.must_place,
        state.may_swap and not over,
        board_lines(shown),
        shown,
    )
