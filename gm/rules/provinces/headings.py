"""Lines that say for which phase the orders around them are: ORDERS F1901M, Spring 1902, F02, Fall retreats, France."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from gm.rules import Line, Problem
from gm.rules.lines.words import asks, bare
from gm.rules.provinces.campaign import Campaign
from gm.rules.provinces.faults import words
from gm.rules.provinces.names import Names

WORD = re.compile(r"[^\s,.:;/()'\u2019-]+")
PHASE = re.compile(r"(?P<season>[SFW])(?P<year>\d{4}|\d\d)(?P<kind>[MRA]?)")
YEAR = re.compile(r"\d{4}|\d\d")
SEASONS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
KINDS = {  # what is due in a phase, by the word for it: "" where it is due in each
    "ORDER": "", "ORDERS": "", "MOVE": "M", "MOVES": "M", "MOVEMENT": "M", "MOVEMENTS": "M", "RETREAT": "R",
    "RETREATS": "R", "BUILD": "A", "BUILDS": "A", "REMOVAL": "A", "REMOVALS": "A", "ADJUSTMENT": "A",
    "ADJUSTMENTS": "A", "ARMIES": "", "FLEETS": "",
}  # fmt: skip
BESIDE = frozenset({"MY", "OUR", "THE", "FOR", "OF", "FROM", "IN", "AND", "TURN", "PHASE", "YEAR"})
LONGEST = 60  # characters of a heading
CENTURY = 100


class Heading(msgspec.Struct, frozen=True):
    """What a heading says: S, F or W; the year as written; M, R or A. Each may be missing."""

    season: str = ""
    year: str = ""
    kind: str = ""

    def code(self, state: Campaign) -> str:
        """Return the code of the phase that is meant while *state* is due; "" if none is named.

        A year of two digits is the nearest one. Without its kind a season is that of the phase now due, or else that of
        the moves. Retreats and builds alone are those of this year; all orders may be called moves.
        """
        if not self.season:
            return self._of_kind(state) if self.kind in ("R", "A") else ""
        season = f"{self.season}{self._whole_year(state.year)}"
        if self.kind:
            return season + self.kind
        return state.code if state.code.startswith(season) else f"{season}{'A' if self.season == 'W' else 'M'}"

    def _of_kind(self, state: Campaign) -> str:
        if self.kind == state.kind:
            return state.code
        season = "W" if self.kind == "A" else "F" if state.season == "W" else state.season
        return f"{season}{state.year}{self.kind}"

    def _whole_year(self, now: int) -> int:
        if len(self.year) != len("02"):
            return int(self.year or now)
        year = now - now % CENTURY + int(self.year)
        return min((year - CENTURY, year, year + CENTURY), key=lambda one: abs(one - now))


def heading(text: str, names: Names) -> Heading | None:
    """Return what a line says as a heading; None if it is none, or names nothing but a power."""
    found = WORD.findall(bare(text)) if len(text) <= LONGEST and not asks(text) else []
    said: dict[str, str] = {}
    told = False  # whether it says what is due, or when
    for word in found:
        more = _meant(word)
        if more is None and word not in BESIDE and (len(word) == 1 or word not in names.called):
            return None
        if more is not None and any(said.get(key, value) != value for key, value in more.items()):
            return None
        said |= more or {}
        told |= more is not None
    found_kind = any(word in KINDS for word in found)
    whole = "season" in said if "year" in said else "season" not in said or found_kind  # "Fall" alone may be anything
    return Heading(**said) if told and whole else None


def _meant(word: str) -> dict[str, str] | None:
    """Return what a word of a heading says, by field; None if it says nothing of a phase."""
    if word in KINDS:
        return {"kind": KINDS[word]} if KINDS[word] else {}
    if word in SEASONS:
        return {"season": SEASONS[word]}
    if YEAR.fullmatch(word):
        return {"year": word}
    found = PHASE.fullmatch(word)
    return {key: value for key, value in found.groupdict().items() if value} if found is not None else None


def headed(lines: Sequence[Line], names: Names) -> list[tuple[Line, Heading]]:
    """Return the headings among the lines of a letter that are not the desk's."""
    found = ((line, heading(line.text, names)) for line in lines if not line.command)
    return [(line, one) for line, one in found if one is not None]


def differing(phases: Sequence[tuple[Line, str]]) -> Iterable[Problem]:
    """Yield the problems of headings that name another phase than the first one does."""
    for line, code in phases[1:]:
        if code != phases[0][1]:
            yield words.problem(line, "two-phases", code=phases[0][1])
