"""What a letter does at once: orders are filed, made final, cleared; questions are answered; draws proposed.

Nothing told to the sender here goes beyond what they were told before.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gm.rules import DISCLOSURE, Notice, Orders, Seat, Step, to
from gm.rules.ground_war import notices as said
from gm.rules.ground_war.acts import FileOrders
from gm.rules.ground_war.moves import carry_out
from gm.rules.ground_war.opening import setup_of
from gm.rules.ground_war.orders import write_ended, write_filed
from gm.rules.ground_war.own import Own, own_of
from gm.rules.ground_war.standing import stands_of
from gm.rules.ground_war.state import FIRE, Aim, Filed, State
from gm.rules.ground_war.telling import counted, men, retold, standing_now
from gm.rules.lines.commands import AskBoard, Clear, ProposeDraw, Ready, Unready
from gm.rules.lines.letters import note
from gm.rules.pictures.war import NAMES, SIDES, SOME, other
from gm.rules.war.commands import AskReport
from gm.rules.war.fire import deaths
from gm.rules.war.sides import SEATS, enemy
from gm.rules.war.standing import NONE, Stand, ordered


class Filing:
    """Carries out the acts of one letter."""

    def __init__(self, state: State, side: Seat) -> None:
        self.state, self.side = state, side
        self._notes: list[Notice] = []
        self._touched = self._ordered = False
        self._gone: tuple[str, ...] = ()

    def act(self, orders: Orders) -> Step:
        """Return the step that the acts make; a dry run changes nothing."""
        if orders.dry:
            self._try(orders)
            return Step(self.state, tuple(self._notes))
        for act in orders.acts:
            self._do(act)
        if self._touched:
            self._notes.insert(0, note(to(self.side), self.onfile()))
        return Step(self.state, tuple(self._notes))

    def _do(self, act: object) -> None:
        match act:
            case FileOrders(filed=filed, standing=standing):
                self._put(filed, "filed by standing orders" if standing else "orders filed")
            case Stand():
                self._stand(act)
            case Clear():
                self._put(None, "cleared")
            case Ready():
                self._ready()
            case Unready():
                self._unready()
            case AskBoard():
                self._tell(standing_now(self.state, self.side))
            case AskReport(cycle=cycle):
                self._tell(self.report(cycle or 0))
            case ProposeDraw():
                self._propose()

    def _tell(self, body: msgspec.Struct) -> None:
        self._notes.append(note(to(self.side), body))

    def _put(self, filed: Filed | None, what: str) -> None:
        """Put orders on file, or none; READY must be said again. *what*: how the report calls it."""
        side, state = self.side, self.state
        before = write_filed(state.filed.get(side, Filed()))
        kept = {one: orders for one, orders in state.filed.items() if one != side}
        kept |= {side: filed} if filed is not None else {}
        ready = tuple(one for one in state.ready if one != side)
        self.state = replace(state, filed=kept, ready=ready)
        self._touched, self._ordered = True, self._ordered or before != ()
        self._gone = tuple(line for line in before if line not in write_filed(filed or Filed()))
        self._record(what, write_filed(filed or Filed()))

    def _stand(self, act: Stand) -> None:
        """Set the standing orders; what is on file stays as it is."""
        had = self.side in (self.state.stands or {})
        self.state = replace(self.state, stands=ordered(self.state.stands, self.side, act))
        stands = stands_of(self.state, self.side)
        self._tell(replace(stands, now=True, had=had))
        self._record("standing orders", act.fields or (NONE,))

    def _ready(self) -> None:
        ready = {*self.state.ready, self.side}
        self.state = replace(self.state, ready=tuple(side for side in SIDES if side in ready))
        self._touched = True
        self._record("ready")

    def _unready(self) -> None:
        self.state = replace(self.state, ready=tuple(side for side in self.state.ready if side != self.side))
        self._touched = True
        self._record("no longer ready")

    def _record(self, what: str, lines: tuple[str, ...] = ()) -> None:
        self._notes.append(note(DISCLOSURE, said.ActRecord(self.state.code, self.side, what, lines)))

    def onfile(self) -> said.Onfile:
        """Return what the side has on file, for the answer to its letter."""
        state = self.state
        lines = write_filed(state.filed.get(self.side, Filed()))
        final = self.side in state.ready
        fallback = "" if lines else "your men aim at nothing" if state.kind == FIRE else "your men stay where they are"
        return said.Onfile(
            phase=state.code,
            title=state.phase.title,
            lines=lines,
            final=final,
            changed=self._ordered,
            gone=self._gone,
            other=NAMES[other(self.side)],
            fallback=fallback,
        )

    def _propose(self) -> None:
        """End the game if both sides propose a draw; tell the other side of a first proposal, once in a cycle."""
        state, side = self.state, self.side
        new = side not in state.proposals
        proposals = tuple(one for one in SIDES if one in state.proposals or one == side)
        both = len(proposals) == 2
        self.state = replace(state, proposals=proposals)
        if both:
            self.state = replace(self.state, winners=SEATS, how="a draw, which both sides proposed")
        self._tell(said.Drawproposed(NAMES[other(side)], state.cycle, True, both))
        if new:
            told = said.Drawproposed(NAMES[side], state.cycle, False, both)
            self._notes.append(note(to(enemy(side)), told))
            self._record("proposes a draw")

    def report(self, cycle: int) -> said.Retold:
        """Return everything told in a cycle, again (VIII b); 0: the beginning."""
        state = self.state
        records = state.told.get(self.side, {}).get(str(cycle), ())
        rounds = tuple(retold(record, self.side, cycle, state.position.board) for record in records)
        return said.Retold(cycle, setup_of(state) if cycle == 0 else None, rounds)

    def _try(self, orders: Orders) -> None:
        """Tell the sender what the orders of the letter would do, as far as they know."""
        own = own_of(self.state, self.side)
        filed = next((act.filed for act in orders.acts if isinstance(act, FileOrders)), Filed())
        made = carry_out(own.board, filed.moves, own.men, trucks=own.trucks, enemy=own.enemy, pile=own.options.pile)
        rows = write_ended(filed.moves, made.ended)
        fire = tuple(self._fire_row(own.after(filed) if own.moves else own, aim, filed) for aim in filed.aims)
        final = any(isinstance(act, Ready) for act in orders.acts)
        title = self.state.phase.title
        shown = counted(made.men) if filed.moves else ()
        self._tell(said.Tried(phase=self.state.code, title=title, moves=rows, fire=fire, men=shown, final=final))
        for act in orders.asks:
            self._do(act)

    def _fire_row(self, own: Own, aim: Aim, filed: Filed) -> tuple[str, str]:
        """Return an aim, and how many it would kill together with the letter's other aims at the same field."""
        sighting = self.state.knows[self.side].enemy.get(aim.target)
        text = f"FIRE {aim.men} {aim.source}-{aim.target}"
        if sighting is None or aim.target not in own.enemy:
            return text, "nobody stands there now, as you know"
        fire = sum(one.men for one in filed.aims if one.target == aim.target)
        fire += own.men.get(aim.target, 0) if aim.target in own.enemy else 0
        if sighting.men == SOME:
            return text, f"fire of {fire} on that field"
        dead = deaths(fire, sighting.men, own.options.table)
        return text, f"fire of {fire} on {men(sighting.men)}: {dead or 'none'} would die"
