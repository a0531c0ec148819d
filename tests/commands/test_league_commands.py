"""The operator runs a league by commands: a class of 21 from its page, faults all at once, and what is shown."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.store import all_sent
from helpers.unpainted import unpainted
from operating import Desk

CLASS = "\n".join(["name,address", *(f"Student {n:02},s{n:02}@far.example" for n in range(1, 22)), ""])


def test_a_class_of_21_is_begun_by_one_command_and_shown_as_one_table(desk: Desk, tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(CLASS, encoding="utf-8")
    with unpainted():
        said = desk.run("league", "new", "class", str(roster), "--rules", "so-long-sucker", "--rounds", "2", "--begin")
        assert said.status == 0 and "21 players" in said.out and "round 1 of 2 has begun: 5 games" in said.out
        assert "round 1 is not over" in desk.run("league", "next", "class").both
        for number in range(1, 6):
            assert desk.run("award", f"class-1-{number}", "RED", "--yes").status == 0
        assert "round 2 of 2 has begun" in desk.run("league", "next", "class").out
    rows = desk.run("league", "show", "class", "--csv").out.splitlines()
    assert rows[0] == "place,name,points,games,byes"
    assert [row.split(",")[0] for row in rows[1:]] == ["1"] * 5 + ["6"] * 16
    told = desk.run("league", "show", "class", "--json").out
    assert "@far.example" not in told and json.loads(told)["draws"][1]["games"] == []
    (tmp_path / "class.json").write_text(told, encoding="utf-8")
    assert desk.run("league", "check", str(tmp_path / "class.json")).out == "1 draw checked, 0 faults\n"
    assert desk.run("league", "show").out == "class\n"
    results = [json.loads(line) for line in desk.run("result").out.splitlines()]
    assert [one["game"] for one in results] == [f"class-1-{number}" for number in range(1, 6)]


def test_all_faults_of_a_roster_are_told_and_nothing_is_done(desk: Desk, tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("Alice,alice\nBob,bob@far.example,Atlantis\n", encoding="utf-8")
    said = desk.run("league", "new", "class", str(roster), "--rules", "so-long-sucker")
    assert said.status == 2
    assert "line 1, column 2 (address)" in said.both and "line 2, column 3 (timezone)" in said.both
    assert desk.run("league", "show").out == "there are no leagues\n"


def test_a_draw_that_is_not_that_of_its_seed_is_found(desk: Desk, tmp_path: Path) -> None:
    draw = {"number": 1, "hash": "0", "players": ["A", "B"], "byes": [], "seed": "1", "games": []}
    told = {"league": "x", "ruleset": "r", "score": "draws", "rounds": 1, "size": 2, "sizes": [2], "over": True,
            "next_hash": "", "draws": [draw], "standings": []}  # fmt: skip
    (tmp_path / "x.json").write_text(json.dumps(told), encoding="utf-8")
    said = desk.run("league", "check", str(tmp_path / "x.json"))
    assert said.status == 1 and "round 1: its hash is not that of its seed" in said.both


def test_who_is_dropped_comes_back_and_a_league_is_forgotten(desk: Desk, tmp_path: Path) -> None:
    roster, one = tmp_path / "roster.csv", tmp_path / "one.csv"
    roster.write_text(CLASS, encoding="utf-8")
    one.write_text("Student 07,seven@far.example\n", encoding="utf-8")
    desk.run("league", "new", "class", str(roster), "--rules", "so-long-sucker")
    assert desk.run("league", "add", "class", str(one)).status == 2
    assert desk.run("league", "drop", "class", "student 07").status == 0
    assert desk.run("league", "add", "class", str(one)).status == 0
    assert len([one for one in desk.store.outbox.all() if one.recipient == "s01@far.example"]) == 1
    assert len([one for one in desk.store.outbox.all() if one.recipient == "seven@far.example"]) == 1
    assert "not sent yet: 22" in desk.run("league", "forget", "class", "--yes").both
    all_sent(desk.store)
    assert desk.run("league", "forget", "class", "--yes").status == 0
    assert b"s01@far.example" not in desk.database.read_bytes()
    assert desk.run("league", "show").out == "there are no leagues\n"
