"""Reminders at times of a player's own: when they come, and to whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.mails import words_of
from helpers.mailtable import MINUTE
from helpers.remindtable import Reminding
from helpers.rows import each_row
from helpers.told import faults

from gm.desk.books.fsck import check_store
from gm.desk.notices.phrases import phrase

HOUR = timedelta(hours=1)


def test_reminders_come_at_times_of_ones_own_and_for_others_at_the_usual() -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 6h 2d")
    before = table.deadline - MINUTE
    assert table.reminded("FRANCE", before) == [48 * HOUR, 6 * HOUR]
    assert table.reminded("GERMANY", before) == [36 * HOUR, 24 * HOUR]
    assert check_store(table.office.store) == ([], 1)


def test_they_hold_for_the_next_phase_too() -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 5h")
    table.judge()
    assert table.reminded("FRANCE", table.deadline - MINUTE) == [5 * HOUR]


def test_whoever_owes_nothing_is_not_reminded() -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 2d 6h", "A PAR H", "A MAR H", "F BRE H")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == []


def test_where_all_are_reminded_alike_own_times_do_not_ask_what_is_on_file() -> None:
    table = Reminding("everybody")
    table.tell("FRANCE", "SET REMINDERS 2d 6h", "A PAR H", "A MAR H", "F BRE H")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == [48 * HOUR, 6 * HOUR]


def test_times_move_with_the_deadline() -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 2d")
    table.operate("deadline", "+1d")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == [48 * HOUR]


def test_times_already_past_when_they_are_chosen_are_left_out() -> None:
    table = Reminding()
    table.strike(table.deadline - 10 * HOUR)
    table.at = table.deadline - 10 * HOUR
    table.tell("AUSTRIA", "SET REMINDERS 2d 11h 9h")
    early = table.reminded("AUSTRIA", table.deadline - MINUTE)
    assert early == [36 * HOUR, 24 * HOUR, 9 * HOUR]


def test_times_in_the_first_six_hours_of_the_phase_are_left_out() -> None:
    """A quarter of its three days would be longer than that."""
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 3d 67h 66h")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == [66 * HOUR]


def test_times_longer_than_the_phase_are_left_out() -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 14d")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == []


@pytest.mark.parametrize(
    ("word", "usual"),
    [
        ("ON", [36 * HOUR, 24 * HOUR]), ("OFF", []), ("2D and 2 days", [48 * HOUR]),
        ("2 days, 6 hours", [48 * HOUR, 6 * HOUR]),
    ],
)
def test_on_brings_back_the_usual_and_off_ends_all(word: str, usual: list[timedelta]) -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 6h")
    table.tell("FRANCE", f"SET REMINDERS {word}")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == usual


def test_stop_ends_own_times_too() -> None:
    table = Reminding()
    table.tell("FRANCE", "SET REMINDERS 6h")
    table.tell("FRANCE", "STOP")
    assert table.reminded("FRANCE", table.deadline - MINUTE) == []


@each_row("words", ["59m", "15d", "1h 2h 3h 4h 5h", "2d soon", "6", "0h", "sometimes"])
def test_what_is_no_time_is_shown_with_its_place_and_changes_nothing(words: str) -> None:
    table = Reminding()
    table.tell("FRANCE", f"SET REMINDERS {words}")
    assert [fault[:3] for fault in faults(table, "FRANCE")] == [(1, 15, phrase("fault.reminders"))]
    assert table.game.seats["FRANCE"].remind_at == ()


def test_where_nobody_is_reminded_that_is_said() -> None:
    table = Reminding("none")
    table.tell("FRANCE", "SET REMINDERS 6h")
    assert phrase("reason.no-reminders") in words_of(table.of("FRANCE"))
    assert table.reminded("FRANCE", table.deadline - MINUTE) == []
