"""The figures of a report as files: a CSV file for each table, or all of them as one JSON object (docs/formats.md)."""

from __future__ import annotations

import csv
import io

import msgspec

from gm.report.facts import Disclosure
from gm.report.told import story_of
from gm.rules.stories.story import Table

SCHEMA = "tables-1"
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take what begins so for a formula


def tables_of(disclosure: Disclosure) -> tuple[Table, ...]:
    """Return the tables of a game: who sat where, and those of its story."""
    rows = tuple(
        (seat.code, seat.name, sitter.name, sitter.since, sitter.left)
        for seat in disclosure.seats
        for sitter in seat.sitters
    )
    seats = Table("seats", "Who was who", ("seat", "name", "player", "since", "until"), rows)
    return (seats, *story_of(disclosure).tables)


def as_csv(table: Table) -> str:
    """Return a table as CSV (RFC 4180), with a heading; what a spreadsheet would calculate is marked as text."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerows([[_harmless(cell) for cell in row] for row in (table.columns, *table.rows)])
    return out.getvalue()


def tables_as_json(disclosure: Disclosure) -> str:
    """Return the outcome, the turning points and all tables of a game as JSON."""
    story = story_of(disclosure)
    facts = {
        "schema": SCHEMA,
        "game": disclosure.game,
        "ruleset": disclosure.ruleset,
        "outcome": disclosure.outcome,
        "stood": story.stood,
        "moments": story.moments,
        "remarks": [{"heading": heading, "lines": lines} for heading, lines in story.remarks],
        "tables": [
            {"name": one.name, "title": one.title, "columns": one.columns, "rows": one.rows}
            for one in tables_of(disclosure)
        ],
    }
    return f"{msgspec.json.format(msgspec.json.encode(facts), indent=1).decode()}\n"


def _harmless(cell: str | int | float | None) -> str | int | float | None:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
