"""The draw clock: nothing changes hands for so many years, and the game is a draw of all that are left."""

from __future__ import annotations

import pytest
from helpers.latetable import Late
from helpers.mails import text_of
from helpers.seventable import ADDRESS, OLGA
from helpers.told import notices

from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.notices.phrases import phrase

CLOCK = "draw_after = 2"
NAMES = ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
END = phrase("end.still", thing="centre", years=2, names=", ".join(NAMES))


def years(table: Late, year: int) -> None:
    """Judge phases until the next is one of this year, or the game is over."""
    while not table.game.over and table.game.state.year < year:
        table.judge()


def announced(table: Late) -> int:
    """How many mails to France have said that the game will be a draw."""
    return sum("No centre has changed hands" in text_of(mail) for mail in table.mails(ADDRESS["FRANCE"]))


@pytest.mark.parametrize("ruleset", ["diplomacy", "payola"])
def test_a_game_that_stands_still_is_a_draw_and_all_are_told_a_year_before(ruleset: str) -> None:
    table = Late(CLOCK, ruleset=ruleset)
    table.watch()
    years(table, 1902)
    told = {"thing": "centre", "years": 1, "names": NAMES}
    for address in (ADDRESS["FRANCE"], ADDRESS["AUSTRIA"], OLGA):
        assert "No centre has changed hands in the last year." in " ".join(text_of(table.last(address)).split())
    assert notices(table, "FRANCE")["drawnear"] == told
    years(table, 1903)
    assert table.game.over == END and len(table.game.winners) == 7
    table.check()


def test_a_centre_that_changes_hands_begins_it_anew() -> None:
    table = Late(CLOCK)
    table.tell("FRANCE", "A MAR - SPA", "A PAR H", "F BRE H")
    years(table, 1902)
    assert announced(table) == 0 and table.game.changed == 1
    years(table, 1903)
    assert announced(table) == 1
    years(table, 1904)
    assert table.game.over == END


def test_three_years_are_announced_after_two() -> None:
    table = Late("draw_after = 3")
    years(table, 1902)
    assert announced(table) == 0
    years(table, 1903)
    assert notices(table, "FRANCE")["drawnear"]["years"] == 2
    years(table, 1904)
    assert table.game.over


def test_a_rollback_takes_the_years_back_too() -> None:
    table = Late(CLOCK)
    table.tell("FRANCE", "A MAR - SPA", "A PAR H", "F BRE H")
    years(table, 1902)
    table.operate("rollback", "S1901M")
    assert table.game.changed == 0
    years(table, 1903)
    assert table.game.over == END
    table.check()


def test_without_it_a_game_stands_still_for_as_long_as_it_likes() -> None:
    table = Late("")
    years(table, 1906)
    assert not table.game.over and table.game.changed == 0


def test_the_rule_is_told_when_the_game_begins_and_where_its_settings_are() -> None:
    table = Late(CLOCK)
    first = table.mails(ADDRESS["FRANCE"])[0]
    table.tell("FRANCE", "HELP SETTINGS")
    for mail in (first, table.of("FRANCE")):
        assert "when no centre changes hands for 2 years, of all that are left" in " ".join(text_of(mail).split())
    assert notices(Late(""), "FRANCE")["gamesettings"].keys().isdisjoint({"draw", "dismissed", "again"})


@pytest.mark.parametrize(
    ("ruleset", "clock"),
    [("ground-war", CLOCK), ("negotiation", CLOCK), ("diplomacy", "draw_after = 1"), ("payola", "draw_after = 101")],
)
def test_what_no_game_can_have_is_an_error_with_its_line(ruleset: str, clock: str) -> None:
    with pytest.raises(GameFileError, match=r"^line 2: clock\.draw_after: "):
        read_game_file(f'[clock]\n{clock}\n[game]\nname = "spring"\nruleset = "{ruleset}"\n')
