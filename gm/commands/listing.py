"""`gm list`: the games, and how each stands."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import click
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from gm.commands.common import Form, forms, load, open_tables
from gm.commands.standing import glance_at
from gm.commands.tables import echo_csv, echo_json, echo_table
from gm.desk.game.glance import Glance
from gm.desk.time.times import in_words
from gm.rules import Seat
from gm.store.games import Glanced
from gm.store.store import Tables


@click.command("list")
@click.option("--over", "which", flag_value="over", help="The games that are over.")
@click.option("--all", "which", flag_value="all", help="Those that run and those that are over.")
@click.option("--archived", "which", flag_value="archived", help="Those that gm archive has put away.")
@forms
@click.pass_context
def list_games(
    context: click.Context, which: Literal["live", "over", "all", "archived"] | None, form: Form | None
) -> None:
    """List the live games: phase, what is missing, and when something happens next.

    \b
    gm list
    gm list --over --json
    gm list --all --csv > games.csv
    """
    with open_tables(context) as tables:
        rows = _archived(context) if which == "archived" else _listed(tables, which or "live")
    if form == "json":
        echo_json(rows)
    elif form == "csv":
        echo_csv(rows)
    elif rows:
        echo_table(
            [(one.game, one.ruleset, _stands(one), in_words(one.next, "UTC") if one.next else "") for one in rows]
        )
    else:
        nothing = {"over": "no game is over", "archived": "no game is archived", "all": "there are no games"}
        click.echo(nothing.get(which or "", "no game runs"))


class Row(Struct, frozen=True):
    """A game in the list. What only a game that runs has, or only an archived one, is unset in the others."""

    game: str
    ruleset: str
    over: str
    next: datetime | None
    phase: str | UnsetType | None = UNSET
    opened: datetime | UnsetType | None = UNSET
    deadline: datetime | UnsetType | None = UNSET
    until: datetime | UnsetType | None = UNSET
    grace: bool | UnsetType | None = UNSET
    waiting: bool | UnsetType | None = UNSET
    paused: datetime | UnsetType | None = UNSET
    missing: list[Seat] | UnsetType = UNSET
    archived: datetime | UnsetType = UNSET


def _listed(tables: Tables, which: Literal["live", "over", "all"]) -> list[Row]:
    """The facts of each game, live ones first. No game is read: there may be thousands."""
    return [
        Row(one.name, one.ruleset, one.over, one.next_strike)
        if one.over
        else _live(one, glance_at(tables, one.name, one.glance))
        for one in tables.games.glanced(which)
    ]


def _live(one: Glanced, seen: Glance) -> Row:
    # In a live game the clock also knows when an answer is due, which only the two players concerned may know.
    clock, strike = seen.clock, one.next_strike
    if seen.live and clock.phase is not None:
        strike = None if clock.paused else clock.deadline
    return Row(one.name, one.ruleset, one.over, strike, missing=seen.missing(), **asdict(clock))


def _archived(context: click.Context) -> list[Row]:
    from gm.desk.books.exchange import archive_beside, archived  # large, and few ask for it

    folder = archive_beside(load(context.obj).gm.database)
    return [Row(one.game, one.ruleset, one.over, None, archived=one.at) for one in archived(folder)]


def _stands(one: Row) -> str:
    if one.over:
        return one.over
    if not one.phase:
        return "has not begun"
    state = "paused" if one.paused else "waits" if one.waiting else "grace" if one.grace else ""
    count = len(one.missing or ())
    return ", ".join(filter(None, (one.phase, state, f"{count} missing" if count else "all in")))
