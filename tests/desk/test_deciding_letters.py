"""A letter that ends the game and has other commands, too: they are done, or no longer mean anything."""

from __future__ import annotations

from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, MINUTE, START, Table
from helpers.rows import each_row
from helpers.told import notices

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file

GAME = f"""[game]
name = "spring"
ruleset = "ground-war"
seed = "s"
[seats]
SOUTH = "{ALICE}"
NORTH = "{BOB}"
"""
BESIDE = [
    "ABSENT FROM 10 Jan TO 12 Jan", "ABSENT", "BACK", "EXTEND 1d", "NOEXTEND", "WAIT", "NOWAIT", "STATUS", "SHOW",
    "HELP", "HISTORY", "WHOAMI", "SET ZONE Europe/Paris", "SET CALENDAR ON", "SET REMINDERS OFF", "DIARY OPEN",
    "NOTE\nit is over\nEND", "PRESS TO NORTH\nwell played\nEND", "STATEMENT\nbye\nEND", "RESIGN", "BOARD", "REPORT 1",
    "SET ADDRESS new@players.example", "SITTER sam@sitter.example FROM 10 Jan TO 12 Jan", "READY",
]  # fmt: skip


class War(Table):
    """A Ground War of two players."""

    def open(self, name: str, identity: str = "checked") -> None:
        file = read_game_file(GAME)
        self.office.open_game(file, START, "ab" * 32)


@each_row("beside", BESIDE)
def test_whatever_stands_beside_it_the_game_ends_and_everybody_is_told(beside: str) -> None:
    table = War()
    table.write(BOB, "PROPOSE DRAW", table.last(BOB))
    handled = table.write(ALICE, f"PROPOSE DRAW\n{beside}", table.last(ALICE), at=table.at + MINUTE)
    assert handled.state == "done"
    over = table.office.game("spring").over
    assert over, words_of(table.last(ALICE))
    for seat in ("SOUTH", "NORTH"):
        assert notices(table, seat)["over"]["how"] == over
    assert check_store(table.office.store) == ([], 1)
