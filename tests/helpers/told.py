"""What the last mail to a reader of a game told, as the ledger keeps it: notices, and the faults of a letter."""

from __future__ import annotations

from typing import Any

from helpers.mailtable import Table


def told(table: Table, reader: str, game: str = "spring") -> list[tuple[str, Any]]:
    """The kind and the body of each notice in the last mail to a reader."""
    (last,) = table.office.store.ledger.newest(game, reader, 1)
    return list(last.notices)


def kinds(table: Table, reader: str, game: str = "spring") -> list[str]:
    """The kinds of the notices in the last mail to a reader, in order."""
    return [kind for kind, _ in told(table, reader, game)]


def notices(table: Table, reader: str, game: str = "spring") -> dict[str, Any]:
    """The bodies of the notices in the last mail to a reader, by their kinds."""
    return dict(told(table, reader, game))


def faults(table: Table, reader: str, kind: str = "refused", game: str = "spring") -> list[tuple[int, int, str, str]]:
    """The line, column, reason and hints of each fault of a reader's last letter."""
    problems = notices(table, reader, game)[kind]["problems"]
    return [(one["line"], one["column"], one["message"], ", ".join(one["hints"])) for one in problems]
