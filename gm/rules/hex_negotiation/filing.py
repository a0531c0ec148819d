"""Carrying out a letter: a turn, SWAP or a proposal takes effect at once, and questions are answered."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules import EVERYBODY, Notice, Orders, Seat, Step, to
from gm.rules.hex_negotiation import notices as said
from gm.rules.hex_negotiation.acts import MakeTurn, Swap
from gm.rules.hex_negotiation.position import Played
from gm.rules.hex_negotiation.state import SEATS, State, colour_of
from gm.rules.hex_negotiation.telling import board_told, played, result, swapped
from gm.rules.hex_negotiation.turns import agree, make_turn, swap
from gm.rules.lines.commands import AskBoard, ProposeDraw
from gm.rules.lines.letters import note


class Filing:
    """Carries out the acts of one letter from one seat."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state, self._seat = state, seat
        self._notes: list[Notice] = []
        self._stands = state.proposal == seat  # the other player was told of it in an earlier mail

    def act(self, orders: Orders) -> Step:
        """Return the step that the acts make; once the game is over, only questions are answered."""
        moved = any(isinstance(act, MakeTurn | Swap) for act in orders.acts)
        for act in orders.acts:
            if isinstance(act, AskBoard):
                self._answer_board(moved)
            elif not self._state.how:
                self._do(act)
        return Step(self._state, tuple(self._notes))

    def _do(self, act: object) -> None:
        match act:
            case MakeTurn(turn=turn):
                self._make(turn)
            case Swap():
                before, self._state = self._state, swap(self._state)
                self._notes.append(note(EVERYBODY, swapped(before, self._state)))
                self._remind()
            case ProposeDraw():
                self._propose()

    def _answer_board(self, moved: bool) -> None:
        """Show the board, unless the rest of the letter shows it already."""
        if not moved:
            self._notes.append(note(to(self._seat), board_told(self._state)))

    def _make(self, turn: Played) -> None:
        before, self._state = self._state, make_turn(self._state, turn)
        if self._state.is_full:
            self._notes.append(note(EVERYBODY, result(before, self._state)))
        self._notes.append(note(EVERYBODY, played(before, self._state)))
        self._remind()

    def _remind(self) -> None:
        """Remind the other player, in the mail about their turn, of an earlier proposal that outlives the turn."""
        if self._stands and not self._state.how:
            own = colour_of(self._state, self._seat)
            self._notes = [note(to(seat), said.StonesDraw(own, seat == self._seat, stands=True)) for seat in SEATS] + (
                self._notes
            )

    def _propose(self) -> None:
        """Tell the other player of a proposal; it stands until their next turn. If both propose, it is a draw."""
        state, own = self._state, colour_of(self._state, self._seat)
        if state.proposal == self._seat:
            self._notes.append(note(to(self._seat), said.StonesDraw(own, True, True)))
        elif state.proposal:
            self._state = agree(state)
            self._notes.append(note(EVERYBODY, board_told(self._state)))
        else:
            self._state = replace(state, proposal=self._seat)
            # Before the turn that the same letter may have made: else it would stand below its board.
            self._notes = [note(to(seat), said.StonesDraw(own, seat == self._seat)) for seat in SEATS] + self._notes
