"""What every game of armies and fleets tells: the bodies of its notices, which a ruleset's own `notices` names.

All fields are plain values, ready for templates. The audience is chosen where a notice is made, never here.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from gm.rules.pictures.map import MapTold
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
    """The board as it stands: public. taken: centres that changed hands, as `BEL to France`.

    picture: what led to it, in the mail that tells the result of a phase.
    """

    holdings: tuple[Holdings, ...]
    neutral: tuple[str, ...]
    counted: bool
    taken: tuple[str, ...] = ()
    picture: MapTold | UnsetType = UNSET


class Mapped(msgspec.Struct, frozen=True):
    """The answer to MAP: the position, or a phase as everybody was told of it. phase: its code, "" for the position.

    picture: None if the answer has enough of them.
    """

    phase: str
    title: str
    position: Position
    picture: MapTold | None


class NoMap(msgspec.Struct, frozen=True):
    """There is no map of the phase asked for. phases: those of which there is one."""

    asked: str
    phases: tuple[str, ...]


class PassedOver(msgspec.Struct, frozen=True):
    """Orders that are passed over, since their units have left the board. To their sender. orders: (line, why)."""

    orders: tuple[tuple[str, str], ...]


class Cleared(msgspec.Struct, frozen=True):
    """The sheet was withdrawn. To its sender. more: the letter files something, too, which stands."""

    phase: str
    what: str
    had: bool
    more: bool = False


class Eliminated(msgspec.Struct, frozen=True):
    """A power has lost its last centre: public."""

    power: str
    name: str


class Won(msgspec.Struct, frozen=True):
    """The game is won: public."""

    power: str
    name: str
    centres: int


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
    """The board of the game, for HELP BOARD. centres: how many there are; victory: how many of them win.

    seasonal: the seas that are not always open, and when they are; straits: the crossings of armies; not_played: what
    the board's own rulebook has besides.
    """

    title: str
    victory: int
    centres: int
    powers: tuple[PowerTold, ...]
    neutral: tuple[str, ...]
    seasonal: tuple[tuple[str, tuple[str, ...]], ...] = ()
    straits: tuple[tuple[str, str], ...] = ()
    not_played: tuple[str, ...] = ()


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
