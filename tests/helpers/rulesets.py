"""A ruleset played without a desk: letters go in, what the rules make of them comes out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from gm.offline.judge import judge_lines
from gm.registry import ruleset
from gm.rules import Letter, Line, Orders, Problem, Problems, Step

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def numbered(text: str) -> tuple[Line, ...]:
    """The lines of a letter, numbered from 1."""
    return tuple(Line(number, line) for number, line in enumerate(text.split("\n"), 1))


def places(problems: Sequence[Problem]) -> list[tuple[int, int, str]]:
    """The line, column and code of each fault."""
    return [(one.line, one.column, one.code) for one in problems]


def judge(name: str, **given: Any) -> Any:
    """The answer of `gm judge` to one position."""
    return json.loads(next(judge_lines(name, "standard", [json.dumps(given)])))


class Rules:
    """A ruleset by name, and letters to it. *at*: when they come."""

    def __init__(self, name: str, at: datetime = NOON) -> None:
        self.rules: Any = ruleset(name).rules
        self.at = at

    def read(self, state: Any, seat: str, text: str, phase: str = "") -> Orders | Problems:
        """What the rules make of a letter."""
        found: Orders | Problems = self.rules.read(state, seat, Letter(numbered(text), phase=phase))
        return found

    def file(self, state: Any, seat: str, text: str, phase: str = "") -> Step:
        """Carry out a letter, which must be understood."""
        found = self.read(state, seat, text, phase)
        assert isinstance(found, Orders), found
        step: Step = self.rules.file(state, seat, found, self.at)
        return step

    def due(self, state: Any) -> Step:
        """Let the deadline and grace pass."""
        missing = [duty.seat for duty in self.rules.duties(state) if not duty.filed]
        step: Step = self.rules.due(state, missing, self.at)
        return step
