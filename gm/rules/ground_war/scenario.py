"""A scenario file (TOML): the board and what each side has on it at the beginning; every fault with its line.

The umpire is free in everything but what the rules ask of any position (highest pile, one city on a field).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

import msgspec

from gm.rules.ground_war.position import City, Link, Position
from gm.rules.pictures.honeycomb import MOST_COLUMNS, MOST_ROWS, Board, read_field
from gm.rules.pictures.war import NORTH, SIDES, SOUTH
from gm.rules.war.piles import extent, in_order, sorted_piles

KEYS = ("title", "rows", "columns", "south", "north", "links")
SIDE_KEYS = ("men", "trucks", "cities")
LINK_KEYS = ("cities", "clear")
TABLES = {SOUTH: "south", NORTH: "north"}
MOST_TRUCKS = 99  # for one side on one field


class ScenarioError(ValueError):
    """Raised for a wrong scenario; the text names the line and what was expected."""


class Scenario(msgspec.Struct, frozen=True):
    """A scenario: its title and the initial position."""

    title: str
    position: Position


def read_scenario(text: str, pile: int = 3) -> Scenario:
    """Parse a scenario. *pile*: the highest pile. Raises ScenarioError."""
    return _Reader(text.removeprefix("\ufeff"), pile).scenario()


class _Reader:
    """Reads one file; finds for every fault the line of the word that is wrong."""

    def __init__(self, text: str, pile: int) -> None:
        self._lines, self._pile = text.splitlines(), pile
        try:
            self._facts: dict[str, object] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            where = f"line {place[1]}, column {place[2]}: " if place else f"line {len(self._lines) or 1}: "
            said = str(error).split(" (at ")[0]
            raise ScenarioError(f"{where}not TOML: {said}") from None

    def scenario(self) -> Scenario:
        """Return the whole scenario."""
        self._known("", self._facts, KEYS)
        title = self._facts.get("title", "")
        if not isinstance(title, str) or not title.strip() or not title.isprintable() or len(title) > 60:
            raise self._fault("", "title", "title: a title of at most 60 letters is expected")
        self._board = Board(self._size("rows", MOST_ROWS), self._size("columns", MOST_COLUMNS))
        tables = {side: self._table(TABLES[side]) for side in SIDES}
        men = {side: self._piles(side, "men", tables[side], self._pile) for side in SIDES}
        trucks = {side: self._piles(side, "trucks", tables[side], MOST_TRUCKS) for side in SIDES}
        cities = self._cities(tables)
        for side in SIDES:
            if not men[side] and all(city.possessor != side for city in cities.values()):
                raise self._fault(TABLES[side], "", f"[{TABLES[side]}]: a side without men and cities has lost already")
        links = self._links(cities)
        position = Position(
            rows=self._board.rows, columns=self._board.columns, men=men, trucks=trucks, cities=cities, links=links
        )
        return Scenario(" ".join(title.split()), position)

    def _size(self, key: str, most: int) -> int:
        value = self._facts.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not 3 <= value <= most:
            raise self._fault("", key, f"{key}: a whole number from 3 to {most} is expected")
        return value

    def _table(self, name: str) -> Mapping[str, object]:
        table = self._facts.get(name)
        if not isinstance(table, dict):
            raise self._fault("", name, f"[{name}]: a table with men, trucks and cities is expected")
        self._known(name, table, SIDE_KEYS)
        return table

    def _known(self, table: str, facts: Mapping[str, object], keys: tuple[str, ...]) -> None:
        for key in facts:
            if key not in keys:
                raise self._fault(table, key, f"{key}: no such key; there are {', '.join(keys)}")

    def _piles(self, side: str, key: str, table: Mapping[str, object], most: int) -> dict[str, int]:
        given, name = table.get(key, {}), TABLES[side]
        if not isinstance(given, dict):
            raise self._fault(name, key, f"{key}: fields with numbers are expected, such as {{ C3 = 2 }}")
        found: dict[str, int] = {}
        for word, number in given.items():
            field = self._field(name, key, word)
            if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
                raise self._fault(name, key, f"{key}: {word}: a number from 1 to {most} is expected", word)
            if field in found:
                raise self._fault(name, key, f"{key}: {word} stands here twice", word, last=True)
            found[field] = number
        return sorted_piles(found)

    def _field(self, table: str, key: str, word: object) -> str:
        field = read_field(word) if isinstance(word, str) else None
        if field is None or field not in self._board:
            said = f"{key}: there is no field {word}: {extent(self._board)}"
            raise self._fault(table, key, said, str(word))
        return str(field)

    def _cities(self, tables: Mapping[str, Mapping[str, object]]) -> dict[str, City]:
        found: dict[str, City] = {}
        for side in SIDES:
            given, name = tables[side].get("cities", []), TABLES[side]
            if not isinstance(given, list):
                raise self._fault(name, "cities", 'cities: a list of fields is expected, such as ["C3", "H3"]')
            for word in given:
                field = self._field(name, "cities", word)
                if field in found:
                    raise self._fault(name, "cities", f"cities: a second city on {field}", str(word), last=True)
                found[field] = City(side, 0)
        return {field: found[field] for field in in_order(found)}

    def _links(self, cities: Mapping[str, City]) -> tuple[Link, ...]:
        given = self._facts.get("links", [])
        if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
            raise self._fault("", "links", "links: tables [[links]] with two cities each are expected")
        links = tuple(self._link(number, link, cities) for number, link in enumerate(given))
        for number, link in enumerate(links):
            if any(set(link.cities) == set(one.cities) for one in links[:number]):
                said = f"links: {link.cities[0]} and {link.cities[1]} are linked already"
                raise self._fault(f"links#{number}", "cities", said)
        return links

    def _link(self, number: int, link: Mapping[str, object], cities: Mapping[str, City]) -> Link:
        table = f"links#{number}"
        self._known(table, link, LINK_KEYS)
        ends, clear = link.get("cities"), link.get("clear", [])
        if not isinstance(ends, list) or len(ends) != 2 or not isinstance(clear, list):
            key = "cities" if not isinstance(ends, list) or len(ends) != 2 else "clear"
            raise self._fault(table, key, 'links: cities = ["C4", "M4"] and clear, a list of fields, are expected')
        pair = [self._field(table, "cities", word) for word in ends]
        for field, word in zip(pair, ends, strict=True):
            if field not in cities:
                raise self._fault(table, "cities", f"links: there is no city on {field}", str(word))
        if pair[0] == pair[1]:
            raise self._fault(table, "cities", "links: two different cities are expected", str(ends[1]), last=True)
        return Link((pair[0], pair[1]), tuple(self._field(table, "clear", word) for word in clear))

    # -- where a fault is --------------------------------------------------------------------------------------

    def _fault(self, table: str, key: str, message: str, word: str = "", last: bool = False) -> ScenarioError:
        """Return the error, with the line of *word* under *key* of *table*; last: of its last occurrence."""
        keyed = [n for n, where in enumerate(self._places(), 1) if where == (table, key)]
        found = [n for n in keyed if word and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self._lines[n - 1])]
        line = (found[-1] if last else found[0]) if found else (keyed[0] if keyed else self._header(table))
        return ScenarioError(f"line {line}: {message}")

    def _header(self, table: str) -> int:
        return next((n for n, where in enumerate(self._places(), 1) if where[0] == table and table), 1)

    def _places(self) -> list[tuple[str, str]]:
        """Return for each line the table and key to which it belongs."""
        table = key = inside = ""
        links = -1
        found = []
        for line in self._lines:
            head = re.match(r"\s*\[\[?\s*([\w.]+)\s*\]", line)
            if head:
                name = head[1]
                links += name == "links"
                table, _, inside = (f"links#{links}" if name == "links" else name).partition(".")
                key = inside
            elif match := re.match(r"\s*([\w-]+)\s*(?:\.\s*([\w-]+)\s*)?=", line):
                if match[2] and match[1] in TABLES.values():
                    table, key = match[1], match[2]
                elif not inside:
                    key = match[1]
            found.append((table, key))
        return found
