"""A game in which much is secret, played by mail up to the middle of its first phase; each test gets a copy of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from operating import CONFIG, Desk, play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a configuration, and a database in which the game `spring` runs and waits for letters."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "gm.toml").write_text(CONFIG, encoding="utf-8")
    (folder / "state").mkdir()
    play(folder / "state" / "gm.sqlite")
    return folder


@pytest.fixture
def desk(played: Path, tmp_path: Path) -> Iterator[Desk]:
    """The operator in front of a copy of that folder."""
    folder = tmp_path / "desk"
    shutil.copytree(played, folder)
    made = Desk(folder)
    yield made
    made.store.close()
