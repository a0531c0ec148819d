"""The state of a Payola game, its options, and the offers of a sheet with the bids they become (sections 3.1 to 3.4).

All of it is frozen values that serialise to JSON as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gm.rules import Seat
from gm.rules.provinces import campaign
from gm.rules.provinces.board import Board, BoardOptions, Unit
from gm.rules.provinces.campaign import Campaign, own_lines_on_file
from gm.rules.provinces.orders import HOLD, Move, Order, write

MOST = 9999  # the largest amount or plateau; no treasury gets there
MOST_REPEATS = 100
MOST_LINES = 200
MOST_BIDS = 500
DIRECT, NEGATIVE, MOVES, HOLDS, GIFT, SAVINGS = ":!>@&$"


class Offer(msgspec.Struct, frozen=True):
    """One line of a sheet: amounts in silver pieces, the sign of its type (: ! > @ & $), a unit and its orders.

    unit: the unit's province ("" for a savings request). line: its number in the letter.
    """

    amount: int
    sign: str = DIRECT
    unit: str = ""
    orders: tuple[Order, ...] = ()
    plateau: int = 0
    repeat: int = 1
    line: int = 0


class Bid(msgspec.Struct, frozen=True):
    """An offer after conversion. Sign ':' pays for its one order; the others pay for orders that they do not name."""

    unit: str
    sign: str
    orders: tuple[Order, ...]
    amount: int
    plateau: int = 0

    def pays_for(self, order: Order) -> bool:
        """Return whether this bid is paid when its unit issues *order* (3.2). A move is no HOLD, SUPPORT or CONVOY."""
        if self.sign == DIRECT:
            return order == self.orders[0]
        if order in self.orders:
            return False
        moving = isinstance(order, Move)
        return moving if self.sign == MOVES else not moving if self.sign == HOLDS else True


def convert(sheet: Iterable[Offer], own_units: Sequence[str]) -> tuple[Bid, ...]:
    """Return the bids of a sheet in order, with all repetitions; own units left out get a zero HOLD at the end."""
    bids: list[Bid] = []
    for offer in sheet:
        if offer.sign != SAVINGS:
            bids.extend(_converted(offer) * offer.repeat)
    offered = {bid.unit for bid in bids}
    bids.extend(Bid(unit, DIRECT, (HOLD,), 0) for unit in own_units if unit not in offered)
    return tuple(bids)


def _converted(offer: Offer) -> list[Bid]:
    if offer.sign == NEGATIVE:
        direct = [Bid(offer.unit, DIRECT, (HOLD,), 0)]
    else:
        direct = [
            Bid(unit=offer.unit, sign=DIRECT, orders=(order,), amount=offer.amount, plateau=offer.plateau)
            for order in offer.orders
        ]
    if offer.sign == DIRECT:
        return direct
    return [
        *direct,
        Bid(unit=offer.unit, sign=offer.sign, orders=offer.orders, amount=offer.amount, plateau=offer.plateau),
    ]


def savings(sheet: Iterable[Offer]) -> int:
    """Return the total of all savings requests in a sheet."""
    return sum(offer.amount * offer.repeat for offer in sheet if offer.sign == SAVINGS)


def write_amount(offer: Offer) -> str:
    """Write repetition, amount and plateau: `2*8#4`."""
    repeat = f"{offer.repeat}*" if offer.repeat != 1 else ""
    plateau = f"#{offer.plateau}" if offer.plateau else ""
    return f"{repeat}{offer.amount}{plateau}"


def write_offer(offer: Offer, units: Mapping[str, Unit], army: Mapping[str, frozenset[str]]) -> str:
    """Write an offer in normal form: `2*8#4 : A PAR - BUR | S A MUN`, `25 $`. *army*: where VIA means something."""
    if offer.sign == SAVINGS:
        return f"{write_amount(offer)} $"
    return f"{write_amount(offer)} {offer.sign} {units[offer.unit]} " + " | ".join(
        write_choice(order, offer.unit, units, army) for order in offer.orders
    )


def write_choice(order: Order, province: str, units: Mapping[str, Unit], army: Mapping[str, frozenset[str]]) -> str:
    """Write only the order, for the unit in *province*."""
    by_land = isinstance(order, Move) and order.to in army.get(province, ())
    return write(order, units, by_land)


WHAT = {"M": "offers", **campaign.WHAT}


class Options(BoardOptions, frozen=True, forbid_unknown_fields=True):
    """What a game may choose: its board."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of an account: when (the phase), what for, how much, and the balance after it."""

    phase: str
    what: str
    amount: int
    balance: int

    @property
    def year(self) -> int:
        """The game year of the phase."""
        return int(self.phase[1:5])


