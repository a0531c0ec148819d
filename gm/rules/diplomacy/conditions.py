"""Conditions in a letter that is kept for a phase to come: IF FRENCH BUR, orders, ELSE, orders, ENDIF.

They are decided when the phase begins, and ask only what everybody knows then: where units stand and who owns centres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gm.rules import Line, Problem, Seat
from gm.rules.diplomacy.faults import words
from gm.rules.diplomacy.state import State
from gm.rules.lines.words import ENDS_CONDITION, bare, first_word
from gm.rules.provinces.cutting import names_an_order
from gm.rules.provinces.names import Names
from gm.rules.provinces.tokens import tokens

IF, NOT, ELSE = "IF", "NOT", "ELSE"
LONGEST_NAME = 4  # words of what a power is called
WHAT = (["PLACE"], ["KIND", "PLACE"])  # the kinds of the words behind the power


class Condition(NamedTuple):
    """What is asked: whether a power has a unit in a place, of a kind ("": either); denied: or has none.

    Without a kind, the owner of a centre counts where no unit stands.
    """

    said: str
    denied: bool
    power: Seat
    kind: str
    place: str

    def holds(self, state: State) -> bool:
        """Return whether it is so on the board as it stands."""
        unit = state.units.get(self.place[:3])
        if unit is None:
            found = not self.kind and self.place in state.centres.get(self.power, ())
        else:
            there = self.place in (unit.place, unit.province)
            found = there and unit.power == self.power and self.kind in ("", unit.kind)
        return found != self.denied


class Row(NamedTuple):
    """A line of a letter, and the condition that it stands under; otherwise: behind its ELSE.

    word: IF, ELSE or ENDIF, if that is what it is, else "".
    """

    line: Line
    under: Condition | None
    otherwise: bool
    word: str


class Conditions:
    """The conditions of a letter. problems: what is wrong with their form."""

    def __init__(self, lines: Sequence[Line], names: Names) -> None:
        self._lines, self._names = lines, names
        self.problems: list[Problem] = []
        self._rows = [*self._read()]

    def chosen(self, state: State) -> tuple[Line, ...]:
        """Return the lines, with those that do not count, as the board stands, marked as read."""
        return tuple(
            replace(row.line, command=True) if row.word or not self._counts(row, state) else row.line
            for row in self._rows
        )  # fmt: skip

    def decided(self, state: State) -> tuple[tuple[str, bool], ...]:
        """Return each condition, in words, and whether it holds as the board stands."""
        found = [row.under for row in self._rows if row.word == IF and row.under is not None]
        return tuple((one.said, one.holds(state)) for one in found)

    def now(self, phase: str) -> list[Problem]:
        """Return the problems of conditions in a letter for the phase now due. phase: one that is to come."""
        own = [line for line in self._lines if not line.command and self._is_meant(line)]
        return [words.problem(line, "if-now", phase=phase) for line in own]

    def _counts(self, row: Row, state: State) -> bool:
        return row.under is None or row.under.holds(state) != row.otherwise

    def _read(self) -> Iterator[Row]:
        under: Condition | None = None
        otherwise, opened = False, Line(0, "")
        for line in self._lines:
            word = "" if line.command else _word(line.text)
            if word == IF:
                self._problems_of(line, "if-nested" if opened.number else "")
                under, otherwise, opened = self._condition(line), False, line
            elif word:
                self._problems_of(line, "" if opened.number and not (word == ELSE and otherwise) else "if-none")
                otherwise = True
            yield Row(line, under, otherwise, word)
            if word in ENDS_CONDITION:
                under, otherwise, opened = None, False, Line(0, "")
        if opened.number:
            self._problems_of(opened, "if-open")

    def _problems_of(self, line: Line, name: str) -> None:
        self.problems += [words.problem(line, name)] if name else []

    def _condition(self, line: Line) -> Condition | None:
        """Return what a line asks; None if it cannot be read, which is a problem."""
        found = self._asked(line)
        self._problems_of(line, "" if found is not None else "if")
        return found

    def _asked(self, line: Line) -> Condition | None:
        said = bare(line.text).removesuffix(" THEN")
        denied = said.startswith(f"{IF} {NOT} ")
        rest = said.split()[1 + denied :]
        for number in range(min(len(rest) - 1, LONGEST_NAME), 0, -1):
            name = " ".join(rest[:number])
            power = self._names.called.get(name) if len(name) > 1 else None  # A and F are units here
            what = tokens([(line.number, " ".join(rest[number:]))], self._names) if power is not None else []
            if power is not None and [token.type for token in what] in WHAT:
                return Condition(said, denied, power, kind=str(what[0]) if len(what) > 1 else "", place=str(what[-1]))
        return None

    def _is_meant(self, line: Line) -> bool:
        """Return whether a line is a condition, or one about an order, and no talk that begins with if."""
        word = _word(line.text)
        if word != IF:
            return bool(word)
        return self._asked(line) is not None or names_an_order(tokens([(1, line.text)], self._names), line.text)


def _word(text: str) -> str:
    """Return IF, ELSE or ENDIF if a line is one, else ""."""
    said = bare(text)
    return IF if first_word(text) == IF else said if said in (ELSE, *ENDS_CONDITION) else ""
