"""The pages in docs name everything: commands of players, keys of the two files, acts of the operator.

Compares the text of the pages with the program; no test can say whether a page explains things well. The operator's
commands are tested in tests/commands, those of players in test_declared_commands.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.rows import each_row

import gm
from gm.config.loading import SECTIONS
from gm.desk.file import calendarfile, gamefile
from gm.desk.file.gamefile import Player, read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.operating.operator import operate
from gm.registry import RULESETS, ruleset
from gm.rules.ground_war.scenario import read_scenario
from gm.rules.ruleset import Pace

ROOT = Path(gm.__file__).parent.parent
PAGES = {path.name: path for path in (*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md")))}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}
CODE = re.compile(r"`[^`]+`|^ {4}.*$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def not_named(words: Iterable[str], page: str) -> list[str]:
    """Those of *words* that stand nowhere in the code of a page, in backticks or indented."""
    code = "\n".join(CODE.findall(page))
    return [word for word in words if not re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", code)]


def all_words() -> str:
    """The section of the players' page that lists every word there is."""
    _, heading, section = TEXTS["players.md"].partition("\n## All words\n")
    assert heading
    return section


def game_keys() -> Iterator[str]:
    """Every key of game.toml, as table.key."""
    yield from (f"game.{key}" for key in gamefile.KEYS)
    yield from (f"joining.{key}" for key in gamefile.JOINING)
    yield from (f"calendar.{key}" for key in calendarfile.KEYS)
    yield "deadlines.grace"
    for name in RULESETS:
        yield from (f"deadlines.{kind.name}" for kind in ruleset(name).card.kinds)
        yield from (f"options.{field.name}" for field in msgspec.structs.fields(ruleset(name).card.options))
    yield from (f"clock.{field.name}" for field in msgspec.structs.fields(Pace))


def operators_acts() -> list[str]:
    """The words that the operator's acts begin with, as the refusal of another word lists them."""
    turn: Any = None  # it is not looked at before the word is known
    with pytest.raises(OperatorError) as refused:
        operate(turn, ["nonsense"], turn)
    return str(refused.value).rpartition("; there is ")[2].split(", ")


def blocks(page: str) -> Iterator[str]:
    """The indented blocks of a page, their indentation taken off."""
    block: list[str] = []
    for line in [*page.split("\n"), "end"]:
        if line.startswith("    ") or (block and not line.strip()):
            block.append(line[4:])
        elif block:
            yield "\n".join(block)
            block = []


GAME_FILES = [block for text in TEXTS.values() for block in blocks(text) if "[game]" in block.split("\n")]
SCENARIOS = [block for text in TEXTS.values() for block in blocks(text) if block.startswith("title = ")]


def anchors(page: str) -> set[str]:
    """What a link to a heading of the page may be called."""
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in HEADING.findall(page)}


def broken(path: Path, page: str) -> list[str]:
    """The links of a page to files and headings that are not there."""
    found = []
    for target, anchor in LINK.findall(page):
        file = path.parent / target
        there = file.exists() and (not anchor or anchor in anchors(page if not target else file.read_text("utf-8")))
        if not there:
            found.append(f"{target}#{anchor}" if anchor else target)
    return found


def test_a_word_counts_as_named_only_where_it_is_code() -> None:
    page = "Say HELP, or `SET ZONE Paris`.\n\n    VOTE DRAW\n\nThen `calendar.at_noon`."
    assert not_named(["SET ZONE", "VOTE", "HELP", "ZON", "at_noon", "calendar.at"], page) == [
        "HELP", "ZON", "at_noon", "calendar.at"
    ]  # fmt: skip


@each_row("name", RULESETS)
def test_every_command_of_a_game_is_in_the_list_on_the_players_page(name: str) -> None:
    assert ruleset(name).card.words
    assert not_named(ruleset(name).card.words, all_words()) == [], "a row in docs/players.md, under All words"


def test_every_key_of_a_game_file_is_in_the_operators_guide() -> None:
    assert not_named(game_keys(), TEXTS["operator.md"]) == [], "a row in docs/operator.md"
    assert not_named(Player.__struct_fields__, TEXTS["operator.md"]) == []


def test_every_ruleset_is_in_the_operators_guide() -> None:
    assert not_named(RULESETS, TEXTS["operator.md"]) == [], "its name at game.ruleset in docs/operator.md"


@each_row("section", SECTIONS)
def test_every_key_of_the_configuration_is_in_the_operators_guide(section: str) -> None:
    keys = [f"{section}.{key}" for key in SECTIONS[section].__struct_fields__]
    assert keys
    assert not_named(keys, TEXTS["operator.md"]) == []


