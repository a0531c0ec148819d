"""What writes and draws a mail gets only notices and views of its one reader, as plain values: no state, no game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import jinja2
import msgspec
import pytest
from generators import GENERATORS
from helpers.rows import each_row
from playing import ReadersDelivery

from gm.desk.game.game import Clock, Game, Sitting
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


@pytest.mark.parametrize("name", RULESETS)
def test_no_notice_of_a_mail_holds_a_state(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    true = ReadersDelivery.deliver

    def deliver(self: ReadersDelivery, game: Game, mail: Any, n: int, at: Any) -> None:
        told.extend(mail.notices)
        true(self, game, mail, n, at)

    monkeypatch.setattr(ReadersDelivery, "deliver", deliver)
    assert GENERATORS[name].sample().mails
    assert len({kind for kind, _ in told}) > 10
    assert [kind for kind, body in told if any(isinstance(one, STATES) for one in inside(body))] == []


@pytest.mark.parametrize("name", RULESETS)
def test_templates_are_given_plain_values(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, Any]] = []
    true = jinja2.Template.render

    def render(self: jinja2.Template, *args: Any, **facts: Any) -> str:
        given.append((str(self.name), (args, facts)))
        return true(self, *args, **facts)

    monkeypatch.setattr(jinja2.Template, "render", render)
    assert GENERATORS[name].sample().mails
    assert len({template for template, _ in given}) > 10
    containers = (dict, list, tuple, set, frozenset)
    wrong = [
        (template, type(one))
        for template, facts in given
        for one in inside(facts)
        if not isinstance(one, (*PLAIN, *containers))
    ]
    assert wrong == []


@each_row("name", RULESETS)
def test_a_view_is_of_plain_values(name: str) -> None:
    rules = ruleset(name).rules
    state = rules.open(rules.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    for seat in (*rules.seats(rules.card.options()), None):
        view = msgspec.json.decode(msgspec.json.encode(rules.view(state, seat)))
        assert not any(isinstance(one, STATES) for one in inside(rules.view(state, seat)))
        assert view or seat is None
