"""What a game has chosen is told to whoever plays or may join it, and nothing of one seat or of the game's secrets."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from helpers.mails import text_of
from helpers.mailtable import ALICE, START, Table
from helpers.rows import each_row
from helpers.told import notices

from gm.desk.file.gamefile import read_game_file

FILE = """[game]
name = "{name}"
ruleset = "payola"
seed = "a seed that nobody may see"
timezone = "Europe/Paris"
press = ["private", "grey"]
{game}
[clock]
{clock}
[deadlines]
movement = "3d"
retreat = "36h"
grace = "{grace}"
[seats]
{seats}
"""


def lines(mail: Any) -> str:
    """The text of a mail in one line."""
    return " ".join(text_of(mail).split())


class Chosen(Table):
    """A game that has chosen its settings."""

    def __init__(self, **parts: str) -> None:
        self.parts = {
            "game": "", "clock": 'early_after = "2h"', "grace": "12h",
            "seats": 'FRANCE = "alice@example.com"', **parts,
        }  # fmt: skip
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(FILE.format(name=name, **self.parts)), START, "ab" * 32)

    def ask(self, line: str) -> str:
        """The answer to a line of Alice's."""
        self.write(ALICE, line, self.last(ALICE))
        return lines(self.last(ALICE))


@pytest.fixture
def table() -> Chosen:
    return Chosen()


TOLD = (
    "deadlines movement 3 days, retreat 36 hours", "early 2 hours after everything is in",
    "grace 12 hours, nobody is told who is missing", "missing is replaced", "messages private, grey",
    "time zone Europe/Paris",
)  # fmt: skip


def test_the_first_mail_tells_the_settings(table: Chosen) -> None:
    first = lines(table.mails(ALICE)[0])
    assert [one for one in TOLD if one not in first] == []


@pytest.mark.parametrize("page", ["STATUS", "HELP SETTINGS"])
def test_status_and_help_tell_the_settings_of_this_game(table: Chosen, page: str) -> None:
    answer = table.ask(page)
    assert [one for one in TOLD if one not in answer] == []


def test_no_page_of_help_names_another_time_than_the_game_has(table: Chosen) -> None:
    assert all("30 minutes" not in table.ask(f"HELP {page}") for page in ("WAIT", "DEADLINES"))


@each_row(
    ("parts", "told", "not_told"),
    [
        ({"clock": 'early_after = "0m"'}, "as soon as everything is in", "hours after"),
        ({"grace": "0s"}, "missing is replaced", "grace 0"),
        ({"clock": 'nmr = "wait"\nshow_late = true'}, "missing the game waits for it", "is replaced"),
        ({"clock": "early = false"}, "early never", "after everything"),
        ({"game": 'reminders = "everybody"'}, "reminders to all, in the same words", "reminders none"),
        ({"game": 'reminders = "none"'}, "reminders none", "in the same words"),
    ],
)
def test_each_choice_is_told_as_it_is(parts: dict[str, str], told: str, not_told: str) -> None:
    answer = Chosen(**parts).ask("STATUS")
    assert told in answer and not_told not in answer


def test_list_tells_strangers_the_same(table: Chosen) -> None:
    table.write("eve@example.net", "LIST", to="gm@example.com")
    told = lines(table.last("eve@example.net"))
    assert "movement 3 days; retreat 36 hours" in told and "grace 12 hours" in told
    assert "messages private and grey; Europe/Paris" in told and "early if everything is in" in told


def test_neither_the_word_for_newcomers_nor_anything_of_one_seat_is_told() -> None:
    table = Chosen(seats='FRANCE = "alice@example.com"\nITALY = "bo@example.com"\n[joining]\nword = "sesame"')
    table.office.operate("spring", ["begin"], START)
    table.write("bo@example.com", "SET ZONE Asia/Tokyo", table.last("bo@example.com"))
    table.write("eve@example.net", "LIST", to="gm@example.com")
    for told in (table.ask("HELP SETTINGS"), table.ask("STATUS"), lines(table.last("eve@example.net"))):
        assert not any(secret in told.lower() for secret in ("sesame", "tokyo", "a seed that", "checked"))


def test_the_first_line_says_that_what_is_owed_is_in_and_how_many_lines(table: Chosen) -> None:
    table.write(ALICE, "4 : A PAR - BUR\n2 : F BRE - MAO\nACCEPT FAEGIRT", table.last(ALICE))
    table.office.operate("spring", ["pause"], START)
    table.office.operate("spring", ["resume"], START)
    first = text_of(table.last(ALICE)).split("\n\n")[0].split("\n")
    told = " ".join(first)
    assert "in (2 lines)" in told and "PAR" not in told and "Next: offers" not in told


def test_a_first_sheet_replaces_nothing(table: Chosen) -> None:
    table.write(ALICE, "4 : A PAR - BUR", table.last(ALICE))
    assert notices(table, "FRANCE")["filed"]["again"] is False
    assert "replaces" not in text_of(table.last(ALICE))
    table.write(ALICE, "5 : A PAR - BUR", table.last(ALICE))
    assert notices(table, "FRANCE")["filed"]["again"] is True and "replaces" in text_of(table.last(ALICE))


def test_a_deadline_is_told_to_the_minute_unless_it_is_near(table: Chosen) -> None:
    table.at = START + timedelta(minutes=7, seconds=13)
    table.office.operate("spring", ["process"], table.at)
    assert "18:07 UTC" in table.ask("STATUS") and ":13" not in table.ask("STATUS")


def test_there_is_no_help_on_signs(table: Chosen) -> None:
    assert "no help on" not in table.ask("HELP ,.")
