"""SET RECORD and WHOIS: whoever likes shows their record, in numbers; of all others the answer is the same."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, MINUTE, START, WORK, Table
from helpers.told import heard, kinds
from msgspec.structs import replace

from gm.desk.arrival.personal import PER_HOUR
from gm.desk.mails.asked import PERSON_ASKED
from gm.post.inbound.authenticity import Authenticity
from gm.rules import as_seat
from gm.store.inbox import State
from gm.store.records import Record

ANN, STRANGER = "ann@example.net", "nobody@example.net"
VOUCHED, UNKNOWN = Authenticity("pass", "it is signed"), Authenticity("none", "nothing is known")
WON = Record(
    "winter", as_seat("ITALY"), 1, address=ALICE, ruleset="payola", ended=START - DAY, came="took over", result="won",
    filed=7, late=2, missed=1,
)  # fmt: skip
SUMS = {"games": 1, "results": {"won": 1}, "took_over": 1, "filed": 7, "late": 2, "missed": 1}


@pytest.fixture
def table() -> Table:
    """Alice plays, and has a record, and so has Bob; so far both are private."""
    made = Table()
    with made.office.store.transaction():
        made.office.store.records.keep([WON, replace(WON, seat=as_seat("TURKEY"), address=BOB)])
    return made


def publishes(table: Table, who: str, word: str = "PUBLIC") -> None:
    table.vouched = VOUCHED
    table.asks(who, f"SET RECORD {word}")
    table.vouched = UNKNOWN


def whois(table: Table, address: str, who: str = ANN) -> dict[str, Any]:
    """The facts of the answer to a WHOIS."""
    told = heard(table)
    table.asks(who, f"WHOIS {address}")
    ((kind, facts),) = told
    assert kind == "whois"
    return facts


def nothing(address: str) -> dict[str, Any]:
    return {"address": address, "often": False, "sums": None}


# -- who sees it -----------------------------------------------------------------------------------------------------


def test_a_public_record_is_told_in_numbers_to_anybody(table: Table) -> None:
    publishes(table, ALICE)
    assert whois(table, ALICE) == {"address": ALICE, "often": False, "sums": SUMS}
    said = words_of(table.last(ANN))
    assert "1 game: 1 won; 1 taken over" in said and "in time: 7; late: 2; missed: 1" in said
    assert "winter" not in said and "ITALY" not in said


def test_a_record_is_private_until_its_player_publishes_it_and_again_when_they_hide_it(table: Table) -> None:
    assert whois(table, ALICE) == nothing(ALICE)
    publishes(table, ALICE)
    publishes(table, ALICE, "PRIVATE")
    assert whois(table, ALICE) == nothing(ALICE)


def test_the_answer_is_the_same_for_an_unknown_address_a_private_record_and_none(table: Table) -> None:
    publishes(table, EVE)  # has none
    table.at += DAY  # the limit is another matter
    mails = [table.asks(ANN, f"WHOIS {one}") for one in (STRANGER, BOB, EVE, WORK)]
    first, *others = [
        words_of(mail).replace(one, "") for mail, one in zip(mails, (STRANGER, BOB, EVE, WORK), strict=True)
    ]
    assert others == [first] * 3 and len({mail["Subject"] for mail in mails}) == 1


def test_a_game_that_runs_changes_no_answer(table: Table) -> None:
    publishes(table, ALICE)
    before = whois(table, ALICE)
    table.write(ALICE, "4 : A PAR - BUR", table.last(ALICE))
    table.office.operate("spring", ["process"], table.at)
    assert whois(table, ALICE) == before and whois(table, WORK) == nothing(WORK)
    table.office.operate("spring", ["draw", "FRANCE", "ENGLAND"], table.at)
    assert whois(table, ALICE)["sums"]["games"] == 2


def test_each_address_of_a_person_answers_for_all_and_names_no_other(table: Table) -> None:
    publishes(table, ALICE)
    with table.office.store.transaction():
        table.office.store.persons.add(ALICE, "ann@home.example")
    assert whois(table, "ann@home.example")["sums"] == SUMS
    assert ALICE not in words_of(table.last(ANN))


def test_two_persons_who_become_one_show_their_record_only_if_both_did(table: Table) -> None:
    persons = table.office.store.persons
    publishes(table, ALICE)
    with table.office.store.transaction():
        persons.merge(ALICE, BOB)
        persons.keep_open(EVE, True)
        persons.keep_open(STRANGER, True)
        persons.merge(EVE, STRANGER)
    assert whois(table, ALICE) == nothing(ALICE) and persons.is_open(STRANGER)


def test_who_moves_to_a_new_address_still_shows_their_record(table: Table) -> None:
    publishes(table, ALICE)
    table.write(ALICE, f"SET ADDRESS {STRANGER}", table.mails(ALICE)[0])
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(STRANGER, "CONFIRM", table.last(STRANGER))
    assert whois(table, STRANGER)["sums"] == SUMS


def test_ones_own_record_says_that_it_is_public(table: Table) -> None:
    told = heard(table)
    table.asks(ALICE, "MY RECORD")
    publishes(table, ALICE)
    table.asks(ALICE, "MY RECORD")
    assert ["open" in facts for kind, facts in told if kind == "myrecord"] == [False, True]


# -- who may change it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "is_open"), [("CONFIRM", True), ("DENY", False), ("Why?", False)])
def test_whose_mail_nobody_vouches_for_is_asked_first(table: Table, answer: str, is_open: bool) -> None:
    question = table.asks(ALICE, "SET RECORD PUBLIC")
    assert not table.office.store.persons.is_open(ALICE)
    table.write(ALICE, answer, question)
    assert table.office.store.persons.is_open(ALICE) is is_open


def test_nobody_publishes_anothers_record(table: Table) -> None:
    question = table.asks(ALICE, "SET RECORD PUBLIC")
    table.write(EVE, "CONFIRM", question)
    assert not table.office.store.persons.is_open(ALICE) and not table.office.store.persons.is_open(EVE)
    assert table.mails(EVE) != []


@pytest.mark.parametrize("letter", ["SET RECORD", "SET RECORD OPEN", "SET ZONE UTC", "SET RECORD PUBLIC?"])
def test_another_word_changes_nothing(table: Table, letter: str) -> None:
    table.vouched = VOUCHED
    told = heard(table)
    table.asks(ALICE, letter)
    assert [kind for kind, _ in told] == ["nogame"] and not table.office.store.persons.is_open(ALICE)


@pytest.mark.parametrize("letter", ["SET RECORD PUBLIC", "WHOIS bob@example.com", "I AM ALSO ann@home.example"])
def test_in_a_letter_to_a_game_nothing_is_done_and_its_writer_is_told_where_to(table: Table, letter: str) -> None:
    table.vouched = VOUCHED
    table.write(ALICE, f"{letter}\n4 : A PAR - BUR", table.last(ALICE))
    assert "ofnogame" in kinds(table, "FRANCE") and table.filed() == ("4 : A PAR - BUR",)
    table.write(EVE, letter)
    assert "ofnogame" in words_of_kinds(table)
    assert not table.office.store.persons.is_open(ALICE) and not table.office.store.facts.some(PERSON_ASKED)


def words_of_kinds(table: Table) -> list[str]:
    """The kinds of the notices in the last mail to Eve."""
    told = table.office.store.ledger.with_id(str(table.last(EVE)["Message-ID"]).strip("<>"))
    assert told is not None
    return [kind for kind, _ in told.notices]


# -- how often ---------------------------------------------------------------------------------------------------------


def test_one_address_looks_up_so_many_in_an_hour_whoever_they_are(table: Table) -> None:
    publishes(table, ALICE)
    told = heard(table)
    for n in range(PER_HOUR + 2):
        table.at -= MINUTE  # in the same minute: a bucket refills
        table.asks(ANN, f"WHOIS {ALICE if n % 2 else STRANGER}")
    assert [facts["often"] for _, facts in told] == [False] * PER_HOUR + [True] * 2
    assert [bool(facts["sums"]) for _, facts in told[PER_HOUR:]] == [False, False]
    table.at += DAY
    table.asks(ANN, f"WHOIS {ALICE}")
    assert told[-1][1]["sums"] == SUMS


def test_a_mail_looks_up_one_address(table: Table) -> None:
    told = heard(table)
    table.asks(ANN, f"WHOIS {ALICE}\nWHOIS {BOB}")
    assert [facts["address"] for _, facts in told] == [ALICE]


@pytest.mark.parametrize(
    ("letter", "address"),
    [("whois <Bob@Example.com>", BOB), ("- WHOIS bob@example.com?", BOB), ("WHOIS http://evil@x", ""), ("WHOIS @", "")],
)
def test_an_address_is_read_as_it_is_written(table: Table, letter: str, address: str) -> None:
    told = heard(table)
    assert table.write(ANN, letter, subject="hello").state == State.ANSWERED
    assert told == [("whois", nothing(address))]
