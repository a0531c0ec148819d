"""The drawing of a board: its file (TOML, see docs/boards.md), or points and lines where there is none."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from gm.rules.lines.letters import Words
from gm.rules.pictures.map import CLOSED, LAND, SEA, Ground, Line, Point, Side, Spot
from gm.rules.provinces.board import Board

FORMAT = 1
OTHER = "OUT"  # land that is no province
PIXEL = 4  # units to a pixel where a drawing is narrowest
NARROWEST, MARGIN = 390, 100  # of a schematic: its width in pixels, and its margin in units
MOST_WIDE, MOST_LONG = 2_000, 400_000  # pixels of a picture, and characters of a file
PATH = re.compile(r"[Mm][MmLlZz\d ,-]+")
T = TypeVar("T")

words = Words({
    "toml": "this is no TOML: {why}",
    "large": "a drawing has at most {most} characters",
    "key": "no such key; there are {known}",
    "value": "{why}",
    "board": "this is a drawing of {drawn}, not of {board}",
    "unknown": "the board has no such place",
    "missing": "{what} is missing",
    "path": "an SVG path with the commands M, L and Z and whole numbers is expected",
    "outside": "it lies outside of the drawing, which is {width} by {height}",
})  # fmt: skip


class MapError(ValueError):
    """A drawing that does not fit its board: the line, the table and key, and why."""

    def __init__(self, text: str, table: str, key: str, why: str) -> None:
        place = f"[{table}] {key}".strip() if table else key
        line = _line(text, table, key)
        super().__init__(": ".join(part for part in (f"line {line}" if line else "", place, why) if part))


class _Head(msgspec.Struct, frozen=True):
    """The facts at the top. width, height: in units; narrowest: in pixels."""

    format: int
    board: str
    width: int
    height: int
    narrowest: int


class _Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A border that no outline shows."""

    why: str
    line: tuple[Point, ...]


TABLES: Mapping[str, Any] = {"paths": str, "places": Spot, "coasts": str, "links": _Link}


class Reading:
    """Reads one file for one board."""

    def __init__(self, text: str, board: Board) -> None:
        self._text, self._board = text, board

    def ground(self) -> Ground:
        """Return the drawing. Raises MapError for the first thing that does not fit."""
        facts, board = self._facts(), self._board
        head = self._convert("", "", {key: one for key, one in facts.items() if key not in TABLES}, _Head)
        paths, spots, coasts, links = (self._rows(table, facts.get(table, {})) for table in TABLES)
        self._check_head(head)
        self._check_places(head, paths, spots, coasts)
        return Ground(
            board.name, head.width, head.height, head.narrowest, _grounds(board), spots, _sides(board), paths,
            coasts, tuple(Line(link.line, link.why) for link in links.values()),
        )  # fmt: skip

    def _facts(self) -> dict[str, Any]:
        if len(self._text) > MOST_LONG:
            raise self._fault("", "", "large", most=MOST_LONG)
        try:
            return tomllib.loads(self._text.removeprefix("\ufeff"))
        except tomllib.TOMLDecodeError as error:
            raise self._fault("", "", "toml", why=error) from None

    def _fault(self, table: str, key: str, name: str, /, **facts: object) -> MapError:
        return MapError(self._text, table, key, words(name, **facts))

    def _convert(self, table: str, key: str, value: object, kind: type[T]) -> T:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise self._fault(table, key, "value", why=error) from None

    def _rows(self, table: str, rows: object) -> dict[str, Any]:
        found = self._convert(table, "", rows, dict[str, Any])
        return {key: self._convert(table, key, row, TABLES[table]) for key, row in found.items()}

    def _check_head(self, head: _Head) -> None:
        known = (*_Head.__struct_fields__, *TABLES)
        for key in self._facts():
            if key not in known:
                raise self._fault("", key, "key", known=", ".join(known))
        if head.board != self._board.name:
            raise self._fault("", "board", "board", drawn=head.board, board=self._board.name)
        for key, most in (("format", FORMAT), ("narrowest", MOST_WIDE), ("width", MOST_LONG), ("height", MOST_LONG)):
            if not 1 <= getattr(head, key) <= most:
                raise self._fault("", key, "value", why=f"a whole number from 1 to {most} is expected")

    def _check_places(
        self, head: _Head, paths: Mapping[str, str], spots: Mapping[str, Spot], coasts: Mapping[str, str]
    ) -> None:
        """Check that the drawing shows every place of the board and no other, and shows them within its edges."""
        board, named = self._board, {*_named_coasts(self._board)}
        self._check_keys("paths", paths, {*board.provinces}, {*board.impassable, OTHER})
        self._check_keys("places", spots, {*board.provinces, *named}, {*board.impassable})
        self._check_keys("coasts", coasts, named, set())
        for table, outlines in (("paths", paths), ("coasts", coasts)):
            for key, path in outlines.items():
                if not PATH.fullmatch(path):
                    raise self._fault(table, key, "path")
        for key, spot in spots.items():
            self._check_spot(head, key, spot)

    def _check_keys(self, table: str, rows: Mapping[str, object], needed: set[str], allowed: set[str]) -> None:
        for key in rows:
            if key not in needed | allowed:
                raise self._fault(table, key, "unknown")
        for key in sorted(needed - rows.keys()):
            raise self._fault(table, "", "missing", what=key)

    def _check_spot(self, head: _Head, key: str, spot: Spot) -> None:
        for what in ("label", *(("centre",) if key in self._board.home else ())):
            if getattr(spot, what) is None:
                raise self._fault("places", key, "missing", what=what)
        for point in (spot.label, spot.unit, spot.centre, spot.leader):
            if point is not None and not (0 <= point[0] <= head.width and 0 <= point[1] <= head.height):
                raise self._fault("places", key, "outside", width=head.width, height=head.height)


def read_map(text: str, board: Board) -> Ground:
    """Return the drawing that *text* describes. Raises MapError if it does not fit the board."""
    return Reading(text, board).ground()


def schematic(board: Board) -> Ground | None:
    """Return a drawing of points and lines, from the points that the board has; None if a province has none."""
    if not board.provinces.keys() <= board.at.keys():
        return None
    width = NARROWEST * PIXEL
    across = max(1, max(x for x, _ in board.at.values()))
    scale = (width - 2 * MARGIN) / across
    at = {code: (round(MARGIN + x * scale), round(MARGIN + y * scale)) for code, (x, y) in board.at.items()}
    height = max(y for _, y in at.values()) + MARGIN
    centres = {code: (x - 34, y) for code, (x, y) in at.items() if code in board.home}
    spots = {code: Spot((x, y), (x, y + 40), centres.get(code)) for code, (x, y) in at.items()}
    spots |= {place: Spot((at[place[:3]][0] + 40 * n, at[place[:3]][1] - 40)) for n, place in _numbered_coasts(board)}
    pairs = sorted({(one, two) for one, near in board.near.items() for two in near if one < two})
    lines = tuple(Line((at[one], at[two])) for one, two in pairs)
    return Ground(board.name, width, height, NARROWEST, _grounds(board), spots, _sides(board), lines=lines)


def _named_coasts(board: Board) -> Iterator[str]:
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


def _line(text: str, table: str, key: str) -> int:
    """Return the line of a key in a table, or of the table; 0 if there is none."""
    here, found = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("["):
            here = line.strip("[] \t")
            found = number if here == table and not found else found
        elif key and here == table and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return found
