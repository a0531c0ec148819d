"""The report as one HTML file: no script runs in it, nothing is fetched for it, and no text of a player is markup."""

from __future__ import annotations

import json
from functools import cache

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from gm.report.facts import Disclosure
from gm.report.words import templates

FORMAT = 1  # of the part for machines


@cache
def environment() -> Environment:
    """The templates of the page: whatever they print is escaped, and no character in it acts on what is around it."""
    return templates(escape=True)


def write_html(disclosure: Disclosure) -> str:
    """The whole report as a page."""
    template = environment().get_template("report.html.j2")
    return template.render(d=disclosure, names=disclosure.names, machine=Markup(for_machines(disclosure)))


def for_machines(disclosure: Disclosure) -> str:
    """Seals and seed as JSON in ASCII that can stand inside a script element: no text in it can end the element."""
    facts = {
        "format": FORMAT,
        "game": disclosure.game,
        "ruleset": disclosure.ruleset,
        "outcome": disclosure.outcome,
        "seed": disclosure.seed,
        "seed_hash": disclosure.seed_hash,
        "seals": [msgspec.to_builtins(seal) for seal in disclosure.seals],
    }
    text = json.dumps(facts, ensure_ascii=True, indent=1)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
