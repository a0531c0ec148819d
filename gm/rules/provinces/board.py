"""The board of a Diplomacy game: provinces, borders, centres, powers. Only facts; no unit moves here."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from gm.rules import Seat

COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


class Power(msgspec.Struct, frozen=True):
    """A great power and its names."""

    code: str
    name: str
    adjective: str
    letter: str


class Province(msgspec.Struct, frozen=True):
    """A province: land (inland), coast or sea; coasts are named only where there are two or more."""

    code: str
    name: str
    kind: str
    coasts: tuple[str, ...] = ()


class Unit(msgspec.Struct, frozen=True, order=True):
    """An army or a fleet and its place: a province, or province/coast for a fleet on a named coast."""

    power: Seat
    kind: str
    place: str

    @property
    def province(self) -> str:
        """The province without the coast."""
        return self.place[:3]

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"


class Board(msgspec.Struct, frozen=True):
    """A board with its borders worked out for the questions that the rules ask.

    army and fleet give the places one step away; near gives neighbouring provinces of either kind; touches gives the
    seas next to a coastal province; home maps a centre to its home power ("" for a neutral one); also gives what
    else a province is called.
    """

    name: str
    title: str
    victory: int
    year: int
    powers: Mapping[Seat, Power]
    provinces: Mapping[str, Province]
    home: Mapping[str, str]
    start: Mapping[Seat, tuple[Unit, ...]]
    army: Mapping[str, frozenset[str]]
    fleet: Mapping[str, frozenset[str]]
    touches: Mapping[str, frozenset[str]]
    near: Mapping[str, frozenset[str]]
    also: Mapping[str, tuple[str, ...]] = {}

    def reach(self, kind: str, place: str) -> frozenset[str]:
        """Return the places a unit at *place* can reach over a border of its kind (a fleet's with the coast)."""
        return self.army.get(place[:3], frozenset()) if kind == "A" else self.fleet.get(place, frozenset())

    def reach_provinces(self, kind: str, place: str) -> frozenset[str]:
        """Return the provinces a unit at *place* can reach over a border of its kind, on any coast."""
        return frozenset(target[:3] for target in self.reach(kind, place))

    def coasts_reached(self, place: str, province: str) -> tuple[str, ...]:
        """Return the places of *province* that a fleet at *place* can reach, sorted."""
        return tuple(sorted(target for target in self.reach("F", place) if target[:3] == province))

    def fleet_places(self, province: str) -> tuple[str, ...]:
        """Return where a fleet can be in *province*: its named coasts, the province itself, or nowhere if inland."""
        facts = self.provinces[province]
        if facts.coasts:
            return tuple(f"{province}/{coast}" for coast in facts.coasts)
        return (province,) if facts.kind != "land" else ()

    def named(self, place: str) -> str:
        """Return the name of the province that a place is in."""
        return self.provinces[place[:3]].name

    def named_with_coast(self, place: str) -> str:
        """Return the name of the province, and of the coast if *place* is on a named one."""
        coast = COASTS.get(place[4:], "")
        return f"{self.named(place)} ({coast})" if coast else self.named(place)

    def is_sea(self, province: str) -> bool:
        """Return whether *province* is open sea, where fleets convoy."""
        return self.provinces[province].kind == "sea"

    def distance(self, kind: str, place: str, targets: Iterable[str]) -> int:
        """Return the steps from *place* to the nearest of *targets*, as civil disorder counts (2023 rules; DATC 4.D.8).

        An army counts provinces of either kind, as if convoyed; a fleet follows fleet borders, and a last step
        may lead inland. A target that cannot be reached counts as farther than any other.
        """
        goals = frozenset(targets)
        seen, queue = {place}, deque([(place, 0)])
        while queue:
            here, steps = queue.popleft()
            if here[:3] in goals:
                return steps
            if kind == "F" and self.near[here[:3]] & {goal for goal in goals if self.provinces[goal].kind == "land"}:
                return steps + 1
            for there in self.near[here[:3]] if kind == "A" else self.fleet.get(here, ()):
                if there not in seen:
                    seen.add(there)
                    queue.append((there, steps + 1))
        return len(self.provinces) + 1


NAMES = "names.toml"  # what provinces of any board are also called


def read_boards(files: Mapping[str, str]) -> dict[str, Board]:
    """Return the boards by their names. files: those beside this module, by their names."""
    also = tomllib.loads(files[NAMES])
    texts = [text for name, text in sorted(files.items()) if name.endswith(".toml") and name != NAMES]
    return {board.name: board for board in (parse_board(text, also) for text in texts)}


def parse_board(text: str, also: Mapping[str, Sequence[str]] = {}) -> Board:
    """Parse a board (TOML, as in the files beside this module). Raises KeyError for a missing table.

    also: what provinces are also called, by their names.
    """
    facts = tomllib.loads(text)
    provinces = {
        code: Province(code, row["name"], row["kind"], tuple(row.get("coasts", ())))
        for code, row in facts["provinces"].items()
    }
    army = {code: frozenset(places) for code, places in facts["army"].items()}
    fleet = {code: frozenset(places) for code, places in facts["fleet"].items()}
    return Board(
        name=facts["board"],
        title=facts["title"],
        victory=facts["victory"],
        year=facts["start"]["year"],
        powers={
            code: Power(code, row["name"], row["adjective"], row["letter"]) for code, row in facts["powers"].items()
        },
        provinces=provinces,
        home={
            centre: "" if power == "NEUTRAL" else power
            for power, centres in facts["centres"].items()
            for centre in centres
        },
        start={
            power: tuple(Unit(power, *unit.split(" ")) for unit in units) for power, units in facts["units"].items()
        },
        army=army,
        fleet=fleet,
        touches=_touches(provinces, fleet),
        near=_near(provinces, army, fleet),
        also={code: tuple(also[facts.name]) for code, facts in provinces.items() if facts.name in also},
    )


def _touches(provinces: Mapping[str, Province], fleet: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return for each province the seas that a fleet border joins to it (for a sea, its neighbouring seas)."""
    seas: dict[str, set[str]] = {code: set() for code in provinces}
    for place, targets in fleet.items():
        seas[place[:3]].update(t for t in targets if provinces[t[:3]].kind == "sea")
    return {code: frozenset(found) for code, found in seas.items()}


def _near(
    provinces: Mapping[str, Province], army: Mapping[str, frozenset[str]], fleet: Mapping[str, frozenset[str]]
) -> dict[str, frozenset[str]]:
    """Return for each province its neighbours of either kind, without coasts."""
    near: dict[str, set[str]] = {code: set() for code in provinces}
    for borders in (army, fleet):
        for place, targets in borders.items():
            near[place[:3]].update(t[:3] for t in targets)
    return {code: frozenset(found) for code, found in near.items()}
