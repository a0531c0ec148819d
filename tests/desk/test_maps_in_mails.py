"""The map of a phase in result mails, in the answer to MAP, and for whom; it tells what everybody is told."""

from __future__ import annotations

from io import BytesIO

import pytest
from helpers.mails import text_of
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import notices
from PIL import Image

STRANGER = "stranger@elsewhere.example"


def opened() -> SevenTable:
    """A game whose players read mails with pictures, and its observer."""
    table = SevenTable()
    table.watch()
    for seat in ("FRANCE", "GERMANY"):
        table.tell(seat, "SET FORMAT HTML")
    return table


def pictures(table: SevenTable, address: str) -> list[bytes]:
    """The pictures of the last mail to an address."""
    return [part.get_content() for part in table.last(address).walk() if part.get_content_type() == "image/png"]


def told(table: SevenTable, seat: str, kind: str) -> dict[str, object]:
    return notices(table, seat, kind)[-1]


def test_a_result_mail_has_one_picture_the_same_for_all() -> None:
    table = opened()
    table.tell("FRANCE", "ACCEPT FAEGIRT", "4 : A PAR - BUR", "2 : A MAR S A PAR - BUR")
    table.judge()
    (france,), (germany,) = (pictures(table, ADDRESS[seat]) for seat in ("FRANCE", "GERMANY"))
    assert france == germany and Image.open(BytesIO(france)).width == 780


def test_map_answers_with_the_position_and_with_a_phase() -> None:
    table = opened()
    table.tell("FRANCE", "ACCEPT FAEGIRT", "4 : A PAR - BUR", "2 : A MAR S A PAR - BUR")
    table.judge()
    result = pictures(table, ADDRESS["FRANCE"])
    table.tell("FRANCE", "MAP S1901M")
    assert pictures(table, ADDRESS["FRANCE"]) == result
    assert "SPRING 1901" in text_of(table.of("FRANCE")) and "A BUR" in text_of(table.of("FRANCE"))
    table.tell("FRANCE", "BOARD")
    assert len(pictures(table, ADDRESS["FRANCE"])) == 1
    table.tell("FRANCE", "MAP F1907M")
    assert pictures(table, ADDRESS["FRANCE"]) == [] and "S1901M" in text_of(table.of("FRANCE"))
    table.check()


def test_what_is_on_file_is_on_no_map() -> None:
    table = opened()
    table.tell("FRANCE", "MAP")
    before = pictures(table, ADDRESS["FRANCE"])
    table.tell("FRANCE", "4 : A PAR - BUR")
    table.tell("FRANCE", "MAP")
    assert pictures(table, ADDRESS["FRANCE"]) == before


def test_an_observer_may_ask_and_a_monitor_and_a_stranger_may_not() -> None:
    table = opened()
    table.judge()
    table.write(OLGA, "MAP S1901M", table.last(OLGA))
    assert "THE BOARD" in text_of(table.last(OLGA))
    table.write(NEWCOMER, "MONITOR spring")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    for words in ("MAP", "BOARD", "MAP S1901M"):
        table.write(NEWCOMER, words, table.last(NEWCOMER))
        assert "THE BOARD" not in text_of(table.last(NEWCOMER))
    table.write(STRANGER, "MAP", subject="[spring]")
    assert "THE BOARD" not in text_of(table.last(STRANGER))


def test_after_a_rollback_a_phase_counts_as_it_was_judged_last() -> None:
    table = opened()
    table.tell("FRANCE", "4 : A PAR - BUR")
    table.judge()
    first = pictures(table, ADDRESS["FRANCE"])
    table.operate("rollback", "S1901M")
    table.tell("FRANCE", "MAP S1901M")
    assert pictures(table, ADDRESS["FRANCE"]) == []
    table.tell("FRANCE", "4 : A PAR - PIC")
    table.judge()
    second = pictures(table, ADDRESS["FRANCE"])
    table.tell("FRANCE", "MAP S1901M")
    assert pictures(table, ADDRESS["FRANCE"]) == second != first


TALK = ("Map of Europe attached, have a look.", "Board games are fun.", "Table that for now.")


@pytest.mark.parametrize("line", TALK)
def test_talk_is_no_question_for_the_map(line: str) -> None:
    table = opened()
    before = len(table.mails(ADDRESS["FRANCE"]))
    table.tell("FRANCE", line)
    assert len(table.mails(ADDRESS["FRANCE"])) == before + 1
    assert pictures(table, ADDRESS["FRANCE"]) == []


def test_an_answer_has_at_most_three_pictures_and_tells_the_other_boards_in_words() -> None:
    table = opened()
    phases = []
    for _ in range(5):
        phases.append(table.game.clock.phase)
        table.judge()
    asked = [f"MAP {code}" for code in phases]
    table.write(OLGA, "SET FORMAT HTML", table.last(OLGA))
    table.write(OLGA, "\n".join([*asked, *asked, "MAP", "BOARD", "MAP"]), table.last(OLGA))
    table.tell("FRANCE", *asked, "MAP", "BOARD")
    for address in (ADDRESS["FRANCE"], OLGA):
        said = text_of(table.last(address))
        assert said.count("THE BOARD") == 6, "each board once"
        assert said.count("at most 3 pictures") == 1
    assert len(pictures(table, ADDRESS["FRANCE"])) == 3
    assert len(pictures(table, OLGA)) <= 3
    table.tell("FRANCE", *asked[:3])
    assert len(pictures(table, ADDRESS["FRANCE"])) == 3
    assert "enoughpictures" not in notices(table, "FRANCE")
    table.check()
