"""From one phase to the next: judging movement, retreats and adjustments, counting centres, paying taxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from gm.rules import DISCLOSURE, EVERYBODY, NO_SEAT, Notice, Seat, Step, to
from gm.rules.lines.letters import note
from gm.rules.payola import notices as said
from gm.rules.payola.determination import Determination, determine
from gm.rules.payola.record import Recorder
from gm.rules.payola.state import Bid, Entry, State, acceptance_of, convert, savings, tax, write_choice
from gm.rules.payola.view import position, retreating, told_retreat
from gm.rules.provinces.adjustments import account, judge_adjustments
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.judging import take_centres
from gm.rules.provinces.movement import Result, adjudicate
from gm.rules.provinces.orders import Disband, Order
from gm.rules.provinces.retreats import judge_retreats
from gm.rules.provinces.telling import Told, tell_movement


def bids_of(state: State, powers: Iterable[Seat]) -> dict[Seat, tuple[Bid, ...]]:
    """Convert every power's sheet; a power that has filed none bids 0 for holding (3.4)."""
    return {
        power: convert(state.sheets.get(power, ()), [u.province for u in state.owned_by(power)]) for power in powers
    }


def available(state: State, power: Seat) -> int:
    """Return what a power may spend: its balance less its savings requests, not below 0 (5.5)."""
    return max(0, state.balances[power] - savings(state.sheets.get(power, ())))


def determined(board: Board, state: State, bids: Mapping[Seat, tuple[Bid, ...]]) -> Determination:
    """Return what all units do, and what it costs."""
    return determine(
        {province: unit.power for province, unit in state.units.items()},
        bids,
        {power: acceptance_of(board, state.acceptance, power) for power in board.powers},
        {power: available(state, power) for power in bids},
    )


def booked(state: State, power: Seat, what: str, amount: int) -> State:
    """Return *state* with one more entry on the account of *power*."""
    balance = state.balances[power] + amount
    entry = Entry(state.code, what, amount, balance)
    entries = (*state.accounts.get(power, ()), entry)
    return replace(state, balances={**state.balances, power: balance}, accounts={**state.accounts, power: entries})


