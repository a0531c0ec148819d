"""Diplomacy as an engine, for `gm judge diplomacy`. It is not a ruleset of its own."""

from __future__ import annotations

from gm.rules import Given, Material, Ruling
from gm.rules.provinces.board import read_boards
from gm.rules.provinces.judging import STARTS, judge_position
from gm.rules.provinces.reading import Reader
from gm.rules.ruleset import Judged


class Diplomacy(Judged):
    """Judges positions on the known boards."""

    def __init__(self, material: Material) -> None:
        boards = read_boards(material.files)
        self._readers = {name: Reader(board, material.grammar, STARTS) for name, board in boards.items()}

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Return the ruling on one position (see judge_position). Raises ValueError or KeyError if it is malformed."""
        reader = self._readers[board]
        return judge_position(reader.board, reader, given)

    def boards(self) -> tuple[str, ...]:
        """Return the names of the boards."""
        return tuple(self._readers)
