"""Phrases used within a sentence of a mail, or in its subject, by name: from templates/desk/phrases.toml.

A whole sentence of a mail is in the template of its notice.
"""

from __future__ import annotations

import tomllib
from functools import cache

from gm.registry import resource


def phrase(name: str, /, **facts: object) -> str:
    """The phrase of that name, such as `subject.begins`, with *facts* filled in. Raises KeyError if there is none."""
    return phrases()[name].format(**facts)


@cache
def phrases() -> dict[str, str]:
    """All phrases by name: the table, a full stop, the key."""
    text = (resource("templates") / "desk" / "phrases.toml").read_text(encoding="utf-8")
    return {f"{table}.{key}": words for table, keys in tomllib.loads(text).items() for key, words in keys.items()}
