"""What a command is: how it is written, who may use it and when, where its help is, and what carries it out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from enum import Flag, auto
from typing import Any, Literal

from gm.desk.commands.visit import Visit
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Form, Request
from gm.rules import Problem
from gm.store.store import Store


class Who(Flag):
    """Who writes: a player, a player's sitter, a person without a seat in the game, or anybody outside any game."""

    NOBODY = 0  # only the letter itself, or the rules of some games, give it a meaning
    PLAYER = auto()
    SITTER = auto()
    GUEST = auto()
    ANYBODY = auto()


NOBODY, PLAYER, SITTER, GUEST, ANYBODY = Who.NOBODY, Who.PLAYER, Who.SITTER, Who.GUEST, Who.ANYBODY


class Enquiry(ABC):
    """A mail with a question that belongs to no game; gm.desk.arrival.enquiring has it. at: when it came.

    sender: the address that it says it came from.
    """

    store: Store
    sender: str
    at: datetime

    @abstractmethod
    def answer(self, kind: str, facts: Mapping[str, object], known: bool = False) -> None:
        """Answer it outside any ledger. known: From is a player's."""

    @abstractmethod
    def page(self, topic: str) -> str:
        """A page of HELP."""

    @abstractmethod
    def known(self) -> dict[str, Any]:
        """Where the address plays and watches, with the first few of its finished games."""

    @abstractmethod
    def seen(self) -> dict[str, object]:
        """What we saw of the mail. Only players get its text back: From may be anybody's."""

    @abstractmethod
    def summary(self, name: str) -> dict[str, object] | None:
        """What SUMMARY tells of a game, or of the one that the mail is about if *name* is ""; None if there is none."""

    @abstractmethod
    def proven(self) -> bool:
        """Whether nobody but the owner of the address can have written it."""

    @abstractmethod
    def claim(self, word: str) -> None:
        """Take a word for another address of the writer's."""

    @abstractmethod
    def set_open(self, is_open: bool) -> None:
        """Take whether the writer's record is public."""

    @abstractmethod
    def stand_in(self, offers: bool) -> None:
        """Take whether the writer offers to take over in any game."""

    @abstractmethod
    def look(self, word: str) -> str | None:
        """The address that a word is; "" if it is none, None if the writer looks up too many."""


class Command(Form, frozen=True, kw_only=True):
    """One command.

    who: who may use it. topic: its page of HELP, "" for the list of pages, None for the page of its own word.
    idle: it does nothing, so it never blocks other commands. after_end: it still works once the game is over.
    moot: it does nothing once its own letter has ended the game.
    several: all lines of it count, in a mail that has nothing else or names no game; its request has them as body.
    names_game: the word after it names a game, which its writer "seeks" or "leaves". names_person: the word after it
    is an address, the writer's "own" or that of "another".
    faults: what is wrong with a request in this game; refuse: why it would be refused, "" if it would be done. Both
    look at the whole letter.
    player, guest, anybody: carry it out, each for that kind of writer; a sitter writes as the player does.
    """

    who: Who = PLAYER | SITTER
    topic: str | None = None
    idle: bool = False
    after_end: bool = False
    moot: bool = False
    several: bool = False
    names_game: Literal["", "seeks", "leaves"] = ""
    names_person: Literal["", "own", "another"] = ""
    faults: Callable[[Conversation, Request], Iterable[Problem]] | None = None
    refuse: Callable[[Conversation, Request], str] | None = None
    player: Callable[[Conversation, Request], object] | None = None
    guest: Callable[[Visit, Request], object] | None = None
    anybody: Callable[[Enquiry, Request], object] | None = None

    def beside_games(self, alone: bool) -> bool:
        """Whether a mail about a game is answered outside it too. alone: there is nothing else in the mail."""
        return self.anybody is not None and not (self.player or self.guest) and (alone or not self.several)

    @property
    def acts(self) -> bool:
        """Whether a player does something with it, beyond asking."""
        return self.player is not None and not self.question

    @property
    def page(self) -> str:
        """Its page of HELP; "" for the list of pages."""
        return self.word if self.topic is None else self.topic

    @property
    def topics(self) -> tuple[str, ...]:
        """The words by which HELP finds its page: the first word of each way, and the one after SET or VOTE."""
        words = [word for head in self.heads for word in head.split()[:2]]
        return tuple(dict.fromkeys((*words, *(word for word in self.shy if " " not in word))))
