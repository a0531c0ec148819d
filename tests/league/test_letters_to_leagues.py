"""What becomes of replies to a league's mails: they go to their writer's own game in the round that runs, or are
answered.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.told import heard
from leaguetable import LeagueTable

from gm.desk.office import Office
from gm.offline.replay import GM
from gm.report.disclosure import disclose

FIRST, OTHER = "p01@far.example", "p02@far.example"


@pytest.fixture
def table(tmp_path: Path) -> LeagueTable:
    """A league of eight, in two rounds."""
    made = LeagueTable(tmp_path)
    made.found(8, 2)
    return made


def own_game(table: LeagueTable, player: str = "Player 01") -> str:
    """The game of a player in the round that runs."""
    (game,) = [one.game for one in table.league().done[-1].tables if player in one.names]
    return game


def kept(table: LeagueTable, game: str) -> list[str]:
    """The texts of the letters in the journal of a game."""
    letters = [entry.data for entry in table.store.journal.entries(game) if entry.kind == "letter"]
    return [line["text"] for data in letters for line in data["lines"] if line["text"]]


def test_a_reply_to_a_mail_of_the_league_goes_to_ones_own_game_of_the_round_that_runs(table: LeagueTable) -> None:
    for number in (1, 2):
        table.next()
        for address, player in ((FIRST, "Player 01"), (OTHER, "Player 02")):
            assert table.write(address, "class", f"DIARY\n{player} in {number}\nEND") == "done"
            assert f"{player} in {number}" in kept(table, own_game(table, player))
        table.play_on()


def test_who_has_no_game_there_is_told_where_letters_go_and_nothing_else(table: LeagueTable) -> None:
    found, nothing = heard(table), {"games": [], "asked": False, "near": [], "shapes": [], "over": []}
    assert table.write(FIRST, "class", "When does it begin?") == "held"
    assert table.write("eve@evil.example", "class", "When does it begin?") == "held"
    table.next()
    assert table.write("eve@evil.example", "class", "When does it begin?") == "held"
    assert found == [("nogame", {**nothing, "named": "class"})] * 3


def test_after_the_round_the_answer_names_the_game_that_is_over(table: LeagueTable) -> None:
    table.next()
    game = own_game(table)
    table.play_on()
    found = heard(table)
    assert table.write(FIRST, "class", "How many points have I?") == "held"
    assert [(facts["over"], facts["games"], facts["named"]) for _, facts in found] == [([game], [], "class")]


def test_whoever_plays_two_games_of_it_must_say_which(table: LeagueTable) -> None:
    table.next()
    other = next(one.game for one in table.league().done[-1].tables if one.game != own_game(table))
    table.office.operate(other, ["replace", "RED"], table.at, FIRST)
    found = heard(table)
    assert table.write(FIRST, "class", "SHOW") == "held"
    assert [facts["games"] for _, facts in found] == [["class-1-1", "class-1-2"]]
    assert table.write(FIRST, "class-1-2", "SHOW") == "done"


def test_a_reply_that_nothing_proves_is_asked_about_like_any_letter(table: LeagueTable) -> None:
    table.next()
    table.office = Office(table.store, GM, "operator@gm.invalid", disclose)
    assert table.write(FIRST, "class", "DIARY\nforged\nEND") == "held"
    assert kept(table, own_game(table)) == []
    (asked,) = [mail for mail in table.store.outbox.unsent() if mail.recipient == FIRST][-1:]
    assert asked.game == own_game(table)