def test_the_operators_guide_has_no_key_that_is_not_there() -> None:
    known = {*game_keys(), *(f"{name}.{key}" for name, kind in SECTIONS.items() for key in kind.__struct_fields__)}
    rows = (line.split("|")[1] for line in TEXTS["operator.md"].split("\n") if line.startswith("| `"))
    named = {key for row in rows for key in re.findall(r"`([a-z]+\.[a-z_]+)`", row)}
    assert len(named) > 60
    assert named - known == set()


def test_every_act_of_the_operator_is_among_the_formats() -> None:
    assert {"process", "rollback", "begin"} <= set(operators_acts())
    assert not_named((f"`{act}`" for act in operators_acts()), TEXTS["formats.md"]) == []


@each_row("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    assert broken(PAGES[name], TEXTS[name]) == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    page = "# One Two\n[a](gone.md) [b](players.md) [c](#one-two) [d](#two) [e](players.md#gone) [f](https://x.example)"
    formats = PAGES["formats.md"]
    assert broken(formats, page) == ["gone.md", "#two", "players.md#gone"]


def test_the_pages_show_whole_files() -> None:
    assert len(GAME_FILES) >= 2
    assert SCENARIOS


@pytest.mark.parametrize("text", GAME_FILES)
def test_a_game_file_on_a_page_can_be_read(text: str) -> None:
    assert read_game_file(text).name


@pytest.mark.parametrize("text", SCENARIOS)
def test_a_scenario_on_a_page_can_be_read(text: str) -> None:
    assert read_scenario(text).title


def test_every_room_has_its_line_for_contributors() -> None:
    rooms = [path.name for path in sorted((ROOT / "gm").iterdir()) if (path / "__init__.py").is_file()]
    own = [path.name for path in sorted((ROOT / "gm" / "desk").iterdir()) if (path / "__init__.py").is_file()]
    assert {"desk", "rules"} <= set(rooms) and "game" in own
    lines = [*(f"`gm/{room}/`" for room in rooms), *(f"| `{room}` |" for room in own)]
    assert [line for line in lines if line not in TEXTS["CONTRIBUTING.md"]] == []


def test_contributors_are_told_of_no_room_of_the_desk_that_is_not_there() -> None:
    _, heading, rest = TEXTS["CONTRIBUTING.md"].partition("| room of the desk |")
    named = re.findall(r"^\| `(\w+)` \|", rest.partition("\n\n")[0], re.MULTILINE)
    assert heading and len(named) > 10
    assert [room for room in named if not any((ROOT / "gm" / "desk").glob(f"{room}*"))] == []


def test_contributors_are_told_of_no_file_that_is_not_there() -> None:
    named = re.findall(r"`((?:gm|docs|tests|grammars|templates|deploy|benchmarks)/[\w./-]*)`", TEXTS["CONTRIBUTING.md"])
    assert len(named) > 15
    made_up = ("higher", "title")  # what the walks make
    real = [name for name in named if not any(word in name for word in made_up)]
    assert [name for name in real if not (ROOT / name).exists()] == []


def twice(page: str) -> list[str]:
    """The first cells of rows that stand twice in one table of a page."""
    cells = [re.findall(r"^\| ([^|]*[^|\s-][^|]*) \| ", table, re.MULTILINE) for table in page.split("\n\n")]
    return [cell for of in cells for cell, count in Counter(of).items() if count > 1]


@each_row("name", PAGES)
def test_no_row_stands_twice_in_one_table(name: str) -> None:
    assert twice(TEXTS[name]) == []


def test_a_row_that_stands_twice_is_found() -> None:
    page = TEXTS["players.md"].replace("| `PING` |", "| `PING` | once more |\n| `PING` |")
    assert twice(page) == ["`PING`"]


def test_every_schema_is_named() -> None:
    files = {path.name for path in (ROOT / "docs" / "schema").glob("*.json")}
    assert files == set(re.findall(r"\(schema/([\w.-]+)\)", TEXTS["formats.md"]))


def test_each_promise_names_tests_that_there_are() -> None:
    promises = TEXTS["trust.md"].partition("\n## ")[0]
    rows = [line for line in promises.splitlines() if line.startswith("| ")][2:]
    cells = [row.split(" | ") for row in rows]
    assert len(cells) > 12 and {len(row) for row in cells} == {5}
    for row in cells:
        named = re.findall(r"`(tests/[^`]+)`", row[3])
        assert named and [one for one in named if not (ROOT / one).exists()] == [], row[0]


@pytest.mark.parametrize("page", ["README.md", "docs/operator.md", "deploy/gm.service"])
def test_an_operators_first_steps_have_one_order_wherever_they_are_told(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    begun = max(text.find("### First steps"), text.find("## To run it for real"), 0)
    steps = ("/etc/gm/gm.toml", "/etc/gm/imap-password", "systemctl enable --now gm", "gm new --file game.toml")
    places = [text.find(step, begun) for step in steps]
    assert -1 not in places and places == sorted(places)
