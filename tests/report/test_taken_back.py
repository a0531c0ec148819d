"""A game that was taken back and forward in a replay: the report tells all of it, and agrees with every mailbox."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest
from quickgame import Played, letters, play
from test_verify import machine_part, written

from gm.offline.verify import verify_report
from gm.post.boxes.mbox import read_mbox, write_mbox

UNTIL = datetime(2026, 1, 20, tzinfo=UTC)
PLAYERS = ("ann@one.example", "bob@two.example", "cleo@three.example", "dora@four.example")
STORIES = {
    "back": [("2026-01-12T00:00:00Z", "rollback", "S1901M")],
    "back with its orders": [("2026-01-12T00:00:00Z", "rollback", "S1901M", "with-orders")],
    "back twice": [("2026-01-12T00:00:00Z", "rollback", "F1901M"), ("2026-01-13T00:00:00Z", "rollback", "S1901M")],
    "back and forward": [("2026-01-12T00:00:00Z", "rollback", "S1901M"), ("2026-01-12T01:00:00Z", "forward")],
    "forward after more was judged": [
        ("2026-01-09T00:00:00Z", "rollback", "S1901M"),
        ("2026-01-09T01:00:00Z", "process"),
        ("2026-01-09T02:00:00Z", "forward"),
    ],
}


def told(story: str) -> Played:
    acts = "".join(json.dumps({"at": at, "run": run}) + "\n" for at, *run in STORIES[story])
    return play(letters(), UNTIL, acts)


@pytest.fixture(scope="module", params=STORIES)
def taken_back(request: pytest.FixtureRequest) -> Played:
    return told(request.param)


def test_every_seal_that_was_mailed_opens(taken_back: Played) -> None:
    for address in PLAYERS:
        own = [mail for mail in read_mbox(taken_back.out) if f"To: {address}".encode() in mail.raw]
        assert any(b"The operator has taken" in mail.raw for mail in own)
        mails = b"".join(write_mbox(mail.sender, mail.at, mail.raw) for mail in own)
        verdict = verify_report(taken_back.html, mails)
        assert verdict.faults == () and verdict.published >= 7


def test_each_time_that_a_phase_was_judged_has_its_chapter_with_its_own_orders_and_seals(taken_back: Played) -> None:
    judged = [chapter for chapter in taken_back.disclosure.chapters if chapter.judged]
    for chapter in judged:
        assert len(chapter.of("seals")) == 1
        assert len([seal for seal in chapter.seals if seal.published]) == 7
        assert {seal.time for seal in chapter.seals} == {chapter.time}
    labels = [chapter.label for chapter in taken_back.disclosure.chapters]
    assert len(labels) == len(set(labels))


def test_of_each_phase_at_most_one_judging_counts(taken_back: Played) -> None:
    counting = [chapter.code for chapter in taken_back.disclosure.chapters if chapter.judged and chapter.counts]
    assert len(counting) == len(set(counting))


def test_no_line_of_a_report_is_too_long_and_every_chapter_has_its_place_in_the_page(taken_back: Played) -> None:
    assert max(len(line) for line in taken_back.text.split("\n")) <= 72
    names = re.findall(r' id="([^"]+)"', taken_back.html)
    assert len(names) == len(set(names))
    for chapter in taken_back.disclosure.chapters:
        assert f"{chapter.label} {chapter.title}" in taken_back.text


def test_a_second_published_seal_of_one_judging_is_a_fault() -> None:
    html = told("forward after more was judged").html
    head, facts = machine_part(html)
    forged = re.sub(r'"time": [23]', '"time": 1', json.dumps(facts))
    assert forged != json.dumps(facts)
    faults = verify_report(written(head, json.loads(forged))).faults
    assert any("more than one published seal" in fault for fault in faults)


def test_an_older_report_without_times_is_read_as_ever(played: Played) -> None:
    head, facts = machine_part(played.html)
    older = re.sub(r',\s*"time": 1', "", json.dumps(facts))
    assert older != json.dumps(facts) and verify_report(written(head, json.loads(older)), page=False).ok
