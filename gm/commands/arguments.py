"""The arguments that name a ruleset, a board, a game, a phase or a seat, with completion in the shell.

Completion only reads the database. If none can be read, nothing is completed and no error is shown.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from gm.commands.common import find_config
from gm.config.loading import ConfigError, database_key, load_config
from gm.doctor.where import where_of
from gm.registry import FIRST, RULESETS, boards, ruleset
from gm.store.engine import StoreError
from gm.store.reading import open_to_read
from gm.store.store import Tables
from gm.store.vault import SealedDatabase

T = TypeVar("T")
MOST = 1000  # games offered


def _looked_up(context: click.Context, look: Callable[[Tables], T]) -> T | None:
    """What *look* finds in the configured database, None if anything goes wrong."""
    try:
        config = load_config(find_config(context.find_root().params.get("config_path")))
        with closing(Tables(open_to_read(where_of(config)), database_key(config))) as tables:
            return look(tables)
    except (click.ClickException, ConfigError, StoreError, OSError, ValueError, SealedDatabase):
        return None


def _before(context: click.Context, *names: str) -> str:
    """The argument named before on the command line; "" if there is none.

    Where an option without its value comes last, click has not given the arguments their names.
    """
    given = context.args[:1] or [str(context.params.get(name) or "") for name in names]
    return next(filter(None, given), "")


class Offered(click.types.StringParamType):
    """A word of which those that exist are offered. Whether it exists is checked by whoever uses it."""

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """What begins with *incomplete*, whatever its capitals."""
        begins = incomplete.lower()
        return [CompletionItem(word) for word in self.words(context, begins) if word.lower().startswith(begins)]

    @abstractmethod
    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the words that may be meant; those that do not begin so may be left out."""


class GameName(Offered):
    """The name of a game; games that are over come last."""

    name = "game"

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the games of the database."""
        return _looked_up(context, lambda tables: tables.games.beginning(begins, MOST)) or ()


class SeatName(Offered):
    """A seat of the game named before it."""

    name = "seat"

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the seats of that game."""
        state = _looked_up(context, lambda tables: tables.games.state(_before(context, "game", "in_game")))
        seats: dict[str, Any] = json.loads(state)["seats"] if state is not None else {}
        return seats


class PhaseName(Offered):
    """A phase of the game named before it: one that was or is; with *now* only the one that is due."""

    name = "phase"

    def __init__(self, now: bool = False) -> None:
        self._now = now

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the codes of the phases, the last one first."""
        states = _looked_up(context, lambda tables: self._states(tables, _before(context, "game", "in_game"))) or []
        clocks = [json.loads(state)["clock"] for state in reversed(states)]
        return dict.fromkeys(str(clock["phase"]) for clock in clocks if clock is not None)

    def _states(self, tables: Tables, game: str) -> list[str]:
        """The game as it was when each phase opened, and as it is."""
        kept = [] if self._now else [snapshot.state for snapshot in tables.snapshots.of(game)]
        present = tables.games.state(game)
        return kept if present is None else [*kept, present]


class RulesetName(Offered):
    """The name of a ruleset."""

    name = "ruleset"

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return those that are registered."""
        return RULESETS


class BoardName(Offered):
    """A board that comes with gm, or a file."""

    name = "board"

    def shell_complete(self, context: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The boards that begin so; the shell adds files."""
        return [*super().shell_complete(context, param, incomplete), CompletionItem(incomplete, type="file")]

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the boards of armies and fleets."""
        return boards().names()


class AssignedSeat(Offered):
    """SEAT=ADDRESS, in a game that begins with the ruleset named before it."""

    name = "seat"

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the seats of the ruleset, ready for an address."""
        rules = _before(context, "rules")
        if rules not in RULESETS:
            return ()
        chosen = ruleset(rules).rules
        return [f"{seat}=" for seat in chosen.seats(chosen.card.options())]


class DemoSeat(Offered):
    """A seat of the ruleset named before it, in the demonstration."""

    name = "seat"

    def words(self, context: click.Context, begins: str) -> Iterable[str]:
        """Return the seats of the demonstration's game."""
        try:
            from gm.demo.show import names_of  # large: it plays whole games
        except ModuleNotFoundError:  # of the extra `demo`; gm demo says so
            return ()
        asked = _before(context, "ruleset") or FIRST
        return names_of(asked) if asked in RULESETS else ()


GAME, SEAT, DEMO_SEAT, ASSIGNED = GameName(), SeatName(), DemoSeat(), AssignedSeat()
PHASE, PHASE_NOW, BOARD, RULESET_NAME = PhaseName(), PhaseName(now=True), BoardName(), RulesetName()
RULESET = click.Choice([*RULESETS])
