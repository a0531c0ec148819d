"""HELP knows every command, and every page can be read on a narrow screen."""

from __future__ import annotations

from helpers.rows import each_row

from gm.desk.commands.table import command_reader
from gm.desk.mails.layout import WIDTH
from gm.desk.mails.words import DESK_TOPICS, help_page, help_topics
from gm.registry import RULESETS, ruleset

EVERYWHERE = [(name, topic) for name in RULESETS for topic in help_topics(name)]


@each_row("name", RULESETS)
@each_row("word", sorted(command_reader().words | command_reader().shy))
def test_every_word_that_begins_a_command_has_help(name: str, word: str) -> None:
    page = help_page(name, word)
    assert "There is no help on" not in page
    assert word in ("HELP", "GET") or "TOPICS" not in page


@each_row("name", RULESETS)
def test_every_word_of_a_rulesets_own_commands_has_help(name: str) -> None:
    for word in ruleset(name).card.words:
        lacks = f"the page templates/{name}/help/{word.lower()}.txt.j2, and {word} among the topics of the card"
        assert "TOPICS" not in help_page(name, word), lacks


@each_row(("name", "topic"), EVERYWHERE)
def test_every_page_of_help_fits_a_narrow_screen_and_speaks_of_itself_at_once(name: str, topic: str) -> None:
    lines = help_page(name, topic).split("\n")
    assert topic in " ".join(lines[:8])
    assert [line for line in lines if len(line) > WIDTH] == []


def test_help_without_a_game_knows_the_pages_of_all_games() -> None:
    assert help_page("", "JOIN").startswith("JOIN")
    assert all(topic in help_page("", "") for topic in DESK_TOPICS)


def test_an_unknown_topic_is_answered_with_the_nearest_ones() -> None:
    assert "Did you mean" in help_page("payola", "OFERS") and "OFFERS" in help_page("payola", "OFERS")


@each_row("name", RULESETS)
def test_help_lists_votes_and_speaks_of_wrong_lines_as_the_game_has_them(name: str) -> None:
    card, page = ruleset(name).card, help_page(name, "")
    assert ("VOTE" in help_topics(name)) == bool(card.votes)
    assert name == "air-war" or ("nothing in the mail happens" in " ".join(page.split())) == (card.letter == "whole")
    assert ("PROPOSE DRAW" in help_page(name, "DRAW")) == ("PROPOSE" in card.topics and not card.votes)
