"""Test games: one tester has all seats and gets all mail, each mail says for which seat it is, and nothing counts."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import ALICE, DAY, GAME, MINUTE, SHEET, START, Table
from helpers.rows import each_row

from gm.desk.books.fsck import check_store
from gm.desk.file.fields import GameFileError
from gm.desk.file.gamefile import read_game_file
from gm.desk.file.trial import test_of as trial_of
from gm.desk.game.game import seat_names
from gm.desk.people.doubles import doubles_of
from gm.desk.people.households import new_households
from gm.post.inbound.authenticity import Authenticity
from gm.registry import RULESETS, ruleset

TESTER = "tina@example.net"
NAME = "spring-test"
MORE = {"negotiation": "[options]\nplayers = 3\n", "hex-negotiation": "[options]\nside = 3\n"}
SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


class Trial(Table):
    """The test game of that of a Table, beside it."""

    def __init__(self, identity: str = "checked") -> None:
        super().__init__(identity)
        file = read_game_file(GAME.format(name="spring", identity=identity))
        self.office.open_game(trial_of(file, TESTER.title(), self.office.store.games.has), START, "cd" * 32)

    def of(self, seat: str) -> EmailMessage:
        """The newest mail to the tester that is for *seat*."""
        return [mail for mail in self.mails(TESTER) if f"[{NAME}] [{seat}] " in str(mail["Subject"])][-1]


def test_every_seat_gets_its_own_mails_and_each_says_for_which_it_is() -> None:
    table = Trial()
    assert [str(mail["Subject"]).split("] ")[1] for mail in table.mails(TESTER)] == [f"[{seat}" for seat in SEATS]
    assert len({str(mail["Reply-To"]) for mail in table.mails(TESTER)}) == len(SEATS)
    assert all(f"You play {seat.title()}." in text_of(table.of(seat)) for seat in SEATS)


def test_a_reply_acts_for_the_seat_of_the_mail_that_it_answers() -> None:
    table = Trial()
    table.write(TESTER, "3 : F LON - NTH", table.of("ENGLAND"))
    table.write(TESTER, SHEET, table.of("FRANCE"))
    assert table.filed("ENGLAND", NAME) == ("3 : F LON - NTH",) and table.filed("FRANCE", NAME) == (SHEET,)
    assert SHEET in text_of(table.of("FRANCE")) and SHEET not in text_of(table.of("ENGLAND"))
    assert table.filed("FRANCE") == ()  # the game itself knows nothing of it


def test_a_reply_without_its_address_is_found_by_the_mail_that_it_names() -> None:
    table = Trial("open")
    table.write(TESTER, SHEET, table.of("FRANCE"), to="gm@example.org")
    assert table.filed("FRANCE", NAME) == (SHEET,)


@pytest.mark.parametrize("verdict", ["pass", "none"])
def test_a_new_letter_names_its_seat_in_brackets(verdict: str) -> None:
    table = Trial()
    table.vouched = Authenticity(verdict, "")  # type: ignore[arg-type]
    table.write(TESTER, SHEET, subject=f"[{NAME}] [france] orders")
    if verdict == "none":
        assert table.filed("FRANCE", NAME) == ()
        table.write(TESTER, "CONFIRM", table.of("FRANCE"))
    assert table.filed("FRANCE", NAME) == (SHEET,)


@pytest.mark.parametrize("subject", [f"[{NAME}]", f"[{NAME}] [FRENCH]", f"[{NAME}] FRANCE"])
def test_a_new_letter_for_no_seat_is_answered_with_the_question_for_which_it_is(subject: str) -> None:
    table = Trial()
    table.vouched = Authenticity("pass", "")
    before = len(table.mails(TESTER))
    assert table.write(TESTER, SHEET, subject=subject).state == "answered"
    assert [table.filed(seat, NAME) for seat in SEATS] == [()] * len(SEATS)
    assert len(table.mails(TESTER)) == before + 1 and f"[{NAME}] [AUSTRIA]" in text_of(table.last(TESTER))


def test_messages_go_from_seat_to_seat() -> None:
    table = Trial()
    table.write(TESTER, "PRESS TO ENGLAND\nHello, you.\nEND", table.of("FRANCE"))
    assert "Hello, you." in text_of(table.of("ENGLAND")) and "Hello, you." not in text_of(table.of("ITALY"))
    table.write(TESTER, "Hello yourself.", table.of("ENGLAND"))
    assert "Hello yourself." in text_of(table.of("FRANCE"))


def test_nobody_else_can_write_for_a_seat_of_it() -> None:
    table = Trial()
    table.write("eve@evil.example", SHEET, table.of("FRANCE"))
    assert table.filed("FRANCE", NAME) == ()
    assert "eve" in text_of(table.of("FRANCE"))  # they are asked, as whoever has that seat


@pytest.mark.parametrize(
    ("subject", "seat"),
    [(f"[{NAME}] [FRANCE] [ENGLAND]", ""), (f"[{NAME}] S1901M for FRANCE", "FRANCE"), (f"[{NAME}] [FRANCE]", "FRANCE")],
)
def test_a_letter_acts_for_no_seat_if_it_names_two(subject: str, seat: str) -> None:
    table = Trial()
    table.vouched = Authenticity("pass", "")
    table.write(TESTER, SHEET, subject=subject)
    assert [one for one in SEATS if table.filed(one, NAME)] == ([seat] if seat else [])


@pytest.mark.parametrize("to", ["", "gm@example.org"])
def test_a_reply_to_a_mail_of_a_seat_that_they_have_no_more_acts_for_none(to: str) -> None:
    table = Trial()
    table.vouched = Authenticity("pass", "")
    old = table.of("FRANCE")
    table.office.operate(NAME, ["replace", "FRANCE"], table.at, address="bob@example.com", player="Bob")
    assert table.write(TESTER, SHEET, old, to=to).state == "answered"
    assert [table.filed(seat, NAME) for seat in SEATS] == [()] * len(SEATS)
    for subject, seat in ((f"Re: [{NAME}] [ENGLAND]", "ENGLAND"), (f"[{NAME}] [ITALY]", "ITALY")):
        table.write(TESTER, SHEET, old, subject=subject, to=to)
        assert table.filed(seat, NAME) == (SHEET,)


def test_a_token_of_no_seat_of_theirs_says_nothing_of_a_seat() -> None:
    table = Trial()
    token = str(table.of("FRANCE")["Reply-To"]).partition("+")[2].partition("@")[0]
    assert table.office.store.tokens.used(token, TESTER).writer == "FRANCE"  # type: ignore[union-attr]
    with table.office.store.transaction():
        table.office.store.change("update tokens set reader = ? where reader = ?", ["somebody", "FRANCE"])
    assert table.office.store.tokens.used(token, TESTER).writer == ""
    assert table.office.store.tokens.used(token, ALICE).writer == ""


def test_a_message_says_how_a_new_mail_is_for_its_reader() -> None:
    table = Trial()
    table.write(TESTER, "PRESS TO ENGLAND\nHello, you.\nEND", table.of("FRANCE"))
    assert f"in a new mail with [{NAME}] [ENGLAND] in its subject" in words_of(table.of("ENGLAND"))


def test_it_has_a_seed_of_its_own() -> None:
    """Its report opens it, and anybody who has that could foretell all draws of the game itself."""
    table = Trial()
    assert table.office.game("spring").seed == "s"
    assert table.office.game(NAME).seed not in ("", "s")


def test_the_operator_is_not_told_that_one_person_has_all_seats() -> None:
    table = Trial()
    assert doubles_of(table.office.store, table.office.game, TESTER, table.at) == []


def test_it_is_in_no_list_and_in_no_record() -> None:
    table = Trial()
    assert NAME not in text_of(table.asks("eve@evil.example", "LIST"))
    game = table.office.game(NAME)
    assert game.test and not game.rated and not game.listed
    table.office.operate(NAME, ["award", "FRANCE"], table.at)
    assert table.office.game(NAME).over
    assert table.office.store.records.of([TESTER]) == []
    assert new_households(table.office.store, [game], ()) == []


def test_the_game_itself_can_begin_with_its_own_name() -> None:
    table = Table()
    file = read_game_file(GAME.format(name="spring", identity="checked"))
    for _ in range(3):
        table.office.open_game(trial_of(file, TESTER, table.office.store.games.has), START)
    assert sorted(table.office.store.games.names()) == ["spring", NAME, f"{NAME}2", f"{NAME}3"]
    assert ALICE not in {str(mail["To"]) for mail in table.mails(TESTER)}


@each_row("rules", sorted(RULESETS))
def test_each_ruleset_can_be_tried(rules: str) -> None:
    table = Table()
    text = f'[game]\nname = "try"\nruleset = "{rules}"\nseed = "s"\n{MORE.get(rules, "")}[joining]\nword = "x"\n'
    file = trial_of(read_game_file(text), TESTER, table.office.store.games.has)
    table.office.open_game(file, START, "cd" * 32)
    game = table.office.game("try-test")
    seats = ruleset(rules).rules.seats(file.options)
    assert tuple(game.seats) == tuple(seat_names(game)) == seats and game.forming is None
    for seat in seats:
        mine = [mail for mail in table.mails(TESTER) if f"[{seat}] " in str(mail["Subject"])]
        table.write(TESTER, "STATUS", mine[-1])
        assert f"[try-test] [{seat}] " in str(table.last(TESTER)["Subject"])
    assert table.office.store.journal.last_at("try-test") > START
    assert check_store(table.office.store) == ([], 2)


def test_phases_are_judged_and_each_seat_is_told() -> None:
    table = Trial()
    table.write(TESTER, SHEET, table.of("FRANCE"))
    table.strike(START + 4 * DAY)
    assert {str(table.of(seat)["Subject"]).split("] ")[2][:7] for seat in SEATS} == {"F1901M:"}


def test_simple_players_keep_their_seats() -> None:
    text = GAME.format(name="spring", identity="checked").replace("[seats]", '[seats]\nITALY = "bot"')
    file = trial_of(read_game_file(text), TESTER, lambda name: False)
    assert file.bots == ("ITALY",) and set(file.seats) == {*SEATS} - {"ITALY"}


@pytest.mark.parametrize(
    ("name", "tester", "taken"), [("a" * 36, TESTER, 0), ("spring", TESTER, 99), ("spring", "tina", 0)]
)
def test_what_cannot_be_tried_is_refused(name: str, tester: str, taken: int) -> None:
    names = [f"{name}-test", *(f"{name}-test{n}" for n in range(2, taken + 1))]
    file = read_game_file(GAME.format(name=name, identity="checked"))
    with pytest.raises(GameFileError, match=r"^(game\.name|--tester)"):
        trial_of(file, tester, lambda name: bool(taken) and name in names)


def test_an_address_to_which_a_seat_of_it_moves_is_not_taken_for_the_testers() -> None:
    table = Trial()
    table.write(TESTER, "SET ADDRESS bob@example.net", table.of("FRANCE"))
    table.write(TESTER, "CONFIRM", table.of("FRANCE"))
    table.write("bob@example.net", "CONFIRM", table.last("bob@example.net"))
    table.write("bob@example.net", SHEET, table.last("bob@example.net"))
    assert table.filed("FRANCE", NAME) == (SHEET,)
    assert table.office.store.persons.number(TESTER) is None


def test_one_of_its_seats_can_be_handed_to_somebody_else() -> None:
    table = Trial()
    table.office.operate(NAME, ["replace", "FRANCE"], table.at, address="bob@example.com", player="Bob")
    table.write("bob@example.com", SHEET, table.last("bob@example.com"))
    assert table.filed("FRANCE", NAME) == (SHEET,)
    table.write(TESTER, "3 : F LON - NTH", table.of("ENGLAND"), at=table.at + MINUTE + timedelta(seconds=1))
    assert table.filed("ENGLAND", NAME) == ("3 : F LON - NTH",)
    table.office.operate(NAME, ["replace", "FRANCE"], table.at, address=TESTER, player="Tina")
    table.write(TESTER, "4 : F BRE - ENG", table.of("FRANCE"))
    assert table.filed("FRANCE", NAME) == ("4 : F BRE - ENG",)
    assert check_store(table.office.store) == ([], 2)
