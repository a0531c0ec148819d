"""The maps that come with gm, read the plain way: outlines as points, and what is wrong with them as lines of text.

Lengths are in units: four are a pixel of the smallest picture. Sizes are of what gm draws; tests/draw measures it.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from itertools import combinations, pairwise
from math import dist
from typing import Any, NamedTuple

from gm.draw.labels import COAST, CODE, width_of
from gm.draw.room import CENTRE, LOST, OWNER, UNIT, Room
from gm.rules.provinces.board import Board
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.mapfile import read_map

BOARDS = files("gm.rules.provinces") / "boards"
TEXTS = {one.name: one.read_text(encoding="utf-8") for one in BOARDS.iterdir() if one.name.endswith(".toml")}
NAMES = sorted(name.removesuffix(".map.toml") for name in TEXTS if name.endswith(".map.toml"))
OUT = "OUT"  # land that is no part of the board
PIXEL = 4
SIZES = {
    "label": (width_of("WWW", CODE), CODE.ink), "coast": (width_of("NC", COAST), COAST.ink), "unit": (UNIT, UNIT),
    "centre": (CENTRE, CENTRE), "lost": (LOST, LOST), "owner": OWNER,
}  # fmt: skip
MOST_LINKS = 8
Point = tuple[int, int]
Line = list[Point]
Pair = tuple[str, str]


class Box(NamedTuple):
    """What stands somewhere: the corners in units, left upper and right lower."""

    place: str
    what: str
    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> bool:
        """Whether two boxes have more than a side in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def lines_of(data: str) -> list[Line]:
    """The lines of path data: M and where it begins, l and the way to each next point; z closes one."""
    lines = []
    for part in re.findall(r"M[^M]*", data):
        start, _, steps = part.partition("l")
        numbers = [int(number) for number in re.findall(r"-?\d+", start + " " + steps)]
        x, y = numbers[:2]
        line = [(x, y)]
        for across, down in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + across, y + down
            line.append((x, y))
        lines.append(line + line[:1] if part.endswith("z") else line)
    return lines


def sides(lines: list[Line]) -> Iterator[frozenset[Point]]:
    """Each side of lines, whichever way it is gone."""
    return (frozenset(ends) for line in lines for ends in pairwise(line))


