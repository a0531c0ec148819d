"""Which words of a letter are no passwords: names of games, and whatever may stand in a line alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from gm.desk.commands.table import COMMANDS, first_words
from gm.post.inbound.passwords import Meaning
from gm.registry import RULESETS, ruleset

AROUND = "[]<>()\"'?.!"  # what people put around the name of a game
SHORT_ORDER = re.compile(r"[A-Z]{3}[-–—][A-Z]{3}(?:/[NESW]C)?|[A-Z]\d{1,2}", re.IGNORECASE)  # PAR-BUR, C3


def meaning(has: Callable[[str], bool]) -> Meaning:
    """What words mean to us. has: whether there is a game of a name."""

    def is_game(word: str) -> bool:
        name = word.strip(AROUND).lower()
        return bool(name) and (has(name) or has(name[1:]))  # Fspring: France in spring

    return Meaning(is_game, _is_order)


def _is_order(word: str) -> bool:
    said = word.strip(AROUND).upper()
    return said in _words() or SHORT_ORDER.fullmatch(said) is not None


@cache
def _words() -> frozenset[str]:
    """The words that lines begin with, in all games."""
    orders = (word for name in RULESETS for word in ruleset(name).card.words)
    return first_words(*COMMANDS) | {*orders}
