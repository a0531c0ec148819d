"""The rules of the house and where to complain: in each player's first mail, in HELP HOUSE, and nowhere unless set."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from helpers.mails import text_of
from helpers.mailtable import START
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import notices

from gm.commands.common import office_on
from gm.config.loading import load_config
from gm.config.values import address_or_none
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.houserules import HouseRules
from gm.store.store import Store

TEXT = "\ufeffBe kind.\n\n\tThe GameMaster does not play. \x07\n"
LINES = ["Be kind.", "", "        The GameMaster does not play."]
WHERE = "ombud@example.net"
CONFIG = """[gm]
address = "gm@example.org"
operator = "you@example.org"
state = "state"
[maildir]
path = "mail"
[smtp]
host = "smtp.example.org"
"""
FILE = """[game]
name = "spring"
ruleset = "diplomacy"
seed = "s"
{rules}
[seats]
FRANCE = "{france}"
"""


class Housed(SevenTable):
    """A game that France plays, with these rules and this address."""

    def __init__(self, rules: str = 'rules = "house.txt"', complaints: str = WHERE) -> None:
        self.rules, self.where = rules, complaints
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.complaints = self.where
        file = read_game_file(FILE.format(rules=self.rules, france=ADDRESS["FRANCE"]), lambda name: TEXT)
        self.office.open_game(file, START, "ab" * 32)


def words(mail: EmailMessage) -> str:
    return " ".join(text_of(mail).split())


def test_the_first_mail_has_them_and_help_house_shows_them_again() -> None:
    table = Housed()
    first = table.of("FRANCE")
    assert notices(table, "FRANCE")["house"] == {"lines": LINES, "complaints": WHERE}
    table.tell("FRANCE", "HELP HOUSE")
    assert notices(table, "FRANCE").keys() >= {"house"} and "help" not in notices(table, "FRANCE")
    for mail in (first, table.of("FRANCE")):
        assert "| Be kind." in text_of(mail) and f"write to {WHERE}." in words(mail)
    table.tell("FRANCE", "STATUS")
    assert "house" not in notices(table, "FRANCE"), "no other mail has them"
    table.check()


def test_who_takes_a_seat_reads_them_in_their_first_mail_and_who_watches_may_ask() -> None:
    table = Housed()
    table.write(NEWCOMER, "TAKEOVER ITALY", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert "| Be kind." in text_of(table.mails(NEWCOMER)[1])
    table.write(OLGA, "HELP HOUSE", subject="[spring]")
    assert "| Be kind." in text_of(table.last(OLGA))


@pytest.mark.parametrize(
    ("rules", "complaints", "told"),
    [("", WHERE, {"lines": [], "complaints": WHERE}),
     ('rules = "house.txt"', "", {"lines": LINES, "complaints": ""})],
)  # fmt: skip
def test_one_can_be_set_without_the_other(rules: str, complaints: str, told: dict[str, object]) -> None:
    assert notices(Housed(rules, complaints), "FRANCE")["house"] == told


def test_without_them_nothing_is_told_and_help_house_is_no_topic() -> None:
    table = Housed("", "")
    assert "house" not in notices(table, "FRANCE")
    table.tell("FRANCE", "HELP HOUSE")
    assert "help" in notices(table, "FRANCE") and "house" not in notices(table, "FRANCE")
    assert "house" not in table.office.store.value("select data from journal where n = 1")


@pytest.mark.parametrize("text", ["", " \n\n", "x" * 8001])
def test_a_file_that_is_empty_or_too_large_is_an_error_with_its_line(text: str) -> None:
    with pytest.raises(GameFileError, match=r"^line 5: game\.rules: house\.txt: "):
        read_game_file(FILE.format(rules='rules = "house.txt"', france="a@example.org"), lambda name: text)


def test_a_file_that_is_not_there_is_an_error_with_its_line() -> None:
    with pytest.raises(GameFileError, match=r"^line 5: game\.rules: house\.txt cannot be read"):
        read_game_file(FILE.format(rules='rules = "house.txt"', france="a@example.org"))


@pytest.mark.parametrize("value", [WHERE, ""])
def test_an_address_for_complaints_is_one_or_none(value: str) -> None:
    assert address_or_none(value) == value


def test_what_is_no_address_is_an_error() -> None:
    with pytest.raises(ValueError, match="expected an address"):
        address_or_none("the operator's mother")


def test_the_address_comes_from_the_configuration_with_each_game_that_begins(tmp_path: Path) -> None:
    path = tmp_path / "gm.toml"
    path.write_text(f'{CONFIG}[operator]\ncomplaints = "{WHERE}"\n', encoding="utf-8")
    office = office_on(Store(":memory:"), load_config(path))
    office.open_game(read_game_file(FILE.format(rules="", france="a@example.org")), START)
    assert office.game("spring").house == HouseRules((), WHERE)
