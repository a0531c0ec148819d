"""What the operator's terminal shows besides words: CSV for spreadsheets, colours, and what takes long."""

from __future__ import annotations

import csv
import io
import json
import threading
import time
from contextlib import redirect_stderr
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner, Result
from operating import COMMANDS, Desk, arguments

from gm.cli import main
from gm.commands import progress as at_work
from gm.commands.progress import progress
from gm.commands.tables import echo_csv
from gm.doctor.finding import Finding, bad, ok, skip, warn

RED, GREEN, BOLD, ESCAPE = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b["
SPREADSHEETS = [
    name for name, command in COMMANDS.items()
    if any("--csv" in p.opts and p.is_flag for p in command.params if isinstance(p, click.Option))
]  # fmt: skip


def rows(text: str) -> list[dict[str, str]]:
    """What a spreadsheet reads."""
    return list(csv.DictReader(io.StringIO(text)))


# -- CSV -------------------------------------------------------------------------------------------------------------


def test_every_command_that_prints_a_table_has_csv() -> None:
    assert SPREADSHEETS == ["list", "league show", "show", "seats", "ratings", "persons", "log", "inbox", "outbox"]


# The standings of a league have their own test, and nobody is rated before a game is over.
@pytest.mark.parametrize("name", [name for name in SPREADSHEETS if name not in ("league show", "ratings")])
def test_csv_has_the_same_rows_and_fields_as_json(name: str, desk: Desk, tmp_path: Path) -> None:
    given = [*name.split(), *arguments(name, tmp_path)]
    told = desk.json(*given)
    facts = told["seats"] if isinstance(told, dict) else told
    table = rows(desk.run(*given, "--csv").out)
    assert len(table) == len(facts) > 0
    assert set(table[0]) == {key for row in facts for key in row}
    first = {key: value for key, value in facts[0].items() if isinstance(value, str)}
    assert {key: table[0][key] for key in first} == first


def test_people_without_a_seat_stand_below_the_seats(desk: Desk) -> None:
    desk.run("create", "payola", "winter")
    desk.run("invite", "winter", "dora@far.example", "--name", "Dora")
    found = rows(desk.run("seats", "winter", "--csv").out)
    assert [(row["seat"], row["name"], row["address"]) for row in found[-1:]] == [("", "Dora", "dora@far.example")]
    assert found[-1]["role"] and found[0]["role"] == ""


def test_what_is_on_file_stands_in_one_cell_a_line_for_each(desk: Desk) -> None:
    (row,) = rows(desk.run("show", "spring", "FRANCE", "--reveal", "--yes", "--csv").out)
    assert "9173 : A PAR - BUR" in row["filed"].split("\n")


def test_a_board_is_no_table(desk: Desk) -> None:
    said = desk.run("show", "spring", "--board", "--reveal", "--csv")
    assert (said.status, "--csv has the seats" in said.both) == (2, True)


class Cells(msgspec.Struct):
    """A row with a cell of each kind."""

    name: str
    lines: list[str]
    parts: dict[str, int] | None
    yes: bool


def test_what_a_spreadsheet_would_carry_out_gets_an_apostrophe(capsys: pytest.CaptureFixture[str]) -> None:
    echo_csv([Cells('=HYPERLINK("x")', ["+1", "a, b"], {"n": 1}, True), Cells("a\x1b[31m\nb", [], None, False)])
    first, second = rows(capsys.readouterr().out)
    assert first == {"name": "'=HYPERLINK(\"x\")", "lines": "'+1\na, b", "parts": '{"n":1}', "yes": "true"}
    assert second == {"name": "a[U+001B][31m[U+000A]b", "lines": "", "parts": "", "yes": "false"}


def test_no_rows_are_no_lines(desk: Desk) -> None:
    assert desk.run("list", "--over", "--csv").out == ""


# -- JSON ------------------------------------------------------------------------------------------------------------


def test_verify_says_as_json_what_it_found_and_ends_with_the_same_status(desk: Desk, tmp_path: Path) -> None:
    desk.end()
    desk.run("report", "spring", "--out", str(tmp_path))
    page = tmp_path / "spring-report.html"
    said = desk.run("verify", str(page), "--json")
    found = json.loads(said.out)
    assert (said.status, found["ok"], found["game"], found["faults"]) == (0, True, "spring", [])
    assert found["seals"] > 0
    page.write_text(page.read_text(encoding="utf-8").replace("9173", "9174"), encoding="utf-8")
    said = desk.run("verify", str(page), "--json")
    found = json.loads(said.out)
    assert (said.status, found["ok"]) == (1, False) and found["faults"]
    assert all(fault in desk.run("verify", str(page)).both for fault in found["faults"])


# -- colours ---------------------------------------------------------------------------------------------------------


def coloured(desk: Desk, *words: str, **environment: str) -> Result:
    """What a command says on a terminal with colours."""
    command = ["--config", str(desk.folder / "gm.toml"), *words]
    return CliRunner(env={"NO_COLOR": "", **environment}).invoke(main, command, color=True)


def test_the_head_of_a_table_and_an_error_have_colours_on_a_terminal(desk: Desk) -> None:
    said = coloured(desk, "seats", "spring").output
    head = said.split("\n")[0]
    assert head.startswith(BOLD) and "seat" in head and said.count(ESCAPE) == 2
    assert coloured(desk, "seats", "sprang").output.startswith(f"{RED}Error:")
    assert f"{GREEN}0 differences" in coloured(desk, "fsck").output


@pytest.mark.parametrize("words", [("seats", "spring"), ("seats", "sprang"), ("fsck",)])
def test_who_sets_no_color_gets_none_nor_does_a_pipe(words: tuple[str, ...], desk: Desk) -> None:
    plain = desk.run(*words).both
    assert ESCAPE not in plain
    assert coloured(desk, *words, NO_COLOR="1").output == plain


def test_the_levels_of_the_doctor_have_their_colours(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Finding] = [ok("a", "well"), warn("b", "odd", "look"), bad("c", "broken", "mend"), skip("d", "unknown")]

    async def checked(*_: object) -> list[Finding]:
        return found

    monkeypatch.setattr("gm.commands.care.check_up", checked)  # planted: something of each level to find
    said = coloured(desk, "doctor").output.split("\n")
    assert [line[:5] for line in said if ESCAPE in line] == [GREEN, "\x1b[33m", RED]


# -- what takes long ---------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Something written to that may be a terminal; it notes when a line has been written."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal, self.told = terminal, threading.Event()

    def isatty(self) -> bool:
        return self.terminal

    def flush(self) -> None:
        self.told.set()


def said_while_at_work(monkeypatch: pytest.MonkeyPatch, terminal: bool, patience: float) -> str:
    """What is said on stderr during a piece of work that lasts until something was said, if something is to be."""
    stream = Terminal(terminal)
    # time: how long it says nothing, and how often it looks
    monkeypatch.setattr(at_work, "PATIENCE", patience)
    monkeypatch.setattr(at_work, "EVERY", 0.01)
    with redirect_stderr(stream), progress("rebuilding games") as say:
        say("rebuilding spring")
        if terminal and not patience:
            while "spring" not in stream.getvalue():
                assert stream.told.wait(30)
                stream.told.clear()
        else:
            time.sleep(0.02)
    return stream.getvalue()


def test_a_terminal_is_told_what_takes_long_and_the_line_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    said = said_while_at_work(monkeypatch, terminal=True, patience=0)
    assert said.startswith("\rrebuilding ") and "rebuilding spring, 0 s" in said
    assert said.rsplit("\r", 2)[1].isspace() and said.endswith("\r")


def test_what_is_done_soon_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said_while_at_work(monkeypatch, terminal=True, patience=600) == ""


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said_while_at_work(monkeypatch, terminal=False, patience=0) == ""
