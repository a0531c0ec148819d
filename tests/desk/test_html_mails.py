"""The HTML form of mails: it says what the text says, in tables that are tables, and nobody's text acts in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from bothforms import BLOCKS, HEAD, INLINE, Page, golden_mails, words_of_page, words_of_text
from helpers.mailtable import ALICE, BOB, DAY, START, Table
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import UndefinedError
from msgspec.structs import replace
from schemas import Sampler, desk_notices, payola_notices, told

from gm.desk import notices as said
from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail
from gm.desk.mails.layout import FILTERS
from gm.desk.mails.layout import FILTERS as MARKED
from gm.desk.mails.page import blocks_of, bullets, columns, paragraph, write_page
from gm.desk.mails.words import environment, help_page, help_topics, tidy, write_html, write_mail
from gm.registry import RULESETS, ruleset

ATTRIBUTES = {
    "lang", "charset", "name", "content", "class", "cellpadding", "scope", "colspan", "align", "tabindex",
}  # fmt: skip


def first(about: str, reader: str = "") -> tuple[Game, Mail]:
    """The first mail of the golden game about something."""
    return next((g, m) for g, m in golden_mails() if about in m.about and reader in ("", m.reader))


def page_of(about: str, reader: str = "") -> str:
    game, mail = first(about, reader)
    return write_html(game, mail, write_mail(game, mail).subject)


def page_with(*told: Any, game: Game | None = None) -> tuple[str, str]:
    """Text and page of a mail that tells these notices."""
    game = game or golden_mails()[0][0]
    notices = tuple((type(one).__name__.lower(), one) for one in told)
    mail = Mail("FRANCE", "answer", "x", "S1901M", 0, notices, "", "FRANCE")
    return write_mail(game, mail).text, write_html(game, mail, "x")


def page_like(template: str, **facts: Any) -> tuple[str, str]:
    """Text and page of what a template writes."""
    text = tidy(environment().from_string(template).render(facts))
    return text, write_page("x", blocks_of(environment(marked=True).from_string(template).render(facts)))


def body(page: str) -> str:
    return page.partition("<body>\n")[2].rpartition("\n</body>")[0]


# --- both forms say the same ---


def test_every_mail_of_a_whole_game_says_the_same_in_both_forms() -> None:
    mails = golden_mails()
    assert len(mails) > 300
    for game, mail in mails:
        written = write_mail(game, mail)
        assert words_of_page(write_html(game, mail, written.subject)) == words_of_text(written.text), written.subject


def test_every_mail_of_so_long_sucker_says_the_same_in_both_forms() -> None:
    mails = golden_mails("parlor")
    assert len(mails) > 100
    for game, mail in mails:
        written = write_mail(game, mail)
        assert words_of_page(write_html(game, mail, written.subject)) == words_of_text(written.text), written.subject


@each_row("kind", [kind.__name__ for kind in (*desk_notices(), *told(payola_notices))])
def test_whatever_a_notice_tells_both_forms_say_it(kind: str) -> None:
    game, _ = first("Fall 1901 judged")
    views = {
        "View": ruleset("payola").rules.view(game.state, "FRANCE"),
        "PublicView": ruleset("payola").rules.view(game.state, None),
    }
    compared = 0
    for seed in range(40):
        body = Sampler(seed, views).body(kind)
        mail = Mail("FRANCE", "answer", "x", "S1901M", 0, ((kind.lower(), body),), "", "FRANCE")
        with suppress(UndefinedError):  # fields that never go together, such as a place to take where there is none
            text, page = write_mail(game, mail).text, write_html(game, mail, "x")
            assert letters(words_of_page(page)) == letters(words_of_text(text)), body
            compared += 1
    assert compared > 20


def test_what_follows_a_mail_follows_its_page() -> None:
    game, mail = first("the game begins")
    written = write_mail(game, mail)
    report, more = "RESULT\n  none <yet>\n" + "=" * 72 + "\n", "You have had 30 answers from us within the hour.\n"
    page = write_html(game, mail, written.subject, report, more)
    assert words_of_page(page) == words_of_text(f"{written.text}\n{report}\n{more}")


@each_row("ruleset", RULESETS)
def test_every_page_of_help_says_the_same_in_both_forms(ruleset: str) -> None:
    for topic in ("", "QUARK", *help_topics(ruleset)):
        page = write_page("HELP", blocks_of(help_page(ruleset, topic, environment(marked=True))))
        assert words_of_page(page) == words_of_text(help_page(ruleset, topic)), topic


def test_both_forms_have_the_same_filters() -> None:
    assert set(MARKED) == set(FILTERS)


def test_a_word_that_only_one_form_says_is_noticed() -> None:
    game, mail = first("Spring 1901 judged", "FRANCE")
    written = write_mail(game, mail)
    page, words = write_html(game, mail, written.subject), words_of_text(written.text)
    for before, after in (("bounced", ""), (">moved<", ">moved twice<"), ("<p>", "<p>More: "), (">48<", "><")):
        assert before in page
        assert words_of_page(page.replace(before, after, 1)) != words


# --- how it is marked up ---


def test_an_account_is_a_table_with_its_column_named() -> None:
    _, page = page_like('YOUR ACCOUNT             AgP\n{{ "before" | money(48) }}\n{{ "paid" | money(-6, true) }}')
    assert body(page) == (
        "<h2><b>YOUR ACCOUNT</b></h2>\n"
        '<table cellpadding="3">\n'
        '<thead><tr><td></td><th scope="col" class="n">AgP</th></tr></thead>\n'
        "<tbody>\n"
        '<tr><th scope="row" align="left" class="name">before</th><td class="n" align="right">48</td></tr>\n'
        '<tr><th scope="row" align="left" class="name">paid</th><td class="n" align="right">-6</td></tr>\n'
        "</tbody>\n"
        "</table>"
    )


def test_the_orders_of_a_power_stand_under_its_name_in_one_table_of_all() -> None:
    page = page_of("Spring 1901 judged", "FRANCE")
    orders = page.partition("<h2><b>ALL ORDERS</b> of Spring 1901</h2>\n")[2].partition("</table>")[0]
    assert re.findall(r'<th scope="rowgroup" colspan="2" align="left">(\w+)</th>', orders) == [
        "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
    ]  # fmt: skip
    assert '<tr><th scope="row" align="left" class="name">A BUD - SER</th><td>moved</td></tr>' in orders
    assert orders.count("<tr>") == 22 + 7


def test_a_seal_is_a_row_of_two_rows_of_digits() -> None:
    _, page = page_with(said.Seals("S1901M", (("France", "a" * 32 + "b" * 32),)))
    assert f'<tr><th scope="row" align="left">France</th><td><code>{"a" * 32}<br>{"b" * 32}</code></td></tr>' in page


@pytest.mark.parametrize(
    ("text", "column", "shown"),
    [
        ("3 : F EDI - XNWG | - YOR", 13, "3 : F EDI - <mark>XNWG</mark> | - YOR\n            ^"),
        ("3 :", 4, "3 :\n   ^"),
        ("<b> & x", 1, "<mark>&lt;b&gt;</mark> &amp; x\n^"),
    ],
)
def test_a_wrong_line_has_its_caret_under_the_wrong_word(text: str, column: int, shown: str) -> None:
    problem = {"line": 5, "column": column, "text": text, "message": "no such word", "hints": ["NWG"]}
    both = page_like("{{ problem | caret }}", problem=problem)
    assert body(both[1]) == (
        f'<p class="where">line 5</p>\n<pre class="fixed" tabindex="0">{shown}</pre>\n'
        '<p class="aside">no such word. Did you mean NWG?</p>'
    )
    assert words_of_page(both[1]) == words_of_text(both[0])


def test_a_sheet_to_send_back_keeps_its_lines_and_its_spaces() -> None:
    lines = ("A PAR  -   BUR", "", "  - PIC")
    text, page = page_with(said.Overlooked((), lines, ("4 : A PAR - BUR", "0 $")))
    assert "<pre class=\"lines\">A PAR  -   BUR\n\n  - PIC</pre>" in page
    assert "<pre class=\"lines\">4 : A PAR - BUR\n0 $</pre>" in page
    assert words_of_page(page) == words_of_text(text)


def test_every_line_of_press_is_marked_at_its_margin_in_a_quotation() -> None:
    _, page = page_with(said.Press("Austria", ("France",), False, ("YOU OWE: a lot", "", "| x", "| " * 60)))
    lines = re.findall(r"<div>(.*)</div>", page)
    assert lines == ["| YOU OWE: a lot", "|", "| | x", ("| " * 61).strip()]
    assert "<blockquote>\n<div>" in page and "<h2>" not in page


def test_paragraphs_headings_and_lists_are_told_apart() -> None:
    template = (
        "{{ 'YOU OWE: offers.' | wrap }}\n{{ 'Without an answer: none.' | wrap }}\n\nTHE PLAYERS\n{{ 'Ann' | item }}\n"
        "{{ 'Ben' | item }}\n\nNOTE  a word\nof ours.\n\n{{ 'New: BEL.' | wrap(2) }}\n"
        "{{ '4 : A PAR H' | wrap(2, 6) }}\n--------\n======== Tue 6 Jan\nSubject: x"
    )
    assert body(page_like(template)[1]) == (
        "<p><b>YOU OWE:</b> offers.<br>Without an answer: none.</p>\n<h2><b>THE PLAYERS</b></h2>\n"
        "<ul>\n<li>Ann</li>\n<li>Ben</li>\n</ul>\n<p><b>NOTE</b> a word<br>of ours.</p>\n"
        '<p class="aside">New: BEL.</p>\n<pre class="lines">4 : A PAR H</pre>\n<hr>\n<hr>\n'
        "<h2><b>Tue 6 Jan</b></h2>\n<p>Subject: x</p>"
    )


def test_a_mail_that_is_told_again_has_tables_too() -> None:
    page = page_of("what you were told")
    assert page.count("<table") > 10
    assert '<th scope="rowgroup" colspan="2" align="left">Austria</th>' in page
    assert "<blockquote>\n<div>| A league against the rich!</div>\n" in page


# --- text laid out by hand ---


@each_row(
    ("lines", "rows"),
    [
        (["  Austria 3   BUD TRI", "  neutral 12  BEL BUL", "              DEN"],
         [["Austria 3", "BUD TRI"], ["neutral 12", "BEL BUL DEN"]]),
        (["  A PAR H      held       6", "  A MAR - BUR  bounced   12", "               with B"],
         [["A PAR H", "held", "6"], ["A MAR - BUR", "bounced with B", "12"]]),
        (["  head " + "a" * 32, "       " + "b" * 32, "  key  " + "c" * 32],
         [["head", "a" * 32 + " " + "b" * 32], ["key", "c" * 32]]),
        (["  OFFERS    may be left out", "  END"], [["OFFERS", "may be left out"], ["END", ""]]),
        (["  A LON - NTH - NWY", "              moved", "  A PAR H     held"],
         [["A LON - NTH - NWY", "moved"], ["A PAR H", "held"]]),
        (["  4 : A PAR - BUR", "  10 $"], []),
        (["  line 5  3 : F EDI - XNWG", "                      ^"], []),
        (["  You offer      Germany", "    4 : A PAR      6 : A MUN H"], []),
        (["      x  y", "  a  b"], []),
    ],
)  # fmt: skip
def test_lines_in_columns_are_the_rows_of_a_table(lines: list[str], rows: list[list[str]]) -> None:
    assert columns(lines) == rows


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (["  - one", "    and a half", "  - two"], ["- one and a half", "- two"]),
        (["  - one", "     askew"], []),
        (["  one", "  - two"], []),
    ],
)
def test_lines_after_hyphens_are_the_points_of_a_list(lines: list[str], points: list[str]) -> None:
    assert bullets(lines) == points


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["x" * 68, "word"], ["x" * 68 + " word"]),
        (["x" * 66, "word more"], ["x" * 66, "word more"]),
        (["Your vote: none.", "WAIT: no."], ["Your vote: none.", "WAIT: no."]),
        ([], []),
    ],
)
def test_a_line_that_ends_before_it_must_was_meant_to_end_there(lines: list[str], joined: list[str]) -> None:
    assert paragraph(lines) == joined


# --- nothing acts in it ---

NASTY = st.lists(
    st.sampled_from(["<script>alert(1)</script>", "<img src=x onerror=y>", "</pre>", "</title>", "</style>", "&lt;",
                     "&", "\x1e", "\x1frow", "\x1ewrap\x1fx", "\u202e", "\u2066", "\0", "\r", "\t", "  ", " ", "| ",
                     "--------", "======== ", "YOU OWE: ", "https://evil.example/x", '"', "'", "x" * 80, "6", "-",
                     "A PAR - BUR", "\u2028", "\ue000", "é"]),
    max_size=8,
).map("".join)  # fmt: skip
LINES = st.lists(NASTY, max_size=5).map(tuple)


def of(kind: Any, **fields: Any) -> Any:
    return st.builds(kind, **fields)


TOLD = st.lists(
    st.one_of(
        of(said.Press, sender=st.just("Austria"), to=st.just(("France",)), broadcast=st.booleans(), lines=LINES),
        of(said.PressSent, to=st.just(("France",)), broadcast=st.booleans(), lines=LINES),
        of(said.NotRead, lines=LINES, near=st.just(())),
        of(said.Overlooked, quoted=LINES, below=LINES, retry=LINES),
        of(said.LetterHeld, doubt=st.just("unproven"), received=st.just("now"), subject=NASTY, lines=LINES),
        of(said.LettersHeld, letters=st.tuples(*(
            of(said.OneHeld, number=st.just(n), doubt=st.just("stale"), received=st.just("now"), subject=NASTY,
               lines=LINES) for n in (1, 2)
        ))),
        of(said.Announced, lines=LINES, alone=st.just("")),
        of(said.PressUnclear, sender=st.just("Austria"), hidden=LINES, lines=LINES, phase=st.just("S1901M")),
        of(said.History, asked=st.just(""), mails=st.tuples(st.tuples(st.just("now"), NASTY, LINES.map("\n".join)))),
        st.builds(
            lambda text, column, hints: said.Refused(
                ({"line": 1, "column": column, "text": text, "message": "no", "hints": hints},), 0, 1, (text,), "",
                hints, "S1901M", "offers",
            ),
            NASTY, st.integers(1, 200), LINES,
        ),
    ),
    min_size=1,
    max_size=3,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(TOLD)
def test_whatever_is_written_no_element_is_anybodys_but_ours(told: Sequence[Any]) -> None:
    _, page = page_with(*told)
    found = Page(page)
    assert {tag for tag, _ in found.elements} <= BLOCKS | INLINE | HEAD
    assert {name for _, attributes in found.elements for name in attributes} <= ATTRIBUTES
    shown = "".join(found.parts)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2028\u2029\u2066-\u2069]", shown)


@settings(max_examples=300, deadline=None)
@given(LINES, LINES)
def test_whatever_is_written_both_forms_say_it(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    text, page = page_with(
        said.Press("Austria", ("France",), False, one), said.NotRead(other), said.Overlooked(other, one, one),
        said.Announced(other, ""),
        said.History("", (("now", "x", "\n".join(one)), ("then", "y", "\n".join(other)))),
    )  # fmt: skip
    # Long lines of the text are broken, each with a mark at its margin: without the marks the letters are the same.
    assert letters(words_of_page(page)) == letters(words_of_text(text))


def letters(words: list[str]) -> str:
    return re.sub("[|=-]", "", "".join(words))


def test_a_page_loads_nothing_and_has_its_title() -> None:
    for game, mail in golden_mails()[::25]:
        page = write_html(game, mail, "[x] </title><script> & \u202e")
        assert Page(page).title == "[x] </title><script> & "
        assert not re.search(r"https?:|url\(|@import|<script|<img|<link|<a |src=|href=", page)
        assert page.startswith('<!DOCTYPE html>\n<html lang="en">') and "color-scheme: light dark" in page


# --- who gets it ---


def forms(table: Table, address: str) -> list[str]:
    return [part.get_content_type() for part in table.last(address).walk()]


MAPPED = ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]


@pytest.mark.parametrize(
    ("house", "own", "types"),
    [(False, "", ["text/plain"]), (True, "", MAPPED), (True, "text", ["text/plain"]), (False, "html", MAPPED)],
)
def test_mails_have_the_form_that_their_reader_wants_or_that_of_the_house(
    house: bool, own: str, types: list[str]
) -> None:
    table = Table()
    set_format(table, house, "FRANCE", format=own)
    table.strike(START + 10 * DAY)
    assert forms(table, ALICE) == types
    assert forms(table, BOB) == (MAPPED if house else ["text/plain"])


def test_who_wants_it_gets_his_view_as_a_file_beside_either_form() -> None:
    table = Table()
    set_format(table, False, "FRANCE", attach=True)
    table.strike(START + 4 * DAY)
    assert forms(table, ALICE) == ["multipart/mixed", "text/plain", "application/json"]
    assert table.last(ALICE).get_payload(1).get_filename() == "spring-F1901M.json"  # type: ignore[union-attr]
    assert forms(table, BOB) == ["text/plain"]
    set_format(table, True, "FRANCE", attach=True)
    table.write(ALICE, "STATUS", reply=table.last(ALICE))
    shown = ["multipart/alternative", "text/plain", "text/html"]
    assert forms(table, ALICE) == ["multipart/mixed", *shown, "application/json"]


def set_format(table: Table, house: bool, seat: str, **wanted: Any) -> None:
    """Let a seat want its mails so, and the house too."""
    game = table.office.game("spring")
    seats = {**game.seats, seat: replace(game.seats[seat], **wanted)}
    books = table.office.books
    known = books.known["spring"]
    books.known["spring"] = type(known)(known.last, replace(game, seats=seats), known.stamp)
    table.office.html = house
