"""New deadlines and past times as the operator writes them, worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from helpers.rows import each_row
from operating import Desk

from gm.commands.when import change_of, past_time, read_time

AT = datetime(2026, 1, 7, 12, 0, tzinfo=UTC)  # a Wednesday; 13:00 in Paris
DEADLINE = datetime(2026, 1, 8, 18, 0, tzinfo=UTC)

TIMES = {
    "2026-02-01T18:00Z": "2026-02-01T18:00",
    "2026-02-01T18:00:00Z": "2026-02-01T18:00",
    "2026-02-01 18:00": "2026-02-01T17:00",
    "2026-07-01 18:00": "2026-07-01T16:00",
    "2026-02-01T18:00+05:00": "2026-02-01T13:00",
    "Fri 20:00": "2026-01-09T19:00",
    "friday, 20:00": "2026-01-09T19:00",
    "Wed 13:01": "2026-01-07T12:01",
    "Wed 13:00": "2026-01-14T12:00",
    "Tue 20:00": "2026-01-13T19:00",
    "20:00": "2026-01-07T19:00",
    "9:30": "2026-01-08T08:30",
    "Fri 20:00 UTC": "2026-01-09T20:00",
    "2026-10-25 02:30": "2026-10-25T01:30",  # which comes twice: the second
    "2026-03-29 02:30": "2026-03-29T01:30",  # which does not come: an hour later
    "Fri 20:00 America/New_York": "2026-01-10T01:00",
}
WRONG = {
    "soon": "expected a change such as +1d",
    "2026-02-01": "has no time of day",
    "2026-13-01T18:00Z": "expected a change such as +1d",
    "Fry 20:00": "there is no day Fry",
    "Fri 24:00": "a day has no 24:00",
    "Fri 20:60": "a day has no 20:60",
    "Fri 20:00 Parris": "there is no time zone Parris",
    "0001-01-01T00:00+14:00": "beyond all calendars",
    "+1y": "expected a number with s, m, h, d or w",
    "+": "expected a number with s, m, h, d or w",
    "9999-12-31T23:59Z": "more than thirty years away",
    "+10000w": "more than thirty years away",
    "2026-01-08T18:00Z": "at that time already",
}


@each_row("text", TIMES)
def test_a_time_is_read_in_the_zone_of_the_game(text: str) -> None:
    assert f"{read_time(text, AT, 'Europe/Paris'):%Y-%m-%dT%H:%M}" == TIMES[text]


GONE_BY = {
    "2026-01-05 18:00": "2026-01-05T17:00",
    "2026-01-05 18:00:30Z": "2026-01-05T18:00",
    "Fri 20:00": "2026-01-02T19:00",
    "Wed 13:00": "2026-01-07T12:00",
    "Wed 13:01": "2025-12-31T12:01",
    "Thu 12:00 UTC": "2026-01-01T12:00",
    "20:00": "2026-01-06T19:00",
    "9:30": "2026-01-07T08:30",
}


@each_row("text", GONE_BY)
def test_a_time_gone_by_is_the_last_such(text: str) -> None:
    assert f"{past_time(text, AT, 'Europe/Paris'):%Y-%m-%dT%H:%M}" == GONE_BY[text]


@pytest.mark.parametrize(
    ("text", "why"), [("2026-01-07T12:01Z", "not come yet"), ("-1d", "expected a time such"), ("x", "expected a time")]
)
def test_what_is_no_time_gone_by_is_told(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        past_time(text, AT, "Europe/Paris")


@each_row("text", WRONG)
def test_what_is_no_time_is_told(text: str) -> None:
    with pytest.raises(ValueError, match=WRONG[text].replace("+", r"\+")):
        change_of(text, DEADLINE, AT, "Europe/Paris")


@pytest.mark.parametrize(
    ("text", "change"), [("+1d", "+1d"), ("-12h", "-12h"), ("Fri 20:00", "+90000s"), ("2026-01-08T17:59Z", "-60s")]
)
def test_a_time_becomes_the_change_that_leads_there(text: str, change: str) -> None:
    assert change_of(text, DEADLINE, AT, "Europe/Paris") == change


def test_a_deadline_is_moved_to_a_time(desk: Desk) -> None:
    year = datetime.now(UTC).year + 1
    said = desk.run("deadline", "spring", f"{year}-02-01T18:00Z")
    assert said.status == 0 and "18:00 UTC" in said.out
    assert desk.json("show", "spring")["deadline"] == f"{year}-02-01T18:00:00Z"
    assert desk.run("deadline", "spring", f"{year}-02-01T18:00Z").status == 2


def test_in_grace_a_time_is_the_new_deadline_and_grace_begins_after_it_again(desk: Desk) -> None:
    while not desk.json("show", "spring")["grace"]:
        assert desk.office.strike_before(datetime.max.replace(tzinfo=UTC))
    year = datetime.now(UTC).year + 1
    assert desk.run("deadline", "spring", f"{year}-02-01T18:00Z").status == 0
    facts = desk.json("show", "spring")
    assert (facts["grace"], facts["deadline"], facts["until"]) == (
        False, f"{year}-02-01T18:00:00Z", f"{year}-02-02T18:00:00Z",
    )  # fmt: skip


def test_a_time_in_the_past_is_refused(desk: Desk) -> None:
    said = desk.run("deadline", "spring", "2020-02-01T18:00Z")
    assert said.status == 1 and "in the past" in said.both


@pytest.mark.parametrize("written", ["1d", "+1d", "24h"])
def test_extend_gives_more_time(desk: Desk, written: str) -> None:
    before = datetime.fromisoformat(desk.json("show", "spring")["deadline"])
    assert desk.run("extend", "spring", written).status == 0
    after = datetime.fromisoformat(desk.json("show", "spring")["deadline"])
    assert (after - before).total_seconds() == 86400


@pytest.mark.parametrize("written", ["-1d", "1", "soon"])
def test_extend_takes_nothing_but_a_duration(desk: Desk, written: str) -> None:
    assert desk.run("extend", "spring", written).status == 2


def test_a_game_without_a_clock_has_no_deadline_to_move(desk: Desk) -> None:
    desk.end()
    for words in (("deadline", "spring", "+1d"), ("extend", "spring", "1d")):
        assert desk.run(*words).both == "Error: the game is over\n"


def test_process_names_the_phase_and_who_is_missing_and_asks(desk: Desk) -> None:
    said = desk.run("process", "spring", typed="n\n")
    assert said.status == 1 and "Judge S1901M of spring now? Missing: ENGLAND, GERMANY." in said.both
    assert desk.json("show", "spring")["phase"] == "S1901M"
    said = desk.run("process", "spring", typed="y\n")
    assert said.status == 0 and "judged; now due: F1901M" in said.out


def test_process_with_yes_or_with_the_phase_does_not_ask(desk: Desk) -> None:
    assert desk.run("process", "spring", "--yes").out == "judged; now due: F1901M\n"
    assert desk.run("process", "spring", "f1901m").status == 0


def test_process_refuses_another_phase_than_the_one_now_due(desk: Desk) -> None:
    said = desk.run("process", "spring", "F1901M")
    assert (said.status, said.both) == (1, "Error: the phase now due is S1901M, not F1901M\n")
    desk.end()
    assert desk.run("process", "spring").both == "Error: the game is over\n"
