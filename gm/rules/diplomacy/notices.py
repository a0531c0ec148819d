"""What a game of Diplomacy tells: the bodies of its notices. The audience is chosen where a notice is made, never here.

All fields are plain values, ready for templates.
"""

from __future__ import annotations

import msgspec

from gm.rules.provinces.notices import ActRecord as ActRecord
from gm.rules.provinces.notices import Adjustments as Adjustments
from gm.rules.provinces.notices import BoardTold as BoardTold
from gm.rules.provinces.notices import Cleared as Cleared
from gm.rules.provinces.notices import Eliminated as Eliminated
from gm.rules.provinces.notices import FleetBorders as FleetBorders
from gm.rules.provinces.notices import Holdings as Holdings
from gm.rules.provinces.notices import Mapped as Mapped
from gm.rules.provinces.notices import Moves as Moves
from gm.rules.provinces.notices import NoMap as NoMap
from gm.rules.provinces.notices import NoProvince as NoProvince
from gm.rules.provinces.notices import PassedOver as PassedOver
from gm.rules.provinces.notices import Position as Position
from gm.rules.provinces.notices import PowerTold as PowerTold
from gm.rules.provinces.notices import ProvinceGroup as ProvinceGroup
from gm.rules.provinces.notices import ProvinceName as ProvinceName
from gm.rules.provinces.notices import ProvincesTold as ProvincesTold
from gm.rules.provinces.notices import ProvinceTold as ProvinceTold
from gm.rules.provinces.notices import Retreating as Retreating
from gm.rules.provinces.notices import Retreats as Retreats
from gm.rules.provinces.notices import Won as Won


class Ordered(msgspec.Struct, frozen=True):
    """What the sender has on file now, as read, line by line. lacking: their units that have no order yet.

    gone: what was on file before their letter and no longer is. warnings: orders of theirs that do not go together.
    final: they have said READY.
    """

    phase: str
    title: str
    what: str
    lines: tuple[str, ...]
    lacking: tuple[str, ...]
    gone: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    final: bool = False


class Decided(msgspec.Struct, frozen=True):
    """What became of the conditions of the sender's letter when its phase began: each in words, and whether it holds.
    """

    conditions: tuple[tuple[str, bool], ...]


class Rehearsed(msgspec.Struct, frozen=True):
    """The answer to TRY: what would be on file, and what would become of each move if all other units held."""

    phase: str
    title: str
    lines: tuple[str, ...]
    outcomes: tuple[tuple[str, str], ...]
    lacking: tuple[str, ...]
    cleared: bool = False
    final: bool = False
