"""An operator's first commands, in whatever order they come."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from caring import configured, run

from gm.serve.daemon import Lock

NOBODY = "gm serve is not running: no mail leaves and no letter is read before it does"
NEW = ("new", "payola", "spring", "--seat", "FRANCE=alice@gm.test")
CREATE = ("create", "payola", "autumn")


@pytest.mark.parametrize("words", [NEW, CREATE], ids=lambda words: words[0])
def test_whoever_begins_a_game_is_told_that_no_daemon_runs_and_only_then(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    config = configured(tmp_path)
    status, said = run(tmp_path, *words)
    assert status == 0 and NOBODY in said
    with Lock(config.gm.database):
        status, said = run(tmp_path, *(word.replace("spring", "summer").replace("autumn", "winter") for word in words))
    assert status == 0 and NOBODY not in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file for somebody else")
def test_a_database_that_root_makes_belongs_to_whom_its_folder_belongs_to(tmp_path: Path) -> None:
    config = configured(tmp_path)
    os.chown(config.gm.state, 12345, 12345)
    assert run(tmp_path, *NEW)[0] == 0
    made = config.gm.database.stat()
    assert (made.st_uid, made.st_gid, made.st_mode & 0o777) == (12345, 12345, 0o600)
