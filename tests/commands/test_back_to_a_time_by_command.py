"""`gm rollback --before` as the operator types it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from operating import Desk

from gm.commands import journal, rolling
from gm.commands.when import past_time
from gm.desk.time.times import in_words

LATER = datetime.now(UTC).replace(second=0, microsecond=0) + timedelta(hours=2)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((), 2, "give a phase or --before"),
        (("S1901M", "--before", "20:00"), 2, "give a phase or --before"),
        (("--before", "20:00", "--with-orders"), 2, "what was on file before a time always comes along"),
        (("--before", "soon"), 2, "expected a time such as 2026-02-01T18:00Z"),
        (("--before", "2999-01-01T00:00Z"), 2, "that time has not come yet"),
        (("--before", "1999-01-01T00:00Z"), 1, "no phase ran before that time"),
    ],
)
def test_what_is_no_time_gone_by_is_told_and_nothing_happens(
    words: tuple[str, ...], status: int, said: str, desk: Desk
) -> None:
    before = desk.store.journal.last_hash("spring")
    done = desk.run("rollback", "spring", *words, "--yes")
    assert done.status == status and said in " ".join(done.both.split())
    assert desk.store.journal.last_hash("spring") == before


def test_the_time_is_said_again_before_anything_is_done(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rolling, "now", lambda: LATER)  # time: the hour of the command
    desk.office.operate("spring", ["act", "FRANCE", "7 : A PAR - PIC"], LATER - timedelta(minutes=30))
    moment = LATER - timedelta(minutes=40)
    words = ("rollback", "spring", "--before", f"{moment:%Y-%m-%d %H:%MZ}")
    asked = desk.run(*words, typed="n\n")
    assert asked.status == 1
    assert f"Take spring back to how it stood before {in_words(moment, 'Europe/Paris')}?" in asked.both
    done = desk.run(*words, typed="y\n")
    assert done.status == 0 and f"spring is back at how it stood before {in_words(moment, 'Europe/Paris')}" in done.both
    shown = desk.run("show", "spring", "--reveal", "--yes").both
    assert "A PAR - BUR" in shown and "A PAR - PIC" not in shown
    asked = desk.run("forward", "spring", typed="n\n")
    assert f"Undo the rollback of {in_words(LATER, 'Europe/Paris')}? spring stands in S1901M again" in asked.both


def test_a_time_of_the_log_is_one_that_can_be_named(desk: Desk) -> None:
    told = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+\d\d:\d\d", desk.run("log", "spring").out)
    entries = desk.json("log", "spring")
    assert len(told) == len(entries)
    times = [datetime.fromisoformat(one["at"]) for one in entries]
    assert [past_time(time, LATER, "Europe/Paris") for time in told] == times
    # Whoever leaves out how far that is from UTC is understood all the same.
    assert [past_time(time[:-6], LATER, "Europe/Paris") for time in told] == times


def test_the_log_shows_the_entries_before_a_time_as_it_shows_times(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "now", lambda: LATER)  # time: the hour of the command
    desk.office.operate("spring", ["pause"], LATER)
    entries = desk.json("log", "spring")
    *_, last = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", desk.run("log", "spring").out)
    before = desk.json("log", "spring", "--before", last)
    assert before == entries[:-1] and entries[-1]["what"] == "pause"
    assert desk.json("log", "spring", "--last", "1", "--before", last) == entries[-2:-1]
    said = desk.run("log", "spring", "--before", "soon")
    assert said.status == 2 and said.both == (
        'Error: expected a time such as 2026-02-01T18:00Z or "Fri 20:00"\nTry: gm help log\n'
    )
