"""So Long Sucker played through its ruleset alone, for tests: positions in short words, letters in, what was told."""

from __future__ import annotations

from typing import Any

from helpers.rulesets import NOON, Rules

from gm.rules import Orders, Problem, Step
from gm.rules.so_long_sucker.choices import owed
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import Options, State

GAME = Rules("so-long-sucker")
RULES = GAME.rules
read, due = GAME.read, GAME.due
LETTERS = {"r": "RED", "b": "BLUE", "g": "GREEN", "y": "YELLOW", "w": "WHITE", "v": "VIOLET"}


def colours(text: str) -> tuple[str, ...]:
    """`rgy` as colours."""
    return tuple(LETTERS[letter] for letter in text)


def hand(text: str) -> dict[str, int]:
    """`rrg` as chips by colour."""
    found: dict[str, int] = {}
    for colour in sorted(colours(text), key=list(LETTERS.values()).index):
        found[colour] = found.get(colour, 0) + 1
    return found


def table(hands: str, piles: str, line: str, out: str = "") -> State:
    """A position in which the last of *line* has the move: `rrg b gg yyy`, `bg - ry` (- is a pile that is gone).

    A hand without chips is written `.`.
    """
    seats = [LETTERS[letter] for letter in "rbgywv"]
    held = {seat: hand(text.strip(".")) for seat, text in zip(seats, hands.split(), strict=False)}
    lie = tuple(None if text == "-" else colours(text) for text in piles.split())
    referee = Referee(State(Options(players=len(held)), "", held, colours(line), lie, {}, colours(out)))
    referee.settle()
    return referee.state


def sent(state: State, seat: str, text: str, phase: str = "") -> Step:
    """A letter without a fault, done."""
    found = read(state, seat, text, phase)
    assert isinstance(found, Orders) and not found.problems, found
    return RULES.file(state, seat, found, NOON)


def after(state: State, *letters: str) -> State:
    """The state after `RED: PLAY red` and so on."""
    for letter in letters:
        seat, _, text = letter.partition(": ")
        state = sent(state, seat, text).state
    return state


def refusal(state: State, seat: str, text: str, phase: str = "") -> Problem:
    """The one fault of a letter that does nothing."""
    found = read(state, seat, text, phase)
    assert isinstance(found, Orders) and not found.acts and len(found.problems) == 1, found
    return found.problems[0]


def owes(state: State) -> list[tuple[str, str, tuple[str, ...]]]:
    """Who owes what, with what it is of."""
    return [(one.seat, one.what, one.of) for one in owed(state)]


def happened(step: Step) -> list[str]:
    """The kinds of events that a step told."""
    return [event.what for notice in step.notices for event in getattr(notice.body, "happened", ())]


def done_by_gm(step: Step) -> list[tuple[str, str]]:
    """What the GameMaster did in a step by nobody's order, and for whom."""
    return [(one.what, one.seat) for notice in step.notices for one in notice.body.happened if one.by_gm]


def chips_of(state: State) -> dict[str, int]:
    """All chips there are, by colour: in hands, on piles and dead."""
    found: dict[str, Any] = {}
    heaps = [{colour: pile.count(colour) for colour in pile} for pile in state.piles if pile]
    for one in (*state.hands.values(), *heaps, state.dead):
        for colour, count in one.items():
            found[colour] = found.get(colour, 0) + count
    return found
