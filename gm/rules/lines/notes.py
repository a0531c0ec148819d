"""Notices as every ruleset makes them."""

from __future__ import annotations

import msgspec

from gm.rules import Audience, Notice


def note(
    audience: Audience, body: msgspec.Struct, talk: str = "", urgent: bool = False, reminder: bool = False
) -> Notice:
    """Make a notice; its kind is the name of its body's type."""
    return Notice(
        audience=audience, kind=type(body).__name__.lower(), body=body, talk=talk, urgent=urgent, reminder=reminder
    )
