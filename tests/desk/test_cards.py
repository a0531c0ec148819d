"""What the card of a ruleset says is true of its golden games: the codes of phases, and the pages of help."""

from __future__ import annotations

import re

import pytest
from bothforms import GOLDEN, golden_mails

from gm.registry import RULESETS, ruleset

GAMES = sorted(path.parent.name for path in GOLDEN.glob("*/game.toml"))


@pytest.mark.parametrize("name", GAMES)
def test_the_codes_of_phases_and_the_topics_of_views_are_those_of_the_card(name: str) -> None:
    seen = set()
    for game, mail in golden_mails(name):
        rules, card = ruleset(game.ruleset).rules, ruleset(game.ruleset).card
        if game.state is None or game.over or mail.reader not in game.seats:
            continue
        assert re.fullmatch(card.codes, rules.phase(game.state).code), rules.phase(game.state).code
        topic = rules.view(game.state, mail.reader).topic
        assert not topic or topic in card.topics
        seen.add(topic)
    assert seen


def test_every_ruleset_has_a_golden_game() -> None:
    assert {golden_mails(name)[0][0].ruleset for name in GAMES} == {*RULESETS}
