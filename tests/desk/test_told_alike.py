"""What several readers of an event are told alike is put into words once, and nothing else is shared."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from bothforms import golden_mails
from helpers.rows import each_row
from jinja2 import DictLoader, Environment, pass_context

from gm.desk.mails.wording import Wording, asked_for
from gm.desk.mails.words import environment, pages, texts, write_html, write_mail


class Told(msgspec.Struct, frozen=True):
    """A notice."""

    board: str


ASKING = {
    "the reader": "{{ reader }}",
    "where it is not always written": "{% if n.board %}{{ reader }}{% endif %}",
    "in a loop": "{% for one in [1] %}{{ reader }}{% endfor %}",
    "in a macro": "{% macro say() %}{{ reader }}{% endmacro %}{{ say() }}",
    "in what it includes": '{% include "the reader" %}',
    "in what it includes if something else is missing": '{% include ["missing", "the reader"] %}',
    "in what its notice says": "{% include n.board %}",
    "in a function that sees everything": "{{ seeing() }}",
    "in a block": "{% filter upper %}{{ reader }}{% endfilter %}",
}


@pass_context
def seeing(context: Any) -> str:
    return str(context["reader"])


def wording(**templates: str) -> Wording[list[str]]:
    """The words of templates, each laid out as a list of its own."""
    made = Environment(loader=DictLoader({**ASKING, **templates}))
    made.globals["seeing"] = seeing
    return Wording(made, lambda text: [text])


def said(words: Wording[list[str]], name: str, notice: object, reader: str) -> list[str]:
    return words.words(words.made.get_template(name), notice, {"reader": reader, "zone": "UTC"})


def test_a_notice_is_put_into_words_once_for_two_readers() -> None:
    words, notice = wording(plain="{{ n.board }}, {{ zone }}"), Told("the reader")
    assert said(words, "plain", notice, "France") == ["the reader, UTC"]
    assert said(words, "plain", notice, "France") is said(words, "plain", notice, "Italy")


def test_two_notices_share_no_words_even_if_they_are_equal() -> None:
    words = wording(plain="{{ n.board }}")
    assert said(words, "plain", Told("x"), "France") is not said(words, "plain", Told("x"), "France")


@each_row("name", ASKING)
def test_words_that_hang_on_the_reader_are_written_for_each(name: str) -> None:
    words, notice = wording(), Told("the reader")
    told = [said(words, name, notice, reader)[0].capitalize() for reader in ("France", "Italy")]
    assert told == ["France", "Italy"]


def test_it_is_read_from_templates_for_which_words_are_shared() -> None:
    made = environment()
    for name in ("moves", "position"):
        asked = asked_for(made, f"payola/{name}.txt.j2")
        assert asked is not None and "n" in asked and asked.isdisjoint({"reader", "zone"})
    assert "reader" in (asked_for(made, "desk/player/rolled.txt.j2") or ())
    assert asked_for(made, "negotiation/putoff.txt.j2") is None  # it says a time, in the reader's zone


def test_mails_that_share_words_say_what_each_says_alone() -> None:
    text, page = texts(), pages()
    for game, mail in golden_mails():
        alone = write_mail(game, mail)
        assert write_mail(game, mail, text) == alone
        assert write_html(game, mail, "x", wording=page) == write_html(game, mail, "x")


@each_row("kind", ["moves", "position"])
def test_the_orders_and_the_board_of_a_phase_are_one_notice_for_all(kind: str) -> None:
    told = [(mail.phase, body) for _, mail in golden_mails() for name, body in mail.notices if name == kind]
    phases = Counter(phase for phase, _ in told)
    assert max(phases.values()) >= 7
    for phase in phases:
        assert len({id(body) for about, body in told if about == phase}) == 1, phase
