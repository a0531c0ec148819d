"""A Ground War without a desk: letters go in, rounds are judged, and what each side is told comes out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from helpers.rulesets import numbered

from gm.registry import ruleset
from gm.rules import EVERYBODY, Letter, Notice, Orders, Problems, to
from gm.rules.ground_war.state import Options, State

RULES: Any = ruleset("ground-war").rules
AT = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
SIDES = ("SOUTH", "NORTH")

LITTLE = """
title = "Little"
rows = 9
columns = 9
[south]
men = { C2 = 2, G2 = 1 }
trucks = { C2 = 1 }
cities = ["C2"]
[north]
men = { C8 = 2, G8 = 1 }
trucks = { C8 = 1 }
cities = ["C8"]
"""


def scenario(south: str, north: str, more: str = "", rows: int = 9, columns: int = 9) -> str:
    """A scenario text; *south* and *north* are the lines of their tables."""
    return f'title = "Test"\nrows = {rows}\ncolumns = {columns}\n[south]\n{south}\n[north]\n{north}\n{more}\n'


def letter(text: str, phase: str = "") -> Letter:
    return Letter(numbered(text), phase=phase)


class Ground:
    """A game in the making; every state goes through JSON and back."""

    def __init__(self, text: str = LITTLE, **options: Any) -> None:
        self.options = Options(scenario_text=text, **options)
        assert RULES.check(self.options) == ""
        step = RULES.open(self.options, "seed", AT)
        self.state: State = step.state
        self.notices: tuple[Notice, ...] = step.notices

    def read(self, side: str, text: str, phase: str = "") -> Orders | Problems:
        return RULES.read(self.state, side, letter(text, phase))

    def send(self, side: str, text: str) -> tuple[Notice, ...]:
        """File a letter; what it told to anybody."""
        read = self.read(side, text)
        assert isinstance(read, Orders)
        self.notices = self.take(RULES.file(self.state, side, read, AT))
        return self.notices

    def judge(self, south: str = "", north: str = "") -> tuple[Notice, ...]:
        """Send both letters, then judge the round."""
        for side, text in zip(SIDES, (south, north), strict=True):
            if text:
                self.send(side, text)
        self.notices = self.take(RULES.due(self.state, (), AT))
        return self.notices

    def take(self, step: Any) -> tuple[Notice, ...]:
        text = msgspec.json.encode(step.state)
        self.state = msgspec.convert(msgspec.json.decode(text), State)
        assert self.state == step.state
        return tuple(step.notices)

    def told(self, side: str, kind: str) -> Any:
        """The one notice of a kind that the last step told *side*."""
        found = [n.body for n in self.notices if n.kind == kind and n.audience in (to(side), EVERYBODY)]
        assert len(found) == 1, (kind, found)
        return found[0]

    def kinds(self, side: str) -> list[str]:
        """The kinds of notices that the last step told *side*, in order."""
        return [n.kind for n in self.notices if n.audience.includes(side)]

    def men(self, side: str) -> dict[str, int]:
        return self.state.position.men[side]

    def filed(self, side: str) -> tuple[str, ...]:
        return RULES.view(self.state, side).filed

    def owing(self) -> list[str]:
        """The sides that owe orders."""
        return [duty.seat for duty in RULES.duties(self.state)]


def judge(stage: str, south: str = "", north: str = "", **given: Any) -> dict[str, Any]:
    """`gm judge ground-war` of one position."""
    facts: dict[str, Any] = {"stage": stage, "rows": 25, "columns": 17, "cycle": 3, **given}
    facts["orders"] = {"SOUTH": south, "NORTH": north}
    return RULES.position(facts)


def both(south: Mapping[str, int], north: Mapping[str, int] | None = None) -> dict[str, dict[str, int]]:
    return {"SOUTH": dict(south), "NORTH": dict(north or {})}
