"""CREATE and CANCEL: players make games by mail, where the operator allows it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import BOB, OPERATOR, Table
from helpers.rows import each_row

from gm.config.loading import Create
from gm.desk.arrival import creating
from gm.desk.books.fsck import check_store
from gm.desk.books.purge import purge_game
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.file.letterfile import WrongSettings, read_letters_game
from gm.desk.game.game import Forming, Role
from gm.desk.mails.asked import CREATE_ASKED, CreateAsked
from gm.post.inbound.authenticity import Authenticity
from gm.registry import RULESETS
from gm.store.inbox import State

ANN, EVE = "ann@example.org", "eve@example.org"
SETTINGS = """timezone = "Europe/Paris"
press: ["public"]
[deadlines]
movement = 2d
[joining]
word = “sesame”"""


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.office.create = Create(allowed=("payola", "diplomacy"))
    yield made
    assert check_store(made.office.store)[0] == []


def creates(table: Table, name: str = "autumn", settings: str = SETTINGS, who: str = ANN) -> EmailMessage:
    """Somebody asks for a game and confirms; the last mail to them."""
    asked = table.asks(who, f"CREATE {name} payola\n{settings}")
    table.write(who, "CONFIRM", asked)
    return table.last(who)


def games(table: Table) -> set[str]:
    return set(table.office.store.games.names()) - {"spring"}


def test_a_game_is_made_when_its_creator_confirms_and_they_have_the_first_place(table: Table) -> None:
    asked = table.asks(ANN, f"CREATE autumn payola\n{SETTINGS}")
    assert games(table) == set()
    assert table.write(ANN, "CONFIRM", asked).state == State.DONE
    game = table.office.game("autumn")
    assert (game.timezone, game.press, game.deadlines["movement"]) == ("Europe/Paris", ("public",), 2 * 86400)
    assert [(guest.role, guest.number) for guest in game.guests.values()] == [(Role.PLAYER, 1)]
    told = table.last(ANN)
    assert "JOIN autumn WORD sesame" in text_of(told) and "autumn" in told["Subject"]
    assert ". Until it begins, CANCEL autumn withdraws it." in words_of(told)
    assert [mail["To"] for mail in table.mails(OPERATOR) if "autumn" in mail["Subject"]] == [OPERATOR]
    assert ANN in words_of(table.last(OPERATOR))


def test_others_join_as_the_creator_tells_them_and_the_game_begins(table: Table) -> None:
    creates(table)
    seats = len(table.office.game("autumn").seats)
    for number in range(1, seats):
        table.does(f"p{number}@example.org", "JOIN autumn WORD sesame")
    assert table.office.game("autumn").forming is None
    assert ANN in {player.address for player in table.office.store.players.ever("autumn")}


def test_nobody_asks_others_for_more_of_a_record_than_their_own_has(table: Table) -> None:
    asked = table.asks(ANN, "CREATE autumn payola\n[joining]\nrecord = {games = 1}")
    assert games(table) == set() and "more than your own record" in words_of(asked)
    creates(table, settings="[joining]\nrecord = {on_time = 90}")
    assert games(table) == {"autumn"}


def test_without_the_setting_create_is_answered_like_any_mail_about_no_game(table: Table) -> None:
    table.office.create = Create()
    assert table.write(ANN, f"CREATE autumn payola\n{SETTINGS}", subject="hello").reason == "about no game"
    assert "could not see which game" in words_of(table.last(ANN)) and games(table) == set()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("CREATE autumn", "diplomacy"),
        ("CREATE autumn ground-war", "diplomacy"),
        ("CREATE autumn payola now", "diplomacy"),
        ("CREATE Spring payola", "of that name already"),
        ("CREATE cup-2-1 payola", "kept for the games of leagues"),
        ("CREATE gm payola", "a letter first"),
        ("CREATE 1st payola", "a letter first"),
    ],
)
def test_what_cannot_be_is_refused_at_once(table: Table, line: str, why: str) -> None:
    assert why in words_of(table.asks(ANN, line)) and games(table) == set()


def faults(text: str) -> list[tuple[int, str, tuple[str, ...]]]:
    """What is wrong with settings below a line CREATE that is the first: line, key, and what may be meant."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 2)]
    with pytest.raises(WrongSettings) as found:
        read_letters_game("autumn", "payola", 1, lines)
    return [(fault.line, fault.key, fault.near) for fault in found.value.faults]


