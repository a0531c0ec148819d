"""What a letter does at once: orders go on file, READY and CLEAR, proposals, questions, and the dry run of TRY.

Answers to a side are made from what both sides know and from its own orders.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from gm.rules import DISCLOSURE, Notice, Orders, Seat, Step, to
from gm.rules.air_war import notices as said
from gm.rules.air_war.acts import File
from gm.rules.air_war.moves import moved, read_move
from gm.rules.air_war.phases import report
from gm.rules.air_war.standing import stands_of
from gm.rules.air_war.state import FIRE, MOVES, State
from gm.rules.air_war.telling import board_told
from gm.rules.air_war.writing import aims_on_file
from gm.rules.lines.commands import AskBoard, Clear, ProposeDraw, Ready, Unready
from gm.rules.lines.letters import note
from gm.rules.pictures.war import SIDES, other
from gm.rules.war.commands import AskReport
from gm.rules.war.fire import all_shots, killed
from gm.rules.war.sides import SEATS, enemy
from gm.rules.war.standing import NONE, Stand, ordered


class Filing:
    """Carries out the acts of one letter from one side."""

    def __init__(self, state: State, side: Seat) -> None:
        self._state, self._side = state, side
        self._notes: list[Notice] = []

    def act(self, orders: Orders) -> Step:
        """Return the step that the acts make; a dry run changes nothing."""
        if orders.dry:
            self._tell(self.trial(orders.acts))
            orders = replace(orders, acts=orders.asks)
        for act in orders.acts:
            self._do(act)
        return Step(self._state, tuple(self._notes))

    def _do(self, act: object) -> None:
        match act:
            case File():
                self._file(act)
            case Stand():
                self._stand(act)
            case Clear():
                self._clear()
            case Ready():
                self._ready()
            case Unready():
                self._not_ready()
            case ProposeDraw():
                self._propose()
            case AskBoard():
                self._tell(board_told(self._state, self._side))
            case AskReport(cycle=cycle):
                last = len(self._state.history)
                self._tell(report(self._state, self._side, last if cycle is None else cycle))

    def _tell(self, body: msgspec.Struct) -> None:
        self._notes.append(note(to(self._side), body))

    def _record(self, what: str, lines: Sequence[str] = ()) -> None:
        self._notes.append(note(DISCLOSURE, said.ActRecord(self._state.code, self._side, what, tuple(lines))))

    def _unready(self) -> bool:
        """Withdraw READY, which was said of what had been on file; return whether it had been said."""
        was = self._side in self._state.ready
        self._state = replace(self._state, ready=tuple(s for s in self._state.ready if s != self._side))
        return was

    def _file(self, act: File) -> None:
        lines = act.lines
        revoked, again = self._unready(), self._side in self._state.filed
        before = self._state.filed.get(self._side, ())
        gone = tuple(line for line in before if line not in lines)
        self._state = replace(self._state, filed={**self._state.filed, self._side: lines})
        phase = self._state.phase
        told = said.AirFiled(
            phase.code, phase.title, phase.kind, lines, notes=act.notes, revoked=revoked, again=again, gone=gone
        )
        self._tell(told)
        self._record(f"{phase.kind} filed{' by standing orders' * act.standing}", lines)

    def _stand(self, act: Stand) -> None:
        """Set the standing orders; what is on file stays as it is."""
        had = self._side in (self._state.stands or {})
        self._state = replace(self._state, stands=ordered(self._state.stands, self._side, act))
        self._tell(replace(stands_of(self._state, self._side), now=True, had=had))
        self._record("standing orders", act.fields or (NONE,))

    def _clear(self) -> None:
        revoked, had = self._unready(), self._side in self._state.filed
        self._state = replace(self._state, filed={s: v for s, v in self._state.filed.items() if s != self._side})
        self._tell(said.AirCleared(self._state.code, self._state.phase.title, had, revoked))
        self._record("cleared")

    def _ready(self) -> None:
        """Carry out READY. At the start it is never needed: what is complete is on file."""
        state, phase = self._state, self._state.phase
        if state.kind in (MOVES, FIRE):
            self._state = replace(state, ready=tuple(s for s in SIDES if s in (*state.ready, self._side)))
            self._record("READY")
        self._tell(said.AirReady(phase.code, phase.title, phase.kind, state.filed.get(self._side, ())))

    def _not_ready(self) -> None:
        """Carry out NOT READY: what is on file stays there."""
        revoked, phase, lines = self._unready(), self._state.phase, self._state.filed.get(self._side, ())
        if lines:
            self._tell(said.AirFiled(phase.code, phase.title, phase.kind, lines, revoked=revoked, again=False))
        else:
            self._tell(said.AirCleared(phase.code, phase.title, False, revoked))
        self._record("not READY")

    def _propose(self) -> None:
        """Tell the other side of a proposal; it stands until the end of the cycle. If both propose, it is a draw."""
        state, side = self._state, self._side
        if side in state.proposals:
            self._tell(said.DrawOffered(side, side, state.cycle, again=True))
            return
        proposals = tuple(s for s in SIDES if s in (*state.proposals, side))
        self._state = replace(state, proposals=proposals)
        self._record("draw proposed")
        if proposals == SIDES:
            self._state = replace(self._state, winners=SEATS, how="a draw is agreed between South and North")
            return
        self._notes += [note(to(one), said.DrawOffered(one, side, state.cycle)) for one in (side, enemy(side))]

    def trial(self, acts: Sequence[object]) -> said.AirTrial:
        """TRY: return the orders as read (or those on file, if the letter has none), and their certain results."""
        state, side, phase = self._state, self._side, self._state.phase
        filed = next((act for act in acts if isinstance(act, File)), File(state.filed.get(side, ())))
        told = said.AirTrial(phase=phase.code, title=phase.title, kind=phase.kind, lines=filed.lines, notes=filed.notes)
        position = state.position
        if state.kind == MOVES:
            return replace(told, chips=moved(position.chips[side], [read_move(line) for line in filed.lines]))
        if state.kind == FIRE:
            shots = all_shots({side: aims_on_file(filed.lines)}, position.chips)
            dead = killed({**shots, other(side): {}}, position.chips, state.options.table)
            return replace(told, dead=dead[other(side)])
        return told
