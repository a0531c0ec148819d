"""Before a database of an earlier version is changed it is copied beside itself, or else it is not changed."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import click
import pytest
from caring import configured, contents, run

from gm import __version__
from gm.commands.common import Failed, open_store
from gm.config.loading import Config
from gm.desk.books.fsck import check_store
from gm.store import schema
from gm.store.store import Store
from gm.store.upgrade import copies

DUMP = Path(__file__).parent / "schemas" / "desk.sql"
DONE = "select name from migrations order by name"
LOOKED = "select count(*) from journal where kind = 'looked'"


@pytest.fixture
def older(tmp_path: Path) -> Config:
    """A configuration whose database an earlier version made."""
    config = configured(tmp_path)
    conn = sqlite3.connect(config.gm.database)
    conn.executescript(DUMP.read_text(encoding="utf-8"))
    conn.close()
    return config


def test_a_database_of_an_earlier_version_is_copied_before_it_is_changed_and_the_log_says_so(
    older: Config, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = contents(older.gm.database, DONE)
    assert run(tmp_path, "pause", "spring")[0] == 0
    (kept,) = copies(older.gm.database)
    (said,) = caplog.messages
    assert str(kept) in said and f"brought up to date for gm {__version__}" in said
    assert kept.name.startswith(f"gm.sqlite.before-{__version__}-")
    assert contents(kept, DONE) == before
    assert len(contents(older.gm.database, DONE)) == len(schema.MIGRATIONS) > len(before)
    assert kept.stat().st_mode & 0o777 == 0o600


def test_the_copy_is_made_once_and_stays(older: Config, tmp_path: Path) -> None:
    run(tmp_path, "pause", "spring")
    made = copies(older.gm.database)
    assert run(tmp_path, "resume", "spring")[0] == 0
    assert copies(older.gm.database) == made and len(made) == 1


def test_the_journal_of_a_running_game_notes_the_copy_as_any_other(older: Config, tmp_path: Path) -> None:
    run(tmp_path, "pause", "spring")
    assert contents(older.gm.database, LOOKED) == [(1,)]
    store = Store(older.gm.database)
    assert check_store(store) == ([], 1)
    store.close()


def test_whoever_only_looks_makes_no_copy(older: Config, tmp_path: Path) -> None:
    status, said = run(tmp_path, "list")
    assert status == 1 and "a copy is kept beside it" in said
    assert copies(older.gm.database) == []


def test_a_database_of_this_version_and_a_new_one_are_not_copied(tmp_path: Path) -> None:
    config = configured(tmp_path)
    open_store(config).close()
    open_store(config).close()
    assert copies(config.gm.database) == []


def test_where_a_copy_has_no_room_nothing_is_changed(
    older: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older.gm.database.read_bytes()
    connect = sqlite3.connect

    def full(place: str, **more: Any) -> sqlite3.Connection:
        conn = connect(place, **more)
        if ".part" in place:
            conn.execute("pragma max_page_count = 4")
        return conn

    monkeypatch.setattr(sqlite3, "connect", full)
    status, said = run(tmp_path, "pause", "spring")
    assert status == 1
    assert "could not be copied before it is brought up to date" in said
    assert "database or disk is full. Nothing was changed" in said
    assert older.gm.database.read_bytes() == before
    assert [path.name for path in older.gm.state.iterdir()] == ["gm.sqlite"]


def test_a_copy_of_a_database_that_was_not_changed_after_all_is_removed(
    older: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = next(name for name in schema.MIGRATIONS if (name,) not in contents(older.gm.database, DONE))
    monkeypatch.setattr(schema, "MIGRATIONS", {**schema.MIGRATIONS, first: "insert into nowhere values (1)"})
    with pytest.raises(Failed, match="nowhere"):
        open_store(older)
    assert copies(older.gm.database) == []


def test_several_that_bring_a_database_up_at_the_same_time_make_one_copy(older: Config) -> None:
    def bring_up() -> None:
        try:
            open_store(older).close()
        except click.ClickException as error:
            failed.append(error)

    failed: list[click.ClickException] = []
    all_of_them = [threading.Thread(target=bring_up) for _ in range(4)]
    for one in all_of_them:
        one.start()
    for one in all_of_them:
        one.join()
    assert failed == []
    assert len(copies(older.gm.database)) == 1


def test_the_doctor_names_the_copy(older: Config, tmp_path: Path) -> None:
    run(tmp_path, "pause", "spring")
    (kept,) = copies(older.gm.database)
    _, said = run(tmp_path, "doctor")
    assert f"{kept} is the database before an upgrade" in said
