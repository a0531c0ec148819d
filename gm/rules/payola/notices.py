"""What a Payola game tells: the bodies of its notices. The audience is chosen where a notice is made, never here.

All fields are plain values, ready for templates; amounts are silver pieces (AgP).
"""

from __future__ import annotations

import msgspec

from gm.rules.provinces.notices import (
    ActRecord as ActRecord,
)
from gm.rules.provinces.notices import (
    Adjustments as Adjustments,
)
from gm.rules.provinces.notices import (
    BoardTold as BoardTold,
)
from gm.rules.provinces.notices import (
    Cleared as Cleared,
)
from gm.rules.provinces.notices import (
    Eliminated as Eliminated,
)
from gm.rules.provinces.notices import (
    FleetBorders as FleetBorders,
)
from gm.rules.provinces.notices import (
    Holdings as Holdings,
)
from gm.rules.provinces.notices import (
    Mapped as Mapped,
)
from gm.rules.provinces.notices import (
    Moves as Moves,
)
from gm.rules.provinces.notices import (
    NoMap as NoMap,
)
from gm.rules.provinces.notices import (
    NoProvince as NoProvince,
)
from gm.rules.provinces.notices import (
    PassedOver as PassedOver,
)
from gm.rules.provinces.notices import (
    Position as Position,
)
from gm.rules.provinces.notices import (
    PowerTold as PowerTold,
)
from gm.rules.provinces.notices import (
    ProvinceGroup as ProvinceGroup,
)
from gm.rules.provinces.notices import (
    ProvinceName as ProvinceName,
)
from gm.rules.provinces.notices import (
    ProvincesTold as ProvincesTold,
)
from gm.rules.provinces.notices import (
    ProvinceTold as ProvinceTold,
)
from gm.rules.provinces.notices import (
    Retreating as Retreating,
)
from gm.rules.provinces.notices import (
    Retreats as Retreats,
)
from gm.rules.provinces.notices import (
    Won as Won,
)


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
