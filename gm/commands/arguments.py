"""The arguments that name a game or a seat, with their completion in the shell; it reads the database, and no more.

Where no database can be read, nothing is completed and nothing said.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from gm.commands.common import find_config
from gm.config import ConfigError, load_config

NAMES = "select name from games where name >= ? and name < ? || '~' order by over != '', name"
STATE = "select s.state from games g join snapshots s on s.game = g.name and s.n = g.entries where g.name = ?"


def _query(context: click.Context, query: str, *args: str) -> list[str]:
    """The first column of a query on the database of the configuration; nothing if there is any trouble."""
    try:
        config = load_config(find_config(context.find_root().params.get("config_path")))
        address = f"{Path(config.gm.database).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=1.0)) as conn:
            return [row[0] for row in conn.execute(query, args)]
    except (click.ClickException, ConfigError, sqlite3.Error, OSError, ValueError):
        return []


class GameName(click.types.StringParamType):
    """The name of a game."""

    name = "game"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The games that begin so; those that are over come last."""
        begins = incomplete.lower()
        return [CompletionItem(name) for name in _query(context, NAMES, begins, begins) if name.startswith(begins)]


class SeatName(click.types.StringParamType):
    """A seat of the game named before it."""

    name = "seat"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The seats that begin so, of the game that stands before it on the line."""
        states = _query(context, STATE, str(context.params.get("game")))
        seats: dict[str, Any] = json.loads(states[0])["seats"] if states else {}
        return [CompletionItem(seat) for seat in seats if seat.startswith(incomplete.upper())]


GAME, SEAT = GameName(), SeatName()
