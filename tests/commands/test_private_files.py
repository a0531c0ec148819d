"""What holds sealed orders can be read by nobody but its owner, from the moment it is there."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from operating import Desk

from gm.cli import main

GOLDEN = Path(__file__).parent.parent / "golden" / "pie"

CONFIG = """[gm]
address = "gm@gm.test"
operator = "operator@gm.test"
state = "{state}"
[maildir]
path = "{state}/box"
[smtp]
host = "localhost"
[identity]
authserv_id = "mx.gm.test"
"""


@pytest.fixture(autouse=True)
def open_umask() -> object:
    """An operator whose files everybody may read and write, if they do not say otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_report_of_a_running_game_is_for_its_operator_alone(desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "reports"
    assert desk.run("report", "spring", "--reveal", "--yes", "--out", str(out)).status == 0
    assert {mode(path) for path in (out, out.parent)} == {0o700}
    assert {path.name: mode(path) for path in out.iterdir()} == {
        "spring-report.txt": 0o600, "spring-report.html": 0o600,
    }  # fmt: skip


def test_a_file_that_anybody_may_read_is_replaced_and_not_filled(desk: Desk, tmp_path: Path) -> None:
    there = tmp_path / "spring-report.txt"
    there.write_text("old")
    with there.open() as held:
        assert desk.run("report", "spring", "--reveal", "--yes", "--out", str(tmp_path)).status == 0
        assert held.read() == "old"
    assert mode(there) == 0o600 and there.read_text() != "old"


def test_the_report_of_a_finished_game_is_for_everybody(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("award", "spring", "FRANCE", "--yes").status == 0
    out = tmp_path / "public"
    assert desk.run("report", "spring", "--out", str(out)).status == 0
    assert {mode(path) for path in (out, *out.iterdir())} == {0o777, 0o666}


def test_what_a_replay_writes_is_for_its_owner_alone(tmp_path: Path) -> None:
    out, report = tmp_path / "out.mbox", tmp_path / "report"
    words = ["replay", "--game", str(GOLDEN / "game.toml"), str(GOLDEN / "in.mbox"), "--out", str(out)]
    done = CliRunner().invoke(main, [*words, "--report", str(report)])
    assert done.exit_code == 0, done.output
    assert (mode(report), *(mode(path) for path in (out, *report.iterdir()))) == (0o700, 0o600, 0o600, 0o600)


def test_a_replay_can_write_into_a_pipe(tmp_path: Path) -> None:
    words = ["replay", "--game", str(GOLDEN / "game.toml"), str(GOLDEN / "in.mbox"), "--out", "/dev/null"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert not Path("/dev/null").is_file()


def test_an_export_is_written_into_no_file_of_somebody_else(desk: Desk, tmp_path: Path) -> None:
    out, theirs = tmp_path / "spring.gm", tmp_path / "theirs"
    theirs.touch(0o666)
    out.with_name(f".{out.name}.{os.getpid()}").symlink_to(theirs)  # of this process, as the enemy has guessed
    assert desk.run("export", "spring", str(out)).status == 0
    assert theirs.read_bytes() == b"" and not out.is_symlink()
    assert mode(out) == 0o600 and out.stat().st_size > 0


def test_the_folder_for_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    config = tmp_path / "gm.toml"
    config.write_text(CONFIG.format(state=tmp_path / "deep" / "state"), encoding="utf-8")
    made = CliRunner().invoke(main, ["--config", str(config), "create", "payola", "spring"])
    assert made.exit_code == 0, made.output
    assert {mode(tmp_path / "deep"), mode(tmp_path / "deep" / "state")} == {0o700}
    assert {mode(file) for file in (tmp_path / "deep" / "state").iterdir()} == {0o600}
