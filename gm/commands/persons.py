"""`gm persons`: who plays here, over all games: records, the operator's notes, which addresses are one person's."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

from gm.commands.arguments import GAME
from gm.commands.common import JSON, YES, Failed, Form, ask, forms, now, open_office, open_tables
from gm.commands.tables import echo_csv, echo_json, echo_table, say
from gm.desk.game.bots import is_bots
from gm.desk.people.blocks import counts
from gm.desk.people.records import Sums, record_of, summed
from gm.rules.lines.words import count
from gm.store.records import Record
from gm.store.store import Tables


class Listed(msgspec.Struct, frozen=True):
    """A person: all their addresses, the operator's note, the seats they have now as GAME/SEAT, and their record."""

    addresses: list[str]
    note: str
    seats: list[str]
    sums: Sums


class Shown(Listed, frozen=True):
    """A person with each game of their record, newest first.

    blocks: with how many they do not want to be seated; blocked: how many do not want to be seated with them.
    """

    records: list[Record]
    blocks: int
    blocked: int
    public: bool  # they let anybody see their record


@click.group(invoke_without_command=True)
@forms
@click.pass_context
def persons(context: click.Context, form: Form | None) -> None:
    """List who plays here or has played, one line for each person: addresses, games, phases in time, late and missed.

    \b
    gm persons
    gm persons show alice@example.org
    gm persons merge alice@example.org alice@work.example
    """
    if context.invoked_subcommand is not None:
        return
    with open_tables(context) as tables:
        rows = [_listed(tables, addresses) for addresses in _everybody(tables)]
        twice = {one.addresses[0]: _twice(tables, one) for one in rows}
    if form is not None:
        (echo_json if form == "json" else echo_csv)(rows)
        return
    shown: list[Sequence[object] | str] = []
    for one in rows:
        sums = one.sums
        shown.append((one.addresses[0], len(one.seats), sums.games, sums.filed, sums.late, sums.missed))
        shown += [", ".join(["also", *one.addresses[1:]])] if one.addresses[1:] else []
        shown += [f"TWO SEATS IN {game}" for game in twice[one.addresses[0]]]
        shown += [one.note.replace("\n", "; ")] if one.note else []
    echo_table(shown, ("person", "plays", "over", "in time", "late", "missed") if shown else ())
    click.echo(count(len(rows), "person"))


def _everybody(tables: Tables) -> list[list[str]]:
    """The addresses of each person, sorted."""
    known = tables.persons.known()
    there = tables.players.known("", elsewhere=True) | tables.records.addresses() | tables.blocks.owners()
    alone = {address for address in there - known.keys() if address and not is_bots(address)}
    groups: dict[int, list[str]] = {}
    for address, number in sorted(known.items()):
        groups.setdefault(number, []).append(address)
    return sorted([*groups.values(), *([address] for address in alone)])


def _listed(tables: Tables, addresses: Sequence[str]) -> Listed:
    seats = {f"{one.game}/{one.seat}" for address in addresses for one in tables.players.seats_of(address)}
    note, record = tables.persons.note(addresses[0]), tables.records.of(addresses)
    return Listed(list(addresses), note, sorted(seats), summed(record))


def _twice(tables: Tables, one: Listed) -> list[str]:
    """The running games in which a person has more than one seat and should not: a tester has all of a test game."""
    games = [place.partition("/")[0] for place in one.seats]
    twice = sorted({game for game in games if games.count(game) > 1})
    return [game for game in twice if not any(entry.data.get("test") for entry in tables.journal.entries(game, 1, 1))]


@persons.command("show")
@click.argument("address")
@JSON
@click.pass_context
def persons_show(context: click.Context, address: str, as_json: bool) -> None:
    """Show one person: their addresses, your note, where they play, how many they block, and their record.

    \b
    gm persons show alice@example.org
    """
    with open_tables(context) as tables:
        one = _shown(tables, address.lower())
        games = _twice(tables, one)
    if as_json:
        echo_json(one)
        return
    say(", ".join(one.addresses))
    for line in one.note.splitlines():
        say(f"note: {line}")
    say(f"plays {', '.join(one.seats) or 'nowhere'}")
    if one.public:
        say("their record is public")
    for game in games:
        say(f"TWO SEATS IN {game}")
    if one.blocks or one.blocked:
        say(f"NOT WITH: names {one.blocks}, named by {one.blocked}")
    rows = [
        (f"{game.ended:%Y-%m-%d}", f"{game.played}/{game.seat}", f"{game.result}{_taken(game)}", game.filed, game.late,
         game.missed)
        for game in one.records
    ]  # fmt: skip
    echo_table(rows, ("over", "game", "result", "in time", "late", "missed") if rows else ())
    click.echo(f"{count(len(rows), 'game')} over")


