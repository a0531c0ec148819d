"""The findings of `gm doctor` as text."""

from __future__ import annotations

from collections.abc import Iterable

from gm.doctor.finding import Finding


def said(found: Iterable[Finding], level: str, about: str = "") -> str:
    """All findings of a level (about *about*, if given) as one text."""
    return "\n".join(f"{f.what} -> {f.todo}" for f in found if f.level == level and about in ("", f.about))
