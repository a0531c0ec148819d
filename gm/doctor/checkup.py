"""Runs all checks, each within a time limit; a check that fails becomes a finding, and the others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from gm.config.loading import Config
from gm.doctor.backups import check_backups
from gm.doctor.clock import check_clock
from gm.doctor.database import check_database
from gm.doctor.disk import check_disk
from gm.doctor.files import check_files
from gm.doctor.finding import Finding, bad, ok
from gm.doctor.incoming import check_incoming
from gm.doctor.names import check_names
from gm.doctor.outgoing import check_outgoing
from gm.doctor.pages import check_pages
from gm.doctor.versions import check_versions
from gm.doctor.watching import check_watching

LIMIT = 60.0  # seconds for one kind of check; each step in it has a shorter limit of its own
HERE: Sequence[tuple[str, Callable[[Config], list[Finding]]]] = (
    ("clock", check_clock),
    ("disk", check_disk),
    ("database", check_database),
    ("metrics", check_watching),
    ("backup", check_backups),
    ("pages", check_pages),
)
OUTSIDE: Sequence[tuple[str, Callable[[Config], Awaitable[list[Finding]]]]] = (
    ("incoming", check_incoming),
    ("outgoing", check_outgoing),
    ("dns", check_names),
)


async def check_up(path: Path, config: Config) -> list[Finding]:
    """All findings about the configuration read from *path*, in a readable order."""
    found = [ok("configuration", f"{path} is right"), *check_versions(), *check_files(path, config)]
    for about, check in HERE:
        try:
            found += check(config)
        except Exception as error:
            found.append(_broken(about, error))
    for findings in await asyncio.gather(*(_within(LIMIT, about, check(config)) for about, check in OUTSIDE)):
        found += findings
    return found


async def _within(seconds: float, about: str, check: Awaitable[list[Finding]]) -> list[Finding]:
    try:
        return await asyncio.wait_for(check, seconds)
    except TimeoutError:
        return [bad(about, f"no answer within {seconds:.0f} seconds", "see whether the server is overloaded")]
    except Exception as error:
        return [_broken(about, error)]


def _broken(about: str, error: Exception) -> Finding:
    """The finding for a check that fails itself; it names only the error's type: a message may quote a password."""
    return bad(about, f"the check itself failed: {type(error).__name__}", "tell the makers of gm what you see here")
