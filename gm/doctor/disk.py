"""Whether there is room to write."""

from __future__ import annotations

import os
import shutil

from gm.config.loading import Config
from gm.doctor.finding import Finding, bad, ok, skip, warn

FULL = 20_000_000  # bytes; less may do for only a transaction or two
FEW_FILES = 100


def free_of(config: Config) -> int | None:
    """The bytes that are free on the database's disk; None if it is on a server. Raises OSError."""
    return shutil.disk_usage(config.gm.database.parent).free if config.database is None else None


def check_disk(config: Config) -> list[Finding]:
    """Check the space on the database's disk, in bytes and in files."""
    if config.database is not None:
        told = "gm cannot see how much room the server of the database has"
        return [skip("disk", told, "let somebody watch its disk; once it is full, the clock of all games stops")]
    folder = config.gm.database.parent
    try:
        free, files = shutil.disk_usage(folder).free, os.statvfs(folder)
    except OSError as error:
        return [skip("disk", f"{folder}: {error.strerror}")]
    todo = "make room: old backups and logs first; once the disk is full, the clock of all games stops"
    told = f"{in_megabytes(free)} free at {folder}"
    if free < FULL:
        return [bad("disk", told, todo)]
    if free < config.operator.free_disk:
        return [warn("disk", f"{told}, less than operator.free_disk", todo)]
    if files.f_files and files.f_favail < FEW_FILES:
        return [bad("disk", f"only {files.f_favail} more files can be made at {folder}", todo)]
    return [ok("disk", told)]


def in_megabytes(size: int) -> str:
    """A number of bytes in words: `120 MB`, `3.4 GB`."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size // 1_000_000} MB"
