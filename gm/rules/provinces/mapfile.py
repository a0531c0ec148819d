"""The drawing of a board: its file (TOML, see docs/boards.md), or points and lines where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from gm.rules.pictures.map import CLOSED, LAND, SEA, Ground, Line, Point, Side, Spot
from gm.rules.provinces.board import Board
from gm.rules.provinces.filefaults import Fault, TomlFile
from gm.rules.provinces.mapsize import MARGIN, MOST, NARROWEST, PIXEL, pixels, schematic_size

WHOLE, TEXT = "a whole number is expected", "a text is expected"
OTHER = "OUT"  # land that is no province


class MapError(ValueError):
    """A drawing that does not fit its board. Its text is a line for each fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class Head(msgspec.Struct, frozen=True):
    """The facts at the top. width, height: in units; narrowest: in pixels."""

    format: int
    board: str
    width: int
    height: int
    narrowest: int


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A border that no outline shows."""

    why: str
    line: tuple[Point, ...]


HEAD: Mapping[str, Any] = {field: int if field != "board" else str for field in Head.__struct_fields__}
TABLES: Mapping[str, Any] = {"paths": str, "places": Spot, "coasts": str, "links": Link}


class MapFile:
    """A file as read. tables: its rows of the right form; head: None if the facts at the top have another form.

    found: what is wrong with its form.
    """

    def __init__(self, text: str) -> None:
        self.file = TomlFile(text)
        self.found: list[Fault] = [] if self.file.fault is None else [self.file.fault]
        self.head: Head | None = None
        self.tables: dict[str, dict[str, Any]] = {table: {} for table in TABLES}
        if self.found:
            return
        facts = self.file.facts
        head = {key: self._converted("", key, facts.get(key, UNSET), kind) for key, kind in HEAD.items()}
        if None not in head.values():
            self.head = Head(**head)
        for table, kind in TABLES.items():
            rows = self._converted(table, "", facts.get(table, {}), dict[str, Any]) or {}
            read = {key: self._converted(table, key, row, kind) for key, row in rows.items()}
            self.tables[table] = {key: row for key, row in read.items() if row is not None}

    def wrong(self, table: str, key: str, why: str) -> None:
        """Note what is wrong, and where."""
        line = self.file.line(*(part for part in (table, key) if part))
        self.found.append(Fault(line, table, key, why))

    def _converted(self, table: str, key: str, value: object, kind: Any) -> Any:
        """Return a value as *kind*; None if it is none, which is noted."""
        try:
            return msgspec.convert(value, kind)
        except (msgspec.ValidationError, RecursionError) as error:
            why = WHOLE if kind is int else TEXT if kind is str and not table else str(error)
            self.wrong(table, key, why)
        return None


def read_map(text: str, board: Board) -> Ground:
    """Return the drawing that *text* describes; whether it fits the board was checked before (mapcheck).

    Raises MapError if it cannot be read.
    """
    file = MapFile(text)
    head, tables = file.head, file.tables
    if file.found or head is None:
        raise MapError(file.found)
    return Ground(
        board.name, head.width, head.height, head.narrowest, _grounds(board), tables["places"], _sides(board),
        tables["paths"], tables["coasts"], tuple(Line(link.line, link.why) for link in tables["links"].values()),
    )  # fmt: skip


def fits(ground: Ground) -> bool:
    """Return whether a drawing is small enough to be painted; games begun with gm 0.5 may have others."""
    return max(pixels(units, ground.narrowest) for units in (ground.width, ground.height)) <= MOST


def schematic(board: Board) -> Ground | None:
    """Return a drawing of points and lines, from the points that the board has; None if a province has none."""
    if not board.provinces.keys() <= board.at.keys():
        return None
    scale, height = schematic_size(board.at.values())
    at = {code: (round(MARGIN + x * scale), round(MARGIN + y * scale)) for code, (x, y) in board.at.items()}
    centres = {code: (x - 34, y) for code, (x, y) in at.items() if code in board.home}
    spots = {code: Spot((x, y), (x, y + 40), centres.get(code)) for code, (x, y) in at.items()}
    spots |= {place: Spot((at[place[:3]][0] + 40 * n, at[place[:3]][1] - 40)) for n, place in _numbered_coasts(board)}
    pairs = sorted({(one, two) for one, near in board.near.items() for two in near if one < two})
    lines = tuple(Line((at[one], at[two])) for one, two in pairs)
    return Ground(board.name, NARROWEST * PIXEL, height, NARROWEST, _grounds(board), spots, _sides(board), lines=lines)


def named_coasts(board: Board) -> Iterator[str]:
    """Yield the named coasts of a board."""
    return (place for code in board.provinces for place in board.fleet_places(code) if "/" in place)


def _numbered_coasts(board: Board) -> Iterator[tuple[int, str]]:
    """Yield the named coasts, each with its number among those of its province, around zero."""
    for code, facts in board.provinces.items():
        for n, coast in enumerate(facts.coasts):
            yield 2 * n - len(facts.coasts) + 1, f"{code}/{coast}"


def _grounds(board: Board) -> dict[str, str]:
    kinds = {code: SEA if facts.kind == "sea" else LAND for code, facts in board.provinces.items()}
    return {**kinds, **dict.fromkeys((*board.impassable, OTHER), CLOSED)}


def _sides(board: Board) -> dict[str, Side]:
    return {code: Side(power.name, power.letter) for code, power in board.powers.items()}
