"""Observers who may write: to everybody, marked as such, within limits, and nowhere but where the game says so."""

from __future__ import annotations

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import EVE, OPERATOR, Table
from helpers.rows import each_row
from helpers.seventable import ADDRESS, OLGA, SEATS, SevenTable
from helpers.told import brought, notices

from gm.desk.game.telling import OPERATOR_READER
from gm.desk.notices.phrases import phrase
from gm.report.disclosure import read_disclosure
from gm.site.public import public_of

OTHER = "otto@watchers.example"
TO_GM = "PRESS TO GM\nWhen is it due?\nEND"
HELLO = "BROADCAST\nGood luck to all.\nEND"


def watched(*kinds: str) -> SevenTable:
    table = SevenTable(("private", "public", *kinds))
    table.watch()
    table.write(OTHER, "OBSERVE spring AS Otto")
    table.write(OTHER, "CONFIRM", table.last(OTHER))
    return table


def grown(table: SevenTable, letter: str, *, reply: bool = True) -> set[str]:
    """Who gets a mail by a letter of Olga's."""
    addresses = [*ADDRESS.values(), OLGA, OTHER]
    before = {one: len(table.mails(one)) for one in addresses}
    table.write(OLGA, letter, table.last(OLGA) if reply else None)
    return {one for one in addresses if len(table.mails(one)) > before[one]}


def test_it_reaches_everybody_marked_as_an_observers() -> None:
    table = watched("observers")
    assert grown(table, HELLO) == {*ADDRESS.values(), OLGA, OTHER}
    for one in (*ADDRESS.values(), OTHER):
        assert words_of(table.last(one)) == "Message from the observer Olga to everybody: | Good luck to all."
    assert OLGA not in table.of("FRANCE").as_string()
    assert "Good luck" in words_of(table.last(OLGA)) and "unused" not in words_of(table.last(OLGA))
    table.tell("FRANCE", "SHOW")
    table.check()


@pytest.mark.parametrize("kinds", [(), ("observers",)])
def test_an_observer_reaches_the_operator_and_nobody_else(kinds: tuple[str, ...]) -> None:
    table = watched(*kinds)
    assert grown(table, TO_GM) == {OLGA}
    name = phrase("reason.watcher", name="Olga")
    told = {"sender": name, "seat": "", "lines": ["When is it due?"]}
    assert notices(table, OPERATOR_READER) == {"presstooperator": told}
    assert "gm seats spring" in words_of(table.last(OPERATOR)) and "gm tell" not in words_of(table.last(OPERATOR))
    assert brought(table, table.last(OLGA))["presssent"]["to"] == [phrase("reason.the-operator")]
    table.check()


@pytest.mark.parametrize(
    ("first", "letter", "reply"),
    [
        ("OBSERVE spring AS Olga", TO_GM, False),
        ("OBSERVE spring AS Olga", f"GREY {TO_GM}", True),
        ("OBSERVE spring AS Olga", "PRESS TO GM, FRANCE\nHello.\nEND", True),
        ("MONITOR spring", TO_GM, True),
    ],
)
def test_the_operator_gets_nothing_that_may_be_forged_or_is_not_for_them_alone(
    first: str, letter: str, reply: bool
) -> None:
    table = SevenTable(("private", "public", "grey"))
    table.write(OLGA, first)
    table.write(OLGA, "CONFIRM", table.last(OLGA))
    assert grown(table, letter, reply=reply) == {OLGA} and table.mails(OPERATOR) == []


def test_who_joined_and_writes_without_a_reply_is_told_that_it_was_not_sent() -> None:
    table = Table()
    table.form()
    table.does(EVE, "JOIN summer")
    count = len(table.mails(OPERATOR))
    table.write(EVE, TO_GM, subject="[summer]")
    told = brought(table, table.last(EVE))
    assert told["unused"] == {"lines": [], "count": 1, "why": "message"} and len(table.mails(OPERATOR)) == count
    assert "in a reply to one of our mails" in words_of(table.last(EVE))


