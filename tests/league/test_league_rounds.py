"""A league of 24 over three rounds on a virtual clock, by mail, with the mails that one player gets word for word.

After an intended change of words, GM_GOLDEN=write makes the file again; then read the difference.
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from helpers.rows import each_row
from helpers.unpainted import unpainted
from leaguetable import SECRET, SHORT, LeagueTable

from gm.desk.books.results import Result, Seated, result_of
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.refusal import OperatorError
from gm.league.drawing import pairs, seed_of
from gm.league.public import Public, check_draws, public
from gm.league.roster import RosterError
from gm.league.rounds import drop, found_league, let_in, read_template, settled
from gm.league.standings import points, standings
from gm.rules import as_seat

GOLDEN = Path(__file__).parent / "mails.txt"
FIRST = "p01@far.example"
STONES = '[game]\nname = "table"\nruleset = "hex-negotiation"\n'


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> LeagueTable:
    """Three rounds, in each of which one player resigns by letter; the clock plays for the others."""
    table = LeagueTable(tmp_path_factory.mktemp("league"))
    with unpainted():
        table.found(24, 3)
        for _ in range(3):
            table.next()
            game = table.league().done[-1].tables[0]
            address = f"p{game.names[0][-2:]}@far.example"
            assert [table.write(address, game.game, text) for text in ("RESIGN", "CONFIRM")] == ["done", "done"]
            table.play_on()
        table.next()
    return table


def test_these_mails_of_a_league_read_as_they_were_read_by_a_person(played: LeagueTable) -> None:
    text = "\n".join(f"==== {subject}\n\n{body}" for subject, body in played.told(FIRST))
    if os.environ.get("GM_GOLDEN") == "write":
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 72


def test_everybody_gets_the_same_mails_of_a_league(played: LeagueTable) -> None:
    everybody = [f"p{number:02}@far.example" for number in range(1, 25)]
    assert len(played.told(FIRST)) == 5
    assert all(played.told(address) == played.told(FIRST) for address in everybody)


def test_each_round_has_six_games_in_which_nobody_meets_anybody_again(played: LeagueTable) -> None:
    league = played.league()
    assert [[table.game for table in one.tables] for one in league.done] == [
        [f"class-{number}-{place}" for place in range(1, 7)] for number in (1, 2, 3)
    ]
    assert set(league.met.values()) == {1}
    assert all(one.playing == sorted(league.present) for one in league.done)


def test_each_game_gives_a_hundred_points_to_who_has_won_it(played: LeagueTable) -> None:
    league = played.league()
    won = Counter[str]()
    for one in league.done:
        for table in one.tables:
            winner = played.office.game(table.game).state.winner
            won[table.names[table.seats.index(winner)]] += 100
    rows = standings(league)
    assert {row.name: int(row.points) for row in rows if row.points != "0"} == won
    assert sum(won.values()) == 18 * 100 and {row.games for row in rows} == {3}


def test_the_draws_can_be_checked_by_anybody_and_a_wrong_one_is_found(played: LeagueTable) -> None:
    told = msgspec.json.decode(msgspec.json.encode(public(played.league())), type=Public)
    assert check_draws(told) == []
    first, second, third = told.draws
    swapped = msgspec.structs.replace(second, games=(*second.games[1:], second.games[0]))
    assert len(check_draws(msgspec.structs.replace(told, draws=(first, swapped, third)))) >= 1
    other = msgspec.structs.replace(second, seed="0" * 64)
    assert any("hash" in fault for fault in check_draws(msgspec.structs.replace(told, draws=(first, other, third))))


def test_each_hash_was_told_before_the_round_that_is_drawn_with_its_seed(played: LeagueTable) -> None:
    mails = [text for _, text in played.told(FIRST)]
    for number, one in enumerate(public(played.league()).draws):
        assert one.hash in mails[number]  # the mail before that of its round
        assert one.seed not in "".join(mails[: number + 2]) and one.seed in mails[number + 2]


def test_a_result_is_one_object_with_each_seat(played: LeagueTable) -> None:
    game = played.office.game("class-1-2")
    found = result_of(played.store, game)
    assert (found.game, found.ruleset, found.void) == ("class-1-2", "so-long-sucker", False)
    assert found.winners == game.winners == (game.state.winner,)
    assert [one.player for one in found.seats] == list(played.league().done[0].tables[1].names)
    assert [one.won for one in found.seats] == [one.seat == game.state.winner for one in found.seats]
    assert found.ended is not None and found.ended < played.league().done[1].began
    assert found == played.league().done[0].results[1]


def test_once_a_league_is_over_nothing_more_can_be_done_in_it(played: LeagueTable) -> None:
    with pytest.raises(OperatorError, match="is over"):
        played.next()
    with pytest.raises(OperatorError, match="is over"):
        drop(played.office, "class", "Player 01")


# -- in the middle -------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path) -> LeagueTable:
    """A league that is about to begin."""
    return LeagueTable(tmp_path)


def test_nothing_is_told_of_a_round_before_all_of_its_games_are_over(table: LeagueTable) -> None:
    table.found(8, 2)
    before = public(table.next())
    assert before.draws[0].seed == "" and before.draws[0].games == ()
    table.office.operate("class-1-1", ["award", "RED"], table.at)
    now = public(settled(table.office, table.league()))
    assert now == before  # who has points would tell who is still playing
    with pytest.raises(OperatorError, match="round 1 is not over: class-1-2"):
        table.next()
    table.office.operate("class-1-2", ["award", "BLUE"], table.at)
    told = public(settled(table.office, table.league()))
    assert [row.points for row in told.standings] == ["100", "100", *["0"] * 6] and told.draws[0].seed


def test_a_round_whose_game_has_a_name_that_is_in_use_begins_not_at_all(table: LeagueTable) -> None:
    table.found(8)
    table.office.open_game(read_game_file(SHORT.replace('"table"', '"class-1-2"')), table.at)
    mails = len(list(table.store.outbox.all()))
    with pytest.raises(OperatorError, match="there is a game class-1-2 already"):
        table.next()
    assert table.store.games.names() == ["class-1-2"] and table.league().done == ()
    assert len(list(table.store.outbox.all())) == mails


def test_late_comers_and_those_who_dropped_out_count_from_the_next_draw_on(table: LeagueTable) -> None:
    table.found(8, 3)
    table.next()
    assert drop(table.office, "class", "P08@far.example") == "Player 08"
    let_in(table.office, "class", b"Zoe,zoe@far.example,Asia/Tokyo\n", table.at)
    for number in (1, 2):
        table.office.operate(f"class-1-{number}", ["award", "RED"], table.at)
    league = table.next()
    assert "Zoe" in league.done[1].playing and "Player 08" not in league.done[1].playing
    assert "Player 08" in [row.name for row in standings(league)]
    assert len(table.told("p08@far.example")) == 2 and len(table.told("zoe@far.example")) == 2
    let_in(table.office, "class", b"player 08,eight@far.example\n", table.at)
    back = next(one for one in table.league().entrants if one.name == "Player 08")
    assert (back.address, back.dropped) == ("eight@far.example", False)
    with pytest.raises(OperatorError, match="did you mean Player 08"):
        drop(table.office, "class", "Player 8")


def test_who_is_let_in_is_told_alone_and_of_the_roster_only_what_all_are_told(table: LeagueTable) -> None:
    table.found(8, 2)
    table.next()
    drop(table.office, "class", "Player 08")
    mails = len(list(table.store.outbox.all()))
    let_in(table.office, "class", b"Zoe,zoe@far.example\n", table.at)
    assert len(list(table.store.outbox.all())) == mails + 1
    ((subject, text),) = table.told("zoe@far.example")
    assert subject == "[class] you are in the league" and "of which 1 has" in text
    assert "100 points" in text and table.league().next_hash in text and "Player" not in text


def test_in_the_last_round_nobody_new_is_let_in_but_an_address_can_be_mended_again_and_again(
    table: LeagueTable,
) -> None:
    table.found(8, 1)
    table.next()
    with pytest.raises(OperatorError, match="no draw is to come"):
        let_in(table.office, "class", b"Zoe,zoe@far.example\n", table.at)
    for address in ("eight@far.example", "other@far.example", "eight@far.example"):
        drop(table.office, "class", "Player 08")
        let_in(table.office, "class", f"Player 08,{address}\n".encode(), table.at)
    assert "No round is left" in table.told("eight@far.example")[-1][1]
    table.play_on()
    table.next()
    assert table.told("eight@far.example")[-1][0] == "[class] the league is over"


def test_a_bye_is_worth_what_a_seat_gets_on_average(table: LeagueTable) -> None:
    league = table.found(5, 1, STONES)
    assert league.sizes == (2,)
    league = table.next()
    (idle,) = league.done[0].byes
    table.office.operate("class-1-1", ["award", "BLACK"], table.at)
    table.office.operate("class-1-2", ["draw", "BLACK", "WHITE"], table.at)
    rows = {row.name: row for row in standings(settled(table.office, table.league()))}
    assert (rows[idle].points, rows[idle].games, rows[idle].byes) == ("50", 0, 1)  # 100 + 2 * 50 + 0 over 4 seats
    assert sorted(row.points for row in rows.values()) == ["0", "100", "50", "50", "50"]
    assert sorted(row.place for row in rows.values()) == [1, 2, 2, 2, 5]


def test_whose_seat_another_has_taken_has_no_points_for_that_game(table: LeagueTable) -> None:
    table.found(2, 1, STONES)
    table.next()
    table.office.operate("class-1-1", ["replace", "WHITE"], table.at, "new@far.example")
    table.office.operate("class-1-1", ["award", "WHITE"], table.at)
    (result,) = settled(table.office, table.league()).done[0].results
    assert [(one.seat, one.stayed, one.won) for one in result.seats] == [("BLACK", True, False), ("WHITE", False, True)]
    assert points(result, "draws") == {"BLACK": 0, "WHITE": 0}


def test_where_the_ruleset_has_games_for_more_or_fewer_everybody_plays(table: LeagueTable) -> None:
    table.found(21)
    last = table.next().done[-1]
    assert [len(one.names) for one in last.tables] == [5, 4, 4, 4, 4] and last.byes == ()
    assert table.office.game("class-1-1").options.players == 5


def result(rule: dict[str, tuple[int | str, int | str]], winners: tuple[str, ...], void: bool = False) -> Result:
    """A game of two seats."""
    seats = tuple(
        Seated(as_seat(seat), seat, "", True, seat in winners, {kind: each[place] for kind, each in rule.items()})
        for place, seat in enumerate("AB")
    )  # fmt: skip
    won = tuple(map(as_seat, winners))
    return Result(game="g", ruleset="r", ended=None, outcome="so", void=void, rated=True, winners=won, seats=seats)


def test_points_are_what_the_rule_counts() -> None:
    counts: dict[str, tuple[int | str, int | str]] = {"winnings": ("10/3", 2)}
    assert points(result(counts, ("A",)), "draws") == {"A": 100, "B": 0}
    assert points(result(counts, ("A",)), "winnings") == {"A": Fraction(10, 3), "B": 2}
    assert points(result(counts, (), void=True), "winnings") == {}


def test_a_game_without_a_result_counts_for_nobody(table: LeagueTable) -> None:
    table.found(8)
    table.next()
    table.office.operate("class-1-1", ["abort"], table.at)
    table.office.operate("class-1-2", ["award", "RED"], table.at)
    assert sorted(row.games for row in standings(settled(table.office, table.league()))) == [0] * 4 + [1] * 4


# -- bad input -----------------------------------------------------------------------------------------------------


@each_row(
    "more",
    [
        '[seats]\nRED = "a@far.example"', "[joining]", 'seed = "x"', 'beacon = "x"', "start = 2026-01-05T18:00:00Z",
        'names_after = "never"',
    ],
)
def test_what_a_league_decides_is_refused_in_its_game_toml(more: str) -> None:
    head, options = SHORT.split("[options]")
    text = f"{SHORT}{more}" if more.startswith("[") else f"{head}{more}\n[options]{options}"
    line = 6 if more.startswith("[") else 4
    with pytest.raises(GameFileError, match=f"^line {line}: .* has no place in the game.toml of a league"):
        read_template(text, lambda name: "")


@pytest.mark.parametrize("name,score,players", [("Class", "draws", 8), ("class", "silver", 8), ("class", "draws", 2)])
def test_a_league_that_cannot_be_is_not_founded(table: LeagueTable, name: str, score: str, players: int) -> None:
    with pytest.raises(OperatorError):
        table.found(players, score=score, name=name)
    assert table.store.leagues.names() == [] and not list(table.store.outbox.all())


def test_faults_of_roster_and_game_toml_found_nothing(table: LeagueTable) -> None:
    with pytest.raises(RosterError):
        found_league(table.office, "class", b"Bob,bob\n", SHORT, str, score="draws", rounds=1, at=table.at)
    with pytest.raises(GameFileError):
        table.found(8, template='[game]\nname = "x"\nruleset = "chess"\n')
    assert table.store.leagues.names() == []


def test_a_league_of_a_name_that_is_in_use_is_refused(table: LeagueTable) -> None:
    table.found(8)
    with pytest.raises(OperatorError, match="already"):
        table.found(8)


def test_a_league_that_another_command_has_changed_is_not_overwritten(table: LeagueTable) -> None:
    league = table.found(8)
    drop(table.office, "class", "Player 01")
    with pytest.raises(OperatorError, match="just been changed"), pytest.MonkeyPatch.context() as patch:
        patch.setattr("gm.league.rounds.open_league", lambda *_: league)  # planted: as it was read before that
        drop(table.office, "class", "Player 02")
    assert [one.name for one in table.league().entrants if one.dropped] == ["Player 01"]


def league_of(folder: Path, players: int, *blocks: tuple[int, int], rounds: int = 1) -> LeagueTable:
    """A league of so many, among whom these pairs, by their numbers, do not want to meet."""
    table = LeagueTable(folder)
    with table.store.transaction():
        for one, other in blocks:
            table.store.blocks.keep(f"p{one:02}@far.example", f"p{other:02}@far.example")
    table.found(players, rounds)
    return table


def test_people_who_do_not_want_to_meet_are_kept_apart_and_the_draws_check_as_any_others(tmp_path: Path) -> None:
    table = league_of(tmp_path, 12, (1, 2), (3, 1), (4, 5), rounds=2)
    with unpainted():
        for _ in range(2):
            table.next()
            table.play_on()
        table.next()
    met = {pair for one in table.league().done for seated in one.tables for pair in pairs([seated.names])}
    apart = {(f"Player {one:02}", f"Player {other:02}") for one, other in ((1, 2), (1, 3), (4, 5))}
    assert len(table.league().done) == 2 and not met & apart
    assert check_draws(public(table.league())) == []
    assert not any("p02@" in text for _, text in table.told(FIRST))


def test_a_league_in_which_nobody_minds_anybody_draws_from_its_first_seed(tmp_path: Path) -> None:
    with unpainted():
        assert league_of(tmp_path, 8, (1, 9)).next().done[0].seed == seed_of("class", 1, SECRET)


def test_where_all_must_meet_the_draw_is_made_all_the_same(tmp_path: Path) -> None:
    with unpainted():
        assert len(league_of(tmp_path, 4, (1, 2)).next().done[0].tables) == 1
