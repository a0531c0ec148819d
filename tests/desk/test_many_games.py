"""What the desk keeps stays small: counts of answers, games in memory, finished games listed in an answer."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, SHEET, START, Table
from helpers.told import heard

from gm.desk.books import commit
from gm.desk.mails.answers import Bucket
from gm.store.store import Store

HOUR = timedelta(hours=1)


def addresses(store: Store) -> list[str]:
    return [row["address"] for row in store.rows("select address from buckets order by address")]


def test_who_has_been_quiet_for_an_hour_is_not_remembered_and_loses_nothing() -> None:
    store = Store(":memory:")
    bucket = Bucket(store, 2)
    assert [bucket.take("a@x.example", START) for _ in range(3)] == ["yes", "last", "no"]
    assert bucket.take("b@x.example", START + HOUR - timedelta(seconds=1)) == "yes"
    assert addresses(store) == ["a@x.example", "b@x.example"]
    assert bucket.take("c@x.example", START + HOUR) == "yes"
    assert addresses(store) == ["b@x.example", "c@x.example"]
    assert [bucket.take("a@x.example", START + HOUR) for _ in range(3)] == ["yes", "last", "no"]


def test_the_game_used_longest_ago_is_dropped_from_memory_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "MOST", 2)  # size: two games are many
    table = Table()
    for name in ("second", "third"):
        table.open(name)
    games = table.office.books.known
    assert list(games) == ["second", "third"]
    table.write(ALICE, SHEET, subject="[spring]", reply=table.last(ALICE))
    table.office.game("second")
    table.office.game("third")
    table.office.game("second")
    assert list(games) == ["third", "second"]
    assert table.office.game("spring").name == "spring"
    assert list(games) == ["second", "spring"]


def test_a_game_that_is_over_leaves_memory() -> None:
    table = Table()
    table.office.operate("spring", ["abort"], table.at)
    assert table.office.game("spring").over
    table.write(ALICE, "STATUS", reply=table.last(ALICE))
    assert "spring" not in table.office.books.known


def test_whoami_names_twenty_games_that_are_over_and_says_that_there_are_more() -> None:
    table = Table()
    for number in range(10, 31):
        table.open(f"old-{number}")
        table.office.operate(f"old-{number}", ["abort"], START + DAY)
    answers = heard(table)
    table.write(BOB, "WHOAMI", subject="hello")
    said = words_of(table.last(BOB))
    ((kind, facts),) = answers
    assert kind == "whoami" and facts["more_over"]
    assert [one["game"] for one in facts["seats"]] == ["spring", *(f"old-{n}" for n in range(10, 30))]
    assert [one["over"] for one in facts["seats"]] == [False] + [True] * 20
    assert said.count("(over)") == 20
    assert "old-29: ENGLAND (over) and more games that are over" in said
    assert "old-30" not in said


def test_whoami_says_nothing_of_more_where_there_are_no_more() -> None:
    table = Table()
    table.office.operate("spring", ["abort"], START + DAY)
    answers = heard(table)
    table.write(BOB, "WHOAMI", subject="hello")
    over = {"game": "spring", "seat": "ENGLAND", "over": True}
    assert answers == [("whoami", {"sender": BOB, "seats": [over], "guests": [], "more_over": False})]
    assert "more games" not in words_of(table.last(BOB))
