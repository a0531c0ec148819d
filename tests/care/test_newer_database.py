"""Every command refuses a database that a newer version of gm has changed, and does not touch it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from caring import configured, run

from gm.cli import main
from gm.config.loading import Config
from gm.store.schema import NewerDatabase
from gm.store.store import Store

# These use no database, or one of their own; what is restored takes the place of any database (test_backup.py).
WITHOUT = {
    ("league", "check"),
    *((name,) for name in ("demo", "config", "replay", "judge", "verify", "seal", "completion", "restore", "key",
                            "boards", "board", "help")),
}
ARGUMENTS = {
    ("new",): ["payola", "autumn", "--seat", "FRANCE=alice@example.com"],
    ("hand-over",): ["nora@example.com", "--yes"],
    ("observe",): ["spring", "vera@example.com", "--all-seeing", "--yes"],
    ("rollback",): ["spring", "S1901M", "--yes"],
    ("site",): ["pages"],
    ("move",): ["--to", "elsewhere.sqlite"],
}
FIRST_ITS_FILE = {("import",)}  # it may have something to say of that


def commands(group: click.Group, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that can be typed."""
    for name, command in group.commands.items():
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield (*before, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))


COMMANDS = {words: command for words, command in commands(main) if words not in WITHOUT}


def arguments(command: click.Command, folder: Path) -> list[str]:
    """Something for each argument that must be there, and no question asked."""
    given = []
    for param in command.params:
        if isinstance(param, click.Argument) and param.required:
            file = folder / "some-file"
            kinds = {click.types.IntRange: "1", click.types.Path: str(file)}
            chosen = param.type.choices[0] if isinstance(param.type, click.Choice) else "spring"
            given.append(str(kinds.get(type(param.type), chosen)))
            if isinstance(param.type, click.types.Path) and param.type.exists:
                file.touch()
    return [*given, *(["--yes"] if any(param.name == "yes" for param in command.params) else [])]


@pytest.fixture
def newer(tmp_path: Path) -> Config:
    """A configuration whose database has a migration that nobody here knows."""
    config = configured(tmp_path)
    store = Store(config.gm.database)
    store.insert("migrations", name="from-the-future")
    store.change("create table secrets (of text)")
    store.close()
    return config


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_database_of_a_newer_version_is_refused_and_not_touched(
    newer: Config, tmp_path: Path, words: tuple[str, ...]
) -> None:
    before = newer.gm.database.read_bytes()
    given = ARGUMENTS.get(words) or arguments(COMMANDS[words], tmp_path)
    status, said = run(tmp_path, *words, *given)
    assert status in (1, 2) if words in FIRST_ITS_FILE else status == 1, said
    assert words in FIRST_ITS_FILE or "made by a newer version of gm (it has from-the-future)" in said, said
    assert newer.gm.database.read_bytes() == before
    left = {path.name for path in newer.gm.state.iterdir()} - {"gm.sqlite.lock"}
    assert left == {"gm.sqlite"}


def test_it_is_refused_before_anything_is_written(newer: Config) -> None:
    conn = sqlite3.connect(newer.gm.database)
    conn.execute("pragma journal_mode = delete")
    conn.close()
    before = newer.gm.database.read_bytes()
    with pytest.raises(NewerDatabase):
        Store(newer.gm.database)
    assert newer.gm.database.read_bytes() == before


@pytest.mark.parametrize("words", [("games",), ("serve",), ("fsck",)], ids=" ".join)
def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    config = configured(tmp_path)
    config.gm.database.write_text("Dear Sir,\n" * 1000, encoding="utf-8")
    status, said = run(tmp_path, *words)
    assert status == 1 and "the database cannot be used: file is not a database; gm doctor says what to do" in said
    assert config.gm.database.read_text(encoding="utf-8") == "Dear Sir,\n" * 1000
