"""Two seats that seem to be of one household: what counts, who is exempt, and that it is told once, in the digest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from caring import DAY, START, configured
from helpers.mailtable import Table

from gm.config.loading import ConfigError, load_config
from gm.desk.books.purge import purge_game
from gm.desk.file.gamefile import read_game_file
from gm.desk.people.households import Exempt, Household, new_households, note_told
from gm.serve.caretaker import Caretaker

FILE = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
[deadlines]
movement = "30d"
[seats]
FRANCE = {{ address = "{one}", also = ["{also}"] }}
ENGLAND = "{two}"
ITALY = "ivo@gmail.com"
"""
ANN, BEN, ALSO = "ann@home.example", "ben@gmail.com", "ann@gmx.at"


class Homes(Table):
    """Games whose players we choose."""

    def open(self, name: str, identity: str = "checked") -> None:
        """Begin none by itself."""

    def plays(self, name: str = "spring", one: str = ANN, two: str = BEN, also: str = ALSO) -> None:
        self.office.open_game(read_game_file(FILE.format(name=name, one=one, two=two, also=also)), self.at, "ab" * 32)

    def found(self, exempt: Exempt = ()) -> list[tuple[str, tuple[str, str], str]]:
        """The households that are told now, and then no more."""
        store = self.office.store
        games = [self.office.game(name) for name in store.games.alive()]
        told: list[Household] = new_households(store, games, exempt)
        with store.transaction():
            note_told(store, games, told)
        return [(one.game, one.seats, one.why) for one in told]


@pytest.fixture
def table() -> Homes:
    return Homes()


BOTH = ("ENGLAND", "FRANCE")


@pytest.mark.parametrize(
    ("one", "two", "also", "why"),
    [
        (ANN, "bob@home.example", ALSO, ["domain"]),
        (ANN, "bob@office.example", "ann@office.example", ["domain"]),
        ("ann@gmail.com", BEN, ALSO, []),
        ("ann@yahoo.fr", "bob@yahoo.fr", ALSO, []),
        ("ann@web.de", "bob@web.de", ALSO, []),
        (ANN, "bob@sub.home.example", ALSO, []),
    ],
)
def test_a_domain_counts_if_it_is_no_providers(table: Homes, one: str, two: str, also: str, why: list[str]) -> None:
    table.plays(one=one, two=two, also=also)
    assert table.found() == [("spring", BOTH, one_why) for one_why in why]


def test_linked_addresses_count_and_are_told_once(table: Homes) -> None:
    table.plays()
    assert table.found() == []
    with table.office.store.transaction():
        table.office.store.persons.merge(ALSO, BEN)
    assert table.found() == [("spring", BOTH, "person")] and table.found() == []
    table.plays("autumn")
    assert table.found() == [("autumn", BOTH, "person")]


def test_who_sits_for_the_other_in_another_game_counts(table: Homes) -> None:
    table.plays()
    table.plays("autumn", two="carl@gmail.com")
    table.write(ANN, f"SITTER {BEN} FROM 6 Jan TO 9 Jan", table.last(ANN))
    table.write(ANN, "CONFIRM", table.last(ANN))
    table.write(BEN, "CONFIRM", table.last(BEN))
    assert table.office.game("autumn").seats["FRANCE"].sitter is not None  # type: ignore[index]
    assert table.found() == [("spring", BOTH, "sitter")]


def test_somebody_who_takes_a_seat_over_counts_anew(table: Homes) -> None:
    table.plays(two="bob@home.example")
    assert len(table.found()) == 1
    table.office.operate("spring", ["replace", "ENGLAND", "eva@home.example"], table.at, address="eva@home.example")
    assert table.found() == [("spring", BOTH, "domain")]


@pytest.mark.parametrize(
    ("exempt", "told"),
    [
        ([["@home.example"]], 0),
        ([["ann@home.example", "bob@home.example"]], 0),
        ([["ann@gmx.at", "bob@home.example"]], 0),
        ([["ann@home.example"], ["bob@home.example"]], 1),
        ([["@office.example"]], 1),
    ],
)
def test_groups_that_the_operator_knows_are_not_told(table: Homes, exempt: Exempt, told: int) -> None:
    table.plays(two="bob@home.example")
    assert len(table.found(exempt)) == told


def test_games_that_are_over_are_forgotten_and_a_purge_leaves_nothing(table: Homes) -> None:
    table.plays(two="bob@home.example")
    table.plays("autumn", two="bob@home.example")
    assert len(table.found()) == 2
    for name in ("spring", "autumn"):
        table.office.operate(name, ["abort"], table.at)
    table.strike(table.at + 60 * DAY)
    table.office.store.change("update outbox set state = 'sent'")
    assert purge_game(table.office.store, "spring")
    names = "select name from facts where name like 'households %'"
    assert table.office.store.values(names) == ["households autumn"]
    assert table.found() == [] and table.office.store.values(names) == []


# -- the digest, and gm.toml ---------------------------------------------------------------------------------------


@pytest.fixture
def told(tmp_path: Path) -> Iterator[list[str]]:
    """A list of the digests of two days, without and with the key."""
    texts: list[str] = []
    for more in ("", "[operator]\nhouseholds = []\n"):
        table = Homes()
        table.plays(two="bob@home.example")
        caretaker = Caretaker(configured(tmp_path, more=more), table.office, lambda: None)
        for day in range(3):
            caretaker.look(START.replace(hour=8) + day * DAY)
        mails = [mail for mail in table.mails("operator@example.org") if "digest" in str(mail["Subject"])]
        texts += [str(mail["Subject"]) + mail.get_content() for mail in mails[-2:]]
    yield texts


def test_the_digest_tells_it_once_and_only_where_it_is_wished(told: list[str]) -> None:
    heading = "PERHAPS ONE HOUSEHOLD"
    assert [heading in text for text in told] == [False, False, True, False]
    assert "spring ENGLAND (bob@home.example) and FRANCE (ann@home.example):" in " ".join(told[2].split())
    assert "2 things need your attention" in told[2] and "one thing needs" in told[3]  # mails wait, too


@pytest.mark.parametrize("value", ['"a@x.example"', "[1]", '["a@x.example"]', "[[]]", '[["nobody"]]', '[["@"]]'])
def test_what_is_no_list_of_groups_is_an_error(value: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"operator\.households"):
        configured(tmp_path, more=f"[operator]\nhouseholds = {value}\n")


def test_groups_are_read_in_small_letters(tmp_path: Path) -> None:
    configured(tmp_path, more='[operator]\nhouseholds = [["Ann@Home.example"], ["@School.example"]]\n')
    found = load_config(tmp_path / "gm.toml").operator.households
    assert found == (("ann@home.example",), ("@school.example",))
