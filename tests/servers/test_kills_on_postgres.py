"""The daemon, its connections and its PostgreSQL server are killed: nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

import pytest
from helpers.killed import killed_on
from helpers.postgres import Cluster
from helpers.served import run

pytestmark = pytest.mark.servers
KILLS = 16
DISTURBED = 12
SEED = 1848


async def disturbed(cluster: Cluster) -> None:
    """Cut connections and stop the server in turn, as if its machine died."""
    chance = random.Random(SEED)
    for number in range(DISTURBED):
        await asyncio.sleep(chance.uniform(0.5, 2.0))
        if number % 3:
            cluster.ask("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'gm'")
        else:
            cluster.stop(signal.SIGQUIT)
            cluster.start()


def test_kills_of_the_daemon_of_connections_and_of_the_server_lose_no_letter_and_do_nothing_twice(
    tmp_path: Path,
) -> None:
    cluster = Cluster()
    try:
        server = cluster.made("gm", tmp_path / "gm.sqlite")
        run(killed_on(server, tmp_path, KILLS, lambda: disturbed(cluster)), 170)
    finally:
        cluster.close()
