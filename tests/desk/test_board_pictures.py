"""Pictures in mails: a notice's picture is drawn for its reader, in the page and as a file; texts have none."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from bothforms import Page, words_of_page, words_of_text
from helpers.mailtable import ALICE, BOB, MINUTE, Table
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail
from gm.desk.mails.paintings import Paintings, Pictures
from gm.desk.mails.words import drawn, write_html, write_mail
from gm.draw.war import WarDrawing
from gm.rules.pictures.war import Mark, Picture
from gm.store.database import as_json

HERS = Picture(5, 5, "SOUTH", 3, {"C3": Mark(men=2, in_sight=True)})
HIS = Picture(5, 5, "NORTH", 3, {"C3": Mark(enemy=-1, in_sight=True), "C5": Mark(men=1, in_sight=True)})


class Announced(said.Announced, frozen=True):
    """A notice that brings a picture along."""

    picture: Picture | None = None


def mail(table: Table, reader: str, *pictures: Any) -> tuple[Game, Mail]:
    """A mail with a notice for each picture."""
    told = tuple(("announced", Announced((f"Board {n}.",), "", one)) for n, one in enumerate(pictures, 1))
    game = table.office.game("spring")
    number = game.seats[reader].mails + 50
    return game, Mail(reader, "notice", "the board", "C3M", number, told, "", reader)


def deliver(table: Table, reader: str, *pictures: Any, form: str = "html") -> None:
    game, written = mail(table, reader, *pictures)
    game = replace(game, seats={**game.seats, reader: replace(game.seats[reader], format=form)})
    table.office.delivery(table.at).deliver(game, written, 1, table.at + MINUTE)


def pngs(table: Table, address: str) -> list[tuple[str, bytes, str | None]]:
    """The PNG parts of the last mail: how each is shown, what it is, and its file name."""
    parts = [part for part in table.last(address).walk() if part.get_content_type() == "image/png"]
    return [(part.get_content_disposition() or "", part.get_content(), part.get_filename()) for part in parts]


def test_a_reader_of_pages_sees_the_picture_and_has_it_as_a_file() -> None:
    table = Table()
    deliver(table, "FRANCE", HERS)
    png = WarDrawing(HERS).png()
    assert pngs(table, ALICE) == [("attachment", png, "spring-C3M.png")]
    page = table.last(ALICE).get_body(("html",))
    assert page is not None
    (attributes,) = [found for tag, found in Page(page.get_content()).elements if tag == "img"]
    shown = next(part for part in table.last(ALICE).walk() if part["Content-ID"])
    assert attributes["src"] == "cid:" + str(shown["Content-ID"]).strip("<>")
    assert attributes["alt"] == "Cycle 3, as South knows it. Your men: C3 2."
    assert attributes["width"] == "100%" and f"max-width:{WarDrawing(HERS).shown}px" in str(attributes["style"])


@pytest.mark.parametrize("form", ["text", ""])
def test_a_reader_of_texts_gets_no_picture(form: str) -> None:
    table = Table()
    deliver(table, "FRANCE", HERS, form=form)
    assert [part.get_content_type() for part in table.last(ALICE).walk()] == ["text/plain"]


def test_each_reader_has_his_own_picture_alone() -> None:
    table = Table()
    deliver(table, "FRANCE", HERS)
    deliver(table, "ENGLAND", HIS)
    assert {png for _, png, _ in pngs(table, ALICE)} == {WarDrawing(HERS).png()}
    assert {png for _, png, _ in pngs(table, BOB)} == {WarDrawing(HIS).png()} != {WarDrawing(HERS).png()}


def test_a_mail_with_several_boards_shows_each_above_its_words_and_has_each_once_as_a_file() -> None:
    table = Table()
    deliver(table, "FRANCE", HERS, None, HIS, HERS)
    names = [name for how, _, name in pngs(table, ALICE) if how == "attachment"]
    assert names == ["spring-C3M.png", "spring-C3M-2.png"]
    page = table.last(ALICE).get_body(("html",))
    assert page is not None
    parts = page.get_content().split("<img ")[1:]
    assert [part.count("Board ") for part in parts] == [2, 1, 1]
    assert "Board 1." in parts[0] and "Board 3." in parts[1] and "Board 4." in parts[2]


def test_a_picture_adds_no_word_to_the_page_and_takes_none() -> None:
    game, written = mail(Table(), "FRANCE", HERS, HIS)
    page = write_html(game, written, "x", pictures=drawn(game, written, Pictures(Paintings())))
    assert words_of_page(page) == words_of_text(write_mail(game, written).text)


def test_what_a_ledger_keeps_is_enough_to_draw_it_again() -> None:
    _, written = mail(Table(), "FRANCE", HERS)
    kept = msgspec.json.decode(as_json(written.notices))
    assert WarDrawing(msgspec.convert(kept[0][1]["picture"], Picture)).png() == WarDrawing(HERS).png()


def test_the_same_mail_is_the_same_bytes() -> None:
    one, other = Table(), Table()
    for table in (one, other):
        deliver(table, "FRANCE", HERS, HIS)
    assert one.last(ALICE).as_bytes() == other.last(ALICE).as_bytes()


def test_only_a_picture_is_drawn_whatever_the_field_is_called() -> None:
    game, written = mail(Table(), "FRANCE", None, "a picture")
    assert drawn(game, written, Pictures(Paintings())) == {}
