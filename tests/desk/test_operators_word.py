"""What the operator says and does in a running game is told to those concerned and shown in the report."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, MINUTE, OPERATOR, SHEET, START, Table
from helpers.rows import each_row
from helpers.told import faults, kinds, notices, told

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.game.telling import OPERATOR_READER
from gm.report.disclosure import disclose
from gm.rules.provinces.faults import words

AT = START + MINUTE


def test_an_announcement_goes_to_everybody_marked_as_the_operators() -> None:
    table = Table()
    table.office.operate("spring", ["announce", "Happy new year.", "", "No mail on Monday."], AT)
    for player, seat in ((ALICE, "FRANCE"), (BOB, "ENGLAND")):
        lines = ["Happy new year.", "", "No mail on Monday."]
        assert notices(table, seat)["announced"] == {"lines": lines, "alone": ""}
        said = words_of(table.last(player))
        assert "THE OPERATOR WRITES | Happy" in said and "TO YOU ALONE" not in said


def test_a_word_to_one_player_reaches_nobody_else_and_stands_in_the_report() -> None:
    table = Table()
    table.office.operate("spring", ["tell", "france", "Your mail is late."], AT)
    assert notices(table, "FRANCE")["announced"] == {"lines": ["Your mail is late."], "alone": "France"}
    assert len(table.mails(BOB)) == 1
    for report in disclose(table.office.store, "spring")[:2]:
        assert "the operator wrote to France:" in " ".join(report.split()) and "Your mail is late." in report


def test_a_letter_in_a_players_name_acts_and_he_is_told_who_wrote_it() -> None:
    table = Table()
    table.office.operate("spring", ["act", "FRANCE", SHEET, "ACCEPT FAEGIRT"], AT)
    assert table.filed() == ("4 : A PAR - BUR",)
    assert kinds(table, "FRANCE") == ["actedfor", "accepted", "filed", "maycomplete", "sealed", "owes", "receipt"]
    assert notices(table, "FRANCE")["actedfor"] == {"name": "France", "lines": [SHEET, "ACCEPT FAEGIRT"]}
    assert len(table.mails(BOB)) == 1
    for report in disclose(table.office.store, "spring")[:2]:
        assert "the operator wrote a letter in the name of France:" in " ".join(report.split())
    assert check_store(table.office.store) == ([], 1)


def test_a_wrong_letter_in_a_players_name_does_nothing_and_says_so() -> None:
    table = Table()
    table.office.operate("spring", ["act", "FRANCE", "4 : A PAR - QQQ"], AT)
    assert table.filed() == ()
    assert kinds(table, "FRANCE")[:2] == ["actedfor", "refused"]
    assert faults(table, "FRANCE") == [(1, 13, words("unknown-province"), "")]


def test_a_letter_in_a_players_name_confirms_nothing() -> None:
    table = Table()
    table.write(ALICE, "RESIGN", table.last(ALICE))
    table.office.operate("spring", ["act", "FRANCE", "CONFIRM"], table.at + MINUTE)
    assert table.office.game("spring").seats["FRANCE"].taken


@pytest.mark.parametrize(
    ("run", "over", "winners"),
    [
        (["award", "FRANCE"], "the operator awards the game to France", ("FRANCE",)),
        (["draw", "france", "ENGLAND", "FRANCE"], "the operator declares a draw between France, England",
         ("FRANCE", "ENGLAND")),
        (["abort"], "the operator has ended the game without a result", ()),
    ],
)  # fmt: skip
def test_the_operator_may_end_a_game(run: list[str], over: str, winners: tuple[str, ...]) -> None:
    table = Table()
    table.office.operate("spring", run, AT)
    game = table.office.game("spring")
    assert (game.over, game.winners, game.clock) == (over, winners, None)
    for seat in ("FRANCE", "ENGLAND"):
        assert notices(table, seat)["over"]["how"] == over
    assert check_store(table.office.store) == ([], 1)


@each_row(
    ("run", "why"),
    [
        (["announce"], "no text"),
        (["announce", " ", ""], "no text"),
        (["tell"], "no seat"),
        (["tell", "FRANCE"], "no text"),
        (["tell", "SPAIN", "hello"], "no seat SPAIN"),
        (["act", "FRANCE"], "no text"),
        (["award"], "one seat"),
        (["draw", "FRANCE", "FRANCE"], "two seats"),
        (["abort", "FRANCE"], "nothing but the game"),
        (["pause", "FRANCE"], "nothing but the game"),
        (["dance"], "there is no act 'dance'"),
        (["deadline", "+0d"], "at that time already"),
        (["tell", "ITALY", "hello"], "ITALY is vacant"),
        (["act", "ITALY", SHEET], "ITALY is vacant"),
    ],
)
def test_an_act_that_makes_no_sense_is_refused_and_changes_nothing(run: list[str], why: str) -> None:
    table = Table()
    with pytest.raises(OperatorError, match=why):
        table.office.operate("spring", run, AT)
    assert len(table.office.store.rows("select n from journal")) == 1


def test_after_the_end_the_operator_may_still_write_but_not_act() -> None:
    table = Table()
    table.office.operate("spring", ["abort"], AT)
    table.office.operate("spring", ["announce", "Thank you all."], AT + MINUTE)
    assert notices(table, "ENGLAND")["announced"] == {"lines": ["Thank you all."], "alone": ""}
    with pytest.raises(OperatorError, match="over"):
        table.office.operate("spring", ["act", "FRANCE", SHEET], AT + MINUTE)


def test_who_is_put_out_is_told_and_the_others_do_not_read_that_he_has_resigned() -> None:
    table = Table()
    table.office.operate("spring", ["resign", "FRANCE"], AT)
    said = words_of(table.last(ALICE))
    assert "The operator has made your place in game spring, France, vacant" in said and "TAKEOVER France" in said
    resigned = {"seat_name": "France", "by_operator": True, "kept": False, "stands": "Spring 1901"}
    assert notices(table, "ENGLAND")["resigned"] == resigned
    assert "resigned" not in words_of(table.last(BOB))
    assert check_store(table.office.store) == ([], 1)


def test_a_player_at_a_new_address_has_not_resigned() -> None:
    table = Table()
    table.office.operate("spring", ["replace", "FRANCE"], AT, "new@example.net")
    said = words_of(table.last(BOB))
    assert notices(table, "ENGLAND")["seated"] == {"seat_name": "France", "replaced": True}
    assert "resigned" not in said and "again" not in said
    assert "has given your place in game spring, France, to another address" in words_of(table.last(ALICE))
    assert "You now play France" in words_of(table.mails("new@example.net")[0])
    assert check_store(table.office.store) == ([], 1)


def test_a_war_goes_on_when_one_of_its_two_sides_is_played_from_another_address() -> None:
    table = Table()
    text = f'[game]\nname = "war"\nruleset = "air-war"\nseed = "s"\n[seats]\nSOUTH = "{ALICE}"\nNORTH = "{BOB}"\n'
    table.office.open_game(read_game_file(text), START, "ef" * 32)
    table.office.operate("war", ["replace", "SOUTH"], AT, "new@example.net")
    game = table.office.game("war")
    assert not game.over and game.seats["SOUTH"].taken


def test_an_address_in_a_letter_of_the_operators_is_no_word_of_the_journal() -> None:
    table = Table()
    table.office.operate("spring", ["act", "france", f"SET ADDRESS {EVE}"], AT)
    assert kinds(table, "FRANCE") == ["actedfor", "confirmasked"]
    assert notices(table, "FRANCE")["actedfor"]["lines"] == ["SET ADDRESS (the address)"]
    (entry,) = table.office.store.rows("select data from journal where n = 2")
    assert EVE not in entry["data"]


def test_an_announcement_that_nobody_would_get_is_refused() -> None:
    table = Table()
    table.form("summer")
    with pytest.raises(OperatorError, match="nobody is there"):
        table.office.operate("summer", ["announce", "hello"], table.at)


def test_a_message_to_the_operator_tells_the_command_that_answers_it_and_his_reply_by_mail_is_explained() -> None:
    table = Table()
    table.write(ALICE, "PRESS TO GM\nHelp me.\nEND", table.mails(ALICE)[0])
    came = table.last(OPERATOR)
    assert 'gm tell spring FRANCE "..."' in words_of(came)
    handled = table.write(OPERATOR, "Gladly.", came)
    assert handled.state == "held"  # so that it can be found
    said = words_of(table.last(OPERATOR))
    assert "was not passed on to anybody" in said and "gm tell spring" in said


def test_the_operator_is_told_whose_letter_was_found_too_late_and_what_he_can_do() -> None:
    table = Table()
    first = table.mails(ALICE)[0]
    table.strike(START + 3 * DAY + MINUTE)
    table.at = START + 4 * DAY
    late = f"From: <{ALICE}>\nTo: {first['Reply-To']}\nSubject: [spring] S1901M\nMessage-ID: <late@x>\n\n{SHEET}\n"
    table.office.receive("1/late", late.encode(), START + 3 * DAY - MINUTE, table.at)
    found = {"phase": "S1901M", "received": "Thu 8 Jan 17:59 UTC"}
    assert told(table, OPERATOR_READER) == [("foundlate", {"seat_name": "France", **found})]
    came = words_of(table.last(OPERATOR))
    assert "gm rollback spring S1901M --with-orders" in came and SHEET not in came
    assert notices(table, "FRANCE")["toolate"] == found
