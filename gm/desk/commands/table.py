"""Every command there is, and the one way in which they are done, whoever writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from gm.desk.commands.asking import ASKING
from gm.desk.commands.confirming import CONFIRMING
from gm.desk.commands.declared import Command, Enquiry
from gm.desk.commands.diary import DIARY
from gm.desk.commands.joining import JOINING
from gm.desk.commands.leaving import LEAVING
from gm.desk.commands.press import PRESS
from gm.desk.commands.settings import SETTINGS
from gm.desk.commands.sitters import SITTERS
from gm.desk.commands.timing import TIMING
from gm.desk.commands.visit import Visit
from gm.desk.commands.votes import VOTES
from gm.desk.commands.watching import WATCHING
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import CommandReader, Request

FAMILIES = (
    ASKING, SETTINGS, TIMING, VOTES, PRESS, CONFIRMING, JOINING, WATCHING, LEAVING, SITTERS, DIARY,
)  # fmt: skip
COMMANDS: dict[str, Command] = {command.name: command for family in FAMILIES for command in family}
T = TypeVar("T")


@cache
def command_reader() -> CommandReader:
    """The reader of all commands, made once."""
    return CommandReader(tuple(COMMANDS.values()))


def first_words(*names: str) -> frozenset[str]:
    """The words that begin these commands."""
    return frozenset(word for name in names for word in (*COMMANDS[name].words, *COMMANDS[name].shy))


def do(talk: Conversation | Visit | Enquiry, request: Request) -> bool:
    """Do a command for who wrote it; False, and nothing is done, if it is not theirs to say."""
    command = COMMANDS[request.name]
    if isinstance(talk, Conversation):
        return _done(command.player, talk, request)
    if isinstance(talk, Visit):
        return _done(command.guest, talk, request)
    return _done(command.anybody, talk, request)


def _done(handler: Callable[[T, Request], Any] | None, talk: T, request: Request) -> bool:
    if handler is not None:
        handler(talk, request)
    return handler is not None


def pure_questions(requests: Sequence[Request]) -> list[Request]:
    """The commands that only ask, in order; one that is asked twice is answered once."""
    asked = {(r.name, tuple(map(str.upper, r.words))): r for r in requests if COMMANDS[r.name].question}
    return list(asked.values())
