"""What letters to all games have in common: how question words may be written, and what a question mark does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from helpers.rows import each_row

from gm.registry import RULESETS, ruleset
from gm.rules import Letter, Line, Orders, Problems

BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
ASKING = {
    "payola": ("BALANCE",),
    "diplomacy": (),
    "ground-war": ("BOARD", "REPORT", "REPORT 0"),
    "air-war": ("BOARD", "REPORT", "REPORT CYCLE 1"),
    "hex-negotiation": ("BOARD",),
    "negotiation": ("BOARD", "STANDING"),
    "so-long-sucker": ("TABLE",),
}
ACTING = {
    "diplomacy": ("READY", "CLEAR", "TRY", "NOT READY"),
    "payola": ("CLEAR", "TRY", "ACCEPT AEFGIRT", "TRANSFER 1 TO FRANCE"),
    "ground-war": ("READY", "CLEAR", "TRY", "PROPOSE DRAW", "HOLD FIRE", "MAN A1-A2", "TRY MAN A1-A2", "STAND G5"),
    "air-war": ("READY", "CLEAR", "TRY", "PROPOSE DRAW", "CITIES A1 B1 C1", "STAND ALL"),
    "hex-negotiation": ("SWAP", "PROPOSE DRAW", "PLACE", "PLACE A1 B2 C3"),
    "negotiation": ("CALL", "GRANT", "CALL GAME", "DEFEND", "STANDING NOW", "ATTACK 2 WITH 1", "GIVE 2: WIN 1"),
    "so-long-sucker": ("PLAY", "REFUSE", "PLAY red", "DISCARD 1 green"),
}
FORMS = ("{}", "{}?", "{}.", "{};", "{}!", "{} ?", "{}?!", "- {}", "* {}?", "> {}", "\u2022 {}", "  {}  % a remark")


def read(name: str, *texts: str) -> Orders | Problems:
    found = ruleset(name)
    rules, options = found.rules, found.card.options()
    state = rules.open(options, "seed", BEGUN).state
    lines = tuple(Line(number, text) for number, text in enumerate(texts, 1))
    return rules.read(state, rules.seats(options)[0], Letter(lines))


def asking(words: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(name, word) for name, own in words.items() for word in own]


def test_every_game_is_among_them() -> None:
    said = "a row in each of the two tables: the words that ask, and those that act (of either there may be none)"
    assert {*ASKING} == {*ACTING} == {*RULESETS}, said


@each_row(("name", "word"), asking(ASKING))
def test_a_question_may_be_written_in_any_form(name: str, word: str) -> None:
    plain = read(name, word)
    assert isinstance(plain, Orders) and plain.acts and not plain.problems and not plain.unread
    for form in FORMS:
        for text in (form.format(word), form.format(word.lower())):
            found = read(name, text)
            assert isinstance(found, Orders), text
            assert [type(act) for act in found.acts] == [type(act) for act in plain.acts], text
            assert not found.problems and not found.unread, text


@each_row(("name", "word"), asking(ACTING))
def test_a_word_that_acts_does_nothing_with_a_question_mark_and_is_asked_about(name: str, word: str) -> None:
    for form in ("{}?", "{} ?", "{}?!", "{}??  % or not", "- {}?"):
        found = read(name, form.format(word))
        codes = [] if name == "payola" and form[0] == "-" else ["question"]  # a list is no list of commands there
        assert [problem.code for problem in found.problems] == codes, form
        assert isinstance(found, Problems) or not found.acts


@each_row("line", [
    "- accept our apologies", "- transfer of units", "- try this one", "* clear as mud",
    "My reasons:\n- offers from England are low", "- build an army next year", "Shall we?\nEND?", "OFFERS?",
])  # fmt: skip
def test_what_stands_in_a_list_or_is_asked_is_no_command_beside_a_sheet(line: str) -> None:
    found = read("payola", "5 : A VIE - GAL", *line.split("\n"))
    assert isinstance(found, Orders) and not found.problems and not found.dry
    assert [type(act).__name__ for act in found.acts] == ["FileSheet"]
    assert [one.text for one in found.unread] == line.split("\n")


@pytest.mark.parametrize("line", ["- TRANSFER 1 TO FRANCE", "* CLEAR", "* TRY", "- ACCEPT AEFGIRT"])
def test_a_command_in_a_list_is_shown_as_it_is_to_be_written(line: str) -> None:
    found = read("payola", "5 : A VIE - GAL", line)
    assert isinstance(found, Problems) and [problem.hints for problem in found.problems] == [(line[2:],)]


def test_a_question_about_the_end_of_a_sheet_does_not_end_it() -> None:
    found = read("payola", "OFFERS", "5 : A VIE - GAL", "END?", "TRANSFER 2 TO FRANCE")
    assert isinstance(found, Problems) or not any(type(act).__name__ == "Transfer" for act in found.acts)


def test_an_offer_with_a_question_mark_is_asked_about() -> None:
    found = read("payola", "5 : A VIE - GAL?", "3 : F TRI - ALB")
    assert isinstance(found, Problems)
    assert [(problem.line, problem.column, problem.code) for problem in found.problems] == [(1, 16, "question")]


@each_row("name", RULESETS)
def test_a_sentence_that_ends_in_a_question_mark_is_prose(name: str) -> None:
    for text in ("Shall we begin?", "Who is there?", "Are you ready?", "What is on the board?"):
        found = read(name, text)
        assert isinstance(found, Orders) and not found.acts and not found.problems
        assert [line.text for line in found.unread] == [text]
