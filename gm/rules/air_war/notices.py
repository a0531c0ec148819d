"""What an Air War tells: the bodies of its notices. The audience is chosen where a notice is made, never here.

All fields are plain values, ready for templates. side: whose words they are in, "" for observers and the report. Lines
of a board are at most 72 columns wide.
"""

from __future__ import annotations

import msgspec

from gm.rules.pictures.war import Picture
from gm.rules.war.notices import StandingOrders as StandingOrders

BySide = dict[str, dict[str, int]]


class AirCity(msgspec.Struct, frozen=True):
    """A city as everybody knows it. taken: it has changed hands since last told; contested: it is contested now."""

    field: str
    airport: str
    owner: str
    possessor: str
    contested: bool = False
    airport_contested: bool = False
    taken: bool = False


class AirBegins(msgspec.Struct, frozen=True):
    """The board, and what each side does first: name cities for the other half (0.1). city_rows: its first and last.

    named: the umpire has named all cities. rules: how they differ from the usual rules.
    """

    phase: str
    title: str
    side: str
    rows: int
    columns: int
    chips: int
    city_rows: dict[str, tuple[int, int]]
    letters: tuple[str, str]
    named: bool = False
    rules: tuple[str, ...] = ()


class CitiesChosen(msgspec.Struct, frozen=True):
    """The cities of both halves. drawn: (whose choice a draw made, its purpose, its digits)."""

    phase: str
    title: str
    side: str
    cities: tuple[AirCity, ...]
    drawn: tuple[tuple[str, str, str], ...]
    chips: int
    chip_rows: dict[str, tuple[int, int]]
    board: tuple[str, ...] = ()
    picture: Picture | None = None


class ChipsPlaced(msgspec.Struct, frozen=True):
    """The first position (0.3). drawn: (whose chips draws placed, their purpose, the digits)."""

    phase: str
    title: str
    side: str
    chips: BySide
    cities: tuple[AirCity, ...]
    drawn: tuple[tuple[str, str, str], ...]
    board: tuple[str, ...] = ()
    picture: Picture | None = None


class AirMoves(msgspec.Struct, frozen=True):
    """The moves of a cycle and the position after them (2). fire: whether a round of fire follows.

    moves: by side, in normal form. targets: where the reader may aim from, and the enemy's fields next to it.
    """

    phase: str
    title: str
    side: str
    cycle: int
    moves: dict[str, tuple[str, ...]]
    chips: BySide
    cities: tuple[AirCity, ...]
    contested: tuple[str, ...]
    fire: bool
    targets: tuple[tuple[str, int, tuple[str, ...]], ...] = ()
    board: tuple[str, ...] = ()
    picture: Picture | None = None


class AirFire(msgspec.Struct, frozen=True):
    """Fire, deaths and production of a cycle, and the position after them (3 to 5).

    shots: by side and `G5-G6`; dead: by side and field; made: by side, the cities that got a chip. held: whether there
    was a round of fire.
    """

    phase: str
    title: str
    side: str
    cycle: int
    held: bool
    shots: BySide
    dead: BySide
    made: dict[str, tuple[str, ...]]
    chips: BySide
    cities: tuple[AirCity, ...]
    contested: tuple[str, ...]
    board: tuple[str, ...] = ()
    picture: Picture | None = None


class AirFiled(msgspec.Struct, frozen=True):
    """What is now on file, as read. revoked: the sender was READY, and no longer is. again: it replaces something.

    gone: what was on file before and no longer is.

    To its sender.
    """

    phase: str
    title: str
    kind: str
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    revoked: bool = False
    again: bool = True
    gone: tuple[str, ...] = ()


class AirCleared(msgspec.Struct, frozen=True):
    """What was on file was withdrawn. To its sender."""

    phase: str
    title: str
    had: bool
    revoked: bool


class AirReady(msgspec.Struct, frozen=True):
    """The sender is READY: what is on file is final, as it always is at the start (kind). To the sender alone."""

    phase: str
    title: str
    kind: str
    lines: tuple[str, ...]


class DrawOffered(msgspec.Struct, frozen=True):
    """A draw is proposed by *by*; it stands until the end of the cycle. To both sides."""

    side: str
    by: str
    cycle: int
    again: bool = False


class AirBoard(msgspec.Struct, frozen=True):
    """The answer to BOARD: the position as last told."""

    phase: str
    side: str
    cycle: int
    chips: BySide
    cities: tuple[AirCity, ...]
    contested: tuple[str, ...]
    board: tuple[str, ...]
    picture: Picture | None = None


class AirReport(msgspec.Struct, frozen=True):
    """The answer to REPORT: what was told in a cycle. asked: the cycle; no moves: there is nothing to tell of it."""

    side: str
    asked: int
    moves: AirMoves | None = None
    fire: AirFire | None = None


class AirTrial(msgspec.Struct, frozen=True):
    """The answer to TRY: the orders as read, the sender's chips after these moves, the deaths that this fire makes."""

    phase: str
    title: str
    kind: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    chips: dict[str, int] = {}
    dead: dict[str, int] = {}


class ActRecord(msgspec.Struct, frozen=True):
    """One act of a side, for the disclosure: what it filed, cleared or said, as read."""

    phase: str
    power: str
    what: str
    lines: tuple[str, ...]


class AirRules(msgspec.Struct, frozen=True):
    """How the options of this game differ from the usual rules, a sentence each: below pages of HELP. Public."""

    rules: tuple[str, ...]
