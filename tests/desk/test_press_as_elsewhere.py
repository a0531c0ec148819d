"""Kinds of messages that other judges have: what each lets through, what it refuses, and what contradicts what."""

from __future__ import annotations

from datetime import datetime

import pytest
from helpers.mails import text_of, words_of
from helpers.replayed import replayed
from helpers.rows import each_row
from helpers.seventable import ADDRESS, EVERYTHING, NEWCOMER, OLGA, SEATS, SevenTable
from helpers.told import faults, notices

from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.budget import Sent
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.notices.phrases import phrase
from gm.registry import ruleset as registered_as
from gm.rules import as_seat

FILE = '[game]\nname = "spring"\nruleset = "{ruleset}"\npress = {press}\n{more}'


# -- what a file may say -----------------------------------------------------------------------------------------------


@each_row(
    ("ruleset", "press", "more", "column"),
    [
        ("payola", '["yellow", "public"]', "", 10),
        ("diplomacy", '["private", "public", "yellow"]', "", 31),
        ("payola", '["yellow", "grey"]', "", 20),
        ("payola", '["yellow", "fake"]', "", 20),
        ("ground-war", '["private", "yellow"]', "", 21),
        ("negotiation", '["yellow"]', "", 10),
        ("so-long-sucker", '["public", "yellow"]', "", 20),
        ("diplomacy", '["orders-first"]', "", 10),
        ("diplomacy", '["private", "observers"]', "", 21),
        ("payola", '["yellow", "observers"]', "", 20),
        ("negotiation", '["private", "observers"]', "", 21),
        ("diplomacy", '["postal"]', "", 10),
        ("negotiation", '["private", "postal"]', "", 21),
        ("diplomacy", '["public", "orders-first"]', 'reminders = "everybody"', 20),
        ("payola", '["public", "orders-first"]', '[clock]\ncommit = true\n[deadlines]\ngrace = "12h"', 20),
        ("negotiation", '["private", "orders-first"]', "", 21),
        ("so-long-sucker", '["public", "orders-first"]', "", 20),
        ("hex-negotiation", '["public", "orders-first"]', "", 20),
        ("diplomacy", '["touch"]', "", 10),
        ("diplomacy", '["public", "touch"]', "", 20),
        ("diplomacy", '["private", "grey", "touch"]', "", 29),
        ("payola", '["private", "fake", "touch"]', "", 29),
        ("payola", '["private", "touch", "yellow"]', "", 21),
        ("diplomacy", '["movement"]', "", 10),
        ("ground-war", '["private", "movement"]', "", 21),
        ("so-long-sucker", '["public", "movement"]', "", 20),
        ("ground-war", '["private", "touch"]', "", 21),
        ("air-war", '["private", "touch"]', "", 21),
        ("negotiation", '["private", "touch"]', "", 21),
        ("so-long-sucker", '["private", "touch"]', "", 21),
        ("hex-negotiation", '["private", "touch"]', "", 21),
    ],
)
def test_kinds_that_contradict_each_other_or_the_rules_are_errors_with_their_place(
    ruleset: str, press: str, more: str, column: int
) -> None:
    with pytest.raises(GameFileError, match=rf"^line 4, column {column}: game\.press: "):
        read_game_file(FILE.format(ruleset=ruleset, press=press, more=more))


def test_the_place_of_a_kind_is_found_in_a_list_of_several_lines() -> None:
    press = '[\n  "private",\n  "public", "yellow",\n]'
    with pytest.raises(GameFileError, match=r"^line 6, column 13: game\.press: "):
        read_game_file(FILE.format(ruleset="payola", press=press, more=""))


