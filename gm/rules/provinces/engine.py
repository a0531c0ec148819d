"""Diplomacy as an engine, for `gm judge diplomacy`. It is not a ruleset of its own."""

from __future__ import annotations

from gm.rules import Given, Material, Ruling
from gm.rules.provinces.judging import STARTS, judge_position
from gm.rules.provinces.known import Boards
from gm.rules.ruleset import Judged


class Diplomacy(Judged):
    """Judges positions on the known boards."""

    def __init__(self, material: Material) -> None:
        self._boards = Boards(material, STARTS)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position (see judge_position). Raises ValueError or KeyError if it is malformed."""
        return judge_position(self._boards.reader(board), given)

    def boards(self) -> tuple[str, ...]:
        """Return the names of the boards."""
        return self._boards.names()