class Judge:
    """Judges the phase of one state, and moves on to the next phase in which somebody has something to do."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def judge(self, state: State) -> Step:
        """Return the state in the next phase and everything told about this one."""
        return {"M": self._movement, "R": self._retreats, "A": self._adjustments}[state.kind](state)

    def _movement(self, state: State) -> Step:
        bids = bids_of(state, self._board.powers)
        made = determined(self._board, state, bids)
        ruling = adjudicate(self._board, state.units, made.orders)
        texts = {p: f"{state.units[p]} {self._choice(state, p, order)}" for p, order in made.orders.items()}
        told = tell_movement(self._board, state.units, texts, ruling.fates)
        paid = self._paid(state, made, texts)
        notes = [note(DISCLOSURE, Recorder(self._board, state, bids, made).record(paid.balances))]
        notes += [
            note(to(power), self.account(state, paid, power, made=made, told=told, texts=texts))
            for power in self._board.powers
        ]
        lost = {p: d for p, d in ruling.dislodged.items() if d.retreats}
        destroyed = {p: d for p, d in ruling.dislodged.items() if not d.retreats}
        moves = said.Moves(
            phase=state.code,
            title=state.phase.title,
            orders=told,
            dislodged=retreating(lost),
            destroyed=retreating(destroyed),
        )
        notes.append(note(EVERYBODY, moves))
        after = replace(
            paid,
            units=ruling.units,
            dislodged=lost,
            contested=ruling.contested,
            sheets={},
            acceptance={p: acceptance_of(self._board, state.acceptance, p) for p in self._board.powers},
        )
        if lost:
            return self._told(replace(after, kind="R"), notes)
        return self._after_retreats(after, notes)

    def _choice(self, state: State, province: str, order: Order) -> str:
        return write_choice(order, province, state.units, self._board.army)

    def _paid(self, state: State, made: Determination, texts: Mapping[str, str]) -> State:
        """Take money offered for the orders issued from the accounts, each bribe by itself (5.6)."""
        for power, amounts in made.paid.items():
            for row in self._payments(state, power, amounts, texts):
                state = booked(state, power, f"{row.adjective} {row.order}".lstrip(), -row.amount)
        return state

    def _payments(
        self, state: State, power: Seat, amounts: Mapping[str, int], texts: Mapping[str, str]
    ) -> tuple[said.Payment, ...]:
        """Return the bribes of a power, given what it pays for each unit: for its own units first."""
        rows = [said.Payment(texts[p], self._whose(state.units[p], power), amount) for p, amount in amounts.items()]
        return tuple(sorted(rows, key=lambda row: (row.adjective, row.order)))

    def account(
        self, state: State, paid: State, power: Seat, made: Determination, told: tuple[Told, ...], texts: dict[str, str]
    ) -> said.Account:
        """Return what 5.7 lists: own units and the money they accepted; own accepted bribes; spent; balance.

        A bribe of 0, or reduced to 0, counts as accepted if it was offered for the order issued.
        """
        outcome = {row.order: row.outcome for row in told}
        own = tuple(
            said.Bribed(texts[u.province], outcome[texts[u.province]], made.total[u.province])
            for u in state.owned_by(power)
        )
        wanted = convert(state.sheets.get(power, ()), ())
        free = {bid.unit: 0 for bid in wanted if bid.pays_for(made.orders[bid.unit])}
        return said.Account(
            phase=state.code,
            title=state.phase.title,
            power=power,
            name=self._board.powers[power].name,
            units=own,
            payments=self._payments(state, power, {**free, **made.paid[power]}, texts),
            before=state.balances[power],
            spent=made.spent[power],
            balance=paid.balances[power],
        )

    def _whose(self, unit: Unit, power: Seat) -> str:
        return "" if unit.power == power else self._board.powers[unit.power].adjective

    def _told(self, state: State, notes: list[Notice]) -> Step:
        """Return the step to *state*, with its board."""
        return Step(state, (*notes, note(EVERYBODY, position(self._board, state))))

    def _after_retreats(self, state: State, notes: list[Notice]) -> Step:
        """Go on to Fall in spring; in autumn count centres, look for a victory, and go on to Winter if needed."""
        state = replace(state, dislodged={}, contested=(), retreats={})
        if state.season == "S":
            return self._told(replace(state, season="F", kind="M"), notes)
        before = state.centres
        counted = take_centres(self._board, {p: before.get(p, ()) for p in self._board.powers}, state.units)
        state = replace(state, centres={p: tuple(c) for p, c in counted.items() if p in self._board.powers})
        notes += [
            note(EVERYBODY, said.Eliminated(p, self._board.powers[p].name))
            for p in self._board.powers
            if before.get(p) and not state.centres[p]
        ]
        taken = tuple(
            f"{centre} to {self._board.powers[p].name}"
            for p, centres in state.centres.items()
            for centre in centres
            if centre not in before.get(p, ())
        )
        winner = next((p for p, c in state.centres.items() if len(c) >= self._board.victory), NO_SEAT)
        if winner:
            power = self._board.powers[winner]
            notes.append(note(EVERYBODY, said.Won(winner, power.name, len(state.centres[winner]))))
            state = replace(state, winner=winner)
            return Step(state, (*notes, note(EVERYBODY, position(self._board, state, True, taken))))
        return self._winter(state, notes, taken)

    def _winter(self, state: State, notes: list[Notice], taken: tuple[str, ...]) -> Step:
        state = self._without_the_eliminated(replace(state, season="W", kind="A"))
        here = position(self._board, state, True, taken)
        if any(self.adjusts(state, power) for power in self._board.powers):
            return Step(state, (*notes, note(EVERYBODY, here)))
        return self._new_year(state, [*notes, note(EVERYBODY, here)])

    def _without_the_eliminated(self, state: State) -> State:
        """Remove the units of powers without centres from the board; no removal orders are needed for them."""
        gone = {p for p in self._board.powers if state.eliminated(p)}
        return replace(state, units={p: u for p, u in state.units.items() if u.power not in gone})

    def adjusts(self, state: State, power: Seat) -> bool:
        """Return whether *power* may build or must remove now."""
        owes = account(self._board, power, state.units, state.centres.get(power, ()))
        return bool(owes.builds or owes.removals)

    def _retreats(self, state: State) -> Step:
        orders = {p: order for own in state.retreats.values() for p, order in own.items()}
        fates, saved = judge_retreats(self._board, state.dislodged, orders)
        told = tuple(
            told_retreat(d.unit, orders.get(p, Disband()), fates[p])
            for p, d in sorted(state.dislodged.items(), key=lambda item: (item[1].unit.power, item[0]))
        )
        after = replace(state, units={**state.units, **{unit.province: unit for unit in saved}})
        notes = [note(EVERYBODY, said.Retreats(state.code, state.phase.title, told))]
        return self._after_retreats(after, notes)

    def _adjustments(self, state: State) -> Step:
        told: list[Told] = []
        units = dict(state.units)
        for power in self._board.powers:
            centres = state.centres.get(power, ())
            done = judge_adjustments(
                self._board, power, state.units, centres=centres, orders=state.adjustments.get(power, ())
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
            waived = account(self._board, power, state.units, centres).builds - len(done.built)
            told += [Told(power=power, order="WAIVE", outcome="build waived", ok=True, fate=Result.SUCCEEDS)] * waived
        notes = [note(EVERYBODY, said.Adjustments(state.code, state.phase.title, tuple(told)))]
        return self._new_year(replace(state, units=units, adjustments={}), notes, show=True)

    def _new_year(self, state: State, notes: list[Notice], show: bool = False) -> Step:
        state = replace(state, year=state.year + 1, season="S", kind="M")
        if show:
            notes = [*notes, note(EVERYBODY, position(self._board, state))]
        return pay_taxes(self._board, state, notes)


def pay_taxes(board: Board, state: State, notes: list[Notice]) -> Step:
    """Pay every power its income before each Spring (2.1)."""
    for power in board.powers:
        count = len(state.centres.get(power, ()))
        income = tax(board, count)
        if income:
            state = booked(state, power, f"taxes for {count} centres", income)
            record = said.ActRecord(state.code, power, "taxes", (f"{income} AgP for {count} centres",))
            notes.append(note(DISCLOSURE, record))
        notes.append(note(to(power), said.Income(state.year, count, income, state.balances[power])))
    return Step(state, tuple(notes))
