"""A movement phase judged: what the sheets make the units do, what that costs; and the taxes of a new year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from gm.rules import DISCLOSURE, EVERYBODY, Notice, Seat, Step, to
from gm.rules.lines.letters import note
from gm.rules.payola import notices as said
from gm.rules.payola.determination import Determination, determine
from gm.rules.payola.record import Recorder
from gm.rules.payola.state import Bid, Entry, State, acceptance_of, convert, savings, tax, write_choice
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.movement import adjudicate
from gm.rules.provinces.orders import Order
from gm.rules.provinces.telling import Told, tell_movement
from gm.rules.provinces.turning import Turning, after_battle, told_moves


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


class Judge(Turning[State]):
    """Judges the phase of one state, and moves on to the next phase in which somebody has something to do."""

    def movement(self, state: State) -> Step:
        """Judge what the sheets make the units do, and take the money for it from the accounts."""
        bids = bids_of(state, self.board.powers)
        made = determined(self.board, state, bids)
        ruling = adjudicate(self.board, state.units, made.orders)
        texts = {p: f"{state.units[p]} {self._choice(state, p, order)}" for p, order in made.orders.items()}
        told = tell_movement(self.board, state.units, texts, ruling.fates)
        paid = self._paid(state, made, texts)
        notes = [note(DISCLOSURE, Recorder(self.board, state, bids, made).record(paid.balances))]
        notes += [
            note(to(power), self.account(state, paid, power, made=made, told=told, texts=texts))
            for power in self.board.powers
        ]
        notes.append(note(EVERYBODY, told_moves(state, told, ruling)))
        after = replace(
            paid,
            **after_battle(ruling),
            sheets={},
            acceptance={p: acceptance_of(self.board, state.acceptance, p) for p in self.board.powers},
        )
        return self.after_movement(after, notes)

    def _choice(self, state: State, province: str, order: Order) -> str:
        return write_choice(order, province, state.units, self.board.army)

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
            name=self.board.powers[power].name,
            units=own,
            payments=self._payments(state, power, {**free, **made.paid[power]}, texts),
            before=state.balances[power],
            spent=made.spent[power],
            balance=paid.balances[power],
        )

    def _whose(self, unit: Unit, power: Seat) -> str:
        return "" if unit.power == power else self.board.powers[unit.power].adjective

    def spring(self, state: State, notes: list[Notice]) -> Step:
        """Pay the taxes of a new year."""
        return pay_taxes(self.board, state, notes)


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
