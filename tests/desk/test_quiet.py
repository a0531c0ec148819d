"""SET QUIET: whose messages are not mailed, where they can be read, and that nobody learns of it."""

from __future__ import annotations

import pytest
from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, EVERYTHING, NEWCOMER, SevenTable
from helpers.told import faults, notices

from gm.desk.notices.phrases import phrase


def quiet(*lines: str, press: tuple[str, ...] = EVERYTHING) -> SevenTable:
    table = SevenTable(press)
    for line in lines:
        table.tell("GERMANY", line)
    return table


@each_row(
    ("lines", "head", "mailed"),
    [
        (["SET QUIET FRANCE"], "PRESS TO GERMANY", False),
        (["SET QUIET france, Italy ON"], "BROADCAST", False),
        (["SET QUIET F"], "BROADCAST", False),
        (["SET QUIET ITALY"], "PRESS TO GERMANY", True),
        (["SET QUIET FRANCE", "SET QUIET FRANCE OFF"], "PRESS TO GERMANY", True),
        (["SET QUIET FRANCE, ITALY", "SET QUIET ITALY OFF"], "PRESS TO GERMANY", False),
        (["SET QUIET FRANCE, ITALY", "SET QUIET OFF"], "PRESS TO GERMANY", True),
        (["SET QUIET FRANCE"], "PRESS TO GERMANY FROM ITALY", True),
        (["SET QUIET ITALY"], "PRESS TO GERMANY FROM ITALY", False),
        (["SET QUIET FRANCE"], "GREY PRESS TO GERMANY", True),
        (["SET QUIET GREY"], "GREY BROADCAST", False),
        (["SET QUIET gray"], "PRESS TO GERMANY", True),
    ],
)
def test_it_goes_by_the_name_that_a_message_shows(lines: list[str], head: str, mailed: bool) -> None:
    table = quiet(*lines)
    before = table.counts()["GERMANY"]
    table.tell("FRANCE", head, "Hello.", "END")
    assert table.counts()["GERMANY"] == before + mailed
    assert notices(table, "GERMANY")["press"]["lines"] == ["Hello."], "it is in the ledger, whether mailed or not"
    table.check()


def test_history_shows_what_was_muted() -> None:
    table = quiet("SET QUIET FRANCE")
    table.tell("FRANCE", "PRESS TO GERMANY", "An offer of peace.", "END")
    table.tell("GERMANY", "HISTORY")
    assert "| An offer of peace." in text_of(table.of("GERMANY"))


def test_the_muted_and_everybody_else_get_the_same_bytes() -> None:
    loud, still = quiet("SHOW"), quiet("SET QUIET FRANCE")
    for table in (loud, still):
        table.tell("FRANCE", "PRESS TO GERMANY, ITALY", "Hello.", "END")
        table.tell("FRANCE", "STATUS")
    for seat in ("FRANCE", "ITALY"):
        assert loud.mbox(ADDRESS[seat]) == still.mbox(ADDRESS[seat])


def test_results_and_what_the_operator_says_come_as_ever() -> None:
    table = quiet("SET QUIET FRANCE, ITALY, GREY")
    before = table.counts()["GERMANY"]
    table.judge()
    assert table.counts()["GERMANY"] == before + 1


def test_what_was_sealed_goes_by_what_is_muted_when_it_is_delivered() -> None:
    table = quiet(press=("private", "postal"))
    table.tell("FRANCE", "PRESS TO GERMANY", "Hello.", "END")
    table.tell("GERMANY", "SET QUIET FRANCE")
    before = table.counts()["GERMANY"]
    table.judge()
    assert table.counts()["GERMANY"] == before + 1 and "press" in notices(table, "GERMANY")


def test_who_takes_the_seat_mutes_nobody() -> None:
    table = quiet("SET QUIET FRANCE")
    table.pass_on("GERMANY")
    table.tell("FRANCE", "PRESS TO GERMANY", "Welcome.", "END")
    assert "| Welcome." in text_of(table.last(NEWCOMER))


@pytest.mark.parametrize(
    ("line", "fault", "column"),
    [("SET QUIET FRANZE", "unknown-player", 11), ("SET QUIET ITALY, FRANZE OFF", "unknown-player", 18),
     ("SET QUIET ON", "quiet", 11)],
)  # fmt: skip
def test_a_wrong_name_is_refused_and_nothing_is_muted(line: str, fault: str, column: int) -> None:
    table = quiet(line)
    assert faults(table, "GERMANY")[0][:3] == (1, column, phrase(f"fault.{fault}"))
    assert table.game.seats["GERMANY"].quiet == ()
