"""The report tells who voted how and when, what was taken back too; while a game runs nobody learns of it."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.livetable import LiveTable
from helpers.seventable import ADDRESS, SevenTable
from helpers.told import all_kinds

from gm.offline.verify import verify_report
from gm.report.disclosure import disclose
from gm.report.machine import read_part, write_part

SECOND = Path(__file__).parents[2] / "docs" / "verify.py"
SCRIPT = '<script type="application/json" id="disclosure">'
THREE = ("ENGLAND", "FRANCE", "GERMANY")
AMONG = "VOTE DRAW AMONG ENGLAND, FRANCE"
Facts = dict[str, Any]

found = importlib.util.spec_from_file_location("second_verifier", SECOND)
assert found and found.loader
second = importlib.util.module_from_spec(found)
found.loader.exec_module(second)


def voted(votes: dict[str, str]) -> SevenTable:
    table = SevenTable(played=THREE)
    for seat, vote in votes.items():
        table.tell(seat, vote)
    return table


def in_report(table: SevenTable) -> tuple[str, str]:
    """The report, once as text and once as a page, each on one line without its times."""
    text, page = table.report()
    assert verify_report(page, table.mbox(ADDRESS["ENGLAND"])).ok
    body = re.sub(r"<[^>]*>", "", page.partition("<body")[2])
    return " ".join(re.sub(r"\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)?", "", text).split()), " ".join(body.split())


def test_the_report_tells_every_vote_also_those_that_were_taken_back_or_ended() -> None:
    table = voted({"ENGLAND": AMONG, "FRANCE": "VOTE CONCEDE TO GERMANY", "GERMANY": "VOTE DRAW"})
    table.tell("ENGLAND", AMONG)  # again: it stands already
    table.tell("ENGLAND", "VOTE DRAW AMONG ENGLAND FRANCE GERMANY")
    table.tell("FRANCE", "NOVOTE")
    table.tell("FRANCE", "NOVOTE")
    table.judge()
    table.pass_on("GERMANY")
    table.tell("FRANCE", "VOTE DRAW")
    table.operate("abort")
    said = [
        "England voted for a draw among England and France", "France voted to concede to Germany",
        "Germany voted for a draw", "England voted for a draw among England, France and Germany",
        "France took the vote back", "Germany left, and the vote with them", "France voted for a draw",
    ]  # fmt: skip
    for form in in_report(table):
        at = 0
        for one in said:
            at = form.index(one, at) + 1
        assert form.count("England voted") == 2 and form.count("took the vote back") == 1
    table.check()


def test_the_report_of_a_live_game_tells_who_voted_to_end_it() -> None:
    table = LiveTable()
    for hour, seat, line in ((1, "1", "VOTE END"), (2, "2", "VOTE END"), (3, "2", "UNVOTE END"), (4, "3", "VOTE END")):
        table.say(hour, seat, line)
    for form in disclose(table.office.store, "spring")[:2]:
        found = " ".join(re.sub(r"<[^>]*>", "", form).split())
        for one in ("Player 1 voted to end the game", "Player 2 took the vote back", "Player 3 voted to end the game"):
            assert one in found
    table.check()


def test_while_a_game_runs_nobody_is_told_more_because_of_a_vote() -> None:
    mails = []
    for vote in ("VOTE DRAW", "VOTE CONCEDE TO GERMANY"):
        table = voted({"FRANCE": vote})
        table.watch()
        table.tell("GERMANY", "STATUS", "SHOW", "HISTORY")
        table.judge()
        for seat in THREE:
            assert "voterecord" not in all_kinds(table, seat)
        mails.append([re.sub(rb"[0-9a-f]{32}", b"", one.as_bytes()) for one in table.mails(ADDRESS["GERMANY"])])
    assert mails[0] == mails[1]


CHANGES: dict[str, Callable[[list[Facts]], list[Facts]]] = {
    "hidden": lambda votes: votes[:-1],
    "another": lambda votes: [*votes[:-1], {**votes[-1], "body": {**votes[-1]["body"], "vote": "END"}}],
    "of another": lambda votes: [*votes[:-1], {**votes[-1], "body": {**votes[-1]["body"], "seat": "ITALY"}}],
    "twice": lambda votes: [*votes, votes[-1]],
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_vote_that_the_report_hides_or_changes_is_found_by_both_verifiers(what: str) -> None:
    _, page = voted(dict.fromkeys(THREE, "VOTE DRAW")).report()
    assert verify_report(page).ok and second.faults_of(page, []) == []
    head, _, rest = page.rpartition(SCRIPT)
    machine, _, below = rest.partition("</script>")
    data = read_part(machine)
    for chapter in data["page"]["chapters"]:
        others = [fact for fact in chapter["facts"] if fact["kind"] != "voterecord"]
        if votes := [fact for fact in chapter["facts"] if fact["kind"] == "voterecord"]:
            chapter["facts"] = sorted([*others, *CHANGES[what](votes)], key=lambda fact: fact["n"])
    changed = f"{head}{SCRIPT}{write_part(data)}</script>{below}"
    assert any("what happened" in fault for fault in verify_report(changed, page=False).faults)
    assert second.faults_of(changed, [])
