"""Two lists of sentences and of careless letters in every game, by people who knew only the rules and docs/players.md.

What is right was decided by what the letters mean, not by what is answered: so a few of each list may fail. The lists
are in the folder blind: its sentences, its letters, and the positions in which the letters are sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from helpers.blindtable import POSITIONS, BlindTable, Judged, rows
from helpers.everygame import EveryTable, address
from helpers.told import all_kinds, told

LISTS = ("one", "two")
SENTENCES_RIGHT, LETTERS_RIGHT = 0.9, 0.85  # of each list
PAGED = ("answered", "help")  # notices that have a topic


class Sentence:
    """A plain sentence at the beginning of a game, what answered it, and whether anything was done."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.row, table = row, EveryTable(row["game"])
        before, mails = _standing(table), len(table.mails(address(table.writer)))
        others = [len(table.mails(address(seat))) for seat in table.seats if seat != table.writer]
        table.tell(row["text"])
        told_others = others != [len(table.mails(address(seat))) for seat in table.seats if seat != table.writer]
        self.did = told_others or _standing(table) != before
        answered = len(table.mails(address(table.writer))) > mails
        self.answers = [_named(*one) for one in told(table, table.writer)] if answered else ["none"]

    @property
    def is_right(self) -> bool:
        """Whether it was answered to the point."""
        return not {*self.answers}.isdisjoint(self.row["right"])


def _named(kind: str, body: Mapping[str, Any]) -> str:
    return f"{kind} {body['topic']}" if kind in PAGED else kind


def _standing(table: EveryTable) -> Any:
    """What a sentence may not change."""
    game = table.game
    places = [(one.taken, one.vote, one.wait, one.extend, one.absences) for one in game.seats.values()]
    return game.over, game.clock, places, [table.filed(seat) for seat in table.seats]


@pytest.mark.parametrize("name", LISTS)
def test_sentences_are_answered_to_the_point_and_none_does_anything(name: str) -> None:
    found = [Sentence(row) for row in rows(f"sentences-{name}")["sentence"]]
    wrong = [(one.row["text"], one.answers) for one in found if not one.is_right]
    assert [one.row["text"] for one in found if one.did] == []
    assert len(wrong) <= len(found) * (1 - SENTENCES_RIGHT), wrong


@pytest.mark.parametrize("name", LISTS)
def test_careless_letters_do_what_they_mean_or_come_back_with_it_and_none_does_anything_else(name: str) -> None:
    found = [Judged(letter) for letter in rows(f"careless-{name}")["letter"]]
    count = Counter(one.found for one in found)
    told_only = [(one.at, one.text) for one in found if one.found == "told"]
    assert [(one.at, one.text) for one in found if one.found == "wrong"] == []
    assert count["acts"] + count["asked"] >= len(found) * LETTERS_RIGHT, told_only


def test_the_lists_have_as_many_letters_of_each_game() -> None:
    for name in LISTS:
        letters = rows(f"careless-{name}")["letter"]
        assert {*Counter(POSITIONS[one["at"]]["game"] for one in letters).values()} == {60}


def test_a_letter_that_does_something_else_is_told_from_one_that_acts() -> None:
    right = {"at": "start", "seat": "FRANCE", "text": "A PAR - BUR", "means": ["A PAR - BUR"]}
    assert Judged(right).found == "acts"
    assert Judged({**right, "means": ["A PAR - PIC"]}).found == "wrong"
    assert Judged({**right, "text": "army paris to burgndy"}).found == "asked"
    assert Judged({**right, "text": "xyzzy"}).found == "told"


def test_a_position_is_reached_without_a_wrong_line() -> None:
    for name in POSITIONS:
        table = BlindTable(name)
        kinds = {kind for seat in table.game.seats for kind in all_kinds(table, seat)}
        assert not kinds & {"refused", "wronglines", "notdone", "notread"}, name
