"""Creating and opening a database, or failing to: its file mode, and who says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.store.engine import Unavailable
from gm.store.store import Store


@pytest.mark.sqlite
def test_a_new_database_and_all_beside_it_are_for_nobody_elses_eyes(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    made = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.iterdir()}
    store.close()
    assert "gm.sqlite" in made and set(made.values()) == {0}


@pytest.mark.sqlite
def test_a_database_that_is_there_keeps_the_mode_that_the_operator_gave_it(tmp_path: Path) -> None:
    path = tmp_path / "gm.sqlite"
    Store(path).close()
    path.chmod(0o640)
    Store(path).close()
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.sqlite
@pytest.mark.parametrize("place", ["nowhere/gm.sqlite", "."])
def test_where_none_can_be_sqlite_says_so(place: str, tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="unable to open"):
        Store(tmp_path / place)
