"""The table of all commands, and the one way of carrying them out, whoever writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from gm.desk.commands.asking import ASKING
from gm.desk.commands.blocking import BLOCKING
from gm.desk.commands.commitments import COMMITMENTS
from gm.desk.commands.confirming import CONFIRMING
from gm.desk.commands.declared import Command, Enquiry
from gm.desk.commands.diary import DIARY
from gm.desk.commands.errands import ERRANDS
from gm.desk.commands.joining import JOINING
from gm.desk.commands.leaving import LEAVING
from gm.desk.commands.persons import PERSONS
from gm.desk.commands.press import PRESS
from gm.desk.commands.proposals import PROPOSALS
from gm.desk.commands.quiet import QUIET
from gm.desk.commands.settings import SETTINGS
from gm.desk.commands.substituting import SUBSTITUTING
from gm.desk.commands.timing import TIMING
from gm.desk.commands.visit import Visit
from gm.desk.commands.votes import VOTES
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import CommandReader, Request

FAMILIES = (
    ASKING, PERSONS, SETTINGS, ERRANDS, TIMING, PROPOSALS, VOTES, PRESS, QUIET, CONFIRMING, JOINING, SUBSTITUTING,
    LEAVING, DIARY, COMMITMENTS, BLOCKING,
)  # fmt: skip
COMMANDS: dict[str, Command] = {command.name: command for family in FAMILIES for command in family}
T = TypeVar("T")


@cache
def command_reader() -> CommandReader:
    """The reader of all commands, built once."""
    return CommandReader(tuple(COMMANDS.values()))


def first_words(*names: str) -> frozenset[str]:
    """The first words of these commands."""
    return frozenset(word for name in names for word in (*COMMANDS[name].words, *COMMANDS[name].shy))


def do(talk: Conversation | Visit | Enquiry, request: Request) -> None:
    """Carry out a command for its writer; do nothing if they may not use it."""
    command = COMMANDS[request.name]
    if isinstance(talk, Conversation):
        _do(command.player, talk, request)
    elif isinstance(talk, Visit):
        _do(command.guest, talk, request)
    else:
        _do(command.anybody, talk, request)


def _do(handler: Callable[[T, Request], object] | None, talk: T, request: Request) -> None:
    if handler is not None:
        handler(talk, request)
