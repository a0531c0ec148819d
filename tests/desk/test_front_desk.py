"""Mails about no game: LIST, WHOAMI, STOP, unknown names; nobody learns anything private just by giving a name."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, EVE, SHEET, WORK, Table
from helpers.rows import each_row
from helpers.told import heard, kinds, notices, told

from gm.desk.mails.words import help_page
from gm.desk.notices.phrases import phrase
from gm.registry import RULESETS

ANN = "ann@example.net"
NO_GAME = {"games": [], "asked": False, "near": [], "shapes": [], "over": [], "named": ""}
NOTHING = {"seats": [], "guests": [], "more_over": False}


@pytest.fixture
def table() -> Table:
    made = Table()
    made.form()
    return made


def test_list_names_what_is_open_and_shows_lines_that_can_be_sent(table: Table) -> None:
    said = words_of(table.asks(ANN, "LIST"))
    assert "summer Payola Diplomacy, 0 of 7 places taken" in said and "such as JOIN summer." in said
    assert "spring Payola Diplomacy: Austria (3 of 34 centres), Germany (3 of 34 centres)" in said
    assert "such as JOIN spring AS Austria." in said
    assert "do you join?" in table.asks(ANN, "JOIN summer")["Subject"]
    assert "do you take Austria?" in table.asks(ANN, "JOIN spring AS Austria")["Subject"]


def test_list_is_the_same_for_a_player_and_for_a_stranger(table: Table) -> None:
    table.write(ALICE, "LIST", table.last(ALICE))
    assert words_of(table.last(ALICE)) == words_of(table.asks(ANN, "LIST"))


def test_a_game_that_is_full_over_or_unlisted_is_not_offered() -> None:
    table = Table()
    table.office.operate("spring", ["draw", "FRANCE", "ENGLAND"], table.at)
    answers = heard(table)
    table.asks(ANN, "LIST")
    assert answers == [("list", {"offers": [], "more": 0})] and len(table.mails(ANN)) == 1


@pytest.mark.parametrize("letter", ["JOIN sumer", "OBSERVE summr", "JOIN [sumer]", "join Sumer PREFER FRANCE"])
def test_a_game_of_an_unknown_name_is_answered_with_the_nearest(table: Table, letter: str) -> None:
    answers = heard(table)
    table.asks(ANN, letter)
    told = {"games": [], "asked": True, "near": ["summer"], "shapes": [], "over": [], "named": ""}
    assert answers == [("nogame", told)] and len(table.mails(ANN)) == 1


def test_the_name_of_a_game_that_is_not_listed_is_not_guessed(table: Table) -> None:
    store = table.office.store
    store.change("update games set offer = '' where name = 'summer'")
    assert "summer" not in words_of(table.asks(ANN, "JOIN sumer"))


def test_whoami_tells_each_place_of_the_address_and_nobody_elses(table: Table) -> None:
    table.does(ALICE, "JOIN summer")
    answers = heard(table)
    said = words_of(table.asks(ALICE, "WHOAMI"))
    assert "Your mail came from alice@example.com" in said
    assert "spring: FRANCE; mail goes to alice@example.com" in said and "summer: you have joined" in said
    table.asks(WORK, "WHOAMI")
    table.asks(ANN, "WHOAMI")
    seat = {"game": "spring", "seat": "FRANCE", "over": False, "goes": ALICE, "zone": "UTC"}
    joined = {"game": "summer", "role": "player", "name": ""}
    assert answers == [
        ("whoami", {"sender": ALICE, "seats": [seat], "guests": [joined], "more_over": False}),
        ("whoami", {"sender": WORK, "seats": [seat], "guests": [], "more_over": False}),
        ("whoami", {"sender": ANN, **NOTHING}),
    ]
    assert BOB not in said


@pytest.mark.parametrize(("word", "like"), [("SUMMARY", "STATUS"), ("WHO", "STATUS"), ("GET", "HELP"), ("who.", "WHO"),
    ("help?", "HELP"), ("- LIST", "LIST"), ("* whoami?", "WHOAMI")])
def test_a_question_of_no_game_may_be_asked_in_each_of_its_words(table: Table, word: str, like: str) -> None:
    assert words_of(table.asks(ANN, word)) == words_of(table.asks(ANN, like))


def test_stop_with_a_question_mark_is_no_question_of_no_game(table: Table) -> None:
    answers = heard(table)
    table.asks(ANN, "STOP")
    table.asks(ANN, "STOP?")
    assert answers == [("stophow", {"sender": ANN, **NOTHING}), ("nogame", NO_GAME)]


def test_a_forged_whoami_is_answered_to_its_victim_alone(table: Table) -> None:
    table.asks(ALICE, "WHOAMI")
    token = str(table.last(BOB)["Reply-To"])
    table.write(ALICE, "WHOAMI", to=token)
    rows = table.office.store.rows("select distinct recipient from outbox where game = ''")
    assert [row["recipient"] for row in rows] == [ALICE]
    answers = heard(table)
    table.write(EVE, "WHOAMI", table.last(ALICE))
    assert answers == [("whoami", {"sender": EVE, **NOTHING})] and len(table.mails(EVE)) == 1


@each_row("name", RULESETS)
def test_whoever_thinks_of_joining_reads_the_rules_of_a_game_before(name: str) -> None:
    table = Table()
    answers = heard(table)
    for letter in ("HELP RULES", f"HELP RULES {name}", f"GET {name.upper()}", f"HELP DEADLINES {name}"):
        table.asks(EVE, letter)
    pages = [facts["text"] for kind, facts in answers if kind == "helpanswer"]
    assert f"  HELP RULES {name}" in pages[0].split("\n")
    assert pages[1:] == [help_page(name, "RULES"), help_page(name, "RULES"), help_page(name, "DEADLINES")]
    assert pages[1].startswith("RULES:") and pages[3].startswith("DEADLINES:")


def test_whoami_forgets_who_has_left(table: Table) -> None:
    table.does(ANN, "OBSERVE spring AS Ann")
    answers = heard(table)
    table.asks(ANN, "WHOAMI")
    table.write(ANN, "STOP", next(m for m in reversed(table.mails(ANN)) if "[spring]" in m["Subject"]))
    table.asks(ANN, "WHOAMI")
    watches = {"game": "spring", "role": "observer", "name": "Ann"}
    assert [facts["guests"] for kind, facts in answers if kind == "whoami"] == [[watches], []]
    assert answers[-1] == ("whoami", {"sender": ANN, **NOTHING})


def test_stop_without_a_game_tells_how_to_stop_each(table: Table) -> None:
    table.does(ALICE, "OBSERVE summer")
    said = words_of(table.asks(ALICE, "STOP"))
    assert "spring: you play FRANCE. STOP there ends reminders" in said
    assert "summer: STOP there ends all its mail to you" in said
    answers = heard(table)
    table.asks(ANN, "STOP")
    assert answers == [("stophow", {"sender": ANN, **NOTHING})]


def test_stop_of_a_player_ends_reminders_and_keeps_the_seat(table: Table) -> None:
    table.write(ALICE, "STOP", table.last(ALICE))
    sitting = table.office.game("spring").seats["FRANCE"]
    assert sitting.taken and not sitting.reminders
    assert notices(table, "FRANCE")["stopped"] == {
        "game": "spring", "seat_name": "France", "over": False, "complained": False,
    }  # fmt: skip


def test_leave_of_a_player_is_asked_about_as_resign_is(table: Table) -> None:
    table.write(ALICE, "LEAVE", table.last(ALICE))
    what = phrase("ask.resign", seat="France")
    asked = {"what": what, "word": "CONFIRM", "refused": "", "person": "", "address": ""}
    assert told(table, "FRANCE") == [("confirmasked", asked)]
    assert table.office.game("spring").seats["FRANCE"].taken
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert not table.office.game("spring").seats["FRANCE"].taken


def test_a_mail_about_no_game_is_told_all_games_of_its_sender(table: Table) -> None:
    table.does(ALICE, "JOIN summer")
    answers = heard(table)
    said = words_of(table.asks(ALICE, "4 : A PAR - BUR"))
    assert "spring, summer" in said and "such as [spring]" in said
    assert "reply with the one word LIST" in words_of(table.asks(ANN, "good morning"))
    assert [facts["games"] for _, facts in answers] == [["spring", "summer"], []]


def test_a_strangers_mail_is_not_repeated_to_the_address_that_it_bears(table: Table) -> None:
    table.write(ANN, "buy at spam.example", subject="spam.example")
    table.write(ANN, "buy at spam.example", subject="[summer] spam.example")
    table.write(ANN, "buy at spam.example\nJOIN spam.example", subject="[spring] spam.example")
    table.write(ANN, "PRESS TO SPAM.EXAMPLE\nspam.example", subject="[spring]")
    assert len(table.mails(ANN)) == 4
    for mail in table.mails(ANN):
        assert "spam" not in words_of(mail).lower() and "spam" not in str(mail["Subject"])


# -- SIGNON, as letters to other GameMasters begin ---------------------------------------------------------------------


@pytest.mark.parametrize(("head", "shown"), [
    ("SIGNON Fspring secret", "SIGNON Fspring ***"),
    ("signon: spring secret", "signon: spring ***"),
    ("SIGNON [spring]", "SIGNON [spring]"),
])  # fmt: skip
def test_the_game_of_a_signon_is_the_game_of_its_letter_and_its_password_is_masked(head: str, shown: str) -> None:
    table = Table()
    table.write(ALICE, f"{head}\n{SHEET}\nSIGNOFF", subject="orders")
    assert kinds(table, "FRANCE") == ["letterheld"]
    assert notices(table, "FRANCE")["letterheld"]["lines"][:2] == [shown, SHEET]
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert table.filed() == (SHEET,)
    assert notices(table, "FRANCE")["nosignon"] == {"seat_name": "France"}


def test_a_newcomer_who_signs_on_is_told_that_he_need_not_and_how_to_join() -> None:
    table = Table()
    table.form("summer")
    table.write(EVE, "SIGNON ?summer secret", subject="hello")
    said = words_of(table.last(EVE))
    assert "No SIGNON and no password is needed here" in said and "JOIN" in said


def test_a_signon_to_no_game_is_nobodys() -> None:
    table = Table()
    answers = heard(table)
    table.write(EVE, "SIGNON Fautumn secret", subject="hello")
    assert answers == [("nogame", NO_GAME)] and len(table.mails(EVE)) == 1


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("SET RECORD OPEN", "SET RECORD PUBLIC or SET RECORD PRIVATE"), ("whois bob", "WHOIS and an address"),
        ("I am also: <ann@work.example>", "I AM ALSO and an address"),
        ("NOT WITH bob@x.example or eve@x.example", "NOT WITH and an address"),
    ],
)
def test_who_mistypes_a_command_about_no_game_is_told_how_it_is_written(
    table: Table, line: str, shape: str
) -> None:
    answers = heard(table)
    table.write(ANN, line, subject="hello")
    assert [(kind, facts["shapes"]) for kind, facts in answers] == [("nogame", [shape])]
    assert shape in words_of(table.last(ANN))
