"""A paused game: no deadline runs, letters are filed, and the time is given back when it goes on."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, MINUTE, SHEET, START, Table
from helpers.told import brought

from gm.desk.books.fsck import check_store
from gm.desk.game.refusal import OperatorError
from gm.offline.replay import read_acts

PAUSED, RESUMED = START + DAY, START + 11 * DAY


def paused() -> Table:
    table = Table()
    table.strike(PAUSED)
    table.office.operate("spring", ["pause"], PAUSED)
    return table


def phase(table: Table) -> str:
    clock = table.office.game("spring").clock
    assert clock is not None
    return clock.phase


def test_while_a_game_is_paused_nothing_is_due_and_nobody_is_reminded() -> None:
    table = paused()
    count = len(table.mails(ALICE))
    table.strike(RESUMED)
    assert phase(table) == "S1901M"
    assert len(table.mails(ALICE)) == count


def test_everybody_is_told_that_the_game_is_paused_and_no_mail_speaks_of_a_deadline() -> None:
    table = paused()
    for player in (ALICE, BOB):
        said = words_of(table.last(player))
        assert "paused" in brought(table, table.last(player))
        assert "due" not in said.replace("You owe", "") and "8 Jan" not in said


def test_letters_to_a_paused_game_are_filed_and_answered() -> None:
    table = paused()
    table.at = PAUSED + DAY
    table.write(ALICE, SHEET, table.last(ALICE))
    assert table.filed() == ("4 : A PAR - BUR",)
    assert brought(table, table.last(ALICE))["owes"]["paused"] is True


def test_resume_gives_back_the_time_and_tells_everybody_the_new_deadline() -> None:
    table = paused()
    table.office.operate("spring", ["resume"], RESUMED)
    clock = table.office.game("spring").clock
    assert clock is not None
    # Three days from the start, of which one had passed: two are left.
    assert clock.deadline == clock.until == RESUMED + 2 * DAY == START + 13 * DAY
    for player in (ALICE, BOB):
        assert brought(table, table.last(player))["goeson"]["due"] == "Sun 18 Jan 18:00 UTC"
    table.strike(RESUMED + 2 * DAY)
    assert phase(table) == "S1901M"
    table.strike(RESUMED + 2 * DAY + MINUTE)
    assert phase(table) == "F1901M"
    assert check_store(table.office.store) == ([], 1)


def test_the_reminders_left_come_as_long_after_the_pause_as_they_would_have_come() -> None:
    table = Table()
    table.office.operate("spring", ["pause"], START + MINUTE)
    table.office.operate("spring", ["resume"], START + DAY + MINUTE)
    clock = table.office.game("spring").clock
    assert clock is not None
    # Half time and a day before the end, a day later each.
    assert clock.reminders == (START + DAY + timedelta(hours=36), START + 3 * DAY)


@pytest.mark.parametrize(
    ("run", "why"),
    [(["pause"], "paused; resume"), (["process"], "paused; resume"), (["deadline", "+1d"], "paused; resume")],
)
def test_what_a_paused_game_cannot_do_is_refused(run: list[str], why: str) -> None:
    with pytest.raises(OperatorError, match=why):
        paused().office.operate("spring", run, PAUSED + MINUTE)


def test_a_game_that_runs_cannot_be_resumed() -> None:
    with pytest.raises(OperatorError, match="not paused"):
        Table().office.operate("spring", ["resume"], START + MINUTE)


def test_a_player_may_resign_and_be_replaced_while_the_game_is_paused() -> None:
    table = paused()
    table.office.operate("spring", ["resign", "ENGLAND"], PAUSED + MINUTE)
    table.office.operate("spring", ["replace", "ENGLAND", "carol@example.net"], PAUSED + MINUTE, "carol@example.net")
    assert "no deadline runs" in words_of(table.last("carol@example.net"))


def test_a_replay_knows_pause_and_resume() -> None:
    acts = [{"at": "2026-01-06T18:00:00Z", "run": ["pause"]}, {"at": "2026-01-16T18:00:00Z", "run": ["resume"]}]
    assert [act.run for act in read_acts("\n".join(map(json.dumps, acts)))] == [("pause",), ("resume",)]


def test_a_deadline_at_a_round_hour_is_at_a_round_minute_after_a_pause_that_was_none() -> None:
    table = Table()
    table.office.operate("spring", ["pause"], START + timedelta(seconds=17))
    table.office.operate("spring", ["resume"], START + timedelta(seconds=21))
    clock = table.office.game("spring").clock
    assert clock is not None and clock.deadline == START + 3 * DAY + MINUTE
