"""What a command is: how it is written, who may say it and when, where its help is, and what does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Flag, auto
from typing import Any, Literal

import msgspec

from gm.desk.commands.visit import Visit
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Form, Request
from gm.rules import Problem
from gm.store.store import Store


class Who(Flag):
    """Who writes: a player, who sits for one, somebody without a seat in the game, anybody without a game."""

    NOBODY = 0  # it has a meaning of its own for the letter, or for the rules of some games
    PLAYER = auto()
    SITTER = auto()
    GUEST = auto()
    ANYBODY = auto()


NOBODY, PLAYER, SITTER, GUEST, ANYBODY = Who.NOBODY, Who.PLAYER, Who.SITTER, Who.GUEST, Who.ANYBODY


class Enquiry(msgspec.Struct, frozen=True):
    """A mail that asks what belongs to no game; gm.desk.arrival.front makes one of each.

    answer: answers it outside any ledger, by a kind of answer, its facts, and whether From is a player's.
    page: of HELP. known: where the address plays and watches. seen: what we saw of the mail.
    """

    store: Store
    answer: Callable[..., None]
    page: Callable[[str], str]
    known: Callable[[], dict[str, Any]]
    seen: Callable[[], dict[str, Any]]


class Command(Form, frozen=True, kw_only=True):
    """One command.

    who: who may say it. topic: its page of HELP, "" for the list of pages, None for the one of its own word.
    idle: it does nothing, so that it never stands in the way of what does. after_end: it is still done when the game is
    over. moot: it is nothing once its own letter has ended the game.
    names_game: the word behind it would be a game, which its writer "seeks" or "leaves". names_person: the word behind
    it is the address of the writer's "own" or of "another".
    faults: what is wrong with one, by this game; refuse: why it would be refused, "" if it is done. Both look at the
    whole letter.
    player, guest, anybody: what does it, for each of these; a sitter writes as the player does.
    """

    who: Who = PLAYER | SITTER
    topic: str | None = None
    idle: bool = False
    after_end: bool = False
    moot: bool = False
    names_game: Literal["", "seeks", "leaves"] = ""
    names_person: Literal["", "own", "another"] = ""
    faults: Callable[[Conversation, Request], Iterable[Problem]] | None = None
    refuse: Callable[[Conversation, Request], str] | None = None
    player: Callable[[Conversation, Request], Any] | None = None
    guest: Callable[[Visit, Request], Any] | None = None
    anybody: Callable[[Enquiry, Request], Any] | None = None

    @property
    def acts(self) -> bool:
        """Whether a player does something by it, and does not only ask."""
        return self.player is not None and not self.question

    @property
    def page(self) -> str:
        """Its page of HELP, "" for the list of pages."""
        return self.word if self.topic is None else self.topic

    @property
    def topics(self) -> tuple[str, ...]:
        """The words by which HELP finds its page: the first of each way, and what stands next to SET or VOTE."""
        words = [word for head in self.heads for word in head.split()[:2]]
        return tuple(dict.fromkeys((*words, *(word for word in self.shy if " " not in word))))
