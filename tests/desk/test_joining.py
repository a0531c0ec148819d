"""Games that find their players by mail: joining, words, approval, invitations, leaving, beginning, aborting."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, EVE, OPERATOR, SHEET, Table
from helpers.rows import each_row
from helpers.told import brought, heard

from gm.desk.books.fsck import check_store
from gm.desk.entries.events import apply
from gm.desk.file.gamefile import GameFileError
from gm.desk.game.game import Game, Guest
from gm.desk.game.refusal import OperatorError
from gm.desk.notices.phrases import phrase
from gm.desk.operating.forming import FORMING_ACTS
from gm.desk.people.listing import offers

SEVEN = [f"p{number}@example.net" for number in range(1, 8)]
ANN, BEA, CARL, DORA, EMIL, FAY, GUS = SEVEN
LATE = "late@example.net"


@pytest.fixture
def table() -> Table:
    made = Table()
    made.form()
    return made


def summer(table: Table) -> Game:
    return table.office.game("summer")


def guest(table: Table, who: str) -> Guest | None:
    rows = table.office.store.rows("select person from people where game = 'summer' and address = ?", [who])
    return next((summer(table).guests[row["person"]] for row in rows if row["person"] in summer(table).guests), None)


def joined(table: Table, who: str) -> bool:
    found = guest(table, who)
    return found is not None and found.role == "player"


def plays(table: Table, who: str) -> list[str]:
    return [one.seat for one in table.office.store.players.seats_of(who) if one.game == "summer"]


def places(table: Table, who: str) -> tuple[int, int]:
    """How many places are taken, and how many there are, as the last mail to an address tells."""
    told = brought(table, table.last(who))["joined"]
    return told["players"], told["places"]


def listed(table: Table, who: str) -> dict[str, dict[str, Any]]:
    """The games that LIST offers somebody, by their names."""
    answers, count = heard(table), len(table.mails(who))
    table.asks(who, "LIST")
    ((kind, facts),) = answers
    assert kind == "list" and len(table.mails(who)) == count + 1
    return {offer["game"]: offer for offer in facts["offers"]}


def refusal(table: Table, mail: EmailMessage) -> tuple[str, str]:
    """Why a mail gives no place, and the seat that was asked for."""
    told = brought(table, mail)["noplace"]
    return told["why"], told["seat_name"]


def fill(table: Table, who: list[str]) -> None:
    for address in who:
        table.does(address, "JOIN summer")


# -- joining -------------------------------------------------------------------------------------------------------


def test_a_join_is_done_by_a_confirm_in_reply_to_its_answer(table: Table) -> None:
    asked = table.asks(ANN, "JOIN summer")
    assert "joinasked" in brought(table, asked) and not joined(table, ANN)
    table.write(ANN, "CONFIRM", asked)
    assert joined(table, ANN)
    assert places(table, ANN) == (1, 7)


def test_a_forged_join_brings_its_victim_a_question_and_nothing_else(table: Table) -> None:
    table.asks(ANN, "JOIN summer")
    table.write(EVE, "CONFIRM", table.last(ANN))
    table.write(ANN, "CONFIRM", subject="[summer]")
    assert not joined(table, ANN) and not joined(table, EVE)
    assert table.mails(ANN)[0]["Subject"] == "Re: [summer] START: do you join?"
    assert len(summer(table).guests) == 0


@pytest.mark.parametrize("letter", ["JOIN summer\nCONFIRM", "CONFIRM\nJOIN summer"])
def test_a_confirm_in_the_mail_that_asks_does_nothing(table: Table, letter: str) -> None:
    table.asks(ANN, letter)
    assert not joined(table, ANN)


def test_join_and_confirm_in_one_mail_do_nothing_even_where_the_sender_is_believed(table: Table) -> None:
    lines = [{"number": 1, "text": "JOIN summer"}, {"number": 2, "text": "CONFIRM"}]
    turn = apply(summer(table), table.at, "letter", {"seat": "", "person": "f" * 32, "lines": lines})
    assert turn.game.guests == {} and turn.game.pending
    turn = apply(turn.game, table.at, "letter", {"seat": "", "person": "f" * 32, "lines": lines[1:]})
    assert [guest.role for guest in turn.game.guests.values()] == ["player"]


def test_a_confirm_in_reply_to_the_question_of_another_does_nothing(table: Table) -> None:
    table.asks(ANN, "JOIN summer")
    asked = table.asks(BEA, "JOIN summer")
    table.write(ANN, "CONFIRM", asked)
    assert not joined(table, ANN) and not joined(table, BEA)


def test_of_two_questions_about_the_same_either_can_be_confirmed(table: Table) -> None:
    first = table.asks(ANN, "JOIN summer")
    table.asks(ANN, "JOIN summer")
    table.write(ANN, "CONFIRM", first)
    assert joined(table, ANN)


def test_a_letter_with_confirm_and_deny_does_what_stands_first_alone(table: Table) -> None:
    table.write(ANN, "CONFIRM\nDENY", table.asks(ANN, "JOIN summer"))
    assert joined(table, ANN)
    assert "nothing is done" not in words_of(table.last(ANN)).lower()


def test_who_joins_twice_has_one_place(table: Table) -> None:
    fill(table, [ANN, ANN])
    assert [g.role for g in summer(table).guests.values()] == ["player"]
    assert summer(table).forming.joined == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("wish", "seat", "wishes"),
    [
        ("", "", ()),
        ("AS FRANCE", "FRANCE", ()),
        ("FRANCE", "FRANCE", ()),
        ("as france", "FRANCE", ()),
        ("PREFER France, ITALY", "", ("FRANCE", "ITALY")),
        ("PREFER FRANCE ITALY, *", "", ("FRANCE", "ITALY")),
        ("PREFER FRANCE, FRANCE", "", ("FRANCE",)),
        ("*", "", ()),
    ],
)
def test_a_join_says_what_is_wished_for(table: Table, wish: str, seat: str, wishes: tuple[str, ...]) -> None:
    table.does(ANN, f"JOIN summer {wish}")
    found = guest(table, ANN)
    assert found is not None and (found.seat, found.wishes) == (seat, wishes)


def test_a_name_that_nobody_has_is_answered_with_near_ones_and_its_column(table: Table) -> None:
    table.does(ANN, "JOIN summer")
    table.write(ANN, "JOIN PREFER ITALY, FRANZE", table.last(ANN))
    lines = table.last(ANN).get_content().replace("\r", "").split("\n")
    at = lines.index("  line 1  JOIN PREFER ITALY, FRANZE")
    assert lines[at + 1].index("^") == lines[at].index("FRANZE")
    (problem,) = brought(table, table.last(ANN))["refused"]["problems"]
    assert (problem["column"], problem["message"]) == (20, phrase("fault.unknown-seat"))
    assert problem["hints"][0] == "FRANCE"


@pytest.mark.parametrize("letter", ["JOIN summer FRANZE", "JOIN summer AS FRANZE", "JOIN summer PREFER FRANZE"])
def test_a_stranger_is_told_what_is_wrong_and_nothing_of_his_mail_is_repeated(table: Table, letter: str) -> None:
    answer = table.asks(ANN, f"{letter}\nbuy at spam.example")
    ((line, message, hints),) = brought(table, answer)["nottaken"]["faults"]
    assert (line, message, hints[0]) == (1, phrase("fault.unknown-seat"), "FRANCE")
    assert "spam" not in words_of(answer)


def test_a_seat_kept_for_somebody_is_no_one_elses(table: Table) -> None:
    table.does(ANN, "JOIN summer AS FRANCE")
    assert refusal(table, table.asks(BEA, "JOIN summer AS FRANCE")) == ("taken", "France")
    asked = table.asks(BEA, "JOIN summer AS ITALY")
    table.does(CARL, "JOIN summer AS ITALY")
    table.write(BEA, "CONFIRM", asked)
    assert refusal(table, table.last(BEA)) == ("taken", "Italy")
    assert not joined(table, BEA)


def test_a_second_join_changes_the_wish_and_one_without_a_wish_leaves_it(table: Table) -> None:
    table.does(ANN, "JOIN summer AS FRANCE")
    for letter, seat, wishes in [
        ("JOIN AS ITALY", "ITALY", ()),
        ("JOIN", "ITALY", ()),
        ("JOIN PREFER TURKEY", "", ("TURKEY",)),
        ("JOIN", "", ("TURKEY",)),
        ("JOIN *", "", ()),
    ]:
        table.write(ANN, letter, table.last(ANN))
        found = guest(table, ANN)
        assert found is not None and (found.seat, found.wishes, found.number) == (seat, wishes, 1)
    table.does(BEA, "JOIN summer AS ITALY")
    assert joined(table, BEA)


def test_where_all_is_drawn_a_wish_counts_for_nothing_and_the_question_says_so() -> None:
    table = Table()
    table.form(joining='seats = "drawn"')
    asked = table.asks(ANN, "JOIN summer AS FRANCE")
    told = brought(table, asked)["joinasked"]
    assert (told["drawn"], told["seat_name"], told["wishes"]) == (True, "", [])
    table.write(ANN, "CONFIRM", asked)
    found = guest(table, ANN)
    assert found is not None and (found.seat, found.wishes) == ("", ())
    assert "PREFER" not in words_of(table.last(ANN))


# -- the word ------------------------------------------------------------------------------------------------------


@pytest.fixture
def friends() -> Table:
    made = Table()
    made.form(joining='word = "Sesame"')
    return made


@pytest.mark.parametrize(
    "letter", ["JOIN summer WORD Sesame", "JOIN summer sesame", "JOIN summer AS FRANCE WORD SESAME."]
)
def test_who_knows_the_word_is_asked_however_he_writes_it(friends: Table, letter: str) -> None:
    friends.does(ANN, letter)
    assert joined(friends, ANN)


def test_a_wrong_word_is_answered_like_a_missing_one(friends: Table) -> None:
    letters = ["JOIN summer", "JOIN summer WORD open", "JOIN summer open", "JOIN summer AS ITALY"]
    answers = [friends.asks(who, letter) for who, letter in zip(SEVEN, letters, strict=False)]
    assert len({words_of(answer) for answer in answers}) == 1
    assert {refusal(friends, answer)[0] for answer in answers} == {"word"}


def test_without_the_word_nobody_learns_which_seats_are_kept(friends: Table) -> None:
    friends.does(ANN, "JOIN summer AS FRANCE WORD sesame")
    assert words_of(friends.asks(BEA, "JOIN summer AS FRANCE")) == words_of(friends.asks(CARL, "JOIN summer AS ITALY"))


def test_the_word_stands_in_no_mail(friends: Table) -> None:
    friends.asks(ANN, "LIST")
    friends.asks(ANN, "JOIN summer WORD Sesame")
    friends.write(ANN, "CONFIRM", friends.last(ANN))
    for letter in ("STATUS", "JOIN PREFER FRANZE", "hello"):
        friends.write(ANN, letter, friends.last(ANN))
    friends.office.operate("summer", ["invite", ""], friends.at, BEA)
    friends.does(CARL, "OBSERVE summer")
    friends.office.operate("summer", ["abort"], friends.at)
    for row in friends.office.store.rows("select raw from outbox"):
        assert b"sesame" not in row["raw"].lower()
    assert all("sesame" not in row["body"].lower() for row in friends.office.store.rows("select body from disclosed"))


def test_list_says_that_a_word_is_needed_and_not_which(friends: Table) -> None:
    assert listed(friends, ANN)["summer"]["word"] is True
    assert "sesame" not in words_of(friends.last(ANN)).lower()


@each_row("word", ["two words", "50%", "a.b", 'a\\"b', "x" * 41])
def test_a_word_that_nobody_could_write_behind_join_is_refused(word: str) -> None:
    with pytest.raises(GameFileError, match="one word of at most 40"):
        Table().form(joining=f'word = "{word}"')


# -- approval and invitations --------------------------------------------------------------------------------------


@pytest.fixture
def choosy() -> Table:
    made = Table()
    made.form(joining="approval = true\nword = 'sesame'")
    return made


def test_a_newcomer_waits_for_the_operators_word_and_is_told_it(choosy: Table) -> None:
    choosy.does(ANN, "JOIN summer sesame")
    assert brought(choosy, choosy.last(ANN))["joined"]["waits"] is True
    assert brought(choosy, choosy.last(OPERATOR))["applied"] == {"game": "summer", "number": 1}
    choosy.office.operate("summer", ["approve", "1"], choosy.at)
    assert brought(choosy, choosy.last(ANN))["joined"]["waits"] is False and places(choosy, ANN) == (1, 7)
    with pytest.raises(OperatorError, match="approved already"):
        choosy.office.operate("summer", ["approve", "1"], choosy.at)


def test_who_is_refused_is_told_and_may_ask_again_with_another_number(choosy: Table) -> None:
    choosy.does(ANN, "JOIN summer sesame")
    choosy.office.operate("summer", ["refuse", "1"], choosy.at)
    assert "turned" in brought(choosy, choosy.last(ANN)) and not joined(choosy, ANN)
    choosy.does(ANN, "JOIN summer sesame")
    found = guest(choosy, ANN)
    assert found is not None and (found.number, found.approved) == (2, False)


def test_an_invitation_can_be_taken_back(choosy: Table) -> None:
    choosy.office.operate("summer", ["invite", "", "FRANCE"], choosy.at, ANN)
    invitation = choosy.last(ANN)
    choosy.office.operate("summer", ["refuse"], choosy.at, ANN)
    assert "turned" in brought(choosy, choosy.last(ANN))
    choosy.write(ANN, "JOIN", invitation)
    assert refusal(choosy, choosy.last(ANN))[0] == "word" and not joined(choosy, ANN)


def test_who_changes_his_wish_is_not_asked_for_again(choosy: Table) -> None:
    choosy.does(ANN, "JOIN summer sesame")
    choosy.write(ANN, "JOIN PREFER FRANCE", choosy.last(ANN))
    assert [mail["Subject"] for mail in choosy.mails(OPERATOR)] == ["[summer] START: a newcomer"]
    found = guest(choosy, ANN)
    assert found is not None and not found.approved and found.wishes == ("FRANCE",)


def test_the_first_of_seven_approved_is_not_told_that_the_game_begins(choosy: Table) -> None:
    for who in SEVEN:
        choosy.does(who, "JOIN summer sesame")
    for number, who in enumerate(SEVEN[:6], 1):
        choosy.office.operate("summer", ["approve", str(number)], choosy.at)
        assert places(choosy, who) == (number, 7)
    assert summer(choosy).forming is not None
    choosy.office.operate("summer", ["approve", GUS], choosy.at, GUS)
    assert summer(choosy).forming is None and "opened" in brought(choosy, choosy.last(GUS))


def test_an_invited_person_joins_by_his_reply_without_word_and_approval(choosy: Table) -> None:
    choosy.office.operate("summer", ["invite", "", "FRANCE"], choosy.at, ANN)
    told = brought(choosy, choosy.last(ANN))["invited"]
    assert (told["game"], told["title"], told["seat_name"]) == ("summer", "Payola Diplomacy", "France")
    choosy.write(ANN, "JOIN", choosy.last(ANN))
    found = guest(choosy, ANN)
    assert found == Guest("player", 1, seat="FRANCE", approved=True)


def test_an_invitation_is_no_use_to_who_forges_its_reader(choosy: Table) -> None:
    choosy.office.operate("summer", ["invite", ""], choosy.at, ANN)
    choosy.asks(ANN, "JOIN summer")
    assert "joinasked" in brought(choosy, choosy.last(ANN)) and not joined(choosy, ANN)


def test_a_reply_to_an_invitation_from_another_address_is_that_of_a_stranger(choosy: Table) -> None:
    choosy.office.operate("summer", ["invite", "", "FRANCE"], choosy.at, ANN)
    choosy.write(BEA, "JOIN", choosy.last(ANN))
    assert refusal(choosy, choosy.last(BEA))[0] == "word"
    found = guest(choosy, ANN)
    assert found == Guest("invited", seat="FRANCE") and not joined(choosy, BEA)


@pytest.mark.parametrize(
    ("run", "address", "why"),
    [
        (["invite", ""], ANN, "they are invited, or have joined already"),
        (["invite", "", "FRANCE"], BEA, "FRANCE is kept for somebody else"),
        (["invite", "", "NARNIA"], BEA, "there is no seat NARNIA"),
        (["invite", ""], "rubbish", "not a mail address"),
        (["approve", "9"], "", "nobody who has joined"),
        (["refuse", "9"], "", "nobody who has joined"),
        (["begin"], "", "nobody has joined yet"),
        (["process"], "", "the game has not begun"),
        (["replace", "FRANCE"], BEA, "the game has not begun"),
    ],
)
def test_what_the_operator_cannot_do_before_the_start_is_refused(
    table: Table, run: list[str], address: str, why: str
) -> None:
    table.office.operate("summer", ["invite", "", "FRANCE"], table.at, ANN)
    with pytest.raises(OperatorError, match=why):
        table.office.operate("summer", run, table.at, address)


@pytest.mark.parametrize("act", sorted(FORMING_ACTS))
def test_the_acts_of_a_game_that_forms_are_refused_once_it_runs(table: Table, act: str) -> None:
    with pytest.raises(OperatorError, match="the game has begun already"):
        table.office.operate("spring", [act], table.at)


def test_who_has_joined_reads_what_the_operator_announces(table: Table) -> None:
    fill(table, [ANN])
    table.does(BEA, "OBSERVE summer")
    table.office.operate("summer", ["announce", "We begin on Monday"], table.at)
    for who in (ANN, BEA):
        assert brought(table, table.last(who))["announced"]["lines"] == ["We begin on Monday"]


# -- leaving -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["LEAVE", "LEAVE summer", "STOP"])
def test_who_leaves_by_a_reply_is_out_and_may_join_again(table: Table, letter: str) -> None:
    fill(table, [ANN])
    table.write(ANN, letter, table.last(ANN))
    assert brought(table, table.last(ANN))["left"]["game"] == "summer" and not joined(table, ANN)
    fill(table, [ANN])
    found = guest(table, ANN)
    assert found is not None and found.number == 2


def test_nobody_leaves_by_a_letter_that_somebody_else_wrote(table: Table) -> None:
    fill(table, [ANN, BEA])
    for letter in ("LEAVE", "STOP", "LEAVE summer"):
        table.write(ANN, letter, subject="[summer]")
        assert brought(table, table.last(ANN))["confirmasked"]["what"] == phrase("ask.leave", game="summer")
    table.write(ANN, "LEAVE", table.last(BEA))
    table.write(EVE, "LEAVE", table.last(ANN))
    assert joined(table, ANN) and joined(table, BEA)


def test_who_takes_back_his_question_by_stop_can_no_longer_confirm_it(table: Table) -> None:
    asked = table.asks(ANN, "JOIN summer")
    table.write(ANN, "STOP", asked)
    table.write(ANN, "CONFIRM", asked)
    assert not joined(table, ANN)


# -- letters before the start --------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", [SHEET, "PRESS TO FRANCE\nhello\nEND", "VOTE DRAW", "hello there"])
def test_what_comes_too_early_is_given_back_in_full(table: Table, letter: str) -> None:
    fill(table, [ANN])
    table.write(ANN, letter, table.last(ANN))
    told = brought(table, table.last(ANN))
    assert told["joined"]["number"] == 1
    assert (told["unused"]["why"], told["unused"]["lines"]) == ("early", letter.split("\n"))


def test_a_mail_that_joins_and_orders_joins_and_gives_the_orders_back(table: Table) -> None:
    fill(table, [ANN])
    table.write(ANN, f"JOIN PREFER FRANCE\n{SHEET}", table.last(ANN))
    told = brought(table, table.last(ANN))
    assert (told["joined"]["wishes"], told["unused"]["lines"]) == (["France"], [SHEET])
    first = table.asks(BEA, f"JOIN summer\n{SHEET}")
    told = brought(table, first)
    assert "joinasked" in told and (told["unused"]["count"], told["unused"]["lines"]) == (1, [])
    assert SHEET not in words_of(first)


def test_status_shows_the_place_and_the_wishes(table: Table) -> None:
    table.does(ANN, "JOIN summer PREFER FRANCE")
    table.write(ANN, "STATUS", table.last(ANN))
    assert places(table, ANN) == (1, 7)
    assert brought(table, table.last(ANN))["joined"]["wishes"] == ["France"]


def test_a_mail_that_we_cannot_read_is_answered_so(table: Table) -> None:
    fill(table, [ANN])
    table.write(ANN, "JVBERi0=", table.last(ANN), head={"Content-Type": "application/pdf"})
    assert brought(table, table.last(ANN))["nothing"] == {"trouble": "no text part", "asked": False}


def test_help_and_a_mail_without_text_are_answered(table: Table) -> None:
    fill(table, [ANN])
    table.write(ANN, "HELP", table.last(ANN))
    assert "TOPICS" in words_of(table.last(ANN))
    table.write(ANN, "", table.last(ANN))
    assert brought(table, table.last(ANN))["joined"]["number"] == 1


# -- the beginning -------------------------------------------------------------------------------------------------


def test_the_seventh_player_makes_the_game_begin_for_everybody_at_once(table: Table) -> None:
    table.does(ANN, "JOIN summer AS FRANCE")
    table.does(BEA, "JOIN summer PREFER ITALY")
    fill(table, SEVEN[2:])
    assert summer(table).forming is None
    assert sorted(seat for who in SEVEN for seat in plays(table, who)) == sorted(summer(table).seats)
    assert plays(table, ANN) == ["FRANCE"] and plays(table, BEA) == ["ITALY"]
    for who in SEVEN:
        assert [mail["Subject"] for mail in table.mails(who)][-1] == "[summer] S1901M: the game begins"
    told = brought(table, table.last(BEA))
    assert told["yourdraw"] == {"number": 2, "kept": False, "wishes": ["Italy"]}
    assert told["drawn"]["kept"] == ["France"]
    assert brought(table, table.last(ANN))["yourdraw"]["kept"] is True


def test_the_eighth_finds_the_game_begun_and_may_watch(table: Table) -> None:
    asked = table.asks(LATE, "JOIN summer")
    fill(table, SEVEN)
    table.write(LATE, "CONFIRM", asked)
    assert plays(table, LATE) == []
    assert brought(table, table.last(LATE))["nothingtoconfirm"] == {"waits": False, "answers": False}
    assert refusal(table, table.asks(LATE, "JOIN summer"))[0] == "running"


def test_a_full_game_that_waits_for_approvals_takes_nobody_else(choosy: Table) -> None:
    for who in SEVEN:
        choosy.does(who, "JOIN summer sesame")
    assert refusal(choosy, choosy.asks(LATE, "JOIN summer sesame"))[0] == "full"


def test_a_game_begun_early_has_vacancies_that_can_be_taken(table: Table) -> None:
    table.does(ANN, "JOIN summer AS FRANCE")
    table.office.operate("summer", ["begin"], table.at)
    assert "Austria (vacant)" in brought(table, table.last(ANN))["opened"]["players"]
    offer = listed(table, BEA)["summer"]
    assert not offer["forming"] and "Austria" in offer["vacant"]
    table.does(BEA, "JOIN summer AS ITALY")
    assert plays(table, BEA) == ["ITALY"]
    table.write(ANN, "4 : A PAR - BUR", next(m for m in table.mails(ANN) if "begins" in m["Subject"]))
    assert table.filed("FRANCE", "summer") == ("4 : A PAR - BUR",)


def test_who_was_not_taken_in_is_told_that_the_game_begins_without_him(choosy: Table) -> None:
    for who in (ANN, BEA):
        choosy.does(who, "JOIN summer sesame")
    choosy.office.operate("summer", ["invite", ""], choosy.at, CARL)
    choosy.office.operate("summer", ["approve", "1"], choosy.at)
    choosy.office.operate("summer", ["begin"], choosy.at)
    for who in (BEA, CARL):
        assert choosy.last(who)["Subject"] == "[summer] START: the game begins without you"
        assert refusal(choosy, choosy.last(who))[0] == "begun"
    assert plays(choosy, ANN) and not plays(choosy, BEA)


def test_two_who_want_the_same_vacancy_are_told_who_has_it(table: Table) -> None:
    first, answers = table.asks(ANN, "JOIN spring AS ITALY"), heard(table)
    table.asks(BEA, "TAKEOVER ITALY")
    assert [kind for kind, _ in answers] == ["nogame"] and len(table.mails(BEA)) == 1
    second = table.asks(BEA, "JOIN spring AS ITALY")
    table.write(ANN, "CONFIRM", first)
    table.write(BEA, "CONFIRM", second)
    assert brought(table, table.last(BEA))["seattaken"]["seat_name"] == "Italy"


def test_seats_of_the_game_file_are_kept_and_their_players_told() -> None:
    table = Table()
    table.form(seats='FRANCE = "p1@example.net"')
    assert brought(table, table.last(ANN))["joined"]["seat_name"] == "France"
    for who in SEVEN[1:]:
        table.does(who, "JOIN summer")
    assert plays(table, ANN) == ["FRANCE"]


# -- a game that never began ---------------------------------------------------------------------------------------


@pytest.fixture
def aborted(choosy: Table) -> Table:
    choosy.does(ANN, "JOIN summer sesame")
    choosy.does(BEA, "JOIN summer sesame")
    choosy.does(CARL, "OBSERVE summer")
    choosy.does(DORA, "MONITOR summer")
    choosy.office.operate("summer", ["invite", ""], choosy.at, EMIL)
    choosy.office.operate("summer", ["approve", "1"], choosy.at)
    choosy.office.operate("summer", ["abort"], choosy.at)
    return choosy


def test_everybody_is_told_once_that_a_game_is_aborted_before_it_began(aborted: Table) -> None:
    for who in (ANN, BEA, CARL, DORA, EMIL):
        told = [mail for mail in aborted.mails(who) if mail["Subject"] == "[summer] START: the game is over"]
        assert len(told) == 1 and brought(aborted, told[0])["over"]["how"] == phrase("end.aborted")
    assert check_store(aborted.office.store) == ([], 2)
    assert summer(aborted).ending is None  # nobody has last words, so it can be put away at once
    assert [offer.game for offer in offers(aborted.office.store, 9)[0] if not offer.aborted] == ["spring"]


@pytest.mark.parametrize("letter", ["JOIN", "STATUS", "JOIN AS FRANCE", "TAKEOVER FRANCE", "OBSERVE", SHEET, "hello"])
def test_whatever_comes_to_an_aborted_game_is_answered_and_changes_nothing(aborted: Table, letter: str) -> None:
    before = summer(aborted).guests
    for who in (ANN, EMIL):
        aborted.write(who, letter, aborted.last(who))
        assert brought(aborted, aborted.last(who))["over"]["how"] == phrase("end.aborted")
    assert summer(aborted).guests == before and summer(aborted).over


def test_an_aborted_game_does_not_begin_by_a_confirm_that_comes_late(table: Table) -> None:
    fill(table, SEVEN[:6])
    asked = table.asks(GUS, "JOIN summer")
    table.office.operate("summer", ["abort"], table.at)
    table.write(GUS, "CONFIRM", asked)
    assert summer(table).clock is None and not joined(table, GUS)
    aborted_till = table.at.replace(year=2027)
    table.strike(aborted_till)
    assert summer(table).over


# -- several games -------------------------------------------------------------------------------------------------


def test_a_join_of_another_game_is_heard_in_a_reply_to_a_mail_of_this_one(table: Table) -> None:
    table.write(ALICE, "JOIN summer", table.last(ALICE))
    assert table.last(ALICE)["Subject"] == "Re: [summer] START: do you join?"
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert joined(table, ALICE)


def test_who_only_watches_may_add_a_word_of_thanks_to_his_join_of_another_game(table: Table) -> None:
    table.does(ANN, "OBSERVE spring")
    table.write(ANN, "JOIN summer\nThank you!", table.last(ANN))
    assert "do you join?" in table.last(ANN)["Subject"] and "[summer]" in table.last(ANN)["Subject"]


def test_a_join_amid_orders_is_explained_and_the_orders_count(table: Table) -> None:
    table.write(ALICE, f"JOIN summer\n{SHEET}", table.last(ALICE))
    assert brought(table, table.last(ALICE))["alreadyseated"] == {"seat_name": "France"}
    assert table.filed() == ("4 : A PAR - BUR",) and not joined(table, ALICE)


def test_who_plays_and_has_joined_elsewhere_writes_to_each_by_reply(table: Table) -> None:
    table.does(ALICE, "JOIN summer")
    last = {name: next(m for m in reversed(table.mails(ALICE)) if f"[{name}]" in m["Subject"]) for name in
            ("spring", "summer")}  # fmt: skip
    assert table.write(ALICE, SHEET, last["spring"]).game == "spring"
    assert table.write(ALICE, "JOIN PREFER ITALY", last["summer"]).game == "summer"
    found = guest(table, ALICE)
    assert table.filed() == ("4 : A PAR - BUR",) and found is not None and found.wishes == ("ITALY",)


def test_the_game_that_comes_of_it_can_be_rebuilt_from_its_journal(table: Table) -> None:
    fill(table, SEVEN)
    table.does(BOB, "OBSERVE summer")
    assert check_store(table.office.store) == ([], 2)


def test_a_vacant_seat_of_a_private_game_that_runs_wants_the_word_too(friends: Table) -> None:
    friends.does(ANN, "JOIN summer AS ITALY WORD sesame")
    friends.office.operate("summer", ["begin"], friends.at)
    for letter in ("JOIN summer AS FRANCE", "TAKEOVER FRANCE", "JOIN summer AS FRANCE WORD simsim"):
        friends.write(BEA, letter, subject="[summer]")
        assert refusal(friends, friends.last(BEA))[0] == "word", letter
    assert listed(friends, BEA)["summer"]["word"] is True
    friends.does(BEA, "JOIN summer AS FRANCE WORD sesame")
    assert friends.office.game("summer").seats["FRANCE"].taken


def test_who_joins_is_told_the_seal_of_the_seed_before_anybody_is_seated(friends: Table) -> None:
    told = friends.does(ANN, "JOIN summer WORD sesame").get_content()
    assert friends.office.game("summer").seed_hash() in told


@pytest.mark.parametrize("reply", ["sesame", "WORD sesame", "Sesame."])
def test_the_word_of_a_game_alone_in_a_reply_is_a_wish_to_join(reply: str) -> None:
    table = Table()
    table.form(joining='word = "sesame"')
    table.write(ANN, reply, table.asks(ANN, "JOIN summer"))
    assert table.last(ANN)["Subject"] == "Re: [summer] START: do you join?"
    table.write(ANN, "CONFIRM", table.last(ANN))
    assert [guest.role for guest in table.office.game("summer").guests.values()] == ["player"]


@pytest.mark.parametrize("reply", ["sesam", "open sesame", "sesame\nthanks"])
def test_another_word_joins_nothing(reply: str) -> None:
    table = Table()
    table.form(joining='word = "sesame"')
    table.write(ANN, reply, table.asks(ANN, "JOIN summer"))
    assert "joinasked" not in brought(table, table.last(ANN))


def test_a_wish_for_what_is_promised_to_another_is_told_to_be_in_vain() -> None:
    table = Table()
    table.form(seats=f'FRANCE = "{ALICE}"')
    asked = table.asks(ANN, "JOIN summer PREFER FRANCE, ITALY")
    assert brought(table, asked)["joinasked"]["promised"] == ["France"]
    table.write(ANN, "CONFIRM", table.last(ANN))
    assert brought(table, table.last(ANN))["joined"]["promised"] == ["France"]
    table.write(ANN, "JOIN PREFER ITALY", table.last(ANN))
    assert brought(table, table.last(ANN))["joined"]["promised"] == []


def test_a_game_file_may_name_its_seats_in_any_order() -> None:
    table = Table()
    table.form(seats=f'RUSSIA = "{ANN}"\nFRANCE = "{BEA}"')
    assert check_store(table.office.store, "summer") == ([], 1)
    assert sorted(guest.number for guest in summer(table).guests.values()) == [1, 2]
