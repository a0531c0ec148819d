"""The daemon is killed at random moments: no letter is lost or handled twice, and no mail is lost."""

from __future__ import annotations

from pathlib import Path

from helpers.killed import killed
from helpers.served import run

KILLS = 50


def test_fifty_kills_during_a_game_lose_no_letter_and_no_mail_and_do_nothing_twice(tmp_path: Path) -> None:
    run(killed(tmp_path, KILLS), 88)