def _taken(record: Record) -> str:
    return ", taken over" if record.came == "took over" else ""


def _shown(tables: Tables, address: str) -> Shown:
    """The person with an address. Raises Failed if nobody here has it."""
    _check_known(tables, address)
    addresses = tables.persons.addresses(address)
    one = _listed(tables, addresses)
    blocks, blocked = counts(tables, addresses)
    return Shown(
        one.addresses, one.note, one.seats, sums=one.sums, records=record_of(tables, address), blocks=blocks,
        blocked=blocked, public=tables.persons.is_open(address),
    )  # fmt: skip


def _check_known(tables: Tables, *addresses: str, watchers: bool = False) -> None:
    """Raise Failed if one of these is nobody's who plays here or has played. watchers: nor anybody's without a seat."""
    known = {one for person in _everybody(tables) for one in person}
    known |= tables.people.known("", elsewhere=True) if watchers else set()
    for address in addresses:
        if address not in known:
            raise Failed(f"nobody here has the address {address}; gm persons lists who there is")


@persons.command("note")
@click.argument("address")
@click.argument("text", required=False, default="")
@click.pass_context
def persons_note(context: click.Context, address: str, text: str) -> None:
    """Keep a note about a person, in place of the one before; without TEXT there is none any more. Nobody else sees it.

    \b
    gm persons note alice@example.org "asked for longer weekends"
    """
    with open_office(context) as office, office.store.transaction():
        _check_known(office.store, address.lower())
        office.store.persons.keep_note(address.lower(), text)
    click.echo("noted" if text else "there is no note any more")


@persons.command("merge")
@click.argument("address")
@click.argument("other")
@YES
@click.pass_context
def persons_merge(context: click.Context, address: str, other: str, yes: bool) -> None:
    """Make two persons one: who writes MY RECORD from any of their addresses reads of all their games.

    If they have two seats in a game, or see everything of one in which they play, every operator gets a mail about it.

    \b
    gm persons merge alice@example.org alice@work.example
    """
    from gm.desk.arrival.merging import merge_persons  # loads all of e-mail

    one, two = address.lower(), other.lower()
    with open_office(context) as office, office.store.transaction():
        persons = office.store.persons
        _check_known(office.store, one, two, watchers=True)
        if two in persons.addresses(one):
            raise Failed(f"{one} and {two} are one person already")
        ask(f"Are {', '.join([*persons.addresses(one), *persons.addresses(two)])} one person?", yes)
        found = merge_persons(office, one, two, now())
    click.echo("they are one person now")
    for double in found:
        say(f"{double.game}: they are there more than once; the mail to the operator says how")


@persons.command("part")
@click.argument("address")
@click.pass_context
def persons_part(context: click.Context, address: str) -> None:
    """Make an address a person of its own again; your note stays with the others.

    \b
    gm persons part alice@work.example
    """
    with open_office(context) as office, office.store.transaction():
        persons = office.store.persons
        _check_known(office.store, address.lower())
        if len(persons.addresses(address.lower())) == 1:
            raise Failed(f"{address} is a person of its own already")
        persons.forget([address.lower()])
    click.echo("it is a person of its own now")


@persons.command("forget")
@click.argument("address")
@YES
@click.pass_context
def persons_forget(context: click.Context, address: str, yes: bool) -> None:
    """Remove the record of a person, your note, their NOT WITH and SUBSTITUTE, and which addresses are theirs.

    Their games stay. gm purge removes them from a game.

    \b
    gm persons forget alice@example.org
    """
    from gm.desk.books.purge import forget_persons  # loads all of e-mail

    with open_office(context) as office, office.store.transaction():
        store = office.store
        _check_known(store, address.lower())
        addresses = store.persons.addresses(address.lower())
        ask(f"Remove the record of {', '.join(addresses)}, for ever?", yes)
        forget_persons(store, addresses)
    click.echo("it is removed")


@persons.command("count")
@click.argument("game", required=False, type=GAME)
@click.pass_context
def persons_count(context: click.Context, game: str | None) -> None:
    """Make the records of games that ended under an earlier version, from their journals: of one, or of all.

    \b
    gm persons count
    gm persons count spring
    """
    from gm.desk.books.counting import Uncounted, count_again  # loads the rules

    with open_office(context) as office:
        over = [one.name for one in office.store.games.listed("over")]
        if game is not None:
            office.check_known(game)
            if game not in over:
                raise Failed(f"{game} is not over: its records are made when it ends")
        wanted = [game] if game is not None else [name for name in over if not office.store.records.has(name)]
        made = 0
        for name in wanted:
            try:
                made += count_again(office.store, name)
            except Uncounted as error:
                say(str(error), err=True)
    click.echo(f"{count(made, 'record')} made")
