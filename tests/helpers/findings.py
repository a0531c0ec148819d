"""What `gm doctor` found, as text."""

from __future__ import annotations

from collections.abc import Iterable

from gm.doctor.finding import Finding


def said(found: Iterable[Finding], level: str, about: str = "") -> str:
    """What was found on that level, in one text."""
    return "\n".join(f"{f.what} -> {f.todo}" for f in found if f.level == level and about in ("", f.about))
