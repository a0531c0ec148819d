"""What mails told: those of a game, as its ledger keeps them, and answers to mails about no game.

Notices have a kind and a body, other answers a kind and facts.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gm.rules import Reader
from helpers.mailtable import Table


def told(table: Table, reader: str, game: str = "spring") -> list[tuple[str, Any]]:
    """The kind and the body of each notice in the last mail to a reader."""
    (last,) = table.office.store.ledger.newest(game, Reader(reader), 1)
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


def heard(table: Table) -> list[tuple[str, dict[str, Any]]]:
    """The kind and the facts of each answer outside the ledger of any game; those that come from now on are added."""
    answers: list[tuple[str, dict[str, Any]]] = []
    office: Any = table.office
    answer = office.answer

    def listening(mail: Any, kind: str, facts: Any, **more: Any) -> None:
        answers.append((kind, msgspec.to_builtins(facts)))
        answer(mail, kind, facts, **more)

    office.answer = listening
    return answers
