"""What a letter does at once: filing, clearing, transfers, acceptance lists, and the dry run of TRY."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from gm.rules import DISCLOSURE, Notice, Orders, Seat, Step, to
from gm.rules.lines.commands import Clear
from gm.rules.lines.letters import note
from gm.rules.lines.words import listed
from gm.rules.payola import notices as said
from gm.rules.payola.acts import (
    Accept,
    AskBalance,
    FileSheet,
    Transfer,
)
from gm.rules.payola.faults import words
from gm.rules.payola.phases import available, bids_of, booked, determined
from gm.rules.payola.state import WHAT, Bid, State, convert, letters, savings, write_choice, write_offer
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Board
from gm.rules.provinces.orders import Convoy, Hold, Move, Order, write_adjustment, write_retreat
from gm.rules.provinces.own import FileAdjustments, FileRetreats, PassOver

FILES = (FileSheet, FileRetreats, FileAdjustments)
ELSEWHERE = "~"  # stands for any place that a sheet does not name


class Filing:
    """Carries out the acts of one letter. Each reader gets one statement, however many transfers there are."""

    def __init__(self, board: Board, state: State, seat: Seat) -> None:
        self._board, self._state, self._seat = board, state, seat
        self._notes: list[Notice] = []
        self._statements: dict[Seat, list[said.Booked]] = {}
        self._asked: list[int] = []
        self._more = False  # whether the letter files anything

    def act(self, orders: Orders) -> Step:
        """Return the step that the acts make; a dry run changes nothing."""
        passed = [note(to(self._seat), said.PassedOver(one.orders)) for one in orders.acts if isinstance(one, PassOver)]
        if orders.dry:
            step = self._dry_run(orders)
            return replace(step, notices=(*passed, *step.notices))
        self._more = any(isinstance(act, FILES) for act in orders.acts)
        self._notes += passed
        for act in orders.acts:
            self._do(act)
        self._close_statements()
        self._notes += [note(to(self._seat), self._balance(year)) for year in dict.fromkeys(self._asked)]
        return Step(self._state, tuple(self._notes))

    def _do(self, act: object) -> None:
        match act:
            case FileSheet(offers=offers, warnings=warnings):
                again = self._seat in self._state.sheets
                self._state = replace(self._state, sheets={**self._state.sheets, self._seat: offers})
                state = self._state
                cost = said.Cost(dearest(convert(offers, ())), state.balances[self._seat], available(state, self._seat))
                self._filed(self._sheet_lines(offers), again, warnings, cost)
            case FileRetreats(orders=orders):
                again = self._seat in self._state.retreats
                self._state = replace(self._state, retreats={**self._state.retreats, self._seat: orders})
                lines = [write_retreat(self._state.dislodged[p].unit, o) for p, o in sorted(orders.items())]
                self._filed(lines, again, self._retreats_left(orders))
            case FileAdjustments(orders=adjusted):
                again = self._seat in self._state.adjustments
                self._state = replace(self._state, adjustments={**self._state.adjustments, self._seat: adjusted})
                self._filed([write_adjustment(order) for order in adjusted], again, self._builds_left(len(adjusted)))
            case Accept(powers=powers):
                self._accept(powers)
            case Transfer(amount=amount, to=other):
                self.transfer(amount, other)
            case AskBalance(year=year):
                self._asked.append(year or self._state.year)
            case Clear():
                self._clear()

    def _retreats_left(self, orders: Collection[str]) -> tuple[str, ...]:
        """Warn of dislodged units that have no order, given the provinces of those that have one."""
        lost = sorted(one.unit for p, one in self._state.dislodged.items() if p not in orders)
        units = [str(unit) for unit in lost if unit.power == self._seat]
        return (words("retreats-left", units=listed(units)),) if units else ()

    def _builds_left(self, number: int) -> tuple[str, ...]:
        """Warn of builds that are neither ordered nor waived."""
        state, centres = self._state, self._state.centres.get(self._seat, ())
        most = account(self._board, self._seat, state.units, centres).builds
        return (words("builds-left", most=most, number=number),) if number < most else ()

    def _sheet_lines(self, offers: Sequence[said.Payment] | Sequence[object]) -> list[str]:
        return [write_offer(offer, self._state.units, self._board.army) for offer in offers]  # type: ignore[arg-type]

    def _filed(
        self, lines: Sequence[str], again: bool, warnings: tuple[str, ...] = (), cost: said.Cost | None = None
    ) -> None:
        state = self._state
        what = WHAT[state.kind]
        self._notes.append(
            note(
                to(self._seat),
                said.Filed(
                    phase=state.code,
                    title=state.phase.title,
                    what=what,
                    lines=tuple(lines),
                    warnings=warnings,
                    cost=cost,
                    again=again,
                ),
            )
        )
        self._record(f"{what} filed", lines)

    def _record(self, what: str, lines: Sequence[str] = ()) -> None:
        self._notes.append(note(DISCLOSURE, said.ActRecord(self._state.code, self._seat, what, tuple(lines))))

    def _accept(self, powers: tuple[Seat, ...]) -> None:
        self._state = replace(self._state, acceptance={**self._state.acceptance, self._seat: powers})
        names = tuple(self._board.powers[p].name for p in powers)
        written = letters(self._board, powers)
        self._notes.append(note(to(self._seat), said.Accepted(written, names)))
        self._record("acceptance list", (f"ACCEPT {written}",))

    def transfer(self, amount: int, other: Seat) -> None:
        """Transfer money at once; each party is told only of its own account (2.3)."""
        mine, theirs = self._board.powers[self._seat].name, self._board.powers[other].name
        self._state = booked(self._state, self._seat, f"to {theirs}", -amount)
        self._state = booked(self._state, other, f"from {mine}", amount)
        self._statements.setdefault(self._seat, []).append(said.Booked(f"to {theirs}", -amount))
        self._statements.setdefault(other, []).append(said.Booked(f"from {mine}", amount))
        self._record("transfer", (f"TRANSFER {amount} TO {other}",))

    def _close_statements(self) -> None:
        for seat, entries in self._statements.items():
            self._notes.append(note(to(seat), said.Statement(tuple(entries), self._state.balances[seat])))

    def _balance(self, year: int) -> said.Balance:
        state = self._state
        entries = tuple(said.Booked(f"{e.phase}  {e.what}", e.amount) for e in state.account(self._seat, year))
        brought = state.brought(self._seat, year)
        balance = brought + sum(entry.amount for entry in entries)
        return said.Balance(year, entries, balance, brought=brought, over=year < state.year)

    def _clear(self) -> None:
        state, seat = self._state, self._seat
        had = any(seat in filed for filed in (state.sheets, state.retreats, state.adjustments))
        self._state = replace(
            state,
            sheets={s: v for s, v in state.sheets.items() if s != seat},
            retreats={s: v for s, v in state.retreats.items() if s != seat},
            adjustments={s: v for s, v in state.adjustments.items() if s != seat},
        )
        self._notes.append(note(to(seat), said.Cleared(state.code, WHAT[state.kind], had, self._more)))
        self._record("cleared")

    def _dry_run(self, orders: Orders) -> Step:
        """TRY: return the sheet as read, what it could cost, and what would happen if nobody else sent a sheet."""
        state, seat = self._state, self._seat
        sheets = [act for act in orders.acts if isinstance(act, FileSheet)]
        lists = [act.powers for act in orders.acts if isinstance(act, Accept)]
        given = sum(act.amount for act in orders.acts if isinstance(act, Transfer))
        also = tuple(line for act in orders.acts for line in self._also(act))
        if not sheets:
            nothing = said.Trial(
                phase=state.code,
                lines=(),
                warnings=(),
                most=0,
                available=0,
                choices=(),
                spent=0,
                reductions=0,
                also=also,
            )
            return Step(state, (note(to(seat), nothing),))
        sheet = sheets[-1]
        accepts = lists[-1] if lists else state.acceptance.get(seat)
        alone = replace(
            state,
            sheets={seat: sheet.offers},
            acceptance={seat: accepts} if accepts else {},
            balances={p: state.balances[seat] - given if p == seat else 0 for p in state.balances},
        )
        return Step(state, (note(to(seat), self.trial(alone, sheet, also)),))

    def _also(self, act: object) -> list[str]:
        """Return what else a dry run would have done, in the words of the letter."""
        match act:
            case Accept(powers=powers):
                return [f"ACCEPT {letters(self._board, powers)}"]
            case Transfer(amount=amount, to=other):
                return [f"TRANSFER {amount} TO {other}"]
            case Clear():
                return ["CLEAR"]
            case FileRetreats(orders=orders):
                return [write_retreat(self._state.dislodged[p].unit, o) for p, o in sorted(orders.items())]
            case FileAdjustments(orders=adjusted):
                return [write_adjustment(order) for order in adjusted]
            case _:
                return []

    def trial(self, alone: State, sheet: FileSheet, also: tuple[str, ...]) -> said.Trial:
        """Return what this sheet alone would do."""
        bids = bids_of(alone, self._board.powers)
        made = determined(self._board, alone, bids)
        own = {bid.unit for bid in bids[self._seat]}
        choices = tuple(
            said.Choice(
                f"{unit} {write_choice(made.orders[unit.province], unit.province, alone.units, self._board.army)}",
                made.total[unit.province],
                unit.power == self._seat,
            )
            for unit in sorted(alone.units.values(), key=lambda u: (u.power != self._seat, u.power, u.place))
            if unit.province in own
        )
        return said.Trial(
            phase=alone.code,
            lines=tuple(self._sheet_lines(sheet.offers)),
            warnings=sheet.warnings,
            most=dearest(convert(sheet.offers, ())),
            available=available(alone, self._seat),
            choices=choices,
            spent=made.spent[self._seat],
            reductions=made.reductions[self._seat],
            also=(*also, *([f"savings {savings(sheet.offers)}"] if savings(sheet.offers) else [])),
        )


def dearest(bids: Sequence[Bid]) -> int:
    """Return the most that bids could cost: each unit's dearest single order, named or not, at the amounts written."""
    most = 0
    for unit in dict.fromkeys(bid.unit for bid in bids):
        own = [bid for bid in bids if bid.unit == unit]
        named: list[Order] = [order for bid in own for order in bid.orders]
        orders = dict.fromkeys([*named, Hold(), Move(ELSEWHERE), Convoy(ELSEWHERE, ELSEWHERE)])
        most += max(sum(bid.amount for bid in own if bid.pays_for(order)) for order in orders)
    return most
