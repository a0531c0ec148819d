"""`gm ratings`: a table, JSON and CSV of who has played a ruleset; and what it says without the package."""

from __future__ import annotations

import csv
import io
import sys

import pytest
from operating import Desk


def test_ratings_are_a_table_best_first_and_csv_and_json_have_the_same(desk: Desk) -> None:
    assert desk.run("ratings", "payola").out == "no game of payola counts yet\n"
    assert desk.run("award", "spring", "ENGLAND", "--yes").status == 0
    first, *others = desk.json("ratings", "payola")
    assert first["addresses"] == ["bob@far.example"] and first["rating"] > max(one["rating"] for one in others)
    table = list(csv.DictReader(io.StringIO(desk.run("ratings", "payola", "--csv").out)))
    assert [(row["place"], row["addresses"]) for row in table] == [
        (str(one["place"]), *one["addresses"]) for one in (first, *others)
    ]
    rows = [line.split() for line in desk.run("ratings", "payola").out.splitlines()]
    assert [row[1] for row in rows if row[:1] == ["1"]] == ["bob@far.example"]
    assert desk.json("ratings", "diplomacy") == []


def test_without_the_package_it_says_what_to_install(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)  # planted: the package is missing
    said = desk.run("ratings", "payola")
    assert said.status == 1 and 'pip install "gm-gamemaster[ratings]"' in said.both