def test_every_fault_of_every_setting_is_told_with_its_line_and_what_may_be_meant() -> None:
    text = """timezone = "Europe/Pariss"
remindres = "none"
reminders = "everbody"
[deadlines]
movment = "2d"
retreat = "soon"
grace = 5m
[option]
x = 1
[options]
silverr = 3
hello
[clock]
nmr = "hold
early = 7"""
    assert faults(text) == [
        (2, "timezone", ()), (3, "remindres", ("reminders",)), (4, "reminders", ("everybody",)),
        (6, "movment", ("movement",)), (7, "retreat", ()), (9, "option", ("options",)),
        (12, "silverr", ()), (13, "", ()), (15, "nmr", ()), (16, "early", ()),
    ]  # fmt: skip


def test_of_very_many_faults_the_first_are_told() -> None:
    assert len(faults("\n".join(f"key-{number} = 1" for number in range(500)))) == 20


@each_row("name", sorted(RULESETS))
def test_every_kind_of_game_can_be_made_without_any_setting(name: str) -> None:
    assert read_letters_game("autumn", name, 1, []).joining == Forming()


@each_row(
    ("text", "key"),
    [
        ('site = "report"', "site"),
        ('seed = "x"', "seed"),
        ('identity = "open"', "identity"),
        ("messages_per_day = 1000000", "messages_per_day"),
        ('name = "other"', "name"),
        ("[joining]\napproval = true", "approval"),
        ("start = 2026-01-01T00:00:00Z", "start"),
        ('[options]\nboard_text = "x"', "board_text"),
        ('[seats]\nFRANCE = "bob@example.com"', "seats"),
        ('[deadlines]\nmovement = "5m"', "movement"),
        ('timezone = "UTC"\ntimezone = "Europe/Paris"', "timezone"),
    ],
)
def test_what_is_the_operators_or_others_is_no_setting_of_a_letter(text: str, key: str) -> None:
    assert [fault[1] for fault in faults(text)] == [key]


def test_a_file_beside_is_never_read_for_a_letter() -> None:
    with pytest.raises(GameFileError):
        read_game_file('[game]\nname = "a"\nruleset = "ground-war"\n[options]\nscenario = "../mine.toml"')


def test_a_letter_with_faults_makes_nothing_and_asks_nothing(table: Table) -> None:
    answer = table.asks(ANN, "CREATE autumn payola\ntimezone = 'Mars'\n[deadlines]\nmovment = 2d")
    assert "line 2" in text_of(answer) and "line 4" in text_of(answer) and "movement" in text_of(answer)
    table.write(ANN, "CONFIRM", answer)
    assert games(table) == set()


TEXTS = ("'buypills'\nvisit-this = 3\n[options]\nbuythis = 1", "'cheap'\nlook-at-that = 3\n[options]\nlookhere = 1")


def answers_to_anybody(table: Table) -> list[str]:
    """The answers to two letters in somebody's name that differ in what is wrong in them."""
    return [words_of(table.asks(EVE, f"CREATE autumn payola\ntimezone = {text}")) for text in TEXTS]


def test_the_answer_repeats_nothing_of_a_letter_that_anybody_may_have_written(table: Table) -> None:
    first, second = answers_to_anybody(table)
    assert first == second and "line 5" in first


def test_the_pair_finds_a_fault_that_repeats_the_letter(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creating, "unrepeated", lambda fault: fault)  # planted: a fault that repeats the letter
    first, second = answers_to_anybody(table)
    assert first != second


def test_whoever_is_vouched_for_reads_what_they_wrote(table: Table) -> None:
    table.vouched = Authenticity("pass", "dkim")
    assert "buypills" in answers_to_anybody(table)[0]


# -- who may ---------------------------------------------------------------------------------------------------------


def test_only_a_confirm_from_the_address_that_was_asked_makes_the_game_and_only_once(table: Table) -> None:
    asked = table.asks(ANN, "CREATE autumn payola")
    table.write(EVE, "CONFIRM", asked)
    table.write(ANN, "CONFIRM", asked)  # it is known to somebody else now
    assert games(table) == set()
    asked = table.asks(ANN, "CREATE autumn payola")
    table.write(ANN, "CONFIRM", asked)
    table.write(ANN, "CANCEL autumn", table.last(ANN))
    table.write(ANN, "CONFIRM", table.last(ANN))
    table.write(ANN, "CONFIRM", asked)
    assert table.office.game("autumn").over and games(table) == {"autumn"}


