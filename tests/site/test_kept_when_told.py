"""What may be shown of a game is kept when something public is told, as it then was, and at no other time."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.mailtable import DAY, MINUTE, SHEET, START, Table
from helpers.sites import config, with_pages

from gm.desk.books.purge import purge_game
from gm.desk.file.gamefile import read_game_file
from gm.site.keeper import Keeper
from gm.store.outbox import State

ALICE, EVE, WATCHER = "alice@example.com", "eve@example.net", "wat@example.net"
GAME = '[game]\nname = "spring"\nruleset = "payola"\nseed = "s"\n[deadlines]\nmovement = "3d"\ngrace = "0s"\n'
SEATS = '[seats]\nFRANCE = "alice@example.com"\nENGLAND = "bob@example.com"\n'


class Shown(Table):
    """A game whose pages may be seen."""

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(with_pages(GAME + SEATS)), START, "ab" * 32)

    def number(self, game: str = "spring") -> int:
        """How many times something was told in a game."""
        return self.office.store.site.numbers().get(game, 0)

    def head(self, game: str = "spring") -> dict[str, Any]:
        """The game as a list has it."""
        newest = self.office.store.site.newest(game)
        assert newest is not None
        return dict(msgspec.json.decode(newest.head))

    def run(self, until: timedelta) -> None:
        """Let everything happen that is due before a time after the start."""
        while self.office.strike_before(START + until):
            pass


@pytest.fixture
def table() -> Shown:
    return Shown()


def test_letters_that_nobody_else_is_told_of_keep_nothing(table: Shown) -> None:
    before = table.number()
    for text in (SHEET, "SHOW", "STATUS", f"{SHEET}\n9 : A PAR - QQQ", "PRESS TO ENGLAND\nhello\nEND", "WAIT"):
        table.write(ALICE, text, table.mails(ALICE)[0])
    assert table.number() == before == 1


def test_a_phase_that_is_judged_is_kept_whether_or_not_anybody_watches(table: Shown) -> None:
    table.run(4 * DAY)
    (event, *_) = table.office.store.site.events_of("spring", 1)
    assert (event.title, event.at) == ("F1901M: Spring 1901 judged", START + 3 * DAY)
    assert table.head()["phase"] == "Fall 1901" and table.number() == 2
    table.office.operate("spring", ["announce", "hello all"], START + 4 * DAY)
    assert table.number() == 3


def test_a_deadline_that_moves_is_kept(table: Shown) -> None:
    table.office.operate("spring", ["deadline", "+1d"], START + MINUTE)
    assert table.number() == 2 and table.head()["deadline"] == "2026-01-09T18:00:00Z"
    table.office.operate("spring", ["pause"], START + 2 * MINUTE)
    assert table.head()["paused"] is True


def test_a_seat_that_is_free_is_offered(table: Shown) -> None:
    table.office.operate("spring", ["resign", "FRANCE"], START + MINUTE)
    assert "France" in table.head()["vacant"]


def test_a_game_that_looks_for_players_is_kept_as_list_tells_it_to_the_minute(table: Shown) -> None:
    text = with_pages(GAME.replace("spring", "autumn")) + "[joining]\n"
    table.office.open_game(read_game_file(text), START, "cd" * 32)
    assert (table.number("autumn"), table.head("autumn")["joined"]) == (1, 0)
    table.does(EVE, "JOIN autumn")
    newest = table.office.store.site.newest("autumn")
    assert table.head("autumn")["joined"] == 1 and newest is not None and newest.at.second == 0
    assert newest.number == 2


def test_a_game_that_is_set_back_and_one_that_is_purged_lose_what_they_showed(table: Shown, tmp_path: Path) -> None:
    store = table.office.store
    keeper = Keeper(config(), store, tmp_path / "www")
    table.run(4 * DAY)
    table.office.operate("spring", ["award", "FRANCE"], START + 5 * DAY)
    keeper.make()
    report = tmp_path / "www" / "reports" / "spring.html"
    assert report.exists() and not keeper.is_behind()
    table.run(30 * DAY)
    with store.transaction():
        for mail in store.outbox.unsent():
            store.outbox.sent(mail.id, 1, "250 Ok", mail.queued)
    assert [mail for mail in store.outbox.all() if mail.state == State.WAITING] == []
    purge_game(store, "spring")
    assert keeper.is_behind()
    keeper.make()
    assert not report.exists() and not (tmp_path / "www" / "games" / "spring.html").exists()
    assert "spring" not in (tmp_path / "www" / "games.json").read_text()


def test_a_rollback_shows_the_game_as_it_stands_again(table: Shown) -> None:
    table.run(4 * DAY)
    table.office.operate("spring", ["rollback", "S1901M"], START + 4 * DAY)
    assert table.head()["phase"] == "Spring 1901" and table.number() == 3


def test_of_old_tellings_only_titles_are_kept_and_not_all(table: Shown) -> None:
    store = table.office.store
    with store.transaction():
        for n in range(60):
            store.site.tell("other", START + n * MINUTE, f"event {n}", head=f'{{"n":{n}}}', page="{}")
    rows = store.rows("select number, head, page from site where game = 'other' order by number")
    assert [row["number"] for row in rows] == list(range(11, 61))
    assert [row["number"] for row in rows if row["head"] or row["page"]] == [60]
    assert store.site.events(2)[0].title == "event 59"
