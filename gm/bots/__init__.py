"""The simple players, a module for each ruleset, named as the ruleset's own folder is."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from gm.bots.player import Follower, Player
from gm.registry import RULESETS


def player_of(ruleset: str) -> type[Player]:
    """Return the class of a ruleset's players: its module's `Player`, else one that follows examples."""
    module = f"{__name__}.{RULESETS[ruleset].module.split('.')[-2]}"
    if find_spec(module) is None:
        return Follower
    found: type[Player] = import_module(module).Player
    return found
