"""What a server of PostgreSQL says about itself: whether gm can use it, which it is, how it keeps what is committed.

An ordinary user may ask all of it.
"""

from __future__ import annotations

from typing import Any

import msgspec
import psycopg

from gm.store.engine import Engine, StoreError, Unavailable
from gm.store.server import Place

OLDEST = 15  # of PostgreSQL
BELOW = ("off", "local", "remote_write")  # values of synchronous_commit with which a standby may lack what is committed
# The name of a file of the log begins with the timeline. After a promotion it is right at once, pg_control_checkpoint
# only after the next checkpoint. A server that only reads writes no such file.
PLACE = """
select system_identifier::text, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
from pg_control_system()
"""
ASKED = "select (not pg_is_in_recovery() and has_function_privilege('pg_control_system()', 'execute'))::int"
KEEPING = """
select pg_is_in_recovery()::int, (select reset_val from pg_settings where name = 'synchronous_commit'),
    current_setting('synchronous_standby_names'), (select count(*) from pg_stat_replication),
    (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')),
    (select count(*) from pg_stat_replication where sync_state is null)
"""


class Keeping(msgspec.Struct, frozen=True):
    """How a server keeps what is committed. only_reads: it is a standby itself. commits: its synchronous_commit.

    names: its synchronous_standby_names. attached, synchronous: how many standbys are, None for what may not be seen.
    """

    only_reads: bool
    commits: str
    names: str
    attached: int
    synchronous: int | None


def check_server(conn: psycopg.Connection[Any], looks: bool) -> None:
    """Raise StoreError if the server is too old, has another encoding, or only reads where something is written.

    looks: nothing is to be written.
    """
    version = conn.info.server_version // 10_000
    if version < OLDEST:
        raise StoreError(f"the server has PostgreSQL {version}; gm needs {OLDEST} or newer")
    row = conn.execute("select pg_encoding_to_char(encoding) from pg_database where datname = current_database()")
    if (encoding := str((row.fetchone() or ("",))[0])) != "UTF8":
        raise StoreError(f"the database has the encoding {encoding}; gm needs UTF8 (createdb --encoding UTF8)")
    # Whoever is told that something is committed lets go of it: it must be on the disk by then.
    conn.execute(
        "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = any(%s)",
        [list(BELOW)],
    )
    reads = conn.execute("select current_setting('transaction_read_only')").fetchone()
    if not looks and reads is not None and reads[0] == "on":
        raise Unavailable(
            "the server only reads, as a standby does: name the one that writes "
            "(or several, and target_session_attrs=read-write)"
        )


def place_of(conn: psycopg.Connection[Any]) -> Place | None:
    """Which server a connection leads to; None if that is a standby, or its operator lets nobody ask."""
    asked = conn.execute(ASKED).fetchone()
    found = conn.execute(PLACE).fetchone() if asked is not None and asked[0] else None
    return None if found is None else Place(str(found[0]), int(found[1]))


def place_on(engine: Engine) -> Place | None:
    """Which server a database that is only looked at is on; None if that is a standby, or lets nobody ask."""
    with engine.errors_told():
        if not engine.execute(ASKED).fetchone()[0]:
            return None
        system, timeline = engine.execute(PLACE).fetchone()
    return Place(str(system), int(timeline))


def keeping_of(engine: Engine) -> Keeping:
    """How the server of a database keeps what is committed."""
    with engine.errors_told():
        reads, commits, names, attached, synchronous, unseen = engine.execute(KEEPING).fetchone()
    return Keeping(bool(reads), str(commits), str(names), int(attached), None if unseen else int(synchronous))
