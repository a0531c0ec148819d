"""The full record of a movement phase for the disclosure (3.5): every bid before and after, and why units chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm.rules import Seat
from gm.rules.payola.courses import Course
from gm.rules.payola.determination import Determination
from gm.rules.payola.notices import PhaseRecord, SheetRecord, UnitRecord
from gm.rules.payola.state import DIRECT, Bid, State, acceptance_of, letters, savings, write_choice, write_offer
from gm.rules.payola.ties import narrow
from gm.rules.provinces.board import Board, Unit
from gm.rules.provinces.orders import Order

Bids = Mapping[Seat, Sequence[Bid]]


class Recorder:
    """Writes the record of one determination."""

    def __init__(self, board: Board, state: State, bids: Bids, made: Determination) -> None:
        self._board, self._state, self._bids, self._made = board, state, bids, made
        courses = {power: Course(sheet) for power, sheet in bids.items()}
        self._after = {
            power: [courses[power].amount(bid, made.reductions[power]) for bid in sheet]
            for power, sheet in bids.items()
        }
        self._by_unit: dict[str, list[tuple[str, int, Bid, int, int]]] = {}
        for power, sheet in bids.items():
            for place, (bid, after) in enumerate(zip(sheet, self._after[power], strict=True)):
                self._by_unit.setdefault(bid.unit, []).append((power, place, bid, bid.amount, after))

    def record(self, balances: Mapping[Seat, int]) -> PhaseRecord:
        """Return the record; *balances* are those after payment."""
        state = self._state
        sheets = tuple(self._sheet(power, balances[power]) for power in self._board.powers)
        units = tuple(self._unit(u) for u in sorted(state.units.values(), key=lambda u: (u.power, u.place)))
        return PhaseRecord(state.code, state.phase.title, sheets, units)

    def _sheet(self, power: Seat, balance: int) -> SheetRecord:
        state = self._state
        sheet = state.sheets.get(power, ())
        bids = tuple(
            (self._bid_text(bid), bid.amount, after, bid.pays_for(self._made.orders[bid.unit]))
            for bid, after in zip(self._bids[power], self._after[power], strict=True)
        )
        return SheetRecord(
            power=power,
            lines=tuple(write_offer(offer, state.units, self._board.army) for offer in sheet),
            bids=bids,
            acceptance=letters(self._board, acceptance_of(self._board, state.acceptance, power)),
            reductions=self._made.reductions[power],
            saved=savings(sheet),
            before=state.balances[power],
            spent=self._made.spent[power],
            balance=balance,
        )

    def _bid_text(self, bid: Bid) -> str:
        plateau = f"#{bid.plateau}" if bid.plateau else ""
        orders = " | ".join(self._text(bid.unit, order) for order in bid.orders)
        return f"{bid.amount}{plateau} {bid.sign} {self._state.units[bid.unit]} {orders}"

    def _text(self, unit: str, order: Order) -> str:
        return write_choice(order, unit, self._state.units, self._board.army)

    def _unit(self, unit: Unit) -> UnitRecord:
        province = unit.province
        rows = self._by_unit.get(province, [])
        candidates = list(dict.fromkeys(bid.orders[0] for _, _, bid, _, _ in rows if bid.sign == DIRECT))
        chosen = self._made.orders[province]
        totals = [
            (
                order,
                sum(before for _, _, bid, before, _ in rows if bid.pays_for(order)),
                sum(after for _, _, bid, _, after in rows if bid.pays_for(order)),
            )
            for order in candidates
        ]
        payers = tuple((power, paid[province]) for power, paid in self._made.paid.items() if paid.get(province))
        return UnitRecord(
            power=unit.power,
            unit=str(unit),
            chosen=self._text(province, chosen),
            why=self._why(unit, chosen, totals),
            candidates=tuple((self._text(province, order), before, after) for order, before, after in totals),
            payers=payers,
        )

    def _why(self, unit: Unit, chosen: Order, totals: Sequence[tuple[Order, int, int]]) -> str:
        best = self._made.total[unit.province]
        tied = [order for order, _, after in totals if after == best]
        if len(totals) < 2:
            return "the only order it was offered" if totals else "nobody made it an offer: it holds (3.4)"
        if len(tied) == 1:
            second = max(after for order, _, after in totals if order != chosen)
            return f"the highest total: {best} against {second} (5.1)"
        accepts = acceptance_of(self._board, self._state.acceptance, unit.power)
        return f"tie of {len(tied)} at {best}: {self._tie(unit.province, accepts, tied)}"

    def _tie(self, province: str, accepts: Sequence[Seat], tied: Sequence[Order]) -> str:
        """Return which power of the list decided, and by which rule."""
        for direct_only, section in ((False, "5.2, 5.3"), (True, "5.4, direct offers only")):
            places = [self._places(province, order, direct_only) for order in tied]
            left: tuple[int, ...] = tuple(range(len(tied)))
            for number, _ in enumerate(accepts):
                left = narrow([number], left, places)
                if len(left) == 1:
                    name = self._board.powers[accepts[number]].name
                    return f"{name}, number {number + 1} on the acceptance list, decided ({section})"
        return "undecided"

    def _places(self, province: str, order: Order, direct_only: bool) -> dict[int, int]:
        """Return, by number on the owner's list, the earliest place in that power's sheet that pays for *order*."""
        owner = self._state.units[province].power
        accepts = acceptance_of(self._board, self._state.acceptance, owner)
        found: dict[int, int] = {}
        for power, place, bid, _, _ in self._by_unit.get(province, []):
            if bid.pays_for(order) and (bid.sign == DIRECT or not direct_only):
                found.setdefault(accepts.index(power), place)
        return found
