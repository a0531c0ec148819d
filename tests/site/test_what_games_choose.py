"""What a game lets pages show is chosen when it is created, and newcomers are told before they are in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.mails import words_of
from helpers.mailtable import DAY, START, Table
from helpers.rows import each_row

from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.showing import Showing

CHOSEN = '[game]\nname = "{name}"\nruleset = "payola"\nseed = "s"\n{site}\n[deadlines]\nmovement = "3d"\n[joining]\n'
EVE, FAY = "eve@example.net", "fay@example.net"


def file(site: str) -> Showing:
    return read_game_file(CHOSEN.format(name="autumn", site=site)).showing


@pytest.fixture
def table() -> Table:
    return Table()


def opened(table: Table, site: str) -> Table:
    """The table, at which a second game looks for players."""
    table.office.open_game(read_game_file(CHOSEN.format(name="autumn", site=site)), START, "cd" * 32)
    return table


def test_a_game_shows_nothing_unless_it_says_so() -> None:
    assert file("") == Showing() and Showing().pages == "none"
    assert file('site = "open"') == Showing("open")
    assert file('site = "report"\nsite_names = true') == Showing("report", names=True)


@each_row(
    ("site", "fault"),
    [
        ('site = "all"', "game.site: one of none, open, report is expected"),
        ("site = true", "game.site: a string is expected"),
        ('site = "open"\nsite_names = true', "game.site_names: only a report shows that"),
        ("site_press = true", "game.site_press: only a report shows that"),
        ('site = "report"\nsite_press = "yes"', "game.site_press: true or false is expected"),
    ],
)
def test_a_wrong_choice_is_told(site: str, fault: str) -> None:
    with pytest.raises(GameFileError, match=fault):
        file(site)


def test_the_journal_of_a_game_that_shows_nothing_does_not_speak_of_pages(table: Table) -> None:
    opened(table, "")
    store = table.office.store
    opening = next(iter(store.journal.entries("autumn")))
    assert "showing" not in opening.data and store.site.numbers() == {}


def test_whoever_asks_to_join_is_told_before_they_are_in(table: Table) -> None:
    opened(table, 'site = "report"')
    table.write(EVE, "JOIN autumn")
    text = " ".join(words_of(table.last(EVE)).split())
    assert "Anybody can read on the web what observers of this game are told" in text
    assert "with seats instead of names and without private messages" in text


def test_whoever_is_invited_is_told(table: Table) -> None:
    opened(table, 'site = "open"')
    table.office.operate("autumn", ["invite", ""], START + DAY, address=FAY)
    assert "Anybody can read on the web" in " ".join(words_of(table.last(FAY)).split())


def test_a_game_without_pages_says_nothing_of_them(table: Table) -> None:
    opened(table, "")
    table.write(EVE, "JOIN autumn")
    table.office.operate("autumn", ["invite", ""], START + timedelta(days=1), address=FAY)
    for who in (EVE, FAY):
        assert "web" not in table.last(who).as_string()
