"""Whatever a letter is about, its answer shows everything that its writer has on file, once."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, SHEET, Table
from helpers.rows import each_row
from helpers.told import kinds, notices

OTHERS = ["PRESS TO ENGLAND\nHello\nEND", "WAIT", "STATUS", "VOTE DRAW", "Hello"]


@each_row("letter", OTHERS)
def test_an_answer_about_something_else_shows_what_is_on_file(letter: str) -> None:
    table = Table()
    table.write(ALICE, SHEET, reply=table.last(ALICE))
    table.write(ALICE, letter, reply=table.mails(ALICE)[0])
    assert kinds(table, "FRANCE").count("stillfiled") == 1
    assert notices(table, "FRANCE")["stillfiled"] == {"phase": "S1901M", "lines": [SHEET]}


@pytest.mark.parametrize("letter", [SHEET, "SHOW", "4 : A PAR - XYZ"])
def test_an_answer_that_shows_it_anyway_does_not_show_it_twice(letter: str) -> None:
    table = Table()
    table.write(ALICE, SHEET, reply=table.last(ALICE))
    table.write(ALICE, letter, reply=table.mails(ALICE)[0])
    assert "stillfiled" not in kinds(table, "FRANCE")
    assert "ON FILE for S1901M" not in words_of(table.last(ALICE))


def test_with_nothing_on_file_nothing_is_shown() -> None:
    table = Table()
    table.write(ALICE, "WAIT", reply=table.last(ALICE))
    assert "stillfiled" not in kinds(table, "FRANCE") and "ON FILE" not in words_of(table.last(ALICE))
