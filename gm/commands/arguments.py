"""The arguments that name a game or a seat, with completion in the shell, which only reads the database.

If no database can be read, nothing is completed and no error is shown.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

from gm.commands.common import find_config
from gm.config.loading import ConfigError, database_key, load_config
from gm.demo.show import FIRST, names_of
from gm.registry import RULESETS
from gm.store.reading import open_to_read
from gm.store.store import Tables
from gm.store.vault import SealedDatabase

T = TypeVar("T")
MOST = 1000  # games offered


def _looked_up(context: click.Context, look: Callable[[Tables], T]) -> T | None:
    """What *look* finds in the configured database, None if anything goes wrong."""
    try:
        config = load_config(find_config(context.find_root().params.get("config_path")))
        with closing(Tables(open_to_read(config.gm.database), database_key(config))) as tables:
            return look(tables)
    except (click.ClickException, ConfigError, sqlite3.Error, OSError, ValueError, SealedDatabase):
        return None


class GameName(click.types.StringParamType):
    """The name of a game."""

    name = "game"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The games whose names begin with *incomplete*; games that are over come last."""
        begins = incomplete.lower()
        names = _looked_up(context, lambda tables: tables.games.beginning(begins, MOST))
        return [CompletionItem(name) for name in names or () if name.startswith(begins)]


class SeatName(click.types.StringParamType):
    """A seat of the game named before it."""

    name = "seat"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The seats that begin with *incomplete*, of the game named before on the command line."""
        game = str(context.params.get("game"))
        state = _looked_up(context, lambda tables: tables.games.state(game))
        seats = json.loads(state)["seats"] if state is not None else {}
        return [CompletionItem(seat) for seat in seats if seat.startswith(incomplete.upper())]


class DemoSeat(click.types.StringParamType):
    """A seat of the ruleset named before it, in the demonstration."""

    name = "seat"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The seats that begin with *incomplete*."""
        ruleset = context.params.get("ruleset") or FIRST
        seats = names_of(ruleset) if ruleset in RULESETS else ()
        return [CompletionItem(seat) for seat in seats if seat.startswith(incomplete.upper())]


GAME, SEAT, DEMO_SEAT = GameName(), SeatName(), DemoSeat()
RULESET = click.Choice([*RULESETS])
