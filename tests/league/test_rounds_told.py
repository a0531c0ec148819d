"""The operator is told when a round of a league is over: once, with the standings and the command that goes on."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from leaguetable import LeagueTable

from gm.config.loading import load_config
from gm.league.rounds import forget
from gm.league.standings import standings
from gm.serve.caretaker import Caretaker

CONFIG = """[gm]
address = "gm@gm.invalid"
operator = "operator@gm.invalid"
[maildir]
path = "mail"
[smtp]
host = "127.0.0.1"
[operator]
digest = ""
"""


class House(LeagueTable):
    """A league of eight, and the caretaker of the daemon that serves it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (folder / "state").mkdir()
        (folder / "gm.toml").write_text(CONFIG, encoding="utf-8")
        self.caretaker = Caretaker(load_config(folder / "gm.toml"), self.office, wake=lambda: None)
        self.found(8, 2)

    def award(self, table: int, number: int = 1) -> None:
        """End a game of a round."""
        self.office.operate(f"class-{number}-{table}", ["award", "RED"], self.at)

    def news(self) -> list[tuple[str, str]]:
        """Let the caretaker look twice; return all mails to the operator about gm, as (subject, text)."""
        for _ in range(2):
            self.caretaker.look(self.at)
        query = "select raw from outbox where game = '' and recipient = 'operator@gm.invalid' order by id"
        raws = [self.store.opened(raw) for (raw,) in self.store.tuples(query)]
        mails = [message_from_bytes(raw, policy=policy.default) for raw in raws]
        return [(str(one["Subject"]), str(one.get_content()).replace("\r\n", "\n")) for one in mails]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_the_operator_is_told_once_when_the_last_game_of_a_round_has_ended(house: House) -> None:
    assert house.news() == []
    house.next()
    house.award(1)
    assert house.news() == []
    house.award(2)
    ((subject, text),) = house.news()
    assert subject == "[gm] league class: round 1 of 2 is over"
    assert "\n    gm league next class\n" in text and max(map(len, text.splitlines())) <= 72
    assert not any(one.dropped or one.name not in text for one in house.league().entrants)
    house.next()
    assert len(house.news()) == 1
    assert {row.name: f"{row.place} {row.points}" for row in standings(house.league())} == {
        line[6:46].strip(): f"{int(line[:5])} {line[46:].strip()}" for line in text.splitlines() if "Player" in line
    }
    house.award(1, 2)
    house.award(2, 2)
    subject, text = house.news()[1]
    assert subject == "[gm] league class: round 2 of 2 is over" and "This ends the league" in " ".join(text.split())
    house.next()
    assert house.league().closed and len(house.news()) == 2


def test_who_goes_on_at_once_is_not_told_what_they_know(house: House) -> None:
    house.next()
    house.award(1)
    house.award(2)
    house.next()
    assert house.news() == []


def test_a_round_whose_game_was_exported_is_told_without_standings(house: House) -> None:
    house.next()
    house.award(1)
    house.award(2)
    house.store.change("delete from games where name = 'class-1-2'")
    ((_, text),) = house.news()
    assert "class-1-2" in text and "gm import" in text and "STANDINGS" not in text


def test_what_the_operator_was_told_goes_with_the_league(house: House) -> None:
    house.next()
    house.award(1)
    house.award(2)
    assert len(house.news()) == 1
    house.store.change("update outbox set state = 'sent'")
    forget(house.office, "class")
    assert house.news() == [] and house.store.facts.beginning("round over ", int) == {}
