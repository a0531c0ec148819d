"""Whether the drawing of a board fits it: every place is there and no other, within the drawing, and drawable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from gm.rules.lines.letters import Words
from gm.rules.pictures.map import Point, Spot
from gm.rules.provinces.board import Board
from gm.rules.provinces.filefaults import Fault
from gm.rules.provinces.mapfile import OTHER, TABLES, Head, Link, MapFile, named_coasts
from gm.rules.provinces.mapsize import LEAST, MOST_TALL, MOST_WIDE, WIDEST, pixels

FORMAT = 1
MOST_OUTLINES = 255  # each is a colour when it is painted
Drawn = tuple[str, str, list[Point]]  # table, key, and points
STEP = re.compile(r"[ ,]*(?:([MmLlZz])|(-?\d{1,6}))")

words = Words({
    "key": "no such table or key; there are {known}",
    "value": "a whole number from {least} to {most} is expected",
    "size": "the picture would be {size} pixels {how}; it has {least} to {most}",
    "board": "this is a drawing of {drawn}, not of {board}",
    "unknown": "the board has no such place",
    "missing": "{what} is missing",
    "path": "an SVG path with the commands M, L and Z and whole numbers is expected",
    "few": "a line from a point to another is expected",
    "few.outline": "an outline of three or more points is expected",
    "many": "a drawing has at most {most} outlines",
    "outside": "it lies outside of the drawing, which is {width} by {height}",
    "link": "two different places of the board are expected, such as {example}",
    "why": "a word is expected that says why",
})  # fmt: skip


def check_map(text: str, board: Board) -> list[Fault]:
    """Return all that is wrong with the drawing of a board, in the order of lines."""
    check = _Check(text, board)
    check.all()
    return sorted({*check.file.found})


class _Check:
    """Checks one file for one board."""

    def __init__(self, text: str, board: Board) -> None:
        self.file, self._board = MapFile(text), board
        self._named = {*named_coasts(board)}

    def _wrong(self, table: str, key: str, name: str, /, **facts: object) -> None:
        self.file.wrong(table, key, words(name, **facts))

    def all(self) -> None:
        """Check everything, unless it is of another board; what lies outside only if the size is right."""
        if self.file.file.fault is not None:
            return
        head = self.file.head
        known = (*Head.__struct_fields__, *TABLES)
        for key, value in self.file.file.facts.items():
            if key not in known:
                place = (key, "") if isinstance(value, dict) else ("", key)
                self._wrong(*place, "key", known=", ".join(known))
        if head is not None and head.board != self._board.name:
            self._wrong("", "board", "board", drawn=head.board, board=self._board.name)
            return
        self._keys("paths", {*self._board.provinces}, {*self._board.impassable, OTHER})
        self._keys("places", {*self._board.provinces, *self._named}, {*self._board.impassable})
        self._keys("coasts", self._named, set())
        self._links()
        if len(self.file.tables["paths"]) > MOST_OUTLINES:
            self._wrong("paths", "", "many", most=MOST_OUTLINES)
        for key, spot in self.file.tables["places"].items():
            self._spot(key, spot)
        outlines = [*self._outlines("paths", "few.outline", 3), *self._outlines("coasts", "few", 2)]
        if head is not None and self._right(head):
            self._within(head, outlines)

    def _right(self, head: Head) -> bool:
        """Return whether the facts at the top are right as far as they say how large it is; tell what is wrong."""
        if head.format != FORMAT:
            self._wrong("", "format", "value", least=FORMAT, most=FORMAT)
        if not LEAST <= head.narrowest <= WIDEST:
            self._wrong("", "narrowest", "value", least=LEAST, most=WIDEST)
            return False
        right = True
        for key, how, most in (("width", "wide", MOST_WIDE), ("height", "high", MOST_TALL)):
            size = pixels(getattr(head, key), head.narrowest)
            if not LEAST <= size <= most:
                self._wrong("", key, "size", size=size, how=how, least=LEAST, most=most)
                right = False
        return right

    def _keys(self, table: str, needed: set[str], allowed: set[str]) -> None:
        written = self.file.file.facts.get(table, {})
        rows: Mapping[str, object] = written if isinstance(written, Mapping) else {}
        for key in rows:
            if key not in needed | allowed:
                self._wrong(table, key, "unknown")
        for key in sorted(needed - rows.keys()):
            self._wrong(table, "", "missing", what=key)

    def _spot(self, key: str, spot: Spot) -> None:
        for what in self.file.file.facts["places"][key]:
            if what not in Spot.__struct_fields__:
                self._wrong("places", key, "key", known=", ".join(Spot.__struct_fields__))
        for what in ("label", *(("centre",) if key in self._board.home else ())):
            if getattr(spot, what) is None:
                self._wrong("places", key, "missing", what=what)

    def _links(self) -> None:
        known = (*self._board.provinces, *self._board.impassable, *self._named)
        example = " ".join((*self._board.provinces,)[:2])
        for key, link in self.file.tables["links"].items():
            ends = key.split(" ")
            if len({*ends}) != 2 or len(ends) != 2 or not {*ends} <= {*known}:
                self._wrong("links", key, "link", example=f'"{example}"')
            if not link.why.strip():
                self._wrong("links", key, "why")
            if len({*link.line}) < 2:
                self._wrong("links", key, "few")

    def _outlines(self, table: str, few: str, least: int) -> Iterator[Drawn]:
        """Yield the points of each outline with its table and key, and tell which are none."""
        for key, path in self.file.tables[table].items():
            pieces = pieces_of(path)
            if pieces is None:
                self._wrong(table, key, "path")
            elif any(len({*piece}) < least for piece in pieces):
                self._wrong(table, key, few)
            else:
                yield table, key, [point for piece in pieces for point in piece]

    def _within(self, head: Head, outlines: Iterable[Drawn]) -> None:
        """Tell what lies outside of the drawing."""
        for table, key, points in (*outlines, *self._signs()):
            if not all(0 <= x <= head.width and 0 <= y <= head.height for x, y in points):
                self._wrong(table, key, "outside", width=head.width, height=head.height)

    def _signs(self) -> Iterator[Drawn]:
        """Yield the points of what is drawn besides outlines, with its table and key."""
        spots: dict[str, Spot] = self.file.tables["places"]
        links: dict[str, Link] = self.file.tables["links"]
        for key, spot in spots.items():
            points = (spot.label, spot.unit, spot.centre, spot.leader)
            yield "places", key, [point for point in points if point is not None]
        yield from (("links", key, [*link.line]) for key, link in links.items())


def pieces_of(path: str) -> list[list[Point]] | None:
    """Return the points of each piece of an SVG path of straight lines; None if it is no such path."""
    steps = _steps(path)
    if not steps or steps[0][0] not in ("M", "m"):
        return None
    pieces: list[list[Point]] = []
    x = y = 0
    for command, numbers in steps:
        if command in "Zz":
            x, y = pieces[-1][0]
            if numbers:
                return None
            continue
        if not numbers or len(numbers) % 2:
            return None
        if command in "Mm":
            pieces.append([])
        for across, down in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = (across, down) if command.isupper() else (x + across, y + down)
            pieces[-1].append((x, y))
    return pieces


def _steps(path: str) -> list[tuple[str, list[int]]]:
    """Return the commands of a path, each with its numbers; none if something else is in it."""
    found: list[tuple[str, list[int]]] = []
    at, path = 0, path.rstrip(" ,")
    while at < len(path):
        match = STEP.match(path, at)
        if match is None or not (match[1] or found):
            return []
        if match[1]:
            found.append((match[1], []))
        else:
            found[-1][1].append(int(match[2]))
        at = match.end()
    return found
