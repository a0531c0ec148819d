"""`gm ratings`: how strong the players of a ruleset seem, from the results of their games."""

from __future__ import annotations

from collections.abc import Sequence

import click

from gm.commands.arguments import RULESET
from gm.commands.common import Failed, Form, forms, open_tables
from gm.commands.tables import echo_csv, echo_json, echo_table
from gm.desk.people.ratings import ratings_of


@click.command()
@click.argument("ruleset", metavar="RULESET", type=RULESET)
@forms
@click.pass_context
def ratings(context: click.Context, ruleset: str, form: Form | None) -> None:
    """Show the ratings of all who have played a ruleset, best first, from the results of the games that count.

    \b
    gm ratings payola
    gm ratings payola --csv > ratings.csv

    It needs the extra `ratings`: pip install "gm-gamemaster[ratings]".
    """
    with open_tables(context) as tables:
        try:
            found = ratings_of(tables, ruleset)
        except ModuleNotFoundError:
            raise Failed('ratings need another package: pip install "gm-gamemaster[ratings]"') from None
    if form is not None:
        (echo_json if form == "json" else echo_csv)(found)
        return
    rows: list[Sequence[object] | str] = []
    for one in found:
        rows.append((one.place, one.addresses[0], f"{one.rating:.2f}", f"{one.mu:.2f}", f"{one.sigma:.2f}", one.games))
        rows += [", ".join(["also", *one.addresses[1:]])] if one.addresses[1:] else []
    echo_table(rows, ("place", "person", "rating", "mu", "sigma", "games") if rows else ())
    if not rows:
        click.echo(f"no game of {ruleset} counts yet")
