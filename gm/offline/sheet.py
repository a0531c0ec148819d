"""Looking at a sheet away from its game: how it is written, not who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from gm.registry import ruleset
from gm.rules import Letter, Line, as_seat

OF_THE_POSITION = ("no-unit", "no-men", "no-truck", "no-chip")  # faults that hang on what only the game knows


def faults_of(name: str, seat: str, text: str) -> Iterator[str]:
    """What is wrong with how a sheet is written, a line for each fault.

    It is read by the ruleset *name* as a sheet of the first phase of a game with the usual options.
    """
    rules = ruleset(name).rules
    options = rules.card.options()
    if as_seat(seat) not in rules.seats(options):
        yield f"there is no seat {seat}"
        return
    state = rules.open(options, "", datetime(2000, 1, 1, tzinfo=UTC)).state
    letter = Letter(tuple(Line(number, line) for number, line in enumerate(text.splitlines(), 1)))
    for problem in rules.read(state, as_seat(seat), letter).problems:
        if problem.code not in OF_THE_POSITION:
            yield f"line {problem.line}, column {problem.column}: {problem.message}"
