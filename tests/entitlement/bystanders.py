"""Those who are near a game without playing in it: who sees everything, who watches, and a second game of some players.

They come at the start, in both histories the same. What is secret is what they see, and what they write.
"""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

from choices import read_file
from hidden_beside_games import keep_record

if TYPE_CHECKING:
    from playing import Table

SUMMER = '[game]\nname = "summer"\nruleset = "{ruleset}"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n[seats]\n'
PLAYED = {"hex-negotiation": ("BLACK", "WHITE"), "so-long-sucker": ("RED", "BLUE", "GREEN")}


def come(table: Table, seed: object) -> None:
    """Let some of them come."""
    chance, now = Random(f"{seed} bystanders"), table.game.clock.opened
    if table.hides("records"):
        keep_record(table, now, table.of_the_middle, table.desk.random() < 0.5, table.desk.randrange(9))
    if chance.random() < 0.4:
        second = now + timedelta(seconds=1)
        table.office.operate("spring", ["observe", "", "Vera"], second, address=table.address("vera"))
    if chance.random() < 0.4:
        table.receive(now + timedelta(seconds=1), "otto", "OBSERVE spring AS Otto")
        table.confirm(now + timedelta(seconds=2), "otto")
    if chance.random() < 0.4:
        _open_summer(table)


def _open_summer(table: Table) -> None:
    """A second game of one of the others, and of the reader if they have a seat."""
    name = "so-long-sucker" if table.settings.ruleset == "hex-negotiation" else "hex-negotiation"
    table.rival = table.others[0]
    players = [table.address(who) for who in ("in-summer" if table.watches else table.reader, table.rival, "third")]
    seats = "".join(f'{seat} = "{one}"\n' for seat, one in zip(PLAYED[name], players, strict=False))
    file = read_file(f"{SUMMER.format(ruleset=name)}{seats}")
    table.office.open_game(file, table.game.clock.opened, table.game.key, "hidden")
