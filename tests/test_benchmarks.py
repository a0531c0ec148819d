"""The peers that gm is measured against stay as they are."""

from __future__ import annotations

import hashlib
from pathlib import Path

from benchmarks.letters import check_answers
from benchmarks.mail_profile import handle
from benchmarks.mixed import GAMES, begin_mix, mixed_letters
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
