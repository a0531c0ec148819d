"""Random whole games: the referee and the slow reference agree on every position, no chip is lost, and all end."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_sucker import SlowGame
from sucker import NOON, RULES, chips_of, owes

from gm.rules import Letter, Line, Orders
from gm.rules.so_long_sucker.choices import example
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import Options, State

WAITING = {"play": "play", "next": "name", "kill": "kill", "rescue": "rescue"}
MOST = 3000  # events of a game


class Both:
    """A game in the referee and in the slow reference; each thing is done in both."""

    def __init__(self, seed: int, players: int, chips: int) -> None:
        self.chance = Random(seed)
        state = RULES.open(Options(players=players, chips=chips), str(seed), NOON).state
        self.state: State = state
        self.slow = SlowGame(players, chips, state.mover)
        self.gifts = 12  # they could go on for ever
        self.seen: set[str] = set()

    def fast(self, act: str, *words: Any) -> None:
        referee = Referee(self.state)
        getattr(referee, act)(*words)
        self.state = referee.state
        self.seen |= {event.what for event in referee.events}
        self.seen |= {"two steps"} if [event.what for event in referee.events].count("rebound") > 1 else set()

    def step(self) -> None:
        """One thing that is owed or may be done at any time."""
        chance = self.chance.random()
        holders = [seat for seat in self.slow.alive() if any(chip != seat for chip in self.slow.hands[seat])]
        if chance < (0.3 if self.slow.waiting == "rescue" else 0.08) and holders and self.gifts:
            self.gift(self.chance.choice(holders))
        elif chance > 0.985:
            self.resign(self.chance.choice(self.slow.alive()))
        elif chance > 0.9:
            self.stay_away()
        else:
            self.owed()

    def gift(self, seat: str) -> None:
        self.gifts -= 1
        chip = self.chance.choice([chip for chip in self.slow.hands[seat] if chip != seat])
        to = self.chance.choice([other for other in self.slow.alive() if other != seat])
        if self.chance.random() < 0.5:
            self.fast("discard", seat, chip, 1)
            self.slow.discard(seat, chip)
        else:
            self.fast("transfer", seat, chip, 1, to)
            self.slow.give(seat, chip, to)

    def resign(self, seat: str) -> None:
        self.fast("resign", seat)
        self.slow.resign(seat)

    def stay_away(self) -> None:
        missing = [duty.seat for duty in RULES.duties(self.state) if not duty.filed]
        self.state = RULES.due(self.state, missing, NOON).state
        self.slow.stay_away()

    def owed(self) -> None:
        slow, choice = self.slow, self.chance.choice
        if slow.waiting == "play":
            there = [number for number, pile in enumerate(slow.piles) if pile is not None]
            chip, pile = choice(slow.hands[slow.turn.mover]), choice([*there, -1])
            self.fast("play", chip, pile + 1)
            slow.play(chip, pile)
        elif slow.waiting == "name":
            to = choice(slow.nameable())
            self.fast("name", to)
            slow.name(to)
        elif slow.waiting == "kill":
            chip = choice(slow.piles[slow.played_on] or [])
            self.fast("kill", chip)
            slow.kill(chip)
        elif self.chance.random() < 0.5:
            seat = choice(slow.saviours())
            chip = choice([chip for chip in slow.hands[seat] if chip != seat])
            self.fast("transfer", seat, chip, 1, slow.turn.mover)
            slow.give(seat, chip, slow.turn.mover)
        else:
            seat = choice(slow.saviours())
            self.fast("refuse", seat)
            slow.refuse(seat)

    def facts(self) -> Any:
        """The referee's position as the reference has it."""
        state = self.state
        running = not state.winner
        return {
            "hands": {seat: sorted(_single(state.hands[seat])) for seat in state.seats},
            "piles": [list(pile) if pile is not None else None for pile in state.piles],
            "box": sorted(_single(state.dead)),
            "out": list(state.defeated),
            "line": list(state.line) if running else [],
            "waiting": WAITING[state.kind] if running else "",
            "owing": [seat for seat, _, _ in owes(state)],
        }


def _single(chips: dict[str, int]) -> list[str]:
    return [colour for colour, count in chips.items() for _ in range(count)]


def play(seed: int, players: int, chips: int) -> Both:
    """A whole game; after each event everything that must always hold is looked at."""
    both = Both(seed, players, chips)
    everything = chips_of(both.state)
    assert everything == dict.fromkeys(both.state.seats, chips)
    codes = [both.state.code]
    for _ in range(MOST):
        if both.state.winner:
            break
        before = both.state
        both.step()
        assert both.facts() == both.slow.facts()
        assert chips_of(both.state) == everything
        check_duties(both.state)
        check_new_phase(before, both.state)
        codes.append(both.state.code)
    assert both.state.winner and both.state.survivors == (both.state.winner,)
    assert len(set(codes)) == 1 + sum(one != other for one, other in pairwise(codes))
    return both


def check_duties(state: State) -> None:
    """Until there is a winner one seat owes something, or all who hold a prisoner owe an answer."""
    found = owes(state)
    if state.winner:
        assert found == []
        return
    assert found and (len(found) == 1 or {what for _, what, _ in found} == {"rescue"})
    assert {what for _, what, _ in found} == {state.kind}
    for seat, _, _ in found:
        assert seat in state.survivors
        (line,) = example(state, seat)
        read = RULES.read(state, seat, Letter((Line(1, line),)))
        assert isinstance(read, Orders) and read.acts and not read.problems, (line, read)


def check_new_phase(before: State, after: State) -> None:
    """Whatever is owed anew has a code of its own."""
    if not after.winner and (before.kind, before.line) != (after.kind, after.line):
        assert after.code != before.code and after.number > before.number


@settings(max_examples=250)
@given(st.integers(0, 2**32), st.integers(3, 6), st.integers(1, 7))
def test_a_game_by_chance_is_that_of_the_reference_and_ends(seed: int, players: int, chips: int) -> None:
    play(seed, players, chips)


def test_games_by_chance_come_to_everything_that_can_happen() -> None:
    seen: set[str] = set()
    for seed in range(120):
        seen |= play(seed, 3 + seed % 4, 2 + seed % 5).seen
    assert seen >= {
        "play", "next", "only", "lowest", "capture", "burn", "kill", "discard", "transfer", "rescue", "distress",
        "asked", "refuse", "defeat", "rebound", "resign", "win", "two steps",
    }  # fmt: skip


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_game_in_which_everybody_stays_away_ends_too(players: int) -> None:
    state = RULES.open(Options(players=players), "away", NOON).state
    for _ in range(MOST):
        if state.winner:
            break
        state = RULES.due(state, [duty.seat for duty in RULES.duties(state) if not duty.filed], NOON).state
    assert state.winner
