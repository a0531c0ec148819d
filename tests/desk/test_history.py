"""HISTORY repeats what a reader was told, byte for byte, in one mail with a new head."""

from __future__ import annotations

import re
from typing import Any

import pytest
from helpers.mails import text_of
from helpers.mailtable import ALICE, Table
from helpers.rows import each_row
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.store import bodies
from helpers.told import notices

from gm.desk.books.fsck import check_store
from gm.desk.game.past import told_before

PAST = [
    ("START", "Mon", "you have joined", "one"),
    ("S1901M", "Tue", "the game begins", "two"),
    ("S1901R S1901M", "Wed", "Spring 1901 judged", "three"),
    ("F1901M S1901R", "Thu", "retreats judged", "four"),
    ("", "Fri", "the game is over", "five"),
]


@each_row(
    ("asked", "named", "told"),
    [
        ("", "", "one two three four five"),
        ("S1901M", "S1901M", "two three"),
        ("s1901r", "S1901R", "three four"),
        ("S1901M..F1901M", "S1901M..F1901M", "two three four"),
        ("F1901M..S1901M", "F1901M..S1901M", "two three four"),
        ("S1901M … S1901R", "S1901M..S1901R", "two three four"),
        ("S1901M – S1901R", "S1901M..S1901R", "two three four"),
        ("s1901m-s1901r", "S1901M..S1901R", "two three four"),
        ("S1901R TO F1901M", "S1901R..F1901M", "three four"),
        ("from S1901R to F1901M", "S1901R..F1901M", "three four"),
        ("FROM F1901M", "F1901M and later", "four five"),
        ("S1950M", "S1950M", ""),
        ("S1901M..S1950M", "S1901M..S1950M", ""),
        ("FROM S1950M", "S1950M and later", ""),
    ],
)
def test_a_reader_can_ask_for_all_for_a_phase_or_for_a_span(asked: str, named: str, told: str) -> None:
    found = told_before(PAST, asked)
    assert (found.asked, " ".join(text for _, _, text in found.mails)) == (named, told)


def busy() -> SevenTable:
    """A game with mails of all kinds to France."""
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "======== Mon 5 Jan 18:00 UTC", "", "", "", "Subject: peace ", "END")
    table.tell("FRANCE", "ACCEPT FAEGIRT", "4 : A PAR - BUR", "2 : A MAR S A PAR - BUR")
    table.tell("FRANCE", "5 : A PAR - XYZ", "  \t odd   spaces", "STATUS")
    table.tell("ITALY", "TRANSFER 3 TO FRANCE")
    table.judge()
    table.tell("FRANCE", "HELP OFFERS", "WHOEVER", "SHOW")
    table.operate("announce", "A word from the operator.")
    return table


def test_every_body_comes_again_byte_for_byte_and_in_order() -> None:
    table = busy()
    sent = bodies(table.office.store, "FRANCE", but="again")
    table.tell("FRANCE", "HISTORY S1901M..F1901M")
    again = text_of(table.of("FRANCE"))
    at = 0
    for text in sent:
        at = again.index(f"\n\n{text}", at) + 1
    assert len(sent) == 8
    table.check()


def asked_for(table: SevenTable, words: str) -> tuple[str, dict[str, Any]]:
    """What HISTORY and these words bring: the whole text of the mail, and the notice in it."""
    table.tell("FRANCE", f"HISTORY {words}")
    return text_of(table.of("FRANCE")), notices(table, "FRANCE")["history"]


def test_history_alone_brings_the_newest_in_a_mail_that_one_can_read_and_says_how_to_get_the_rest() -> None:
    table = busy()
    for _ in range(4):
        table.judge()
    sent = bodies(table.office.store, "FRANCE", but="again")
    text, told = asked_for(table, "")
    found = [told["mails"]]
    parts, part = told["parts"], 1
    assert parts > 3 and told["part"] == 1
    while part < parts:
        assert len(text.split()) <= 600
        part += 1
        (way,) = re.findall(r"send (HISTORY \d+)\.", " ".join(text.split()))
        text, told = asked_for(table, way.removeprefix("HISTORY "))
        assert (told["part"], told["parts"]) == (part, parts)
        found.insert(0, told["mails"])
    assert len(text.split()) <= 600 and "before it" not in text
    assert "\n".join(one[2] for mails in found for one in mails) == "\n".join(sent)


def test_a_part_that_there_is_not_is_the_oldest() -> None:
    table = busy()
    oldest, told = asked_for(table, "99")
    assert told["part"] == told["parts"] > 1 and "the game begins" in oldest


