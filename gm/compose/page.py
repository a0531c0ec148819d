"""A page for one board: markup, style, one script and the board in one file, which loads nothing and sends nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gm.draw.pictures import drawing_of
from gm.registry import RULESETS, resource, ruleset
from gm.rules.ruleset import Tap

FOLDER = "compose"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
NAME = re.compile(r'<path class="(?P<look>m-(?:pale|ink) m-(?:name|coast)[^"]*)" d="(?P<d>[^"]*)"/>')
MOST_PAGES = 64  # boards whose names are kept


class Mailbox(NamedTuple):
    """Where sheets are sent: the GameMaster's address, and the pattern of reply addresses ("" for none)."""

    address: str
    reply_address: str = ""


class Place(NamedTuple):
    """Where orders of a game can be tapped: the name of the file, and the digest of the board that it was made for.

    own: the board does not come with gm.
    """

    file: str
    digest: str
    own: bool


def pages(mailbox: Mailbox) -> dict[str, bytes]:
    """Return the pages of all boards that come with gm, by their file names."""
    known = ((name, options) for name in RULESETS for options in ruleset(name).tapped.boards_to_tap())
    return dict(page(name, options, mailbox) for name, options in known)


def page(name: str, options: Any, mailbox: Mailbox) -> tuple[str, bytes]:
    """Return the file name and the content of the page for the board of games with these options.

    Raises LookupError for a ruleset without such pages.
    """
    where, tap = place(name, options), ruleset(name).tapped.board_to_tap(options)
    if where is None or tap is None:
        raise LookupError(name)
    return where.file, _written(tap, where.digest, mailbox)


def place(name: str, options: Any) -> Place | None:
    """Return where orders of a game can be tapped; None if they cannot."""
    return _place(name, msgspec.json.encode(options))


@lru_cache(MOST_PAGES)
def _place(name: str, packed: bytes) -> Place | None:
    rules = ruleset(name)
    tap = rules.tapped.board_to_tap(msgspec.json.decode(packed, type=rules.card.options))
    if tap is None:
        return None
    known = (rules.tapped.board_to_tap(one) for one in rules.tapped.boards_to_tap())
    digest = _digest(tap)
    own = all(one is None or _digest(one) != digest for one in known)
    return Place(f"compose-{tap.name}-{digest}.html" if own else f"compose-{tap.name}.html", digest, own)


def _digest(tap: Tap) -> str:
    """Return eight digits that differ for different boards."""
    return hashlib.sha256(msgspec.json.encode((tap.board, tap.picture), order="sorted")).hexdigest()[:8]


def _written(tap: Tap, digest: str, mailbox: Mailbox) -> bytes:
    script = "".join(_file(name) for name in ("frame.js", *tap.scripts)) + "frame.begin(game);\n"
    style = "".join(_style(name) for name in ("page", *tap.scripts))
    drawing = drawing_of(tap.picture) if tap.picture is not None else None
    shared = _once(drawing.shared()) if drawing is not None else ""
    drawn = shared or (drawing.inline() if drawing is not None else "")
    facts = {"digest": digest, "to": mailbox._asdict(), "board": tap.board}
    template = Environment(
        loader=FileSystemLoader(resource("templates") / FOLDER), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    ).get_template("page.html.j2")  # fmt: skip
    text = template.render(
        title=tap.title, style=Markup(style), drawn=Markup(drawn), whole=not shared, script=Markup(script),
        facts=_data(facts), policy=Markup("@"),
    )  # fmt: skip
    return text.replace('content="@"', f'content="{_policy(text, script)}"', 1).encode()


def _once(drawn: str) -> str:
    """Return a drawing in which the names of provinces, which stand on rims of their own form, are drawn once each."""
    found: dict[str, str] = {}

    def refer(match: re.Match[str]) -> str:
        name = found.setdefault(match["d"], f"n{len(found)}")
        return f'<use href="#{name}" class="{match["look"]}"/>'

    short = NAME.sub(refer, drawn)
    names = "".join(f'<path id="{name}" d="{d}"/>' for d, name in found.items())
    return short.replace("<defs>", f"<defs>{names}", 1)


def _policy(text: str, script: str) -> str:
    """Return the content policy of a page: nothing but its own script and style runs, and nothing is fetched."""
    styles = " ".join(f"'sha256-{_hash(style)}'" for style in dict.fromkeys(STYLE.findall(text)))
    return (
        f"default-src 'none'; script-src 'sha256-{_hash(script)}'; style-src {styles}; img-src 'none'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _data(facts: object) -> Markup:
    """Return plain values as JSON for a page: nothing in it can end the element that it stands in."""
    plain = msgspec.json.encode(facts).decode()
    return Markup(plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _style(script: str) -> str:
    """Return the style that a script has beside it, "" if it has none."""
    name = f"{script.removesuffix('.js')}.css"
    return _file(name) if (resource("templates") / FOLDER / name).exists() else ""


def _file(name: str) -> str:
    return (resource("templates") / FOLDER / name).read_text(encoding="utf-8")
