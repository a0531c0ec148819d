"""The templates of the pages, which escape what they print, and the addresses that open a mail."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gm.desk.time.times import day_in_words, in_words
from gm.registry import templates
from gm.rules.lines.words import count
from gm.rules.pictures.harmless import harmless


class Layout:
    """How every page of a site is written. index: search engines may list it; address: where players write to.

    url: where the site is, "" if that is not known.
    """

    def __init__(self, index: bool, address: str, url: str) -> None:
        self.index, self.address, self.url = index, address, url

    def page(self, template: str, **facts: object) -> bytes:
        """A page, by the name of its template."""
        made = _environment(templates()).get_template(template)
        return (made.render(layout=self, **facts) + "\n").encode()

    def join(self, game: str, word: bool, seat: str = "") -> str:
        """The address of a link that opens the mail with which somebody joins a game, or takes over a seat.

        word: newcomers need a password, in whose place there are dots.
        """
        words = ("JOIN", game, *(("AS", seat) if seat else ()), *(("WORD", "...") if word else ()))
        return self._mail(f"JOIN {game}", " ".join(words))

    def watch(self, game: str) -> str:
        """The same with which somebody watches a game."""
        return self._mail(f"OBSERVE {game}", f"OBSERVE {game}")

    def _mail(self, subject: str, text: str) -> str:
        return f"mailto:{self.address}?subject={quote(subject)}&body={quote(text)}"


@cache
def _environment(folders: tuple[Path, ...]) -> Environment:
    made = Environment(
        loader=FileSystemLoader([folder / room for room in ("site", "report") for folder in folders]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
        finalize=lambda value: harmless(value) if type(value) is str else value,
    )
    made.globals |= {"count": count, "blocks": _blocks}
    made.filters |= {"when": _when, "stamp": stamp, "day": lambda at: day_in_words(at.date())}
    return made


def _blocks(written: list[str]) -> Markup:
    """Blocks of a page that the desk has written, and escaped itself."""
    return Markup("\n".join(written))


def _when(at: datetime, zone: str = "UTC") -> str:
    """A time in words, to the minute."""
    return in_words(at.replace(second=0, microsecond=0), zone)


def stamp(at: datetime) -> str:
    """A time for programs, in UTC, to the minute."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:00Z")
