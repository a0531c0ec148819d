"""The versions of gm and of what it runs on."""

from __future__ import annotations

import platform
import re
from importlib import metadata

from gm import __version__
from gm.doctor.finding import Finding, bad, ok, warn
from gm.store.sqlite import VERSION

PACKAGE = "gm-gamemaster"
OLDEST_SQLITE = (3, 38, 0)  # JSON built in; columns are dropped since 3.35


def check_versions() -> list[Finding]:
    """Check the versions of gm, Python, SQLite and the packages that gm needs."""
    found = [ok("version", f"gm {__version__}, Python {platform.python_version()}, SQLite {VERSION}")]
    if tuple(map(int, VERSION.split("."))) < OLDEST_SQLITE:
        least = ".".join(map(str, OLDEST_SQLITE))
        found.append(bad("version", f"SQLite {VERSION} is too old", f"use a Python with SQLite {least}"))
    try:
        needed = metadata.requires(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return [*found, warn("version", "gm is not installed as a package", "install it with pip, into its own venv")]
    return [*found, *_packages(needed)]


def _packages(needed: list[str]) -> list[Finding]:
    """Check the packages that gm always needs, without those of extras."""
    present, missing = [], []
    for line in needed:
        match = re.match(r"[A-Za-z0-9._-]+", line)
        if match is None or "extra ==" in line:
            continue
        try:
            present.append(f"{match[0]} {metadata.version(match[0])}")
        except metadata.PackageNotFoundError:
            missing.append(match[0])
    found = [ok("version", ", ".join(sorted(present)))]
    if missing:
        told = f"not installed: {', '.join(sorted(missing))}"
        found.append(bad("version", told, "pip install --require-hashes -r constraints.txt, in gm's venv"))
    return found
