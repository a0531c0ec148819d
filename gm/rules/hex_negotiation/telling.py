"""What is told of the stone game. Everybody knows all that happens on the board, so most of it is told to all alike."""

from __future__ import annotations

from gm.rules.hex_negotiation import notices as said
from gm.rules.hex_negotiation.groups import groups, winner
from gm.rules.hex_negotiation.state import State
from gm.rules.hex_negotiation.textboard import board_lines
from gm.rules.pictures.stones import COLOURS, NAMES, StonePicture


def picture(state: State) -> StonePicture:
    """Return the position with the last turn marked; at the end, with all groups."""
    last = state.history[-1] if state.history else None
    ended = state.is_full
    found = {colour: groups(state.position.board, state.stones[colour]) for colour in COLOURS} if ended else {}
    return StonePicture(
        side=state.options.side,
        title=_heading(state),
        stones=state.stones,
        to_play="" if state.how else state.to_play,
        placed=last.placed if last else (),
        gained=last.gained if last else "",
        open=bool(state.position.replaceable) and not state.how,
        groups=found,
    )


def _heading(state: State) -> str:
    if state.is_full:
        return "The end"
    after = f"After turn {len(state.history)}" if state.history else "The beginning"
    return after if state.how else f"{after}, {NAMES[state.to_play]} to play"


def begun(state: State) -> said.StonesBegin:
    """Return the beginning."""
    phase, shown = state.phase, picture(state)
    return said.StonesBegin(
        phase=phase.code,
        title=phase.title,
        side=state.options.side,
        cells=len(state.position.board.cells),
        last=state.last_number,
        pie=state.options.pie,
        board=board_lines(shown),
        picture=shown,
    )


def played(before: State, after: State) -> said.StonesPlayed:
    """Return the turn that led from *before* to *after*."""
    phase, turn, shown = before.phase, after.history[-1], picture(after)
    return said.StonesPlayed(
        phase=phase.code,
        title=phase.title,
        colour=before.to_play,
        number=before.number,
        last=before.last_number,
        replaced=turn.gained,
        placed=turn.placed,
        to_play="" if after.how else after.to_play,
        next=after.number,
        replaceable=after.position.replaceable,
        must_place=after.position.must_place,
        may_swap=after.may_swap,
        board=board_lines(shown),
        picture=shown,
    )


def swapped(before: State, after: State) -> said.StonesSwapped:
    """Return SWAP, which takes the place of a turn."""
    phase, may, shown = before.phase, after.position.replaceable, picture(after)
    return said.StonesSwapped(
        phase=phase.code, title=phase.title, replaceable=may, board=board_lines(shown), picture=shown
    )


def result(before: State, after: State) -> said.StonesResult:
    """Return how the full board was scored."""
    found = {colour: groups(after.position.board, after.stones[colour]) for colour in COLOURS}
    sizes = {colour: tuple(map(len, own)) for colour, own in found.items()}
    largest = {colour: tuple(group for group in own if len(group) == len(own[0])) for colour, own in found.items()}
    return said.StonesResult(
        phase=before.phase.code,
        title=before.phase.title,
        winner=winner(sizes),
        empty=after.position.empty[0],
        groups=sizes,
        largest=largest,
    )


def board_told(state: State) -> said.StonesBoard:
    """Return the position as everybody knows it."""
    shown, position, over = picture(state), state.position, bool(state.how)
    return said.StonesBoard(
        phase="" if state.is_full else state.phase.code,
        title="" if state.is_full else state.phase.title,
        number=state.number,
        last=state.last_number,
        stones=state.stones,
        empty=len(position.empty),
        to_play="" if over else state.to_play,
        replaceable=() if over else position.replaceable,
        must_place=0 if over else position.must_place,
        may_swap=state.may_swap and not over,
        board=board_lines(shown),
        picture=shown,
    )
