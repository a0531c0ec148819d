"""Every command is explained: it has a help text with an example, and a place in the operator's guide."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.rows import each_row
from operating import COMMANDS, Desk

import gm
from gm.cli import main

GUIDE = (Path(gm.__file__).parent.parent / "docs" / "operator.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_with_an_example(name: str, desk: Desk) -> None:
    said = desk.run(*name.split(), "--help")
    assert said.status == 0
    # An option of gm's own may stand before the command's name.
    assert re.search(rf"^ +(echo .* \| )?gm (--\S+ \S+ )?{name}\b.*$", said.out, re.MULTILINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_help_text_fits_a_terminal(name: str, desk: Desk) -> None:
    said = desk.run(*name.split(), "--help")
    assert [line for line in said.out.split("\n") if len(line) > 100] == []


@each_row("name", COMMANDS)
def test_a_command_stands_in_the_operators_guide(name: str) -> None:
    assert re.search(rf"\bgm (--\S+ \S+ )?{name}\b", GUIDE)


def test_the_guide_names_no_command_that_is_not_there() -> None:
    named = {match[1] for match in re.finditer(r"`gm ([a-z][a-z-]*)", GUIDE)}
    assert len(named) > 20
    assert named <= set(main.commands)


def test_games_is_a_second_name_of_list(desk: Desk) -> None:
    assert desk.run("games").out == desk.run("list").out