@each_row(
    ("ruleset", "press", "kinds"),
    [
        ("payola", '["yellow"]', ("yellow",)),
        ("diplomacy", '["yellow", "grey", "private"]', ("private", "grey", "yellow")),
        ("diplomacy", '["public", "private"]', ("private", "public")),
        ("payola", '["touch", "public", "private"]', ("private", "public", "touch")),
        ("ground-war", '["orders-first", "private"]', ("private", "orders-first")),
        ("so-long-sucker", '["postal", "public"]', ("public", "postal")),
        ("air-war", '["observers", "public"]', ("public", "observers")),
        ("payola", '["movement", "private", "postal"]', ("private", "postal", "movement")),
        ("payola", '["public", "postal", "orders-first"]', ("public", "orders-first", "postal")),
    ],
)
def test_kinds_that_go_together_are_taken(ruleset: str, press: str, kinds: tuple[str, ...]) -> None:
    assert read_game_file(FILE.format(ruleset=ruleset, press=press, more="")).press == kinds


@pytest.mark.parametrize("ruleset", ["payola", "diplomacy"])
def test_a_game_that_says_nothing_has_none_of_them(ruleset: str) -> None:
    text = FILE.replace("press = {press}\n", "").format(ruleset=ruleset, more="")
    assert read_game_file(text).press == ("private", "public")


# -- yellow: to everybody, and never with a name -----------------------------------------------------------------------


@pytest.mark.parametrize("head", ["BROADCAST", "GREY BROADCAST", "PRESS TO ALL"])
def test_a_yellow_message_reaches_everybody_without_a_name(head: str) -> None:
    table = SevenTable(("yellow",))
    table.watch()
    table.tell("FRANCE", head, "Beware of Turkey.", "END")
    for seat in ("GERMANY", "TURKEY"):
        assert notices(table, seat)["press"]["sender"] == ""
    assert "France" not in words_of(table.last(OLGA)) and "Beware of Turkey." in words_of(table.last(OLGA))
    assert notices(table, "FRANCE")["presssent"]["as_from"] == "somebody"
    table.check()


