"""The simple players, a module for each ruleset, named as the ruleset's own folder is."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gm.bots.player import Follower, Player
from gm.registry import RULESETS


def player_of(ruleset: str) -> type[Player]:
    """Return the class of a ruleset's players: its module's `Player`, else one that follows examples."""
    module = f"{__name__}.{RULESETS[ruleset].module.split('.')[-2]}"
    if find_spec(module) is None:
        return Follower
    found: type[Player] = import_module(module).Player
    return found


def bot_of(ruleset: str, seat: str, seed: str, options: Any) -> Player:
    """Return the simple player of a seat in a game of people. options: of the game; all its players know them."""
    player = player_of(ruleset)(seat, seed)
    player.sit_down(options)
    return player
