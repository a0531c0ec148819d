"""What the last mail to a reader of a game told, as the ledger keeps it: notices, and the faults of a letter."""

from __future__ import annotations

from typing import Any

from helpers.mailtable import Table


def notices(table: Table, reader: str, game: str = "spring") -> dict[str, Any]:
    """The bodies of the notices in the last mail to a reader, by their kinds."""
    (last,) = table.office.store.ledger.newest(game, reader, 1)
    return dict(last.notices)


def faults(table: Table, reader: str, kind: str = "refused", game: str = "spring") -> list[tuple[int, int, str, str]]:
    """The line, column, reason and hints of each fault of a reader's last letter."""
    problems = notices(table, reader, game)[kind]["problems"]
    return [(one["line"], one["column"], one["message"], ", ".join(one["hints"])) for one in problems]
