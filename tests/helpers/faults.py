"""The faults of letters by their names, so that tests compare codes, facts and hints, and not sentences."""

from __future__ import annotations

from collections.abc import Iterable

from gm.rules import Problem
from gm.rules.lines import letters
from gm.rules.lines.letters import Where, Words


class Faults:
    """The faults of a game by their names: those of its own tables, in this order, and those that all games share."""

    def __init__(self, *tables: Words) -> None:
        self.tables = (*tables, letters.words)

    def __call__(self, name: str, /, **facts: object) -> str:
        """The message of a fault."""
        return self.table(name)(name, **facts)

    def problem(self, where: Where, name: str, hints: Iterable[str] = (), /, **facts: object) -> Problem:
        """The problem at a place."""
        return self.table(name).problem(where, name, hints, **facts)

    def table(self, name: str) -> Words:
        """The table that has the name."""
        return next(table for table in self.tables if name in table.by_name)
