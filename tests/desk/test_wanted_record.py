"""A game may want a record of its newcomers: for JOIN and for a vacant seat, unless the operator has invited them."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, START, Table
from helpers.replayed import replayed
from helpers.rows import each_row
from helpers.told import heard, notices
from msgspec.structs import replace

from gm.desk.books.fsck import check_store
from gm.desk.entries.events import person_hash
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.wanted import Shown, Wanted, suffices
from gm.rules import as_seat
from gm.store.records import Record

ANN, HOME = "ann@example.net", "ann@home.example"
ONE = Record(
    "winter", as_seat("ITALY"), 1, address=ANN, ruleset="payola", ended=START - DAY, came="began", result="lost",
    filed=8, late=1, missed=1,
)  # fmt: skip
WANTS = "record = { games = 2, on_time = 80 }"


def forms(*records: Record, wants: str = WANTS, seats: str = "") -> Table:
    """A game summer that wants a record, and these records."""
    table = Table()
    with table.office.store.transaction():
        table.office.store.records.keep(records)
    table.form(joining=wants, seats=seats)
    return table


def told(table: Table, who: str = ANN, game: str = "summer") -> dict[str, Any]:
    """The notices in the last mail of the game to somebody without a seat."""
    return notices(table, person_hash(table.office.game(game).key, who), game)


def short(table: Table, letter: str = "JOIN summer", who: str = ANN) -> Any:
    """What somebody is told whose record is too short; None if they are not."""
    table.asks(who, letter)
    return told(table, who).get("shortrecord")


# -- how much is enough ------------------------------------------------------------------------------------------------


@each_row(
    ("shown", "wanted", "enough"),
    [
        (Shown(2, 8, 10), Wanted(2, 80), True),
        (Shown(1, 8, 10), Wanted(2, 80), False),
        (Shown(2, 79, 100), Wanted(2, 80), False),
        (Shown(0, 0, 0), Wanted(0, 100), True),
        (Shown(0, 0, 0), Wanted(1), False),
        (Shown(3, 0, 9), Wanted(3), True),
    ],
)
def test_a_record_is_enough_with_the_games_and_the_share_that_are_wanted(
    shown: Shown, wanted: Wanted, enough: bool
) -> None:
    assert suffices(shown, wanted) is enough


@each_row(
    ("result", "counts"),
    [("won", True), ("shared", True), ("ended", True), ("aborted", False), ("resigned", False), ("put out", False)],
)
def test_games_played_to_their_end_count(result: str, counts: bool) -> None:
    table = forms(ONE, replace(ONE, played="autumn", result=result))
    assert (short(table) is None) is counts


# -- who is refused --------------------------------------------------------------------------------------------------


def test_a_join_with_a_shorter_record_is_refused_with_what_is_wanted_and_what_there_is() -> None:
    table = forms(ONE)
    figures = {"least_games": 2, "least_on_time": 80, "games": 1, "filed": 8, "owed": 10}
    assert short(table) == {"game": "summer", **figures}
    said = words_of(table.last(ANN))
    assert "at least 2 games played to the end and 80 percent" in said and "in time in 8 of 10 phases" in said
    assert table.office.game("summer").guests == {} and table.office.game("summer").pending == {}


def test_a_join_with_the_record_is_asked_about_and_done() -> None:
    table = forms(ONE, replace(ONE, played="autumn"))
    table.does(ANN, "JOIN summer")
    assert len(table.office.game("summer").guests) == 1


def test_all_addresses_of_a_person_count() -> None:
    table = forms(ONE, replace(ONE, played="autumn", address=HOME))
    assert short(table) is not None
    with table.office.store.transaction():
        table.office.store.persons.merge(ANN, HOME)
    assert short(table) is None


def test_a_record_that_got_worse_before_the_confirm_is_refused_then() -> None:
    table = forms(ONE, replace(ONE, played="autumn"))
    question = table.asks(ANN, "JOIN summer")
    with table.office.store.transaction():
        table.office.store.records.keep([replace(ONE, played="late", filed=0, missed=30)])
    table.write(ANN, "CONFIRM", question)
    assert "shortrecord" in told(table) and table.office.game("summer").guests == {}


def test_who_has_joined_may_change_their_wishes_whatever_their_record_is() -> None:
    table = forms(ONE, replace(ONE, played="autumn"))
    joined = table.does(ANN, "JOIN summer")
    with table.office.store.transaction():
        table.office.store.records.forget([ANN])
    table.write(ANN, "JOIN PREFER FRANCE", joined)
    assert "shortrecord" not in told(table)
    (guest,) = table.office.game("summer").guests.values()
    assert guest.wishes == ("FRANCE",)


def test_the_operators_invitation_overrides_it() -> None:
    table = forms()
    table.office.operate("summer", ["invite"], table.at, address=ANN)
    table.does(ANN, "JOIN summer")
    (guest,) = table.office.game("summer").guests.values()
    assert guest.role == "player"


def test_a_password_is_asked_for_before_anything_is_said_of_a_record() -> None:
    table = forms(wants=f'word = "sesame"\n{WANTS}')
    assert short(table) is None and short(table, "JOIN summer WORD sesame") is not None


SEATED = 'FRANCE = "alice@example.com"\nENGLAND = "bob@example.com"'


@pytest.mark.parametrize("letter", ["TAKEOVER ITALY", "JOIN summer AS ITALY"])
def test_it_holds_for_a_vacant_seat_of_a_running_game(letter: str) -> None:
    table = forms(ONE, seats=SEATED)
    table.office.operate("summer", ["begin"], table.at)
    table.write(ANN, letter, subject="[summer]")
    assert told(table)["shortrecord"]["games"] == 1 and table.office.game("summer").pending == {}
    with table.office.store.transaction():
        table.office.store.records.keep([replace(ONE, played="autumn")])
    table.write(ANN, letter, subject="[summer]")
    question = table.last(ANN)
    with table.office.store.transaction():
        table.office.store.records.forget([ANN])
    table.write(ANN, "CONFIRM", question)
    assert "shortrecord" in told(table) and not table.office.game("summer").seats[as_seat("ITALY")].taken
    with table.office.store.transaction():
        table.office.store.records.keep([ONE, replace(ONE, played="autumn")])
    table.write(ANN, letter, subject="[summer]")
    table.write(ANN, "CONFIRM", table.last(ANN))
    assert table.office.game("summer").seats[as_seat("ITALY")].taken


def test_nobody_is_asked_to_take_over_without_the_record() -> None:
    table = forms(ONE, seats=SEATED)
    table.office.operate("summer", ["begin"], table.at)
    table.write(ANN, "SUBSTITUTE", subject="[summer]")
    assert told(table)["shortrecord"]["games"] == 1 and table.office.game("summer").pending == {}
    table.write(ANN, "CONFIRM", table.asks(ANN, "SUBSTITUTE"))
    table.write(ALICE, "WAIT", subject="[summer]")
    assert "substituteasked" not in told(table)
    with table.office.store.transaction():
        table.office.store.records.keep([replace(ONE, played="autumn")])
    table.write(ALICE, "NOWAIT", subject="[summer]")
    assert "substituteasked" in told(table)


def test_the_operator_gives_a_seat_to_whom_they_like() -> None:
    table = forms(seats=SEATED)
    table.office.operate("summer", ["begin"], table.at)
    table.office.operate("summer", ["replace", "ITALY"], table.at, address=ANN)
    assert table.office.game("summer").seats[as_seat("ITALY")].taken


# -- who learns of it ------------------------------------------------------------------------------------------------


def test_nobody_else_hears_of_a_refusal() -> None:
    table = forms(seats=SEATED)
    counts = [len(table.mails(who)) for who in (ALICE, BOB, "operator@example.org")]
    assert short(table) is not None
    assert [len(table.mails(who)) for who in (ALICE, BOB, "operator@example.org")] == counts


def test_list_and_the_settings_say_what_is_wanted() -> None:
    table = forms(seats=SEATED)
    answers = heard(table)
    said = words_of(table.asks(ANN, "LIST"))
    (offer,) = [one for one in answers[0][1]["offers"] if one["game"] == "summer"]
    assert (offer["settings"]["games"], offer["settings"]["on_time"]) == (2, 80)
    assert "newcomers have played 2 games to the end; newcomers have been in time in 80 percent" in said
    table.office.operate("summer", ["begin"], table.at)
    assert notices(table, "FRANCE", "summer")["gamesettings"]["on_time"] == 80
    assert "need a record of 2 games played to the end and 80 percent" in words_of(table.last(ALICE))


def test_a_game_that_wants_none_says_nothing_of_it_and_keeps_none() -> None:
    table = forms(ONE, wants="")
    answers = heard(table)
    table.asks(ANN, "LIST")
    assert all("games" not in one["settings"] for one in answers[0][1]["offers"])
    table.asks(ANN, "JOIN summer")
    assert all("short" not in entry.data for entry in table.office.store.journal.entries("summer"))


def test_the_journal_alone_makes_the_same_game_again() -> None:
    table = forms(ONE)
    table.asks(ANN, "JOIN summer")
    with table.office.store.transaction():
        table.office.store.records.forget([ANN])
    assert check_store(table.office.store, "summer")[0] == []


def test_a_replay_knows_no_records_and_asks_for_none() -> None:
    game = FILE.format(WANTS).replace("[joining]", "start = 2026-01-05T18:00:00Z\n[joining]")
    mails = replayed(game, START, [(1, ANN, "hello", "JOIN spring")])
    assert [subject.endswith("do you join?") for who, _, subject, _ in mails if who == ANN] == [True]


# -- what a file may say ----------------------------------------------------------------------------------------------

FILE = '[game]\nname = "spring"\nruleset = "payola"\n[joining]\n{}\n'


@each_row(
    "line",
    ["record = 3", "record = { games = -1 }", "record = { on_time = 101 }", "record = { games = true }",
     "record = { wins = 1 }", 'record = { games = "3" }'],
)  # fmt: skip
def test_a_wrong_record_in_a_file_is_an_error_with_its_line(line: str) -> None:
    with pytest.raises(GameFileError, match=r"^line 5: joining\.record: "):
        read_game_file(FILE.format(line))


def test_either_demand_may_be_missing() -> None:
    assert read_game_file(FILE.format("record = { games = 3 }")).wanted == Wanted(3)
    assert read_game_file(FILE.format("record = { on_time = 90 }")).wanted == Wanted(0, 90)
