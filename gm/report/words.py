"""What both forms of the report share: their templates, harmless strings, times in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gm.desk.mails.layout import Paragraphs
from gm.rules.lines.words import plural
from gm.rules.pictures.harmless import harmless


def prepared(folders: Sequence[Path], escape: bool) -> Environment:
    """The templates of the report; an unknown name in one is an error. escape: escape what they print for HTML.

    folders: those that hold templates.
    """
    made = Environment(
        loader=FileSystemLoader([folder / "report" for folder in folders]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=escape,
        finalize=shown,
        extensions=[Paragraphs],
    )
    made.filters["when"] = when
    made.globals["plural"] = plural
    return made


def shown(value: object) -> object:
    """A value as a template prints it: strings are made harmless; HTML and other values stay as they are."""
    return harmless(value) if type(value) is str else value


def when(at: str) -> str:
    """A stored time in words, to the minute, in UTC."""
    return at[:16].replace("T", " ")
