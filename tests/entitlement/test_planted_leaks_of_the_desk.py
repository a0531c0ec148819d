"""Leaks planted at the desk, one at a time: what it keeps for every ruleset stays with those concerned."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around, around_command

from gm.desk import notices as said
from gm.desk.clock import timing
from gm.desk.commands import errands
from gm.desk.commands.letters import LetterHandler
from gm.desk.entries import events
from gm.desk.game.turn import Turn
from gm.desk.operating import operator
from gm.rules import EVERYBODY

leak = LEAKS = Leaks("payola")


@leak
def a_held_letter_is_announced(patch: Patch) -> None:
    def change(true: Any, turn: Turn, event: Any) -> None:
        true(turn, event)
        turn.note(EVERYBODY, said.Announced(("We hold a letter.",), ""))
        turn.send("notice", "a letter is held")

    around(patch, events, "hold", change)


@leak
def status_names_who_is_told_results_alone(patch: Patch) -> None:
    def change(true: Any, self: Turn) -> Any:
        return replace(true(self), observers=tuple(person[:4] for person in self.game.watchers()))

    around(patch, Turn, "status", change)


@leak
def what_the_operator_tells_one_all_are_told(patch: Patch) -> None:
    def change(true: Any, turn: Turn, seats: Any) -> None:
        written = said.Announced(operator.text_of(seats[1:]), seats[0])
        turn.note(EVERYBODY, written)
        turn.send("notice", "the operator writes")
        true(turn, seats)

    around(patch, operator, "tell", change)


@leak
def what_the_operator_does_for_one_is_announced(patch: Patch) -> None:
    def change(true: Any, turn: Turn, args: Any) -> None:
        true(turn, args)
        turn.note(EVERYBODY, said.Announced(("The operator has acted for somebody:", *args[1:]), ""))
        turn.send("notice", "the operator acts")

    around(patch, operator, "act", change)


@leak
def a_sitter_is_announced(patch: Patch) -> None:
    def change(true: Any, turn: Turn, person: str, seat: str, words: Any) -> Any:
        turn.note(EVERYBODY, said.Announced((f"Somebody sits for {seat}.",), ""))
        return true(turn, person, seat, words)

    around(patch, errands, "sits", change)


@leak
def who_asks_for_more_time_is_named(patch: Patch) -> None:
    def change(true: Any, turn: Turn, about: str, make: Any, but: str = "") -> None:
        true(turn, f"{about} ({but})", make, but)

    around(patch, timing, "spread", change)


@leak
def an_absence_that_moves_nothing_is_told(patch: Patch) -> None:
    def change(true: Any, talk: Any, request: Any) -> None:
        true(talk, request)
        talk.turn.note(EVERYBODY, said.Announced((f"{talk.seat} will be away.",), ""))

    around_command(patch, "absent", change)


@leak
def a_setting_of_one_is_a_setting_of_all(patch: Patch) -> None:
    def change(true: Any, talk: Any, request: Any) -> None:
        true(talk, request)
        talk.turn.game = replace(talk.turn.game, timezone=request.words[0])

    around_command(patch, "zone", change)


@leak
def the_number_of_letters_is_in_every_answer(patch: Patch) -> None:
    count = [0]

    def handle(true: Any, self: LetterHandler) -> None:
        count[0] += 1
        self._talk.tell(said.Announced((f"This is letter {count[0]} of the game.",), ""))
        true(self)

    def opening(true: Any, *args: Any, **named: Any) -> Any:
        count[0] = 0
        return true(*args, **named)

    around(patch, said, "Opened", opening)
    around(patch, LetterHandler, "handle", handle)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_at_the_desk_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
