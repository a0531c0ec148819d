"""What all simple players have in common: each reads its own mails, and nothing else, and draws from its own seed."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from gm.bots.reading import Reading


class Player(ABC):
    """A simple player of a seat. The same seat, seed and mails make the same letters.

    settings: lines of game.toml for a game that is soon over. ends: a sentence on how it ends. pieces: how the seats
    are called together. paced: the players may write at any time, so a person must be given theirs. shows: they also
    write what a demonstration is to show, such as messages and votes.
    """

    settings: ClassVar[str] = ""
    ends: ClassVar[str] = "It ends as its rules say."
    paced: ClassVar[bool] = False

    def __init__(self, seat: str, seed: str) -> None:
        self.seat, self._seed, self.shows = seat, seed, True

    def sit_down(self, options: Any) -> None:
        """Play in a game of people, by its options: only what is owed is written, and no vote."""
        self.shows = False

    @abstractmethod
    def answer(self, mail: Reading) -> str | None:
        """Return the text of the reply to *mail*, None if it needs none."""

    def replies(self, mails: Sequence[Reading]) -> Iterator[tuple[Reading, str]]:
        """Yield the replies to mails that have come together, each with the mail that it answers."""
        for mail in mails:
            text = self.answer(mail)
            if text is not None:
                yield mail, text

    def chance(self, *about: object) -> random.Random:
        """Return a generator for one decision."""
        return random.Random("/".join(map(str, (self._seed, self.seat, *about))))


class Follower(Player):
    """A player who sends what each mail gives as an example; a subclass thinks of something better."""

    def __init__(self, seat: str, seed: str) -> None:
        super().__init__(seat, seed)
        self._answered: set[str] = set()
        self._mended: set[str] = set()

    def answer(self, mail: Reading) -> str | None:
        """Return the orders that are owed, once for each phase; the mail's own example if they were refused."""
        if not mail.phase or not mail.owes:
            return None
        if mail.phase not in self._answered:
            self._answered.add(mail.phase)
            return "\n".join(self.orders(mail) or mail.example) or None
        if mail.refused and mail.phase not in self._mended:
            self._mended.add(mail.phase)
            return "\n".join(mail.example) or None
        return None

    def orders(self, mail: Reading) -> Sequence[str]:
        """Return the lines of a letter for what *mail* says is owed."""
        return mail.example


class Looker(Follower):
    """A player who has a file sent beside each mail, and decides by what it says; the first letter asks for it."""

    def __init__(self, seat: str, seed: str) -> None:
        super().__init__(seat, seed)
        self._asked = False

    def answer(self, mail: Reading) -> str | None:
        """Return the orders that are owed, and in the first letter the wish for the file."""
        text = super().answer(mail)
        if self._asked:
            return text
        self._asked = True
        return "SET JSON ON" if text is None else f"SET JSON ON\n{text}"

    def orders(self, mail: Reading) -> Sequence[str]:
        """Return what is decided by the file beside the mail, the example where there is none."""
        lines = self.decide(mail.beside["view"], self.chance(mail.phase)) if mail.beside else []
        return lines or mail.example

    @abstractmethod
    def decide(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Return the lines of a letter by what the seat knows; [] for the example."""