def test_a_confirm_that_comes_a_day_too_late_makes_nothing(table: Table) -> None:
    asked = table.asks(ANN, "CREATE autumn payola")
    table.at += timedelta(days=2)
    table.write(ANN, "CONFIRM", asked)
    assert games(table) == set()


def test_a_name_that_was_taken_meanwhile_is_refused(table: Table) -> None:
    asked = table.asks(ANN, "CREATE autumn payola")
    creates(table, who=EVE)
    table.write(ANN, "CONFIRM", asked)
    assert "of that name already" in words_of(table.last(ANN))
    assert len(table.office.game("autumn").guests) == 1


def test_a_person_has_so_many_games_that_are_not_over(table: Table) -> None:
    for name in ("one", "two"):
        creates(table, name)
    table.office.store.persons.merge(ANN, "ann@work.example")
    for who in (ANN, "ann@work.example"):
        assert "already" in words_of(table.asks(who, "CREATE three payola"))
    table.office.operate("one", ["abort"], table.at)
    creates(table, "three")
    assert games(table) == {"one", "two", "three"}


def test_while_very_many_games_wait_for_players_nobody_creates_more(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creating, "MOST_FORMING", 2)  # size: two games are very many
    asked = table.asks(ANN, "CREATE one payola")
    for who, name in ((BOB, "two"), (EVE, "three")):
        creates(table, name, who=who)
    table.write(ANN, "CONFIRM", asked)
    assert "wait for players" in words_of(table.last(ANN)) and games(table) == {"two", "three"}
    table.office.operate("two", ["abort"], table.at)
    creates(table, "one")
    assert games(table) == {"one", "two", "three"} and "one" in table.last(ANN)["Subject"]


def test_asking_for_games_in_somebodys_name_sends_them_few_mails(table: Table) -> None:
    for number in range(8):
        table.write(EVE, f"CREATE game-{number} payola", subject="hello")
    assert len([mail for mail in table.mails(EVE) if "do you want" in mail["Subject"]]) == 5


# -- withdrawing -----------------------------------------------------------------------------------------------------


def test_the_creator_withdraws_a_game_that_forms_and_who_has_joined_is_told(table: Table) -> None:
    creates(table, settings="")
    table.does(EVE, "JOIN autumn")
    table.write(ANN, "CANCEL autumn", table.last(ANN))
    assert not table.office.game("autumn").over
    table.write(ANN, "CONFIRM", table.last(ANN))
    assert table.office.game("autumn").over
    assert "has withdrawn it" in words_of(table.last(EVE))
    assert "autumn" not in words_of(table.asks(EVE, "LIST"))


def test_nobody_else_can_withdraw_it_or_learns_whose_it_is(table: Table) -> None:
    creates(table, settings="")
    for who in (EVE, "bob@example.com"):
        answer = words_of(table.asks(who, "CANCEL autumn"))
        assert answer == words_of(table.asks(who, "CANCEL nothing"))
    assert not table.office.game("autumn").over


def test_a_game_that_has_begun_cannot_be_withdrawn(table: Table) -> None:
    creates(table, settings="")
    table.write(ANN, "CANCEL autumn", table.last(ANN))
    asked = table.last(ANN)
    table.office.operate("autumn", ["begin"], table.at)
    table.write(ANN, "CONFIRM", asked)
    game = table.office.game("autumn")
    assert not game.over and game.forming is None
    assert table.write(ANN, "CANCEL autumn", subject="hello").reason == "about no game"


def test_a_purge_forgets_what_a_player_of_the_game_has_asked_for(table: Table) -> None:
    for who in (BOB, EVE):
        table.asks(who, f"CREATE {who[:3]} payola")
    store = table.office.store
    table.office.operate("spring", ["abort"], table.at)
    with store.transaction():
        store.change("update games set next_strike = null")
        store.change("update outbox set state = 'sent'")
    purge_game(store, "spring")
    assert [asked.address for asked in store.facts.beginning(CREATE_ASKED, CreateAsked).values()] == [EVE]
