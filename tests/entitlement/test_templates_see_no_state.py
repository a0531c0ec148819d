"""What writes and draws a mail gets only notices and views of its one reader, as plain values: no state, no game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from helpers.goldengames import OF_RULESETS, Script
from helpers.goldenmails import golden_mails
from helpers.rows import each_row
from jinja2 import Template

from gm.desk.game.game import Clock, Game, Sitting
from gm.desk.mails.wording import Wording
from gm.desk.mails.words import environment, tidy, write_mail
from gm.registry import RULESETS, ruleset

PLAIN = (str, int, float, bool, type(None))
STATES = (Game, Clock, Sitting, *(ruleset(name).card.state for name in RULESETS))


def inside(value: Any) -> Iterator[Any]:
    """The value, and all values in it."""
    yield value
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from inside(one)


@pytest.mark.parametrize("name", OF_RULESETS)
def test_no_notice_of_a_mail_holds_a_state(name: str) -> None:
    told = [notice for _, mail in golden_mails(OF_RULESETS[name]) for notice in mail.notices]
    assert len({kind for kind, _ in told}) > 10
    assert [kind for kind, body in told if any(isinstance(one, STATES) for one in inside(body))] == []


@pytest.mark.parametrize("name", OF_RULESETS)
def test_templates_are_given_plain_values(name: str) -> None:
    given: list[tuple[str, Any]] = []

    class Noting(Template):
        """A template that notes what it is given."""

        def render(self, *args: Any, **facts: Any) -> str:
            given.append((str(self.name), (args, facts)))
            return super().render(*args, **facts)

    made = environment().overlay()
    made.template_class = Noting
    for game, mail in golden_mails(OF_RULESETS[name]):
        write_mail(game, mail, Wording(made, tidy))
    assert len({template for template, _ in given}) > 10
    containers = (dict, list, tuple, set, frozenset)
    wrong = [
        (template, type(one))
        for template, facts in given
        for one in inside(facts)
        if not isinstance(one, (*PLAIN, *containers))
    ]
    assert wrong == []


def test_each_ruleset_has_its_golden_game() -> None:
    assert {name: Script(game).file.ruleset for name, game in OF_RULESETS.items()} == {name: name for name in RULESETS}


@each_row("name", RULESETS)
def test_a_view_is_of_plain_values(name: str) -> None:
    rules = ruleset(name).rules
    state = rules.open(rules.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    for seat in (*rules.seats(rules.card.options()), None):
        view = msgspec.json.decode(msgspec.json.encode(rules.view(state, seat)))
        assert not any(isinstance(one, STATES) for one in inside(rules.view(state, seat)))
        assert view or seat is None
