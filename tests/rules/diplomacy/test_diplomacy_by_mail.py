"""Games of Diplomacy by mail: what is answered, who is told what and when, votes, and the SIGNON of other judges."""

from __future__ import annotations

import json

import pytest
from helpers.keeptable import SUE, Keep
from helpers.mails import text_of, words_of
from helpers.seventable import ADDRESS, OLGA, SEATS, SevenTable
from helpers.told import all_kinds, faults, kinds, notices

from gm.rules.diplomacy.faults import words

NAMED = 'draws = "named"'


def table_of(*played: str, options: str = "") -> SevenTable:
    return SevenTable(played=played or SEATS, ruleset="diplomacy", options=options)


def test_an_answer_shows_all_that_is_on_file_and_what_still_has_no_order() -> None:
    table = table_of()
    table.tell("FRANCE", "A PAR-BUR", "F BRE-MAO")
    table.tell("FRANCE", "A PAR-PIC")
    told = notices(table, "FRANCE")["ordered"]
    assert told["lines"] == ["F BRE - MAO", "A PAR - PIC"]
    assert (told["lacking"], told["gone"]) == (["A MAR"], ["A PAR - BUR"])
    table.tell("FRANCE", "SHOW")
    assert "Without an order A MAR" in words_of(table.of("FRANCE"))


def test_an_order_for_a_unit_that_the_result_has_told_to_be_destroyed_is_passed_over() -> None:
    table = Keep(played=True)
    table.storm()
    table.order(SUE, "F FER D", "A TOW - VAL")
    assert notices(table, "SOUTH")["ordered"]["lines"] == ["A TOW - VAL"]
    assert "Passed over, since F FER was destroyed in Spring 1901: F FER D" in words_of(table.last(SUE))
    table.judge()
    table.order(SUE, "A VAL H", "F FER - LAK")
    assert notices(table, "SOUTH")["passedover"]["orders"] == [["F FER - LAK", "F FER was destroyed in Spring 1901"]]
    table.judge()
    table.order(SUE, "F FER H")
    assert "passedover" not in kinds(table, "SOUTH")
    table.right()


def test_nobody_else_hears_of_orders_before_they_are_judged_and_everybody_does_then() -> None:
    table = table_of()
    table.watch()
    before = table.counts()
    table.tell("FRANCE", "A MAR-PIE", "READY")
    table.tell("FRANCE", "TRY", "F BRE-MAO")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 2}
    for asker in ("GERMANY", "ITALY"):
        table.tell(asker, "STATUS", "SHOW", "HISTORY")
        assert "MAR - PIE" not in words_of(table.of(asker))
    table.judge()
    for reader in (*ADDRESS.values(), OLGA):
        assert "A MAR - PIE moved" in words_of(table.last(reader))
        assert "F BRE H held" in words_of(table.last(reader))
    assert all("rehearsed" not in all_kinds(table, seat) for seat in SEATS if seat != "FRANCE")


def test_a_phase_runs_early_once_every_unit_has_an_order_or_its_power_is_ready() -> None:
    table = table_of("FRANCE", "GERMANY")
    table.tell("FRANCE", "A PAR-BUR", "F BRE-MAO", "A MAR H")
    assert table.game.clock.complete is None
    table.tell("GERMANY", "A MUN-BUR", "READY")
    assert table.game.clock.complete is not None
    table.tell("GERMANY", "NOT READY")
    assert table.game.clock.complete is None


@pytest.mark.parametrize("seat", ["FRANCE", "GERMANY"])
def test_the_votes_of_all_survivors_with_a_player_end_the_game_in_a_draw(seat: str) -> None:
    table = table_of("FRANCE", "GERMANY", "ITALY")
    for voter in ("FRANCE", "GERMANY", "ITALY"):
        assert table.game.over == ""
        table.tell(voter, "VOTE DRAW")
    assert "draw" in table.game.over.lower() and seat.title() in table.game.over
    assert "outcome" in kinds(table, seat) or "over" in kinds(table, seat)


