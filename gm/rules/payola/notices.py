"""What a Payola game tells: the bodies of its notices. The audience is chosen where a notice is made, never here.

All fields are plain values, ready for templates; amounts are silver pieces (AgP).
"""

from __future__ import annotations

import msgspec

from gm.rules.provinces.telling import Told


class Holdings(msgspec.Struct, frozen=True):
    """What a power has on the board: its units and centres, by place."""

    power: str
    name: str
    units: tuple[str, ...]
    centres: tuple[str, ...]


class Retreating(msgspec.Struct, frozen=True):
    """A dislodged unit and where it may go."""

    power: str
    unit: str
    attacker: str
    places: tuple[str, ...]


class Moves(msgspec.Struct, frozen=True):
    """A movement phase judged: public."""

    phase: str
    title: str
    orders: tuple[Told, ...]
    dislodged: tuple[Retreating, ...]
    destroyed: tuple[Retreating, ...]


class Retreats(msgspec.Struct, frozen=True):
    """A retreat phase judged: public."""

    phase: str
    title: str
    orders: tuple[Told, ...]


class Adjustments(msgspec.Struct, frozen=True):
    """An adjustment phase judged: public."""

    phase: str
    title: str
    orders: tuple[Told, ...]


class Position(msgspec.Struct, frozen=True):
    """The board as it stands: public. taken: centres that changed hands, as `BEL to France`."""

    holdings: tuple[Holdings, ...]
    neutral: tuple[str, ...]
    counted: bool
    taken: tuple[str, ...] = ()


class Bribed(msgspec.Struct, frozen=True):
    """A unit of the reader's and the money it accepted for its order (5.7)."""

    order: str
    outcome: str
    amount: int


class Payment(msgspec.Struct, frozen=True):
    """A bribe of the reader's that was accepted: the order and the amount paid."""

    order: str
    adjective: str
    amount: int


class Account(msgspec.Struct, frozen=True):
    """What a movement phase did to a power: its units' bribes, its own payments, its balance. To the power alone."""

    phase: str
    title: str
    power: str
    name: str
    units: tuple[Bribed, ...]
    payments: tuple[Payment, ...]
    before: int
    spent: int
    balance: int


class Income(msgspec.Struct, frozen=True):
    """The year's taxes (2.1). To the power alone."""

    year: int
    centres: int
    amount: int
    balance: int


class Booked(msgspec.Struct, frozen=True):
    """One line of a statement."""

    what: str
    amount: int


class Statement(msgspec.Struct, frozen=True):
    """Transfers that touched an account (2.3), and its balance. To its owner alone."""

    entries: tuple[Booked, ...]
    balance: int


class Balance(msgspec.Struct, frozen=True):
    """The answer to BALANCE: every movement of a game year. brought: the balance before it; over: it is a past year."""

    year: int
    entries: tuple[Booked, ...]
    balance: int
    brought: int = 0
    over: bool = False


class Cost(msgspec.Struct, frozen=True):
    """What a sheet can cost at most, as TRY says it, and what its sender has: the balance, and that less savings."""

    most: int
    balance: int
    available: int


class Filed(msgspec.Struct, frozen=True):
    """What is now on file, as read, line by line; cost: of a sheet of offers; again: it replaces one. To its sender."""

    phase: str
    title: str
    what: str
    lines: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    cost: Cost | None = None
    again: bool = True


class Cleared(msgspec.Struct, frozen=True):
    """The sheet was withdrawn. To its sender."""

    phase: str
    what: str
    had: bool


class Accepted(msgspec.Struct, frozen=True):
    """An acceptance list is in force. To its sender."""

    letters: str
    names: tuple[str, ...]


class Choice(msgspec.Struct, frozen=True):
    """A unit's choice in a trial."""

    order: str
    total: int
    own: bool


class Trial(msgspec.Struct, frozen=True):
    """The answer to TRY: the sheet as read, the most it could cost, and what would happen if nobody else sent any."""

    phase: str
    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    most: int
    available: int
    choices: tuple[Choice, ...]
    spent: int
    reductions: int
    also: tuple[str, ...] = ()


class Eliminated(msgspec.Struct, frozen=True):
    """A power has lost its last centre: public."""

    power: str
    name: str


class Won(msgspec.Struct, frozen=True):
    """The game is won: public."""

    power: str
    name: str
    centres: int


class SheetRecord(msgspec.Struct, frozen=True):
    """One power's phase for the disclosure: the sheet as read and as converted, with each bid after reduction."""

    power: str
    lines: tuple[str, ...]
    bids: tuple[tuple[str, int, int, bool], ...]
    acceptance: str
    reductions: int
    saved: int
    before: int
    spent: int
    balance: int


class UnitRecord(msgspec.Struct, frozen=True):
    """Why a unit chose as it did: every candidate with its total before and after reduction, and the reason."""

    power: str
    unit: str
    chosen: str
    why: str
    candidates: tuple[tuple[str, int, int], ...]
    payers: tuple[tuple[str, int], ...]


class PhaseRecord(msgspec.Struct, frozen=True):
    """A movement phase in full (3.5), for the disclosure."""

    phase: str
    title: str
    sheets: tuple[SheetRecord, ...]
    units: tuple[UnitRecord, ...]


class ActRecord(msgspec.Struct, frozen=True):
    """One act of a seat, for the disclosure: what was filed, cleared, transferred or accepted, as read."""

    phase: str
    power: str
    what: str
    lines: tuple[str, ...]


class PowerTold(msgspec.Struct, frozen=True):
    """A power as it begins: its letter, its home centres and its units."""

    name: str
    letter: str
    centres: tuple[str, ...]
    units: tuple[str, ...]


class BoardTold(msgspec.Struct, frozen=True):
    """The board of the game, for HELP BOARD. centres: how many there are; victory: how many of them win."""

    title: str
    victory: int
    centres: int
    powers: tuple[PowerTold, ...]
    neutral: tuple[str, ...]


class ProvinceName(msgspec.Struct, frozen=True):
    """A province in a list. centre: it is a supply centre."""

    code: str
    name: str
    centre: bool


class ProvinceGroup(msgspec.Struct, frozen=True):
    """The provinces of one kind."""

    what: str
    provinces: tuple[ProvinceName, ...]


class ProvincesTold(msgspec.Struct, frozen=True):
    """All provinces of the board, for HELP PROVINCES."""

    groups: tuple[ProvinceGroup, ...]


class FleetBorders(msgspec.Struct, frozen=True):
    """Where fleets go from a province. coast: the named coast that they leave from (NC), "" if there is only one."""

    coast: str
    places: tuple[str, ...]


class ProvinceTold(msgspec.Struct, frozen=True):
    """A province of the board, for HELP PROVINCE BUR. also: its other names."""

    code: str
    name: str
    what: str
    armies: tuple[str, ...]
    fleets: tuple[FleetBorders, ...]
    also: tuple[str, ...]


class NoProvince(msgspec.Struct, frozen=True):
    """There is no province of that name. near: abbreviations that resemble it."""

    word: str
    near: tuple[str, ...]
