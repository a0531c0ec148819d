"""The report: both forms hold everything about the game, and no player's text has any effect in it."""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import re
from html.parser import HTMLParser

import msgspec
import pytest
from helpers.rows import each_row
from msgspec.structs import replace
from quickgame import HOSTILE, OFFERS, Played

from gm.offline.verify import verify_report
from gm.report.disclosure import called, mark
from gm.report.facts import Disclosure, Fact, Seat, Sitter
from gm.report.html import for_machines, stepper, write_html, write_press
from gm.report.machine import LARGEST, PACKED, read_part, write_part
from gm.report.text import beside, columns, fill, write_text
from gm.report.words import when
from gm.rules.pictures.harmless import harmless

VOID = {"meta", "br", "img"}


class Page(HTMLParser):
    """A page as a browser would take it apart: its tags with attributes, its visible text, its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.text = ""
        self.scripts: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts.append(data)
        elif self.open[-1:] != ["style"]:
            self.text += data


@pytest.fixture(scope="session")
def page(played: Played) -> Page:
    return Page(played.html)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def with_press(disclosure: Disclosure, line: str) -> Disclosure:
    """The disclosure with one more message, which no mail program has cleaned."""
    body = {"sender": line, "to": [line], "broadcast": False, "lines": [line]}
    chapter = disclosure.chapters[0]
    more = replace(chapter, facts=(*chapter.facts, Fact("2026-01-06T00:00:00Z", "press", body)))
    return replace(disclosure, chapters=(more, *disclosure.chapters[1:]))


@each_row("offer", OFFERS)
def test_every_offer_of_every_player_is_in_both_forms(played: Played, page: Page, offer: str) -> None:
    assert offer in squeezed(played.text)
    assert offer in squeezed(page.text)


def test_replaced_and_cleared_sheets_are_marked_so(played: Played, page: Page) -> None:
    for text in (squeezed(played.text), squeezed(page.text)):
        assert "replaced later" in text and "cleared later" in text
    marks = [(f.body["power"], f.body["what"], f.mark) for f in played.disclosure.chapters[0].facts if f.mark]
    assert marks == [("FRANCE", "offers filed", "replaced later"), ("GERMANY", "offers filed", "cleared later")]


@each_row(
    "fact",
    [
        "ACCEPT FAEGIRT", "TRANSFER 5 TO FRANCE", "48 AgP for 3 centres",
        "2026-01-06 00:00 UTC: the report", "A draw is agreed between", "Bob & Sons",
        "ie of 2 at 3: Austria, number 1 on the acceptance list", "a seed <b>of</b> chance", "by England 9.",
    ],
)  # fmt: skip
def test_what_was_secret_is_in_both_forms(played: Played, page: Page, fact: str) -> None:
    assert fact in squeezed(page.text)
    assert fact in squeezed(played.text)


def test_a_bid_is_told_before_and_after_reductions(played: Played, page: Page) -> None:
    """England has 27 silver pieces and offers 30 and 9: six reductions leave 24 and 3 (5.5)."""
    assert "30 : F NTH - NWY 30 24 accepted" in squeezed(page.text)
    assert "30 : F NTH - NWY 30 24 accepted" in squeezed(played.text)
    assert "Reduced 6 times." in squeezed(page.text) and "reductions: 6;" in squeezed(played.text)


RARE = {
    "moves": {
        "phase": "S1901M", "title": "Spring 1901", "orders": [],
        "dislodged": [{"power": "FRANCE", "unit": "A PAR", "attacker": "BUR", "places": ["PIC", "GAS"]}],
        "destroyed": [{"power": "ITALY", "unit": "A ROM", "attacker": "NAP", "places": []}],
    },
    "eliminated": {"power": "ITALY", "name": "Italy"},
    "won": {"power": "FRANCE", "name": "France", "centres": 18},
    "retreats": {
        "phase": "S1901R", "title": "Spring 1901 retreats",
        "orders": [{"power": "FRANCE", "order": "A PAR - GAS", "outcome": "retreated", "ok": True, "fate": "succeeds"}],
    },
    "early": {"phase": "Spring 1901"},
    "resigned": {"seat_name": "Turkey"},
    "seated": {"seat_name": "Turkey"},
}  # fmt: skip


@each_row(
    "told",
    [
        "Dislodged: France A PAR, may retreat to PIC, GAS", "Destroyed: Italy A ROM", "Italy has lost its last centre.",
        "France owns 18 centres and wins.", "A PAR - GAS", "retreated", "everything was in",
        "Turkey is vacant", "Turkey is played again", "2026-01-07 00:00", "Zoe",
    ],
)  # fmt: skip
def test_what_happens_rarely_is_told_too(played: Played, told: str) -> None:
    facts = tuple(Fact("2026-01-07T00:00:00Z", kind, body) for kind, body in RARE.items())
    chapter = replace(played.disclosure.chapters[0], facts=facts)
    sitters = (Sitter("Yves", "", "2026-01-07T00:00:00Z"), Sitter("Zoe", "2026-01-08T00:00:00Z", ""))
    turkey = replace(played.disclosure.seats[-1], sitters=sitters)
    assert isinstance(turkey, Seat)
    rare = replace(played.disclosure, chapters=(chapter,), seats=(*played.disclosure.seats[:-1], turkey))
    assert told in squeezed(Page(write_html(rare)).text)
    assert told in squeezed(write_text(rare))


def test_phases_stand_in_order_with_their_own_facts(played: Played) -> None:
    assert [(c.code, c.title, c.judged) for c in played.disclosure.chapters] == [
        ("S1901M", "Spring 1901", True),
        ("F1901M", "Fall 1901", True),
        ("W1901A", "Winter 1901 adjustments", False),
    ]
    for chapter in played.disclosure.chapters:
        named = {fact.body["phase"] for fact in chapter.facts if "phase" in fact.body and fact.kind != "early"}
        assert named <= {chapter.code}
        assert len([seal for seal in chapter.seals if seal.published]) == (7 if chapter.judged else 0)


def test_no_address_is_in_the_report(played: Played) -> None:
    for text in (played.text, played.html):
        assert ".example" not in text
        assert "gm.invalid" not in text


def test_no_text_of_a_player_is_markup(page: Page) -> None:
    assert not page.wrong and not page.open
    assert {tag for tag, _ in page.tags}.isdisjoint({"img", "iframe", "link", "form"})
    scripts = [attrs for tag, attrs in page.tags if tag == "script"]
    assert scripts == [{}, {"type": "application/json", "id": "disclosure"}] and page.scripts[0] == stepper()
    for _, attrs in page.tags:
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "style")]
        assert (attrs.get("href") or "#").startswith("#")


def test_hostile_press_is_shown_as_it_was_written(page: Page) -> None:
    for line in (HOSTILE[0], HOSTILE[1], HOSTILE[3]):
        assert line in page.text


def test_characters_that_act_are_shown_and_do_not_act(played: Played) -> None:
    hostile = with_press(played.disclosure, "a\u202eb\u2066c\x1b[2Jd\u2028e\ufefff\ud800g\x00")
    for text in (write_text(hostile), write_html(hostile)):
        text.encode()
        assert "a[U+202E]b[U+2066]c[U+001B][2Jd" in text.replace("\n", "")
        assert not set(text) & set("\u202e\u2066\x1b\u2028\ufeff\ud800\x00")


@each_row("line", [*HOSTILE, "x" * 5000, "\u0301" * 400, "]]>", "' \" `", ""])
def test_any_press_leaves_the_page_whole(played: Played, line: str) -> None:
    page = Page(write_html(with_press(played.disclosure, line)))
    assert not page.wrong and not page.open
    assert [tag for tag, _ in page.tags].count("script") == 2 and page.scripts[0] == stepper()


def test_the_page_fetches_nothing_and_says_so(played: Played, page: Page) -> None:
    digest = base64.b64encode(hashlib.sha256(stepper().encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert ("meta", {"http-equiv": "Content-Security-Policy", "content": policy}) in page.tags
    assert "://" not in played.html and "@import" not in played.html
    assert {*re.findall(r"url\(.", played.html)} <= {"url(#"}  # of the page itself


def test_every_link_has_its_place_and_every_place_one_name(page: Page) -> None:
    names = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(names) == len(set(names))
    assert {(attrs["href"] or "")[1:] for tag, attrs in page.tags if tag == "a"} <= set(names)


def test_every_table_has_a_caption_and_every_heading_cell_a_scope(page: Page) -> None:
    tags = [tag for tag, _ in page.tags]
    assert tags.count("table") == tags.count("caption") > 0
    assert all(attrs.get("scope") for tag, attrs in page.tags if tag == "th")


def test_the_part_for_machines_loads_and_cannot_be_ended_by_a_text(played: Played, page: Page) -> None:
    facts = read_part(page.scripts[-1])
    assert (facts["game"], facts["seed"]) == ("quick", "a seed <b>of</b> chance")
    assert [seal["text"] for seal in facts["seals"]] == [seal.text for seal in played.disclosure.seals]
    nasty = replace(played.disclosure, seed="</script><!--<script>\u2028\u2029&")
    text = for_machines(nasty)
    assert text.isascii() and not set(text) & set("<>&")
    assert json.loads(text)["seed"] == nasty.seed


def test_the_part_for_machines_is_read_as_it_was_written(played: Played) -> None:
    facts = {"format": 3, "game": "<i>", "chain": [], "page": {"a": [1, "</script>"]}}
    assert read_part(write_part(facts)) == facts
    assert len(for_machines(played.disclosure)) < len(msgspec.json.encode(played.disclosure)) / 2


@each_row("packed", [5, "", "AAAA", "!!", None])
def test_what_is_packed_wrongly_is_a_fault_and_no_crash(played: Played, packed: object) -> None:
    with pytest.raises(ValueError):
        read_part(json.dumps({"format": 3, PACKED: packed}))


def test_what_unpacks_to_more_than_any_game_is_not_read() -> None:
    packing = lzma.LZMACompressor(preset=0)
    packed = b"".join(packing.compress(b" " * 1_000_000) for _ in range(LARGEST // 1_000_000 + 1)) + packing.flush()
    with pytest.raises(ValueError, match="far too large"):
        read_part(json.dumps({PACKED: base64.b64encode(packed).decode()}))


def test_what_was_said_is_a_file_of_its_own_if_it_is_very_much(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    assert write_press(played.disclosure) == ""
    monkeypatch.setattr("gm.report.html.LARGEST_PRESS", 100)  # size: little is much
    report, press = Page(write_html(played.disclosure)), Page(write_press(played.disclosure))
    for page in (report, press):
        assert not page.wrong and not page.open
    assert HOSTILE[0] in press.text and HOSTILE[0] not in report.text
    links = {attrs["href"] or "" for tag, attrs in report.tags if tag == "a"}
    names = {attrs["id"] for _, attrs in press.tags if "id" in attrs}
    apart = {link.partition("#")[2] for link in links if link.startswith("quick-press.html#")}
    assert apart and apart <= names and "quick-press.html" in links
    assert verify_report(write_html(played.disclosure)).ok


def test_the_text_has_72_columns(played: Played) -> None:
    hostile = write_text(with_press(played.disclosure, "\u202e" * 100))
    for text in (played.text, hostile):
        assert max(len(line) for line in text.split("\n")) <= 72
        assert text.endswith("\n") and not text.startswith("\n")


def test_a_game_just_begun_has_a_report_without_its_seed(begun: Played) -> None:
    assert "not over" in squeezed(begun.text).lower()
    assert "a seed" not in begun.text and "chance" not in begun.html
    assert [chapter.code for chapter in begun.disclosure.chapters] == ["S1901M"]
    page = Page(begun.html)
    assert not page.wrong and read_part(page.scripts[-1])["seals"] == []


def test_a_ruleset_without_templates_of_its_own_is_told_all_the_same(played: Played) -> None:
    other = replace(played.disclosure, ruleset="chess")
    for text in (write_text(other), write_html(other)):
        assert "A PAR - PIC" in squeezed(text)


def test_the_same_game_makes_the_same_report(played: Played) -> None:
    assert write_html(played.disclosure) == played.html
    assert write_text(played.disclosure) == played.text


@each_row(
    ("name", "address", "expected"),
    [
        ("Ann", "ann@one.example", "Ann"),
        ("", "ann@one.example", "ann"),
        ("ann@one.example", "ann@one.example", "ann"),
        ("Ann (ann@one.example)", "", "Ann"),
        ("@", "", "a player whose name was not kept"),
        ("", "", "a player whose name was not kept"),
    ],
)
def test_a_player_is_called_by_name_and_never_by_address(name: str, address: str, expected: str) -> None:
    assert called(name, address) == expected


@each_row(
    ("acts", "marks"),
    [
        (["A offers filed"], [""]),
        (["A offers filed", "A offers filed"], ["replaced later", ""]),
        (["A offers filed", "A cleared"], ["cleared later", ""]),
        (["A offers filed", "A cleared", "A offers filed"], ["cleared later", "", ""]),
        (["A offers filed", "B offers filed", "B cleared"], ["", "cleared later", ""]),
        (["A offers filed", "A acceptance list"], ["", ""]),
        (["A acceptance list", "A acceptance list"], ["replaced later", ""]),
        (["A acceptance list", "A cleared"], ["", ""]),
        (["A transfer", "A transfer"], ["", ""]),
    ],
)
def test_an_act_is_marked_by_what_became_of_it(acts: list[str], marks: list[str]) -> None:
    facts = [Fact("", "actrecord", dict(zip(("power", "what"), act.split(" ", 1), strict=True))) for act in acts]
    assert [fact.mark for fact in mark(facts)] == marks


@each_row(
    ("text", "expected"),
    [
        ("plain äö 漢", "plain äö 漢"),
        ("a\tb", "a b"),
        ("a\nb", "a\nb"),
        ("\u202ea", "[U+202E]a"),
        ("\r\x00", "[U+000D][U+0000]"),
        ("\ud800", "[U+D800]"),
        ("\u2028\u2029", "[U+2028][U+2029]"),
        ("\U000e0041", "[U+E0041]"),
        ("👩\u200d👧", "👩\u200d👧"),
    ],
)
def test_a_character_that_acts_is_made_visible(text: str, expected: str) -> None:
    assert harmless(text) == expected


def test_columns_stand_under_each_other() -> None:
    assert columns("8 : A PAR - BUR", 8, 5, "paid", last=4) == "    8 : A PAR - BUR" + " " * 35 + "     8     5  paid"
    assert all(len(line) <= 72 for line in columns("word " * 40, 8, 5, "paid", last=4).split("\n"))
    assert beside("A BUD, F TRI", "Austria") == "  Austria   A BUD, F TRI"
    assert beside("x", "A long name of a seat").split("\n") == ["  A long name of a seat", "            x"]
    assert fill("") == ""
    assert when("2026-01-05T18:00:00Z") == "2026-01-05 18:00"
