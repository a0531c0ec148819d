"""A full disk at the database's server, and a migration that is killed: nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from helpers.postgres import Cluster

from benchmarks.letters import begin, letters
from gm.desk.books.fsck import check_store
from gm.store.engine import Unavailable
from gm.store.inbox import State
from gm.store.schema import MIGRATIONS
from gm.store.server import Server
from gm.store.store import Store

pytestmark = pytest.mark.servers
Make = Callable[[], Server]
MOST = 300  # letters until a full disk shows
DISK = "110m"
# Migrates, but stands still before the end of the last migration.
HALF = """
import sys
from pathlib import Path
from gm.store import schema
from gm.store.server import Server
from gm.store.store import Store
carry_out = schema.carry_out

def half(engine, name):
    carry_out(engine, name)
    if name == list(schema.MIGRATIONS)[-1]:
        engine.execute("select 1")
        print("half", flush=True)
        sys.stdin.read()

schema.carry_out = half
Store(Server(sys.argv[1], Path(sys.argv[2])))
"""


def cannot(why: str) -> None:
    """Skip the test, or let it fail where all must run."""
    if os.environ.get("GM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"GM_REQUIRE_SERVERS=1, but {why}", pytrace=False)
    pytest.skip(why)


# -- the schema ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("earlier", [False, True], ids=["new", "of an earlier version"])
def test_a_migration_that_was_killed_has_changed_nothing_and_is_done_again(
    cluster: Cluster, make: Make, earlier: bool
) -> None:
    where, last = make(), list(MIGRATIONS)[-1]
    name = where.url.rpartition("/")[2]
    if earlier:
        begin(where).store.close()
        assert last == "daemons"
        cluster.ask("drop table waiting, leases, sending, deeds, records, persons, called, leagues, blocks", name)
        cluster.ask(f"delete from migrations where name = '{last}'", name)
    process = subprocess.Popen(
        [sys.executable, "-c", HALF, where.url, str(where.beside)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout is not None and process.stdout.readline() == b"half\n"
        process.kill()
    tables = {str(one) for (one,) in cluster.ask("select tablename from pg_tables where schemaname = 'public'", name)}
    assert ("games" in tables) == earlier and "waiting" not in tables
    with closing(Store(where)) as store:
        assert {*store.engine.tables()} >= {"games", "waiting"}
        assert check_store(store) == ([], int(earlier))


# -- the disk ------------------------------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk for a server."""
    folder = tmp_path / "disk"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0755", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        cannot(f"no small disk can be mounted: {done.stderr}")
    for above in folder.parents:
        if above.is_relative_to(tempfile.gettempdir()) and above != Path(tempfile.gettempdir()):
            above.chmod(above.stat().st_mode | 0o011)  # the server's user must get there
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_of_the_server_is_said_and_letters_act_once_there_is_room(
    cluster: Cluster, disk: Path, tmp_path: Path
) -> None:
    small = Cluster({"min_wal_size": "32MB", "max_wal_size": "32MB"}, under=disk)
    try:
        office = begin(small.made("gm", tmp_path / "gm.sqlite"))
        raws = letters(office.store, MOST)
        ballast = disk / "ballast"
        with ballast.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        at, acted, refused = office.store.journal.last_at("spring") + timedelta(minutes=1), 0, ""
        for raw in raws:
            try:
                assert office.receive(f"1/{acted}", raw, at, at).state == State.DONE
                acted += 1
            except Unavailable as error:
                refused = str(error)
                break
        assert "No space left on device" in refused and "\n" not in refused
        ballast.unlink()
        if small.process.poll() is not None:  # its log was full, which ends it
            small.start()
        with suppress(Unavailable):  # as whoever notices first
            office.store.games.names()
        assert office.store.games.entries("spring") == acted + 1
        assert office.receive(f"1/{acted}", raws[acted], at, at).state == State.DONE
        assert office.store.games.entries("spring") == acted + 2
        assert check_store(office.store) == ([], 1)
        office.store.close()
    finally:
        small.close()
