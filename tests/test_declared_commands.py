"""Every declared command has all that it needs: a page of help, its row for players, and a handler."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from msgspec.structs import replace
from test_docs import all_words, not_named

from gm.desk.commands.declared import ANYBODY, GUEST, NOBODY, PLAYER, SITTER, Command
from gm.desk.commands.table import COMMANDS, FAMILIES
from gm.desk.letter.reading import CommandReader, Request
from gm.desk.mails.words import DESK_TOPICS, environment
from gm.rules import Line


def missing(command: Command, row: str = "", pages: tuple[str, ...] = ()) -> list[str]:
    """What a command lacks. row, pages: what its author has written beside what there is."""
    found = []
    pages_there = (path for path in environment().list_templates("j2") if "/help/" in path)
    known = {path.split("/")[-1].partition(".")[0].upper() for path in pages_there}
    if command.page and command.page not in {*known, *pages}:
        found.append(f"a page of help: {command.page}")
    settings = [" ".join(head.split()[:2]) for head in command.heads if head.startswith("SET ")]
    words = [word for word in (*command.words, *command.shy) if word != "SET"]
    found += [f"a row for players: {word}" for word in not_named([*words, *settings], all_words() + row)]
    for who, does in ((PLAYER, command.player), (GUEST, command.guest), (ANYBODY, command.anybody)):
        if (who in command.who) != (does is not None):
            found.append(f"what does it: {who.name}" if does is None else f"that it is for: {who.name}")
    if SITTER in command.who and PLAYER not in command.who:
        found.append("that it is for: PLAYER")
    return found


def unread(command: Command) -> list[str]:
    """The ways of writing it that the grammar, with this command in it, takes for another, or for none."""
    reader = CommandReader((*(one for one in COMMANDS.values() if one.name != command.name), command))
    seats = {"FRANCE": "FRANCE", "ITALY": "ITALY"}
    heads = [head for head in command.heads if isinstance(found := reader.read(Line(1, head), seats), Request)]
    wrong = [h for h in heads if (found := reader.read(Line(1, h), seats)) and found.name != command.name]
    return [*wrong, *(head for head in command.heads if not reader.may_command(head))]


@each_row("name", COMMANDS)
def test_a_command_has_all_that_belongs_to_it(name: str) -> None:
    assert missing(COMMANDS[name]) == []
    assert unread(COMMANDS[name]) == []


@each_row("name", COMMANDS)
def test_what_is_said_of_a_commands_words_is_said_of_words_that_it_has(name: str) -> None:
    command = COMMANDS[name]
    firsts = {" ".join(way.split()[:n]) for way in (*command.ways, *command.classic) for n in (1, 2)} | {"GREY", "GRAY"}
    assert set(command.shy) <= firsts and set(command.loose) <= set(command.shy)
    assert command.shy or not (command.meant or command.loose)
    assert not command.shape or command.shape.startswith((*command.words, *command.shy))
    assert command.question <= bool(command.player) and not (command.question and command.after_end)


def test_a_page_of_help_of_every_command_is_listed() -> None:
    assert {command.page for command in COMMANDS.values()} - {""} <= set(DESK_TOPICS)


NEW = Command("xyzzy", ("SET XYZZY word", "TINT word"), shy=("TINT",), who=PLAYER | SITTER | GUEST)
LACKS = [
    "a page of help: SET", "a row for players: TINT", "a row for players: SET XYZZY", "what does it: PLAYER",
    "what does it: GUEST",
]  # fmt: skip


def nothing(*_: object) -> None:
    """Does nothing, as any writer's command."""


def test_a_new_command_without_anything_is_told_all_that_it_lacks() -> None:
    assert missing(NEW) == LACKS


def test_a_new_command_that_has_everything_lacks_nothing() -> None:
    whole = replace(NEW, topic="XYZZY", player=nothing, guest=nothing)
    assert missing(whole, "`SET XYZZY red`, `TINT red`", ("XYZZY",)) == []
    assert missing(replace(whole, who=PLAYER), "`SET XYZZY red`, `TINT red`", ("XYZZY",)) == ["that it is for: GUEST"]
    assert unread(whole) == []


def test_a_new_command_is_understood_shown_among_the_settings_and_done_without_a_word_anywhere_else() -> None:
    reader = CommandReader((*COMMANDS.values(), NEW))
    assert reader.read(Line(1, "set xyzzy Red."), {}) == Request("xyzzy", ("Red",), line=1)
    assert "XYZZY" in reader.shape_of("SET") and "TINT" in reader.shy
    assert reader.near("TINTT", ()) == ["TINT"]


@pytest.mark.parametrize("who", [NOBODY, PLAYER | ANYBODY])
def test_a_command_that_nobody_may_say_needs_nobody_to_do_it(who: object) -> None:
    lacks = [one for one in missing(replace(NEW, who=who)) if one.startswith("what does")]
    assert lacks == ([] if who == NOBODY else ["what does it: PLAYER", "what does it: ANYBODY"])


def test_no_two_commands_have_one_name() -> None:
    names = [command.name for family in FAMILIES for command in family]
    assert sorted(names) == sorted({*names})
