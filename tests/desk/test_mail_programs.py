"""What mail programs make of our pages: only known features are used, and nothing is lost where they are not known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bothforms import Page, golden_mails, words_of_page, words_of_text
from helpers.rows import each_row
from mailprograms import FEATURES, PROGRAMS, SHA256, VERSION, read_extract, rows
from tapping import links_of

from gm.desk.game.outgoing import Mail
from gm.desk.mails.links import href, links
from gm.desk.mails.paintings import Paintings, Pictures
from gm.desk.mails.words import drawn, write_html, write_mail
from gm.offline.replay import GM
from gm.registry import resource

ROOT = Path(__file__).parents[2]
GAMES = ("spring", "solo", "crossroads", "airlift", "exchange", "parlor", "stones", "summer")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
UNIT = re.compile(r"(?<=[\d.])(?:em|px|vw|%)")
IMAGE_OF_A_BOARD = "image/png"


def style() -> str:
    return (resource("templates") / "desk" / "mail.css").read_text(encoding="utf-8")


@cache
def pages() -> tuple[tuple[Mail, str, str], ...]:
    """A mail for each row of notices of the golden games: itself, its text, and its page with links and pictures."""
    found: dict[tuple[str, ...], tuple[Mail, str, str]] = {}
    for name in GAMES:
        for game, mail in golden_mails(name):
            key = (name, mail.kind, *(kind for kind, _ in mail.notices))
            if key in found:
                continue
            written = write_mail(game, mail)
            placed: dict[int, list[tuple[str, str]]] = {}
            for link in links(game, mail, written.subject, written.text):
                placed.setdefault(link.at, []).append(href(link, GM, mail.token))
            pictures = drawn(game, mail, Pictures(Paintings())) if name in ("parlor", "stones") else {}
            page = write_html(game, mail, written.subject, pictures=pictures, shown=placed)
            found[key] = mail, written.text, page
    return tuple(found.values())


def declared(text: str) -> Iterator[str]:
    """The properties, units and values of some declarations."""
    for one in filter(None, map(str.strip, text.split(";"))):
        name, _, value = one.partition(":")
        yield name.strip()
        yield from UNIT.findall(value)
        if "ui-monospace" in value:
            yield "ui-monospace"


def selected(text: str) -> Iterator[str]:
    """What a list of selectors needs."""
    if "," in text:
        yield "selector grouping"
    for one in map(str.strip, text.split(",")):
        yield from ["selector descendant"] if " " in one else []
        for part in one.split():
            pieces = re.findall(r"^[a-z]\w*|\.[a-z]\w*|\[[^\]]*\]|:[\w-]+|.", part)
            kinds = {"[": "selector attribute", ".": "selector class"}
            yield from (piece if piece[0] in ":>+~*#" else kinds.get(piece[0], "selector type") for piece in pieces)
            if len(pieces) > 1 and "[" not in part:
                yield f"several in one selector: {part}"


def of_sheet(sheet: str) -> Iterator[str]:
    """What a style sheet uses."""
    for name, condition in re.findall(r"@([\w-]+)\s*\(([\w-]+)[^{]*\{", sheet):
        yield f"@{name} {condition}"
    for name in re.findall(r"@[\w-]+", sheet):
        yield from [] if name == "@media" else [name]
    for selectors, declarations in RULE.findall(re.sub(r"@media[^{]*\{", "", sheet)):
        yield from selected(selectors.strip(" }\n"))
        yield from declared(declarations)


def of_page(page: str) -> Iterator[str]:
    """What the elements of a page use."""
    for tag, attributes in Page(page).elements:
        yield tag
        for name, value in attributes.items():
            yield f"[{name}]"
            yield from declared(value or "") if name == "style" else []
            yield from [IMAGE_OF_A_BOARD] if name == "src" else []


def used() -> set[str]:
    found = {feature for _, _, page in pages() for feature in of_page(page)}
    return found | {*of_sheet(style())}


def test_pages_use_only_what_the_extract_tells_of_and_the_extract_only_of_what_they_use() -> None:
    assert used() == {*FEATURES}
    kept = {slug for slug, table in read_extract().items() if isinstance(table, dict)}
    assert kept == {slug for slug in FEATURES.values() if slug}


@each_row(
    ("sheet", "feature"),
    [
        ("p { float: left; }", "float"),
        ("p > b { color: red; }", ">"),
        ("p:hover { color: red; }", ":hover"),
        ("p.x { color: red; }", "several in one selector: p.x"),
        ("@font-face { color: red; }", "@font-face"),
        ("@media (hover: none) { p { color: red; } }", "@media hover"),
        ("p { margin: 2vw; }", "vw"),
    ],
)
def test_another_feature_is_noticed(sheet: str, feature: str) -> None:
    assert feature in {*of_sheet(sheet)}


def test_the_extract_names_its_version_and_knows_every_program() -> None:
    extract = read_extract()
    assert (extract["version"], extract["sha256"]) == (VERSION, SHA256) and len(SHA256) == 64
    tables = [table for table in extract.values() if isinstance(table, dict)]
    named = {name for table in tables for said in ("no", "partly", "unknown") for name in table.get(said, ())}
    assert named <= {*PROGRAMS} and {"Gmail", "Outlook for Windows"} <= named


def test_the_docs_say_what_is_used_and_where_it_is_not_supported() -> None:
    docs = (ROOT / "docs" / "mail.md").read_text(encoding="utf-8").partition("## Pages in mail programs")[2]
    table = [line for line in docs.partition("\n## ")[0].split("\n") if line.startswith("| `")]
    assert table == [*rows()]
    assert f"`caniemail` {VERSION}" in docs


# --- without styles ---


def bare(page: str) -> str:
    """A page as a program shows it that knows no styles."""
    return re.sub(r' style="[^"]*"| class="[^"]*"', "", re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL))


def test_without_styles_a_page_says_what_its_text_says_and_its_links_say_what_they_send() -> None:
    assert len(pages()) > 150
    for _, text, page in pages():
        plain = bare(page)
        assert "style" not in plain and "class=" not in plain
        shown = links_of(plain)
        without = re.sub(r"<ul>\n(?:<li><a [^>]*>[^<]*</a></li>\n)+</ul>", "", plain)
        assert words_of_page(without) == words_of_text(text)
        for one in shown:
            assert one.label in (f"Reply {one.body}", "Reply with the example, to change it",
                                 "Reply with what is on file, to change it")  # fmt: skip


def test_no_style_shows_hides_or_colours_what_would_have_to_be_known() -> None:
    sheet = style()
    assert not re.search(r"content\s*:|display\s*:\s*none|visibility|text-transform|::|:before|:after|opacity", sheet)
    coloured = {
        selectors.strip(" }\n")
        for selectors, declarations in RULE.findall(re.sub(r"@media[^{]*\{", "", sheet))
        if re.search(r"(?:^|;)\s*(?:color|background)\s*:(?! inherit| none)", declarations)
    }
    assert coloured == {"body", ".links a"}  # the whole page, and what is a link without it


def test_every_picture_is_told_in_words_too() -> None:
    pictures = [one for _, _, page in pages() for tag, one in Page(page).elements if tag == "img"]
    assert pictures and all(len(str(one["alt"])) > 20 for one in pictures)
