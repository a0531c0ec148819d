"""The board of a Diplomacy game: provinces, borders, centres, powers. Only facts; no unit moves here."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.rules import Seat

SEASONS = {"S": "spring", "F": "fall", "W": "winter"}
STANDARD = "standard"
COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


class BoardOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game chooses about its board: a known one by its name, or a file with its text, and a drawing of it.

    A game keeps both texts from its beginning on, of a known board, too; games begun with gm 0.4 or earlier have none.
    ahead: letters for a movement phase to come are kept until it begins; unset where nobody asked for it, as in games
    begun with gm 0.7 or earlier, of whose options the journal has the hash.
    """

    board: str = STANDARD
    board_text: str = ""
    map: str = ""
    map_text: str = ""
    ahead: bool | UnsetType = UNSET


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
    else a province is called, aliases those of these words that the board itself has, coasts what else a coast is
    called. straits: those of the borders in army that are straits. seasonal: the seasons in which a sea is open, of
    those that are not always; closed: those closed now, with no borders left. impassable: what is drawn and belongs to
    nobody. at: points for a drawing. not_played: what the board's own rules have besides, in words.
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
    aliases: Mapping[str, str] = {}
    coasts: Mapping[str, str] = {}
    straits: frozenset[tuple[str, str]] = frozenset()
    seasonal: Mapping[str, tuple[str, ...]] = {}
    closed: frozenset[str] = frozenset()
    impassable: Mapping[str, str] = {}
    at: Mapping[str, tuple[int, int]] = {}
    not_played: tuple[str, ...] = ()

    def reach(self, kind: str, place: str) -> frozenset[str]:
        """Return the places a unit at *place* can reach over a border of its kind (a fleet's with the coast)."""
        return self.army.get(place[:3], frozenset()) if kind == "A" else self.fleet.get(place, frozenset())

    def reach_provinces(self, kind: str, place: str) -> frozenset[str]:
        """Return the provinces a unit at *place* can reach over a border of its kind, on any coast."""
        return frozenset(target[:3] for target in self.reach(kind, place))

    def around(self, provinces: Iterable[str]) -> frozenset[str]:
        """Return these provinces and all that border on them."""
        return frozenset(place for province in provinces for place in (province, *self.near.get(province, ())))

    def supported_from(self, kind: str, place: str) -> frozenset[str]:
        """Return the provinces into which a unit at *place* can support: those it reaches, but not over a strait."""
        reached = self.reach_provinces(kind, place)
        if kind == "F" or not self.straits:
            return reached
        return frozenset(target for target in reached if not self.crosses(place[:3], target))

    def crosses(self, province: str, target: str) -> bool:
        """Return whether the way of an army from *province* to *target* by land is over a strait."""
        return (province, target) in self.straits

    def in_season(self, season: str) -> Board:
        """Return the board as it is in a season of movement, S or F: seas that are closed then have no borders."""
        closed = frozenset(sea for sea, seasons in self.seasonal.items() if SEASONS[season] not in seasons)
        return _without(self, closed) if closed != self.closed else self

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


def _without(board: Board, closed: frozenset[str]) -> Board:
    """Return a board, all of whose seas are open, with *closed* closed."""
    fleet = {
        place: frozenset(target for target in targets if place not in closed and target not in closed)
        for place, targets in board.fleet.items()
    }
    borders = borders_of(board.provinces, board.army, fleet)
    return replace(board, fleet=fleet, touches=borders[0], near=borders[1], closed=closed)


Borders = Mapping[str, frozenset[str]]


def borders_of(provinces: Mapping[str, Province], army: Borders, fleet: Borders) -> tuple[Borders, Borders]:
    """Return for each province the seas that touch it (see Board.touches), and its neighbours of either kind."""
    touches: dict[str, set[str]] = {code: set() for code in provinces}
    near: dict[str, set[str]] = {code: set() for code in provinces}
    for place, targets in fleet.items():
        touches[place[:3]].update(target for target in targets if provinces[target[:3]].kind == "sea")
    for borders in (army, fleet):
        for place, targets in borders.items():
            near[place[:3]].update(target[:3] for target in targets)
    found = [{code: frozenset(codes) for code, codes in table.items()} for table in (touches, near)]
    return found[0], found[1]
