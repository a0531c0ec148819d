"""Commands that look at one game: show, seats, log. Sealed matter only with --reveal, which the report tells of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import click

from gm.commands.arguments import GAME, SEAT
from gm.commands.common import check_seat, look_at, open_office
from gm.commands.standing import called, clock_facts, seat_facts
from gm.commands.tables import echo_json, echo_table
from gm.desk.game import Game
from gm.desk.office import Office
from gm.desk.times import in_words
from gm.registry import ruleset
from gm.store.store import Journaled, Store, from_iso

REVEAL = click.option("--reveal", is_flag=True, help="Show what is sealed, too. It asks; everybody will read so.")
YES = click.option("--yes", is_flag=True, help="Do not ask.")
JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


@click.command()
@click.argument("game", type=GAME)
@click.argument("seat", type=SEAT, required=False)
@REVEAL
@YES
@JSON
@click.pass_context
def show(context: click.Context, game: str, seat: str | None, reveal: bool, yes: bool, as_json: bool) -> None:
    """Show how a game stands: phase, deadline, seats, who is in. No sealed matter.

    \b
    gm show spring
    gm show spring FRANCE --reveal
    """
    with open_office(context) as office:
        found = office.game(game)
        only = check_seat(found, seat) if seat else None
        if reveal:
            look_at(office, game, f"what {only or 'everybody'} has on file", yes)
            found = office.game(game)
        seats = [one for one in seat_facts(office, found) if only in (None, one["seat"])]
        filed = {one["seat"]: _filed(found, one["seat"]) for one in seats} if reveal else {}
    if as_json:
        facts = {"game": found.name, "ruleset": found.ruleset, "over": found.over, **clock_facts(found)}
        echo_json({**facts, "seats": [one | _on_file(filed, one["seat"]) for one in seats]})
        return
    click.echo(f"{found.name}: {ruleset(found.ruleset).title}")
    if found.over:
        click.echo(f"over: {found.over}")
    _show_clock(found)
    _show_seats(seats, filed)


def _filed(game: Game, seat: str) -> list[str]:
    """What a seat has on file, all of it, in normal form; the lines as they are sealed."""
    return ruleset(game.ruleset).sealed(game.state, seat).split("\n")


def _on_file(filed: Mapping[str, Sequence[str]], seat: str) -> dict[str, Any]:
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


def _show_seats(seats: Sequence[Mapping[str, Any]], filed: Mapping[str, Sequence[str]]) -> None:
    rows: list[Sequence[str] | str] = []
    for one in seats:
        owes = "" if one["owes"] is None else f"{one['owes']}: {'in' if one['in'] else 'MISSING'}"
        rows.append((one["seat"], called(one["name"], one["address"]), f"{owes}{'  WAIT' if one['wait'] else ''}"))
        rows += [_bouncing(one["bounces"])] if one["bounces"] else []
        rows += [f"| {line}" for line in filed.get(one["seat"], ())]
    echo_table(rows, indent=2)


def _bouncing(fails: Mapping[str, Any]) -> str:
    count = f"{fails['n']} times" if fails["n"] > 1 else "once"
    return f"MAIL BOUNCES ({count}, last {fails['at']}): {fails['said']}"


@click.command()
@click.argument("game", type=GAME)
@JSON
@click.pass_context
def seats(context: click.Context, game: str, as_json: bool) -> None:
    """Show who sits where and since when, whose mail bounces, and who is there without a seat.

    \b
    gm seats spring
    """
    with open_office(context) as office:
        found = office.game(game)
        sitting = [one | _since(office.store, game, one["seat"]) for one in seat_facts(office, found)]
        guests = _guests(office, found)
    if as_json:
        kept = ("seat", "name", "address", "since", "bounces")
        echo_json({"seats": [{key: one[key] for key in kept} for one in sitting], "others": guests})
        return
    rows: list[Sequence[str] | str] = []
    for one in sitting:
        since = in_words(one["since"], found.timezone) if one["since"] else ""
        rows.append((one["seat"], called(one["name"], one["address"]), since))
        rows += [_bouncing(one["bounces"])] if one["bounces"] else []
    echo_table(rows, ("seat", "player", "since"))
    if guests:
        click.echo("\nWithout a seat:")
        echo_table([(called(g["name"], g["address"]), g["role"], g["remark"]) for g in guests], indent=2)


def _since(store: Store, game: str, seat: str) -> dict[str, Any]:
    """Since when the player of a seat has it, and who sat there before; None if it is vacant."""
    row = store.row(
        "select j.at from players p join journal j on j.game = p.game and j.n = p.since "
        "where p.game = ? and p.seat = ? and p.left is null",
        [game, seat],
    )
    return {"since": from_iso(row["at"]) if row else None}


def _guests(office: Office, game: Game) -> list[dict[str, Any]]:
    """Those who have joined a game that has not begun, and who only looks on."""
    found = []
    for person, guest in game.guests.items():
        known = office.store.person(game.name, person) or {"name": guest.name, "address": ""}
        wishes = f"wishes {', '.join(guest.wishes)}" if guest.wishes else ""
        remark = ", ".join(filter(None, ("" if guest.approved else "WAITS FOR APPROVAL", guest.seat, wishes)))
        found.append({
            "name": known["name"], "address": known["address"], "role": guest.role, "number": guest.number,
            "approved": guest.approved, "seat": guest.seat, "wishes": guest.wishes, "remark": remark,
        })  # fmt: skip
    return found


@click.command()
@click.argument("game", type=GAME)
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="The last N entries only.")
@REVEAL
@YES
@JSON
@click.pass_context
def log(context: click.Context, game: str, last: int | None, reveal: bool, yes: bool, as_json: bool) -> None:
    """Show what entered a game's journal: when, what, by whom. Never what a letter says.

    \b
    gm log spring --last 20
    gm log spring --reveal
    """
    with open_office(context) as office:
        found = office.game(game)
        if reveal:
            look_at(office, game, "the letters", yes)
        rows = [entry_facts(entry, found, reveal) for entry in office.store.journal(game)]
    rows = rows[-last:] if last else rows
    if as_json:
        echo_json(rows)
        return
    shown: list[Sequence[str] | str] = []
    for row in rows:
        shown.append((str(row["n"]), _short(row["at"]), row["kind"], row["who"], row["what"]))
        shown += [f"| {line}" for line in row.get("lines", ())]
    echo_table(shown, ("n", "when (UTC)", "kind", "who", "what"))


PLAIN = ("process", "deadline", "pause", "resume", "award", "draw", "abort", "resign", "reveal")


def entry_facts(entry: Journaled, game: Game, reveal: bool) -> dict[str, Any]:
    """An entry of the journal without what somebody wrote, unless *reveal*."""
    who, what = _told(entry, game)
    facts: dict[str, Any] = {
        "n": entry.n, "at": entry.at, "kind": entry.kind, "who": who, "what": what, "version": entry.version,
        "hash": entry.hash,
    }  # fmt: skip
    return {**facts, "lines": _lines(entry)} if reveal else facts


def _told(entry: Journaled, game: Game) -> tuple[str, str]:
    """Who made an entry, and which act of the operator or which strike of the clock it is."""
    data = entry.data
    match entry.kind:
        case "letter":
            marks = [word for word in ("late", "confirmed") if data.get(word)]
            return data["seat"] or "somebody without a seat", ", ".join(marks)
        case "held":
            return f"{data['seat']}?", str(data["doubt"])
        case "time":
            return "the clock", str(data["kind"])
        case "operator":
            act, *words = data["run"]
            kept = words if act in PLAIN else [word for word in words[:1] if word.upper() in game.seats]
            return "the operator", " ".join([act, *kept])
        case _:
            return "", ""


def _lines(entry: Journaled) -> list[str]:
    """What somebody wrote: a letter's text, or the operator's."""
    if entry.kind in ("letter", "held"):
        return [str(line["text"]) for line in entry.data["lines"]]
    if entry.kind == "operator" and entry.data["run"][0] in ("announce", "tell", "act"):
        return [str(line) for line in entry.data["run"][1 if entry.data["run"][0] == "announce" else 2 :]]
    return []


def _short(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")


LOOK_COMMANDS = (show, seats, log)
