"""Chance that nobody chooses: words of the players, and a public number that nobody can know when the list closes."""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import MINUTE, Table
from helpers.reports import forged
from helpers.told import brought, heard

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import GameFileError
from gm.desk.game.refusal import OperatorError
from gm.offline.verify import verify_report
from gm.report.disclosure import disclose

SEVEN = [f"p{number}@example.net" for number in range(1, 8)]
ANN, BEA, *_, GUS = SEVEN
LATE = "late@example.net"
BEACON = "drand quicknet round 21000000"
VALUE = "6f1d3a0c77"  # made up
HOUR = timedelta(hours=1)


def forming(beacon: str = BEACON, seats: str = "") -> Table:
    table = Table()
    table.form(beacon=beacon, seats=seats)
    return table


def full(beacon: str = BEACON, words: str = "") -> Table:
    """A game of seven, the first of whom gives *words*."""
    table = forming(beacon)
    for who in SEVEN:
        table.does(who, f"JOIN summer{f' NONCE {words}' if words and who == ANN else ''}")
    return table


def stage(table: Table) -> str:
    game = table.office.game("summer")
    return "begun" if game.forming is None else "closed" if game.forming.closed else "open"


def enter(table: Table, value: str, at: timedelta = timedelta()) -> None:
    table.office.operate("summer", ["beacon", value], table.at + at)


