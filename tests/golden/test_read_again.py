"""Every golden game, read from the store again before each event as after a restart: the journal rebuilds each mail."""

from __future__ import annotations

from pathlib import Path

import pytest
from goldens import Golden
from helpers.unpainted import unpainted

from gm.desk.books.commit import Recent
from gm.desk.books.fsck import check_store
from gm.store.store import Store

GAMES = sorted(path.parent.name for path in Path(__file__).parent.glob("*/game.toml"))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_whether_it_was_read_again_or_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    faults: list[list[str]] = []
    really_close = Store.close

    def close(store: Store) -> None:
        faults.append(check_store(store)[0])
        really_close(store)

    monkeypatch.setattr(Recent, "get", lambda *_: None)
    monkeypatch.setattr(Store, "close", close)
    with unpainted():
        Golden(name).play()
    assert len(GAMES) == 12 and faults == [[]]
