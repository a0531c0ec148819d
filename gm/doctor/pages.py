"""Whether the folder of pages about games can be kept, and read by a web server."""

from __future__ import annotations

import os
import stat

from gm.config.loading import Config
from gm.doctor.finding import Finding, bad, ok, skip, warn

READABLE = stat.S_IROTH | stat.S_IXOTH


def check_pages(config: Config) -> list[Finding]:
    """Check the folder of [site], if one is named."""
    folder = config.site.folder
    if folder is None:
        return [skip("pages", "gm keeps no pages about games")]
    if folder.is_symlink():
        return [bad("pages", f"{folder} is a link to elsewhere", "name the folder itself as site.folder")]
    if folder.exists() and not folder.is_dir():
        return [bad("pages", f"{folder} is no folder", "name another one as site.folder")]
    there = folder if folder.exists() else next(one for one in folder.parents if one.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        return [bad("pages", f"{there} cannot be written to", "see who owns it; run the doctor as gm's user")]
    if there == folder and folder.stat().st_mode & READABLE != READABLE:
        return [warn("pages", f"{folder} cannot be read by others", "chmod 755 it, or see that the web server can")]
    return [ok("pages", f"{folder} can be written to")]