@pytest.mark.parametrize("approval", ["true", "false"])
def test_who_has_joined_reaches_the_operator_before_the_game_begins(approval: str) -> None:
    table = Table()
    table.form(joining=f"approval = {approval}")
    table.does(EVE, "JOIN summer")
    count = len(table.mails(OPERATOR))
    table.write(EVE, TO_GM, table.last(EVE))
    assert len(table.mails(OPERATOR)) == count + 1
    told = notices(table, OPERATOR_READER, "summer")["presstooperator"]
    assert told == {"sender": phrase("reason.newcomer", number=1), "seat": "", "lines": ["When is it due?"]}
    table.write(EVE, "PRESS TO FRANCE\nHello.\nEND", table.last(EVE))
    assert brought(table, table.last(EVE))["unused"]["why"] == "early" and len(table.mails(OPERATOR)) == count + 1


def test_a_reply_to_it_is_an_ordinary_letter() -> None:
    table = watched("observers")
    grown(table, HELLO)
    table.reply("FRANCE", "4 : A PAR - BUR")
    assert table.filed("FRANCE") == ("4 : A PAR - BUR",)


@each_row(
    ("kinds", "letter", "reply"),
    [
        ((), HELLO, True),
        (("observers",), HELLO, False),
        (("observers",), "PRESS TO FRANCE\nHello.\nEND", True),
        (("observers", "grey"), "GREY BROADCAST\nHello.\nEND", True),
        (("observers", "fake"), "BROADCAST FROM ITALY\nHello.\nEND", True),
    ],
)
def test_nothing_else_of_theirs_reaches_anybody(kinds: tuple[str, ...], letter: str, reply: bool) -> None:
    table = watched(*kinds)
    assert grown(table, letter, reply=reply) == {OLGA}
    assert {row["kind"] for row in table.office.store.rows("select kind from disclosed")}.isdisjoint({"press"})


def test_monitors_cannot_write() -> None:
    table = SevenTable(("public", "observers"))
    table.write(OLGA, "MONITOR spring")
    table.write(OLGA, "CONFIRM", table.last(OLGA))
    assert grown(table, HELLO) == {OLGA}


def test_their_budget_is_that_of_a_player() -> None:
    table = watched("observers")
    sent = [len(grown(table, HELLO)) for _ in range(40)]
    assert sent[0] == 9 and sent[-1] == 1
    assert sent.count(9) == 300 // 8, "seven players and the other observer read each, of 300 readers in an hour"


def test_a_player_can_mute_them_and_they_are_sealed_where_all_is() -> None:
    table = watched("observers", "postal")
    table.tell("FRANCE", "SET QUIET OBSERVERS")
    assert grown(table, HELLO) == {OLGA}
    table.judge()
    assert "| Good luck to all." in text_of(table.of("GERMANY"))
    assert "Good luck" not in "".join(text_of(mail) for mail in table.mails(ADDRESS["FRANCE"]))
    assert notices(table, "FRANCE")["publicpress"]["lines"] == ["Good luck to all."]
    assert all(seat in SEATS for seat in table.game.seats)


def test_the_report_for_players_has_it() -> None:
    table = watched("observers")
    grown(table, HELLO)
    table.operate("abort")
    assert "the observer Olga to everybody" in " ".join(table.report()[0].split())


@pytest.mark.parametrize("press", [False, True])
def test_a_report_on_the_web_does_not_say_who_watches(press: bool) -> None:
    table = watched("observers")
    grown(table, HELLO)
    table.tell("FRANCE", "BROADCAST", "Thank you.", "END")
    table.operate("abort")
    shown = str(public_of(read_disclosure(table.office.store, "spring"), {}, press))
    assert "Thank you." in shown and "Olga" not in shown and "Good luck" not in shown
