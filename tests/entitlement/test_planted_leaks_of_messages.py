"""Which messages share a mail tells nothing: pairs of games that a reader cannot tell apart, and leaks planted there.

In each pair the reader gets the same messages at the same times; what may differ is who wrote those that do not say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from helpers.mailtable import MINUTE
from helpers.seventable import ADDRESS, OLGA, SevenTable
from msgspec.structs import replace
from planting import Patch, around

from gm.desk.commands import letters

Letters = Sequence[tuple[str, Sequence[str]]]  # of one moment: who writes, and the lines


def message(head: str, text: str) -> list[str]:
    return [head, text, "END"]


NAMED, GREY = message("PRESS TO GERMANY", "It is I."), message("GREY PRESS TO GERMANY", "Guess who.")
FALSE = message("PRESS TO GERMANY FROM ITALY", "I am Italy.")
TO_ALL, GREY_TO_ALL = message("BROADCAST", "Hear me."), message("GREY BROADCAST", "Hear somebody.")
PAIRS: dict[str, tuple[Letters, Letters]] = {
    "who is grey": ([("FRANCE", [*NAMED, *GREY])], [("FRANCE", NAMED), ("TURKEY", GREY)]),
    "who is false": ([("FRANCE", [*NAMED, *FALSE])], [("FRANCE", NAMED), ("TURKEY", FALSE)]),
    "whether it is false": ([("TURKEY", FALSE * 2)], [("ITALY", message("PRESS TO GERMANY", "I am Italy.") * 2)]),
    "whether two are of one": ([("FRANCE", GREY * 2)], [("FRANCE", GREY), ("TURKEY", GREY)]),
    "who is grey to all": ([("FRANCE", [*TO_ALL, *GREY_TO_ALL])], [("FRANCE", TO_ALL), ("TURKEY", GREY_TO_ALL)]),
}


def read(story: Letters, reader: str) -> bytes:
    """All mails to a reader of a game in which these letters come in the same minute."""
    table = SevenTable()
    table.watch()
    for seat, lines in story:
        table.tell(seat, *lines)
        table.at -= MINUTE
    table.at += 2 * MINUTE
    table.judge()
    return table.mbox(OLGA if reader == "observer" else ADDRESS[reader])


def differs() -> list[str]:
    """The pairs that Germany or an observer can tell apart."""
    return [
        name for name, (one, other) in PAIRS.items()
        if any(_masked(one, reader) != _masked(other, reader) for reader in ("GERMANY", "observer"))
    ]  # fmt: skip


def _masked(story: Letters, reader: str) -> bytes:
    """The mails without the heads of the journal: they change with every letter, and tell nothing."""
    lines = read(story, reader).split(b"\n")
    return b"\n".join(line for line in lines if not any(len(word) >= 32 for word in line.split()))


def test_which_messages_share_a_mail_tells_nothing() -> None:
    assert differs() == []


def by_author(true: Any, talk: Any) -> None:
    """Messages of one letter share a mail whatever name they bear."""
    talk.posts = [replace(post, together="one letter", press_from=talk.seat) for post in talk.posts]
    true(talk)


def grey_together(true: Any, talk: Any) -> None:
    """Grey messages of one letter share a mail."""
    talk.posts = [replace(post, together=post.together or "grey") for post in talk.posts]
    true(talk)


def only_true_ones(true: Any, talk: Any) -> None:
    """Only messages under their writer's own name share a mail."""
    own = talk.name
    talk.posts = [
        post if getattr(post.told[1], "sender", "") == own else replace(post, together="") for post in talk.posts
    ]
    true(talk)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (by_author, ["who is grey", "who is false", "whether two are of one", "who is grey to all"]),
        (grey_together, ["whether two are of one"]),
        (only_true_ones, ["whether it is false"]),
    ],
)
def test_a_leak_in_what_shares_a_mail_is_found(
    monkeypatch: Patch, plant: Callable[..., None], found: list[str]
) -> None:
    around(monkeypatch, letters, "send_posts", plant)
    assert differs() == found
