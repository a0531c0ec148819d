"""`gm show`: how a game stands. What is on file is shown only with --reveal, which the report discloses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from msgspec import to_builtins
from msgspec.structs import asdict

from gm.commands.arguments import GAME, SEAT
from gm.commands.common import REVEAL, YES, Failed, Form, check_seat, forms, look_at, now, open_office
from gm.commands.journal import log
from gm.commands.seating import bouncing, seats
from gm.commands.standing import SeatFacts, called, clock_facts, seat_facts
from gm.commands.tables import echo_csv, echo_json, echo_table
from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.game.turn import Turn
from gm.desk.mails.words import write_mail
from gm.desk.office import Office
from gm.desk.time.times import in_words
from gm.registry import ruleset
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
    with open_office(context) as office:
        found = office.game(game)
        if board:
            if form == "csv":
                raise click.UsageError("--csv has the seats; a board is shown as text, or with --json")
            _show_board(office, found, seat, reveal, yes=yes, as_json=form == "json")
            return
        only = check_seat(found, seat) if seat else None
        if reveal:
            look_at(office, game, f"what {only or 'everybody'} has on file", yes)
            found = office.game(game)
        seats = [one for one in seat_facts(office, found) if only in (None, one.seat)]
        filed = {one.seat: _filed(found, one.seat) for one in seats} if reveal else {}
    rows = [to_builtins(one) | _on_file(filed, one.seat) for one in seats]
    if form == "csv":
        echo_csv(rows)
        return
    if form == "json":
        facts = {"game": found.name, "ruleset": found.ruleset, "over": found.over, **asdict(clock_facts(found))}
        echo_json({**facts, "seats": rows})
        return
    click.echo(f"{found.name}: {ruleset(found.ruleset).card.title}")
    if found.over:
        click.echo(f"over: {found.over}")
    if found.forming is not None:
        click.echo("has not begun")
    _show_clock(found)
    _show_seats(seats, filed)


def _show_board(office: Office, game: Game, seat: str | None, reveal: bool, yes: bool, as_json: bool) -> None:
    """Show the whole board as it is, which the report then says."""
    truth = ruleset(game.ruleset).drawn.truth(game.state) if game.forming is None else None
    if truth is None:
        raise Failed(f"{game.name} has no board that could be shown")
    if seat:
        raise Failed("--board shows the whole board: leave the seat out")
    if not reveal and not game.over:
        raise Failed("the board shows what is hidden; --reveal looks all the same, and is disclosed")
    look_at(office, game.name, "the true board", yes)
    if as_json:
        echo_json({"game": game.name, "ruleset": game.ruleset, "board": _plain(truth)})
        return
    told = ((type(truth).__name__.lower(), truth),)
    mail = Mail(OPERATOR_READER, MailKind.OPERATOR, "", phase="", number=0, notices=told, token="")
    click.echo(write_mail(game, mail).text.rstrip())


def _plain(truth: object) -> dict[str, object]:
    """The board without its picture, which is for the drawing room."""
    found: dict[str, object] = to_builtins(truth)
    return {key: value for key, value in found.items() if key != "picture"}


def _filed(game: Game, seat: Seat) -> list[str]:
    """What a seat has on file: its lines in normal form, as they are sealed, or else what SHOW would say."""
    rules = ruleset(game.ruleset)
    if rules.seals or game.clock is None:
        return rules.sealed.on_file(game.state, seat).split("\n")
    shown = Turn(game, now()).show(seat)
    mail = Mail(seat, MailKind.ANSWER, "", phase=shown.phase, number=0, notices=(("show", shown),), token="", seat=seat)
    return write_mail(game, mail).text.rstrip().split("\n")


def _on_file(filed: Mapping[Seat, Sequence[str]], seat: Seat) -> dict[str, Sequence[str]]:
    return {"filed": filed[seat]} if seat in filed else {}


def _show_clock(game: Game) -> None:
    clock = game.clock
    if clock is None:
        return
    click.echo(f"phase {clock.phase}, opened {in_words(clock.opened, game.timezone)}")
    click.echo(f"deadline {in_words(clock.deadline, game.timezone)}")
    click.echo(f"grace until {in_words(clock.until, game.timezone)}")
    if clock.paused:
        click.echo(f"PAUSED since {in_words(clock.paused, game.timezone)}; gm resume {game.name} gives the time back")
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


LOOK_COMMANDS = (show, seats, log)
