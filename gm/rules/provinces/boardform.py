"""The form of the file of a board (TOML, see docs/boards.md): its tables, their keys, and what each value is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gm.rules.lines.letters import Words
from gm.rules.provinces.board import SEASONS
from gm.rules.provinces.filefaults import Fault, TomlFile

FORMAT = 1
WORD = re.compile(r"[^\W\d_][\w .,'’()-]{0,39}")
MOVED = {SEASONS["S"], SEASONS["F"]}  # the seasons in which units move
KINDS = ("land", "coast", "sea")
SINGLE = ("format", "board", "title", "victory", "start", "not_played")
MAY_BE_EMPTY = ("fleet",)
MOST_SAID, LONGEST_SAID = 40, 300  # sentences of not_played, and characters of one
NEEDED = ("powers", "provinces", "centres", "units", "army", "fleet")
TABLES = (*NEEDED, "impassable", "seasonal", "straits", "aliases", "also")
ROWS = {
    "powers": ("name", "adjective", "letter"),
    "provinces": ("name", "kind", "coasts", "at"),
    "impassable": ("name", "borders"),
}
FARTHEST = 10_000  # of a point in a drawing
Rows = Mapping[str, Any]

words = Words({
    "table": "no table of this name is known; there are {known}",
    "missing": "this table is needed",
    "empty": "this table has no row",
    "many": "a board has at most {most} provinces",
    "scripts": "{name} has letters of two alphabets, which are read as one",
    "own-name": "{name} is a board that comes with gm: another needs another name",
    "key": "no such key; there are {known}",
    "value": "{what} is expected",
    "code": "the code of a province is three capital letters, and no word of orders",
    "power": "the code of a power is a word of 3 to 12 capital letters",
    "power-word": "{word} is a word of letters, and would be read as one",
    "alike": "{other} is called {name}, too",
    "twice": "{what} stands here twice",
    "unknown": "there is no province {code}",
    "unknown-place": "there is no place {place}: {places}",
    "unknown-power": "there is no power {power}",
    "no-table": "the power {power} is left out",
    "coasts": "coasts are named where there are two or more of NC, EC, SC and WC",
    "inland-fleet": "no fleet can be in {place}: it is inland",
    "army-at-sea": "no army can be in {place}: it is sea",
    "itself": "{place} borders on itself",
    "one-way": "{place} leads to {to}, and {to} not back to {place}",
    "centre-at-sea": "{code} is sea, and no centre",
    "unit": "'{unit}' is no unit: 'A PAR' or 'F STP/NC' is expected, with a province of the board",
    "unit-coast": "a fleet in {code} needs its coast: {places}",
    "victory": "there are {count} centres",
    "tall": "the points would make a picture {high} pixels high; at most {most} are drawn",
    "no-path": "no path leads from {code} to {to}",
    "no-edges": "{code} has no line here",
    "seasonal": "only a sea has seasons",
    "strait": "a strait joins two provinces of the coast that [army] does not",
    "alias-code": "{word} is the code of a province",
    "order-word": "{word} is a word of orders, and would be read as one",
    "alias-unread": "no order can name a place so: letters and spaces only, and no word of orders",
    "alias-coast": "a coast that the board has not, and one of the same province, are expected",
    "alias": "a province, or the coast of one, is expected",
    "note.no-sea": "{code} is on the coast, and no fleet can go there",
    "note.island": "{code} is an island: an army comes and goes by convoy only",
})  # fmt: skip


Wrong = tuple[str, str, str]


class Form:
    """Checks the form of one file. rows: by table, those of the right form; found: what is wrong or strange."""

    def __init__(self, text: str) -> None:
        self.file = TomlFile(text)
        self.facts = self.file.facts
        self.found: list[Fault] = []
        self.rows: dict[str, dict[str, Any]] = {table: {} for table in TABLES}
        if self.file.fault is not None:
            self.found.append(self.file.fault)
            return
        self._tables()
        self._single()
        for table in TABLES:
            for key, row in self.table(table).items():
                if not (wrong := [*self._wrong_in(table, key, row)]):
                    self.rows[table][key] = row
                for field, name, what in wrong:
                    self.wrong(table, key, name, field, what=what, known=what)

    def table(self, name: str) -> Rows:
        """Return a table as it stands in the file, with rows of any form; an empty one if it is none."""
        found = self.facts.get(name)
        return found if isinstance(found, dict) else {}

    def wrong(self, table: str, key: str, name: str, field: str = "", /, **facts: object) -> None:
        """Note what is wrong: the message *name*, filled in; *field*: the part of the row that has it."""
        line = self.file.line(*(part for part in (table, key, field) if part))
        self.found.append(Fault(line, table, key, words(name, **facts)))

    def strange(self, table: str, key: str, name: str, /, **facts: object) -> None:
        """Note what is only strange."""
        self.found.append(Fault(self.file.line(table, key), table, key, words(name, **facts), wrong=False))

    def right(self, *tables: str) -> bool:
        """Return whether nothing has been found wrong in these tables."""
        return not any(one.wrong and one.table in tables for one in self.found)

    def _tables(self) -> None:
        for key, value in self.facts.items():
            holds = value if isinstance(value, list) and value else [value]
            is_table = all(isinstance(one, dict) for one in holds)
            if key in TABLES and not isinstance(value, dict):
                self.wrong("", key, "value", what="a table")
            elif is_table and key not in (*TABLES, *SINGLE):
                self.wrong(key, "", "table", known=", ".join(TABLES))
            elif not is_table and key not in (*TABLES, *SINGLE):
                self.wrong("", key, "key", known=", ".join(SINGLE))
        for name in NEEDED:
            if name not in self.facts:
                self.wrong(name, "", "missing")
            elif self.facts[name] == {} and name not in MAY_BE_EMPTY:
                self.wrong(name, "", "empty")

    def _single(self) -> None:
        facts, start = self.facts, self.facts.get("start")
        right = {
            "format = 1": ("format", facts.get("format") is not True and facts.get("format") == FORMAT),
            "a name in small letters and digits": ("board", _is_text(facts.get("board"), r"[a-z0-9][a-z0-9-]{0,29}")),
            "a title of at most 40 letters": ("title", _is_text(facts.get("title"), WORD.pattern)),
            "a whole number of centres": ("victory", is_whole(facts.get("victory"), 999)),
            '{ year = 1901 }, and season = "spring" and phase = "movement" or neither': ("start", _is_start(start)),
            f"a list of at most {MOST_SAID} sentences, each one line of at most {LONGEST_SAID} letters,": (
                "not_played", _is_said(facts.get("not_played", [])),
            ),
        }
        for what, (key, is_right) in right.items():
            if not is_right:
                self.wrong("", key, "value", what=what)

    def _wrong_in(self, table: str, key: str, row: Any) -> Iterator[Wrong]:
        """Yield what is wrong with a row: the field, the message, and what is expected or known."""
        if table in ROWS:
            yield from _wrong_row(table, row)
        elif table == "aliases":
            if not _is_text(row, ".+") or not WORD.fullmatch(key.partition("/")[0]):
                yield "", "value", "a word and the code of its province"
        elif table == "seasonal":
            seasons = row.get("open") if isinstance(row, dict) and row.keys() == {"open"} else None
            open_in = {*seasons} if isinstance(seasons, list) and _is_list(seasons) else set()
            if not open_in <= {*SEASONS.values()} or not open_in & MOVED:
                yield "", "value", 'open = ["spring"] or ["fall"], when units move,'
        elif table == "straits":
            if key != "army" or not _is_list(row, lambda pair: _is_list(pair) and len(pair) == 2):
                yield "", "value", 'army = [["NAP", "SIC"]]'
        elif not _is_list(row):
            yield "", "value", "a list of words"


def _wrong_row(table: str, row: Any) -> Iterator[Wrong]:
    known = ROWS[table]
    if not isinstance(row, dict):
        yield "", "value", f"{{ {', '.join(known)} }}"
        return
    for name in row:
        if name not in known:
            yield name, "key", ", ".join(known)
    right = {
        ("name", "a name of at most 40 letters"): _is_text(row.get("name"), WORD.pattern),
        ("adjective", "an adjective"): table != "powers" or _is_text(row.get("adjective"), WORD.pattern),
        ("letter", "a capital letter as letter"): table != "powers" or _is_text(row.get("letter"), "[A-Z]"),
        ("kind", "kind = land, coast or sea"): table != "provinces" or row.get("kind") in KINDS,
        ("coasts", "coasts = a list of words"): _is_list(row.get("coasts", [])),
        ("borders", "borders = a list of codes"): _is_list(row.get("borders", [])),
        ("at", "at = [x, y] in whole numbers"): _is_point(row.get("at")),
    }
    yield from ((field, "value", what) for (field, what), is_right in right.items() if not is_right)


def _is_text(value: object, pattern: str) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def is_whole(value: object, most: int, least: int = 1) -> bool:
    """Return whether a value is a whole number between the two."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_start(value: object) -> bool:
    usual = {"season": "spring", "phase": "movement"}
    return isinstance(value, dict) and is_whole(value.get("year"), 9999) and {**usual, **value} == {
        **usual, "year": value["year"]
    }  # fmt: skip


def _is_list(value: object, is_right: Any = lambda one: isinstance(one, str)) -> bool:
    return isinstance(value, list) and all(map(is_right, value))


def _is_said(value: object) -> bool:
    """Return whether a value is a list of a few sentences."""
    return _is_list(value, lambda one: _is_text(one, rf".{{1,{LONGEST_SAID}}}") and one.isprintable()) and (
        isinstance(value, list) and len(value) <= MOST_SAID
    )


def _is_point(value: object) -> bool:
    return value is None or (
        isinstance(value, list) and len(value) == 2 and all(is_whole(one, FARTHEST - 1, 0) for one in value)
    )
