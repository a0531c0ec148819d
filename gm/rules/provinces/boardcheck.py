"""The file of a board (TOML, see docs/boards.md), checked to the last edge; every fault has its line.

A board is wrong if a game on it could not be played as the rules say; some of what is only strange is told, too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from gm.rules.lines.letters import Words
from gm.rules.provinces.board import COASTS, SEASONS, Province, borders_of
from gm.rules.provinces.names import plain

FORMAT = 1
NEUTRAL = "NEUTRAL"
CODE, POWER, WORD = re.compile(r"[A-Z]{3}"), re.compile(r"[A-Z]{3,12}"), re.compile(r"[^\W\d_][\w .,'’()-]{0,39}")
KINDS = ("land", "coast", "sea")
SINGLE = ("format", "board", "title", "victory", "start", "not_played")
NEEDED = ("powers", "provinces", "centres", "units", "army", "fleet")
TABLES = (*NEEDED, "impassable", "seasonal", "straits", "aliases")
ROWS = {
    "powers": ("name", "adjective", "letter"),
    "provinces": ("name", "kind", "coasts", "at"),
    "impassable": ("name", "borders"),
}
SIGNS = frozenset({"VIA", "MAP", "SET", "GET", "WHO", "END", "TRY"})  # words of letters that would be codes
FARTHEST = 10_000  # of a point in a drawing
Facts = Mapping[str, Any]
Rows = Mapping[str, Any]

words = Words({
    "toml": "this is no TOML: {why}",
    "table": "no table of this name is known; there are {known}",
    "missing": "this table is needed",
    "key": "no such key; there are {known}",
    "value": "{what} is expected",
    "code": "the code of a province is three capital letters, and no word of orders",
    "power": "the code of a power is a word of 3 to 12 capital letters",
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
    "unit": "'A PAR' or 'F STP/NC' is expected, with a province of the board",
    "unit-coast": "a fleet in {code} needs its coast: {places}",
    "victory": "there are {count} centres",
    "no-path": "no path leads from {code} to {to}",
    "no-edges": "{code} has no line here",
    "seasonal": "only a sea has seasons",
    "strait": "a strait joins two provinces of the coast that [army] does not",
    "alias-code": "{word} is the code of a province",
    "alias": "a province, or the coast of one, is expected",
    "note.no-sea": "{code} is on the coast, and no fleet can go there",
    "note.island": "{code} is an island: an army comes and goes by convoy only",
})  # fmt: skip


class Fault(msgspec.Struct, frozen=True, order=True):
    """What is wrong with a file, or only strange: its line (from 1), the table and key, and why."""

    line: int
    table: str
    key: str
    why: str
    wrong: bool = True

    def __str__(self) -> str:
        place = f"[{self.table}] {self.key}".strip() if self.table else self.key
        return f"line {self.line}: {place}: {self.why}" if place else f"line {self.line}: {self.why}"


def check_board(text: str) -> tuple[Facts, list[Fault]]:
    """Return the facts in a file, and what is wrong or strange, in the order of lines. Without TOML there are no facts.

    Whatever is only looked for when the parts are right (borders, when there are provinces) is told when they are.
    """
    text = text.removeprefix("\ufeff")
    try:
        facts = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = int(place[1]) if place else len(text.splitlines()) or 1
        return {}, [Fault(line, "", "", words("toml", why=str(error).split(" (at ")[0]))]
    check = _Check(text, facts)
    check.all()
    return facts, sorted(check.found)


class _Check:
    """Checks the facts of one file. found: what is wrong or strange."""

    def __init__(self, text: str, facts: Facts) -> None:
        self._facts, self._lines = facts, _lines(text)
        self.found: list[Fault] = []
        self._places: set[str] = set()  # where a fleet can be

    def all(self) -> None:
        """Check everything: each part only if those that it needs are right."""
        steps = (
            (self._tables, self._single), (self._rows,), (self._provinces, self._powers),
            (self._centres, self._units, self._army, self._fleet), (self._seasonal, self._straits, self._aliases),
            (self._victory, self._paths),
        )  # fmt: skip
        for step in steps:
            for check in step:
                check()
            if self.found:
                return
        self._notes()

    def _wrong(self, table: str, key: str, name: str, /, **facts: object) -> None:
        self.found.append(Fault(self._line(table, key), table, key, words(name, **facts)))

    def _line(self, table: str, key: str) -> int:
        return self._lines.get((table, key)) or self._lines.get((table, "")) or 1

    def _table(self, name: str) -> Rows:
        return self._facts.get(name, {})  # type: ignore[no-any-return]

    # -- the form ----------------------------------------------------------------------------------------------

    def _tables(self) -> None:
        for key, value in self._facts.items():
            if isinstance(value, dict) and key not in (*TABLES, "start"):
                self._wrong(key, "", "table", known=", ".join(TABLES))
            elif not isinstance(value, dict) and key in TABLES:
                self._wrong("", key, "value", what="a table")
            elif not isinstance(value, dict) and key not in SINGLE:
                self._wrong("", key, "key", known=", ".join(SINGLE))
        for name in NEEDED:
            if not self._facts.get(name):
                self._wrong(name, "", "missing")

    def _single(self) -> None:
        facts, start = self._facts, self._facts.get("start")
        right = {
            "format = 1": ("format", facts.get("format") == FORMAT),
            "a name in small letters and digits": ("board", _is_text(facts.get("board"), r"[a-z0-9][a-z0-9-]{0,29}")),
            "a title of at most 40 letters": ("title", _is_text(facts.get("title"), WORD.pattern)),
            "a whole number of centres": ("victory", _is_whole(facts.get("victory"), 999)),
            '{ year = 1901 }, and season = "spring" and phase = "movement" or neither': ("start", _is_start(start)),
            "a list of sentences": ("not_played", _is_list(facts.get("not_played", []))),
        }
        for what, (key, is_right) in right.items():
            if not is_right:
                self._wrong("", key, "value", what=what)

    def _rows(self) -> None:
        """Check the form of every table: rows with known keys, or lists of words."""
        for table in TABLES:
            for key, row in self._table(table).items():
                if table in ROWS:
                    self._row(table, key, row)
                elif table == "aliases":
                    if not _is_text(row, ".+") or not WORD.fullmatch(key.partition("/")[0]):
                        self._wrong(table, key, "value", what="a word and the code of its province")
                elif table == "seasonal":
                    self._season(key, row)
                elif table == "straits":
                    if key != "army" or not _is_list(row, lambda pair: _is_list(pair) and len(pair) == 2):
                        self._wrong(table, key, "value", what='army = [["NAP", "SIC"]]')
                elif not _is_list(row):
                    self._wrong(table, key, "value", what="a list of words")

    def _row(self, table: str, key: str, row: Any) -> None:
        known = ROWS[table]
        if not isinstance(row, dict):
            self._wrong(table, key, "value", what=f"{{ {', '.join(known)} }}")
            return
        for name in row:
            if name not in known:
                self._wrong(table, key, "key", known=", ".join(known))
        if not _is_text(row.get("name"), WORD.pattern):
            self._wrong(table, key, "value", what="a name of at most 40 letters")
        if table == "powers" and not (
            _is_text(row.get("adjective"), WORD.pattern) and _is_text(row.get("letter"), "[A-Z]")
        ):
            self._wrong(table, key, "value", what="an adjective, and a capital letter as letter")
        if table == "provinces" and row.get("kind") not in KINDS:
            self._wrong(table, key, "value", what="kind = land, coast or sea")
        if not _is_list(row.get("coasts", [])) or not _is_list(row.get("borders", [])) or not _is_point(row.get("at")):
            self._wrong(table, key, "value", what="lists of words, and at = [x, y] in whole numbers,")

    def _season(self, key: str, row: Any) -> None:
        seasons = row.get("open") if isinstance(row, dict) and row.keys() == {"open"} else None
        if not _is_list(seasons) or not seasons or not {*seasons} <= {*SEASONS.values()}:
            self._wrong("seasonal", key, "value", what='open = ["spring"], or another season,')

    # -- what it says ------------------------------------------------------------------------------------------

    def _provinces(self) -> None:
        rows = self._table("provinces")
        for code, row in rows.items():
            coasts = row.get("coasts", [])
            if not CODE.fullmatch(code) or code in SIGNS:
                self._wrong("provinces", code, "code")
            twice = len({*coasts}) < max(2, len(coasts))
            if coasts and (row["kind"] != "coast" or twice or not {*coasts} <= {*COASTS}):
                self._wrong("provinces", code, "coasts")
            if row["kind"] != "land":
                self._places |= {f"{code}/{coast}" for coast in coasts} or {code}
        self._alike("provinces", {code: [row["name"]] for code, row in rows.items()})
        for code, row in self._table("impassable").items():
            if not CODE.fullmatch(code) or code in rows:
                self._wrong("impassable", code, "code")
            self._known("impassable", code, row.get("borders", []))

    def _powers(self) -> None:
        rows = self._table("powers")
        for power in rows:
            if not POWER.fullmatch(power) or power == NEUTRAL:
                self._wrong("powers", power, "power")
        for key in ("name", "adjective", "letter"):
            self._alike("powers", {power: [row[key]] for power, row in rows.items()})

    def _alike(self, table: str, names: Mapping[str, Iterable[str]]) -> None:
        seen: dict[str, str] = {}
        for key, called in names.items():
            for name in called:
                if plain(name) in seen:
                    self._wrong(table, key, "alike", other=seen[plain(name)], name=name)
                seen.setdefault(plain(name), key)

    def _known(self, table: str, key: str, codes: Iterable[str]) -> bool:
        """Return whether all of *codes* are provinces; tell which are not, or stand there twice."""
        rows, seen = self._table("provinces"), set()
        for code in codes:
            if code not in rows:
                self._wrong(table, key, "unknown", code=code)
            elif code in seen:
                self._wrong(table, key, "twice", what=code)
            seen.add(code)
        return seen <= rows.keys()

    def _owners(self, table: str, *more: str) -> None:
        for power in self._table(table):
            if power not in (*self._table("powers"), *more):
                self._wrong(table, power, "unknown-power", power=power)
        for power in self._table("powers"):
            if power not in self._table(table):
                self._wrong(table, "", "no-table", power=power)

    def _centres(self) -> None:
        self._owners("centres", NEUTRAL)
        seen: set[str] = set()
        for power, codes in self._table("centres").items():
            if self._known("centres", power, codes):
                for code in codes:
                    if self._kind(code) == "sea":
                        self._wrong("centres", power, "centre-at-sea", code=code)
                    if code in seen:
                        self._wrong("centres", power, "twice", what=code)
                seen |= {*codes}

    def _kind(self, place: str) -> str:
        return str(self._table("provinces")[place[:3]]["kind"])

    def _units(self) -> None:
        self._owners("units")
        seen: set[str] = set()
        for power, units in self._table("units").items():
            for unit in units:
                kind, _, place = unit.partition(" ")
                if kind not in ("A", "F") or not self._stands(power, kind, place):
                    continue
                if place[:3] in seen:
                    self._wrong("units", power, "twice", what=place[:3])
                seen.add(place[:3])

    def _stands(self, power: str, kind: str, place: str) -> bool:
        """Return whether a unit of this kind can be there; tell if not."""
        rows = self._table("provinces")
        if place[:3] not in rows or (kind == "A" and len(place) > 3):
            self._wrong("units", power, "unit")
        elif kind == "A" and self._kind(place) == "sea":
            self._wrong("units", power, "army-at-sea", place=place)
        elif kind == "F" and self._kind(place) == "land":
            self._wrong("units", power, "inland-fleet", place=place)
        elif kind == "F" and place not in self._places:
            self._wrong("units", power, "unit-coast", code=place[:3], places=self._coasts_of(place))
        else:
            return True
        return False

    def _coasts_of(self, place: str) -> str:
        return ", ".join(sorted(one for one in self._places if one[:3] == place[:3])) or "none for a fleet"

    def _army(self) -> None:
        table = self._table("army")
        for code, targets in table.items():
            for place in (code, *targets):
                if place not in self._table("provinces"):
                    self._wrong("army", code, "unknown", code=place)
                elif self._kind(place) == "sea":
                    self._wrong("army", code, "army-at-sea", place=place)
        wanted = {code for code in self._table("provinces") if self._kind(code) != "sea"}
        self._edges("army", wanted)

    def _fleet(self) -> None:
        for key, targets in self._table("fleet").items():
            for place in (key, *targets):
                if place not in self._places:
                    inland = place in self._table("provinces") and self._kind(place) == "land"
                    name = "inland-fleet" if inland else "unknown-place"
                    self._wrong("fleet", key, name, place=place, places=self._coasts_of(place))
        self._edges("fleet", self._places)

    def _edges(self, name: str, wanted: Collection[str]) -> None:
        """Check that the borders of a table lead both ways, and that no place is left out."""
        table = self._table(name)
        for place, targets in table.items():
            if len({*targets}) < len(targets):
                self._wrong(name, place, "twice", what=next(one for one in targets if targets.count(one) > 1))
            for target in targets:
                if target[:3] == place[:3]:
                    self._wrong(name, place, "itself", place=place)
                elif target in wanted and place not in table.get(target, ()):
                    self._wrong(name, place, "one-way", place=place, to=target)
        for place in sorted({*wanted} - table.keys()):
            self._wrong(name, "", "no-edges", code=place)

    def _seasonal(self) -> None:
        for sea in self._table("seasonal"):
            if self._known("seasonal", sea, [sea]) and self._kind(sea) != "sea":
                self._wrong("seasonal", sea, "seasonal")

    def _straits(self) -> None:
        for pair in self._table("straits").get("army", ()):
            if self._known("straits", "army", pair):
                coasts = all(self._kind(code) == "coast" for code in pair)
                if not coasts or pair[1] in self._table("army")[pair[0]]:
                    self._wrong("straits", "army", "strait")

    def _aliases(self) -> None:
        rows = self._table("provinces")
        for word, place in self._table("aliases").items():
            if word.upper() in rows:
                self._wrong("aliases", word, "alias-code", word=word)
            known = place in rows or place in self._places
            if not known or ("/" in word) != ("/" in place):
                self._wrong("aliases", word, "alias")

    def _victory(self) -> None:
        count = sum(map(len, self._table("centres").values()))
        if self._facts["victory"] > count:
            self._wrong("", "victory", "victory", count=count)

    def _paths(self) -> None:
        """Check that units and convoys can get from the first province to every other."""
        rows = self._table("provinces")
        army, fleet = edges_of(self._table("army")), edges_of(self._table("fleet"))
        near = borders_of(provinces_of(rows), army, fleet)[1]
        first, *_ = rows
        seen, todo = {first}, [first]
        while todo:
            todo = [code for here in todo for code in near[here] if code not in seen]
            seen.update(todo)
        for code in rows:
            if code not in seen:
                self._wrong("provinces", code, "no-path", code=first, to=code)

    def _notes(self) -> None:
        army, fleet = self._table("army"), self._table("fleet")
        for code, row in self._table("provinces").items():
            if row["kind"] == "coast":
                places = [place for place in self._places if place[:3] == code]
                for name, edges in (
                    ("note.no-sea", any(fleet[place] for place in places)), ("note.island", bool(army[code]))
                ):  # fmt: skip
                    if not edges:
                        why = words(name, code=code)
                        self.found.append(Fault(self._line("provinces", code), "provinces", code, why, wrong=False))


def _is_text(value: object, pattern: str) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _is_whole(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most


def _is_start(value: object) -> bool:
    usual = {"season": "spring", "phase": "movement"}
    return isinstance(value, dict) and _is_whole(value.get("year"), 9999) and {**usual, **value} == {
        **usual, "year": value["year"]
    }  # fmt: skip


def _is_list(value: object, is_right: Any = lambda one: isinstance(one, str)) -> bool:
    return isinstance(value, list) and all(map(is_right, value))


def _is_point(value: object) -> bool:
    return value is None or (
        isinstance(value, list) and len(value) == 2 and all(_is_whole(one + 1, FARTHEST) for one in value)
    )


def _lines(text: str) -> dict[tuple[str, str], int]:
    """Return the line of each table and key: the first that has it."""
    found: dict[tuple[str, str], int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if head := re.match(r"\s*\[+\s*[\"']?([\w-]+)", line):
            table = head[1]
            found.setdefault((table, ""), number)
        elif match := re.match(r"""\s*(?:"([^"]+)"|'([^']+)'|([\w-]+))\s*[.=]""", line):
            found.setdefault((table, match[1] or match[2] or match[3]), number)
    return found


def provinces_of(rows: Rows) -> dict[str, Province]:
    """Return the provinces of the table [provinces]."""
    return {code: Province(code, row["name"], row["kind"], tuple(row.get("coasts", ()))) for code, row in rows.items()}


def edges_of(rows: Rows) -> dict[str, frozenset[str]]:
    """Return where one can go from each place of [army] or [fleet]."""
    return {place: frozenset(targets) for place, targets in rows.items()}