def lines_hash(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def lots(key: str) -> dict[int, str]:
    """The draws of seven players, from the key of a game."""
    return {n: hmac.new(key.encode(), f"seat/{n}".encode(), hashlib.sha256).hexdigest()[:16] for n in range(1, 8)}


def told_lots(table: Table) -> dict[int, str]:
    return {number: digits for number, digits, _ in brought(table, table.last(ANN))["drawn"]["lots"]}


def over(table: Table) -> str:
    """The report of the game, which the operator ends as a draw."""
    table.office.operate("summer", ["draw", "FRANCE", "ITALY"], table.at + 3 * HOUR)
    return disclose(table.office.store, "summer")[1]


def test_the_answer_to_the_first_join_and_an_invitation_name_seed_and_beacon_before_anybody_is_in() -> None:
    table = forming()
    asked = words_of(table.asks(ANN, "JOIN summer"))
    assert hashlib.sha256(b"s").hexdigest() in asked and BEACON in asked
    table.office.operate("summer", ["invite"], table.at, address=LATE)
    invited = words_of(table.last(LATE))
    assert hashlib.sha256(b"s").hexdigest() in invited and BEACON in invited


def test_words_of_a_player_come_back_with_their_hash_and_stay_through_other_wishes() -> None:
    table = forming("")
    asked = table.asks(ANN, "JOIN summer PREFER FRANCE, ITALY NONCE the  cat, sat")
    told = brought(table, asked)["joinasked"]
    assert told["nonce"] == "the cat, sat" and told["wishes"] == ["France", "Italy"]
    assert told["nonce_hash"] == lines_hash("gm-nonce-1", "summer", "the cat, sat")
    table.write(ANN, "CONFIRM", asked)
    table.does(ANN, "JOIN summer PREFER TURKEY")
    told = brought(table, table.last(ANN))["joined"]
    assert told["nonce"] == "the cat, sat" and told["wishes"] == ["Turkey"]
    table.does(ANN, "JOIN summer NONCE another")
    told = brought(table, table.last(ANN))["joined"]
    assert told["nonce"] == "another" and told["wishes"] == ["Turkey"]


@pytest.mark.parametrize("words", ["", "x" * 201])
def test_words_that_cannot_be_taken_are_pointed_at(words: str) -> None:
    table = forming("")
    assert "NONCE takes the rest of its line" in words_of(table.asks(ANN, f"JOIN summer NONCE {words}"))


def test_without_words_and_beacon_draws_come_from_the_seed_as_they_always_have() -> None:
    table = full("")
    assert stage(table) == "begun" and told_lots(table) == lots("s")
    assert verify_report(over(table)).ok


def test_one_players_words_change_all_draws() -> None:
    table = full("", "the cat sat")
    assert told_lots(table) == lots(lines_hash("gm-draws-1", "summer", "s", "", "1 the cat sat"))
    assert "1 the cat sat" in text_of(table.last(BEA))
    assert verify_report(over(table)).ok


def test_a_full_game_with_a_beacon_closes_its_list_and_tells_everybody_and_a_head() -> None:
    table = full()
    assert stage(table) == "closed"
    for who in SEVEN:
        told = brought(table, table.last(who))
        assert told["listclosed"]["beacon"] == BEACON and len(told["head"]["head"]) == 64


@pytest.mark.parametrize("letter", ["LEAVE", "JOIN PREFER FRANCE", "JOIN NONCE better"])
def test_nothing_of_a_closed_list_can_be_changed_by_a_player(letter: str) -> None:
    table = full()
    before = table.office.game("summer").guests
    table.asks(GUS, f"{letter.split(' ')[0]} summer {letter.partition(' ')[2]}")
    assert brought(table, table.last(GUS))["noplace"]["why"] == "closed"
    assert table.office.game("summer").guests == before and stage(table) == "closed"
    table.write(GUS, letter, next(mail for mail in table.mails(GUS) if "closed" in mail["Subject"]))
    assert brought(table, table.last(GUS))["noplace"]["why"] == "closed"
    assert table.office.game("summer").guests == before


def test_who_was_asked_to_leave_before_the_list_closed_cannot_confirm_it_afterwards() -> None:
    table = forming()
    for who in SEVEN[:6]:
        table.does(who, "JOIN summer")
    asked = table.asks(ANN, "LEAVE summer")
    table.does(GUS, "JOIN summer")
    table.write(ANN, "CONFIRM", asked)
    assert brought(table, table.last(ANN))["noplace"]["why"] == "closed"
    assert len(table.office.game("summer").guests) == 7


@pytest.mark.parametrize("run", [["refuse", "3"], ["invite", ""], ["begin"], ["approve", "3"]])
def test_nothing_of_a_closed_list_can_be_changed_by_the_operator(run: list[str]) -> None:
    table = full()
    with pytest.raises(OperatorError, match="closed"):
        table.office.operate("summer", run, table.at, address=LATE if run[0] == "invite" else "")


def test_the_value_is_told_at_once_and_the_draws_are_made_an_hour_later() -> None:
    table = full()
    enter(table, VALUE)
    for who in SEVEN:
        assert brought(table, table.last(who))["beaconentered"]["value"] == VALUE
    table.strike(table.at + HOUR - MINUTE)
    assert stage(table) == "closed"
    table.strike(table.at + HOUR + MINUTE)
    assert stage(table) == "begun"
    assert told_lots(table) == lots(lines_hash("gm-draws-1", "summer", "s", VALUE))
    assert check_store(table.office.store)[0] == []
    report = over(table)
    assert verify_report(report, beacon=VALUE).ok
    assert verify_report(report, beacon="6f1d3a0c78").faults


def test_a_correction_is_told_with_what_it_corrects_and_has_an_hour_of_its_own() -> None:
    table = full(words="w")
    enter(table, "slip")
    enter(table, VALUE, 50 * MINUTE)
    told = brought(table, table.last(ANN))["beaconentered"]
    assert told["value"] == VALUE and told["before"] == "slip"
    table.strike(table.at + HOUR + 40 * MINUTE)
    assert stage(table) == "closed"
    table.strike(table.at + 2 * HOUR)
    assert told_lots(table) == lots(lines_hash("gm-draws-1", "summer", "s", VALUE, "1 w"))
    with pytest.raises(OperatorError):
        enter(table, "too late", 3 * HOUR)
    report = over(table)
    assert verify_report(report, beacon=VALUE).ok and not verify_report(report, beacon="slip").ok


@pytest.mark.parametrize("value", ["", " ", "x" * 201, "a\x07b"])
def test_a_value_that_is_none_is_refused(value: str) -> None:
    table = full()
    with pytest.raises(OperatorError):
        enter(table, value)


def test_a_value_is_not_taken_before_the_list_is_closed_nor_where_the_game_names_no_beacon() -> None:
    table = forming()
    table.does(ANN, "JOIN summer")
    with pytest.raises(OperatorError, match="closes the list"):
        enter(table, VALUE)
    table.office.operate("summer", ["begin"], table.at)
    assert stage(table) == "closed"
    enter(table, VALUE)
    table.strike(table.at + HOUR + MINUTE)
    assert stage(table) == "begun"
    other = forming("")
    with pytest.raises(OperatorError, match="no beacon"):
        enter(other, VALUE)


def test_a_game_whose_seats_stand_in_the_file_waits_for_its_beacon_too() -> None:
    seats = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    table = forming(seats="\n".join(f'{seat} = "{who}"' for seat, who in zip(seats, SEVEN, strict=True)))
    assert stage(table) == "closed" and BEACON in words_of(table.last(ANN))
    enter(table, VALUE)
    table.strike(table.at + HOUR + MINUTE)
    assert stage(table) == "begun"
    assert verify_report(over(table), beacon=VALUE).ok


def test_a_beacon_is_one_short_line() -> None:
    for beacon in ("a\\nb", "x" * 101):
        with pytest.raises(GameFileError, match="beacon"):
            forming(beacon)


def test_an_aborted_game_stays_in_list_however_often_it_is_opened_anew() -> None:
    table = full("")
    table.office.operate("summer", ["abort"], table.at)
    listened = heard(table)
    table.asks(LATE, "LIST")
    assert [(one["game"], one["aborted"]) for one in listened[-1][1]["offers"] if one["aborted"]] == [
        ("summer", "2026-01-05")
    ]
    words = words_of(table.last(LATE))
    assert "ENDED BY THE OPERATOR WITHOUT A RESULT" in words


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[2,"x"]', '[2,"y"]'),
        ('[2,"",["FRANCE","ITALY"],', '[2,"",["TURKEY","ITALY"],'),
        ('"beacon":"","game":"summer","kept"', '"beacon":"drand","game":"summer","kept"'),
    ],
)
def test_a_report_with_other_words_wishes_or_beacon_is_found_out(old: str, new: str) -> None:
    table = forming("")
    for number, who in enumerate(SEVEN):
        table.does(who, f"JOIN summer PREFER {'FRANCE, ITALY' if number % 2 else 'ITALY'} NONCE x")
    report = over(table)
    assert verify_report(report).ok
    found = verify_report(forged(report, old, new), page=False).faults
    assert any("drawn" in fault or "draw of" in fault or "draws" in fault for fault in found)
