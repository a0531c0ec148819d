"""The result of a game: who has won, who stayed, and what they have at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.rulesets import NOON
from helpers.unpainted import unpainted

from gm.desk.books.results import Result, result_of
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.office import Office
from gm.offline.replay import GM
from gm.report.disclosure import disclose
from gm.rules import as_seat
from gm.store.store import Store

GAME = """[game]
name = "spring"
ruleset = "diplomacy"
[seats]
FRANCE = { address = "alice@far.example", name = "Alice" }
RUSSIA = "bob@far.example"
TURKEY = { address = "carla@far.example", name = "Carla" }
"""


def result(folder: Path, *acts: list[str], text: str = GAME) -> Result:
    """The result of a game in which the operator does these acts."""
    store = Store(folder / "gm.sqlite")
    office = Office(store, GM, "operator@gm.invalid", disclose, believes=True)
    with unpainted():
        office.open_game(read_game_file(text), NOON)
        for run in acts:
            office.operate("spring", run, NOON, "dora@far.example" if run[0] == "replace" else "")
        return result_of(store, office.game("spring"))


def test_a_result_tells_of_each_seat_who_sat_there_to_the_end_and_what_it_has(tmp_path: Path) -> None:
    found = result(tmp_path, ["resign", "TURKEY"], ["replace", "FRANCE"], ["draw", "FRANCE", "RUSSIA"])
    seats = {one.seat: one for one in found.seats}
    assert (found.game, found.ruleset, found.ended, found.void) == ("spring", "diplomacy", NOON, False)
    assert found.winners == ("FRANCE", "RUSSIA")
    assert [seat for seat, one in seats.items() if one.won] == ["FRANCE", "RUSSIA"]
    assert [seat for seat, one in seats.items() if one.stayed] == ["RUSSIA"]
    assert [seats[as_seat(seat)].player for seat in ("FRANCE", "RUSSIA", "TURKEY")] == ["", "", ""]
    assert seats[as_seat("RUSSIA")].counts == {"centres": 4} and seats[as_seat("FRANCE")].counts == {"centres": 3}


def test_a_player_has_the_name_of_the_report(tmp_path: Path) -> None:
    found = result(tmp_path, ["award", "FRANCE"])
    assert [(one.seat, one.player) for one in found.seats if one.player] == [("FRANCE", "Alice"), ("TURKEY", "Carla")]


def test_a_game_without_a_result_is_void(tmp_path: Path) -> None:
    found = result(tmp_path, ["abort"])
    assert found.void and found.winners == ()


@pytest.mark.parametrize("acts,text", [([], GAME), ([["abort"]], GAME.replace("[seats]", "[joining]\n[seats]"))])
def test_a_game_that_runs_or_never_began_has_no_result(acts: list[list[str]], text: str, tmp_path: Path) -> None:
    with pytest.raises(OperatorError):
        result(tmp_path, *acts, text=text)
