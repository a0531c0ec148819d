"""Every golden game, read from the store again before each event as after a restart: the journal rebuilds each mail."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.goldengames import Script
from helpers.unpainted import unpainted

from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.store.store import Store

GAMES = sorted(path.parent.name for path in Path(__file__).parent.glob("*/game.toml"))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_whether_it_was_read_again_or_not(name: str, tmp_path: Path) -> None:
    script, store = Script(name), Store(tmp_path / "gm.sqlite")
    run = script.replay(store, Office.forget)
    with unpainted():
        run.run(script.mails, script.acts, None)
    assert len(GAMES) == 12 and run.faults == []
    assert check_store(store) == ([], 1)
    store.close()
