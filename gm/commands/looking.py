"""`gm show`: how a game stands. What is on file is shown only with --reveal, which the report discloses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from msgspec import to_builtins
from msgspec.structs import asdict

from gm.commands.arguments import GAME, SEAT
from gm.commands.common import REVEAL, YES, Form, check_seat, forms, look_at, open_office, open_tables
from gm.commands.seating import bouncing
from gm.commands.standing import SeatFacts, called, look, seat_facts
from gm.commands.tables import echo_csv, echo_json, echo_table, say
from gm.desk.game.glance import Glance
from gm.desk.time.times import in_words
from gm.rules import Seat


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT, required=False)
@click.option("--board", is_flag=True, help="Show the true board, with all that is hidden from its players.")
@REVEAL
@YES
@forms
@click.pass_context
def show(
    context: click.Context, game: str, seat: str | None, board: bool, reveal: bool, yes: bool, form: Form | None
) -> None:
    """Show how a game stands: phase, deadline, seats, whose orders are in. No sealed matter.

    \b
    gm show spring
    gm show spring FRANCE --reveal
    gm show crossroads --board --reveal
    """
    if board:
        if form == "csv":
            raise click.UsageError("--csv has the seats; a board is shown as text, or with --json")
        _board(context, game, seat, reveal, yes=yes, as_json=form == "json")
        return
    filed = _reveal(context, game, seat, yes) if reveal else {}
    with open_tables(context, game) as tables:
        seen = look(tables, game)
        found = tables.games.find(game)
        only = check_seat([one.seat for one in seen.seats], seat) if seat else None
        seats = [one for one in seat_facts(tables, game, seen) if only in (None, one.seat)]
    assert found is not None
    rows = [to_builtins(one) | _on_file(filed, one.seat) for one in seats]
    if form == "csv":
        echo_csv(rows)
        return
    if form == "json":
        facts = {"game": game, "ruleset": found.ruleset, "over": found.over, **asdict(seen.clock)}
        echo_json({**facts, "seats": rows})
        return
    say(f"{game}: {seen.title}")
    if found.over:
        say(f"over: {found.over}")
    if seen.forming:
        click.echo("has not begun")
    _show_clock(game, seen)
    _show_seats(seats, filed)


def _board(context: click.Context, game: str, seat: str | None, reveal: bool, yes: bool, as_json: bool) -> None:
    from gm.commands.revealing import show_board  # it needs the whole desk

    with open_office(context) as office:
        show_board(office, office.game(game), seat, reveal, yes=yes, as_json=as_json)


def _reveal(context: click.Context, game: str, seat: str | None, yes: bool) -> dict[Seat, list[str]]:
    """What is on file, after that was asked and journaled; of one seat or of all."""
    from gm.commands.revealing import on_file

    with open_office(context) as office:
        only = check_seat(office.game(game).seats, seat) if seat else None
        look_at(office, game, f"what {only or 'everybody'} has on file", yes)
        found = office.game(game)
        return {one: on_file(found, one) for one in found.seats if only in (None, one)}


def _on_file(filed: Mapping[Seat, Sequence[str]], seat: Seat) -> dict[str, Sequence[str]]:
    return {"filed": filed[seat]} if seat in filed else {}


def _show_clock(game: str, seen: Glance) -> None:
    clock, zone = seen.clock, seen.timezone
    if clock.opened is None or clock.deadline is None or clock.until is None:
        return
    click.echo(f"phase {clock.phase}, opened {in_words(clock.opened, zone)}")
    click.echo(f"deadline {in_words(clock.deadline, zone)}")
    click.echo(f"grace until {in_words(clock.until, zone)}")
    if clock.paused:
        why = "by you, or for a fault of ours (gm inbox)"
        click.echo(f"PAUSED since {in_words(clock.paused, zone)} {why}; gm resume {game} gives the time back")
    if clock.grace:
        click.echo("in grace" + (", waiting for the missing" if clock.waiting else ""))


def _show_seats(seats: Sequence[SeatFacts], filed: Mapping[Seat, Sequence[str]]) -> None:
    rows: list[Sequence[str] | str] = []
    for one in seats:
        state = "" if one.owes is None else "in" if one.filed else "MISSING"
        owes = ", ".join(filter(None, (one.owes, "WAIT" if one.wait else "")))
        rows.append((one.seat, state, called(one.name, one.address), owes))
        rows += [bouncing(one.bounces)] if one.bounces else []
        rows += [f"| {line}" for line in filed.get(one.seat, ())]
    echo_table(rows, indent=2)
