"""Words that stand inside a sentence of a mail, or alone in its subject, by name: from templates/desk/phrases.toml.

A sentence that stands by itself in a mail is in the template of its notice.
"""

from __future__ import annotations

import tomllib
from functools import cache

from gm.registry import resource


def phrase(name: str, /, **facts: object) -> str:
    """The words of that name, such as `subject.begins`, with *facts* in their places. Raises KeyError: no such name."""
    return phrases()[name].format(**facts)


@cache
def phrases() -> dict[str, str]:
    """All of them by name: the table, a full stop, the key."""
    text = (resource("templates") / "desk" / "phrases.toml").read_text(encoding="utf-8")
    return {f"{table}.{key}": words for table, keys in tomllib.loads(text).items() for key, words in keys.items()}