@each_row(
    ("kinds", "head", "why"),
    [
        (("yellow",), "PRESS TO GERMANY", "no-private-press"),
        (("yellow",), "GREY PRESS TO GERMANY", "no-private-press"),
        (("private", "yellow"), "GREY PRESS TO GERMANY", "no-grey-press"),
        (("yellow",), "BROADCAST FROM ITALY", "yellow-press"),
        (("private", "fake", "yellow"), "BROADCAST FROM ITALY", "yellow-press"),
        (("private", "fake", "yellow"), "PRESS TO ALL FAKE TO GERMANY", "yellow-press"),
    ],
)
def test_what_yellow_refuses(kinds: tuple[str, ...], head: str, why: str) -> None:
    table = SevenTable(kinds)
    before = table.counts()
    table.tell("FRANCE", head, "Hello.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    assert faults(table, "FRANCE") == [(1, 1, phrase(f"fault.{why}"), "")]


def test_private_messages_beside_yellow_bear_their_names() -> None:
    table = SevenTable(("private", "yellow"))
    table.tell("FRANCE", "PRESS TO GERMANY", "It is I.", "END")
    assert notices(table, "GERMANY")["press"]["sender"] == "France"


def test_a_reply_to_a_yellow_message_reaches_its_writer_only_where_private_messages_do() -> None:
    alone, both = SevenTable(("yellow",)), SevenTable(("private", "yellow"))
    for table in (alone, both):
        table.tell("FRANCE", "BROADCAST", "Beware.", "END")
        table.reply("GERMANY", "Who are you?")
    assert notices(alone, "GERMANY")["pressunclear"]["public"] is True
    assert notices(both, "FRANCE")["press"]["sender"] == "Germany"
    assert "France" not in words_of(both.of("GERMANY"))


def test_the_report_tells_the_players_who_wrote_a_yellow_message() -> None:
    table = SevenTable(("yellow",))
    table.tell("FRANCE", "BROADCAST", "Beware.", "END")
    table.operate("abort")
    assert "France to everybody, read as from nobody named: Beware." in " ".join(table.report()[0].split())


# -- touch: neighbours on the board ------------------------------------------------------------------------------------

TOUCH = ("private", "public", "touch")
# Worked out on the map: of which powers do home centres lie at most one province apart before the first move?
AT_THE_START = {
    "AUSTRIA": "GERMANY ITALY RUSSIA", "ENGLAND": "FRANCE", "FRANCE": "ENGLAND GERMANY ITALY",
    "GERMANY": "AUSTRIA FRANCE ITALY RUSSIA", "ITALY": "AUSTRIA FRANCE GERMANY", "RUSSIA": "AUSTRIA GERMANY TURKEY",
    "TURKEY": "RUSSIA",
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ["payola", "diplomacy"])
def test_neighbours_are_those_at_most_one_province_apart(ruleset: str) -> None:
    game = SevenTable(TOUCH, ruleset=ruleset).game
    touching = registered_as(ruleset).bordered.touching
    assert {seat: " ".join(touching(game.state, as_seat(seat))) for seat in SEATS} == AT_THE_START


def test_the_board_as_it_stands_decides() -> None:
    """A fleet in the North Sea lies beside Denmark and Holland, next to Kiel; one that sails to Syria is far away."""
    table = SevenTable(TOUCH, ruleset="diplomacy")
    before = table.counts()
    table.tell("ENGLAND", "PRESS TO GERMANY", "Hello.", "END")
    assert table.counts() == {**before, "ENGLAND": before["ENGLAND"] + 1}
    assert faults(table, "ENGLAND") == [(1, 1, phrase("fault.touch", far="Germany", near="France"), "")]
    table.tell("ENGLAND", "F LON - NTH")
    table.tell("ENGLAND", "PRESS TO GERMANY", "Hello.", "END")
    assert "refused" in notices(table, "ENGLAND"), "an order on file moves nothing"
    table.judge()
    table.tell("ENGLAND", "PRESS TO GERMANY", "Hello.", "END")
    assert notices(table, "GERMANY")["press"]["lines"] == ["Hello."]
    table.check()


def test_one_reader_who_is_no_neighbour_keeps_the_message_from_all() -> None:
    table = SevenTable(TOUCH)
    before = table.counts()
    table.tell("FRANCE", "3 : A PAR - BUR", "PRESS TO GERMANY, TURKEY", "Hello.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1} and table.filed("FRANCE") == ()
    table.tell("FRANCE", "BROADCAST", "Hello, all.", "END")
    assert notices(table, "TURKEY")["press"]["lines"] == ["Hello, all."]


def test_a_reply_to_a_message_to_everybody_reaches_a_neighbour_alone() -> None:
    table = SevenTable(TOUCH)
    table.tell("FRANCE", "BROADCAST", "Hello, all.", "END")
    before = table.counts()
    table.reply("TURKEY", "Hello, France.")
    assert table.counts() == {**before, "TURKEY": before["TURKEY"] + 1}
    assert "presssent" not in notices(table, "TURKEY")
    table.reply("ITALY", "Hello, France.")
    assert notices(table, "FRANCE")["press"]["sender"] == "Italy"


def test_a_reply_reaches_anybody_once_the_game_is_over() -> None:
    table = SevenTable(TOUCH)
    table.tell("FRANCE", "BROADCAST", "Hello, all.", "END")
    hello = table.of("TURKEY")
    table.operate("abort")
    table.write(ADDRESS["TURKEY"], "A fine game.", hello)
    assert notices(table, "FRANCE")["press"]["sender"] == "Turkey"


def test_show_names_the_neighbours_where_only_they_are_reached() -> None:
    touch, usual = SevenTable(TOUCH), SevenTable()
    for table in (touch, usual):
        table.tell("TURKEY", "SHOW")
    assert notices(touch, "TURKEY")["touching"] == {"near": ["Russia"]}
    assert "touching" not in notices(usual, "TURKEY")


# -- orders-first: nobody writes before their own orders are in --------------------------------------------------------

FIRST = ("private", "public", "grey", "orders-first")
SHEET = "4 : A PAR - BUR"


@pytest.mark.parametrize(
    ("head", "to", "broadcast"),
    [
        ("PRESS TO GERMANY", ["Germany"], False),
        ("GREY PRESS TO GERMANY, ITALY", ["Germany", "Italy"], False),
        ("BROADCAST", [seat.capitalize() for seat in SEATS if seat != "FRANCE"], True),
    ],
)
def test_a_message_before_the_orders_comes_back_and_nobody_learns_of_it(
    head: str, to: list[str], broadcast: bool
) -> None:
    table = SevenTable(FIRST)
    table.watch()
    before, watched = table.counts(), len(table.mails(OLGA))
    table.tell("FRANCE", head, "Hello.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1} and len(table.mails(OLGA)) == watched
    assert notices(table, "FRANCE")["ordersfirst"] == {"to": to, "broadcast": broadcast, "lines": ["Hello."]}
    assert table.game.seats["FRANCE"].sent == Sent(), "what is not sent takes nothing from the budget"
    assert {row["kind"] for row in table.office.store.rows("select kind from disclosed")}.isdisjoint({"press"})
    table.check()


@pytest.mark.parametrize("lines", [(SHEET, "PRESS TO GERMANY", "Hello.", "END"), ("PRESS TO GERMANY", "Hello.", "END")])
def test_a_message_goes_out_with_the_orders_or_after_them(lines: tuple[str, ...]) -> None:
    table = SevenTable(FIRST)
    if SHEET not in lines:
        table.tell("FRANCE", SHEET)
    table.tell("FRANCE", "ACCEPT FAEGIRT", *lines)
    assert notices(table, "GERMANY")["press"]["lines"] == ["Hello."]
    table.tell("FRANCE", "CLEAR", "PRESS TO GERMANY", "And now?", "END")
    assert notices(table, "FRANCE")["ordersfirst"]["lines"] == ["And now?"], "they have been withdrawn"


def test_each_phase_wants_its_own_orders() -> None:
    table = SevenTable(FIRST)
    table.tell("FRANCE", SHEET, "ACCEPT FAEGIRT")
    table.judge()
    table.tell("FRANCE", "PRESS TO GERMANY", "Hello.", "END")
    assert "ordersfirst" in notices(table, "FRANCE")


def test_replies_wait_for_orders_too_and_the_operator_is_always_reached() -> None:
    table = SevenTable(FIRST)
    table.tell("FRANCE", SHEET, "ACCEPT FAEGIRT")
    for head in ("PRESS TO GERMANY", "GREY PRESS TO GERMANY"):
        table.tell("FRANCE", head, "Hello.", "END")
        before = table.counts()
        table.reply("GERMANY", "Hello to you.")
        assert table.counts() == {**before, "GERMANY": before["GERMANY"] + 1}
        assert notices(table, "GERMANY")["ordersfirst"]["lines"] == ["Hello to you."]
    table.tell("GERMANY", "PRESS TO GM", "When is it due?", "END")
    assert notices(table, OPERATOR_READER)["presstooperator"]["lines"] == ["When is it due?"]


def test_who_owes_nothing_writes_and_so_does_everybody_after_the_end() -> None:
    table = SevenTable(FIRST, ruleset="diplomacy")
    table.tell("FRANCE", "A MAR - SPA", "READY", "PRESS TO GERMANY", "Hello.", "END")
    hello = table.of("GERMANY")
    table.judge()
    table.judge()
    assert table.game.state.code == "W1901A"
    table.tell("ITALY", "PRESS TO FRANCE", "No builds for me.", "END")
    assert notices(table, "FRANCE")["press"]["sender"] == "Italy"
    table.operate("abort")
    table.write(ADDRESS["GERMANY"], "A fine game.", hello)
    assert notices(table, "FRANCE")["press"]["sender"] == "Germany"


# -- movement: in silence while retreats and builds are due ------------------------------------------------------------


def in_winter(press: tuple[str, ...]) -> SevenTable:
    """A game in which France has taken Spain, and may build; all have had a message of Germany's."""
    table = SevenTable(press, ruleset="diplomacy")
    table.watch()
    table.tell("FRANCE", "A MAR - SPA")
    table.judge()
    table.tell("GERMANY", "BROADCAST", "Spain?", "END")
    table.judge()
    assert table.game.clock is not None and table.game.clock.phase == "W1901A"
    return table


@each_row("head", ["PRESS TO GERMANY", "GREY PRESS TO GERMANY", "BROADCAST", "GREY BROADCAST"])
@each_row("silent", [True, False])
def test_in_silence_a_message_comes_back_and_nobody_learns_of_it(head: str, silent: bool) -> None:
    table = in_winter((*EVERYTHING, *["movement"] * silent))
    before, watched = table.counts(), len(table.mails(OLGA))
    table.tell("FRANCE", "BUILD A MAR", head, "Hello.", "END")
    reached = {seat for seat, count in table.counts().items() if count > before[seat]} - {"FRANCE"}
    assert bool(reached) != silent and (len(table.mails(OLGA)) > watched) == (not silent and "BROADCAST" in head)
    assert "Hello." in words_of(table.last(ADDRESS["FRANCE"])) and ("refused" in notices(table, "FRANCE")) == silent
    assert table.filed("FRANCE") == (() if silent else ("BUILD A MAR",))  # a letter is taken whole, or not at all
    table.check()


def test_in_silence_replies_come_back_too_and_the_operator_is_reached() -> None:
    table = in_winter((*EVERYTHING, "movement"))
    before, asked = table.counts(), [mail for mail in table.mails(ADDRESS["FRANCE"]) if "Spain?" in text_of(mail)][-1]
    table.write(ADDRESS["FRANCE"], "Why not?", asked)
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    table.tell("FRANCE", "PRESS TO GM", "When?", "END")
    assert notices(table, OPERATOR_READER)["presstooperator"]["lines"] == ["When?"]


# -- postal: delivered with the results --------------------------------------------------------------------------------

POSTAL = (*EVERYTHING, "postal")


def read_by(table: SevenTable, address: str) -> list[str]:
    """The messages, without what stands around them, in the mails to an address, in order."""
    texts = [text_of(mail) for mail in table.mails(address)]
    return [line.removeprefix("| ") for text in texts for line in text.split("\n") if line.startswith("| ")]


@each_row(
    "head", ["PRESS TO GERMANY", "GREY PRESS TO GERMANY", "PRESS TO GERMANY FROM ITALY", "BROADCAST", "GREY BROADCAST"]
)
def test_a_postal_message_comes_with_the_results_and_as_it_would_have_come_at_once(head: str) -> None:
    table, at_once = SevenTable(POSTAL), SevenTable(EVERYTHING)
    for one in (table, at_once):
        one.watch()
    before, watched = table.counts(), len(table.mails(OLGA))
    for one in (table, at_once):
        one.tell("FRANCE", head, "Hello.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1} and len(table.mails(OLGA)) == watched
    assert notices(table, "FRANCE")["presswaits"]["title"] == "Spring 1901"
    table.judge()
    assert read_by(table, ADDRESS["GERMANY"]) == ["Hello."]
    assert notices(table, "GERMANY") == notices(at_once, "GERMANY")
    assert read_by(table, OLGA) == (["Hello."] if "BROADCAST" in head else [])
    table.judge()
    assert read_by(table, ADDRESS["GERMANY"]) == ["Hello."], "and only once"
    table.check()


def test_replies_are_sealed_too_and_reach_whom_they_should() -> None:
    table = SevenTable(POSTAL)
    table.tell("FRANCE", "GREY PRESS TO GERMANY", "Guess who.", "END")
    table.judge()
    table.reply("GERMANY", "Italy?")
    assert "Italy?" not in read_by(table, ADDRESS["FRANCE"])
    table.judge()
    assert notices(table, "FRANCE")["press"]["sender"] == "Germany"
    assert read_by(table, ADDRESS["FRANCE"]) == ["Italy?"]


def test_the_operator_reads_at_once_what_is_written_to_the_operator() -> None:
    table = SevenTable(POSTAL)
    table.tell("FRANCE", "PRESS TO GM", "When?", "END")
    assert notices(table, OPERATOR_READER)["presstooperator"]["lines"] == ["When?"]
    assert "presswaits" not in notices(table, "FRANCE") and table.game.bag == ()


def test_what_is_sealed_is_delivered_when_the_game_ends_and_then_nothing_is_sealed() -> None:
    table = SevenTable(POSTAL)
    table.tell("FRANCE", "PRESS TO GERMANY", "Hello.", "END")
    table.operate("abort")
    assert read_by(table, ADDRESS["GERMANY"]) == ["Hello."]
    table.reply("GERMANY", "A fine game.")
    assert read_by(table, ADDRESS["FRANCE"]) == ["A fine game."]
    table.check()


def test_what_a_player_wrote_before_resigning_is_delivered_and_what_was_written_to_them_waits_for_the_next() -> None:
    table = SevenTable(POSTAL)
    table.tell("FRANCE", "PRESS TO GERMANY", "From the old France.", "END")
    table.tell("GERMANY", "PRESS TO FRANCE", "To France.", "END")
    table.pass_on("FRANCE")
    table.judge()
    assert read_by(table, ADDRESS["GERMANY"]) == ["From the old France."]
    assert read_by(table, NEWCOMER) == ["To France."] and read_by(table, ADDRESS["FRANCE"]) == []
    table.check()


def test_who_begins_to_watch_meanwhile_reads_what_is_delivered_and_who_stops_does_not() -> None:
    comes, goes = SevenTable(POSTAL), SevenTable(POSTAL)
    goes.watch()
    for table in (comes, goes):
        table.tell("FRANCE", "BROADCAST", "Hello.", "END")
    comes.watch()
    goes.write(OLGA, "STOP", goes.last(OLGA))
    for table in (comes, goes):
        table.judge()
    assert (read_by(comes, OLGA), read_by(goes, OLGA)) == (["Hello."], [])


@pytest.mark.parametrize("written", ["before", "after"])
def test_a_rollback_delivers_nothing_twice_and_loses_nothing(written: str) -> None:
    table = SevenTable(POSTAL)
    if written == "before":
        table.tell("FRANCE", "PRESS TO GERMANY", "Hello.", "END")
    table.judge()
    if written == "after":
        table.tell("FRANCE", "PRESS TO GERMANY", "Hello.", "END")
    table.operate("rollback", "S1901M")
    assert read_by(table, ADDRESS["GERMANY"]) == (["Hello."] if written == "before" else [])
    table.judge()
    assert read_by(table, ADDRESS["GERMANY"]) == ["Hello."]
    table.check()


def test_a_turn_game_delivers_when_the_turn_is_over() -> None:
    seats = "".join(f'{one} = "{one.lower()}@example.org"\n' for one in ("RED", "BLUE", "GREEN", "YELLOW"))
    game = (
        '[game]\nname = "parlor"\nruleset = "so-long-sucker"\nseed = "3"\nstart = 2026-01-01T09:00:00Z\n'
        f'press = ["public", "postal"]\n[deadlines]\nplay = "2d"\n[seats]\n{seats}'
    )
    letters = [(1, "blue@example.org", "BROADCAST\nLet us be friends.\nEND"), (5, "red@example.org", "PLAY red")]
    mails = replayed(game, datetime(2026, 1, 1, 9), [(at, who, "Re: [parlor]", text) for at, who, text in letters], "")
    brought = [(to, at) for to, at, _, text in mails if "| Let us be friends." in text]
    others = ("red@example.org", "green@example.org", "yellow@example.org")
    assert sorted(brought) == sorted((to, "5") for to in others)
