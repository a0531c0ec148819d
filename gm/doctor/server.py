"""The server of the database: whether what is committed outlives its machine, and whether it is the one that it was."""

from __future__ import annotations

from collections.abc import Iterator

from gm.doctor.finding import Finding, bad, ok, skip, warn
from gm.store.engine import Engine
from gm.store.facts import Facts
from gm.store.server import SERVER, Place

PAGE = "see docs/operator.md, A standby"


def check_keeping(engine: Engine) -> Iterator[Finding]:
    """Say how the server keeps what is committed."""
    from gm.store.pgserver import BELOW, keeping_of

    found = keeping_of(engine)
    if found.only_reads:
        yield warn("server", "this is a standby, which only reads: gm serve needs the one that writes", PAGE)
        return
    if found.commits in BELOW:
        told = f"synchronous_commit is {found.commits} there, which is below on"
        yield warn("server", told, "set it to on for whoever else writes; gm itself commits with on")
    if not found.names:
        told = "there is no synchronous standby: daemons may die, but what is committed is on this one machine"
        yield ok("server", told)
    elif found.attached == 0:
        told = f"no standby is attached, and {found.names} must confirm each commit: nothing can be written"
        yield bad("server", told, "start the standby, or see docs/operator.md, When the database's server dies")
    elif found.synchronous is None:
        told = "a standby is attached; whether it is synchronous may not be seen by gm's user"
        yield skip("server", told, "grant pg_monitor to gm's user")
    elif found.synchronous == 0:
        told = f"a standby is attached, but none that {found.names} names: nothing can be written"
        yield bad("server", told, PAGE)
    else:
        yield ok("server", "a synchronous standby is attached: whatever is committed is on it, too")


def check_place(engine: Engine, facts: Facts) -> Iterator[Finding]:
    """Say it if the database is on another server, or another timeline, than it was."""
    from gm.store.pgserver import place_on

    was, now = facts.recall(SERVER, Place), place_on(engine)
    if was is not None and now is not None and was != now:
        told = f"the database was on {was}, and is on {now}: no deadline strikes"
        yield bad("server", told, "see docs/operator.md, When the database's server dies")
