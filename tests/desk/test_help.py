"""HELP knows every command that there is, and every page can be read on a narrow screen."""

from __future__ import annotations

import re

import pytest

from gm.desk.front import QUESTIONS as FRONT
from gm.desk.layout import WIDTH
from gm.desk.letter.asking import QUESTIONS
from gm.desk.letter.commands import SHY, WORDS
from gm.desk.letter.letters import COMMANDS
from gm.desk.people.persons import ACTS
from gm.desk.words import DESK_TOPICS, help_page, help_topics
from gm.registry import RULESETS, resource, ruleset

GRAMMAR = (resource("grammars") / "desk.lark").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"-> (\w+)", GRAMMAR)))
# They end a letter, are answered at the front desk, or belong to games that have them.
OTHERS = {"signoff", "list", "whoami", "ping", "propose_draw"}
EVERYWHERE = [(name, topic) for name in RULESETS for topic in help_topics(name)]


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("word", [*WORDS, *SHY])
def test_every_word_that_begins_a_command_has_help(name: str, word: str) -> None:
    page = help_page(name, word)
    assert "There is no help on" not in page
    assert word in ("HELP", "GET") or "TOPICS" not in page


@pytest.mark.parametrize("name", RULESETS)
def test_every_word_of_a_rulesets_own_commands_has_help(name: str) -> None:
    for word in ruleset(name).words:
        assert "TOPICS" not in help_page(name, word), word


@pytest.mark.parametrize(("name", "topic"), EVERYWHERE)
def test_every_page_of_help_fits_a_narrow_screen_and_speaks_of_itself_at_once(name: str, topic: str) -> None:
    lines = help_page(name, topic).split("\n")
    assert topic in " ".join(lines[:8])
    assert [line for line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_of_the_grammar_does_something(name: str) -> None:
    assert name in {*COMMANDS, *QUESTIONS, *ACTS, *OTHERS}
    assert name.upper() in FRONT or name not in ("list", "whoami", "ping")


def test_help_without_a_game_knows_the_pages_of_all_games() -> None:
    assert help_page("", "JOIN").startswith("JOIN")
    assert all(topic in help_page("", "") for topic in DESK_TOPICS)


def test_an_unknown_topic_is_answered_with_the_nearest_ones() -> None:
    assert "Did you mean" in help_page("payola", "OFERS") and "OFFERS" in help_page("payola", "OFERS")


@pytest.mark.parametrize("name", RULESETS)
def test_help_lists_votes_and_speaks_of_wrong_lines_as_the_game_has_them(name: str) -> None:
    rules, page = ruleset(name), help_page(name, "")
    assert ("VOTE" in help_topics(name)) == bool(rules.votes)
    assert name == "air-war" or ("nothing of the mail happens" in " ".join(page.split())) == (rules.letter == "whole")
    assert rules.votes or "PROPOSE DRAW" in help_page(name, "DRAW")
