"""What was read still stands as long as the stamp is the same: nobody else has written, and nothing was undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm.store.engine import StoreError
from gm.store.store import Store


def stamp_of(store: Store) -> object:
    with store.transaction():
        return store.stamp


@pytest.mark.sqlite
def test_what_we_change_ourselves_leaves_the_stamp(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    before = stamp_of(store)
    with store.transaction():
        store.facts.keep("a fact", "1")
    assert stamp_of(store) is before


def test_what_another_process_changes_makes_another_stamp(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "gm.sqlite"), Store(tmp_path / "gm.sqlite")
    before = stamp_of(store)
    with other.transaction():
        other.facts.keep("a fact", "1")
    assert stamp_of(store) is not before


def test_what_is_undone_makes_another_stamp_even_if_the_rest_stands(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    with store.transaction():
        before = store.stamp
        with pytest.raises(ZeroDivisionError), store.transaction():
            store.facts.keep("a fact", str(1 // 0))
        assert store.stamp is not before


def test_outside_a_transaction_nothing_can_be_relied_on(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    assert store.stamp is not store.stamp


@pytest.mark.sqlite
def test_a_commit_that_fails_makes_another_stamp_and_leaves_nothing_open(tmp_path: Path) -> None:
    """SQLite finds out at the end that something is wrong, as on a full disk."""
    store = Store(tmp_path / "gm.sqlite")
    store.conn.execute("pragma foreign_keys = on")
    store.conn.execute("create table parent (id integer primary key)")
    store.conn.execute(
        "create table child (parent integer references parent (id) deferrable initially deferred)"
    )
    before = stamp_of(store)
    with pytest.raises(StoreError), store.transaction():
        store.conn.execute("insert into child values (1)")
    assert not store.conn.in_transaction and stamp_of(store) is not before
    assert store.conn.execute("select count(*) from child").fetchone() == (0,)
