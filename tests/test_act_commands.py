"""The commands with which the operator acts on a running game, as they type them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from gm.cli import main

CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
[imap]
host = "imap.example.org"
user = "gm"
[smtp]
host = "smtp.example.org"
"""


class Desk:
    """A folder with a configuration and a game, and the operator in front of it."""

    def __init__(self, folder: Path) -> None:
        self.config = folder / "gm.toml"
        self.config.write_text(CONFIG, encoding="utf-8")
        seats = ("--seat", "FRANCE=alice@example.com", "--seat", "ENGLAND=bob@example.com")
        assert self.run("new", "payola", "spring", *seats)[0] == 0

    def run(self, *words: str, typed: str = "") -> tuple[int, str]:
        """Run `gm` with these words and this on its standard input: exit status, and all that it says."""
        command = ["--config", str(self.config), *words]
        done = CliRunner().invoke(main, command, input=typed, catch_exceptions=False)
        return done.exit_code, done.output


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_game_is_paused_shown_so_and_resumed(desk: Desk) -> None:
    assert desk.run("pause", "spring") == (0, "spring is paused; gm resume spring sets it going again\n")
    assert "PAUSED since" in desk.run("show", "spring")[1]
    status, said = desk.run("deadline", "spring", "+1d")
    assert status == 1 and "paused; resume it first" in said
    assert desk.run("resume", "spring")[1].startswith("S1901M is now due ")
    assert "PAUSED" not in desk.run("show", "spring")[1]


@pytest.mark.parametrize("words", [("announce", "spring"), ("tell", "spring", "france"), ("act", "spring", "FRANCE")])
def test_a_text_comes_from_the_command_line_or_from_the_standard_input(words: tuple[str, ...], desk: Desk) -> None:
    assert desk.run(*words, "4 : A PAR - BUR")[0] == 0
    assert desk.run(*words, typed="4 : A PAR - BUR\n2 : A MAR H\n")[0] == 0
    assert desk.run("outbox")[1].count("spring/FRANCE") == 3
    status, said = desk.run(*words, typed="\n")
    assert status == 1 and "there is no text" in said


def test_a_letter_in_a_players_name_is_on_file(desk: Desk) -> None:
    assert desk.run("show", "spring")[1].split("FRANCE")[1].split()[0] == "MISSING"
    desk.run("act", "spring", "FRANCE", typed="ACCEPT FAEGIRT\n4 : A PAR - BUR\n")
    assert desk.run("show", "spring")[1].split("FRANCE")[1].split()[0] == "in"


@pytest.mark.parametrize(
    "words", [("award", "spring", "FRANCE"), ("draw", "spring", "FRANCE", "ENGLAND"), ("abort", "spring")]
)
def test_ending_a_game_asks_first(words: tuple[str, ...], desk: Desk) -> None:
    status, said = desk.run(*words, typed="n\n")
    assert status == 1 and "End spring now?" in said
    assert "over:" not in desk.run("show", "spring")[1]
    assert desk.run(*words, "--yes")[1].startswith("spring is over: the operator")
    assert "over:" in desk.run("show", "spring")[1]


def test_a_game_or_a_seat_that_is_not_there_is_told(desk: Desk) -> None:
    for words in (("pause", "autumn"), ("abort", "autumn"), ("tell", "spring", "SPAIN", "hello")):
        status, said = desk.run(*words)
        assert status == 1 and "there is no" in said


@pytest.mark.parametrize(
    "words", [("resign", "spring", "france"), ("replace", "spring", "FRANCE", "carol@example.org")]
)
def test_nobody_loses_his_seat_before_the_operator_is_asked(words: tuple[str, ...], desk: Desk) -> None:
    status, said = desk.run(*words, typed="n\n")
    assert status == 1 and "FRANCE" in said
    assert "alice@example.com" in desk.run("seats", "spring")[1]
    assert desk.run(*words, "--yes")[0] == 0
    assert "alice@example.com" not in desk.run("seats", "spring")[1]


def test_a_vacant_seat_is_given_away_without_a_question(desk: Desk) -> None:
    status, said = desk.run("replace", "spring", "italy", "carol@example.org")
    assert (status, said) == (0, "ITALY is now played by carol@example.org\n")


@pytest.mark.parametrize(
    ("words", "said"), [((), "nobody would play it"), (("--seat", "FRANC=alice@example.com"), "seats.FRANC")]
)
def test_a_game_with_no_or_a_wrong_seat_never_begins(words: tuple[str, ...], said: str, desk: Desk) -> None:
    status, told = desk.run("new", "payola", "autumn", *words)
    assert status == 2 and said in told and "line " not in told
    assert "autumn" not in desk.run("list")[1]


@pytest.mark.parametrize("change", ["-12h", "-90m", "+1d"])
def test_a_deadline_is_moved_by_a_change_whatever_its_letters(change: str, desk: Desk) -> None:
    """-h asks other commands for help."""
    before = desk.run("show", "spring")[1]
    status, said = desk.run("deadline", "spring", change)
    assert status == 0 and said.startswith("S1901M is now due ") and desk.run("show", "spring")[1] != before


def test_the_help_of_deadline_is_there(desk: Desk) -> None:
    assert "gm deadline spring -12h" in desk.run("deadline", "--help")[1]


def test_a_new_database_is_for_nobody_elses_eyes(desk: Desk, tmp_path: Path) -> None:
    (database,) = tmp_path.rglob("gm.sqlite")
    assert database.stat().st_mode & 0o077 == 0