class DrawnMap:
    """One map and the board that it is of."""

    def __init__(self, name: str, text: str = "") -> None:
        self.text = text or TEXTS[f"{name}.map.toml"]
        self.facts: Mapping[str, Any] = tomllib.loads(self.text)
        board = TEXTS[f"{name}.toml"]
        self.board: Board = read_board(board)
        self.closed = {code: set(row["borders"]) for code, row in tomllib.loads(board).get("impassable", {}).items()}
        self.paths = {code: lines_of(data) for code, data in self.facts["paths"].items()}
        self.coasts = {place: lines_of(data) for place, data in self.facts["coasts"].items()}
        self.links = {tuple(pair.split(" ")): link for pair, link in self.facts["links"].items()}
        self.boxes = {code for code in self.board.provinces if self.is_rectangle(code)}

    def is_rectangle(self, code: str) -> bool:
        """Whether a province is a box beside the map."""
        points = {point for line in self.paths[code] for point in line}
        across, down = {x for x, _ in points}, {y for _, y in points}
        return all(x in (min(across), max(across)) or y in (min(down), max(down)) for x, y in points)

    @cached_property
    def owners(self) -> dict[frozenset[Point], list[str]]:
        """For each side of an outline whose it is."""
        found = defaultdict(list)
        for code, lines in self.paths.items():
            for side in sides(lines):
                found[side].append(code)
        return found

    @cached_property
    def lengths(self) -> dict[Pair, float]:
        """How long the border is that two regions share, in units."""
        found: dict[Pair, float] = defaultdict(float)
        for side, codes in self.owners.items():
            for one, other in combinations(sorted(codes), 2):
                found[one, other] += dist(*side)
        return found

    def near(self, code: str) -> set[str]:
        """The regions that share a border with one, as the board says; straits are none."""
        if code in self.closed:
            return self.closed[code]
        beyond = {other for one, other in self.board.straits if one == code}
        at_sea = {other[:3] for place, others in self.board.fleet.items() if place[:3] == code for other in others}
        return (
            at_sea
            | (self.board.army.get(code, frozenset()) - beyond)
            | {other for other, borders in self.closed.items() if code in borders}
        )

    def pairs(self) -> Iterator[Pair]:
        """All pairs of regions of the board."""
        return combinations(sorted((*self.board.provinces, *self.closed)), 2)

    def joined(self) -> set[Pair]:
        """The pairs that a unit can go between over a border, and the neighbours of closed regions."""
        return {(one, other) for one, other in self.pairs() if other in self.near(one)}

    def border_faults(self) -> list[str]:
        """Borders that are missing, too short, or too many."""
        joined, found = self.joined(), []
        for pair in self.pairs():
            length, boxed = self.lengths.get(pair, 0.0), self.boxes & {*pair}
            told = pair in self.links
            if pair in joined and (length < self.facts["width"] / 100) != told:
                found.append(f"{pair}: {length:.0f} units of border, {'with a' if told else 'no'} link")
            elif pair not in joined and length and not boxed:
                found.append(f"{pair}: {length:.0f} units of a border that is none")
        return found

    def link_faults(self) -> list[str]:
        """Links that join nothing, straits without one, and too many."""
        joined = self.joined() | {pair for pair in self.board.straits if pair[0] < pair[1]}
        found = [f"{pair}: no such border" for pair in self.links if pair not in joined]
        found += [f"{pair}: a strait without a link" for pair in joined - self.joined() if pair not in self.links]
        plain = {pair: link for pair, link in self.links.items() if not self.boxes & {*pair}}
        found += [f"{pair}: no line" for pair, link in plain.items() if len(link["line"]) < 2]
        found += [f"{pair}: no reason" for pair, link in self.links.items() if not link["why"]]
        return found + [f"{len(plain)} links"] * (len(plain) > MOST_LINKS)

    def coast_faults(self) -> list[str]:
        """Named coasts that do not touch what a fleet there can reach, or that touch more."""
        found = []
        for code, province in self.board.provinces.items():
            for place in (f"{code}/{name}" for name in province.coasts):
                lines = self.coasts.get(place, [])
                at_sides = {other for side in sides(lines) for other in self.owners.get(side, ["nobody"])}
                ends = {point for line in lines if line[0] != line[-1] for point in (line[0], line[-1])}
                at_ends = {other for side, codes in self.owners.items() if side & ends for other in codes}
                coasts = {other for other in at_ends - {code, OUT, *self.closed} if not self.board.is_sea(other)}
                touched = (at_sides - {code}) | coasts
                reached = {other[:3] for other in self.board.fleet[place]}
                if touched != reached:
                    found.append(f"{place}: touches {sorted(touched)}, not {sorted(reached)}")
        return found

    def things(self) -> Iterator[Box]:
        """All that stands on the map, and what may: dislodged units, and letters of owners."""
        room = Room(read_map(self.text, self.board))
        for place, stand in self.facts["places"].items():
            closed, home = place in self.closed, place in self.board.home
            spots = {"coast" if "/" in place else "label": stand["label"]}
            spots |= {} if closed else {"unit": stand["unit"], "lost": room.lost(place)}
            spots |= {"owner": room.owner(place)} if home else {}
            spots |= {"centre": stand["centre"]} if "centre" in stand else {}
            for what, (x, y) in spots.items():
                width, height = SIZES[what]
                yield Box(place, what, x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def box_faults(self) -> list[str]:
        """What is missing, outside of the picture, or on something else."""
        boxes, (right, bottom) = list(self.things()), (self.facts["width"], self.facts["height"])
        there = {(box.place, box.what) for box in boxes}
        wanted = {(code, what) for code in self.board.provinces for what in ("label", "unit")}
        wanted |= {(f"{code}/{name}", what) for code, province in self.board.provinces.items()
                   for name in province.coasts for what in ("coast", "unit")}  # fmt: skip
        wanted |= {(code, "centre") for code in self.board.home} | {(code, "label") for code in self.closed}
        there -= {(place, what) for place, what in there if what in ("lost", "owner")}
        found = [f"{place}: {what}" for place, what in sorted(wanted ^ there)]
        found += [f"{box.place}: the {box.what} is outside of the picture" for box in boxes
                  if box.left < 0 or box.top < 0 or box.right > right or box.bottom > bottom]  # fmt: skip
        return found + [
            f"{one.place}: the {one.what} is on the {other.what} of {other.place}"
            for one, other in combinations(boxes, 2) if one.covers(other) and not (
                one.what == other.what == "lost" and one.place[:3] == other.place[:3]  # only one unit can be
            )
        ]  # fmt: skip

    def strays(self) -> list[str]:
        """Units and ends of leaders that are not in their province."""
        found = []
        for place, stand in self.facts["places"].items():
            for what in {"unit", "leader"} & {*stand}:
                if not within(self.paths[place[:3]], *stand[what]):
                    found.append(f"{place}: its {what} is not in it")
        return sorted(found)


def within(lines: list[Line], x: int, y: int) -> bool:
    """Whether a point is inside closed lines."""
    crossed = 0
    for line in lines:
        for (left, top), (right, bottom) in pairwise(line):
            if (top > y) != (bottom > y):
                crossed += x < left + (y - top) * (right - left) / (bottom - top)
    return crossed % 2 == 1
