"""The stages of a cycle: a round is judged, its consequences follow, and each side is told what it may know.

Which orders are right was settled when they arrived; here all of them are carried out.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from gm.rules import DISCLOSURE, EVERYBODY, Audience, Notice, Step, to
from gm.rules.ground_war import notices as said
from gm.rules.ground_war.information import may_aim, see
from gm.rules.ground_war.knowledge import after_deaths, after_own_deeds, driven, told, told_all
from gm.rules.ground_war.moves import Carried, can_jump, carry_out
from gm.rules.ground_war.orders import write_ended
from gm.rules.ground_war.production import Ended, beaten, count, end_of_cycle
from gm.rules.ground_war.state import FIRE, MOVES, Filed, Gains, Knowledge, Record, State
from gm.rules.ground_war.telling import gained, outlook_of, picture_of, shots_told, standing, trips_of
from gm.rules.ground_war.truth import Truths
from gm.rules.lines.letters import note
from gm.rules.pictures.war import NAMES, NORTH, SIDES, SOUTH, Trip, other
from gm.rules.war.fire import all_shots, killed, shot, without_dead
from gm.rules.war.limits import verdict
from gm.rules.war.sides import SEATS


class Judge:
    """Judges the round now due in one game."""

    def __init__(self, state: State) -> None:
        self.state, self._before = state, state
        self._code, self._title = state.code, state.phase.title
        self._records = {side: Record(self._code, self._title) for side in SIDES}
        self._notes: list[Notice] = []
        self._truths = Truths(state)
        self._has_fired = False
        self.trips: dict[str, tuple[Trip, ...]] = {}

    def judge(self) -> Step:
        """Return the step that the round makes."""
        state = self.state
        if state.turn:
            self._turn(state.turn)
        elif state.kind == MOVES:
            self._moves()
            if any(may_aim(self.state.position, side) for side in SIDES):
                self._change(kind=FIRE)
            else:
                self._fire_and_end(False)
        else:
            self._fire_and_end(True)
        self._next_round()
        self.tell_all()
        return Step(self.state, tuple(self._notes))

    def _change(self, **changes: object) -> None:
        self.state = replace(self.state, **changes)

    def _filed(self, side: str) -> Filed:
        return self._before.filed.get(side, Filed())

    def _record(self, side: str, **changes: object) -> None:
        self._records[side] = replace(self._records[side], **changes)

    # -- the stages --------------------------------------------------------------------------------------------

    def _moves(self) -> None:
        """Play stages 1 and 2."""
        made: dict[str, Carried] = {side: self._carried(side) for side in self.state.movers}
        self._carry(made)
        for side in SIDES:
            self._inform(side, made.get(side))

    def _carry(self, made: Mapping[str, Carried]) -> None:
        position = self.state.position
        men = {**position.men, **{side: carried.men for side, carried in made.items()}}
        trucks = {**position.trucks, **{side: carried.trucks for side, carried in made.items()}}
        self._change(position=replace(position, men=men, trucks=trucks))
        for side, carried in made.items():
            rows = write_ended(self._filed(side).moves, carried.ended)
            self._record(side, moved=rows)
            if self.state.options.alternate:
                self._record(other(side), enemy_moved=rows, moved=())
            self.trips[side] = trips_of(side, self._filed(side).moves, carried.ended)
            self._truths.moved(side, rows, self.trips[side])

    def _carried(self, side: str) -> Carried:
        state, position = self.state, self.state.position
        moves, enemy = self._filed(side).moves, position.men[other(side)]
        may = [
            can_jump(
                m, side, state.cycle, cities=position.cities, links=position.links, enemy=enemy, options=state.options
            )
            for m in moves
        ]
        men, trucks = position.men[side], position.trucks[side]
        return carry_out(position.board, moves, men, trucks=trucks, enemy=enemy, pile=state.options.pile, may_jump=may)

    def _inform(self, side: str, carried: Carried | None) -> None:
        state = self.state
        knows = state.knows[side]
        if carried is not None:
            knows = driven(knows, _gone(self._filed(side)))
        if state.options.open:
            knows = told_all(knows, state.position, side, state.cycle)
        else:
            knows = told(knows, state.position, side, seen=see(state.position, side, state.options), cycle=state.cycle)
        self._know(side, knows)

    def _know(self, side: str, knows: Knowledge) -> None:
        self._change(knows={**self.state.knows, side: knows})

    def _fire_and_end(self, held: bool) -> None:
        """Play stages 3 to 5. *held*: there was a round of fire."""
        dead = self._fire(SIDES, held)
        self._end(dead)

    def _fire(self, firing: tuple[str, ...], held: bool) -> dict[str, dict[str, int]]:
        """Carry out all fire of these sides and remove the dead."""
        state, position = self.state, self.state.position
        aims = {side: _shots(self._filed(side)) for side in firing}
        shots = all_shots(aims, position.men, firing)
        dead = killed(shots, position.men, state.options.table)
        men = {side: without_dead(position.men[side], dead[side]) for side in SIDES}
        self._change(position=replace(position, men=men), fired=state.cycle, shots=shots, dead=dead)
        self._has_fired = held or any(shots.values())
        self._truths.fired(shots, dead)
        for side in SIDES:
            self._know(side, after_deaths(self.state.knows[side], dead[other(side)]))
            self._record(side, gains=Gains(dead[side], dead[other(side)], over=False), shots=shots, dead=dead)
        return dead

    def _end(self, dead: Mapping[str, Mapping[str, int]]) -> None:
        """Play stage 5 and captures, and end the game if they decide it."""
        ended = end_of_cycle(self.state.position, self.state.cycle, self.state.options)
        self._change(position=ended.position)
        self._truths.ended(ended)
        for side in SIDES:
            self.gain(side, ended, dead)
        self._outcome()

    def gain(self, side: str, ended: Ended, dead: Mapping[str, Mapping[str, int]]) -> None:
        """Record what a side made, captured and lost in the cycle (VIII b)."""
        made, cities, trucks = ended.made[side], ended.cities[side], ended.trucks[side]
        gains = Gains(lost=dict(dead[side]), killed=dict(dead[other(side)]), made=made, cities=cities, trucks=trucks)
        self._record(side, gains=gains)
        state = self.state
        knows = after_own_deeds(state.knows[side], side, made, cities=cities, trucks=trucks, cycle=state.cycle)
        if state.options.open:
            knows = told_all(knows, state.position, side, state.cycle)
        self._know(side, knows)

    def _outcome(self) -> None:
        lost = beaten(self.state.position)
        if len(lost) == 2:
            self._change(winners=SEATS, how="a draw: neither side has a man or a city left")
        elif lost:
            winner, loser = other(lost[0]), lost[0]
            how = f"{NAMES[winner]} has won: {NAMES[loser]} has no men and no city left"
            self._change(winners=(winner,), how=how)
        elif self.state.cycle == self.state.options.cycles:
            found = verdict(self.state.cycle, count(self.state.position, self.state.options))
            self._change(winners=found.winners, how=found.how)

    def _turn(self, side: str) -> None:
        """Let one side move and fire, and remove the enemy's dead (IX e, i); NORTH's turn ends the cycle."""
        self._moves()
        dead = self._fire((side,), bool(self._filed(side).aims))
        if side == NORTH:
            self._end(dead)
        else:
            for one in SIDES:
                self._know(one, told_all(self.state.knows[one], self.state.position, one, self.state.cycle))

    def _next_round(self) -> None:
        """Set the next round: fire, NORTH's turn, or the first of the next cycle."""
        state = self.state
        if state.turn == SOUTH:
            self._change(turn=NORTH, filed={}, ready=())
        elif state.kind == FIRE and self._before.kind == MOVES:
            self._change(filed={}, ready=())
        else:
            turn = SOUTH if state.options.alternate else ""
            self._change(cycle=state.cycle + 1, kind=MOVES, turn=turn, filed={}, ready=(), proposals=())

    # -- what is told ------------------------------------------------------------------------------------------

    def tell_all(self) -> None:
        """Tell each side, and the observers, how things stand after the cycle (VIII b)."""
        cycle, board = self._before.cycle, self._before.position.board
        state = self.state
        known: dict[str, said.Standing] = {}
        for side in SEATS:
            self._record(side, outlook=outlook_of(state, side))
            record = self._records[side]
            if record.moved is not None:
                turn = NAMES[self._before.turn] if self._before.turn else ""
                enemy = record.enemy_moved or ()
                self._note(
                    to(side),
                    said.Marched(
                        phase=self._code,
                        title=self._title,
                        name=NAMES[side],
                        moves=record.moved,
                        enemy=enemy,
                        turn=turn,
                    ),
                )
            if record.gains is not None:
                self._note(to(side), gained(side, cycle, record.gains))
            assert record.outlook is not None
            fire = (state.shots, state.dead) if self._has_fired else ()
            shown = replace(picture_of(record.outlook, board, *fire), trips=self.trips_told(side))
            known[side] = standing(record.outlook, board, record.gains is not None, picture=shown)
            self._note(to(side), known[side])
            self._remember(side, cycle, record)
        if self._has_fired:
            self._note(EVERYBODY, shots_told(self._code, self._title, cycle, shots=state.shots, dead=state.dead))
        self._note(DISCLOSURE, self._truths.body(self._code, self._title, state, known))

    def trips_told(self, side: str) -> tuple[Trip, ...]:
        """Return the moves that *side* is told of: its own, and the enemy's where information is complete."""
        told = SIDES if self._records[side].enemy_moved is not None else (side,)
        return tuple(trip for one in told for trip in self.trips.get(one, ()))

    def _note(self, audience: Audience, body: msgspec.Struct) -> None:
        self._notes.append(note(audience, body))

    def _remember(self, side: str, cycle: int, record: Record) -> None:
        """Keep what a side was told, for REPORT (VIII b)."""
        kept = self.state.told.get(side, {})
        rounds = (*kept.get(str(cycle), ()), record if self._has_fired else replace(record, shots={}, dead={}))
        self._change(told={**self.state.told, side: {**kept, str(cycle): rounds}})


def _gone(filed: Filed) -> dict[str, int]:
    """Return how many trucks are ordered away, by field."""
    found: dict[str, int] = {}
    for move in filed.moves:
        if move.word == "truck":
            found[move.path[0]] = found.get(move.path[0], 0) + 1
    return found


def _shots(filed: Filed) -> dict[str, int]:
    found: dict[str, int] = {}
    for aim in filed.aims:
        key = shot(aim.source, aim.target)
        found[key] = found.get(key, 0) + aim.men
    return found
