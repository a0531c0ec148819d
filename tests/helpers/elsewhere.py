"""Lets the databases of tests be on a PostgreSQL server: each file that would be one, and each store in memory, stands
for a database there.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gm.desk.books import exchange
from gm.store import reading, store
from gm.store.engine import Engine
from gm.store.server import Server
from gm.store.store import Store
from helpers.postgres import Cluster

MEMORY = ":memory:"
MOST = 20  # databases that may wait for the garbage collector


class _Passing:
    """Databases that stand for those in memory: each is used again soon after nobody has its engine any more."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.made = cluster, 0
        self.left: list[str] = []

    def named(self) -> tuple[str, Server]:
        """An empty one, and its name."""
        if not self.left and self.made and self.made % MOST == 0:
            gc.collect()
        if self.left:
            name = self.left.pop()
            self.cluster.empty(name)
            return name, Server(self.cluster.url(name), Path(MEMORY))
        self.made += 1
        name = f"m{self.made}"
        return name, self.cluster.copied(name, Path(MEMORY))

    def watch(self, name: str, engine: Engine) -> None:
        """Notice when nobody has the engine of that one any more."""
        weakref.finalize(engine, self.left.append, name).atexit = False


@contextmanager
def on_postgres() -> Iterator[None]:
    """Open databases on a server for as long as this lasts. What gm itself has in memory stays there."""
    cluster, patch = Cluster(), pytest.MonkeyPatch()
    passing = _Passing(cluster)
    open_engine, open_to_look = store.open_engine, reading.open_to_look

    def opened(where: Path | str | Server) -> Engine:
        if isinstance(where, Server):
            return open_engine(where)
        if str(where) != MEMORY:
            return open_engine(cluster.for_file(Path(where)))
        name, server = passing.named()
        engine = open_engine(server)
        passing.watch(name, engine)
        return engine

    def looked_at(where: Path | Server) -> Engine:
        return open_to_look(where if isinstance(where, Server) else cluster.for_file(where))

    def in_memory(where: str) -> Store:
        with pytest.MonkeyPatch.context() as as_ever:
            as_ever.setattr(store, "open_engine", open_engine)  # network: what gm has in memory stays here
            return Store(where)

    # network: databases are on a server
    patch.setattr(store, "open_engine", opened)
    patch.setattr(reading, "open_to_look", looked_at)
    patch.setattr(exchange, "Store", in_memory)
    try:
        yield
    finally:
        patch.undo()
        cluster.close()
