"""`gm seats`: who plays what, who only watches, since when, and whose mail fails."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

import click
import msgspec

from gm.commands.arguments import GAME
from gm.commands.common import Form, forms, now, open_tables
from gm.commands.standing import Bounces, SeatFacts, called, look, seat_facts
from gm.commands.tables import echo_csv, echo_json, echo_table
from gm.desk.game.glance import Place, Without
from gm.desk.time.times import in_words
from gm.rules import Person, Seat
from gm.store.database import iso
from gm.store.store import Tables


class Span(msgspec.Struct, frozen=True):
    """Days on which a player is away."""

    first: date
    last: date


class Sits(msgspec.Struct, frozen=True):
    """Who writes for a player, now or later."""

    name: str
    address: str
    since: datetime
    until: datetime


class Seated(msgspec.Struct, frozen=True):
    """A seat and its player; name, address and since are None if it is vacant. note: the operator's about them."""

    seat: Seat
    name: str | None
    address: str | None
    bounces: Bounces | None
    since: datetime | None
    absent: list[Span]
    sitter: Sits | None
    note: str


class Unseated(msgspec.Struct, frozen=True):
    """A person without a seat: who has joined a game that has not begun, or who only watches."""

    name: str
    address: str
    role: str
    number: int
    approved: bool
    seat: str
    wishes: tuple[str, ...]
    note: str


@click.command()
@click.argument("game", type=GAME)
@forms
@click.pass_context
def seats(context: click.Context, game: str, form: Form | None) -> None:
    """Show who plays what and since when, who is away, whose mail bounces, and who is there without a seat.

    \b
    gm seats spring
    gm seats spring --csv > seats.csv
    """
    with open_tables(context, game) as tables:
        seen = look(tables, game)
        facts = zip(seen.seats, seat_facts(tables, game, seen), strict=True)
        sitting = [_seated(tables, game, place, one) for place, one in facts]
        guests = [_guest(tables, game, guest) for guest in seen.guests]
    if form == "json":
        echo_json({"seats": sitting, "others": guests})
        return
    if form == "csv":
        echo_csv([*sitting, *guests])
        return
    rows: list[Sequence[str] | str] = []
    for place, one in zip(seen.seats, sitting, strict=True):
        since = in_words(one.since, seen.timezone) if one.since else ""
        rows += [(place.name, called(one.name, one.address), since), *_remarks(one, seen.timezone)]
    echo_table(rows, ("seat", "player", "since"))
    if guests:
        click.echo("\nWithout a seat:")
        others: list[Sequence[str] | str] = []
        for guest in guests:
            row = (str(guest.number or ""), called(guest.name, guest.address), guest.role, _wishes(guest))
            others += [row, *_noted(guest.note)]
        echo_table(others, indent=2)


def _seated(tables: Tables, game: str, place: Place, facts: SeatFacts) -> Seated:
    sitter = None
    if place.sitter and now() < place.sitter.until:
        name, address = _person(tables, game, place.sitter.person)
        sitter = Sits(name, address, place.sitter.since, place.sitter.until)
    return Seated(
        facts.seat, facts.name, facts.address, bounces=facts.bounces, since=_since(tables, game, facts.seat),
        absent=[Span(one.first, one.last) for one in place.away if now() < one.back], sitter=sitter,
        note=tables.persons.note(facts.address) if facts.address else "",
    )  # fmt: skip


def _since(tables: Tables, game: str, seat: Seat) -> datetime | None:
    """When the player of a seat took it, None if it is vacant."""
    player = tables.players.find(game, seat)
    return tables.journal.made_at(game, player.since) if player is not None else None


def _person(tables: Tables, game: str, person: Person) -> tuple[str, str]:
    """The name and the address of somebody without a seat, both "" if they are not known."""
    known = tables.people.find(game, person)
    return (known.name, known.address) if known else ("", "")


def _guest(tables: Tables, game: str, guest: Without) -> Unseated:
    name, address = _person(tables, game, guest.person)
    return Unseated(
        name, address, guest.role, number=guest.number, approved=guest.approved, seat=guest.seat, wishes=guest.wishes,
        note=tables.persons.note(address) if address else "",
    )  # fmt: skip


def _remarks(one: Seated, zone: str) -> list[str]:
    """Further remarks about a seat, a line each."""
    lines = [f"absent from {span.first} to {span.last}" for span in one.absent]
    if sitter := one.sitter:
        who = called(sitter.name, sitter.address)
        lines.append(f"{who} sits for them, {in_words(sitter.since, zone)} to {in_words(sitter.until, zone)}")
    lines += [bouncing(one.bounces)] if one.bounces else []
    return [*lines, *_noted(one.note)]


def _noted(note: str) -> list[str]:
    """The operator's note about somebody, a line each; [] for none."""
    return [f"note: {line}" for line in note.split("\n") if line]


def _wishes(guest: Unseated) -> str:
    wishes = f"wishes {', '.join(guest.wishes)}" if guest.wishes else ""
    kept = f"{guest.seat} is kept for them" if guest.seat else ""
    return ", ".join(filter(None, ("" if guest.approved else "WAITS FOR APPROVAL", kept, wishes)))


def bouncing(fails: Bounces) -> str:
    """How mail to a seat fails, in words."""
    count = f"{fails.n} times" if fails.n > 1 else "once"
    return f"MAIL BOUNCES ({count}, last {iso(fails.at)}): {fails.said}"
