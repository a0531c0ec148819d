"""Pages on a phone: rows of boards stay whole, and a page too long for some programs ends at a heading."""

from __future__ import annotations

import re

from bothforms import Page, golden_mails, words_of_page, words_of_text
from helpers.mails import text_of
from helpers.mailtable import ALICE, SHEET, Table
from helpers.rows import each_row
from test_html_mails import first, page_with

from gm.desk import notices as said
from gm.desk.mails.boards import has_board, rows_of_board
from gm.desk.mails.cutting import LARGEST, shortened
from gm.desk.mails.page import blocks_of, write_page
from gm.desk.mails.words import write_html, write_mail

WAR = ["   A   B   C", " 3 .   &x2 .", " 2   2t@ .   ~", " 1 .   .   ."]
STONES = [" C . # o C5", "  B # o . . B4", "   A . . . A3"]
PHONE = [
    "              [1]     2     3     4",
    "A               .     .    4*     .",
    "lent            -    2*     .     .",
]


# --- boards ---


@each_row(
    ("lines", "rows"),
    [
        (WAR, 4),
        ([*WAR, "2 your men, t your truck (t? as last known), @ your city; . in sight and empty"], 4),
        (STONES, 3),
        (PHONE, 3),
        (["MAIN BOARD", *PHONE], 0),
        (WAR[:2], 0),
        (["  4 : A PAR - BUR", "  2 : A MAR S A PAR - BUR", "  10 $"], 0),
        (["  Austria 3   BUD TRI", "  neutral 12  BEL BUL", "  Turkey 3    ANK CON"], 0),
        (["I am in a hut.", "It is by a sea.", "We all go up."], 0),
        (["  BUD  TRI  VIE", "  EDI  LON  LVP", "  BRE  MAR  PAR"], 0),
        ([], 0),
    ],
)
def test_the_rows_of_a_board_are_known_by_their_signs_in_columns(lines: list[str], rows: int) -> None:
    assert rows_of_board(lines) == rows
    assert has_board(["x", *lines, "y"]) == (rows > 0 or lines[:1] == ["MAIN BOARD"])


@each_row("game", ["airlift", "crossroads", "exchange", "pie", "stones"])
def test_every_row_of_every_board_stands_in_an_element_that_is_never_broken(game: str) -> None:
    boards = 0
    for one, mail in golden_mails(game):
        page, text = write_html(one, mail, "x"), write_mail(one, mail).text
        kept = re.findall(r'<pre class="fixed board c\d+" tabindex="0">(.*?)</pre>', page, re.DOTALL)
        boards += len(kept)
        for _, body in mail.notices:
            for line in getattr(body, "board", ()):
                assert line not in text or any(line.rstrip() in board.replace("&amp;", "&") for board in kept), line
    assert boards > 10


def test_a_board_that_is_told_again_is_a_board_too() -> None:
    mail = "\n".join(["Subject: [x] C3M: x", "", "YOUR BOARD", "", *WAR, "2 your men.", "", "SHOW shows it."])
    _, page = page_with(said.History("", (("now", "x", mail),)))
    (board,) = re.findall(r'<pre class="fixed board c\d+" tabindex="0">(.*?)</pre>', page, re.DOTALL)
    assert board.replace("&amp;", "&").split("\n") == WAR
    assert "<p>2 your men.</p>" in page


# --- long pages ---


def blocks(*sizes: int) -> list[str]:
    return [f"<h2>{n}</h2>" if size == 0 else f"<p>{'x' * (size - 7)}</p>" for n, size in enumerate(sizes)]


@each_row(
    ("made", "room", "kept"),
    [
        (blocks(0, 50, 0, 50), 200, 4),
        (blocks(0, 50, 0, 50), 100, 2),
        (blocks(0, 50, 50, 50), 120, 1 + 1),
        (blocks(0, 50, 0, 0, 50), 105, 2),
        (blocks(50, 0, 200), 120, 1),
        (blocks(200), 120, 0),
    ],
)
def test_what_is_left_out_begins_with_a_heading_if_it_can(made: list[str], room: int, kept: int) -> None:
    found = shortened(made, room, lambda: "<p>More.</p>")
    assert found == (made if kept == len(made) else [*made[:kept], "<p>More.</p>"])
    assert sum(len(one) + 1 for one in found) <= room


def test_no_page_of_a_golden_game_is_cut_and_one_with_a_long_report_is() -> None:
    game, mail = first("the game begins")
    heads = [f"{'=' * 72}\nS19{n:02}M Spring\n{'=' * 72}\n\n" for n in range(20)]
    report = "\n".join(head + "\n".join(f"  A PAR - BUR: moved {n}" for n in range(500)) + "\n" for head in heads)
    text = write_mail(game, mail).text
    page = write_html(game, mail, "x", report=report)
    assert len(page.encode()) <= LARGEST < len(report)
    end = words_of_page(page).index("page") - 1
    assert words_of_page(page)[:end] == [*words_of_text(f"{text}\n{report}")[:end - 1], "--------"]
    assert words_of_page(page)[end : end + 5] == ["This", "page", "ends", "here,", "because"]
    assert page.count("\n<hr>\n<p>This page ends") == 1
    for name in ("spring", "exchange", "crossroads"):
        assert not any("This page ends" in write_html(one, told, "x") for one, told in golden_mails(name))


def test_the_way_to_the_rest_of_a_long_page_brings_it() -> None:
    table = Table()
    table.office.html = True
    for day in range(3):
        lines = (f"{'x' * 100} {n}.{day}" for n in range(400))
        table.write(ALICE, "\n".join(["PRESS TO ENGLAND", *lines, "END"]), reply=table.mails(ALICE)[0])
    table.write(ALICE, f"HISTORY S1901M\n{SHEET}", reply=table.mails(ALICE)[0])
    (page,) = [part for part in table.last(ALICE).walk() if part.get_content_type() == "text/html"]
    shown = Page(page.get_content())
    (way,) = re.findall(r"the two lines (.*) and (HISTORY \w+):", " ".join("".join(shown.parts).split()))
    table.write(ALICE, "\n".join(way), reply=table.mails(ALICE)[0])
    assert [part.get_content_type() for part in table.last(ALICE).walk()] == ["text/plain"]
    assert "399.2" in text_of(table.last(ALICE)) and "399.2" not in "".join(shown.parts)


def test_a_page_that_fits_does_not_speak_of_its_end() -> None:
    assert "More" not in write_page("x", blocks_of("Hello."), cut=lambda: "More.")
    assert "More." in write_page("x", blocks_of("\n\n".join(["Hello."] * 20_000)), cut=lambda: "More.")
