"""Whoever begins to watch is told whether they may write to everybody in this game."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.seventable import OLGA, SevenTable


@pytest.mark.parametrize(
    ("kinds", "line", "told"),
    [
        (("public", "observers"), "OBSERVE spring AS Olga", True),
        (("public",), "OBSERVE spring AS Olga", False),
        (("public", "observers"), "MONITOR spring", False),
    ],
)
def test_whoever_watches_is_told_whether_they_may_write(kinds: tuple[str, ...], line: str, *, told: bool) -> None:
    table = SevenTable(kinds)
    for letter in (line, "CONFIRM", "STATUS"):
        table.write(OLGA, letter, table.last(OLGA) if letter != line else None)
    assert ("BROADCAST" in words_of(table.mails(OLGA)[1])) is told


@pytest.mark.parametrize(("kinds", "named"), [(("public", "observers"), True), (("public",), False)])
def test_a_message_to_one_player_comes_back_with_what_may_be_sent_instead(kinds: tuple[str, ...], named: bool) -> None:
    table = SevenTable(kinds)
    table.watch()
    before = table.counts()
    table.write(OLGA, "PRESS TO FRANCE\nHello, France.\nEND", table.last(OLGA))
    answer = words_of(table.last(OLGA))
    assert "Hello, France." in answer and ("BROADCAST" in answer) is named
    assert table.counts() == before
