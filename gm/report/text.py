"""The report as plain text in 72 columns, for the last mail of a game."""

from __future__ import annotations

import textwrap
from functools import cache
from pathlib import Path

from jinja2 import Environment

from gm.desk.mails.delivery import WHOLE_GAME
from gm.desk.mails.layout import WIDTH
from gm.desk.mails.words import tidy
from gm.registry import templates
from gm.report.facts import Disclosure
from gm.report.told import story_of
from gm.report.words import prepared
from gm.rules.pictures.harmless import harmless

NUMBER = 6  # columns of an amount
LONGEST = 16_000  # characters of a summary


@cache
def environment(folders: tuple[Path, ...]) -> Environment:
    """The templates of the text, from these folders; an unknown name in one is an error."""
    made = prepared(folders, escape=False)
    made.filters.update({"fill": fill, "columns": columns, "beside": beside, "rule": rule})
    return made


def write_text(disclosure: Disclosure) -> str:
    """The whole report as text."""
    return _written("report.txt.j2", disclosure)


def write_summary(disclosure: Disclosure) -> str:
    """How a game stood at its end, where it turned, last words, and what is attached, for its last mail.

    It is short: of last words too long for a mail, the rest is in the report.
    """
    text = _written("summary.txt.j2", disclosure)
    above, heading, below = text.rpartition(WHOLE_GAME)
    if len(text) > LONGEST:
        above = f"{above[: LONGEST - len(below)].rpartition(chr(10))[0]}\n  ... (the rest is in the report)\n\n"
    return f"{above}{heading}{below}"


def _written(template: str, disclosure: Disclosure) -> str:
    story = story_of(disclosure)
    made = environment(templates()).get_template(template)
    text = made.render(d=disclosure, names=disclosure.names, story=story, standing=story.standing)
    return f"{tidy(text)}\n"


def fill(text: str, indent: int = 2, hang: int | None = None) -> str:
    """*text* wrapped as a paragraph; a word too long for a line is broken. Blank text stays blank."""
    return textwrap.fill(
        " ".join(harmless(str(text)).split()),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent if hang is None else hang),
        break_on_hyphens=False,
    )


def columns(text: str, *cells: object, indent: int = 4, last: int = 0) -> str:
    """A row: text on the left, numbers in columns on the right, and after them a column of width *last* for a word."""
    right = "".join(f"{cell:>{NUMBER}}" for cell in (cells[:-1] if last else cells))
    right += f"  {cells[-1]:<{last}}" if last else ""
    room = WIDTH - len(right)
    lines = fill(text, indent, indent + 2).split("\n") or [""]
    if len(lines[-1]) >= room:
        lines.append("")
    return "\n".join([*lines[:-1], (lines[-1].ljust(room) + right).rstrip()])


def beside(text: str, label: str, at: int = 12) -> str:
    """A label, and *text* wrapped beside it."""
    head = f"  {harmless(label)}"
    body = fill(text, at).split("\n")
    if len(head) >= at:
        return "\n".join([fill(label), *body])
    return "\n".join([head.ljust(at) + body[0][at:], *body[1:]])


def rule(sign: str) -> str:
    """A line across the page, drawn with *sign*."""
    return sign * WIDTH
