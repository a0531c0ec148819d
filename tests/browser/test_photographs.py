"""The pictures of README and docs show what gm writes today. After a change of a mail or a report: `make pictures`."""

from __future__ import annotations

import re

import pytest
from photographs import FOLDER, PHOTOGRAPHS, Photograph, hash_of, kept

from gm.registry import RULESETS

ROOT = FOLDER.parent.parent


@pytest.mark.parametrize("one", PHOTOGRAPHS, ids=lambda one: one.name)
def test_a_picture_shows_the_page_that_gm_writes(one: Photograph) -> None:
    assert kept().get(one.name) == hash_of(one.page()), "out of date: make pictures"


def test_every_picture_is_there_and_every_game_has_one_in_the_docs_of_players() -> None:
    names = {one.name for one in PHOTOGRAPHS}
    assert {path.stem for path in FOLDER.glob("*.png")} == names == {*kept()}
    players, readme = ((ROOT / name).read_text(encoding="utf-8") for name in ("docs/players.md", "README.md"))
    assert {*re.findall(r"\]\(pictures/([\w-]+)\.png\)", players)} >= {f"{name}-mail" for name in RULESETS}
    assert re.findall(r"docs/pictures/([\w-]+)\.png", readme) == ["payola-mail", "payola-report", "ground-war-mail"]
