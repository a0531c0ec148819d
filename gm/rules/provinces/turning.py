"""From one phase to the next: retreats and adjustments judged, centres counted, who has lost and who has won."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from gm.rules import EVERYBODY, NO_SEAT, Notice, Seat, Step, as_seat
from gm.rules.lines.letters import note
from gm.rules.provinces import notices as said
from gm.rules.provinces.adjustments import account, judge_adjustments
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.campaign import Campaign, Fallen
from gm.rules.provinces.charting import pictured
from gm.rules.provinces.judging import take_centres
from gm.rules.provinces.movement import Result, Ruling
from gm.rules.provinces.orders import Disband
from gm.rules.provinces.retreats import judge_retreats
from gm.rules.provinces.telling import Told
from gm.rules.provinces.view import position, retreating, told_retreat

C = TypeVar("C", bound=Campaign)


class Turning(ABC, Generic[C]):
    """Judges the phase of one state, and moves on to the next phase in which somebody has something to do."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def judge(self, state: C) -> Step:
        """Return the state in the next phase and everything told about this one."""
        step = {"M": self.movement, "R": self._retreats, "A": self._adjustments}[state.kind](state)
        return pictured(self.board, state, _with_fallen(state, step))

    @abstractmethod
    def movement(self, state: C) -> Step:
        """Judge a movement phase; ends with after_movement."""

    def spring(self, state: C, notes: list[Notice]) -> Step:
        """Begin a new year, when everything of the old one is told."""
        return Step(state, tuple(notes))

    def after_movement(self, state: C, notes: list[Notice]) -> Step:
        """Go on to the retreats, if a unit has any, from the *state* after a movement phase."""
        if state.dislodged:
            return self._told(replace(state, kind="R"), notes)
        return self._after_retreats(state, notes)

    def _told(self, state: C, notes: list[Notice]) -> Step:
        """Return the step to *state*, with its board."""
        return Step(state, (*notes, note(EVERYBODY, position(self.board, state))))

    def _after_retreats(self, state: C, notes: list[Notice]) -> Step:
        """Go on to Fall in spring; in autumn count centres, look for a victory, and go on to Winter if needed."""
        state = replace(state, dislodged={}, contested=(), retreats={})
        if state.season == "S":
            return self._told(replace(state, season="F", kind="M"), notes)
        before = state.centres
        counted = take_centres(self.board, {p: before.get(p, ()) for p in self.board.powers}, state.units)
        state = replace(state, centres={p: tuple(c) for p, c in counted.items() if p in self.board.powers})
        notes += [
            note(EVERYBODY, said.Eliminated(p, self.board.powers[p].name))
            for p in self.board.powers
            if before.get(p) and not state.centres[p]
        ]
        taken = tuple(
            f"{centre} to {self.board.powers[p].name}"
            for p, centres in state.centres.items()
            for centre in centres
            if centre not in before.get(p, ())
        )
        winner = self._winner(state)
        if winner:
            power = self.board.powers[winner]
            notes.append(note(EVERYBODY, said.Won(winner, power.name, len(state.centres[winner]))))
            state = replace(state, winner=winner)
            return Step(state, (*notes, note(EVERYBODY, position(self.board, state, True, taken))))
        return self._winter(state, notes, taken)

    def _winner(self, state: C) -> Seat:
        """Return the power that has the centres for a victory, alone at the top; NO_SEAT if there is none."""
        most = max(map(len, state.centres.values()))
        leading = [power for power, centres in state.centres.items() if len(centres) == most]
        return leading[0] if most >= self.board.victory and len(leading) == 1 else NO_SEAT

    def _winter(self, state: C, notes: list[Notice], taken: tuple[str, ...]) -> Step:
        state = self._without_the_eliminated(replace(state, season="W", kind="A"))
        here = position(self.board, state, True, taken)
        if any(self.adjusts(state, power) for power in self.board.powers):
            return Step(state, (*notes, note(EVERYBODY, here)))
        return self._new_year(state, [*notes, note(EVERYBODY, here)])

    def _without_the_eliminated(self, state: C) -> C:
        """Remove the units of powers without centres from the board; no removal orders are needed for them."""
        gone = {p for p in self.board.powers if state.eliminated(p)}
        return replace(state, units={p: u for p, u in state.units.items() if u.power not in gone})

    def adjusts(self, state: C, power: Seat) -> bool:
        """Return whether *power* may build or must remove now."""
        owes = account(self.board, power, state.units, state.centres.get(power, ()))
        return bool(owes.builds or owes.removals)

    def _retreats(self, state: C) -> Step:
        orders = {p: order for own in state.retreats.values() for p, order in own.items()}
        fates, saved = judge_retreats(self.board, state.dislodged, orders)
        told = tuple(
            told_retreat(d.unit, orders.get(p, Disband()), fates[p])
            for p, d in sorted(state.dislodged.items(), key=lambda item: (item[1].unit.power, item[0]))
        )
        after = replace(state, units={**state.units, **{unit.province: unit for unit in saved}})
        notes = [note(EVERYBODY, said.Retreats(state.code, state.phase.title, told))]
        return self._after_retreats(after, notes)

    def _adjustments(self, state: C) -> Step:
        told: list[Told] = []
        units = dict(state.units)
        for power in self.board.powers:
            centres = state.centres.get(power, ())
            done = judge_adjustments(
                self.board, power, state.units, centres=centres, orders=state.adjustments.get(power, ())
            )
            for unit in (*done.removed, *done.disorder):
                del units[unit.province]
            units.update({unit.province: unit for unit in done.built})
            told += [
                Told(power=power, order=f"BUILD {u}", outcome="built", ok=True, fate=Result.SUCCEEDS)
                for u in done.built
            ]
            told += [
                Told(power=power, order=f"REMOVE {u}", outcome="removed", ok=True, fate=Result.DISBANDS)
                for u in done.removed
            ]
            told += [
                Told(
                    power=power,
                    order=f"REMOVE {u}",
                    outcome="removed by civil disorder",
                    ok=False,
                    fate=Result.DISBANDS,
                )
                for u in done.disorder
            ]
            waived = account(self.board, power, state.units, centres).builds - len(done.built)
            told += [Told(power=power, order="WAIVE", outcome="build waived", ok=True, fate=Result.SUCCEEDS)] * waived
        notes = [note(EVERYBODY, said.Adjustments(state.code, state.phase.title, tuple(told)))]
        return self._new_year(replace(state, units=units, adjustments={}), notes, show=True)

    def _new_year(self, state: C, notes: list[Notice], show: bool = False) -> Step:
        state = replace(state, year=state.year + 1, season="S", kind="M")
        if show:
            notes = [*notes, note(EVERYBODY, position(self.board, state))]
        return self.spring(state, notes)