def test_a_phase_is_told_as_a_whole_unless_that_is_very_much() -> None:
    table = busy()
    text, told = asked_for(table, "S1901M")
    assert told["parts"] == 1 and len(text.split()) > 600
    for day in range(3):
        table.tell("GERMANY", "PRESS TO FRANCE", *(f"Line {n} of what I say on day {day}" for n in range(400)), "END")
    text, told = asked_for(table, "F1901M")
    assert 4000 < len(text.split()) < 5200 and told["parts"] > 2 and "on day 2" in text
    oldest, _ = asked_for(table, f"F1901M {told['parts']}")
    assert "Spring 1901 judged" in oldest and "on day 2" not in oldest


def test_it_comes_under_a_fresh_head_with_a_reply_address_of_its_own() -> None:
    table = busy()
    table.tell("FRANCE", "HISTORY")
    mails = table.mails(ADDRESS["FRANCE"])
    for name in ("Message-ID", "Reply-To"):
        assert len({str(mail[name]) for mail in mails}) == len(mails)
    table.reply("FRANCE", "7 : A BUR - MUN")
    assert table.filed() == ("7 : A BUR - MUN",)


def test_a_history_does_not_come_again_in_the_next() -> None:
    table = busy()
    table.tell("FRANCE", "HISTORY")
    first = text_of(table.of("FRANCE"))
    table.tell("FRANCE", "HISTORY")
    assert text_of(table.of("FRANCE")) == first


def test_one_phase_is_the_mails_about_it() -> None:
    table = busy()
    table.tell("FRANCE", "HISTORY F1901M")
    again = text_of(table.of("FRANCE"))
    heads = [line for line in again.split("\n") if line.startswith("Subject: ")]
    assert heads[0] == "Subject: [spring] F1901M: Spring 1901 judged"
    assert all("F1901M" in head for head in heads) and len(heads) == 3


def test_a_phase_without_mails_is_answered_so() -> None:
    table = busy()
    table.tell("FRANCE", "HISTORY S1950M")
    told = notices(table, "FRANCE")["history"]
    assert (told["asked"], told["mails"]) == ("S1950M", [])


def test_a_history_has_nothing_of_what_others_were_told() -> None:
    table = busy()
    table.tell("TURKEY", "HISTORY")
    again = text_of(table.of("TURKEY"))
    assert "peace" not in again and "A PAR S" not in again and "TRANSFER" not in again


def test_an_observer_has_a_history_of_his_own() -> None:
    table = busy()
    table.watch()
    table.judge()
    table.write(OLGA, "HISTORY", table.last(OLGA))
    again = text_of(table.last(OLGA))
    assert "Fall 1901 judged" in again and "peace" not in again and "BURGANDY" not in again


def test_a_newcomer_gets_all_that_the_seat_was_told_in_one_mail_when_he_comes() -> None:
    table = busy()
    sent = bodies(table.office.store, "FRANCE", but="again")
    table.pass_on("FRANCE")
    given = next(mail for mail in table.mails(NEWCOMER) if "before you came" in str(mail["Subject"]))
    assert all(text in text_of(given) for text in sent)


def test_the_history_of_a_game_taken_back_has_both_times() -> None:
    table = busy()
    table.operate("rollback", "S1901M")
    table.judge()
    table.tell("FRANCE", "HISTORY S1901M")
    again = text_of(table.of("FRANCE"))
    assert again.count("Subject: [spring] F1901M: Spring 1901 judged") == 2
    assert again.count("Subject: [spring] S1901M: back to Spring 1901") == 1


@pytest.mark.parametrize("asked", ["FOO", "FROM 1 Jan", "S1901M..S1900M", "FROM F1905M"])
def test_a_phase_that_never_was_is_answered_with_those_that_were(asked: str) -> None:
    table = Table()
    table.write(ALICE, f"HISTORY {asked}", table.mails(ALICE)[0])
    told = notices(table, "FRANCE")["history"]
    assert (told["mails"], told["phases"]) == ([], ["S1901M"])


def test_times_are_told_in_the_zone_of_who_asks_and_the_journal_rebuilds_them() -> None:
    table = Table()
    table.write(ALICE, "SET ZONE Europe/Paris", table.mails(ALICE)[0])
    table.write(ALICE, "SET ZONE America/New_York\nHISTORY S1901M", table.mails(ALICE)[0])
    table.write(ALICE, "HISTORY S1901M", table.mails(ALICE)[0])
    third, fourth = (text_of(mail) for mail in table.mails(ALICE)[-2:])
    assert "======== Mon 5 Jan 19:00 Paris (18:00 UTC)" in third
    assert "======== Mon 5 Jan 13:00 New York (18:00 UTC)" in fourth
    assert check_store(table.office.store) == ([], 1)
