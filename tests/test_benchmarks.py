"""The peers that gm is measured against stay as they are, and what is measured is what it is said to be."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from helpers.rows import each_row

from benchmarks.bots_bench import LEAST, measured
from benchmarks.bots_bench import Game as Bots
from benchmarks.letters import check_answers
from benchmarks.long_games import KINDS, begin_long
from benchmarks.mail_profile import handle
from benchmarks.mixed import GAMES, begin_mix, mixed_letters
from benchmarks.soak import GAMES as SOAKED
from benchmarks.soak import Minute, judged
from gm.bots.diplomacy import Player
from gm.desk.books.fsck import check_store
from gm.registry import RULESETS

FLOOR = Path(__file__).parents[1] / "benchmarks" / "mail_floor.py"
DIGEST = "0fc5701f667932213feeebc27af8a8f207866179dbf4fb890e57008b34bfb3db"


def test_the_floor_is_the_program_that_it_was() -> None:
    assert hashlib.sha256(FLOOR.read_bytes()).hexdigest() == DIGEST


def test_every_letter_of_the_mix_is_done_and_answered_once_and_all_rulesets_are_in_it() -> None:
    office = begin_mix(":memory:")
    raws = mixed_letters(office.store, 60)
    handle(office, raws)
    check_answers(office.store, raws, b"")
    assert set(GAMES) == set(RULESETS) and sum(GAMES.values()) == 20


@pytest.mark.parametrize("kind", KINDS)
def test_the_letters_of_a_long_game_are_all_done_and_its_books_are_right(kind: str, tmp_path: Path) -> None:
    game = begin_long(kind, tmp_path / "gm.sqlite")
    game.play(60)  # it raises AssertionError if a letter is refused
    assert game.letters >= 60 and not game.over
    assert check_store(game.office.store) == ([], 1)
    game.office.store.close()


def test_a_long_game_of_each_ruleset_is_measured() -> None:
    assert set(KINDS) == set(RULESETS) == set(SOAKED)


@each_row("ruleset", RULESETS)
def test_a_simple_player_is_measured_in_games_that_it_plays(ruleset: str) -> None:
    game = Bots(ruleset, 1)
    game.play()
    assert game.letters > 2 and 0 <= game.above() <= 1
    assert game.rules.outcome(game.state) is not None or game.late


def test_a_simple_player_who_stays_still_is_not_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Player, "answer", lambda self, mail: None)  # planted: a player who stays still
    assert measured("diplomacy", 7) == 0.5 < LEAST


def minute(memory: float = 80.0, grown: float = 5000.0, took: float = 0.4) -> Minute:
    return Minute(1000, (took,) * 1000, 0.1, memory, helpers=0.0, size=1, grown=grown, mailbox=0, outbox=0)


@each_row(
    ("last", "missed"),
    [
        (minute(), set()),
        (minute(memory=90.0), {"memory"}),
        (minute(grown=7000.0), {"bytes a letter"}),
        (minute(took=0.7), {"latency, median"}),
        (minute(took=0.9), {"latency, median", "latency, worst"}),
    ],
)
def test_a_soak_compares_the_last_ten_minutes_with_those_from_the_tenth_to_the_twentieth(
    last: Minute, missed: set[str]
) -> None:
    rows = list(judged([minute(1.0, 1.0, 0.1)] * 10 + [minute()] * 40 + [last] * 10))
    assert {row.what.partition(", at the end")[0].strip() for row in rows if not row.holds} == missed
