"""A phase that waits after grace: all are told again and again, and who is late only where the game shows it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.latetable import PLAYED, Late
from helpers.mails import text_of
from helpers.mailtable import DAY, MINUTE
from helpers.seventable import ADDRESS, OLGA
from helpers.told import notices

from gm.desk.file.gamefile import GameFileError, read_game_file

WAITS = 'nmr = "wait"\nlate_notice = "2d"'
AGAIN = "still waits"
ORDERS = ("A PAR H", "A MAR H", "F BRE H")


def waiting(clock: str = WAITS) -> Late:
    """The game two minutes after the end of grace: France has sent orders, and nobody else has."""
    table = Late(clock)
    table.watch()
    table.tell("FRANCE", *ORDERS)
    table.over()
    return table


def told(table: Late, *who: str) -> set[int]:
    return {table.subjects(address, AGAIN) for address in who or (*(ADDRESS[seat] for seat in PLAYED), OLGA)}


def test_all_are_told_at_the_same_distance_whoever_is_late() -> None:
    table = waiting()
    assert told(table) == {0}
    for count in (1, 2, 3):
        table.until(2 * DAY)
        assert told(table) == {count}
    assert notices(table, "FRANCE")["stillwaits"] == {"title": "Spring 1901", "late": [], "yours": False}
    assert notices(table, "GERMANY")["stillwaits"] == {"title": "Spring 1901", "late": [], "yours": True}
    assert "Germany" not in text_of(table.of("FRANCE")) and "Germany" not in text_of(table.last(OLGA))
    table.check()


def test_names_are_told_where_the_game_shows_who_is_late() -> None:
    table = waiting(f"{WAITS}\nshow_late = true")
    table.until(2 * DAY)
    assert notices(table, "FRANCE")["stillwaits"]["late"] == ["Austria", "Germany"]
    table.tell("AUSTRIA", "A VIE H", "A BUD H", "F TRI H")
    table.until(2 * DAY)
    assert notices(table, "FRANCE")["stillwaits"]["late"] == ["Germany"]
    assert notices(table, "AUSTRIA")["stillwaits"]["yours"] is False


def test_it_ends_with_the_phase() -> None:
    table = waiting()
    table.until(2 * DAY)
    table.tell("AUSTRIA", "A VIE H", "A BUD H", "F TRI H")
    table.tell("GERMANY", "A BER H", "A MUN H", "F KIE H")
    table.until(2 * DAY)
    assert told(table) == {1} and table.game.clock.phase == "F1901M"


def test_a_wait_holds_nothing_once_grace_is_over() -> None:
    """Else one player could keep the phase, and nobody would be told who: `HELP WAIT` says that grace ends it."""
    table = waiting()
    table.tell("FRANCE", "WAIT")
    table.tell("AUSTRIA", "A VIE H", "A BUD H", "F TRI H")
    table.tell("GERMANY", "A BER H", "A MUN H", "F KIE H")
    table.until(2 * DAY)
    assert told(table) == {0} and table.game.clock.phase == "F1901M"
    table.check()


def test_a_pause_stops_it_and_gives_its_time_back() -> None:
    table = waiting()
    table.until(DAY)
    table.operate("pause")
    table.until(9 * DAY)
    assert told(table) == {0}
    table.operate("resume")
    table.until(DAY - 5 * MINUTE)
    assert told(table) == {0}
    table.until(timedelta(minutes=10))
    assert told(table) == {1}


def test_a_new_deadline_of_the_operators_ends_it_until_that_has_passed() -> None:
    table = waiting()
    table.operate("deadline", "+5d")
    table.until(4 * DAY)
    assert told(table) == {0}
    table.until(4 * DAY)
    assert told(table) == {1}


def test_after_an_outage_one_comes_and_not_all_that_were_missed() -> None:
    table = waiting()
    table.at += 9 * DAY
    while table.office.strike_before(table.at, now=table.at):
        pass
    assert told(table) == {1}


def test_without_the_setting_nobody_is_told_again() -> None:
    table = waiting('nmr = "wait"')
    table.until(30 * DAY)
    assert told(table) == {0} and table.game.clock.waiting


@pytest.mark.parametrize("clock", ['late_notice = "2d"', 'nmr = "wait"\nlate_notice = "59m"',
                                   'nmr = "wait"\nlate_notice = 3', 'nmr = "wait"\nlate_notice = "soon"'])
def test_what_means_nothing_is_an_error_with_its_line(clock: str) -> None:
    text = f'[clock]\n{clock}\n[game]\nname = "spring"\nruleset = "diplomacy"\n'
    with pytest.raises(GameFileError, match=r"^line [23]: clock\.late_notice: "):
        read_game_file(text)


def test_the_settings_of_the_game_tell_it() -> None:
    table = waiting()
    table.tell("FRANCE", "HELP SETTINGS")
    assert "told again and again, 2 days apart" in " ".join(text_of(table.of("FRANCE")).split())
