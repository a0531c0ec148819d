"""What mails told: those of a game, as its ledger keeps them, and answers to mails about no game.

Notices have a kind and a body, other answers a kind and facts.
"""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import msgspec

from gm.rules import Reader
from helpers.mailtable import Listening, Table

ALL = 1_000_000  # more mails than any reader of a test has


def told(table: Table, reader: str, game: str = "spring") -> list[tuple[str, Any]]:
    """The kind and the body of each notice in the last mail to a reader."""
    (last,) = table.office.store.ledger.newest(game, Reader(reader), 1)
    return list(last.notices)


def kinds(table: Table, reader: str, game: str = "spring") -> list[str]:
    """The kinds of the notices in the last mail to a reader, in order."""
    return [kind for kind, _ in told(table, reader, game)]


def all_kinds(table: Table, reader: str, game: str = "spring") -> list[str]:
    """The kinds of the notices in all mails to a reader, oldest first."""
    mails = table.office.store.ledger.newest(game, Reader(reader), ALL)
    return [kind for mail in reversed(mails) for kind, _ in mail.notices]


def notices(table: Table, reader: str, game: str = "spring") -> dict[str, Any]:
    """The bodies of the notices in the last mail to a reader, by their kinds."""
    return dict(told(table, reader, game))


def brought(table: Table, mail: EmailMessage) -> dict[str, Any]:
    """The bodies of the notices that a mail of a game brought to whom it was sent, by their kinds."""
    found = table.office.store.ledger.with_id(str(mail["Message-ID"]).strip("<>"))
    assert found is not None, f"no game told {mail['Subject']!r}"
    return dict(found.notices)


def faults(table: Table, reader: str, kind: str = "refused", game: str = "spring") -> list[tuple[int, int, str, str]]:
    """The line, column, reason and hints of each fault of a reader's last letter."""
    problems = notices(table, reader, game)[kind]["problems"]
    return [(one["line"], one["column"], one["message"], ", ".join(one["hints"])) for one in problems]


def heard(table: Any) -> list[tuple[str, dict[str, Any]]]:
    """The kind and the facts of each answer outside the ledger of any game; those that come from now on are added."""
    answers: list[tuple[str, dict[str, Any]]] = []
    office: Listening = table.office
    office.listeners.append(lambda kind, facts: answers.append((kind, msgspec.to_builtins(facts))))
    return answers