class State(Campaign, frozen=True, kw_only=True):
    """A game between two events. Amounts are silver pieces.

    sheets: what is on file for a movement phase. accounts: all entries, oldest first; in games that gm 0.3.0 or
    earlier began, without those of the years that ended then.
    acceptance: lists in force. forfeited: eliminated seats whose player resigned.
    """

    options: Options
    balances: dict[Seat, int]
    accounts: dict[Seat, tuple[Entry, ...]] = msgspec.field(default_factory=dict)
    acceptance: dict[Seat, tuple[Seat, ...]] = msgspec.field(default_factory=dict)
    sheets: dict[Seat, tuple[Offer, ...]] = msgspec.field(default_factory=dict)
    forfeited: tuple[Seat, ...] = ()

    def account(self, power: Seat, year: int) -> tuple[Entry, ...]:
        """Return the entries of a year in the account of *power*."""
        return tuple(entry for entry in self.accounts.get(power, ()) if entry.year == year)

    def brought(self, power: Seat, year: int) -> int:
        """Return the balance of *power* before the entries of a year; what it has now if there are none till then."""
        entries = self.accounts.get(power, ())
        before = [entry.balance for entry in entries if entry.year < year]
        own = [entry.balance - entry.amount for entry in entries if entry.year == year]
        return [*before[-1:], *own, self.balances[power]][0]

    def first_year(self, power: Seat) -> int:
        """Return the first year of which the account of *power* has been kept."""
        return min((entry.year for entry in self.accounts.get(power, ())), default=self.year)


def default_list(board: Board, power: Seat) -> tuple[Seat, ...]:
    """Return the acceptance list of a power that has filed none: itself, then the others by name."""
    others = sorted((p for p in board.powers if p != power), key=lambda p: board.powers[p].name)
    return (power, *others)


def acceptance_of(board: Board, lists: Mapping[Seat, tuple[Seat, ...]], power: Seat) -> tuple[Seat, ...]:
    """Return the list in force, or the default one."""
    return lists.get(power) or default_list(board, power)


def tax(board: Board, centres: int) -> int:
    """Return a year's income from *centres*: victory criterion - n for the n-th, never below 0 (2.1, 6)."""
    return sum(max(0, board.victory - n) for n in range(1, centres + 1))


def letters(board: Board, powers: Sequence[Seat]) -> str:
    """Return an acceptance list as its letters: EFGIART."""
    return "".join(board.powers[power].letter for power in powers)


def lines_on_file(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    """Return what is on file for the phase now due, in normal form."""
    if state.kind == "M":
        army = board.army
        return tuple(write_offer(offer, state.units, army) for offer in state.sheets.get(seat, ()))
    return own_lines_on_file(state, seat)


def on_file(board: Board, state: State, seat: Seat) -> str:
    """Return what a seat has on file, its acceptance list and its orders, in normal form as it is sealed."""
    accepts = state.acceptance.get(seat, ())
    head = [f"ACCEPT {letters(board, accepts)}"] if accepts and state.kind == "M" else []
    return "\n".join([*head, *lines_on_file(board, state, seat)]) or "(nothing)"