def test_a_concession_needs_all_others() -> None:
    table = table_of("FRANCE", "GERMANY", "ITALY")
    table.tell("GERMANY", "VOTE CONCEDE FRA")
    table.tell("ITALY", "VOTE CONCEDE TO GERMANY")
    assert table.game.over == ""
    table.tell("ITALY", "VOTE CONCEDE France")
    assert "France" in table.game.over


def test_votes_name_who_shares_a_draw_only_where_the_game_allows_it() -> None:
    table = table_of("FRANCE", "GERMANY")
    table.tell("FRANCE", "VOTE DRAW FRA ITA")
    assert faults(table, "FRANCE") == [(1, 1, words("draw"), "VOTE DRAW")]
    assert table.game.seats["FRANCE"].vote == ""
    named = table_of("FRANCE", "GERMANY", options=NAMED)
    for voter in ("FRANCE", "GERMANY"):
        named.tell(voter, "VOTE DRAW FRA GER")
    assert "France, Germany" in named.game.over
    first = text_of(named.mails(ADDRESS["FRANCE"])[0])
    assert "those whom the votes name" in " ".join(first.split())


def test_who_voted_is_secret_and_the_report_tells_who_voted_how_and_when() -> None:
    table = table_of("FRANCE", "GERMANY", "ITALY")
    table.tell("FRANCE", "VOTE DRAW")
    table.tell("FRANCE", "VOTE NONE")
    assert notices(table, "FRANCE")["vote"] == {"vote": ""}
    for asker in ("GERMANY", "ITALY"):
        table.tell(asker, "STATUS", "HISTORY")
        assert "vote" not in words_of(table.of(asker)).lower().replace("your vote", "")
    table.tell("ITALY", "VOTE CONCEDE TO GERMANY")
    for voter in ("FRANCE", "GERMANY", "ITALY"):
        assert all("voterecord" not in all_kinds(table, seat) for seat in SEATS)
        table.tell(voter, "VOTE DRAW")
    text, page = (" ".join(one.split()) for one in table.report())
    assert table.game.over[1:] in text
    for said in (
        "France voted for a draw", "France took the vote back", "Italy voted to concede to Germany",
        "Germany voted for a draw", "Italy voted for a draw",
    ):  # fmt: skip
        assert said in text and said in page
    order = ("France took the vote back", "Italy voted to concede", "Italy voted for")
    assert [text.index(one) for one in order] == sorted(text.index(one) for one in order)


def test_the_report_tells_every_order_that_was_ever_sent() -> None:
    table = table_of("FRANCE", "GERMANY")
    table.tell("FRANCE", "A PAR-BUR")
    table.tell("FRANCE", "A PAR-PIC", "READY")
    table.tell("FRANCE", "CLEAR")
    table.judge()
    table.operate("abort")
    text, page = table.report()
    for said in ("A PAR - BUR", "A PAR - PIC", "cleared", "ready"):
        assert said in text and said in page
    table.check()


def test_the_password_of_a_signon_is_nowhere_but_in_the_mail_itself() -> None:
    table = table_of("FRANCE", "GERMANY")
    table.tell("FRANCE", "SIGNON Fspring sesame77", "A PAR-BUR")
    assert "nosignon" in kinds(table, "FRANCE") and notices(table, "FRANCE")["ordered"]["lines"] == ["A PAR - BUR"]
    table.tell("FRANCE", "SIGNON Fspring sesame77", "A PAR-BUX")
    table.tell("FRANCE", "SET PASSWORD sesame77", "A PAR-BUX")
    table.operate("abort")
    journal = json.dumps([entry.data for entry in table.office.store.journal.entries("spring")])
    mails = "".join(words_of(mail) for mail in table.mails(ADDRESS["FRANCE"]))
    for told in (journal, mails, *table.report()):
        assert "sesame77" not in told
    assert "SIGNON Fspring ***" in journal and "SIGNON Fspring ***" in mails
