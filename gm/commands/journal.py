"""`gm log`: the entries of a game's journal. What people wrote is shown only with --reveal, which is disclosed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import click
import msgspec

from gm.commands.arguments import GAME
from gm.commands.common import REVEAL, YES, Form, forms, look_at, now, open_office, open_tables
from gm.commands.standing import look
from gm.commands.tables import echo_csv, echo_json, echo_table
from gm.commands.when import past_time
from gm.store.journal import Journaled


@click.command()
@click.argument("game", type=GAME)
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="The last N entries only.")
@click.option("--before", metavar="TIME", default="", help="The entries before a time only.")
@REVEAL
@YES
@forms
@click.pass_context
def log(
    context: click.Context, game: str, last: int | None, before: str, reveal: bool, yes: bool, form: Form | None
) -> None:
    """Show the entries of a game's journal: when, what, by whom. What letters say is shown only with --reveal.

    \b
    gm log spring --last 20
    gm log spring --reveal
    gm log spring --before "Fri 20:00"

    Times are in the game's zone, as are those that --before reads, here and in gm rollback; as JSON and CSV in UTC.
    """
    if reveal:
        with open_office(context) as office:
            look_at(office, game, "the letters", yes, always=True)  # the report opens neither votes nor every diary
    with open_tables(context, game) as tables:
        seen = look(tables, game)
        seats = {one.seat for one in seen.seats}
        limit = _moment(before, seen.timezone) if before else None
        entries = (one for one in tables.journal.entries(game) if limit is None or one.at < limit)
        rows = [entry_facts(entry, seats, reveal) for entry in entries]
    rows = rows[-last:] if last else rows
    if form is not None:
        (echo_json if form == "json" else echo_csv)(rows)
        return
    shown: list[Sequence[str] | str] = []
    for one in rows:
        shown.append((str(one.n), _short(one.at, seen.timezone), one.kind, one.who, one.what))
        shown += [f"| {line}" for line in one.lines or ()]
    echo_table(shown, ("n", "when", "kind", "who", "what"))


# The operator's acts whose words are neither text of their own nor the hash of a person.
PLAIN = (
    "process", "deadline", "pause", "resume", "award", "draw", "abort", "resign", "reveal", "rollback", "forward",
    "begin", "bot",
)  # fmt: skip


class EntryFacts(msgspec.Struct, frozen=True):
    """An entry of the journal. lines: what somebody wrote, only if it was revealed."""

    n: int
    at: datetime
    kind: str
    who: str
    what: str
    version: str
    hash: str
    lines: list[str] | msgspec.UnsetType = msgspec.UNSET


def entry_facts(entry: Journaled, seats: Collection[str], reveal: bool) -> EntryFacts:
    """The facts of a journal entry, without what anybody wrote unless *reveal*."""
    who, what = ("", "its text is purged") if entry.purged else _told(entry, seats)
    return EntryFacts(
        entry.n, entry.at, entry.kind, who=who, what=what, version=entry.version, hash=entry.hash,
        lines=_lines(entry) if reveal and not entry.purged else msgspec.UNSET,
    )  # fmt: skip


def _told(entry: Journaled, seats: Collection[str]) -> tuple[str, str]:
    """Who made an entry, and which act of the operator or strike of the clock it is."""
    data = entry.data
    match entry.kind:
        case "letter":
            marks = [word for word in ("late", "confirmed") if data.get(word)]
            return data["seat"] or "somebody without a seat", ", ".join(marks)
        case "held":
            return f"{data['seat']}?", str(data["doubt"])
        case "time":
            return "the clock", str(data["kind"])
        case "outage":
            return "the clock", "time given back"
        case "stand":
            seats = ", ".join(data.get("over", [data.get("seat", "")]))
            said = "goes on after a fault of ours" if "over" in data else "stands for a fault of ours"
            return "the clock", f"{said}: {seats}" if seats else said
        case "looked":
            # The entry itself bears the time of the one before it.
            return "the operator", ", ".join(str(data[key]) for key in ("what", "at") if data.get(key))
        case "operator":
            act, *words = data["run"]
            kept = words if act in PLAIN else [word for word in words[:2] if word.upper() in seats]
            by = f" ({data['by']})" if data.get("by") else ""
            return f"the operator{by}", " ".join([act, *kept])
        case _:
            return "", ""


def _lines(entry: Journaled) -> list[str]:
    """The text of an entry's letter, or the operator's text."""
    if entry.kind in ("letter", "held"):
        return [str(line["text"]) for line in entry.data["lines"]]
    if entry.kind == "operator" and entry.data["run"][0] in ("announce", "tell", "act"):
        return [str(line) for line in entry.data["run"][1 if entry.data["run"][0] == "announce" else 2 :]]
    return []


def _short(at: datetime, zone: str) -> str:
    """A time in a zone, with its distance from UTC: as --before reads it, with that or without."""
    return at.astimezone(ZoneInfo(zone)).isoformat(" ", "seconds").replace("+00:00", "Z")


def _moment(text: str, zone: str) -> datetime:
    try:
        return past_time(text, now(), zone)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
