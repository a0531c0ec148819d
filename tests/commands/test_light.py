"""What only looks is light: commands are loaded when called, and nothing is written, migrated or loaded in vain."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import msgspec
import pytest
from helpers.rows import each_row
from operating import Desk

from gm import commands
from gm.cli import COMMANDS, main
from gm.desk.books.glances import glance_of
from gm.desk.game.glance import Glance
from gm.store.reading import OlderDatabase, open_to_look
from gm.store.schema import MIGRATIONS

LISTED = [one for names in COMMANDS.values() for one in names]
# What no command needs that only looks: the desk, the rules of games, reading and writing mail, and what they need.
HEAVY = (
    "gm.desk.office", "gm.desk.game.game", "gm.desk.mails", "gm.desk.commands", "gm.desk.entries", "gm.report",
    "gm.serve", "gm.demo", "gm.offline", "gm.draw", "gm.rules.payola", "gm.rules.provinces", "gm.post.inbound.letter",
    "gm.post.outbound.smtp", "gm.post.boxes", "lark", "jinja2", "asyncio", "ssl", "email", "cryptography", "aiosmtplib",
    "pymap", "dkim", "dns", "pyrage", "multiprocessing", "prometheus_client", "http",
)  # fmt: skip
LOOKING = [
    "list", "list --all --json", "show spring", "show spring FRANCE --csv", "seats spring", "log spring", "inbox",
    "outbox --all",
]  # fmt: skip
HELPS = ["--help", "--version", "list --help", "show --help", "seats --help"]
SEEN = """import sys
from gm.cli import main
try:
    main()
finally:
    sys.stderr.write("\\n".join(sorted(sys.modules)))
"""


@each_row("one", LISTED)
@each_row("room", [30, 45, 60, 80, 200])
def test_the_list_of_commands_says_what_each_says_itself(one: click.Command, room: int) -> None:
    command = main.get_command(None, one.name)  # type: ignore[arg-type]
    assert command is not None
    assert (command.name, command.get_short_help_str(room)) == (one.name, one.short(room))  # type: ignore[attr-defined]


def test_every_command_of_a_module_is_listed() -> None:
    found = set()
    for path in Path(commands.__path__[0]).glob("*.py"):
        module = import_module(f"gm.commands.{path.stem}")
        for name, value in vars(module).items():
            if isinstance(value, click.Command) and getattr(value.callback, "__module__", "") == module.__name__:
                found.add((f"{path.stem}:{name}", value))
    inner = {one for _, group in found if isinstance(group, click.Group) for one in group.commands.values()}
    assert {where for where, one in found if one not in inner} == {one.where for one in LISTED}


def loaded(desk: Desk, words: str) -> set[str]:
    """The modules that are loaded once `gm` with these words is done."""
    command = [sys.executable, "-c", SEEN, "--config", str(desk.folder / "gm.toml"), *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "80"}, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [*LOOKING, *HELPS])
def test_what_only_looks_loads_nothing_that_it_does_not_need(desk: Desk, words: str) -> None:
    modules = loaded(desk, words)
    assert [name for name in HEAVY if any(f"{one}.".startswith(f"{name}.") for one in modules)] == []


def test_what_shows_sealed_matter_loads_the_desk(desk: Desk) -> None:
    assert {"gm.desk.office", "gm.rules.payola", "lark"} <= loaded(desk, "show spring --reveal --yes")


@pytest.mark.parametrize("words", LOOKING)
def test_what_only_looks_writes_nothing_and_leaves_no_file(desk: Desk, words: str) -> None:
    desk.store.close()
    before = {path.name: path.read_bytes() for path in desk.database.parent.iterdir()}
    desk.database.chmod(0o400)
    assert desk.run(*words.split()).status == 0
    assert {path.name: path.read_bytes() for path in desk.database.parent.iterdir()} == before


@pytest.mark.parametrize("words", ["list", "list --json", "show spring", "seats spring", "log spring"])
def test_how_a_game_stands_is_the_same_where_it_is_not_kept_yet(desk: Desk, words: str) -> None:
    kept = desk.run(*words.split())
    desk.store.change("update games set glance = ''")
    assert desk.run(*words.split()) == kept
    desk.office.books.glance_at_all()
    assert desk.store.games.not_glanced() == []
    assert desk.run(*words.split()) == kept


def test_how_a_game_stands_is_kept_with_every_entry(desk: Desk) -> None:
    def kept() -> Glance:
        return msgspec.json.decode(desk.store.games.glance("spring") or "", type=Glance)

    acts = (
        ["pause", "spring"], ["resume", "spring"], ["deadline", "spring", "+1d"],
        ["act", "spring", "ENGLAND", "WAIT"], ["process", "spring", "S1901M"], ["abort", "spring", "--yes"],
    )  # fmt: skip
    for words in acts:
        before = kept()
        assert desk.run(*words).status == 0
        desk.office.forget()
        assert kept() == glance_of(desk.office.game("spring"))
        assert kept() != before, words


def test_a_database_that_needs_a_migration_is_not_changed_and_it_is_said_what_to_do(desk: Desk) -> None:
    desk.store.close()
    conn = sqlite3.connect(desk.database)
    last = [*MIGRATIONS][-1]
    conn.execute("delete from migrations where name = ?", [last])
    conn.commit()
    conn.execute("pragma journal_mode = delete")
    conn.close()
    before = desk.database.read_bytes()
    said = desk.run("list")
    assert said.status == 1 and "earlier version of gm" in said.both and "gm serve brings it up to date" in said.both
    assert desk.database.read_bytes() == before


def test_without_a_database_nothing_is_there_and_none_is_made(desk: Desk) -> None:
    desk.store.close()
    shutil.rmtree(desk.database.parent)
    assert desk.run("list").out == "no game runs\n"
    assert desk.run("show", "spring").status == 1
    assert not desk.database.parent.exists()


def test_what_a_killed_daemon_left_in_the_write_ahead_log_is_seen(desk: Desk, tmp_path: Path) -> None:
    desk.run("pause", "spring")
    for name in ("gm.sqlite", "gm.sqlite-wal"):
        shutil.copy(desk.database.parent / name, tmp_path / name)
    conn = open_to_look(tmp_path / "gm.sqlite")
    (glance,) = conn.execute("select glance from games").fetchone()
    conn.close()
    assert msgspec.json.decode(glance, type=Glance).clock.paused is not None


def test_no_database_of_gms_is_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / "gm.sqlite").write_bytes(b"")
    with pytest.raises(OlderDatabase):
        open_to_look(tmp_path / "gm.sqlite")
