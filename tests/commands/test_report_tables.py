"""`gm report --csv` and `--json`: the figures of a report, for programs."""

from __future__ import annotations

import csv
import json
import re
import stat
from pathlib import Path

import pytest
from operating import Desk

import gm.commands.games

FORMATS = (Path(__file__).parent.parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")
NAMES = {"seats", "centres", "treasuries", "income", "paid", "accounts", "bribes", "decisions", "orders"}


def test_every_table_of_a_finished_game_is_a_file(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("award", "spring", "FRANCE", "--yes").status == 0
    said = desk.run("report", "spring", "--csv", str(tmp_path / "tables"))
    assert said.status == 0
    assert {path.stem for path in (tmp_path / "tables").iterdir()} == NAMES
    assert said.out.split() == [str(tmp_path / "tables" / f"{name}.csv") for name in _in_order(said.out)]
    with (tmp_path / "tables" / "seats.csv").open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert {row["seat"] for row in rows} >= {"FRANCE", "ENGLAND"} and not any("@" in row["player"] for row in rows)


def _in_order(text: str) -> list[str]:
    return re.findall(r"(\w+)\.csv", text)


def test_the_tables_of_a_running_game_are_sealed_and_then_for_the_operator_alone(desk: Desk, tmp_path: Path) -> None:
    for wanted in (("--csv", str(tmp_path / "no")), ("--json",)):
        assert desk.run("report", "spring", *wanted).status == 1
    assert not (tmp_path / "no").exists()
    folder = tmp_path / "tables"
    assert desk.run("report", "spring", "--reveal", "--yes", "--csv", str(folder)).status == 0
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_the_same_tables_are_printed_as_one_object(desk: Desk) -> None:
    assert desk.run("award", "spring", "FRANCE", "--yes").status == 0
    facts = json.loads(desk.run("report", "spring", "--json").out)
    assert (facts["schema"], facts["game"], facts["ruleset"]) == ("tables-1", "spring", "payola")
    assert {one["name"] for one in facts["tables"]} == NAMES
    assert all(len(row) == len(one["columns"]) for one in facts["tables"] for row in one["rows"])


def test_the_documents_name_every_table() -> None:
    listed = FORMATS.split("### Its figures as tables")[1].split("### The chain")[0]
    assert {*re.findall(r"`(\w+)`", listed)} >= NAMES


@pytest.mark.parametrize("wanted", [(), ("--json",), ("--csv", "tables")])
def test_a_report_that_cannot_be_made_is_an_error_that_says_where(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wanted: tuple[str, ...]
) -> None:
    assert desk.run("award", "spring", "FRANCE", "--yes").status == 0

    def fails(*_: object) -> None:
        raise ZeroDivisionError("as no report should")

    for name in ("disclose", "read_disclosure"):
        # planted: an error of ours
        monkeypatch.setattr(gm.commands.games, name, fails)
    monkeypatch.chdir(tmp_path)
    said = desk.run("report", "spring", *wanted)
    assert said.status == 1 and not (tmp_path / "tables").exists()
    assert "ZeroDivisionError in test_report_tables.py, line" in said.both and "as no report should" in said.both
