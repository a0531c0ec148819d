"""Whatever the pages of HELP and of docs show as an example is read as printed, explanations and all."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from helpers.rows import each_row
from msgspec.structs import replace

import gm
from gm.desk.commands.table import command_reader
from gm.desk.letter.cutting import Own, cut_letter
from gm.desk.mails.words import help_page, help_topics
from gm.registry import RULESETS, ruleset
from gm.rules import Letter, Line, Orders, Problems, Seat, as_seat
from gm.rules.lines.players import abbreviated

BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
PLAYERS = (Path(gm.__file__).parent.parent / "docs" / "players.md").read_text(encoding="utf-8")
# Faults that say nothing against the form of a line: they depend on the position, phase, options, or other letters.
OF_THE_POSITION = {
    "no-unit", "wrong-kind", "not-dislodged", "removals", "too-many-builds", "adjustment", "builds-closed", "no-men",
    "no-fire", "no-moves", "no-cycle", "which", "not-now", "nothing-to-replace", "too-few", "no-swap", "no-capture",
    "no-such-chip", "no-distress", "no-airport", "not-enough", "no-pile", "no-chip", "no-chips", "no-city",
    "foreign-column", "to-yourself", "yourself", "orders-closed", "stand-off",
}
NO_EXAMPLES = {"DEADLINES", "SEALS", "SCORING", "ITEMS", "COMMIT", "AHEAD"}  # tables, what only some games read
TABLE = re.compile(
    r"- |\d  |(?:chips that fire|units of fire|men who die|dead|lent|borrowed|to collect|owed|equal|OFFENSE|DEFENSE) "
    r"|OFFENSE greater|START to|from a square|onto K|W2: |You have|That costs|A Austria|I Italy"
)
OUTSIDE = re.compile(r"(?:GAME|CANCEL) \w+\Z")  # read before a letter is one to a game; so is CREATE, with all below it
HEAD = re.compile(r"(?:GREY )?PRESS|BROADCAST|NOTE|STATEMENT|OFFERS")  # of letters of several lines
WRITES = {"payola": "FRANCE", "diplomacy": "FRANCE"}
KINDS = {
    "payola": "MRA", "diplomacy": "MRA", "air-war": ("cities", "chips", "moves", "fire"),
    "ground-war": ("moves", "fire"),
}  # fmt: skip


@cache
def opened(name: str, board: str) -> tuple[Any, tuple[Any, ...], Seat, dict[str, Seat]]:
    """The rules, a state in each kind of phase, who writes, and the seats by word. board: "" for the usual one."""
    found = ruleset(name)
    options = found.card.options(**({"board": board} if board else {}))
    state = found.rules.open(options, "seed", BEGUN).state
    states = [replace(state, kind=kind) for kind in KINDS[name]] if name in KINDS else [state]
    seats = {word.upper(): seat for seat, one in found.named.names(options).items() for word in (seat, one)}
    return found, tuple(states), as_seat(WRITES.get(name) or found.rules.seats(options)[0]), abbreviated(seats)


def faults(name: str, lines: list[str], board: str = "") -> list[str]:
    """What is wrong with the form of a letter in any phase; [] if there is a phase in which nothing is."""
    found, states, seat, seats = opened(name, board)
    numbered = tuple(Line(number, text) for number, text in enumerate(lines, 1))
    said: list[list[str]] = []
    for state in states:
        def reads(line: Line, state: Any = state) -> bool:
            alone = found.rules.read(state, seat, Letter((line,)))
            return isinstance(alone, Orders) and bool(alone.acts) and not alone.problems

        cut = cut_letter(numbered, command_reader(), seats, Own(reads, found.card.words, found.card.blocks))
        read: Orders | Problems = found.rules.read(state, seat, Letter(cut.lines))
        wrong = [one for one in (*cut.problems, *read.problems) if one.code not in OF_THE_POSITION]
        unread = [line.text for line in read.unread] if isinstance(read, Orders) else []
        said.append([f"{one.code}: {one.message}" for one in wrong] + [f"unread: {text}" for text in unread])
    return min(said, key=len)


def letters(page: str, indent: str = "  ") -> Iterator[list[str]]:
    """The letters that a page shows: an indented line, or a message or a sheet with all its lines."""
    block: list[str] = []
    for line in [*page.split("\n"), ""]:
        text = line.removeprefix(indent)
        if text != line and text[:1].strip():
            block.append(text)
            continue
        yield from _parted(block)
        block = []


def _parted(block: list[str]) -> Iterator[list[str]]:
    """The letters of a block of lines."""
    while block:
        line, *block = block
        if line.startswith("CREATE "):
            return
        if HEAD.match(line) and "END" in block:
            end = block.index("END") + 1
            yield [line, *block[:end]]
            block = block[end:]
        elif HEAD.match(line):
            yield [line, "4 : A PAR - BUR", "END"] if line.startswith("OFFERS") else [line, "Hello!", "END"]
        elif not (TABLE.match(line) or OUTSIDE.match(line)):
            yield [line]


PAGES = [(name, topic) for name in RULESETS for topic in help_topics(name) if topic not in NO_EXAMPLES]


@each_row(("name", "topic"), PAGES)
def test_what_a_page_of_help_shows_is_read_as_printed(name: str, topic: str) -> None:
    wrong = {letter[0]: found for letter in letters(help_page(name, topic)) if (found := faults(name, letter))}
    assert not wrong


def test_the_pages_show_many_examples() -> None:
    shown = {name: sum(len(list(letters(help_page(name, topic)))) for _, topic in PAGES) for name in RULESETS}
    assert min(shown.values()) > 50


# -- docs ----------------------------------------------------------------------------------------------------------

SECTIONS = {  # of players.md, and whose letters their indented lines are
    "Finding a game": "payola", "Messages": "payola", "The end": "payola", "Offers": "payola",
    "The acceptance list": "payola", "Ground War": "ground-war", "Air War": "air-war",
    "Negotiation, a telephone game": "negotiation", "Negotiation, a stone game": "hex-negotiation",
    "So Long Sucker": "so-long-sucker",
}  # fmt: skip


@each_row(("heading", "name"), SECTIONS.items())
def test_what_the_players_page_shows_is_read_as_printed(heading: str, name: str) -> None:
    section = re.split(rf"^##+ {re.escape(heading)}$", PLAYERS, flags=re.MULTILINE)[1].split("\n#")[0]
    shown = list(letters(section, "    "))
    assert shown and not {letter[0]: found for letter in shown if (found := faults(name, letter))}


# -- mails ---------------------------------------------------------------------------------------------------------

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = sorted(path.parent.name for path in GOLDEN.glob("*/game.toml"))


@each_row("game", GAMES)
def test_what_golden_mails_show_as_an_example_is_read_as_printed(game: str) -> None:
    file = tomllib.loads((GOLDEN / game / "game.toml").read_text(encoding="utf-8"))
    name, board = file["game"]["ruleset"], file.get("options", {}).get("board", "")
    texts = "\n".join(path.read_text(encoding="utf-8") for path in (GOLDEN / game).glob("*.txt"))
    blocks = {tuple(block.split("\n")) for block in re.findall(r"or example[^\n]*\n((?:  \S.*\n)+)", texts)}
    shown = [letter for block in blocks for letter in letters("\n".join(block))]
    assert shown and not {letter[0]: found for letter in shown if (found := faults(name, letter, board))}
