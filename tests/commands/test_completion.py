"""Completion in the shell: the script, and the names of games and seats, or silently none if nothing can be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from operating import ARGUMENTS, COMMANDS, Desk

from gm.cli import main


def completed(desk: Desk, *words: str) -> list[str]:
    """What the shell offers after these words, the last of which is not ended."""
    *before, incomplete = words
    found = ShellComplete(main, {}, "gm", "_GM_COMPLETE")
    config = ["--config", str(desk.folder / "gm.toml")]
    return [item.value for item in found.get_completions([*config, *before], incomplete)]


CASES: list[tuple[tuple[str, ...], list[str]]] = [
    (("show", ""), ["spring"]),
    (("show", "Sp"), ["spring"]),
    (("show", "x"), []),
    (("show", "spring", "f"), ["FRANCE"]),
    (("tell", "spring", "G"), ["GERMANY"]),
    (("draw", "spring", "FRANCE", "e"), ["ENGLAND"]),
    (("tell", "autumn", ""), []),
    (("process", "spring", ""), ["S1901M"]),
    (("rollback", "spring", "s19"), ["S1901M"]),
    (("process", "autumn", ""), []),
    (("new", "pa"), ["payola"]),
    (("new", "payola", "winter", "--seat", "f"), ["FRANCE="]),
    (("invite", "spring", "x@far.example", "--seat", "R"), ["RUSSIA"]),
    (("seal", "spring", "S1901M", "FR"), ["FRANCE"]),
    (("judge", "diplomacy", "--board", "lo"), ["loeb9", "lo"]),  # the second stands for files
    (("demo", "ground-war", "--play", ""), ["SOUTH", "NORTH"]),
    (("demo", "--play", "a"), ["AUSTRIA"]),
    (("arch", ), ["archive"]),
    (("outbox", "h"), ["hold"]),
    (("completion", ""), ["bash", "zsh", "fish"]),
]  # fmt: skip


@pytest.mark.parametrize(("words", "offered"), CASES, ids=lambda part: " ".join(part) or "(nothing)")
def test_the_shell_offers_what_begins_so(words: tuple[str, ...], offered: list[str], desk: Desk) -> None:
    assert completed(desk, *words) == offered


# What stands on the command line where a ruleset, a board, a game, a phase or a seat may stand.
KINDS = {
    "rules": "payola", "ruleset": "payola", "board": "loeb9", "game": "spring", "in_game": "spring", "phase": "S1901M",
    "seat": "FRANCE", "seats": "FRANCE", "for_seat": "FRANCE", "play": "FRANCE",
}  # fmt: skip
NAMED = [(name, param) for name, command in COMMANDS.items() for param in command.params
         if str(param.name) in KINDS and not getattr(param, "is_flag", False)]  # fmt: skip


@pytest.mark.parametrize(("name", "param"), NAMED, ids=lambda part: str(getattr(part, "name", part)))
def test_whatever_names_something_that_exists_is_completed(name: str, param: click.Parameter, desk: Desk) -> None:
    before: list[str] = []
    for one in COMMANDS[name].params:
        if one is param and isinstance(one, click.Argument):
            break
        if isinstance(one, click.Argument) and one.nargs == 1:
            before.append(KINDS.get(str(one.name), "x"))
    option = [] if isinstance(param, click.Argument) else [param.opts[0]]
    offered = completed(desk, *name.split(), *before, *option, "")
    assert any(word.startswith(KINDS[str(param.name)]) for word in offered), offered


def test_no_argument_names_such_a_thing_under_another_word() -> None:
    words = {"ruleset", "board", "game", "phase", "seat", "seats", "power"}
    for name, command in COMMANDS.items():
        for param in command.params:
            if isinstance(param, click.Argument) and param.name not in KINDS:
                assert not words & {*param.make_metavar(click.Context(command)).lower().strip("[].").split()}, name
    assert {name for name, given in ARGUMENTS.items() if given and "spring" in given} <= {
        name for name, param in NAMED if param.name in ("game", "in_game")
    }


def test_phases_are_offered_from_the_last_to_the_first(desk: Desk) -> None:
    desk.run("process", "spring", "S1901M")
    assert completed(desk, "rollback", "spring", "") == ["F1901M", "S1901M"]
    assert completed(desk, "process", "spring", "") == ["F1901M"]


def test_games_that_are_over_come_last(desk: Desk) -> None:
    desk.end()
    desk.run("new", "payola", "zebra", "--seat", "FRANCE=dora@far.example")
    assert completed(desk, "show", "") == ["zebra", "spring"]


def test_completing_changes_nothing(desk: Desk) -> None:
    desk.store.close()
    before = desk.database.read_bytes()
    assert completed(desk, "show", "") == ["spring"]
    assert desk.database.read_bytes() == before


def test_without_a_database_nothing_is_offered_and_none_is_made(desk: Desk) -> None:
    desk.store.close()
    for path in desk.database.parent.glob("gm.sqlite*"):
        path.unlink()
    assert completed(desk, "show", "") == completed(desk, "tell", "spring", "") == []
    assert not desk.database.exists()


@pytest.mark.parametrize("spoilt", ["gm.toml", "state/gm.sqlite"])
def test_where_nothing_can_be_read_nothing_is_offered(desk: Desk, spoilt: str) -> None:
    desk.store.close()
    (desk.folder / spoilt).write_text("no such thing", encoding="utf-8")
    assert completed(desk, "show", "") == []


def test_without_a_configuration_nothing_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = ShellComplete(main, {}, "gm", "_GM_COMPLETE")
    assert [item.value for item in found.get_completions(["--config", "nowhere.toml", "show"], "")] == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_gm_itself(shell: str, desk: Desk) -> None:
    said = desk.run("completion", shell)
    assert said.status == 0
    assert "_GM_COMPLETE" in said.out and "gm" in said.out


def test_the_program_answers_a_shell_that_asks(desk: Desk) -> None:
    line = f"gm --config {desk.folder / 'gm.toml'} show s"
    done = subprocess.run(
        [sys.executable, "-c", "from gm.cli import main; main(prog_name='gm')"],
        env={"_GM_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": "4", "PATH": ""},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("plain,spring\n", "")
