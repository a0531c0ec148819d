"""Observers and monitors: what they are told, under which names, and that they can do nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.alike import sealed_alike
from helpers.mails import with_files, words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, GAME, SHEET, START, Table
from helpers.rows import each_row
from helpers.told import brought

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.people.observing import free_name

WATCHER, OTHER = "wat@example.net", "oth@example.net"


@pytest.fixture
def table() -> Table:
    return Table()


def names(table: Table) -> list[str]:
    game = table.office.game("spring")
    return [game.guests[person].name for person in game.watchers("observer")]


def subjects(table: Table, who: str = WATCHER) -> list[str]:
    return [mail["Subject"] for mail in table.mails(who)]


def both(table: Table) -> None:
    table.does(WATCHER, "OBSERVE spring")
    table.does(OTHER, "MONITOR spring")


# -- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "name"),
    [
        ("OBSERVE spring", "observer 1"),
        ("OBSERVE spring AS Bob", "Bob"),
        ("OBSERVE spring AS Bob the Builder", "Bob the Builder"),
        ("OBSERVE spring AS Jürgen O'Neill-Smith", "Jürgen O'Neill-Smith"),
        ("OBSERVE spring AS France", "observer 1"),
        ("OBSERVE spring AS FRANCE.", "observer 1"),
        ("OBSERVE spring AS Ｆｒａｎｃｅ", "observer 1"),
        ("OBSERVE spring AS  fran\u200bce", "observer 1"),
        ("OBSERVE spring AS Operator", "observer 1"),
        ("OBSERVE spring AS GM", "observer 1"),
        ("OBSERVE spring AS <b>Bob</b>", "bBobb"),
        ("OBSERVE spring AS \u202eboB\x07", "boB"),
        ("OBSERVE spring AS \U0001f600", "observer 1"),
        ("OBSERVE spring AS Bob <bob@example.com>", "Bob"),
        ("OBSERVE spring AS bob@example.com", "observer 1"),
        ("OBSERVE spring AS " + "x" * 99, "x" * 20),
        ("OBSERVE spring AS ...", "observer 1"),
    ],
)
def test_an_observer_has_the_name_he_asks_for_if_it_misleads_nobody(table: Table, letter: str, name: str) -> None:
    table.does(WATCHER, letter)
    assert names(table) == [name]
    assert brought(table, table.last(WATCHER))["watching"]["name"] == name


def test_nobody_watches_under_the_name_of_another(table: Table) -> None:
    first, second = table.asks(WATCHER, "OBSERVE spring AS Bob"), table.asks(OTHER, "OBSERVE spring AS bob")
    table.write(WATCHER, "CONFIRM", first)
    table.write(OTHER, "CONFIRM", second)
    assert sorted(names(table)) == ["Bob", "observer 1"]


def test_a_number_that_somebody_still_has_is_not_given_again(table: Table) -> None:
    table.does(WATCHER, "OBSERVE spring")
    table.does(OTHER, "OBSERVE spring")
    table.write(WATCHER, "STOP", table.last(WATCHER))
    table.does(EVE, "OBSERVE spring")
    assert names(table) == ["observer 2", "observer 1"]


# -- what they are told --------------------------------------------------------------------------------------------


def test_who_watches_is_asked_first_and_a_forger_gets_nothing(table: Table) -> None:
    asked = table.asks(WATCHER, "OBSERVE spring")
    table.write(EVE, "CONFIRM", asked)
    table.write(WATCHER, "CONFIRM", subject="[spring]")
    assert names(table) == []


def test_public_press_is_for_observers_and_private_press_for_neither(table: Table) -> None:
    both(table)
    table.write(BOB, "BROADCAST\nhello all\nEND", table.last(BOB))
    table.write(BOB, "PRESS TO FRANCE\nhello you\nEND", table.last(BOB))
    assert subjects(table)[2:] == ["[spring] S1901M: press from England"]
    assert len(table.mails(OTHER)) == 2


def test_observers_and_monitors_get_results_and_changes_of_the_clock(table: Table) -> None:
    both(table)
    run = table.office.operate
    run("spring", ["deadline", "+1d"], table.at)
    run("spring", ["pause"], table.at)
    run("spring", ["resume"], table.at)
    run("spring", ["process"], table.at)
    run("spring", ["abort"], table.at)
    told = [
        "[spring] S1901M: the deadline has moved", "[spring] S1901M: the game is paused",
        "[spring] S1901M: the game goes on", "[spring] F1901M: Spring 1901 judged", "[spring] END: the game is over",
    ]  # fmt: skip
    assert subjects(table)[2:] == told and subjects(table, OTHER)[2:] == told
    assert brought(table, table.mails(OTHER)[2])["deadline"]["due"] == "Fri 9 Jan 18:00 UTC"
    assert brought(table, table.mails(OTHER)[5])["next"]["title"] == "Fall 1901"


def test_a_monitor_is_not_told_who_comes_and_goes(table: Table) -> None:
    both(table)
    table.office.operate("spring", ["resign", "FRANCE"], table.at)
    assert "France is vacant" in subjects(table)[-1] and len(table.mails(OTHER)) == 2


def test_all_who_watch_an_aborted_phase_get_the_report_at_the_end(table: Table) -> None:
    both(table)
    table.write(ALICE, SHEET, table.last(ALICE))
    table.office.operate("spring", ["abort"], table.at)
    for who in (WATCHER, OTHER):
        assert "FULL DISCLOSURE" in with_files(table.last(who))


def told_to_watchers(letters: list[tuple[str, str]]) -> list[bytes]:
    """The mails of an observer and a monitor while these letters are written, up to the second phase."""
    table = Table()
    both(table)
    for who, letter in letters:
        table.write(who, letter, table.mails(who)[0])
    table.write(WATCHER, "STATUS", table.last(WATCHER), at=START + DAY)
    table.write(WATCHER, "HISTORY", table.last(WATCHER), at=START + DAY)
    table.strike(START + 3 * DAY + DAY / 2)
    rows = table.office.store.rows("select raw from outbox where recipient in (?, ?) order by id", [WATCHER, OTHER])
    return [row["raw"] for row in rows]


def test_what_is_hidden_changes_no_byte_of_a_watchers_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed_alike(monkeypatch)
    quiet = [(ALICE, "SHOW"), (ALICE, "SHOW"), (BOB, "SHOW"), (BOB, "SHOW"), (BOB, "SHOW")]
    busy = [
        (ALICE, "ACCEPT FEGIART\n1 : A PAR H"), (ALICE, "PRESS TO ENGLAND\nlet us talk\nEND"),
        (BOB, "TRANSFER 5 TO FRANCE"), (BOB, "VOTE DRAW"), (BOB, "NOTE\nmy plan\nEND\nSET ZONE Europe/Paris\nWAIT"),
    ]  # fmt: skip
    assert told_to_watchers(quiet) == told_to_watchers(busy)


def test_the_comparison_would_see_public_matter() -> None:
    assert told_to_watchers([(BOB, "SHOW")]) != told_to_watchers([(BOB, "BROADCAST\nhello\nEND")])


# -- what they can do ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["hello everybody", SHEET, "PRESS TO FRANCE\nhello\nEND", "RESIGN", "VOTE DRAW"])
def test_a_reply_of_a_watcher_reaches_nobody_and_is_given_back(table: Table, letter: str) -> None:
    both(table)
    table.write(BOB, "BROADCAST\nhello all\nEND", table.last(BOB))
    before = len(table.mails(BOB)) + len(table.mails(ALICE))
    for who in (WATCHER, OTHER):
        table.write(who, letter, table.last(who))
        unused = brought(table, table.last(who))["unused"]
        assert (unused["why"], unused["lines"]) == ("watching", letter.split("\n"))
    assert len(table.mails(BOB)) + len(table.mails(ALICE)) == before


def test_a_player_is_told_that_he_need_not_watch(table: Table) -> None:
    table.write(ALICE, "OBSERVE", table.last(ALICE))
    assert brought(table, table.last(ALICE))["alreadyseated"] == {"seat_name": "France"}
    table.form()
    table.does(WATCHER, "JOIN summer")
    table.write(WATCHER, "OBSERVE", table.last(WATCHER))
    assert brought(table, table.last(WATCHER))["alreadyseated"] == {"seat_name": ""}


def test_an_old_question_about_watching_takes_no_place_away(table: Table) -> None:
    table.form()
    table.office.operate("summer", ["invite", "", "FRANCE"], table.at, WATCHER)
    invitation = table.last(WATCHER)
    asked = table.asks(WATCHER, "OBSERVE summer")
    table.write(WATCHER, "JOIN", invitation)
    table.write(WATCHER, "CONFIRM", asked)
    assert [guest.role for guest in table.office.game("summer").guests.values()] == ["player"]


def test_who_watched_and_takes_a_seat_watches_no_more(table: Table) -> None:
    table.does(WATCHER, "OBSERVE spring")
    table.does(OTHER, "OBSERVE spring")
    table.does(WATCHER, "JOIN spring AS ITALY")
    table.office.operate("spring", ["replace", "TURKEY"], table.at, OTHER)
    assert names(table) == []
    table.write(BOB, "BROADCAST\nhello all\nEND", table.last(BOB))
    assert subjects(table).count("[spring] S1901M: press from England") == 1


@pytest.mark.parametrize("letter", ["STOP", "LEAVE", "LEAVE spring"])
def test_a_watcher_stops_by_a_reply_and_gets_no_more(table: Table, letter: str) -> None:
    both(table)
    for who in (WATCHER, OTHER):
        table.write(who, letter, table.last(who))
        assert brought(table, table.last(who)) == {"left": {"game": "spring", "nothing": False}}
    table.office.operate("spring", ["process"], table.at)
    assert "left" in brought(table, table.last(WATCHER)) and "left" in brought(table, table.last(OTHER))


def test_a_watcher_of_a_game_that_forms_is_told_how_far_it_is_and_when_it_begins(table: Table) -> None:
    table.form()
    table.does(WATCHER, "OBSERVE summer")
    table.write(WATCHER, "STATUS", table.last(WATCHER))
    told = brought(table, table.last(WATCHER))["notbegun"]
    assert (told["role"], told["players"], told["places"]) == ("observer", 0, 7)
    table.does(OTHER, "JOIN summer")
    table.office.operate("summer", ["begin"], table.at)
    begun = brought(table, table.last(WATCHER))
    assert begun["opened"]["seat_name"] == "" and "drawn" in begun
    assert "YOU OWE" not in words_of(table.last(WATCHER))


def test_a_resigned_player_may_watch(table: Table) -> None:
    table.write(ALICE, "RESIGN", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.does(ALICE, "OBSERVE spring")
    assert names(table) == ["observer 1"]


# -- time ------------------------------------------------------------------------------------------------------------


def test_who_watches_is_told_of_grace_and_not_asked_for_a_vote() -> None:
    table = Watched()
    both(table)
    table.write(ALICE, "EXTEND 1d", table.mails(ALICE)[0])
    assert not any("more time" in subject for who in (WATCHER, OTHER) for subject in subjects(table, who))
    assert any("more time" in subject for subject in subjects(table, BOB))
    table.strike(START + 3 * DAY + timedelta(minutes=1))
    for who in (WATCHER, OTHER):
        assert brought(table, table.last(who))["grace"]["until"] == "Fri 9 Jan 18:00 UTC"


class Watched(Table):
    """A game with a day of grace."""

    def open(self, name: str, identity: str = "checked") -> None:
        game = GAME.format(name=name, identity=identity).replace('grace = "0s"', 'grace = "1d"')
        self.office.open_game(read_game_file(game), START, "ab" * 32)


# -- a name that is not to be had --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "refused"), [("AS France", True), ("AS Owl", False), ("", False), ("AS ...", False)])
def test_who_cannot_have_the_name_he_asks_for_is_told_so(table: Table, name: str, refused: bool) -> None:
    asked = brought(table, table.asks(WATCHER, f"OBSERVE spring {name}"))["confirmasked"]
    assert asked["refused"] == ("France" if refused else "")


def test_those_who_watch_are_named_in_order_also_after_a_restart(table: Table) -> None:
    owls = [f"owl{number}@example.net" for number in range(4)]
    for number, owl in enumerate(owls):
        table.write(owl, f"OBSERVE spring AS Owl{number}")
        table.write(owl, "CONFIRM", table.last(owl))
    table.office.forget()
    table.write(ALICE, "STATUS", table.last(ALICE))
    assert brought(table, table.last(ALICE))["status"]["observers"] == ["Owl0", "Owl1", "Owl2", "Owl3"]
    assert check_store(table.office.store) == ([], 1)


# -- names that mislead ----------------------------------------------------------------------------------------


@each_row(
    "name",
    [
        "France", "FRANCE", "Fr\N{CYRILLIC SMALL LETTER A}nce", "Franc\N{CYRILLIC SMALL LETTER IE}", "Frànce",
        "F-r-a-n-c-e", "Eng1and", "EngIand", "Gerrnany", "France 2", "Mr France",
        "\N{FULLWIDTH LATIN CAPITAL LETTER F}rance", "Gamemaster", "Game Master",
        "The G\N{CYRILLIC SMALL LETTER A}mem\N{GREEK SMALL LETTER ALPHA}ster", "gm", "GM", "0perator",
        "Operator of spring", "observer", "The GM", "GM Bob", "GM-Team", "France's", "Mr.France", "BobFrance", "a l l",
        "France2", "France 3", "Ǥermany", "Engıand", "Fʀance",
    ],
)  # fmt: skip
def test_a_name_that_looks_like_a_powers_or_ours_is_not_taken(name: str) -> None:
    assert free_name(name, [], ["FRANCE", "ENGLAND", "GERMANY", "France"]) == "observer 1"


@each_row(
    "name",
    [
        "Olga", "Ольга", "François", "Ann Lee", "Frank", "Allan", "Ali", "Ali Khan", "Frances Lee", "Master Li",
        "Ann Greenwood", "李雷", "Player 9", "Jo 1", "Olga 2",
    ],
)  # fmt: skip
def test_other_names_are_taken_in_any_script(name: str) -> None:
    assert free_name(name, ["Bert"], ["FRANCE", "ENGLAND", "GREEN", "1", "PLAYER 1"]) == name


def test_two_observers_cannot_look_alike() -> None:
    assert free_name("\N{CYRILLIC CAPITAL LETTER O}lga", ["Olga"], []) == "observer 1"
