"""Pictures are painted once for all who see them, before the event that shows them, and by no letter that fails."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from helpers.mails import text_of
from helpers.seventable import ADDRESS, SEATS, SevenTable

from gm.desk.mails import paintings
from gm.draw.map import MapDrawing
from gm.store.inbox import State

MAP = "S1901M"


def opened() -> SevenTable:
    """A game all of whose players read mails with pictures."""
    table = SevenTable()
    for seat in SEATS:
        table.tell(seat, "SET FORMAT HTML")
    return table


class Painter:
    """Paints maps, and notes whether the store was locked meanwhile."""

    def __init__(self, table: SevenTable) -> None:
        self.locked: list[bool] = []
        self.paint, self.store = MapDrawing.png, table.office.store

    def __call__(self, drawing: MapDrawing) -> bytes:
        self.locked.append(self.store.in_transaction)
        return self.paint(drawing)


@pytest.fixture
def table() -> SevenTable:
    return opened()


@pytest.fixture
def painter(table: SevenTable) -> Iterator[Painter]:
    found = Painter(table)
    with patch.object(MapDrawing, "png", lambda self: found(self)):  # time: when it is painted
        yield found


def maps(table: SevenTable, seat: str) -> list[bytes]:
    return [part.get_content() for part in table.of(seat).walk() if part.get_content_type() == "image/png"]


def test_the_map_of_a_result_is_painted_once_for_seven_readers_while_the_store_is_free(
    table: SevenTable, painter: Painter
) -> None:
    table.judge()
    assert painter.locked == [False]
    assert {len(maps(table, seat)) for seat in SEATS} == {1} and len({*map(bytes, maps(table, "FRANCE"))}) == 1
    table.check()


def test_an_answer_with_a_map_is_painted_while_the_store_is_free_and_not_again(
    table: SevenTable, painter: Painter
) -> None:
    table.judge()
    painter.locked.clear()
    table.tell("FRANCE", "MAP")
    assert painter.locked == [False]
    table.tell("GERMANY", "MAP")
    table.tell("GERMANY", f"MAP {MAP}")
    assert painter.locked == [False] and len(maps(table, "GERMANY")) == 1


def test_a_letter_that_is_rehearsed_has_one_effect(table: SevenTable, painter: Painter) -> None:
    before = len(table.mails(ADDRESS["FRANCE"]))
    entries = table.office.game("spring").entries
    table.tell("FRANCE", "MAP", "4 : A PAR - BUR")
    assert painter.locked == [False]
    assert len(table.mails(ADDRESS["FRANCE"])) == before + 1
    assert table.office.game("spring").entries == entries + 1
    assert "A PAR - BUR" in text_of(table.of("FRANCE"))
    table.check()


def test_with_and_without_a_rehearsal_mails_are_the_same_bytes() -> None:
    one, other = opened(), opened()
    one.judge()
    one.tell("FRANCE", "MAP")
    with other.office.store.transaction():  # within one nothing is rehearsed
        other.judge()
        other.tell("FRANCE", "MAP")
    for seat in SEATS:
        assert [mail.as_bytes() for mail in one.mails(ADDRESS[seat])] == [
            mail.as_bytes() for mail in other.mails(ADDRESS[seat])
        ]


def test_a_picture_that_cannot_be_painted_is_left_out_and_the_letter_acts(table: SevenTable) -> None:
    entries = table.office.game("spring").entries
    with patch.object(MapDrawing, "png", side_effect=ValueError("no picture")):  # planted: a picture that fails
        handled = table.tell("FRANCE", "MAP", "4 : A PAR - BUR")
    assert handled.state == State.DONE and maps(table, "FRANCE") == []
    assert table.office.game("spring").entries == entries + 1
    table.check()


def test_pictures_that_are_not_kept_are_painted_again(table: SevenTable, painter: Painter) -> None:
    with patch.object(paintings, "MOST", 0):  # size: no room for a picture
        table.judge()
        table.tell("FRANCE", f"MAP {MAP}")
    assert painter.locked == [False, False] and len(maps(table, "FRANCE")) == 1
