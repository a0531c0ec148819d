"""Three daemons on one PostgreSQL while everything around them dies: each letter acts once, in order; no mail is lost.

`make chaos` does it for longer (GM_CHAOS, GM_CHAOS_LETTERS and GM_CHAOS_SEED say how long, and by which chances).
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest
from fleet import Fleet, chaos
from helpers.postgres import Cluster
from helpers.served import USERS, run
from mailservers import Start

pytestmark = pytest.mark.servers
TIMES, LETTERS = int(os.environ.get("GM_CHAOS", "40")), int(os.environ.get("GM_CHAOS_LETTERS", "150"))
SEED = os.environ.get("GM_CHAOS_SEED", "1906")
EACH = 20  # seconds for each thing that happens, at most
NUMBERS = itertools.count()
PATIENT = {
    "minimal_backoff_time": "1s", "maximal_backoff_time": "1s", "queue_run_delay": "1s", "delay_warning_time": "0h",
    "maximal_queue_lifetime": "1h", "bounce_queue_lifetime": "1h",
}  # fmt: skip


def test_three_daemons_lose_nothing_and_do_nothing_twice_whatever_dies(tmp_path: Path, start_both: Start) -> None:
    servers = start_both(users=USERS, postfix_more=PATIENT)
    cluster = Cluster()
    try:
        name = f"chaos{next(NUMBERS)}"
        cluster.made(name, tmp_path / "gm.sqlite")
        print(f"\nseed {SEED}")
        run(chaos(Fleet(servers, cluster, name, tmp_path, 3, SEED), TIMES, LETTERS), 400 + EACH * TIMES)
    finally:
        cluster.close()
