"""The pages that hang on no game: the rules and help of each ruleset, and the text for players."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gm.desk.mails.words import help_topics, write_help
from gm.registry import RULESETS, resource, ruleset
from gm.site.markdown import as_html
from gm.site.words import Layout

EVERY = "help-all"  # the page of what every game has
ON_PAGES = re.compile(r"#[\w-]+|https?://.+|mailto:.+")


def text_pages(layout: Layout) -> dict[str, bytes]:
    """The pages, by the names of their files."""
    return dict(_pages(layout))


def _pages(layout: Layout) -> Iterator[tuple[str, bytes]]:
    games = [(f"rules-{name}.html", ruleset(name).card.title) for name in RULESETS]
    yield "help.html", layout.page("help.html.j2", games=[*games, (f"{EVERY}.html", "What every game has")])
    for name in RULESETS:
        own = [topic for topic in help_topics(name) if topic in ruleset(name).card.topics]
        yield f"rules-{name}.html", _rules(layout, name, ruleset(name).card.title, own)
    yield f"{EVERY}.html", _rules(layout, "", "What every game has", help_topics(""))
    text = (resource("docs") / "players.md").read_text(encoding="utf-8")
    told = as_html(text, lambda target: target if ON_PAGES.fullmatch(target) else "")
    yield "players.html", layout.page("text.html.j2", title="How to play", text=told)


def _rules(layout: Layout, name: str, label: str, topics: list[str] | tuple[str, ...]) -> bytes:
    told = [(topic, write_help(name, topic)) for topic in topics]
    return layout.page("rules.html.j2", label=label, topics=told)