def _with_fallen(before: Campaign, step: Step) -> Step:
    """Return the step that judges a phase with the units that its result lists as destroyed, disbanded or removed."""
    found = []
    for notice in step.notices:
        body = notice.body
        if isinstance(body, said.Moves):
            found += [(one.power, one.unit, "was destroyed") for one in body.destroyed]
        elif isinstance(body, said.Retreats | said.Adjustments):
            how = "disbanded" if isinstance(body, said.Retreats) else "was removed"
            gone = [one for one in body.orders if one.fate == Result.DISBANDS]
            found += [(one.power, one.order.removeprefix("REMOVE "), how) for one in gone]
    now = tuple(Fallen(Unit(as_seat(p), *text.split()[:2]), how, before.phase.title) for p, text, how in found)
    return replace(step, state=replace(step.state, fallen=(*before.fallen[-1:], now)))


def told_moves(state: Campaign, told: tuple[Told, ...], ruling: Ruling) -> said.Moves:
    """Return what everybody is told of a movement phase."""
    return said.Moves(
        phase=state.code,
        title=state.phase.title,
        orders=told,
        dislodged=retreating({p: d for p, d in ruling.dislodged.items() if d.retreats}),
        destroyed=retreating({p: d for p, d in ruling.dislodged.items() if not d.retreats}),
    )


def after_battle(ruling: Ruling) -> dict[str, Any]:
    """Return what a movement phase changes in the state."""
    lost = {p: d for p, d in ruling.dislodged.items() if d.retreats}
    return {"units": ruling.units, "dislodged": lost, "contested": ruling.contested}
