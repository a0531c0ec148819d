"""Lets the databases of tests be on a PostgreSQL server: each file that would be one stands for a database there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gm.store import reading, store
from gm.store.engine import Engine
from gm.store.server import Server
from helpers.postgres import Cluster


@contextmanager
def on_postgres() -> Iterator[None]:
    """Open databases on a server for as long as this lasts, but for those in memory."""
    cluster, patch = Cluster(), pytest.MonkeyPatch()
    open_engine, open_to_look = store.open_engine, reading.open_to_look

    def elsewhere(where: Path | str | Server) -> Path | str | Server:
        return where if isinstance(where, Server) or str(where) == ":memory:" else cluster.for_file(Path(where))

    def opened(where: Path | str | Server) -> Engine:
        return open_engine(elsewhere(where))

    def looked_at(where: Path | Server) -> Engine:
        found = elsewhere(where)
        assert not isinstance(found, str)
        return open_to_look(found)

    patch.setattr(store, "open_engine", opened)
    patch.setattr(reading, "open_to_look", looked_at)
    try:
        yield
    finally:
        patch.undo()
        cluster.close()
