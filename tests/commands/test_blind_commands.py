"""Blind by default: no command shows what is sealed in a running game, unless the operator asks to look."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
import pytest
from helpers.rows import each_row
from operating import ARGUMENTS, COMMANDS, SECRETS, WHY_NOT, Desk, arguments

from gm.desk.file.gamefile import read_game_file
from gm.report.disclosure import disclose

TRIED = [name for name in COMMANDS if ARGUMENTS.get(name) is not None]


def found(text: str) -> list[str]:
    """The secrets that a text tells."""
    return [secret for secret in SECRETS if secret.lower() in text.lower()]


def prepare(name: str, desk: Desk, out: Path) -> None:
    """Make what a command reads."""
    if name == "import":
        assert desk.run("export", "spring", str(out / "spring.gm"), "--remove", "--yes").status == 0
    if name == "restore":
        assert desk.run("backup", str(out / "backup.sqlite")).status == 0


def test_every_command_is_tried_or_it_is_said_why_not() -> None:
    assert [name for name in COMMANDS if name not in ARGUMENTS] == []
    assert [name for name in COMMANDS if name not in TRIED] == list(WHY_NOT)


def test_the_game_on_which_they_are_tried_holds_all_the_secrets(desk: Desk) -> None:
    raw = b"".join(row["raw"] for row in desk.store.rows("select raw from inbox")).decode()
    assert sorted(found(raw)) == sorted(SECRETS)
    entries = "".join(row["data"] for row in desk.store.rows("select data from journal"))
    assert sorted(found(entries)) == sorted({*SECRETS} - {"zanzibar"})


@pytest.mark.parametrize("name", TRIED)
def test_a_command_tells_no_secret(name: str, desk: Desk, tmp_path: Path) -> None:
    prepare(name, desk, tmp_path)
    said = desk.run(*name.split(), *arguments(name, tmp_path))
    assert said.status in (0, 1), said.both
    assert found(said.both) == []


FORMS = [
    (n, form) for n in TRIED for form in ("--json", "--csv")
    if any(form in p.opts and p.is_flag for p in COMMANDS[n].params if isinstance(p, click.Option))
]  # fmt: skip
REFUSED = {"verify", "report", "league show"}  # there is no report, the game is not over, there is no league


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_its_other_forms_tell_no_secret_either(name: str, form: str, desk: Desk, tmp_path: Path) -> None:
    said = desk.run(*name.split(), *arguments(name, tmp_path), form)
    assert said.status == (1 if name in REFUSED else 0), said.both
    assert found(said.both) == []


@each_row("name", TRIED)
def test_a_command_asked_for_help_tells_of_reveal_only_if_it_asks(name: str) -> None:
    options = {option for param in COMMANDS[name].params for option in param.opts}
    assert "--reveal" not in options or "--yes" in options


REVEALING = {"show": ("spring",), "log": ("spring",), "report": ("spring", "--out", "{out}"), "preview": ("spring",)}
SHOWN = {
    "preview": ["A PAR - BUR"],
    "show": ["9173", "FRTIAGE", "A PAR - BUR"],
    "log": ["9173", "FRTIAGE", "A PAR - BUR", "CONCEDE", "dagger", "halberd", "cutlass"],
}
LOOKS = {
    "show": "what everybody has on file",
    "log": "the letters",
    "report": "the report",
    "preview": "what judging S1901M would bring",
}


def test_whatever_can_reveal_is_tested() -> None:
    assert {n for n, c in COMMANDS.items() if "--reveal" in {o for p in c.params for o in p.opts}} == {*REVEALING}


@pytest.mark.parametrize("name", REVEALING)
def test_a_look_asks_first_and_a_no_shows_and_journals_nothing(name: str, desk: Desk, tmp_path: Path) -> None:
    before = desk.store.journal.last_hash("spring")
    words = [word.replace("{out}", str(tmp_path)) for word in REVEALING[name]]
    said = desk.run(name, *words, "--reveal", typed="n\n")
    assert said.status == 1 and "It is journaled" in said.both
    assert found(said.both) == []
    assert desk.store.journal.last_hash("spring") == before
    assert not list(tmp_path.glob("*report*"))


@pytest.mark.parametrize("name", REVEALING)
def test_a_look_is_journaled_and_stands_in_the_report(name: str, desk: Desk, tmp_path: Path) -> None:
    words = [word.replace("{out}", str(tmp_path)) for word in REVEALING[name]]
    said = desk.run(name, *words, "--reveal", typed="y\n")
    assert said.status == 0
    assert sorted(found(said.both)) == sorted(SHOWN.get(name, []))
    entries = list(desk.store.journal.entries("spring"))
    assert " ".join(entries[-1].data["run"]) == f"reveal {LOOKS[name]}"
    looks = disclose(desk.store, "spring")[0].split("LOOKS AT SEALED MATTER\n")[1].split("\n\n")[0]
    assert LOOKS[name] in " ".join(looks.split())


@pytest.mark.parametrize("name", TRIED)
def test_after_the_end_too_nothing_is_told_that_nobody_asks_for(name: str, desk: Desk, tmp_path: Path) -> None:
    prepare(name, desk, tmp_path)
    if name != "import":
        desk.end()
    assert found(desk.run(*name.split(), *arguments(name, tmp_path)).both) == []


def test_after_the_end_a_look_at_what_the_report_has_opened_asks_nothing(desk: Desk) -> None:
    desk.end()
    before = desk.store.journal.last_hash("spring")
    assert "9173" in desk.run("show", "spring", "FRANCE", "--reveal").out
    assert desk.store.journal.last_hash("spring") == before


def test_after_the_end_a_look_at_the_letters_still_asks_and_is_journaled(desk: Desk) -> None:
    desk.end()
    said = desk.run("log", "spring", "--reveal", typed="n\n")
    assert said.status == 1 and found(said.both) == []
    assert "halberd" in desk.run("log", "spring", "--reveal", "--yes").out
    assert list(desk.store.journal.entries("spring"))[-1].data["run"] == ["reveal", "the", "letters"]


def test_a_look_at_one_seat_shows_that_one_alone(desk: Desk) -> None:
    assert found(desk.run("show", "spring", "ENGLAND", "--reveal", "--yes").both) == []
    assert "9173" in desk.run("show", "spring", "france", "--reveal", "--yes").out


def test_a_look_in_json_is_a_look_too(desk: Desk) -> None:
    facts = desk.json("show", "spring", "FRANCE", "--reveal", "--yes")
    assert facts["seats"][0]["filed"] == ["ACCEPT FRTIAGE", "9173 : A PAR - BUR"]
    assert next(row for row in desk.json("log", "spring") if row["kind"] == "operator")["what"].startswith("reveal")


def test_no_command_has_a_way_around_the_question() -> None:
    for name, command in COMMANDS.items():
        for param in command.params:
            assert not (isinstance(param, click.Option) and "reveal" in str(param.envvar or "").lower()), name


CROSS = """[game]
name = "cross"
ruleset = "ground-war"
[options]
scenario = "duel"
[seats]
SOUTH = "alice@far.example"
NORTH = "bob@far.example"
"""


@pytest.fixture
def umpire(desk: Desk) -> Desk:
    """An operator with a war, in which men stand on F2 and on F12."""
    desk.office.open_game(read_game_file(CROSS), datetime.now(UTC).replace(microsecond=0))
    return desk


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_the_true_board_is_shown_only_to_who_says_reveal_and_confirms(umpire: Desk, words: tuple[str, ...]) -> None:
    before = umpire.store.journal.last_hash("cross")
    for more, typed in (((), ""), (("--reveal",), "n\n")):
        said = umpire.run("show", "cross", "--board", *more, *words, typed=typed)
        assert said.status == 1 and "F2 3" not in said.both and "F12 3" not in said.both
    assert umpire.store.journal.last_hash("cross") == before
    said = umpire.run("show", "cross", "--board", "--reveal", *words, typed="y\n")
    assert said.status == 0 and "F2 3" in said.both and "F12 3" in said.both
    assert list(umpire.store.journal.entries("cross"))[-1].data["run"] == ["reveal", "the", "true", "board"]
    looks = disclose(umpire.store, "cross")[0].split("LOOKS AT SEALED MATTER\n")[1].split("\n\n")[0]
    assert "the true board" in " ".join(looks.split())


def test_the_true_board_is_the_whole_one_and_other_games_have_none(umpire: Desk) -> None:
    before = umpire.store.journal.last_hash("cross")
    assert umpire.run("show", "cross", "SOUTH", "--board", "--reveal", "--yes").status == 1
    assert umpire.run("show", "spring", "--board", "--reveal", "--yes").status == 1
    assert umpire.store.journal.last_hash("cross") == before
