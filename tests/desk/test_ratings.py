"""Ratings: computed from the results of games that count, in the order of their ends, and never stored."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from helpers.bottable import BotTable
from helpers.mails import words_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS

from gm.desk.books.results import result_of
from gm.desk.people.ratings import Rating, ranked_games, ratings_of
from gm.rules import as_seat
from gm.store.records import Record
from gm.store.store import Store

ENDED = datetime(2026, 3, 1, tzinfo=UTC)
ANN, BEN, CID, DOT = (f"{name}@players.example" for name in ("ann", "ben", "cid", "dot"))


def game(number: int, *results: tuple[str, str], came: str = "began", rated: int = 1) -> list[Record]:
    """The records of a game of three players or fewer, in the order of the games' numbers."""
    return [
        Record(
            f"game-{number}", as_seat(str(seat)), 1 if came == "began" else 2, address=address, ruleset="payola",
            ended=ENDED + timedelta(days=number), came=came, result=result, filed=1, late=0, missed=0, rated=rated,
        )
        for seat, (address, result) in enumerate(results, 1)
    ]  # fmt: skip


def rated(*games: list[Record], ruleset: str = "payola", same: tuple[str, str] | None = None) -> list[Rating]:
    store = Store(":memory:")
    for records in games:
        store.records.keep(records)
    if same is not None:
        store.persons.merge(*same)
    return ratings_of(store, ruleset)


def test_who_wins_stands_above_who_loses_and_who_resigned_below_both() -> None:
    found = rated(game(1, (ANN, "lost"), (BEN, "won"), (CID, "resigned")))
    assert [(one.place, one.addresses) for one in found] == [(1, [BEN]), (2, [ANN]), (3, [CID])]
    assert [one.games for one in found] == [1, 1, 1]
    assert found[0].rating == pytest.approx(found[0].mu - 3 * found[0].sigma, abs=0.03)


def test_a_shared_win_is_worth_the_same_to_all_who_share_it() -> None:
    one, two, three = rated(game(1, (ANN, "shared"), (BEN, "lost"), (CID, "shared")))
    assert (one.rating, one.mu) == (two.rating, two.mu) and two.mu > three.mu
    assert [each.place for each in (one, two, three)] == [1, 1, 3]


def test_games_count_in_the_order_of_their_ends() -> None:
    first, second = game(1, (ANN, "won"), (BEN, "lost")), game(2, (BEN, "won"), (ANN, "lost"))
    assert rated(first, second) == rated(second, first)
    later = game(3, (ANN, "won"), (BEN, "lost"))
    assert rated(second, later) != rated(first, second)


@each_row(
    "records",
    [
        game(1, (ANN, "won"), (BEN, "lost"), rated=0),
        game(1, (ANN, "aborted"), (BEN, "aborted")),
        game(1, (ANN, "won"), (ANN, "lost"), (BEN, "lost")),
        game(1, (ANN, "won")),
        game(1, (ANN, "won"), (BEN, "put out")),
        game(1, (ANN, "won")) + game(1, (DOT, "x"), (BEN, "lost"), came="took over")[1:],
    ],
)
def test_what_never_counts(records: list[Record]) -> None:
    assert rated(records) == []


def test_who_took_a_seat_over_is_not_rated_and_the_others_are() -> None:
    taken = game(1, (DOT, ""), (DOT, ""), (DOT, "won"), came="took over")[2:]
    (ranked,) = ranked_games([*game(1, (ANN, "lost"), (BEN, "lost")), *taken], {})
    assert ranked == {ANN: 2, BEN: 2}


def test_addresses_of_one_person_have_one_rating_and_play_no_game_alone() -> None:
    games = game(1, (ANN, "won"), (BEN, "lost")), game(2, (CID, "won"), (BEN, "lost"))
    best, other = rated(*games, same=(ANN, CID))
    assert (best.addresses, best.games, other.games) == ([ANN, CID], 2, 2)
    assert rated(game(1, (ANN, "won"), (CID, "lost")), same=(ANN, CID)) == []


def test_each_ruleset_has_its_own() -> None:
    assert rated(game(1, (ANN, "won"), (BEN, "lost")), ruleset="diplomacy") == []


@pytest.mark.parametrize(
    ("file", "bots", "run", "counts"),
    [
        ("", (), ("award", "FRANCE"), True),
        ("rated = false", (), ("award", "FRANCE"), False),
        ("", ("ITALY",), ("award", "FRANCE"), False),
        ("", (), ("abort",), False),
    ],
)
def test_the_result_of_a_game_says_whether_it_counts(
    file: str, bots: tuple[str, ...], run: tuple[str, ...], *, counts: bool
) -> None:
    table = BotTable(bots=bots, game=file)
    assert ("does not count" in words_of(table.mails(ADDRESS["FRANCE"])[0])) is bool(file)
    table.operate(*run)
    assert result_of(table.office.store, table.game).rated is counts
    found = ratings_of(table.office.store, "diplomacy")
    assert [one.addresses for one in found] == ([[ADDRESS["FRANCE"]], [ADDRESS["ENGLAND"]]] if counts else [])
    table.check()


def test_a_bot_that_has_left_keeps_a_game_from_counting() -> None:
    table = BotTable(bots=("ITALY",))
    table.operate("resign", "ITALY")
    table.operate("award", "FRANCE")
    assert not result_of(table.office.store, table.game).rated

