"""The report as one HTML file: it fetches nothing, and no player's text becomes markup.

The only script is gm's own for stepping through a game; the page's policy names its hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup, escape

from gm import __version__
from gm.draw.drawing import Drawing
from gm.draw.pictures import drawing_of
from gm.registry import resource, ruleset, templates
from gm.report.facts import Disclosure
from gm.report.machine import FORMAT, write_part
from gm.report.told import story_of
from gm.report.words import prepared
from gm.rules.pictures.harmless import harmless

LARGEST_PRESS = 1_000_000  # characters
KEY = Markup("<span>centres/units before this phase:</span> ")  # what the figures of a map's key are
FRAME = 200  # characters of what stands around a message


class Public(msgspec.Struct, frozen=True):
    """How a report is published. indexed: search engines may list it; home: the address of the page with all games.

    names, press: it has the players' names, and what they said to each other.
    """

    indexed: bool
    home: str
    names: bool
    press: bool


@cache
def environment(folders: tuple[Path, ...]) -> Environment:
    """The templates of the page, from these folders.

    Whatever they print is escaped, and no character in it affects the text around it.
    """
    return prepared(folders, escape=True)


def write_press(disclosure: Disclosure) -> str:
    """What was said, as a page of its own; "" if it has room in the report."""
    if not press_file(disclosure):
        return ""
    template = environment(templates()).get_template("pressfile.html.j2")
    return template.render(d=disclosure, names=disclosure.names)


def press_file(disclosure: Disclosure) -> str:
    """The name of the file that has what was said; "" if the report itself has it."""
    said = [fact.body for fact in disclosure.of("press", "falsepress")]
    long = sum(len(line) for body in said for line in body.get("lines", ())) + FRAME * len(said)
    return f"{disclosure.game}-press.html" if long > LARGEST_PRESS else ""


def write_html(disclosure: Disclosure) -> str:
    """The whole report as a page; what was said is left out if it is a file of its own."""
    return _written(disclosure, press_file(disclosure), None)


def write_public(disclosure: Disclosure, public: Public) -> str:
    """A report for anybody to read, of what is left of a game's disclosure. It has no part for programs."""
    return _written(disclosure, "", public)


def _written(disclosure: Disclosure, apart: str, public: Public | None) -> str:
    made = environment(templates())
    script = stepper()
    return made.get_template("report.html.j2").render(
        d=disclosure,
        public=public,
        story=story_of(disclosure),
        apart=apart,
        course=f"{disclosure.ruleset}/course.html.j2" in made.list_templates(["j2"]),
        drawn=Drawn(disclosure),
        names=disclosure.names,
        machine=Markup(for_machines(disclosure)) if public is None else "",
        script=Markup(script),
        policy=Markup(f"; script-src 'sha256-{_digest(script)}'"),
    )


class Drawn:
    """The pictures of a report. Those of the same kind share what is alike in all of them.

    A report whose facts are not those of its ruleset has none; `gm verify` finds the fault.
    """

    def __init__(self, disclosure: Disclosure) -> None:
        self._shared: set[str] = set()
        self._complete: Callable[[object], object] = lambda facts: None
        try:
            rules = ruleset(disclosure.ruleset)
            options = msgspec.convert(disclosure.options, rules.card.options)
        except (KeyError, msgspec.ValidationError):
            return
        self._complete = partial(rules.drawn.completed, options)

    def chart(self, shape: object) -> Markup:
        """Return lines over time, or flows, as SVG that says in words what it shows."""
        drawing = drawing_of(shape)
        if drawing is None:
            return Markup("")
        words = escape(" ".join(drawing.lines()))
        return Markup('<div role="img" aria-label="{}">{}</div>').format(words, Markup(drawing.inline()))

    def picture(self, facts: object, about: str = "") -> Markup:
        """Return the picture that a notice brought as SVG, "" if it brought none that is drawn.

        about: the id of what says in words what it shows; without it, the picture says so itself.
        """
        drawing = drawing_of(self._complete(facts)) if facts else None
        if drawing is None:
            return Markup("")
        shared = drawing.shared()
        first = shared not in self._shared
        self._shared.add(shared)
        words = harmless(drawing.picture.title) if about else " ".join(drawing.lines())
        told = Markup(' aria-describedby="{}"').format(about) if about else Markup("")
        return Markup('<figure class="picture">{}<div role="img" aria-label="{}"{}>{}</div>{}</figure>').format(
            Markup(shared * first), words, told, Markup(drawing.inline()), _key(drawing)
        )


def _key(drawing: Drawing[Any]) -> Markup:
    """Return the key of a drawing; "" if it has none, or draws its own."""
    row = Markup('<span><i class="{0.look}">{0.letter}</i> {0.name} {0.centres}/{0.units}</span> ')
    sign = Markup("<span>{} {}</span> ")
    sides = [one._replace(name=harmless(one.name), letter=harmless(one.letter)) for one in drawing.key()]
    rows = Markup("").join(map(row.format, sides))
    if rows:
        rows = KEY + rows
    rows += Markup("").join(sign.format(Markup(drawn), harmless(words)) for drawn, words in drawing.legend())
    return Markup("<figcaption>{}</figcaption>").format(rows) if rows else rows


@cache
def stepper() -> str:
    """The only script that a report may contain. It holds nothing from any game."""
    return (resource("templates") / "report" / "stepper.js").read_text(encoding="utf-8")


def _digest(script: str) -> str:
    """The hash that a browser compares with a script before running it."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def for_machines(disclosure: Disclosure) -> str:
    """What can be checked, and what the page is made of (gm.report.machine)."""
    return write_part({
        "format": FORMAT,
        "gm": __version__,
        "game": disclosure.game,
        "ruleset": disclosure.ruleset,
        "outcome": disclosure.outcome,
        "seed": disclosure.seed,
        "seed_hash": disclosure.seed_hash,
        "chain": [[one.leaf, one.salt, one.text] if one.salt else [one.leaf] for one in disclosure.chain],
        "history": [msgspec.to_builtins(step) for step in disclosure.history],
        "seals": [msgspec.to_builtins(seal) for seal in disclosure.seals],
        "page": msgspec.to_builtins(msgspec.structs.replace(disclosure, chain=())),
    })  # fmt: skip
