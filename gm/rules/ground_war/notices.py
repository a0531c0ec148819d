"""What a Ground War tells: the bodies of its notices. The audience is chosen where a notice is made, never here.

All fields are plain values, ready for templates: fields are names, numbers are men or trucks, boards are lines of text.
"""

from __future__ import annotations

import msgspec

from gm.rules.pictures.war import Picture
from gm.rules.war.notices import StandingOrders as StandingOrders

Rows = tuple[tuple[str, str], ...]


class SideSet(msgspec.Struct, frozen=True):
    """What a side has at the beginning, as `C3 2`."""

    name: str
    men: tuple[str, ...]
    trucks: tuple[str, ...]
    cities: tuple[str, ...]


class Setup(msgspec.Struct, frozen=True):
    """The initial position: public. links: pairs of cities in words; rules: how they differ from the usual rules."""

    scenario: str
    rows: int
    columns: int
    sides: tuple[SideSet, ...]
    links: tuple[str, ...]
    rules: tuple[str, ...]
    board: tuple[str, ...]


class Marched(msgspec.Struct, frozen=True):
    """What became of a side's moves, in the order written: to that side alone.

    enemy: the other side's, where information is complete. filed: whether anything was on file.
    """

    phase: str
    title: str
    name: str
    moves: Rows
    enemy: Rows
    turn: str = ""


class Standing(msgspec.Struct, frozen=True):
    """What a side knows of the board: to that side alone.

    seen: field, what stands there, and where that is; earlier: when, and what stood where then; cities: field, whose
    it is, and since when nobody has looked, "" for now. trucks: field and number, likewise. aiming: `G7 (3 men)`.
    complete: the side is told the whole position. fought: what it sees is from before the fire, less the dead. sight:
    how many steps it sees.
    """

    cycle: int
    name: str
    enemy: str
    seen: tuple[tuple[str, str, str], ...]
    earlier: tuple[tuple[str, tuple[str, ...]], ...]
    contested: tuple[str, ...]
    men: tuple[str, ...]
    trucks: tuple[str, ...]
    cities: tuple[tuple[str, str, str], ...]
    aiming: tuple[str, ...]
    complete: bool
    board: tuple[str, ...]
    fought: bool = False
    sight: int = 2
    asked: bool = False
    picture: Picture | None = None


class Gained(msgspec.Struct, frozen=True):
    """What fire and the end of the cycle did to a side: to that side alone. lost, killed, trucks: as `G6 1`."""

    cycle: int
    enemy: str
    lost: tuple[str, ...]
    killed: tuple[str, ...]
    made: tuple[str, ...]
    cities: tuple[str, ...]
    trucks: tuple[str, ...]
    over: bool


class Shots(msgspec.Struct, frozen=True):
    """All fire and all deaths: public (VIII a). fire: side, from, number, at; deaths: field, side, number."""

    phase: str
    title: str
    cycle: int
    fire: tuple[tuple[str, str, int, str], ...]
    deaths: tuple[tuple[str, str, int], ...]


class Onfile(msgspec.Struct, frozen=True):
    """What the sender has on file, line by line. final: they have said READY; other: whose READY ends the round.

    gone: what was on file before their letter and no longer is.
    """

    phase: str
    title: str
    lines: tuple[str, ...]
    final: bool
    changed: bool
    other: str
    fallback: str
    gone: tuple[str, ...] = ()


class Tried(msgspec.Struct, frozen=True):
    """The answer to TRY: each line as read and its result, as far as the sender knows. To the sender alone."""

    phase: str
    title: str
    moves: Rows
    fire: Rows
    men: tuple[str, ...]
    final: bool


class Retold(msgspec.Struct, frozen=True):
    """The answer to REPORT: what the sender was told in a cycle, round by round, as bodies of the notices above."""

    cycle: int
    setup: Setup | None
    rounds: tuple[Round, ...]


class Round(msgspec.Struct, frozen=True):
    """A round of a report."""

    code: str
    title: str
    moved: Marched | None
    gained: Gained | None
    shots: Shots | None
    standing: Standing | None


class Drawproposed(msgspec.Struct, frozen=True):
    """The other side proposes a draw: to each of the two, in their own words. own: the reader proposes it."""

    enemy: str
    cycle: int
    own: bool
    both: bool


class TrueBoard(msgspec.Struct, frozen=True):
    """The whole position as it is now: to an operator who looks at it. cities: with the cycle they were taken in."""

    phase: str
    board: tuple[str, ...]
    sides: tuple[SideSet, ...]


class Sidetruth(msgspec.Struct, frozen=True):
    """A side in the disclosure: its moves and where they ended, what it has, what it was told of the enemy.

    picture: the board as it was told of it.
    """

    name: str
    filed: tuple[str, ...]
    moves: Rows
    men: tuple[str, ...]
    trucks: tuple[str, ...]
    cities: tuple[str, ...]
    told: tuple[str, ...]
    board: tuple[str, ...]
    made: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    picture: Picture | None = None


class Truth(msgspec.Struct, frozen=True):
    """The true position after a round, beside what each side was told, for the disclosure. picture: all of it."""

    phase: str
    title: str
    cycle: int
    board: tuple[str, ...]
    sides: tuple[Sidetruth, ...]
    over: bool
    picture: Picture | None = None


class ActRecord(msgspec.Struct, frozen=True):
    """One act of a side, for the disclosure: what was filed, cleared, called ready or proposed, as read."""

    phase: str
    power: str
    what: str
    lines: tuple[str, ...]


class GroundRules(msgspec.Struct, frozen=True):
    """How the options of this game differ from the usual rules, a sentence each: below pages of HELP. Public."""

    rules: tuple[str, ...]
