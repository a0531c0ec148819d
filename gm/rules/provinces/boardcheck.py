"""What the file of a board says, checked to the last edge; every fault has its line. Its form is checked before.

A board is wrong if a game on it could not be played as the rules say; some of what is only strange is told, too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from gm.rules.provinces.board import COASTS, Province, borders_of
from gm.rules.provinces.boardform import Form, Rows, words
from gm.rules.provinces.boardnames import check_names
from gm.rules.provinces.filefaults import Facts, Fault, TomlFile
from gm.rules.provinces.mapsize import MOST_TALL, schematic_pixels

NEUTRAL = "NEUTRAL"
CODE, POWER = re.compile(r"[A-Z]{3}"), re.compile(r"[A-Z]{3,12}")
UNIT = re.compile(r"([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
# Words of letters that would be codes.
SIGNS = frozenset({"VIA", "MAP", "SET", "GET", "WHO", "END", "TRY", "NOT", "YES", "ALL", "THE", "AGP"})
MOST_PROVINCES = 400
GROUND = ("provinces", "army", "fleet", "straits")  # the tables that say what leads where


def check_board(text: str) -> tuple[Facts, list[Fault]]:
    """Return the facts in a file, and what is wrong or strange, in the order of lines. Without TOML there are no facts.

    All is told at once, but for what means nothing because of another fault: what stands in a row of the wrong form,
    provinces where none are known, and paths where borders are wrong.
    """
    check = _Check(Form(text))
    check.all()
    return check.form.facts, sorted({*check.form.found})


class _Check:
    """Checks the facts of one file."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self._wrong = form.wrong
        self._rows = form.rows["provinces"]
        self._codes = form.table("provinces").keys()
        self._places = {place for code, row in self._rows.items() for place in _fleet_places(code, row)}

    def all(self) -> None:
        """Check everything that the rows of the right form say."""
        if self.form.file.fault is not None:
            return
        self._powers()
        if len(self._codes) > MOST_PROVINCES:
            self._wrong("provinces", "", "many", most=MOST_PROVINCES)
        if not self._codes or len(self._codes) > MOST_PROVINCES:
            return
        self._provinces()
        check_names(self.form)
        for check in (self._centres, self._units, self._army, self._fleet, self._seasonal, self._straits):
            check()
        self._victory()
        if self.form.right(*GROUND):
            self._paths()
        if self.form.right(*GROUND):
            self._notes()

    # -- provinces and powers ----------------------------------------------------------------------------------

    def _provinces(self) -> None:
        for code in self._codes:
            if not CODE.fullmatch(code) or code in SIGNS:
                self._wrong("provinces", code, "code")
        for code, row in self._rows.items():
            coasts = row.get("coasts", [])
            twice = len({*coasts}) < max(2, len(coasts))
            if coasts and (row["kind"] != "coast" or twice or not {*coasts} <= {*COASTS}):
                self._wrong("provinces", code, "coasts", "coasts")
        for code, row in self.form.rows["impassable"].items():
            if not CODE.fullmatch(code) or code in self._codes:
                self._wrong("impassable", code, "code")
            self._known("impassable", code, row.get("borders", []))
        for code in self.form.rows["also"]:
            self._known("also", code, [code])
        self._points()

    def _points(self) -> None:
        """Check that a picture of points and lines would not be too large."""
        points = {code: row["at"] for code, row in self._rows.items() if "at" in row}
        high = schematic_pixels(points.values()) if points.keys() == self._codes else 0
        if high > MOST_TALL:
            lowest = max(points, key=lambda code: points[code][1])
            self._wrong("provinces", lowest, "tall", "at", high=high, most=MOST_TALL)

    def _powers(self) -> None:
        for power in self.form.table("powers"):
            if not POWER.fullmatch(power) or power == NEUTRAL:
                self._wrong("powers", power, "power")

    def _known(self, table: str, key: str, codes: Iterable[str]) -> bool:
        """Return whether all of *codes* are provinces; tell which are not, or stand there twice."""
        seen = set()
        for code in codes:
            if code not in self._codes:
                self._wrong(table, key, "unknown", code=code)
            elif code in seen:
                self._wrong(table, key, "twice", what=code)
            seen.add(code)
        return seen <= self._codes

    def _kind(self, place: str) -> str:
        """Return the kind of the province that a place is in; "" if it is not known for sure."""
        row = self._rows.get(place[:3])
        return str(row["kind"]) if row else ""

    def _owners(self, table: str, *more: str) -> None:
        powers, owners = self.form.table("powers"), self.form.table(table)
        if not powers or not owners:
            return
        for power in owners:
            if power not in (*powers, *more):
                self._wrong(table, power, "unknown-power", power=power)
        for power in powers:
            if power not in owners:
                self._wrong(table, "", "no-table", power=power)

    # -- centres and units -------------------------------------------------------------------------------------

    def _centres(self) -> None:
        self._owners("centres", NEUTRAL)
        seen: set[str] = set()
        for power, codes in self.form.rows["centres"].items():
            self._known("centres", power, codes)
            for code in {*codes}:
                if self._kind(code) == "sea":
                    self._wrong("centres", power, "centre-at-sea", code=code)
                if code in seen:
                    self._wrong("centres", power, "twice", what=code)
            seen |= {*codes}

    def _victory(self) -> None:
        """Check that the centres suffice, if it is known how many there are."""
        victory = self.form.facts.get("victory")
        count = sum(map(len, self.form.rows["centres"].values()))
        if isinstance(victory, int) and self.form.right("centres") and count and victory > count:
            self._wrong("", "victory", "victory", count=count)

    def _units(self) -> None:
        self._owners("units")
        seen: set[str] = set()
        for power, units in self.form.rows["units"].items():
            for unit in units:
                match = UNIT.fullmatch(unit)
                if match is None or match[2][:3] not in self._codes or (match[1] == "A" and "/" in match[2]):
                    self._wrong("units", power, "unit", unit=unit)
                    continue
                kind, place = match.groups()
                self._stands(power, kind, place)
                if place[:3] in seen:
                    self._wrong("units", power, "twice", what=place[:3])
                seen.add(place[:3])

    def _stands(self, power: str, kind: str, place: str) -> None:
        """Tell if no unit of this kind can be there."""
        ground = self._kind(place)
        if kind == "A" and ground == "sea":
            self._wrong("units", power, "army-at-sea", place=place)
        elif kind == "F" and ground == "land":
            self._wrong("units", power, "inland-fleet", place=place)
        elif kind == "F" and ground and place not in self._places:
            self._wrong("units", power, "unit-coast", code=place[:3], places=self._coasts_of(place))

    def _coasts_of(self, place: str) -> str:
        return ", ".join(sorted(one for one in self._places if one[:3] == place[:3])) or "none for a fleet"

    # -- borders -----------------------------------------------------------------------------------------------

    def _army(self) -> None:
        for code, targets in self._edged("army"):
            for place in (code, *targets):
                if place not in self._codes:
                    self._wrong("army", code, "unknown", code=place)
                elif self._kind(place) == "sea":
                    self._wrong("army", code, "army-at-sea", place=place)
        self._edges("army", {code for code in self._rows if self._kind(code) != "sea"})

    def _fleet(self) -> None:
        for key, targets in self._edged("fleet"):
            for place in (key, *targets):
                unclear = place[:3] in self._codes and not self._kind(place)
                if place not in self._places and not unclear:
                    name = "inland-fleet" if place in self._codes and self._kind(place) == "land" else "unknown-place"
                    self._wrong("fleet", key, name, place=place, places=self._coasts_of(place))
        self._edges("fleet", self._places)

    def _edged(self, table: str) -> list[tuple[str, list[str]]]:
        """Return the places of a table of borders that have the right form, each with those that it names, once."""
        return [(place, [*dict.fromkeys(targets)]) for place, targets in self.form.rows[table].items()]

    def _edges(self, name: str, wanted: Collection[str]) -> None:
        """Check that the borders of a table lead both ways, and that no place is left out."""
        rows, written = self.form.rows[name], self.form.table(name)
        if name not in self.form.facts:
            return
        for place, targets in rows.items():
            for target in sorted({one for one in targets if targets.count(one) > 1}):
                self._wrong(name, place, "twice", what=target)
            for target in dict.fromkeys(targets):
                back = rows.get(target, [] if target not in written else [place])
                if target[:3] == place[:3]:
                    self._wrong(name, place, "itself", place=place)
                elif place in wanted and target in wanted and place not in back:
                    self._wrong(name, place, "one-way", place=place, to=target)
        for place in sorted({*wanted} - written.keys()):
            self._wrong(name, "", "no-edges", code=place)

    def _seasonal(self) -> None:
        for sea in self.form.rows["seasonal"]:
            if self._known("seasonal", sea, [sea]) and self._kind(sea) not in ("sea", ""):
                self._wrong("seasonal", sea, "seasonal")

    def _straits(self) -> None:
        seen: set[frozenset[str]] = set()
        for pair in self.form.rows["straits"].get("army", ()):
            if {*pair} in seen:
                self._wrong("straits", "army", "twice", what=" ".join(pair))
            elif self._known("straits", "army", pair):
                coasts = all(self._kind(code) in ("coast", "") for code in pair)
                if not coasts or pair[1] in self.form.rows["army"].get(pair[0], ()):
                    self._wrong("straits", "army", "strait")
            seen.add(frozenset(pair))

    def _paths(self) -> None:
        """Check that units and convoys can get from the first province to every other."""
        army, fleet = edges_of(self.form.rows["army"]), edges_of(self.form.rows["fleet"])
        near = borders_of(provinces_of(self._rows), army, fleet)[1]
        first, *_ = self._rows
        seen, todo = {first}, [first]
        while todo:
            todo = [*{code for here in todo for code in near[here]} - seen]
            seen.update(todo)
        for code in self._rows:
            if code not in seen:
                self._wrong("provinces", code, "no-path", code=first, to=code)

    def _notes(self) -> None:
        """Tell what is strange about coasts. Over a strait an army comes and goes, too."""
        crossed = {code for pair in self.form.rows["straits"].get("army", ()) for code in pair}
        army, fleet = self.form.rows["army"], self.form.rows["fleet"]
        for code, row in self._rows.items():
            if row["kind"] == "coast":
                if not any(fleet[place] for place in _fleet_places(code, row)):
                    self.form.strange("provinces", code, "note.no-sea", code=code)
                if not army[code] and code not in crossed:
                    self.form.strange("provinces", code, "note.island", code=code)


def own_name(text: str, name: str) -> Fault:
    """Return the fault of a board that has the *name* of one that comes with gm, and is not it."""
    return Fault(TomlFile(text).line("board"), "", "board", words("own-name", name=name))


def _fleet_places(code: str, row: Rows) -> tuple[str, ...]:
    """Return where a fleet can be in a province of [provinces]."""
    if row["kind"] == "land":
        return ()
    return tuple(f"{code}/{coast}" for coast in row.get("coasts", [])) or (code,)


def provinces_of(rows: Rows) -> dict[str, Province]:
    """Return the provinces of the table [provinces]."""
    return {code: Province(code, row["name"], row["kind"], tuple(row.get("coasts", ()))) for code, row in rows.items()}


def edges_of(rows: Rows) -> dict[str, frozenset[str]]:
    """Return where one can go from each place of [army] or [fleet]."""
    return {place: frozenset(targets) for place, targets in rows.items()}
